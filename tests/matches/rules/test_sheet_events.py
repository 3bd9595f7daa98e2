"""What happens beside the hands, one sheet each: what it does to totals, lead and end."""

from typing import Any

import pytest

from matches.rules.domino.seats import EndedHow
from matches.rules.sheet import HandState, Phase
from tests.matches.rules.test_sheet import refused
from tests.matches.rules.writer import JUDGE, SEATS, Writer

pytestmark = pytest.mark.pure


def annul(
    writer: Writer, offender: str, asked_by: str, *, row: tuple[int, int] | None = None, **data: Any
) -> None:
    asked = {
        "cause": "false_thinking",
        "offender": offender,
        "remedy": "annul",
        "when": "later_in_hand" if row is None else "after_hand",
        "asked_by": asked_by,
        "agreed": [],
        "judge": JUDGE,
        "text": "Se paró a pensar con una sola ficha.",
        "declared": True,
    }
    numbers = row or (writer.state.next_hand, writer.state.next_revision)
    writer.put("annulment", asked | data, *numbers)


def rule(writer: Writer, kind: str, row: tuple[int | None, int | None] = (None, None), **data: Any) -> None:
    ruled = {"kind": kind, "reason": "A juicio del comité.", "winner": None, "distorted": True}
    writer.put("ruling", ruled | data, *row)


# ---------------------------------------------------------------- art. 15, 16
def test_the_hand_in_play_is_annulled_and_keeps_its_place() -> None:
    writer = Writer()
    writer.play("home", 30)
    # Hand 2 is led by 3 (away); his partner 4 offends: the lead is lost to the right.
    annul(writer, "4", "1")
    row = writer.state.hands[-1]
    assert (row.number, row.state, row.leader_person, row.totals) == (2, HandState.ANNULLED, "3", None)
    assert (writer.state.next_hand, writer.state.next_leader_person) == (3, "2")
    # Hand 3 is led by 2 (home); a rival offends: the same player leads again.
    annul(writer, "3", "2")
    assert (writer.state.next_hand, writer.state.next_leader_person) == (4, "2")
    assert (writer.state.totals.home, writer.state.totals.away) == (30, 0)


def test_a_late_annulment_of_the_last_hand_gives_new_totals_and_leader() -> None:
    writer = Writer()
    writer.play("home", 30)
    writer.play("away", 50)
    assert writer.state.next_leader_person == "2"
    # Hand 2 was led by 3: a home player offended, so 3 leads again.
    annul(writer, "1", "4", row=(2, 1))
    assert (writer.state.totals.home, writer.state.totals.away) == (30, 0)
    assert writer.state.next_leader_person == "3"
    assert writer.state.hands[-1].points == 50, "what it had given stays to be read"


def test_annulling_the_last_hand_opens_the_partida_again() -> None:
    writer = Writer(target=60)
    writer.play("home", 70)
    assert writer.state.phase is Phase.ENDED
    annul(writer, "2", "3", row=(1, 1))
    assert (writer.state.phase, writer.state.totals.home, writer.state.winner) == (Phase.PLAYING, 0, None)


def test_a_request_that_comes_too_late_is_refused_and_later_by_the_regulation_taken() -> None:
    writer = Writer()
    writer.play("home", 30)
    writer.play("away", 50)
    late = {"when": "after_next_lead", "row": (1, 1)}
    with refused("asked_too_late"):
        annul(writer, "1", "3", **late)
    writer = Writer(false_thinking_request_until="sheet_closed")
    writer.play("home", 30)
    writer.play("away", 50)
    annul(writer, "1", "3", **late)
    rows = writer.state.hands
    assert [row.leader_person for row in rows] == ["1", "3"], "a past lead is never rewritten"
    assert (writer.state.totals.home, writer.state.totals.away) == (0, 50)


def test_a_lead_found_different_later_is_marked() -> None:
    writer = Writer(false_thinking_request_until="sheet_closed")
    writer.play("home", 30)
    writer.play("away", 50)
    # A rival of the leader offended in hand 1: player 1 was due to lead hand 2.
    annul(writer, "3", "1", row=(1, 1), when="after_next_lead")
    assert [row.lead_mismatch for row in writer.state.hands] == [False, True]


