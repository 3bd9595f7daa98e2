"""What is reported of a table: what it would change, and what cannot have been."""

from datetime import UTC, datetime, timedelta

import pytest

from federation.rules.parameters import resolve
from matches.rules.domino.drops import DropDecision, DropMoment
from matches.rules.domino.infractions import Infraction, Remedy, check_breach
from matches.rules.event_reports import (
    DropReport,
    InfractionReport,
    Resolution,
    drops_of,
    effect,
    effect_of_absence,
    effect_of_infraction,
    outcome_of_absence,
)
from matches.rules.partida_time import comment_until, playing_time
from matches.rules.sheet import EntryKind, HandState, Phase
from matches.rules.sheet_event_entries import MomentWord
from matches.rules.sides import Side
from tests.matches.rules.test_sheet import refused
from tests.matches.rules.writer import Writer

pytestmark = pytest.mark.pure

BEGAN = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)


def thinking(writer: Writer, **changes) -> InfractionReport:
    hand, revision = writer.last()
    told = {
        "infraction": Infraction.FALSE_THINKING,
        "offender": "3",
        "declared": False,
        "hand": hand,
        "revision": revision,
        "when": MomentWord.AFTER_HAND,
        "remedy": Remedy.ANNUL,
        "asked_by": "1",
        "text": "Se paró.",
        "effect": "Ninguno.",
    }
    return InfractionReport(**told | changes)


def test_the_effect_of_a_late_annulment_is_that_of_writing_it() -> None:
    writer = Writer()
    writer.play("home", 40)
    report = thinking(writer)
    found = effect_of_infraction(writer.state, report, by_judge=False)
    assert (found.before.totals.home, found.after.totals.home) == (40, 0)
    assert found.after.next_leader_person == "1"
    assert writer.state.totals.home == 40, "nothing was written"
    writer.put("annulment", report.data(Resolution(agreed=("1", "3"))), *writer.last())
    assert writer.state.hands[-1].state is HandState.ANNULLED
    assert writer.state.totals == found.after.totals


def test_asking_nothing_changes_nothing() -> None:
    writer = Writer()
    writer.play("home", 40)
    found = effect_of_infraction(writer.state, thinking(writer, remedy=None), by_judge=False)
    assert found.after is found.before


def test_who_resolves_it() -> None:
    for resolved, code in (
        (Resolution(judge="9"), None),
        (Resolution(captains=("1", "4")), None),
        (Resolution(agreed=("2", "4")), None),
        (Resolution(agreed=("1", "2")), "annulment_needs_both"),
        (Resolution(captains=("1", "1")), "annulment_needs_both"),
    ):
        writer = Writer()
        writer.play("home", 40)
        data = thinking(writer).data(resolved)
        if code is None:
            writer.put("annulment", data, *writer.last())
            continue
        with refused(code):
            writer.put("annulment", data, *writer.last())


@pytest.mark.parametrize(
    ("infraction", "tile", "ends", "options", "code"),
    [
        (Infraction.FALSE_THINKING, "6-3", "6-4", {}, None),
        (Infraction.FALSE_THINKING, "6-4", "4-6", {}, "tile_has_two_places"),
        (Infraction.FALSE_THINKING, "5-3", "6-4", {}, "tile_does_not_fit"),
        (Infraction.FALSE_THINKING, "6-3", "6-6", {}, "tile_has_two_places"),
        (Infraction.FALSE_THINKING, "6-3", "6-6", {"false_thinking_equal_ends": "one_option"}, None),
        (
            Infraction.FALSE_THINKING,
            "6-3",
            "6-6",
            {"false_thinking_equal_ends": "ask_judge"},
            "judge_says_if_infraction",
        ),
        (Infraction.FALSE_PASS, "6-4", "4-6", {}, None),
        (Infraction.FALSE_PASS, "5-3", "6-4", {}, "tile_does_not_fit"),
        (Infraction.FALSE_THINKING, "6-3", "", {}, None),
        (Infraction.FALSE_THINKING, "7-3", "6-4", {}, "tile_not_valid"),
    ],
)
def test_was_it_an_infraction_with_this_tile(infraction, tile, ends, options, code) -> None:
    if code is None:
        check_breach(infraction, tile, ends, resolve(options), judge_says=False)
        return
    with refused(code):
        check_breach(infraction, tile, ends, resolve(options), judge_says=False)


def test_the_judge_says_it_of_equal_ends() -> None:
    ask = resolve({"false_thinking_equal_ends": "ask_judge"})
    check_breach(Infraction.FALSE_THINKING, "6-3", "6-6", ask, judge_says=True)


def drop(writer: Writer, person: str, moment: DropMoment = DropMoment.DURING_HAND, **changes) -> None:
    told = {"decision": DropDecision.GO_ON} | changes
    side = writer.state.side_of(person)
    assert side is not None
    writer.put("drop", DropReport(side, person, moment, **told).data())


def test_drops_are_counted_for_each_pair_and_noted_from_the_third() -> None:
    writer = Writer()
    drop(writer, "3")
    drop(writer, "1")
    drop(writer, "4")
    assert drops_of(writer.state).by_side == {Side.HOME: 1, Side.AWAY: 2}
    assert not drops_of(writer.state).last_noted
    drop(writer, "3", DropMoment.SHUFFLING, face_up=True, decision=None)
    assert drops_of(writer.state).last_ordinal == 0, "while shuffling none counts"
    drop(writer, "3")
    found = drops_of(writer.state)
    assert (found.last_ordinal, found.last_noted) == (3, True)


def test_only_a_rival_decides_about_a_drop() -> None:
    writer = Writer()
    with refused("only_the_rivals_decide"):
        drop(writer, "3", decision=DropDecision.ANNUL, decided_by="4")
    drop(writer, "3", decision=DropDecision.ANNUL, decided_by="2")
    assert writer.state.hands[-1].state is HandState.ANNULLED


def test_an_absence_suspends_or_loses_and_only_without_a_substitute() -> None:
    writer = Writer()
    writer.play("home", 40)
    with refused("substitute_may_enter"):
        outcome_of_absence(writer.state, "1", ("7",))
    with refused("not_at_this_table"):
        outcome_of_absence(writer.state, "7", ())
    found = effect_of_absence(writer.state, "1", "Urgencia familiar.", ())
    assert found.after.phase is Phase.SUSPENDED
    lost = Writer(justified_absence_without_substitute="abandonment")
    found = effect_of_absence(lost.state, "1", "Urgencia familiar.", ())
    assert (found.after.phase, found.after.winner, found.after.totals.away) == (Phase.ENDED, Side.AWAY, 300)


def test_what_may_not_be_written_has_no_effect() -> None:
    writer = Writer()
    with refused("reason_required"):
        effect(writer.state, EntryKind.SUSPENSION, {"reason": " "})


def test_the_time_of_a_partida_and_when_it_is_short() -> None:
    assert playing_time(BEGAN, resolve({})) is None
    limited = resolve({"time_limit_minutes": 50})
    assert playing_time(None, limited) is None
    time = playing_time(BEGAN, limited)
    assert time is not None
    assert time.until == BEGAN + timedelta(minutes=50)
    assert [time.is_short(BEGAN + timedelta(minutes=minutes)) for minutes in (44, 45)] == [False, True]
    assert [time.is_over(BEGAN + timedelta(minutes=minutes)) for minutes in (49, 50)] == [False, True]


def test_the_minute_after_a_hand_is_what_the_regulation_says() -> None:
    assert comment_until(BEGAN, resolve({"comment_seconds": 45})) == BEGAN + timedelta(seconds=45)
