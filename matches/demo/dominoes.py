"""Hands of domino played out tile by tile, so that the demonstration's figures are possible ones. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from matches.rules.domino.hands import HandEnding, block_result, pips_left, points_of_hand
from matches.rules.sides import SEAT_COUNT, Pair, Seats, Side, right_of
from matches.rules.tiles import FULL_SET, TILES_PER_HAND, Tile


@dataclass(frozen=True)
class Played:
    """How a hand came out."""

    side: Side | None
    points: int
    ending: HandEnding


def play(
    rng: Random,
    seats: Seats,
    sides: Mapping[Side, Pair],
    leader: int,
    parameters: Mapping[str, Any],
    *,
    ending: HandEnding | None = None,
    winner: Side | None = None,
) -> Played:
    """Deal and play one hand; with `ending` or `winner`, again and again until one comes out so.

    A level block is nobody's: it comes out so for any `winner`.
    """
    while True:
        played = _dealt(rng, seats, sides, leader, parameters)
        ends_so = ending in (None, played.ending)
        if ends_so and (winner is None or played.side in (winner, None)):
            return played


def _dealt(
    rng: Random, seats: Seats, sides: Mapping[Side, Pair], leader: int, parameters: Mapping[str, Any]
) -> Played:
    tiles = rng.sample(FULL_SET, len(FULL_SET))
    hands = {
        person: tiles[seat * TILES_PER_HAND : (seat + 1) * TILES_PER_HAND]
        for seat, person in enumerate(seats)
    }
    last = seats[_lay_all(rng, hands, seats, leader)]
    if not hands[last]:
        return Played(_side_of(last, sides), points_of_hand(hands), HandEnding.DOMINO)
    pairs = (sides[Side.HOME], sides[Side.AWAY])
    result = block_result(pairs, {person: pips_left(left) for person, left in hands.items()}, parameters)
    if result.pair is None:
        return Played(None, 0, HandEnding.TIED_BLOCK)
    return Played(_side_of(result.pair[0], sides), result.points, HandEnding.BLOCK)


def _lay_all(rng: Random, hands: dict[str, list[Tile]], seats: Seats, leader: int) -> int:
    """Lay tiles until a hand is empty or nobody can go on; give the seat that laid the last one."""
    first = hands[seats[leader]].pop()
    ends, last, seat = (first.high, first.low), leader, leader
    for _ in range(len(FULL_SET) * SEAT_COUNT):
        seat = right_of(seat)
        if seat == last and not _fitting(hands[seats[seat]], ends):
            break
        fitting = _fitting(hands[seats[seat]], ends)
        if not fitting:
            continue
        tile = rng.choice(fitting)
        hands[seats[seat]].remove(tile)
        ends, last = _laid(tile, ends), seat
        if not hands[seats[seat]]:
            break
    return last


def _fitting(hand: list[Tile], ends: tuple[int, int]) -> list[Tile]:
    return [tile for tile in hand if tile.high in ends or tile.low in ends]


def _laid(tile: Tile, ends: tuple[int, int]) -> tuple[int, int]:
    left, right = ends
    if tile.high == left:
        return (tile.low, right)
    if tile.low == left:
        return (tile.high, right)
    return (left, tile.low if tile.high == right else tile.high)


def _side_of(person: str, sides: Mapping[Side, Pair]) -> Side:
    return Side.HOME if person in sides[Side.HOME] else Side.AWAY