def test_a_hand_that_goes_on_from_the_infraction_is_only_noted() -> None:
    writer = Writer()
    annul(writer, "3", "1", cause="false_pass", remedy="replay_from_infraction", when="at_once")
    assert (writer.state.next_hand, writer.state.hands) == (1, ())
    assert writer.state.facts.replays[0].offender == "3"


def test_a_hand_that_had_ended_is_played_again_with_its_leader() -> None:
    writer = Writer()
    writer.play("home", 30)
    annul(writer, "3", "1", remedy="replay_from_infraction", row=(1, 1))
    assert writer.state.hands[0].state is HandState.SET_ASIDE
    assert (writer.state.next_hand, writer.state.next_revision) == (1, 2)
    assert writer.state.next_leader_person == "1"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"offender": "3", "asked_by": "4"}, "only_the_rivals_ask"),
        ({"offender": "8", "asked_by": "1"}, "not_at_this_table"),
        ({"offender": "3", "asked_by": "1", "judge": None}, "annulment_needs_both"),
        ({"offender": "3", "asked_by": "1", "text": " "}, "reason_required"),
        ({"offender": "3", "asked_by": "1", "when": "after_hand"}, "moment_wrong"),
        ({"offender": "3", "asked_by": "1", "cause": "false_pass"}, "asked_too_late"),
    ],
)
def test_what_an_annulment_must_say(data: dict[str, Any], code: str) -> None:
    with refused(code):
        annul(Writer(), **data)


def test_both_pairs_may_agree_without_a_judge() -> None:
    writer = Writer()
    annul(writer, "3", "1", judge=None, agreed=["2", "4"])
    assert writer.state.hands[0].state is HandState.ANNULLED


@pytest.mark.parametrize(
    ("option", "leads"),
    [
        ("same_leader", ["1", "1", "3"]),
        ("lead_passes", ["1", "3", "2"]),
        ("skip_offenders_next_lead", ["1", "1", "2"]),
    ],
)
def test_a_false_pass_with_the_rivals_lead(option: str, leads: list[str]) -> None:
    writer = Writer(false_pass_rivals_led=option)
    annul(writer, "3", "1", cause="false_pass", when="at_once")
    writer.play("home", 20)
    found = [row.leader_person for row in writer.state.hands]
    assert [*found, writer.state.next_leader_person] == leads


# ---------------------------------------------------------------- art. 19
def drop(writer: Writer, side: str, **data: Any) -> None:
    fallen = {"side": side, "person": None, "moment": "during_hand", "face_up": None, "decision": "go_on"}
    writer.put("drop", fallen | data)


def test_a_dropped_tile_is_noted_or_annuls_the_hand() -> None:
    writer = Writer()
    drop(writer, "home")
    assert writer.state.hands == ()
    drop(writer, "home", decision="annul", person="2")
    assert (writer.state.hands[0].state, writer.state.next_leader_person) == (HandState.ANNULLED, "1")
    assert [(fallen.number, fallen.side) for fallen in writer.state.facts.drops] == [(1, "home"), (1, "home")]


def test_a_dropped_tile_may_cost_the_lead() -> None:
    writer = Writer(dropped_tile_annulled_lead="lost_if_own_lead")
    drop(writer, "home", decision="annul")
    assert writer.state.next_leader_person == "3"


def test_a_drop_has_the_decision_that_is_open() -> None:
    with refused("drop_decision_not_open"):
        drop(Writer(), "home", decision="shuffle_again")
    with refused("drop_decision_missing"):
        drop(Writer(), "home", decision=None)
    with refused("not_of_this_side"):
        drop(Writer(), "home", person="3")


# ---------------------------------------------------------------- time
def timed(**parameters: Any) -> Writer:
    writer = Writer(time_limit_minutes=40, **parameters)
    writer.play("home", 30)
    return writer


