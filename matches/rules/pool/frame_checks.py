"""May this entry be appended now to a sheet of frames? Pure.

As in `sheet_checks`: the *flow* checks are made by the replay too; the *content* checks only before an
entry is kept, by `frames.check_entry`.
"""

from federation.rules.errors import ConflictError, RuleError
from matches.rules.domino.officials import ApprovalHow, check_how
from matches.rules.pool.endings import WRITTEN, Ending
from matches.rules.pool.frame_entries import (
    Agreed,
    BreakData,
    Deciding,
    EightOnBreak,
    FrameApproval,
    FrameData,
    FrameFigures,
    FrameRetraction,
    FrameSettlement,
    Legality,
    NewRackData,
    NullGameData,
    PaceData,
)
from matches.rules.pool.frame_facts import FrameFacts
from matches.rules.pool.frame_state import FramePhase, FrameState, lag_key
from matches.rules.pool.ruling import rule_shot
from matches.rules.pool.shots import Choice, Foul, Phase, Shot
from matches.rules.pool.slow_play import Event, Step, StepOutcome, after
from matches.rules.pool.stalemate import Next, after_stalemate, may_decide
from matches.rules.sheet_facts import HandState
from matches.rules.sides import Person, Side


def not_over(state: FrameState) -> None:
    """RuleError where the partida takes nothing more: `partida_over`, `partida_suspended`."""
    if state.phase is FramePhase.ENDED:
        raise RuleError("partida_over")
    if state.phase is FramePhase.SUSPENDED:
        raise RuleError("partida_suspended")


def need_reason(reason: str) -> None:
    """RuleError `reason_required`."""
    if not reason.strip():
        raise RuleError("reason_required", field="reason")


def player_here(state: FrameState, person: Person) -> Side:
    """The side of a player of this partida; RuleError `player_not_here`."""
    side = state.facts.side_of(person)
    if side is None:
        raise RuleError("player_not_here", field="person")
    return side


def frame_in_play(state: FrameState) -> Side:
    """Who is due to break the frame in play; RuleError where none can be."""
    not_over(state)
    if state.waiting is not None:
        raise RuleError("frame_approval_pending", frame=state.waiting)
    if state.phase is FramePhase.SETTLEMENT:
        raise RuleError("frame_settlement_needed", frames=", ".join(map(str, state.disputed)))
    if state.next_breaker is None:
        raise RuleError("lag_needed")
    return state.next_breaker


def lag_flow(state: FrameState) -> None:
    """Only where a lag decides, and while nothing of that frame is written (art. 4)."""
    not_over(state)
    if state.next_frame is None or state.waiting is not None:
        raise RuleError("lag_not_due")
    again = lag_key(state.facts, state.next_frame) in state.facts.lags
    if not state.needs_lag and not again:
        raise RuleError("lag_not_due")
    if state.facts.open.racks:
        raise ConflictError("break_noted_already")


def break_flow(state: FrameState, data: BreakData) -> None:
    """The rack that is up is broken once, by who is due."""
    frame_in_play(state)
    racks = state.facts.open.racks
    if racks and racks[-1].told is not None:
        raise ConflictError("break_noted_already")
    if data.breaker is not state.rack_breaker:
        raise ConflictError("breaker_not_due")


def break_content(state: FrameState, data: BreakData) -> None:
    """What articles 6 and 7.2 leave to be chosen is chosen, and nothing else."""
    ruling = rule_shot(_shot(state, data), state.facts.terms.parameters)
    allowed = (Choice.RESTART, Choice.RESPOT) if ruling.ask else ruling.options
    if allowed and data.choice is None:
        raise RuleError("break_choice_needed", field="choice")
    if data.choice is not None and data.choice not in allowed:
        raise RuleError("break_choice_not_open", field="choice")


def _shot(state: FrameState, data: BreakData) -> Shot:
    """The break as a stroke: what was noted of it stands for the balls that made it so."""
    fallen = {1: None} if data.legality is Legality.LEGAL else {}
    return Shot(
        phase=Phase.BREAK,
        falls={8: None} if data.eight is EightOnBreak.POCKETED else fallen,
        off=(8,) if data.eight is EightOnBreak.OFF else (),
        fouls=(Foul.CUE_BALL_POCKETED,) if data.cue_ball_gone else (),
        to_cushion={Legality.LEGAL: 4, Legality.ILLEGAL: 0, Legality.NOT_NOTED: None}[data.legality],
        coin_table=state.facts.terms.coin_table,
    )


def by_referee(state: FrameState, by: Deciding) -> None:
    """The referee decides, or both captains without one (`without_referee`); RuleError `referee_needed`."""
    if by.judge is not None:
        return
    if not by.both_captains or not may_decide(state.facts.terms.parameters, by_referee=False):
        raise RuleError("referee_needed")


def new_rack_content(state: FrameState, data: NewRackData) -> None:
    """By agreement of both (21.2), or after a stalemate that is played again (21.1)."""
    if data.cause is Agreed.BOTH_AGREE:
        if data.by.judge is None and not data.by.both_captains:
            raise RuleError("both_must_agree")
        return
    by_referee(state, data.by)
    terms = state.facts.terms
    if after_stalemate(terms.series.length, terms.parameters) is not Next.REPLAY:
        raise RuleError("stalemate_is_drawn")


