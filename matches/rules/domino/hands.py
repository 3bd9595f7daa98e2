"""Points of one hand, who wins a block, and what a partida's total comes to (art. 18). Pure.

These functions only add. Whether a figure can be true at all is asked in
`figures.py`, so that a sum is right even for a position that cannot arise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from federation.rules.errors import RuleError
from federation.rules.parameters import deciding
from matches.rules.sides import Pair, Person, Side
from matches.rules.tiles import Tile

Left = Mapping[Person, Sequence[Tile]]

BLOCK_PARAMETERS = ("block_winner",)


class HandEnding(StrEnum):
    """How a hand ended: a player without tiles, a block, a level block, or annulled in the middle."""

    DOMINO = "domino"
    BLOCK = "block"
    TIED_BLOCK = "tied_block"
    ANNULLED = "annulled"


def pips_left(tiles: Sequence[Tile]) -> int:
    """What one player has left."""
    return sum(tile.pips for tile in tiles)


def points_of_hand(left: Left) -> int:
    """Everything left in the four hands, the winner's own included (art. 18)."""
    return sum(pips_left(tiles) for tiles in left.values())


def pair_of(pairs: tuple[Pair, Pair], person: Person) -> Pair:
    """The pair of a person; RuleError `not_at_this_table`."""
    for pair in pairs:
        if person in pair:
            return pair
    raise RuleError("not_at_this_table", person=person)


def domino_winner(pairs: tuple[Pair, Pair], left: Left) -> Pair:
    """The pair of the player without tiles; RuleError `domino_needs_one_empty_hand`."""
    empty = [person for pair in pairs for person in pair if not left[person]]
    if len(empty) != 1:
        raise RuleError("domino_needs_one_empty_hand", empty=len(empty))
    return pair_of(pairs, empty[0])


@dataclass(frozen=True)
class BlockResult:
    """Who wins a block: a pair, nobody (level), or to be asked at the table.

    `lowest_player` is empty when two players are level; `lowest_pips` is the lowest
    count of what `block_winner` compares. `points` is what the winner scores.
    """

    pair: Pair | None
    points: int
    lowest_player: Person | None
    lowest_pair: Pair | None
    lowest_pips: int | None
    tied: bool
    ask: str | None


def block_result(
    pairs: tuple[Pair, Pair], pips: Mapping[Person, int], parameters: Mapping[str, Any]
) -> BlockResult:
    """Who wins a block, by `block_winner`, from what each player has left."""
    total = sum(pips.values())
    reading = parameters["block_winner"]
    if reading == "asked":
        return BlockResult(None, total, None, None, None, tied=False, ask="block_winner")
    if reading == "lowest_player":
        return _by_player(pairs, pips, total)
    return _by_pair(pairs, pips, total)


def _by_pair(pairs: tuple[Pair, Pair], pips: Mapping[Person, int], total: int) -> BlockResult:
    first, second = (sum(pips[person] for person in pair) for pair in pairs)
    lowest = min(first, second)
    if first == second:
        return BlockResult(None, 0, None, None, lowest, tied=True, ask=None)
    pair = pairs[0] if first < second else pairs[1]
    return BlockResult(pair, total, None, pair, lowest, tied=False, ask=None)


def _by_player(pairs: tuple[Pair, Pair], pips: Mapping[Person, int], total: int) -> BlockResult:
    lowest = min(pips.values())
    holders = [person for pair in pairs for person in pair if pips[person] == lowest]
    winners = [pair for pair in pairs if any(person in pair for person in holders)]
    if len(winners) > 1:
        # Level between players of both pairs; two partners that are level still win.
        return BlockResult(None, 0, None, None, lowest, tied=True, ask=None)
    player = holders[0] if len(holders) == 1 else None
    return BlockResult(winners[0], total, player, None, lowest, tied=False, ask=None)


def block_decided_by(
    pairs: tuple[Pair, Pair], pips: Mapping[Person, int], parameters: Mapping[str, Any]
) -> tuple[str, ...]:
    """Is the winner of this block a matter of the regulation's reading?"""

    def winner(reading: Mapping[str, Any]) -> object:
        result = block_result(pairs, pips, reading)
        return (result.pair, result.tied, result.ask)

    return deciding(BLOCK_PARAMETERS, parameters, winner)


@dataclass(frozen=True)
class Totals:
    """Points of both sides."""

    home: int = 0
    away: int = 0

    def of(self, side: Side) -> int:
        """The points of one side."""
        return self.home if side is Side.HOME else self.away

    def __getitem__(self, side: str) -> int:
        return self.of(Side(side))

    def plus(self, side: Side | None, points: int) -> "Totals":
        """With the points of one more hand; a level block (no side) adds nothing."""
        if side is None:
            return self
        if side is Side.HOME:
            return Totals(self.home + points, self.away)
        return Totals(self.home, self.away + points)

    @property
    def ahead(self) -> Side | None:
        """The side with more points, if one has."""
        if self.home == self.away:
            return None
        return Side.HOME if self.home > self.away else Side.AWAY


def partida_winner(totals: Totals, target: int) -> Side | None:
    """The side that has reached the target; reaching it is enough (art. 18).

    One hand gives points to one side only, so the sheet ends before both are there.
    Raises RuleError `both_sides_over_target` for totals that no sheet can give.
    """
    reached = [side for side in Side if totals.of(side) >= target]
    if len(reached) > 1:
        raise RuleError("both_sides_over_target", home=totals.home, away=totals.away)
    return reached[0] if reached else None


def counts_outside(totals: Totals, target: int, parameters: Mapping[str, Any]) -> Totals:
    """What averages and tables take from a partida (`points_over_target`)."""
    if parameters["points_over_target"] == "cap":
        return Totals(min(totals.home, target), min(totals.away, target))
    return totals
