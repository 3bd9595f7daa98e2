"""Who leads each hand, and what each seat does before the first tile (art. 7.2, 7.3, 8). Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from federation.rules.errors import RuleError
from matches.rules.sides import (
    SEAT_COUNT,
    Person,
    Seats,
    left_of,
    partner_of,
    right_of,
    seat_of,
)


def number_of(seat: int, leader: int) -> int:
    """Number 1 to 4 of a seat in a hand: 1 leads, 2 at his right, 3 the partner (art. 7.2)."""
    return (seat - leader) % SEAT_COUNT + 1


def numbers(seats: Seats, leader: Person) -> dict[int, Person]:
    """Who is 1, 2, 3 and 4 in a hand; RuleError `not_at_this_table`."""
    first = seat_of(seats, leader)
    return {number_of(seat, first): seats[seat] for seat in _from(first)}


def _from(seat: int) -> tuple[int, int, int, int]:
    return (seat, right_of(seat), partner_of(seat), left_of(seat))


@dataclass(frozen=True)
class Procedure:
    """What is done before playing, by whom and in which order (art. 8.2 to 8.8)."""

    shuffle: tuple[Person, ...]
    take: tuple[Person, ...]
    lift_before_lead: tuple[Person, ...]
    lift_after_lead: tuple[Person, ...]


def procedure(seats: Seats, leader: Person) -> Procedure:
    """The card "before playing" of one hand; RuleError `not_at_this_table`."""
    one, two, three, four = (seats[seat] for seat in _from(seat_of(seats, leader)))
    return Procedure(
        shuffle=(four, one),
        take=(two, three, four, one),
        lift_before_lead=(one, two, four),
        lift_after_lead=(three,),
    )


@dataclass(frozen=True)
class Annulment:
    """A hand annulled at the request of the offender's rivals (art. 15)."""

    hand: int
    offender: Person


def loses_lead(leader: int, offender: int) -> bool:
    """Art. 15: the lead is lost when the offender or his partner had led."""
    return (leader - offender) % 2 == 0


def next_lead(leader: int, *, keeps_lead: bool = False) -> int:
    """The seat that leads after `leader`: his right neighbour, unless the lead stays (7.3)."""
    return leader if keeps_lead else right_of(leader)


def tied_block_keeps_lead(parameters: Mapping[str, Any]) -> bool:
    """Does the same player lead again after a tied block (`tied_block`)?"""
    return bool(parameters["tied_block"] == "no_points_same_leader")


def leaders(
    seats: Seats, first: Person, hands: int, annulments: Sequence[Annulment] = ()
) -> tuple[Person, ...]:
    """Who leads each of the first `hands` hands, annulled ones included (art. 7.3, 15).

    Raises RuleError `not_at_this_table`.
    """
    offenders = {a.hand: seat_of(seats, a.offender) for a in annulments}
    seat = seat_of(seats, first)
    found: list[Person] = []
    for hand in range(1, hands + 1):
        found.append(seats[seat])
        offender = offenders.get(hand)
        kept = offender is not None and not loses_lead(seat, offender)
        seat = next_lead(seat, keeps_lead=kept)
    return tuple(found)


def leader_after_block(leader: int, *, tied: bool, parameters: Mapping[str, Any]) -> int:
    """The seat that leads after a hand that stands, a tied block included (7.3, `tied_block`)."""
    return next_lead(leader, keeps_lead=tied and tied_block_keeps_lead(parameters))


def check_seat(seat: object) -> int:
    """A seat index 0 to 3; RuleError `seat_not_valid`."""
    if isinstance(seat, bool) or not isinstance(seat, int) or seat not in range(SEAT_COUNT):
        raise RuleError("seat_not_valid", seat=str(seat))
    return seat
