"""What the competent body rules of a partida (art. 20): each decision on a sheet, and on every sheet."""

from typing import Any

import pytest
from hypothesis import assume, event, given

from federation.rules.parameters import resolve
from matches.rules.board import BoardTerms, replay_board
from matches.rules.domino.hands import Totals
from matches.rules.domino.seats import EndedHow
from matches.rules.event_reports import drops_of, effect
from matches.rules.sheet import (
    Entry,
    EntryKind,
    HandRow,
    HandState,
    Phase,
    SheetState,
    append,
    previous_partida,
)
from matches.rules.sheet_facts import AWAY as GONE
from matches.rules.sheet_rulings import is_undecided
from matches.rules.sides import Side
from tests.event_strategies import eventful_sheets
from tests.matches.rules.test_sheet import refused
from tests.matches.rules.test_sheet_events import rule
from tests.matches.rules.writer import AWAY, HOME, JUDGE, SEATS, Writer
from tests.strategies import PlayedSheet

pytestmark = pytest.mark.pure


def suspended(writer: Writer | None = None, **kwargs: Any) -> Writer:
    writer = writer or Writer(**kwargs)
    writer.put("suspension", {"reason": "Apagón."})
    return writer


def played(*points: int, **kwargs: Any) -> Writer:
    """Hands won by home and away in turn."""
    writer = Writer(**kwargs)
    for index, figure in enumerate(points):
        writer.play("home" if index % 2 == 0 else "away", figure)
    return writer


# ------------------------------------------------------------------ a suspended partida
def test_the_hand_in_play_is_begun_again_and_nothing_is_struck() -> None:
    writer = suspended(played(90, 50))
    rule(writer, "replay_hand")
    assert (writer.state.phase, writer.state.next_hand, writer.state.totals) == (
        Phase.PLAYING,
        3,
        Totals(90, 50),
    )


def test_only_the_last_hand_is_played_again() -> None:
    writer = suspended(played(90, 50))
    with refused("replay_only_of_the_last"):
        rule(writer, "replay_hand", (1, 1))
    rule(writer, "replay_hand", (2, 1))
    assert (writer.state.next_hand, writer.state.next_revision, writer.state.totals) == (2, 2, Totals(90, 0))


def test_a_void_hand_leaves_the_partida_waiting_for_what_becomes_of_it() -> None:
    writer = suspended(played(90, 50))
    rule(writer, "void_hand", (1, 1))
    assert (writer.state.phase, writer.state.totals) == (Phase.SUSPENDED, Totals(0, 50))
    with refused("hand_not_current"):
        rule(writer, "hand_stands", (1, 1))
    rule(writer, "ahead_wins")
    assert (writer.state.winner, writer.state.ended_how) == (Side.AWAY, EndedHow.DECISION)


def test_the_body_puts_another_decision_in_the_place_of_its_own() -> None:
    writer = suspended(played(90, 50))
    rule(writer, "validate")
    rule(writer, "void_hand", (1, 1))
    assert (writer.state.phase, writer.state.winner) == (Phase.SUSPENDED, None)
    rule(writer, "validate")
    assert writer.state.winner is Side.AWAY
    rule(writer, "resume")
    assert (writer.state.phase, writer.state.next_leader_person) == (Phase.PLAYING, "2")


def test_where_it_may_name_a_winner_it_must() -> None:
    writer = suspended(level_ahead_decision="free")
    with refused("winner_needed"):
        rule(writer, "ahead_wins")


def test_a_partida_that_is_played_again_counts_its_drops_anew() -> None:
    writer = Writer()
    drop = {"side": "home", "person": "1", "moment": "during_hand", "face_up": None, "decision": "go_on"}
    writer.put("drop", drop)
    assert drops_of(writer.state).by_side[Side.HOME] == 1
    rule(suspended(writer), "replay_partida")
    assert drops_of(writer.state).by_side[Side.HOME] == 0


# ------------------------------------------------------------------ a finished one
def test_a_result_of_the_table_falls_only_with_the_finding() -> None:
    writer = played(40, 10, 40, target=60)
    for kind, row in (("void_hand", (1, 1)), ("replay_hand", (3, 1)), ("replay_partida", (None, None))):
        with refused("finding_needed"):
            rule(writer, kind, row, distorted=False)
    rule(writer, "hand_stands", (1, 1), distorted=False)
    assert writer.state.phase is Phase.ENDED
    with refused("hand_needed"):
        rule(writer, "replay_hand")
    rule(writer, "replay_hand", (3, 1))
    assert (writer.state.phase, writer.state.next_hand, writer.state.totals) == (
        Phase.PLAYING,
        3,
        Totals(40, 10),
    )


def test_hands_that_were_struck_go_with_the_one_that_is_played_again() -> None:
    writer = played(40, 10, target=60)
    writer.propose("home", 30)
    writer.disagree(10)
    writer.play("away", 20)
    writer.settle(3, "home", 30)
    assert (writer.state.ended_at_hand, writer.state.hands[-1].state) == (3, HandState.STRUCK)
    rule(writer, "replay_hand", (3, 1))
    assert [row.number for row in writer.state.facts.current] == [1, 2]
    assert writer.state.next_hand == 3


