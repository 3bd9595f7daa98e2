"""The sheet of frames whatever a table tries: its invariants, and nothing but states and refusals."""

from hypothesis import given, settings
from hypothesis import strategies as st

from federation.rules.errors import RuleError
from matches.rules.pool.endings import LETTERS, LOSSES, NOT_PLAYED, Ending, in_individual_figures, winner_of
from matches.rules.pool.frame_state import FramePhase, FrameState
from matches.rules.pool.frames import FrameEntry, FrameTerms, append, check_entry, replay, start
from matches.rules.pool.series import HALVES, Length
from matches.rules.sheet_facts import HandState
from matches.rules.sides import Side
from tests.frame_strategies import SIDES, acts, damaged, lengths
from tests.pool_strategies import pool_regulations


def hold(state: FrameState) -> None:
    """The invariants of a series of frames."""
    series = state.facts.terms.series
    most = max(state.score.home, state.score.away)
    if series.length is Length.RACE:
        # Nobody passes n.
        assert most <= HALVES * series.frames
        if state.ended_by is not None and state.winner is not None and state.ended_by != "ruling":
            assert most == HALVES * series.frames
    # What is over has no next frame; what goes on has one, or waits for something.
    over = state.phase in (FramePhase.ENDED, FramePhase.SUSPENDED, FramePhase.SETTLEMENT)
    assert (state.next_frame is None) == over
    assert (state.ended_by is not None) == (state.phase is FramePhase.ENDED)
    # A frame has at most one revision in force, and the frames are without gaps.
    late = sum(state.facts.late.values())
    numbers = [row.number for row in state.facts.current]
    assert numbers == list(range(late + 1, late + 1 + len(numbers)))
    assert state.needs_lag == (state.phase is FramePhase.LAG) or state.waiting is not None
    for row in state.facts.current:
        # An ending by article 20 gives the frame to the other side.
        if row.figures.ending in LOSSES:
            assert row.winner is row.figures.side.other
        # A side never approves what it wrote.
        assert all(row.written_by is None or side.value != row.written_by.value for side, _ in row.approved)
        # Who broke first was due; new racks say why they came.
        assert not row.open.racks or row.open.racks[0].breaker is row.breaker
        assert all(rack.cause is not None for rack in row.open.racks[1:])
    rows = [row for row in state.facts.current if row.state in (HandState.APPROVED, HandState.SETTLED)]
    won = {side: sum(row.winner is side for row in rows) + state.facts.late.get(side, 0) for side in Side}
    assert dict(state.frames_won) == won


@settings(max_examples=250, deadline=None)
@given(st.data(), lengths(), pool_regulations(), st.booleans(), st.booleans())
def test_whatever_a_table_tries(data, series, regulation, team, coin_table):
    parameters = {**regulation, "late_arrival": ((10, 1), (20, 2), (30, 9))}
    terms = FrameTerms(series, parameters, team=team, coin_table=coin_table)
    state, entries = start(terms, SIDES), []
    hold(state)
    for seq in range(1, data.draw(st.integers(1, 30)) + 1):
        act = data.draw(acts(state))
        try:
            after = check_entry(state, act.kind, act.data, act.frame, act.revision)
        except RuleError:
            continue
        hold(after)
        entries.append(FrameEntry(seq, act.kind, act.frame, act.revision, None, act.data))
        state = append(state, entries[-1])
        assert state.score == after.score and state.phase is after.phase
    assert replay(terms, SIDES, entries).facts == state.facts


@settings(max_examples=150, deadline=None)
@given(st.data(), lengths(), pool_regulations())
def test_nonsense_is_refused_and_breaks_nothing(data, series, parameters):
    state = start(FrameTerms(series, parameters, first_breaker=Side.HOME), SIDES)
    for _ in range(6):
        act = data.draw(acts(state))
        spoilt = data.draw(damaged(act))
        for tried in (spoilt, act):
            try:
                state = check_entry(state, tried.kind, tried.data, tried.frame, tried.revision)
            except RuleError:
                continue
            hold(state)


@given(st.sampled_from(Ending), st.sampled_from([*Side, None]), pool_regulations())
def test_each_ending_has_one_letter_and_one_winner(ending, side, parameters):
    assert len(set(LETTERS.values())) == len(LETTERS) == len(Ending)
    winner = winner_of(ending, side)
    assert (winner is None) == (side is None or ending is Ending.DRAWN)
    counts = in_individual_figures(ending, parameters)
    assert counts == (ending not in NOT_PLAYED or parameters["walkover_in_individual_figures"])
