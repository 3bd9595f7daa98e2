"""The first round of a Swiss, when there are no standings yet (`swiss_first_round`). Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from competitions.rules.standings.lots import drawn
from competitions.rules.swiss.matching import cheapest


class FirstRound(StrEnum):
    """How the first round is made."""

    LOT = "lot"
    SPREAD_CLUBS = "spread_clubs"
    RATING = "rating"


@dataclass(frozen=True)
class Entered:
    """Somebody who takes part: the number that lots are drawn by, its club and its rating."""

    key: int
    lot: int
    club: str = ""
    rating: int = 0


@dataclass(frozen=True)
class Opening:
    """The first round: pairs in the order of their tables, who rests, and the order that it came from."""

    pairs: tuple[tuple[int, int], ...]
    rest: int | None
    order: tuple[int, ...]


def opening(entered: Sequence[Entered], way: FirstRound, seed: str) -> Opening:
    """Make the first round with a published seed.

    By lot: the first drawn meets the second, and so on. Spreading clubs: as near to that as can be with the
    fewest pairs of one club. By rating: the upper half meets the lower one in order, lots parting the equal.
    With an odd number the last of the order rests.
    """
    by_lot = {each.lot: each for each in entered}
    order = [by_lot[lot] for lot in drawn(seed, by_lot)]
    if way is FirstRound.RATING:
        order.sort(key=lambda each: -each.rating)
    rest = order[-1].key if len(order) % 2 else None
    playing = order[: len(order) - len(order) % 2]
    return Opening(_PAIRED[way](playing), rest, tuple(each.key for each in order))


def _side_by_side(playing: Sequence[Entered]) -> tuple[tuple[int, int], ...]:
    return tuple((one.key, other.key) for one, other in zip(playing[::2], playing[1::2], strict=True))


def _halves(playing: Sequence[Entered]) -> tuple[tuple[int, int], ...]:
    half = len(playing) // 2
    return tuple((one.key, other.key) for one, other in zip(playing[:half], playing[half:], strict=True))


def _apart(playing: Sequence[Entered]) -> tuple[tuple[int, int], ...]:
    # One pair of one club costs more than every distance of a round together.
    same_club = len(playing) ** 3 + 1

    def cost(one: int, other: int) -> int:
        clubs = playing[one].club, playing[other].club
        together = same_club if clubs[0] and clubs[0] == clubs[1] else 0
        return together + (other - one) ** 2

    found = cheapest(len(playing), cost) or ()
    return tuple((playing[one].key, playing[other].key) for one, other in found)


_PAIRED: Mapping[FirstRound, Callable[[Sequence[Entered]], tuple[tuple[int, int], ...]]] = {
    FirstRound.LOT: _side_by_side,
    FirstRound.SPREAD_CLUBS: _apart,
    FirstRound.RATING: _halves,
}
