"""The state of a sheet of frames: what follows from what was written. Pure.

`derive` works everything out from the facts each time: no score, breaker or phase is kept beside the
entries that it comes from, except the breakers that the entries themselves tell.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from matches.rules.pool import break_order
from matches.rules.pool.break_order import Outcome, RackCause
from matches.rules.pool.endings import Ending
from matches.rules.pool.frame_facts import ENDING_GIVEN, EndedBy, FrameFacts, Rack, SheetOfFrames
from matches.rules.pool.series import HALVES, Halves, Length, halves_of
from matches.rules.sheet_facts import HandState
from matches.rules.sides import Side

COUNTED = (HandState.APPROVED, HandState.SETTLED)
SIDES = (Side.HOME, Side.AWAY)


class FramePhase(StrEnum):
    """What a table has to do next."""

    LAG = "lag"  # who breaks the next frame is still to be decided
    PLAYING = "playing"
    SETTLEMENT = "settlement"  # a disputed frame could end the partida
    SUSPENDED = "suspended"
    ENDED = "ended"


@dataclass(frozen=True)
class Given:
    """Frames that a side got without playing them."""

    ending: Ending
    side: Side
    frames: int


@dataclass(frozen=True)
class FrameState:
    """A partida as its entries leave it: what pages, the acta and the next check read.

    `score` is in half frames. `next_breaker` is due to break the next frame; `rack_breaker` breaks the
    rack that is up now. `winner` None at the end: level, or void.
    """

    phase: FramePhase
    facts: SheetOfFrames = field(repr=False)
    score: Halves
    frames_won: Mapping[Side, int]
    drawn: int
    given: tuple[Given, ...]
    disputed: tuple[int, ...]
    waiting: int | None
    next_frame: int | None
    next_revision: int | None
    next_breaker: Side | None
    rack_breaker: Side | None
    needs_lag: bool
    is_decider: bool
    winner: Side | None
    ended_by: EndedBy | None
    is_void: bool

    @property
    def frames(self) -> tuple[FrameFacts, ...]:
        """Every revision of every frame, in the order of writing."""
        return self.facts.rows


@dataclass(frozen=True)
class _Count:
    won: Mapping[Side, int]
    drawn: int
    over: int

    def halves(self, facts: SheetOfFrames) -> Halves:
        return halves_of(self.won[Side.HOME], self.won[Side.AWAY], self.drawn, facts.terms.parameters)


def _count(facts: SheetOfFrames) -> _Count:
    """Frames that count: approved and settled ones, and those got by the rival's lateness."""
    counted = [row for row in facts.current if row.state in COUNTED]
    won = {side: facts.late.get(side, 0) + sum(row.winner is side for row in counted) for side in SIDES}
    drawn = sum(row.figures.ending is Ending.DRAWN for row in counted)
    return _Count(won, drawn, len(counted) + sum(facts.late.values()))


def _most(score: Halves) -> int:
    return max(score.home, score.away)


def _plus(score: Halves, side: Side, frames: int) -> Halves:
    more = HALVES * frames
    return (
        Halves(score.home + more, score.away) if side is Side.HOME else Halves(score.home, score.away + more)
    )


def _reached(facts: SheetOfFrames, score: Halves, over: int) -> bool:
    """Has the series come to its end with this score after so many frames?"""
    series = facts.terms.series
    if series.length is Length.RACE:
        return _most(score) >= HALVES * series.frames
    if over < series.frames:
        return False
    return not score.is_level or break_order.level_outcome(facts.terms.parameters) is Outcome.DRAW


def _can_end(facts: SheetOfFrames, score: Halves, over: int, disputed: int) -> bool:
    """Could the disputed frames, however they are settled, end the series or make its next frame the last?"""
    series = facts.terms.series
    if series.length is Length.RACE:
        return _most(score) + HALVES * disputed >= HALVES * series.frames
    return over + disputed >= series.frames - 1


def _is_decider(facts: SheetOfFrames, score: Halves, over: int) -> bool:
    """Is the next frame the last possible one and the score level (4.2), or an extra one?"""
    series = facts.terms.series
    if not score.is_level or over == 0:
        return False
    if series.length is Length.RACE:
        return score.home >= HALVES * (series.frames - 1)
    return over >= series.frames - 1


def _scheduled(facts: SheetOfFrames, number: int, *, decider: bool) -> tuple[Side | None, bool]:
    """Who is due to break a frame, and whether a lag must say so first."""
    terms, lag = facts.terms, facts.lags.get(lag_key(facts, number))
    extra = terms.series.length is Length.FIXED and number > terms.series.frames
    if decider and (extra or break_order.has_decider_lag(terms.parameters, team=terms.team)):
        return (lag.breaks, False) if lag else (None, True)
    if not facts.current:
        if terms.first_breaker is not None:
            return terms.first_breaker, False
        return (lag.breaks, False) if lag else (None, True)
    before = facts.current[-1]
    return break_order.next_scheduled(before.breaker, before.last_breaker, SIDES, terms.parameters), False