def test_time_lets_the_hand_in_play_end() -> None:
    writer = timed()
    writer.put("time", {"hand_in_play": True})
    assert (writer.state.phase, writer.state.last_hand) == (Phase.PLAYING, True)
    writer.play("away", 20)
    assert (writer.state.phase, writer.state.winner, writer.state.ended_how) == (Phase.ENDED, "home", "time")


def test_time_between_two_hands_ends_at_once() -> None:
    writer = timed()
    writer.put("time", {"hand_in_play": False})
    assert (writer.state.winner, writer.state.ended_how) == ("home", EndedHow.TIME)


def test_time_waits_for_the_hand_that_is_not_approved() -> None:
    writer = Writer(time_limit_minutes=40)
    writer.propose("home", 30)
    writer.put("time", {"hand_in_play": False})
    assert writer.state.phase is Phase.PLAYING
    writer.approve()
    assert (writer.state.phase, writer.state.winner) == (Phase.ENDED, "home")


def test_time_waits_for_the_hand_in_dispute() -> None:
    writer = Writer(time_limit_minutes=40)
    writer.propose("home", 30)
    writer.disagree(35)
    writer.put("time", {"hand_in_play": False})
    assert (writer.state.phase, writer.state.frozen) == (Phase.SETTLEMENT, (1,))
    writer.settle(1, "home", 35)
    assert (writer.state.totals.home, writer.state.ended_how) == (35, "time")


def test_one_hand_more_and_level_the_mark_stands() -> None:
    writer = timed(time_limit_ending="finish_hand_plus_one")
    writer.put("time", {"hand_in_play": True})
    writer.play("home", 10)
    assert (writer.state.phase, writer.state.last_hand) == (Phase.PLAYING, True)
    writer.play("away", 40)
    assert (writer.state.totals.home, writer.state.totals.away) == (40, 40)
    assert (writer.state.phase, writer.state.winner) == (Phase.ENDED, "home")


def test_level_by_time_is_drawn_or_goes_on() -> None:
    drawn, extra = timed(), timed(time_level="extra_hand")
    for writer in (drawn, extra):
        writer.put("time", {"hand_in_play": True})
        writer.play("away", 30)
    assert (drawn.state.phase, drawn.state.winner) == (Phase.ENDED, None)
    assert extra.state.phase is Phase.PLAYING
    extra.play("away", 8)
    assert (extra.state.phase, extra.state.winner) == (Phase.ENDED, "away")


def test_an_annulled_last_hand_is_not_the_last() -> None:
    writer = timed()
    writer.put("time", {"hand_in_play": True})
    annul(writer, "3", "1")
    assert writer.state.phase is Phase.PLAYING
    writer.play("away", 12)
    assert writer.state.phase is Phase.ENDED


def test_without_a_limit_there_is_no_time() -> None:
    with refused("no_time_limit"):
        Writer().put("time", {"hand_in_play": True})
    writer = timed()
    writer.put("time", {"hand_in_play": True})
    with refused("time_marked_already"):
        writer.put("time", {"hand_in_play": True})


# ---------------------------------------------------------------- art. 20
def test_whoever_abandons_loses_and_the_rival_is_filled_up() -> None:
    writer = Writer()
    writer.play("home", 90)
    writer.put("abandonment", {"person": "1", "reason": "Se marcha sin explicación."})
    state = writer.state
    assert (state.winner, state.totals.home, state.totals.away) == ("away", 90, 300)
    assert (state.phase, state.ended_how) == (Phase.ENDED, "abandonment")
    with refused("partida_over"):
        writer.play("home", 30)


def test_what_was_abandoned_is_annulled_no_more() -> None:
    writer = Writer()
    writer.play("home", 90)
    writer.put("abandonment", {"person": "1", "reason": "Se marcha."})
    with refused("partida_over"):
        annul(writer, "1", "3", row=(1, 1))


