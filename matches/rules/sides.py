"""The two sides of an encounter, and seats around a table.

Pure. Seats are numbered counter-clockwise as seen from above: 0 N, 1 O, 2 S, 3 E;
so seat + 1 sits at the right and seat + 2 is the partner (art. 7).
Persons are opaque texts.
"""

from enum import StrEnum

from federation.rules.errors import RuleError

Person = str
Pair = tuple[Person, Person]
Seats = tuple[Person, Person, Person, Person]

SEAT_COUNT = 4


class Side(StrEnum):
    """Home is the side named first; it gives the scorer (art. 6)."""

    HOME = "home"
    AWAY = "away"

    @property
    def other(self) -> "Side":
        """The rival side."""
        return Side.AWAY if self is Side.HOME else Side.HOME


def right_of(seat: int) -> int:
    """The seat at the right of `seat`: a rival's, and the next to lead (art. 7.3)."""
    return (seat + 1) % SEAT_COUNT


def partner_of(seat: int) -> int:
    """The seat opposite."""
    return (seat + 2) % SEAT_COUNT


def left_of(seat: int) -> int:
    """The seat at the left of `seat`."""
    return (seat + 3) % SEAT_COUNT


def seat_of(seats: Seats, person: Person) -> int:
    """Where `person` sits; RuleError `not_at_this_table` when nowhere."""
    if person not in seats:
        raise RuleError("not_at_this_table", person=person)
    return seats.index(person)


def partners_sit_opposite(seats: Seats, first: Pair, second: Pair) -> bool:
    """Do the four sit as two pairs face to face (art. 7.4)?"""
    facing = {frozenset(seats[0::2]), frozenset(seats[1::2])}
    return facing == {frozenset(first), frozenset(second)}