def lag_key(facts: SheetOfFrames, number: int) -> int:
    """Under what a lag is kept: the first one apart from frame numbers, which lateness may still move."""
    return number if facts.current else 0


def racks_of(facts: SheetOfFrames, breaker: Side) -> tuple[Rack, ...]:
    """The racks of the frame in play, the first of which `breaker` breaks."""
    return facts.open.racks or (Rack(breaker),)


def rack_again(facts: SheetOfFrames, breaker: Side, cause: RackCause) -> tuple[Rack, ...]:
    """The racks of the frame in play with one more."""
    racks = racks_of(facts, breaker)
    again = break_order.next_rack(racks[0].breaker, racks[-1].breaker, cause, SIDES, facts.terms.parameters)
    return (*racks, Rack(again, cause))


def _filled(facts: SheetOfFrames, score: Halves, over: int) -> Given | None:
    """The frames still to be played that an end gives to the winner."""
    end, series = facts.end, facts.terms.series
    if end is None or end.winner is None or not end.fills:
        return None
    own = score.home if end.winner is Side.HOME else score.away
    # In a race what is missing to the target, a half counting as a frame to be played.
    missing = -(-(HALVES * series.frames - own) // HALVES)
    left = missing if series.length is Length.RACE else series.frames - over
    return Given(ENDING_GIVEN[end.by], end.winner, left) if left > 0 else None


def _final(facts: SheetOfFrames, score: Halves, filled: Given | None) -> Halves:
    """The score with what the end gives; a race is never passed, and a void partida shows nothing."""
    if facts.end is not None and facts.end.void:
        return Halves()
    if filled is not None:
        score = _plus(score, filled.side, filled.frames)
    if facts.terms.series.length is Length.FIXED:
        return score
    most = HALVES * facts.terms.series.frames
    return Halves(min(score.home, most), min(score.away, most))


def _phase(facts: SheetOfFrames, *, ended: bool, settle: bool, lag: bool) -> FramePhase:
    if ended:
        return FramePhase.ENDED
    if facts.suspended is not None:
        return FramePhase.SUSPENDED
    if settle:
        return FramePhase.SETTLEMENT
    return FramePhase.LAG if lag else FramePhase.PLAYING


def _ahead(score: Halves) -> Side | None:
    if score.is_level:
        return None
    return Side.HOME if score.home > score.away else Side.AWAY


def derive(facts: SheetOfFrames) -> FrameState:
    """The whole state that the facts amount to."""
    counted = _count(facts)
    score = counted.halves(facts)
    disputed = tuple(row.number for row in facts.current if row.state is HandState.DISAGREED)
    waiting = next((row.number for row in facts.current if row.state is HandState.PROPOSED), None)
    settle = bool(disputed) and _can_end(facts, score, counted.over, len(disputed))
    reached = _reached(facts, score, counted.over) and not disputed
    ended = facts.end is not None or reached
    number = len(facts.current) + sum(facts.late.values()) + 1
    sure = not disputed and waiting is None
    decider = sure and _is_decider(facts, score, counted.over)
    breaker, needs_lag = _scheduled(facts, number, decider=decider)
    phase = _phase(facts, ended=ended, settle=settle, lag=needs_lag and waiting is None)
    goes_on = phase in (FramePhase.LAG, FramePhase.PLAYING)
    filled = _filled(facts, score, counted.over)
    late = tuple(Given(Ending.LATE, side, frames) for side, frames in facts.late.items())
    return FrameState(
        phase=phase,
        facts=facts,
        score=_final(facts, score, filled),
        frames_won=counted.won,
        drawn=counted.drawn,
        given=(*late, filled) if filled else late,
        disputed=disputed,
        waiting=waiting,
        next_frame=number if goes_on else None,
        next_revision=_next_revision(facts, number) if goes_on else None,
        next_breaker=breaker if goes_on else None,
        rack_breaker=racks_of(facts, breaker)[-1].breaker if goes_on and breaker else None,
        needs_lag=needs_lag and goes_on,
        is_decider=decider and goes_on,
        winner=facts.end.winner if facts.end is not None else (_ahead(score) if reached else None),
        ended_by=facts.end.by if facts.end is not None else (EndedBy.SCORE if reached else None),
        is_void=facts.end is not None and facts.end.void,
    )


def _next_revision(facts: SheetOfFrames, number: int) -> int:
    return 1 + max((row.revision for row in facts.rows if row.number == number), default=0)
