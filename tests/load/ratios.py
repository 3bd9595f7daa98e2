"""What two series of slices say of each other. Pure.

A machine that others use too is fast one second and slow the next. So a thing and its
floor are measured in turns, in short slices, and each slice is compared with the floor's
slices on both sides of it. What remains of the noise is shown by the floor against itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median


@dataclass(frozen=True)
class Spread:
    """The middle of some figures, and the least and the most of them."""

    middle: float
    least: float
    most: float


def spread(figures: Sequence[float]) -> Spread:
    """Median, least and most; ValueError without any figure."""
    if not figures:
        raise ValueError("nothing was measured")
    return Spread(median(figures), min(figures), max(figures))


def against(measured: Sequence[float], floor: Sequence[float]) -> Spread:
    """Each measured slice divided by the mean of the floor before and after it.

    `floor` has one slice more than `measured`: it begins and ends the series. ValueError otherwise.
    """
    if len(floor) != len(measured) + 1:
        raise ValueError("the floor stands before and after each slice")
    sides = zip(measured, pairwise(floor), strict=True)
    return spread([2 * each / (before + after) for each, (before, after) in sides])


def noise(floor: Sequence[float]) -> Spread:
    """The floor against itself: each slice divided by the one before it. ValueError for fewer than two."""
    return spread([after / before for before, after in pairwise(floor)])


def inverted(figures: Sequence[float]) -> list[float]:
    """Costs as speeds, so that more is better in every ratio."""
    return [1 / each for each in figures]
