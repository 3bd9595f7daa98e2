"""What may stand in the stream of a sheet, and how its data is read. Pure.

An entry's `data` comes from JSON, perhaps from a device that nobody trusts: each
reader takes anything and gives a typed value or RuleError `malformed_entry`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from matches.rules.domino.counting import LeftOver, read_left
from matches.rules.domino.hands import HandEnding
from matches.rules.domino.lead import check_seat
from matches.rules.domino.officials import ApprovalHow, DoneBy, Naming
from matches.rules.entry_reading import malformed, person_of, person_or_none, persons_of, text_of, word_of
from matches.rules.sides import SEAT_COUNT, Person, Seats, Side
from matches.rules.tiles import Tile, parse_tile


class EntryKind(StrEnum):
    """The acts that a table writes."""

    NAMING = "naming"
    DRAW = "draw"
    SEATING = "seating"
    HAND = "hand"
    APPROVAL = "approval"
    DISAGREEMENT = "disagreement"
    SETTLEMENT = "settlement"
    RETRACTION = "retraction"
    SUBSTITUTION = "substitution"
    # What happens beside the hands; read in `sheet_event_entries`.
    ANNULMENT = "annulment"
    DROP = "drop"
    INTERRUPTION = "interruption"
    TIME = "time"
    SUSPENSION = "suspension"
    RULING = "ruling"
    ABANDONMENT = "abandonment"
    NO_SHOW = "no_show"
    LATE = "late"
    PAPER = "paper"


class SeatOrigin(StrEnum):
    """Where a seating comes from."""

    DRAW = "draw"
    SWAP = "swap"
    KEEP = "keep"
    MANUAL = "manual"


@dataclass(frozen=True)
class Entry:
    """One act, as it is kept; `hand` and `revision` name the row it speaks of."""

    seq: int
    kind: EntryKind
    hand: int | None
    revision: int | None
    by: str | None
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Figures:
    """What a hand gave, as somebody counted it; no side after a level block."""

    side: Side | None
    points: int
    ending: HandEnding


@dataclass(frozen=True)
class Seating:
    """Who sits at 0 to 3, who leads the first hand, and where that comes from."""

    seats: Seats
    leader: int
    origin: SeatOrigin
    reason: str
    chosen_seat: int | None


@dataclass(frozen=True)
class HandData:
    """A hand as it was proposed."""

    figures: Figures
    leader: int
    leader_person: Person
    reason: str
    # What each of the four had left, where the hand was counted so.
    left: LeftOver | None = None
    # Who answers for points alone where the regulation has hands counted by what was left.
    judge: Person | None = None


@dataclass(frozen=True)
class ApprovalData:
    """Who approves, and how."""

    how: ApprovalHow
    person: Person


@dataclass(frozen=True)
class DisagreementData:
    """The counter's own figures."""

    person: Person
    figures: Figures


@dataclass(frozen=True)
class SettlementData:
    """The figures that replace a frozen hand's, and who settled it."""

    figures: Figures
    reason: str
    judge: Person | None
    persons: tuple[Person, ...]


@dataclass(frozen=True)
class RetractionData:
    """Who agreed to take the last hand back, and why."""

    reason: str
    approved_by: tuple[Person, ...]
    judge: Person | None


@dataclass(frozen=True)
class SubstitutionData:
    """One player for another of his side."""

    player_out: Person
    player_in: Person
    reason: str
    side: Side
    before_start: bool


def _figures(data: Mapping[str, Any]) -> Figures:
    points = data.get("points")
    if isinstance(points, bool) or not isinstance(points, int):
        raise malformed("points")
    side = None if data.get("side") is None else word_of(data, "side", Side)
    ending = word_of(data, "ending", HandEnding)
    if ending is HandEnding.ANNULLED:
        # A hand is annulled by an entry of its own, never written so.
        raise malformed("ending")
    return Figures(side, points, ending)


def read_naming(data: Mapping[str, Any]) -> Naming:
    """The scorer and the counter named."""
    return Naming(
        person_of(data, "scorer"),
        person_of(data, "counter"),
        word_of(data, "done_by", DoneBy),
        person_or_none(data, "judge"),
    )


def read_draw(data: Mapping[str, Any]) -> Mapping[Person, Tile]:
    """The tile of each person; also raises `tile_not_valid`."""
    tiles = data.get("tiles")
    if not isinstance(tiles, Mapping) or not 0 < len(tiles) <= SEAT_COUNT:
        raise malformed("tiles")
    if not all(isinstance(person, str) and person for person in tiles):
        raise malformed("tiles")
    return MappingProxyType({person: parse_tile(text) for person, text in tiles.items()})


def read_seating(data: Mapping[str, Any]) -> Seating:
    """Four seats and the leader's; also raises `seat_not_valid`."""
    seats = persons_of(data, "seats")
    if len(seats) != SEAT_COUNT or len(set(seats)) != SEAT_COUNT:
        raise malformed("seats")
    chosen = data.get("chosen_seat")
    return Seating(
        (seats[0], seats[1], seats[2], seats[3]),
        check_seat(data.get("leader")),
        word_of(data, "origin", SeatOrigin),
        text_of(data, "reason"),
        None if chosen is None else check_seat(chosen),
    )


def read_hand(data: Mapping[str, Any]) -> HandData:
    """A proposed hand; also raises `seat_not_valid`."""
    return HandData(
        _figures(data),
        check_seat(data.get("leader")),
        person_of(data, "leader_person"),
        text_of(data, "reason"),
        read_left(data.get("left")),
        person_or_none(data, "judge"),
    )


def read_approval(data: Mapping[str, Any]) -> ApprovalData:
    """An approval."""
    return ApprovalData(word_of(data, "how", ApprovalHow), person_of(data, "person"))


def read_disagreement(data: Mapping[str, Any]) -> DisagreementData:
    """A disagreement with the figures of whoever disagrees."""
    return DisagreementData(person_of(data, "person"), _figures(data))


def read_settlement(data: Mapping[str, Any]) -> SettlementData:
    """A settlement."""
    return SettlementData(
        _figures(data),
        text_of(data, "reason"),
        person_or_none(data, "judge"),
        persons_of(data, "persons"),
    )


def read_retraction(data: Mapping[str, Any]) -> RetractionData:
    """A retraction."""
    return RetractionData(
        text_of(data, "reason"), persons_of(data, "approved_by"), person_or_none(data, "judge")
    )


def read_substitution(data: Mapping[str, Any]) -> SubstitutionData:
    """A substitution; its keys `out` and `in` are words of Python here."""
    before_start = data.get("before_start")
    if not isinstance(before_start, bool):
        raise malformed("before_start")
    return SubstitutionData(
        person_of(data, "out"),
        person_of(data, "in"),
        text_of(data, "reason"),
        word_of(data, "side", Side),
        before_start,
    )
