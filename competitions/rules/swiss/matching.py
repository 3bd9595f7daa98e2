"""Who meets whom so that the whole costs least: minimum-cost perfect matching. Pure.

The matching itself is Edmonds' blossom algorithm as py4swiss compiles it from bbpPairings: exact in any
graph, and quick (500 entrants in less than a second, where a plain Python one took several).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from py4swiss.dynamicuint import DynamicUint
from py4swiss.matching_computer import ComputerDutchOptimality

Cost = Callable[[int, int], int | None]
_WORD, _HALF_WORD = 32, 16
# What the algorithm keeps for itself at the top of a weight.
_MARGIN = 3


def cheapest(count: int, cost: Cost) -> tuple[tuple[int, int], ...] | None:
    """Pairs of 0 … count - 1 that cost least in all, or None when not everybody can be paired.

    `cost` gives what a pair (first < second) costs, not below zero, or None where it must not meet.
    """
    if count % 2:
        return None
    costs = {
        (one, other): found
        for one in range(count)
        for other in range(one + 1, count)
        if (found := cost(one, other)) is not None
    }
    # One pair more is worth more than all that pairs may cost together.
    worth = (count // 2 + 1) * (max(costs.values(), default=0) + 1)
    words = (worth.bit_length() + _MARGIN) // _WORD + 1
    zero = _zero(words)
    computer = ComputerDutchOptimality(count, _weight(2 * worth, zero, words))
    for _number in range(count):
        computer.add_vertex()
    for (one, other), found in costs.items():
        computer.set_edge_weight(one, other, _weight(worth - found, zero, words))
    computer.compute_matching()
    return _pairs(computer.get_matching())


def _pairs(matching: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
    """Whoever is alone is matched with himself."""
    if any(one == other for one, other in enumerate(matching)):
        return None
    return tuple((one, other) for one, other in enumerate(matching) if one < other)


def _zero(words: int) -> DynamicUint:
    """Nothing, in so many words: a number of the library grows only by what it holds."""
    one = DynamicUint(1)
    for _number in range(2 * (words - 1)):
        one.shift_grow(_HALF_WORD)
    return one & 0


def _weight(value: int, zero: DynamicUint, words: int) -> DynamicUint:
    """A number as the library takes those of any size: by words, as many as `zero` has."""
    weight = DynamicUint(zero)
    for place in reversed(range(words)):
        weight <<= _HALF_WORD
        weight <<= _HALF_WORD
        weight |= (value >> (_WORD * place)) & 0xFFFFFFFF
    return weight
