"""What happens beside the frames, as steps of the fold (art. 18 contacto, 20 to 24). Pure."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from federation.rules.errors import ConflictError, RuleError
from matches.rules.entry_reading import person_of, text_of, word_of
from matches.rules.pool import frame_checks as checks
from matches.rules.pool import frame_entries as entries_of
from matches.rules.pool.break_order import RackCause
from matches.rules.pool.endings import Ending
from matches.rules.pool.frame_entries import FrameFigures, FrameRulingKind
from matches.rules.pool.frame_facts import EndedBy, FrameEnd, FrameFacts, Ledger, OpenFrame, SheetOfFrames
from matches.rules.pool.frame_state import FramePhase, FrameState, rack_again
from matches.rules.pool.frozen import Scope, null_game
from matches.rules.pool.slow_play import Event, after
from matches.rules.sides import Person, Side

Data = Mapping[str, Any]


def _with_ledger(facts: SheetOfFrames, person: Person, ledger: Ledger) -> SheetOfFrames:
    return replace(facts, ledger=MappingProxyType({**facts.ledger, person: ledger}))


def foul(state: FrameState, data: Data, _frame: int | None, _revision: int | None) -> SheetOfFrames:
    """A foul by its letter; one on purpose is counted against the player (18.5)."""
    told = entries_of.read_foul(data)
    checks.frame_in_play(state)
    if checks.player_here(state, told.person) is not told.side:
        raise RuleError("player_not_here", field="person")
    facts = replace(state.facts, open=replace(state.facts.open, fouls=(*state.facts.open.fouls, told)))
    if not told.on_purpose:
        return facts
    ledger = facts.of(told.person)
    return _with_ledger(facts, told.person, replace(ledger, on_purpose=ledger.on_purpose + 1))


def warning(state: FrameState, data: Data, _frame: int | None, _revision: int | None) -> SheetOfFrames:
    """A warning for fouls on purpose, recorded apart from them."""
    told = entries_of.read_warning(data)
    checks.not_over(state)
    checks.player_here(state, told.person)
    return _with_ledger(state.facts, told.person, replace(state.facts.of(told.person), warned=True))


def pace(state: FrameState, data: Data, _frame: int | None, _revision: int | None) -> SheetOfFrames:
    """A step of the ladder of slow play (art. 24)."""
    told = entries_of.read_pace(data)
    checks.not_over(state)
    checks.player_here(state, told.person)
    ledger = state.facts.of(told.person)
    then, _ = after(ledger.pace, Event(told.step, told.seconds), state.facts.terms.parameters)
    return _with_ledger(state.facts, told.person, replace(ledger, pace=then))


def null(state: FrameState, data: Data, frame: int | None, revision: int | None) -> SheetOfFrames:
    """A null game: lost, void or played again, of this frame or of the whole partida (18.5)."""
    told = entries_of.read_null_game(data)
    checks.null_flow(state, told)
    if (frame, revision) != (state.next_frame, state.next_revision):
        raise ConflictError("frame_out_of_order", expected=state.next_frame)
    facts, offender = state.facts, checks.player_here(state, told.person)
    how = null_game(facts.terms.parameters)
    winner = offender.other if how.lost_by_offender else None
    if how.scope is Scope.PARTIDA:
        if not how.played_again:
            return replace(facts, end=FrameEnd(EndedBy.NULL_GAME, winner, void=winner is None))
        rows = tuple(replace(row, set_aside=True) for row in facts.rows)
        return replace(facts, rows=rows, open=OpenFrame())
    breaker = checks.frame_in_play(state)
    if how.played_again:
        return replace(facts, open=OpenFrame(racks=rack_again(facts, breaker, RackCause.NULL_GAME)))
    row = FrameFacts(
        number=state.next_frame or 0,
        revision=state.next_revision or 0,
        proposed=FrameFigures(Ending.NULL, offender),
        breaker=breaker,
        written_by=None,
        open=facts.open,
        null_winner=winner,
    )
    return replace(facts, rows=(*facts.rows, row), open=OpenFrame())


def late(state: FrameState, data: Data, _frame: int | None, _revision: int | None) -> SheetOfFrames:
    """A side came late: the rival gets the frames of the ladder; past its last rung, the partida."""
    side, minutes = entries_of.read_late(data)
    _before_play(state)
    ladder = state.facts.terms.parameters["late_arrival"]
    if ladder is None:
        raise RuleError("no_late_ladder")
    if state.facts.late:
        raise ConflictError("late_noted_already")
    reached = [frames for after_minutes, frames in ladder if minutes >= after_minutes]
    if len(reached) == len(ladder):
        return replace(state.facts, end=FrameEnd(EndedBy.LATE, side.other))
    # A frame is still to be played: what lateness gives never ends the partida by itself.
    frames = min(reached[-1] if reached else 0, state.facts.terms.series.frames - 1)
    return replace(state.facts, late=MappingProxyType({side.other: frames} if frames else {}))


def _before_play(state: FrameState) -> None:
    checks.not_over(state)
    if state.facts.has_begun:
        raise RuleError("partida_begun")


def no_show(state: FrameState, data: Data, _frame: int | None, _revision: int | None) -> SheetOfFrames:
    """A side, or both, did not come."""
    absent = entries_of.read_absent(data)
    _before_play(state)
    winner = absent[0].other if len(absent) == 1 else None
    return replace(state.facts, end=FrameEnd(EndedBy.NO_SHOW, winner))


def concession(state: FrameState, data: Data, _frame: int | None, _revision: int | None) -> SheetOfFrames:
    """A side gives up the partida."""
    side = word_of(data, "side", Side)
    text_of(data, "reason")
    checks.not_over(state)
    return replace(state.facts, end=FrameEnd(EndedBy.CONCESSION, side.other))


def disqualification(
    state: FrameState, data: Data, _frame: int | None, _revision: int | None
) -> SheetOfFrames:
    """The sporting director has disqualified a player from the competition (art. 22)."""
    person = person_of(data, "person")
    person_of(data, "director")
    text_of(data, "reason")
    checks.not_over(state)
    side = checks.player_here(state, person)
    return replace(state.facts, end=FrameEnd(EndedBy.DISQUALIFICATION, side.other))


def suspension(state: FrameState, data: Data, _frame: int | None, _revision: int | None) -> SheetOfFrames:
    """The partida stops until the competent body rules."""
    reason = text_of(data, "reason")
    checks.not_over(state)
    return replace(state.facts, suspended=reason)


def ruling(state: FrameState, data: Data, _frame: int | None, _revision: int | None) -> SheetOfFrames:
    """What the competent body decides of a partida that is suspended or has ended."""
    told = entries_of.read_ruling(data)
    if state.phase not in (FramePhase.SUSPENDED, FramePhase.ENDED):
        raise RuleError("nothing_to_rule")
    facts = state.facts
    if told.kind is FrameRulingKind.RESUME:
        if facts.suspended is None:
            raise RuleError("partida_not_suspended")
        return replace(facts, suspended=None)
    if told.kind is FrameRulingKind.VOID:
        return replace(facts, suspended=None, end=FrameEnd(EndedBy.RULING, None, void=True))
    if told.kind is FrameRulingKind.NAMED_WINNER and told.winner is None:
        raise RuleError("frame_side_needed", field="winner")
    # The score stands with whoever is named, or with whoever is ahead; only the former fills it up.
    named = told.kind is FrameRulingKind.NAMED_WINNER
    score = state.score
    ahead = None if score.is_level else Side.HOME if score.home > score.away else Side.AWAY
    winner = told.winner if named else ahead
    return replace(facts, suspended=None, end=FrameEnd(EndedBy.RULING, winner, fills=named))


def reason_content(_state: FrameState, data: Data) -> None:
    """It needs a reason."""
    checks.need_reason(text_of(data, "reason"))
