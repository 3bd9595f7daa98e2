"""Berger's tables, and the round robin of given entrants by them. Pure.

With an odd number of entrants the next even table is used: whoever meets its highest number rests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

Pair = tuple[int, int]


class LegOrder(StrEnum):
    """In which order the last two rounds of the first leg are played."""

    EXCHANGED = "exchanged"
    """The last one first: with an even number nobody then plays three times running on one side."""
    AS_IN_TABLE = "as_in_table"


@dataclass(frozen=True)
class Round:
    """A round: who receives whom, and who rests. A rest is no encounter."""

    number: int
    pairs: tuple[Pair, ...]
    rests: tuple[int, ...] = ()


def table(size: int) -> tuple[tuple[Pair, ...], ...]:
    """Berger's table for an even number: rounds of (home, away), by number from 1.

    All numbers but the highest stand in a ring. From round to round each moves half the table along it and
    keeps its side; the highest meets whoever would meet himself, away in odd rounds and at home in even ones.
    """
    if size < 2 or size % 2:
        raise ValueError(f"an even number from 2 is needed, not {size}")
    ring, highest = size - 1, size

    def moved(number: int, steps: int) -> int:
        return (number - 1 + steps * (size // 2)) % ring + 1

    rounds = []
    for steps in range(ring):
        alone = moved(1, steps)
        first = (alone, highest) if steps % 2 == 0 else (highest, alone)
        others = [
            (moved(number, steps), moved(size + 1 - number, steps)) for number in range(2, size // 2 + 1)
        ]
        rounds.append((first, *others))
    return tuple(rounds)


def round_robin(
    entrants: Sequence[int], *, legs: int = 1, order: LegOrder = LegOrder.EXCHANGED
) -> tuple[Round, ...]:
    """Everybody meets everybody once in each leg; the second leg is the table with sides reversed.

    `entrants` in the order of their numbers in the table (drawn by lot). More than two legs go on in turn.
    Exchanged, the last two rounds of a leg that another follows change places.
    """
    count = len(entrants)
    if count < 2 or len(set(entrants)) != count or legs < 1:
        raise ValueError("two different entrants and one leg at least")
    size = count + count % 2
    keys: Mapping[int, int] = dict(enumerate(entrants, start=1))
    in_table = list(table(size))
    exchanged = [*in_table[:-2], *in_table[:-3:-1]]
    rounds: list[Round] = []
    for leg in range(legs):
        is_followed = leg % 2 == 0 and leg + 1 < legs
        played = exchanged if is_followed and order is LegOrder.EXCHANGED else in_table
        for pairs in played:
            seen = [pair if leg % 2 == 0 else (pair[1], pair[0]) for pair in pairs]
            rounds.append(_round(len(rounds) + 1, seen, keys))
    return tuple(rounds)


def without(rounds: Sequence[Round], entrant: int, *, after: int) -> tuple[Round, ...]:
    """The same calendar when somebody leaves after a round: its rivals rest from then on.

    What the standings make of the encounters that fall out is for the withdrawal's policy.
    """
    found = []
    for each in rounds:
        if each.number <= after:
            found.append(each)
            continue
        freed = [key for pair in each.pairs if entrant in pair for key in pair if key != entrant]
        stays = tuple(pair for pair in each.pairs if entrant not in pair)
        rests = tuple(key for key in (*each.rests, *freed) if key != entrant)
        found.append(Round(each.number, stays, rests))
    return tuple(found)


def _round(number: int, pairs: Sequence[Pair], keys: Mapping[int, int]) -> Round:
    met = tuple((keys[home], keys[away]) for home, away in pairs if home in keys and away in keys)
    rests = tuple(
        keys[one] for pair in pairs for one, other in (pair, pair[::-1]) if one in keys and other not in keys
    )
    return Round(number, met, rests)
