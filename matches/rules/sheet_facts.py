"""What the entries of one sheet have said: the facts that the fold carries. Pure.

Nothing here is worked out; that is `sheet_state.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from federation.rules.errors import ConflictError
from matches.rules.domino.drops import DropDecision, DropMoment
from matches.rules.domino.hands import Totals
from matches.rules.domino.officials import DoneBy, Role
from matches.rules.domino.seats import EndedHow, PreviousPartida
from matches.rules.sheet_entries import Figures, SeatOrigin
from matches.rules.sheet_event_entries import AnnulCause, InterruptionData
from matches.rules.sides import Pair, Person, Seats, Side
from matches.rules.tiles import Tile


@dataclass(frozen=True)
class SheetTerms:
    """What is fixed before the partida: target, resolved parameters, its number."""

    target: int
    parameters: Mapping[str, Any]
    partida: int = 1
    team_competition: bool = True


class HandState(StrEnum):
    """Where one revision of a hand stands."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    DISAGREED = "disagreed"
    SETTLED = "settled"
    RETRACTED = "retracted"
    STRUCK = "struck"  # an earlier hand, settled later, had already ended the partida
    ANNULLED = "annulled"  # keeps its place and its lead, counts nothing (art. 15, 16, 19)
    SET_ASIDE = "set_aside"  # to be played again; what was written stays to be read


# Rows of these states have no place among the hands that were played.
AWAY = (HandState.RETRACTED, HandState.SET_ASIDE)


@dataclass(frozen=True)
class Annulled:
    """Why a hand counts nothing, and the seat of whoever gave cause (any of his pair's)."""

    cause: AnnulCause
    offender: Person | None
    offender_seat: int | None


@dataclass(frozen=True)
class Replay:
    """A hand that goes on, or is played again, from the infraction."""

    number: int
    cause: AnnulCause
    offender: Person


@dataclass(frozen=True)
class Drop:
    """A tile that fell, in the hand `number`."""

    number: int
    side: Side
    person: Person | None
    moment: DropMoment
    decision: DropDecision | None


@dataclass(frozen=True)
class TimeMark:
    """The time was over after so many hands (rows in force), and whether another was being played."""

    hands: int
    hand_in_play: bool


@dataclass(frozen=True)
class End:
    """An end that no hand made: `final` is what the sheet shows then."""

    how: EndedHow
    winner: Side | None
    final: Totals


@dataclass(frozen=True)
class RowFacts:
    """One revision of a hand as the entries tell it."""

    number: int
    revision: int
    proposed: Figures
    leader: int
    leader_person: Person
    reason: str
    roles: tuple[Role, ...]
    approved: tuple[tuple[Role, Person], ...] = ()
    disagreement: Figures | None = None
    disagreed_by: Person | None = None
    settlement: Figures | None = None
    retracted: bool = False
    annulled: Annulled | None = None
    set_aside: bool = False

    @property
    def figures(self) -> Figures:
        """The figures that stand: the settled ones, or those proposed."""
        return self.settlement or self.proposed

    # Facts never change and are carried from fold to fold: what they say is worked out once.
    @cached_property
    def roles_missing(self) -> tuple[Role, ...]:
        """The offices whose approval is still awaited."""
        given = {role for role, _ in self.approved}
        return tuple(role for role in self.roles if role not in given)

    @cached_property
    def state(self) -> HandState:
        """Its state by itself; being struck depends on the other hands."""
        if self.retracted:
            return HandState.RETRACTED
        if self.set_aside:
            return HandState.SET_ASIDE
        if self.annulled is not None:
            return HandState.ANNULLED
        if self.settlement is not None:
            return HandState.SETTLED
        if self.disagreement is not None:
            return HandState.DISAGREED
        return HandState.PROPOSED if self.roles_missing else HandState.APPROVED


@dataclass(frozen=True)
class HandedOn:
    """What the next partida of the board began with, where this one was opened again after that."""

    previous: PreviousPartida
    sides: Mapping[Side, Pair]


@dataclass(frozen=True)
class SheetFacts:
    """Everything that the entries have said so far."""

    terms: SheetTerms
    starting: Mapping[Side, Pair]
    sides: Mapping[Side, Pair]
    previous: PreviousPartida | None = None
    changes: Mapping[Person, Person] = field(default_factory=dict)
    scorer: Person | None = None
    counter: Person | None = None
    done_by: DoneBy = DoneBy.PLAYERS
    judge: Person | None = None
    rounds: tuple[Mapping[Person, Tile], ...] = ()
    seats: Seats | None = None
    first_leader: int | None = None
    seats_origin: SeatOrigin | None = None
    seats_reason: str = ""
    rows: tuple[RowFacts, ...] = ()
    drops: tuple[Drop, ...] = ()
    replays: tuple[Replay, ...] = ()
    interruptions: tuple[InterruptionData, ...] = ()
    # Points that a side got before the first hand, since the other came late.
    awarded: Totals = field(default_factory=Totals)
    time_mark: TimeMark | None = None
    # The SHA-256 of the photo of the Hoja of paper that the partida is typed in from.
    paper: str | None = None
    # Why it could not go on. A decision that ends it leaves the reason: another may open it again.
    suspended: str | None = None
    end: End | None = None
    handed_on: HandedOn | None = None
    # Who abandoned this partida, and who an earlier one of the board: they play no more there.
    left: Person | None = None
    gone: frozenset[Person] = frozenset()
    last_seq: int = 0

    @property
    def pairs(self) -> tuple[Pair, Pair]:
        """Home and away as they are now."""
        return (self.sides[Side.HOME], self.sides[Side.AWAY])

    @cached_property
    def current(self) -> tuple[RowFacts, ...]:
        """The rows in force, by hand number."""
        return tuple(row for row in self.rows if row.state not in AWAY)

    def row(self, hand: int | None, revision: int | None) -> RowFacts | None:
        """One revision of a hand; None for one never written, ConflictError for one that is away."""
        for row in self.rows:
            if (row.number, row.revision) == (hand, revision):
                if row.state in AWAY:
                    raise ConflictError("hand_not_current", hand=hand)
                return row
        return None

    def with_row(self, old: RowFacts, **changes: Any) -> "SheetFacts":
        """The same facts with one row changed."""
        new = replace(old, **changes)
        return replace(self, rows=tuple(new if row is old else row for row in self.rows))

    def holder(self, role: Role) -> Person | None:
        """Who holds an office now; none while a new naming is awaited."""
        return self.scorer if role is Role.SCORER else self.counter