def test_an_abandonment_is_filled_up_again_without_the_void_hand() -> None:
    writer = played(40, 10, target=100)
    writer.put("abandonment", {"person": "1", "reason": "Se marcha."})
    rule(writer, "void_hand", (1, 1))
    assert (writer.state.ended_how, writer.state.totals) == (EndedHow.ABANDONMENT, Totals(0, 100))
    rule(writer, "replay_partida")
    assert (writer.state.phase, writer.state.facts.left, writer.state.totals) == (
        Phase.PLAYING,
        None,
        Totals(),
    )


def test_a_partida_that_was_lost_with_the_one_before_has_nothing_to_rule() -> None:
    first = Writer(abandonment_second_partida="lost")
    first.put("abandonment", {"person": "1", "reason": "Se marcha."})
    terms = BoardTerms(
        300, resolve({"abandonment_second_partida": "lost"}), team_competition=True, partidas=2
    )
    lost = replay_board(terms, {Side.HOME: HOME, Side.AWAY: AWAY}, [first.entries, []]).partidas[1]
    with refused("nothing_to_rule"):
        effect(lost, EntryKind.RULING, ruled("replay_partida"))


# ------------------------------------------------------------------ the next partida stays
def next_partida(first: Writer) -> list[Entry]:
    """A second partida that has begun while the first waited."""
    second = Writer(partida=2, previous=previous_partida(first.state), seated=False)
    second.name()
    second.seat(SEATS, leader=1, origin="keep", reason="Nadie perdió.")
    second.play("away", 60)
    return second.entries


def test_a_later_partida_keeps_seats_and_players_whatever_becomes_of_the_one_before() -> None:
    first = suspended(played(90))
    second = next_partida(first)
    rule(first, "resume", next_begun=True)
    first.substitute("2", "5", "home", before_start=False)
    first.put("naming", {"scorer": "1", "counter": "3", "done_by": "players", "judge": None})
    first.play("home", 85)
    rule(suspended(first), "ahead_wins", next_begun=True)
    terms = BoardTerms(300, resolve({}), team_competition=True, partidas=2)
    state = replay_board(terms, {Side.HOME: HOME, Side.AWAY: AWAY}, [first.entries, second])
    assert state.partidas[0].winner is Side.HOME
    assert state.partidas[0].sides[Side.HOME] == ("1", "5")
    later = state.partidas[1]
    assert (later.sides[Side.HOME], later.seats, later.seats_are_stale) == (HOME, SEATS, False)
    assert later.facts.previous.ended_how is EndedHow.SUSPENDED


# ------------------------------------------------------------------ on every sheet
def ruled(kind: str) -> dict[str, Any]:
    return {"kind": kind, "reason": "A juicio del comité.", "winner": None, "distorted": True}


def stopped(sheet: PlayedSheet) -> tuple[SheetState, SheetState]:
    """A sheet as it was when it was suspended, and suspended."""
    state = sheet.before()
    for entry in sheet.entries:
        if is_undecided(state):
            break
        state = append(state, entry)
    assume(state.phase not in (Phase.ENDED, Phase.SUSPENDED))
    return state, effect(state, EntryKind.SUSPENSION, {"reason": JUDGE}).after


@given(eventful_sheets())
def test_each_decision_does_to_any_sheet_what_it_says(sheet: PlayedSheet) -> None:
    before, waits = stopped(sheet)
    goes_on(before, waits)
    is_decided(waits)
    is_played_again(before, waits)
    for row in (row for row in waits.hands if row.totals is not None):
        is_void(waits, row)
    event(f"phase {before.phase}, hands {min(len(waits.hands), 3)}")


def goes_on(before: SheetState, waits: SheetState) -> None:
    """As it stood: same score, seats and leader."""
    again = effect(waits, EntryKind.RULING, ruled("resume")).after
    for name in ("phase", "totals", "seats", "next_hand", "next_revision", "next_leader", "sides", "frozen"):
        assert getattr(again, name) == getattr(before, name)
    assert again.hands == before.hands


def is_decided(waits: SheetState) -> None:
    """Nothing is added to the score."""
    decided = effect(waits, EntryKind.RULING, ruled("validate")).after
    assert (decided.totals, decided.ended_how, decided.next_leader) == (waits.totals, EndedHow.DECISION, None)
    if waits.totals.ahead is not None:
        winner = effect(waits, EntryKind.RULING, ruled("ahead_wins")).after
        assert (winner.winner, winner.totals) == (waits.totals.ahead, waits.totals)


def is_played_again(before: SheetState, waits: SheetState) -> None:
    """From nothing, with the same seats and first lead; every old hand stays, struck."""
    again = effect(waits, EntryKind.RULING, ruled("replay_partida")).after
    assert (again.totals, again.seats, again.first_leader) == (Totals(), before.seats, before.first_leader)
    assert [(row.number, row.proposed) for row in again.hands] == [
        (row.number, row.proposed) for row in before.hands
    ]
    assert all(row.state in GONE for row in again.hands)
    if before.seats is not None:
        assert (again.phase, again.next_hand, again.next_leader) == (Phase.PLAYING, 1, before.first_leader)


def is_void(waits: SheetState, row: HandRow) -> None:
    """The totals are those of the hands that still count, and it goes on waiting."""
    void = effect(waits, EntryKind.RULING, ruled("void_hand"), row.number, row.revision).after
    total = waits.facts.awarded
    for each in void.hands:
        if each.totals is not None:
            total = total.plus(each.side, each.points)
    assert (void.totals, void.phase) == (total, Phase.SUSPENDED)
    assert next(each for each in void.hands if each.number == row.number and each.annulled).totals is None
