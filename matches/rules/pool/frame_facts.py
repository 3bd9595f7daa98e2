"""What the entries of a sheet of frames have said: the facts that the fold carries. Pure.

Nothing here is worked out; that is `frame_state.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from matches.rules.pool.balls import Group
from matches.rules.pool.break_order import Lag, RackCause
from matches.rules.pool.endings import Ending, winner_of
from matches.rules.pool.frame_entries import BreakData, FoulData, FrameFigures, Writer
from matches.rules.pool.series import SeriesTerms
from matches.rules.pool.slow_play import Pace
from matches.rules.sheet_facts import AWAY, HandState
from matches.rules.sides import Person, Side


@dataclass(frozen=True)
class FrameTerms:
    """What is fixed before the partida: its length, the resolved parameters, the kind of table.

    `first_breaker` is given where no lag decides it (a board of a team encounter).
    """

    series: SeriesTerms
    parameters: Mapping[str, Any]
    team: bool = False
    coin_table: bool = False
    first_breaker: Side | None = None


@dataclass(frozen=True)
class Rack:
    """Balls racked once: who breaks, why they were racked again, what the break was once it is told."""

    breaker: Side
    cause: RackCause | None = None
    told: BreakData | None = None


@dataclass(frozen=True)
class OpenFrame:
    """What was written of a frame before its end."""

    racks: tuple[Rack, ...] = ()
    home_group: Group | None = None
    fouls: tuple[FoulData, ...] = ()


@dataclass(frozen=True)
class Ledger:
    """What stands against a person: fouls on purpose, a warning for them, his pace."""

    on_purpose: int = 0
    warned: bool = False
    pace: Pace = field(default_factory=Pace)


class EndedBy(StrEnum):
    """What ended a partida."""

    SCORE = "score"
    NO_SHOW = "no_show"
    LATE = "late"
    CONCESSION = "concession"
    NULL_GAME = "null_game"
    DISQUALIFICATION = "disqualification"
    RULING = "ruling"


# The ending of the frames that such an end gives to the winner.
ENDING_GIVEN: Mapping[EndedBy, Ending] = {
    EndedBy.NO_SHOW: Ending.WALKOVER,
    EndedBy.LATE: Ending.LATE,
    EndedBy.CONCESSION: Ending.CONCEDED,
    EndedBy.NULL_GAME: Ending.NULL,
    EndedBy.DISQUALIFICATION: Ending.DISQUALIFIED,
    EndedBy.RULING: Ending.RULED,
}


@dataclass(frozen=True)
class FrameEnd:
    """An end that no frame made. With `fills` the frames that were still to be played go to the winner."""

    by: EndedBy
    winner: Side | None
    fills: bool = True
    void: bool = False


@dataclass(frozen=True)
class FrameFacts:
    """One revision of a frame as the entries tell it."""

    number: int
    revision: int
    proposed: FrameFigures
    breaker: Side
    written_by: Writer | None
    open: OpenFrame
    null_winner: Side | None = None
    approved: tuple[tuple[Side, Person], ...] = ()
    disagreement: FrameFigures | None = None
    settlement: FrameFigures | None = None
    retracted: bool = False
    set_aside: bool = False

    @property
    def figures(self) -> FrameFigures:
        """The figures that stand: the settled ones, or those written."""
        return self.settlement or self.proposed

    @property
    def winner(self) -> Side | None:
        """Who wins it, as it stands."""
        if self.figures.ending is Ending.NULL:
            return self.null_winner
        return winner_of(self.figures.ending, self.figures.side)

    @property
    def last_breaker(self) -> Side:
        """Who actually broke last."""
        return self.open.racks[-1].breaker if self.open.racks else self.breaker

    @property
    def is_break_and_run(self) -> bool:
        """Did whoever broke run out from there?"""
        return self.figures.run_out and self.winner is self.last_breaker

    @cached_property
    def sides_missing(self) -> tuple[Side, ...]:
        """Whose approval is awaited: of whoever did not write; of both when the judge did, of none when
        the frame is the judge's own act.
        """
        given = {side for side, _ in self.approved}
        if self.written_by is None:
            return ()
        return tuple(side for side in Side if side.value != self.written_by.value and side not in given)

    @cached_property
    def state(self) -> HandState:
        """Where this revision stands."""
        if self.retracted:
            return HandState.RETRACTED
        if self.set_aside:
            return HandState.SET_ASIDE
        if self.settlement is not None:
            return HandState.SETTLED
        if self.disagreement is not None:
            return HandState.DISAGREED
        return HandState.PROPOSED if self.sides_missing else HandState.APPROVED


@dataclass(frozen=True)
class SheetOfFrames:
    """Everything that the entries have said so far."""

    terms: FrameTerms
    sides: Mapping[Side, tuple[Person, ...]]
    lags: Mapping[int, Lag[Side]] = field(default_factory=dict)
    rows: tuple[FrameFacts, ...] = ()
    open: OpenFrame = field(default_factory=OpenFrame)
    ledger: Mapping[Person, Ledger] = field(default_factory=dict)
    # Frames that a side got before the first one, since the other came late.
    late: Mapping[Side, int] = field(default_factory=dict)
    suspended: str | None = None
    end: FrameEnd | None = None
    last_seq: int = 0

    @cached_property
    def current(self) -> tuple[FrameFacts, ...]:
        """The rows in force, in order."""
        return tuple(row for row in self.rows if row.state not in AWAY)

    @property
    def has_begun(self) -> bool:
        """Has anything been written of a frame?"""
        return bool(self.rows or self.open.racks or self.open.fouls or self.open.home_group)

    def of(self, person: Person) -> Ledger:
        """What stands against somebody."""
        return self.ledger.get(person, Ledger())

    def side_of(self, person: Person) -> Side | None:
        """For which side somebody plays."""
        return next((side for side, players in self.sides.items() if person in players), None)
