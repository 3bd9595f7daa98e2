"""A hand counted by what each player has left: pips, or the tiles themselves (art. 18). Pure.

The sum is worked out, and with it who wins; `figures.check_tiles_left` says whether such hands can be.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from federation.rules.errors import RuleError
from matches.rules.domino.figures import check_tiles_left
from matches.rules.domino.hands import HandEnding, block_result, pips_left
from matches.rules.sides import Pair, Person, Side
from matches.rules.tiles import SET_PIPS, Tile, parse_tiles

# What the four have left, by person: the pips of each, or the tiles of each.
PipsLeft = Mapping[Person, int]
TilesLeft = Mapping[Person, tuple[Tile, ...]]
LeftOver = PipsLeft | TilesLeft


@dataclass(frozen=True)
class Counted:
    """What a hand gave by what was left."""

    side: Side | None
    points: int
    ending: HandEnding


def read_left(value: object) -> LeftOver | None:
    """What was left as an entry holds it; RuleError `malformed_entry` for anything that it cannot be."""
    if value is None:
        return None
    if not isinstance(value, Mapping) or not all(isinstance(person, str) for person in value):
        raise RuleError("malformed_entry", part="left")
    if all(isinstance(each, list | tuple) for each in value.values()):
        return MappingProxyType({person: parse_tiles(tiles) for person, tiles in value.items()})
    if all(_is_pips(each) for each in value.values()):
        return MappingProxyType(dict(value))
    raise RuleError("malformed_entry", part="left")


def _is_pips(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= SET_PIPS


def pips_of(left: LeftOver) -> PipsLeft:
    """What each player has left in pips."""
    return {person: each if isinstance(each, int) else pips_left(each) for person, each in left.items()}


def count(
    sides: Mapping[Side, Pair],
    left: LeftOver,
    ending: HandEnding,
    parameters: Mapping[str, Any],
    *,
    asked: Side | None = None,
) -> Counted:
    """What the hand gave. `ending` is domino or block; a level block is found, never said.

    `asked` is the pair named at the table where the sum does not tell: a domino in pips where
    two have none (one of them holds the blank double), a block with `block_winner` asked.
    RuleError `left_wrong_players`, `domino_needs_one_empty_hand` or `hand_needs_side`.
    """
    pairs = (sides[Side.HOME], sides[Side.AWAY])
    if set(left) != {person for pair in pairs for person in pair}:
        raise RuleError("left_wrong_players")
    pips = pips_of(left)
    if ending is HandEnding.DOMINO:
        return Counted(_without_tiles(sides, left, asked), sum(pips.values()), ending)
    found = block_result(pairs, pips, parameters)
    if found.tied:
        return Counted(None, 0, HandEnding.TIED_BLOCK)
    side = asked if found.ask else next(side for side, pair in sides.items() if pair == found.pair)
    if side is None:
        raise RuleError("hand_needs_side", field="side")
    return Counted(side, found.points, HandEnding.BLOCK)


def _without_tiles(sides: Mapping[Side, Pair], left: LeftOver, asked: Side | None) -> Side:
    """The side of whoever has nothing left."""
    empty = {side: [person for person in pair if not left[person]] for side, pair in sides.items()}
    found = [side for side, people in empty.items() for _person in people]
    by_pips = any(isinstance(each, int) for each in left.values())
    if len(found) == 1:
        return found[0]
    if not found or not by_pips or len(found) > 2:
        raise RuleError("domino_needs_one_empty_hand", empty=len(found))
    if len(set(found)) == 1:
        return found[0]
    if asked is None:
        raise RuleError("hand_needs_side", field="side")
    return asked


def check_left(left: LeftOver, counted: Counted, *, reason: str) -> None:
    """Does what was left give these points, and can it have been left (art. 18)?

    RuleError `left_differs`, and with tiles those of `check_tiles_left`.
    """
    pips = pips_of(left)
    if counted.ending is not HandEnding.TIED_BLOCK and sum(pips.values()) != counted.points:
        raise RuleError("left_differs", field="points")
    tiles = {person: each for person, each in left.items() if not isinstance(each, int)}
    if not tiles:
        return
    winner = None
    if counted.ending is HandEnding.DOMINO:
        winner = next((person for person, each in tiles.items() if not each), None)
    check_tiles_left(counted.ending, tiles, winner=winner, reason=reason)


def check_counted_so(left: LeftOver | None, parameters: Mapping[str, Any], *, excused: bool) -> None:
    """Is the hand written as the regulation has it (`hand_entry`)? More than it asks is welcome.

    `excused`: points alone stand all the same. RuleError `hand_needs_left`.
    """
    mode = parameters["hand_entry"]
    if mode == "points" or (left is None and excused):
        return
    by_tiles = left is not None and all(not isinstance(each, int) for each in left.values())
    if left is None or (mode == "tiles" and not by_tiles):
        raise RuleError("hand_needs_left", field="points")


def left_needs_reason(left: LeftOver, counted: Counted) -> bool:
    """Can these tiles have been left only by a misplaced tile or an unnoticed false pass?"""
    try:
        check_left(left, counted, reason="")
    except RuleError:
        return True
    return False
