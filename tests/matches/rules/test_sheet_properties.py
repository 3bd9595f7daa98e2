"""What holds for every sheet that a table could write, and for anything else that comes in."""

from hypothesis import event, given
from hypothesis import strategies as st

from federation.rules.errors import RuleError
from matches.rules.domino.hands import HandEnding, Totals
from matches.rules.domino.lead import numbers
from matches.rules.sheet import (
    Entry,
    EntryKind,
    HandState,
    Phase,
    SheetState,
    append,
    check_entry,
    previous_partida,
    replay,
)
from matches.rules.sides import Side, partners_sit_opposite, right_of
from tests.strategies import SIDES, PlayedSheet, nonsense_data, sheets

COUNTED = (HandState.APPROVED, HandState.SETTLED)


def states_of(sheet: PlayedSheet) -> list[SheetState]:
    states = [sheet.before()]
    for entry in sheet.entries:
        states.append(append(states[-1], entry))
    return states


@given(sheets())
def test_one_entry_more_is_the_replay_of_all(sheet: PlayedSheet):
    for length, state in enumerate(states_of(sheet)):
        assert replay(sheet.terms, SIDES, sheet.entries[:length], sheet.previous) == state


@given(sheets())
def test_totals_are_the_sum_of_the_approved_counted_hands(sheet: PlayedSheet):
    for state in states_of(sheet):
        total = Totals()
        for row in state.hands:
            if row.totals is not None:
                assert row.state in COUNTED
                total = total.plus(row.side, row.points)
                assert row.totals == total
        assert state.totals == total
        if state.phase is Phase.PLAYING:
            assert all(row.totals is not None for row in state.hands if row.state in COUNTED)


@given(sheets())
def test_a_hand_is_led_by_the_right_neighbour_unless_a_tied_block_keeps_the_lead(sheet: PlayedSheet):
    state = states_of(sheet)[-1]
    keeps = state.terms.parameters["tied_block"] == "no_points_same_leader"
    rows = [row for row in state.hands if row.state is not HandState.RETRACTED]
    for before, row in zip(rows, rows[1:], strict=False):
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


@given(sheets())
def test_partners_sit_opposite_and_the_numbers_are_a_permutation(sheet: PlayedSheet):
    for state in states_of(sheet):
        if state.seats is None:
            continue
        assert partners_sit_opposite(state.seats, *state.facts.pairs)
        for leader in state.seats:
            found = numbers(state.seats, leader)
            assert sorted(found) == [1, 2, 3, 4]
            assert sorted(found.values()) == sorted(state.seats)
            assert found[1] == leader


@given(sheets())
def test_what_a_sheet_could_write_is_accepted_by_the_check(sheet: PlayedSheet):
    state = sheet.before()
    for entry in sheet.entries:
        try:
            check_entry(
                state, entry.kind, entry.data, entry.hand, entry.revision, entry.by, confirmed=True
            )
        except RuleError as error:
            # The strategy draws the same figures for a disagreement now and then.
            assert error.code == "disagreement_same_figures"
        state = append(state, entry)


@given(sheets())
def test_the_next_partida_can_always_begin(sheet: PlayedSheet):
    state = states_of(sheet)[-1]
    if state.phase is Phase.ENDED:
        previous = previous_partida(state)
        assert len(previous.leads) == state.ended_at_hand
        replay(sheet.terms, state.sides, (), previous)


@given(
    sheets(most=12),
    st.sampled_from(EntryKind),
    nonsense_data(),
    st.none() | st.integers(-1, 6),
    st.none() | st.integers(-1, 3),
    st.booleans(),
)
def test_any_input_gives_a_result_or_a_rule_error(sheet, kind, data, hand, revision, confirmed):
    state = states_of(sheet)[-1]
    try:
        check_entry(state, kind, data, hand, revision, "1", confirmed=confirmed)
        after = append(state, Entry(1000, kind, hand, revision, "1", data))
    except RuleError as error:
        event(f"{kind}: {error.code}")
    else:
        event(f"{kind}: accepted")
        assert after.facts.last_seq == 1000


@given(st.lists(st.tuples(st.sampled_from(EntryKind), nonsense_data(), st.integers(0, 2)), max_size=6))
def test_any_stream_gives_a_state_or_a_rule_error(stream):
    sheet = PlayedSheet(terms_of_defaults(), None, ())
    entries = [Entry(seq, kind, hand, 1, None, data) for seq, (kind, data, hand) in enumerate(stream, 1)]
    try:
        assert isinstance(replay(sheet.terms, SIDES, entries), SheetState)
    except RuleError:
        pass


def terms_of_defaults():
    from federation.rules.parameters import defaults
    from matches.rules.sheet import SheetTerms

    return SheetTerms(200, defaults())
