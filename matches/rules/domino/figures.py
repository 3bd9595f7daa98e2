"""Can this figure be true? (art. 18). Pure, and apart from the adding in `hands.py`.

Bounds come from the arithmetic of the set. By domino three players keep at least
one tile each (3 at least) and the winner has laid his seven (153 at most). After a
block four players keep a tile (6 at least) and the line that blocks is down (126 at
most). A block is always even: each number has eight halves, the inner halves of the
line pair up and both ends show the same number, so every number leaves an even count
in the hands. By domino 130 or more needs a false pass (129 is the exact maximum).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from federation.rules.errors import RuleError
from matches.rules.domino.hands import HandEnding, Left
from matches.rules.sides import Person, Side
from matches.rules.tiles import (
    HIGHEST_NUMBER,
    TILES_PER_HAND,
    Tile,
    repeated_tile,
)

BOUNDS: Mapping[HandEnding, tuple[int, int]] = MappingProxyType(
    {HandEnding.DOMINO: (3, 153), HandEnding.BLOCK: (6, 126)}
)
DOUBTFUL_ABOVE: Mapping[HandEnding, int] = MappingProxyType({HandEnding.DOMINO: 90, HandEnding.BLOCK: 110})
DOMINO_WITHOUT_FALSE_PASS = 129


def block_maximum(number: int) -> int:
    """The most that a block on `number` leaves in the hands."""
    return 126 - 6 * number


def check_possible(ending: HandEnding, side: Side | None, points: int) -> None:
    """Refuses what no hand can give.

    Raises RuleError `tied_block_scores_nothing`, `hand_needs_side` or
    `points_impossible`.
    """
    if ending is HandEnding.TIED_BLOCK:
        if side is not None or points != 0:
            raise RuleError("tied_block_scores_nothing", field="points")
        return
    if side is None:
        raise RuleError("hand_needs_side", field="side")
    low, high = BOUNDS[ending]
    if not low <= points <= high:
        raise RuleError("points_impossible", field="points", points=points, minimum=low, maximum=high)


def needs_reason(ending: HandEnding, points: int) -> bool:
    """Does a figure stand only with a reason: an odd block, or a domino beyond reach?"""
    if ending is HandEnding.BLOCK:
        return points % 2 == 1
    return ending is HandEnding.DOMINO and points > DOMINO_WITHOUT_FALSE_PASS


def is_doubtful(ending: HandEnding, points: int) -> bool:
    """Is a figure unlikely enough to be asked again?"""
    return ending is not HandEnding.TIED_BLOCK and points > DOUBTFUL_ABOVE[ending]


def check_figures(
    ending: HandEnding, side: Side | None, points: int, *, reason: str, confirmed: bool
) -> None:
    """All checks of the form for a hand given by its points.

    An impossible figure is refused always. One that needs a reason goes on with it,
    and the reason also confirms it. Raises the errors of `check_possible`,
    `block_must_be_even`, `domino_beyond_reach` or `doubtful_points`.
    """
    check_possible(ending, side, points)
    if needs_reason(ending, points):
        if not reason.strip() and ending is HandEnding.BLOCK:
            raise RuleError("block_must_be_even", field="points", points=points)
        if not reason.strip():
            raise RuleError(
                "domino_beyond_reach",
                field="points",
                points=points,
                maximum=DOMINO_WITHOUT_FALSE_PASS,
            )
        return
    if is_doubtful(ending, points) and not confirmed:
        raise RuleError("doubtful_points", field="points", points=points)


def check_tiles_left(
    ending: HandEnding, left: Left, *, winner: Person | None = None, reason: str = ""
) -> None:
    """All checks for a hand given by the tiles that each player has left.

    Raises RuleError `tile_twice`, `too_many_tiles`, `winner_has_tiles_left`,
    `player_without_tiles`, or without a reason `block_must_be_even`,
    `block_number_not_closed` and `domino_line_impossible`.
    """
    tiles = [tile for hand in left.values() for tile in hand]
    twice = repeated_tile(tiles)
    if twice is not None:
        raise RuleError("tile_twice", tile=str(twice))
    _check_hand_sizes(ending, left, winner)
    if reason.strip():
        return
    counts = halves_left(tiles)
    odd = [number for number, count in counts.items() if count % 2]
    if ending is HandEnding.DOMINO:
        if len(odd) > 2:
            raise RuleError("domino_line_impossible")
        return
    if odd:
        raise RuleError("block_must_be_even", points=sum(tile.pips for tile in tiles))
    if all(counts.values()):
        raise RuleError("block_number_not_closed")


def _check_hand_sizes(ending: HandEnding, left: Left, winner: Person | None) -> None:
    for person, hand in left.items():
        if len(hand) > TILES_PER_HAND:
            raise RuleError("too_many_tiles", person=person, most=TILES_PER_HAND)
        if ending is HandEnding.DOMINO and person == winner:
            if hand:
                raise RuleError("winner_has_tiles_left", person=person)
        elif not hand:
            raise RuleError("player_without_tiles", person=person)


def halves_left(tiles: Sequence[Tile]) -> dict[int, int]:
    """How many halves of each number are left in the hands; a double has two."""
    counts = Counter(half for tile in tiles for half in (tile.high, tile.low))
    return {number: counts[number] for number in range(HIGHEST_NUMBER + 1)}
