"""What holds for every sheet with everything that may happen at a table in it."""

import pytest
from hypothesis import event, given

from federation.rules.errors import RuleError
from matches.rules.domino.hands import Totals
from matches.rules.domino.lead import numbers
from matches.rules.sheet import (
    EntryKind,
    HandState,
    Phase,
    SheetState,
    append,
    check_entry,
    previous_partida,
    replay,
)
from matches.rules.sides import Side
from tests.event_strategies import event_acts, eventful_sheets
from tests.strategies import SIDES, PlayedSheet, possible_acts

pytestmark = pytest.mark.pure


def states_of(sheet: PlayedSheet) -> list[SheetState]:
    states = [sheet.before()]
    for entry in sheet.entries:
        states.append(append(states[-1], entry))
    return states


@given(eventful_sheets())
def test_one_entry_more_is_the_replay_of_all(sheet: PlayedSheet) -> None:
    states = states_of(sheet)
    for length in (len(sheet.entries) // 2, len(sheet.entries)):
        assert replay(sheet.terms, SIDES, sheet.entries[:length], sheet.previous) == states[length]
    for entry in sheet.entries:
        event(f"{entry.kind}")


@given(eventful_sheets())
def test_every_act_passes_its_check(sheet: PlayedSheet) -> None:
    """What the strategies take for allowed is allowed: so the properties below speak of real sheets."""
    state = sheet.before()
    for entry in sheet.entries:
        if entry.kind in {EntryKind.ANNULMENT, EntryKind.DROP, EntryKind.RULING, EntryKind.TIME}:
            check_entry(state, entry.kind, entry.data, entry.hand, entry.revision, entry.by)
        state = append(state, entry)


@given(eventful_sheets())
def test_totals_are_what_the_counted_hands_give(sheet: PlayedSheet) -> None:
    for state in states_of(sheet):
        total = state.facts.awarded
        for row in state.hands:
            if row.totals is not None:
                assert row.state in (HandState.APPROVED, HandState.SETTLED)
                total = total.plus(row.side, row.points)
        if state.facts.end is None:
            assert state.totals == total
        assert state.totals.home >= 0
        assert state.totals.away >= 0
        assert state.counts_outside.home <= max(state.totals.home, sheet.terms.target)


@given(eventful_sheets())
def test_one_leader_while_playing_and_none_otherwise(sheet: PlayedSheet) -> None:
    for state in states_of(sheet):
        assert (state.next_leader is not None) == (state.phase is Phase.PLAYING)
        if state.next_leader is not None and state.seats is not None:
            assert numbers(state.seats, state.seats[state.next_leader])[1] == state.next_leader_person


@given(eventful_sheets())
def test_a_past_lead_is_never_rewritten(sheet: PlayedSheet) -> None:
    known: dict[tuple[int, int], int] = {}
    for state in states_of(sheet):
        for row in state.hands:
            assert known.setdefault((row.number, row.revision), row.leader) == row.leader
    event(f"lead found different later: {any(row.lead_mismatch for row in state.hands)}")


@given(eventful_sheets())
def test_no_sheet_is_ever_stuck(sheet: PlayedSheet) -> None:
    state = states_of(sheet)[-1]
    acts = possible_acts(state, 999) + event_acts(state, 999)
    assert acts or state.phase is Phase.ENDED
    if state.phase is Phase.PLAYING and not state.can_propose:
        assert state.why_not in ("approval_pending", "naming_needed")
    if state.phase is Phase.SETTLEMENT:
        assert state.frozen
    event(f"phase {state.phase}, ended {state.ended_how}")


@given(eventful_sheets())
def test_an_end_has_at_most_one_winner_and_takes_no_hand(sheet: PlayedSheet) -> None:
    state = states_of(sheet)[-1]
    assert (state.ended_how is not None) == (state.phase is Phase.ENDED)
    assert state.winner is None or state.phase is Phase.ENDED
    if state.phase is not Phase.ENDED:
        return
    assert not state.can_propose
    loser = state.winner.other if state.winner else None
    if loser is not None and state.ended_how in ("target", "abandonment"):
        assert state.totals.of(loser) < sheet.terms.target <= state.totals.of(loser.other)
    hand = {"side": "home", "points": 30, "ending": "domino", "reason": "", "leader": 0, "leader_person": "1"}
    with pytest.raises(RuleError):
        check_entry(state, EntryKind.HAND, hand, len(state.facts.current) + 1, 1, "1")


@given(eventful_sheets())
def test_the_next_partida_can_begin_after_an_end_or_a_suspension(sheet: PlayedSheet) -> None:
    state = states_of(sheet)[-1]
    if state.phase in (Phase.ENDED, Phase.SUSPENDED):
        replay(sheet.terms, state.sides, (), previous_partida(state))


@given(eventful_sheets())
def test_an_annulled_hand_keeps_its_place_and_counts_nothing(sheet: PlayedSheet) -> None:
    state = states_of(sheet)[-1]
    current = [row for row in state.hands if row.state not in (HandState.RETRACTED, HandState.SET_ASIDE)]
    assert [row.number for row in current] == list(range(1, len(current) + 1))
    annulled = [row for row in current if row.annulled is not None]
    assert all(row.totals is None for row in annulled)
    event(f"annulled: {len(annulled)}")


@given(eventful_sheets())
def test_nobody_wins_by_lot_of_the_clock(sheet: PlayedSheet) -> None:
    state = states_of(sheet)[-1]
    if state.ended_how != "time":
        return
    if state.totals.ahead is not None:
        assert state.winner is state.totals.ahead
    elif state.terms.parameters["time_level"] == "extra_hand":
        assert state.winner is not None, "level, the hands go on"
    assert state.totals != Totals() or state.winner in (None, *Side)