def pace_content(state: FrameState, data: PaceData) -> None:
    """A limit only after its warning, where the regulation wants it (art. 24)."""
    if data.step is not Step.SHOT:
        by_referee(state, data.by)
    pace = state.facts.of(data.person).pace
    _, outcome = after(pace, Event(data.step, data.seconds), state.facts.terms.parameters)
    if outcome is StepOutcome.REFUSED:
        raise RuleError("limit_before_warning")


def frame_flow(state: FrameState, data: FrameData, frame: int | None, revision: int | None) -> None:
    """The next frame, with the revision that is due, when nothing stands before it."""
    if any((row.number, row.revision) == (frame, revision) for row in state.facts.rows):
        raise ConflictError("frame_already_written", frame=frame)
    frame_in_play(state)
    if (frame, revision) != (state.next_frame, state.next_revision):
        raise ConflictError("frame_out_of_order", expected=state.next_frame)
    if data.breaker is not state.next_breaker:
        raise ConflictError("breaker_not_due")


def frame_content(state: FrameState, figures: FrameFigures) -> None:
    """An ending that a table writes, with the side that it needs, and drawn only where that may be."""
    if figures.ending not in WRITTEN:
        raise RuleError("ending_not_here", field="ending")
    if (figures.side is None) != (figures.ending is Ending.DRAWN):
        raise RuleError("frame_side_needed", field="side")
    if figures.run_out and figures.ending is not Ending.EIGHT:
        raise RuleError("run_out_needs_eight", field="run_out")
    terms = state.facts.terms
    if figures.ending is Ending.DRAWN:
        if after_stalemate(terms.series.length, terms.parameters) is not Next.DRAWN:
            raise RuleError("drawn_not_here", field="ending")
        _drawn_decides_nothing(state)


def _drawn_decides_nothing(state: FrameState) -> None:
    """Half a frame never ends a race: such a frame is played again."""
    terms, score = state.facts.terms, state.score
    shared = terms.parameters["drawn_frame_value"] == "half_each"
    if (
        terms.series.length == "race"
        and shared
        and max(score.home, score.away) + 1 >= 2 * terms.series.frames
    ):
        raise RuleError("drawn_decides_nothing", field="ending")


def null_flow(state: FrameState, data: NullGameData) -> None:
    """While a frame is in play, of one of its players."""
    frame_in_play(state)
    player_here(state, data.person)


def null_content(state: FrameState, data: NullGameData) -> None:
    """Only of somebody who was warned and has done it again, with a reason (18.5)."""
    need_reason(data.reason)
    ledger = state.facts.of(data.person)
    if not ledger.warned or ledger.on_purpose < 2:
        raise RuleError("null_needs_warning", field="person")


def current_row(state: FrameState, frame: int | None, revision: int | None) -> FrameFacts:
    """The row in force that an entry speaks of; somebody may have been first."""
    for row in state.facts.current:
        if row.number == frame and row.revision == revision:
            return row
    raise ConflictError("frame_not_current", frame=frame)


def awaited(state: FrameState, side: Side, frame: int | None, revision: int | None) -> FrameFacts:
    """A frame that waits for this side's approval; a side does not approve what it wrote itself."""
    not_over(state)
    row = current_row(state, frame, revision)
    if side in row.sides_missing and row.state is HandState.PROPOSED:
        return row
    if row.written_by is not None and row.written_by.value == side.value:
        raise RuleError("approval_own_frame", field="side")
    raise ConflictError("frame_not_awaiting_approval", frame=frame)


def approval_content(state: FrameState, data: FrameApproval) -> None:
    """In one of the ways that the regulation allows (`approval_mode`)."""
    if data.how is ApprovalHow.PAPER:
        raise RuleError("approval_mode_not_allowed", how=data.how.value)
    check_how(data.how, state.facts.terms.parameters)


def disagreement_content(state: FrameState, figures: FrameFigures, row: FrameFacts) -> None:
    """Another ending or another side than what was written."""
    frame_content(state, figures)
    if figures == row.proposed:
        raise RuleError("frame_same_figures")


def disputed_row(state: FrameState, frame: int | None, revision: int | None) -> FrameFacts:
    """A frame to be settled."""
    not_over(state)
    row = current_row(state, frame, revision)
    if row.state is not HandState.DISAGREED:
        raise ConflictError("frame_not_disputed", frame=frame)
    return row


def settlement_content(state: FrameState, data: FrameSettlement) -> None:
    """By the judge, or by two persons, with a reason."""
    need_reason(data.reason)
    if data.judge is None and len(set(data.persons)) < 2:
        raise RuleError("settlement_needs_both")
    frame_content(state, data.figures)


def last_row(state: FrameState, frame: int | None, revision: int | None) -> FrameFacts:
    """The last frame, which alone can be taken back, and not while it is disputed."""
    if state.facts.end is not None or state.phase is FramePhase.SUSPENDED:
        not_over(state)
    row = current_row(state, frame, revision)
    if row != state.facts.current[-1] or state.facts.open.racks:
        raise ConflictError("frame_retraction_not_last", frame=frame)
    if row.state is HandState.DISAGREED:
        raise RuleError("disputed_frame_is_settled", frame=frame)
    return row


def retraction_content(row: FrameFacts, data: FrameRetraction) -> None:
    """An approved frame goes only with two persons, one of each side, or with the judge."""
    if row.state is HandState.PROPOSED or data.judge is not None:
        return
    if len(set(data.approved_by)) < 2:
        raise RuleError("frame_retraction_needs_both", frame=row.number)
