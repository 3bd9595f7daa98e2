"""Knock-out trees: seeds apart, rests in the first round alone and for the best seeds, third place. Pure.

A place of the tree is somebody known, somebody still to be known (a pending place), the winner or loser of
another tie, or nobody (a rest). A pending place is no rest: whoever would meet it waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class Known:
    """Somebody who takes part."""

    entrant: int


@dataclass(frozen=True)
class Pending:
    """Somebody who is to come from elsewhere, such as the winner of a group."""

    source: str


@dataclass(frozen=True)
class Nobody:
    """A rest: whoever has it goes through without playing."""


class Which(StrEnum):
    """Which side of a tie goes on to a place."""

    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True)
class From:
    """The winner, or loser, of another tie."""

    tie: int
    which: Which = Which.WINNER


Place = Known | Pending | Nobody | From


@dataclass(frozen=True)
class Tie:
    """Two places that meet; `number` counts through the tree, `round_number` from the first round."""

    number: int
    round_number: int
    home: Place
    away: Place
    is_third_place: bool = False

    @property
    def is_rest(self) -> bool:
        """Whether somebody goes through without playing."""
        return isinstance(self.home, Nobody) or isinstance(self.away, Nobody)


@dataclass(frozen=True)
class Correction:
    """What another winner of a tie changes: those not played change sides, those played need a decision."""

    changed: tuple[int, ...]
    played: tuple[int, ...]


def bracket_order(size: int) -> tuple[int, ...]:
    """The seeds as they stand down the first round: the first two meet in the final at the earliest."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        count = 2 * len(order) + 1
        order = tuple(seed for one in order for seed in (one, count - one))
    return order


def tree(places: Sequence[Known | Pending], *, third_place: bool = False) -> tuple[Tie, ...]:
    """The whole tree for places in the order of their seeds.

    With a number that is no power of two, the best seeds rest in the first round, each in a part of its own.
    The tie for the third place comes before the final.
    """
    if len(places) < 2:
        raise ValueError("two places at least")
    size = 1 << (len(places) - 1).bit_length()
    slots: list[Place] = [
        places[seed - 1] if seed <= len(places) else Nobody() for seed in bracket_order(size)
    ]
    ties: list[Tie] = []
    level = 1
    semifinals: tuple[int, ...] = ()
    while len(slots) > 1:
        if len(slots) == 2 and third_place and len(places) > 3:
            one, other = (From(number, Which.LOSER) for number in semifinals)
            ties.append(Tie(len(ties) + 1, level, one, other, is_third_place=True))
        pairs = zip(slots[::2], slots[1::2], strict=True)
        made = [
            Tie(number, level, home, away) for number, (home, away) in enumerate(pairs, start=len(ties) + 1)
        ]
        ties.extend(made)
        semifinals = tuple(tie.number for tie in made)
        slots = [From(tie.number) for tie in made]
        level += 1
    return tuple(ties)


def settled(ties: Sequence[Tie], winners: Mapping[int, Place]) -> tuple[Tie, ...]:
    """The tree with the places that are known by now in it.

    `winners`: for each tie that was decided, who won it. A rest is won by whoever has it, once known.
    """
    found: dict[int, Tie] = {}
    for tie in ties:
        home, away = (_resolved(place, found, winners) for place in (tie.home, tie.away))
        found[tie.number] = Tie(tie.number, tie.round_number, home, away, tie.is_third_place)
    return tuple(found.values())


def correction(ties: Sequence[Tie], winners: Mapping[int, Place], tie: int, winner: Place) -> Correction:
    """What follows when a tie turns out to have another winner.

    A tie that nobody has played changes its side. One that was played with the wrong side in it is listed for
    the committee, and everything after it too: nothing of these changes by itself.
    """
    if winners.get(tie) == winner:
        return Correction((), ())
    changed: list[int] = []
    played: list[int] = []
    waiting = [tie]
    while waiting:
        number = waiting.pop(0)
        for after in ties:
            if number in {place.tie for place in (after.home, after.away) if isinstance(place, From)}:
                (played if after.number in winners else changed).append(after.number)
                if after.number in winners:
                    waiting.append(after.number)
    return Correction(tuple(changed), tuple(played))


def rests(ties: Sequence[Tie]) -> Iterator[Known | Pending]:
    """Who goes through the first round without playing."""
    for tie in ties:
        for one, other in ((tie.home, tie.away), (tie.away, tie.home)):
            if isinstance(other, Nobody) and isinstance(one, Known | Pending):
                yield one


def _resolved(place: Place, found: Mapping[int, Tie], winners: Mapping[int, Place]) -> Place:
    if not isinstance(place, From):
        return place
    tie = found[place.tie]
    if tie.is_rest:
        through = tie.away if isinstance(tie.home, Nobody) else tie.home
        return through if isinstance(through, Known) and place.which is Which.WINNER else place
    winner = winners.get(tie.number)
    if winner is None:
        return place
    if winner not in (tie.home, tie.away):
        raise ValueError(f"tie {tie.number} was not won by one of its sides")
    loser = tie.away if winner == tie.home else tie.home
    return winner if place.which is Which.WINNER else loser
