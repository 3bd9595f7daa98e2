"""What holds for every sheet of hands, and for anything else that comes in; see also `test_whole_boards`."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import assume, event, given
from hypothesis import strategies as st

from federation.rules.errors import RuleError
from federation.rules.parameters import defaults
from matches.rules.domino.hands import HandEnding, Totals
from matches.rules.sheet import (
    Entry,
    EntryKind,
    HandState,
    Phase,
    SheetState,
    SheetTerms,
    append,
    check_entry,
    replay,
)
from matches.rules.sides import Side, right_of
from tests.matches.rules.writer import Writer
from tests.strategies import (
    JSON,
    PLAUSIBLE,
    SIDES,
    PlayedSheet,
    nonsense_data,
    possible_acts,
    sheets,
)

COUNTED = (HandState.APPROVED, HandState.SETTLED)


def states_of(sheet: PlayedSheet) -> list[SheetState]:
    states = [sheet.before()]
    for entry in sheet.entries:
        states.append(append(states[-1], entry))
    return states


@given(sheets())
def test_a_hand_is_led_by_the_right_neighbour_unless_a_tied_block_keeps_the_lead(sheet: PlayedSheet):
    state = states_of(sheet)[-1]
    keeps = state.terms.parameters["tied_block"] == "no_points_same_leader"
    rows = [row for row in state.hands if row.state is not HandState.RETRACTED]
    for before, row in pairwise(rows):
        stays = keeps and before.ending is HandEnding.TIED_BLOCK
        due = before.leader if stays else right_of(before.leader)
        assert row.lead_mismatch == (row.leader != due)
    event(f"lead mismatch: {any(row.lead_mismatch for row in rows)}")


@given(sheets())
def test_a_partida_ends_once_for_one_side_and_takes_no_hand_afterwards(sheet: PlayedSheet):
    states = states_of(sheet)
    for state in states:
        target = state.terms.target
        reached = [side for side in Side if state.totals.of(side) >= target]
        assert len(reached) <= 1
        assert (state.winner is not None) == (state.phase is Phase.ENDED)
        if state.phase is Phase.ENDED:
            assert state.winner in reached
            assert state.frozen == ()
            later = [row for row in state.hands if row.number > state.ended_at_hand]
            assert {row.state for row in later} <= {HandState.STRUCK, HandState.RETRACTED}
            assert all(row.totals is None for row in later)
            assert not state.can_propose
            assert state.why_not == "partida_over"
        elif reached:
            assert state.phase is Phase.SETTLEMENT
            assert state.frozen
    event(f"last phase: {states[-1].phase}")


@given(sheets(), st.data())
def test_no_hand_is_written_after_the_end_or_over_another(sheet: PlayedSheet, data: st.DataObject):
    state = states_of(sheet)[-1]
    number = data.draw(st.integers(0, len(state.hands) + 2))
    revision = data.draw(st.integers(0, 3))
    proposed = {
        "side": "home", "points": 30, "ending": "domino", "reason": "",
        "leader": state.next_leader, "leader_person": state.next_leader_person,
    }  # fmt: skip
    try:
        check_entry(state, EntryKind.HAND, proposed, number, revision, "1")
    except RuleError:
        return
    assert state.can_propose
    assert (number, revision) == (state.next_hand, state.next_revision)
    assert all((row.number, row.revision) != (number, revision) for row in state.hands)


@given(sheets(most=12), st.sampled_from(EntryKind), st.data())
def test_any_input_gives_a_result_or_a_rule_error(sheet, kind, data):
    state = states_of(sheet)[-1]
    sent = data.draw(nonsense_data(kind))
    hand, revision = data.draw(row_numbers(state))
    try:
        check_entry(state, kind, sent, hand, revision, "1", confirmed=data.draw(st.booleans()))
    except RuleError as error:
        event(f"{kind}: {error.code}")
    else:
        event(f"{kind}: accepted")
        after = append(state, Entry(1000, kind, hand, revision, "1", sent))
        assert after.facts.last_seq == 1000
        assert after.facts != state.facts


@given(sheets(most=12), st.data())
def test_a_damaged_entry_gives_a_result_or_a_rule_error(sheet, data):
    state = states_of(sheet)[-1]
    acts = possible_acts(state, 1000)
    assume(acts)
    entry = data.draw(data.draw(st.sampled_from(acts)))
    damaged = dict(entry.data)
    damaged[data.draw(st.sampled_from(sorted(damaged)))] = data.draw(PLAUSIBLE | JSON)
    try:
        check_entry(state, entry.kind, damaged, entry.hand, entry.revision, "1", confirmed=True)
    except RuleError as error:
        event(f"{entry.kind}: {error.code}")
    else:
        append(state, replace(entry, data=damaged))


def row_numbers(state: SheetState) -> st.SearchStrategy[tuple[int | None, int | None]]:
    likely = [(row.number, row.revision) for row in state.hands]
    likely += [(state.next_hand, state.next_revision)] * 2
    return st.sampled_from(likely) | st.tuples(st.none() | st.integers(-1, 6), st.none() | st.integers(-1, 3))


@given(st.data())
def test_any_stream_gives_a_state_or_a_rule_error(data):
    sent = []
    for seq in range(1, data.draw(st.integers(1, 6)) + 1):
        kind = data.draw(st.sampled_from(EntryKind))
        hand = data.draw(st.integers(0, 2))
        sent.append(Entry(seq, kind, hand, 1, None, data.draw(nonsense_data(kind))))
    try:
        state = replay(SheetTerms(200, defaults()), SIDES, sent)
    except RuleError as error:
        event(error.code)
    else:
        assert state.facts.last_seq == len(sent)


@st.composite
def hands_with_frozen_ones(draw: st.DrawFn):
    """Hands (side, points, frozen?) and the order in which the frozen ones are settled."""
    hand = st.tuples(st.sampled_from(list(Side)), st.integers(3, 90), st.booleans())
    hands = draw(st.lists(hand, min_size=2, max_size=9))
    frozen = [number for number, (_, _, is_frozen) in enumerate(hands, 1) if is_frozen]
    return hands, draw(st.permutations(frozen))


@given(hands_with_frozen_ones())
def test_settlements_in_any_order_end_the_partida_where_the_whole_sheet_says(drawn):
    hands, order = drawn
    writer = Writer(target=100)
    written = []
    for side, points, is_frozen in hands:
        if not writer.state.can_propose:
            break
        written.append((side, points))
        # What is settled in the end is neither what was proposed nor what the other counted.
        writer.propose(side.other if is_frozen else side, points)
        writer.disagree(points + 1) if is_frozen else writer.approve()
    for number in order:
        if number <= len(written) and number in writer.state.frozen:
            writer.settle(number, *written[number - 1])
    state = writer.state

    totals, ended_at = Totals(), None
    for number, (side, points) in enumerate(written, 1):
        totals = totals.plus(side, points)
        if totals.of(side) >= 100:
            ended_at = number
            break
    assert state.totals == totals
    assert state.ended_at_hand == ended_at
    assert [row.state is HandState.STRUCK for row in state.hands] == [
        ended_at is not None and row.number > ended_at for row in state.hands
    ]
    event(f"struck: {any(row.state is HandState.STRUCK for row in state.hands)}")
