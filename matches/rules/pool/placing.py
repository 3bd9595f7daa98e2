"""Placing balls by hand: the cue ball (art. 8.2, 9, 13, 19) and balls that come back (art. 16). Pure."""

from collections.abc import Iterable
from enum import StrEnum


class PlacedWith(StrEnum):
    """What the cue ball in hand is moved with."""

    HAND = "hand"
    SHAFT = "shaft"
    FERRULE = "ferrule"
    TIP = "tip"


def may_place_with(how: PlacedWith) -> bool:
    """More than once by hand, and also with shaft and ferrule; never with the tip (13.2, 13.3)."""
    return how is not PlacedWith.TIP


def is_foul_in_front(*, asked_to_correct: bool, corrected: bool) -> bool:
    """Is it a foul to have placed it in front of the head line? Only when asked and not done (9.1)."""
    return asked_to_correct and not corrected


def may_be_played_from_behind(*, base_in_front: bool, goes_in_front_first: bool) -> bool:
    """May a ball be played from behind the line? One whose base lies behind it only when the cue ball goes
    in front of it first (8.2); the base decides (9.2).
    """
    return base_in_front or goes_in_front_first


def must_ask_pocket(*, is_clear: bool) -> bool:
    """Must rival or referee ask, before the stroke, for the pocket of the 8 (19.2)?"""
    return not is_clear


def respot_order(balls: Iterable[int]) -> tuple[int, ...]:
    """The order in which several balls come back: by number, which is ours, since 16 does not say."""
    return tuple(sorted(set(balls)))


def places(
    balls: Iterable[int], others: Iterable[int], cue_ball: int | None, diameter: int
) -> tuple[tuple[int, int], ...]:
    """Each ball that comes back and how far behind the foot spot its centre is put (16.1).

    On the foot line, as near to the spot as can be and touching what is in the way, except the cue ball,
    which it may not touch. `others` and `cue_ball` are centres on that line, in the unit of `diameter`.
    """
    taken = [(centre, diameter) for centre in others]
    if cue_ball is not None:
        taken.append((cue_ball, diameter + 1))
    found: list[tuple[int, int]] = []
    for ball in respot_order(balls):
        # The nearest place is the spot itself, or one that touches something.
        ends = sorted({0, *(centre + apart for centre, apart in taken if centre + apart > 0)})
        place = next(end for end in ends if all(abs(end - centre) >= apart for centre, apart in taken))
        taken.append((place, diameter))
        found.append((ball, place))
    return tuple(found)
