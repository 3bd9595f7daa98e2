"""The 28 tiles of the double-six set. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from federation.rules.errors import RuleError

HIGHEST_NUMBER = 6
TILES_PER_HAND = 7
_WRITTEN = re.compile(r"([0-6])-([0-6])")


@dataclass(frozen=True, order=True)
class Tile:
    """A tile by its two halves, the higher one first."""

    high: int
    low: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= HIGHEST_NUMBER:
            raise RuleError("tile_not_valid", tile=f"{self.high}-{self.low}")

    @property
    def pips(self) -> int:
        """What it counts when it is left in a hand (art. 18)."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        """Are both halves equal?"""
        return self.high == self.low

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"


FULL_SET: tuple[Tile, ...] = tuple(
    Tile(high, low) for high in range(HIGHEST_NUMBER + 1) for low in range(high + 1)
)
SET_PIPS = sum(tile.pips for tile in FULL_SET)


def parse_tile(text: object) -> Tile:
    """The tile written as "6-3" (or "3-6"); RuleError `tile_not_valid` for anything else."""
    match = _WRITTEN.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise RuleError("tile_not_valid", tile=str(text))
    halves = sorted((int(match[1]), int(match[2])))
    return Tile(halves[1], halves[0])


def parse_tiles(texts: Iterable[object]) -> tuple[Tile, ...]:
    """Several tiles in their order; RuleError `tile_not_valid`."""
    return tuple(parse_tile(text) for text in texts)


def repeated_tile(tiles: Iterable[Tile]) -> Tile | None:
    """The first tile that comes twice, if one does."""
    seen: set[Tile] = set()
    for tile in tiles:
        if tile in seen:
            return tile
        seen.add(tile)
    return None