def test_a_partida_played_again_begins_without_clock_and_gifts() -> None:
    writer = Writer(time_limit_minutes=40, late_arrival=[[5, 10], [20, 20]], seated=False)
    writer.put("late", {"side": "away", "minutes": 7})
    writer.name()
    writer.put("draw", {"tiles": {"1": "6-6", "2": "1-0", "3": "5-5", "4": "2-0"}})
    writer.seat(SEATS, leader=0, origin="draw", chosen_seat=0)
    writer.play("home", 30)
    writer.put("time", {"hand_in_play": True})
    writer.put("suspension", {"reason": "Apagón."})
    assert writer.state.totals.home == 40
    rule(writer, "replay_partida")
    assert (writer.state.totals.home, writer.state.last_hand, writer.state.next_hand) == (0, False, 1)


def test_a_suspended_partida_takes_nothing_but_a_ruling() -> None:
    writer = Writer()
    writer.play("home", 90)
    writer.put("suspension", {"reason": "Apagón."})
    assert (writer.state.phase, writer.state.why_not) == (Phase.SUSPENDED, "partida_suspended")
    for act in (
        lambda: writer.play("home", 30),
        writer.name,
        lambda: writer.take_back(judge=JUDGE),
    ):
        with refused("partida_suspended"):
            act()
    rule(writer, "resume")
    assert (writer.state.phase, writer.state.next_leader_person) == (Phase.PLAYING, "3")


@pytest.mark.parametrize(
    ("kind", "parameters", "winner"),
    [
        ("validate", {}, "home"),
        ("validate", {"validated_score_winner": "none"}, None),
        ("ahead_wins", {}, "home"),
    ],
)
def test_a_score_that_is_validated_is_filled_up_by_nobody(
    kind: str, parameters: dict[str, Any], winner: str | None
) -> None:
    writer = Writer(**parameters)
    writer.play("home", 90)
    writer.put("suspension", {"reason": "Apagón."})
    rule(writer, kind)
    assert (writer.state.totals.home, writer.state.winner, writer.state.ended_how) == (90, winner, "decision")


def test_a_winner_is_named_only_where_the_body_may() -> None:
    writer = Writer()
    writer.put("suspension", {"reason": "Apagón."})
    with refused("winner_not_named_here"):
        rule(writer, "validate", winner="home")
    with refused("ruling_needs_another"):
        rule(writer, "ahead_wins")
    writer = Writer(level_ahead_decision="free")
    writer.put("suspension", {"reason": "Apagón."})
    rule(writer, "ahead_wins", winner="away")
    assert writer.state.winner == "away"


def test_a_hand_or_the_whole_partida_is_played_again() -> None:
    writer = Writer()
    writer.play("home", 90)
    writer.play("away", 50)
    writer.put("suspension", {"reason": "Apagón."})
    rule(writer, "replay_hand", (2, 1))
    assert (writer.state.next_hand, writer.state.next_revision, writer.state.totals.away) == (2, 2, 0)
    assert writer.state.next_leader_person == "3"
    writer.put("suspension", {"reason": "Otra vez."})
    rule(writer, "replay_partida")
    assert (writer.state.next_hand, writer.state.next_revision, writer.state.totals.home) == (1, 2, 0)
    assert writer.state.next_leader_person == "1"
    assert {row.state for row in writer.state.hands} == {HandState.SET_ASIDE}, (
        "the old score stays to be read"
    )


def test_a_finished_partida_may_be_looked_at_again() -> None:
    writer = Writer(target=60)
    writer.play("home", 40)
    writer.play("home", 40)
    with refused("partida_not_suspended"):
        rule(writer, "resume")
    rule(writer, "hand_stands", (1, 1))
    assert writer.state.phase is Phase.ENDED
    rule(writer, "void_hand", (1, 1))
    assert (writer.state.phase, writer.state.totals.home) == (Phase.PLAYING, 40)
    writer.play("home", 30)
    assert (writer.state.phase, writer.state.winner) == (Phase.ENDED, "home")


def test_nothing_is_ruled_while_it_is_played() -> None:
    with refused("nothing_to_rule"):
        rule(Writer(), "replay_partida")
