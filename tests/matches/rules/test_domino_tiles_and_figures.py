"""Tiles, and which figures a hand can give at all (art. 18): by argument, enumeration and play."""

from itertools import combinations, permutations

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from federation.rules.errors import RuleError
from matches.rules.domino.figures import (
    BOUNDS,
    block_maximum,
    check_figures,
    check_possible,
    check_tiles_left,
    halves_left,
    is_doubtful,
    needs_reason,
)
from matches.rules.domino.hands import HandEnding, points_of_hand
from matches.rules.sides import Side
from matches.rules.tiles import FULL_SET, SET_PIPS, Tile, parse_tile, parse_tiles, repeated_tile
from tests.strategies import lines_until_block_or_domino

DOMINO, BLOCK, TIED = HandEnding.DOMINO, HandEnding.BLOCK, HandEnding.TIED_BLOCK


def refused(code: str):
    return pytest.raises(RuleError, match=f"^{code}( |$)")


def test_the_set():
    assert len(FULL_SET) == 28
    assert SET_PIPS == 168
    assert all(parse_tile(str(tile)) == tile for tile in FULL_SET)
    assert parse_tile("3-6") == Tile(6, 3)
    assert repeated_tile(parse_tiles(["6-3", "1-0", "3-6"])) == Tile(6, 3)


@pytest.mark.parametrize("text", ["", "7-0", "6-", "6 3", "06-3", "-1-0", "6-3 ", None, 63, "٣-1"])
def test_what_is_no_tile(text: object):
    with refused("tile_not_valid"):
        parse_tile(text)
    with refused("tile_not_valid"):
        Tile(3, 6)


@given(lines_until_block_or_domino())
def test_points_by_tiles_are_the_whole_set_minus_the_table(played):
    left, table, _ = played

    assert points_of_hand(left) == SET_PIPS - sum(tile.pips for tile in table)


@given(lines_until_block_or_domino())
def test_every_hand_really_played_passes_the_checks(played):
    left, _, ending = played
    winner = next((person for person, hand in left.items() if not hand), None)
    points = points_of_hand(left)

    check_tiles_left(HandEnding(ending), left, winner=winner)
    check_figures(HandEnding(ending), Side.HOME, points, reason="", confirmed=True)
    if ending == "block":
        assert points % 2 == 0
        assert any(
            count == 0 and points <= block_maximum(number)
            for number, count in halves_left([t for hand in left.values() for t in hand]).items()
        )
    event(ending)


def blocks(highest: int):
    """Every block of the small set up to `highest`: the lines, each as the tiles on the table."""
    tiles = [(high, low) for high in range(highest + 1) for low in range(high + 1)]
    found = set()

    def lay(line: tuple[tuple[int, int], ...], ends: tuple[int, int]):
        rest = [tile for tile in tiles if tile not in line]
        fitting = [tile for tile in rest if set(tile) & set(ends)]
        if not fitting and rest:
            found.add(frozenset(line))
        for tile in fitting:
            for near, far in {ends, ends[::-1]}:
                if near in tile:
                    lay((*line, tile), (tile[0] + tile[1] - near, far))

    for tile in tiles:
        lay((tile,), tile)
    return tiles, found


def test_a_block_is_even_in_every_line_of_a_smaller_set():
    # The argument does not look at the size of the set: whenever each number has an even
    # number of halves (even highest number), both ends of a closed line show the same one.
    tiles, found = blocks(2)

    assert found
    for line in found:
        assert sum(high + low for high, low in tiles if (high, low) not in line) % 2 == 0


def test_the_bounds_are_those_of_the_set():
    lowest = sorted(tile.pips for tile in FULL_SET)
    assert sum(lowest[:3]) == BOUNDS[DOMINO][0]
    assert SET_PIPS - sum(lowest[:7]) == BOUNDS[DOMINO][1]
    # Four hands keep a tile each: 5 pips at least, and the next even figure is 6.
    assert sum(lowest[:4]) == 5
    assert BOUNDS[BLOCK][0] == 6
    # A block on x has all seven tiles of x on the table, and more where x does not close by itself.
    for number in range(7):
        laid = sum(tile.pips for tile in FULL_SET if number in (tile.high, tile.low))
        inner = [other for other in range(7) if other != number]
        # The inner six tiles of x need their other halves paired: three joining tiles at least.
        joining = min(
            sum(a + b for a, b in zip(order[::2], order[1::2], strict=True)) for order in permutations(inner)
        )
        assert SET_PIPS - laid - joining == block_maximum(number)
    assert block_maximum(0) == BOUNDS[BLOCK][1]


def test_which_figures_need_a_reason():
    assert [needs_reason(DOMINO, n) for n in (129, 130)] == [False, True]
    assert [needs_reason(BLOCK, n) for n in (40, 41)] == [False, True]
    assert not needs_reason(TIED, 0)


@pytest.mark.parametrize(("ending", "inside"), [(DOMINO, (3, 153)), (BLOCK, (6, 126))])
def test_limits(ending: HandEnding, inside: tuple[int, int]):
    for points in inside:
        check_possible(ending, Side.AWAY, points)
    for points in (inside[0] - 1, inside[1] + 1, 0, -inside[0]):
        with refused("points_impossible"):
            check_possible(ending, Side.AWAY, points)


def refusal(ending: HandEnding, points: int, *, confirmed: bool, reason: str) -> str | None:
    try:
        check_figures(ending, Side.HOME, points, reason=reason, confirmed=confirmed)
    except RuleError as error:
        return error.code
    return None


@given(st.sampled_from([DOMINO, BLOCK]), st.integers(-10, 200), st.booleans(), st.sampled_from(["", "x"]))
def test_a_figure_is_impossible_or_needs_a_reason_or_a_yes_or_is_fine(ending, points, confirmed, reason):
    low, high = (3, 153) if ending is DOMINO else (6, 126)
    expected = None
    if not low <= points <= high:
        expected = "points_impossible"
    elif ending is BLOCK and points % 2:
        expected = None if reason else "block_must_be_even"
    elif ending is DOMINO and points >= 130:
        expected = None if reason else "domino_beyond_reach"
    elif points > (90 if ending is DOMINO else 110):
        expected = None if confirmed else "doubtful_points"

    assert refusal(ending, points, confirmed=confirmed, reason=reason) == expected


def test_doubtful_limits():
    assert [is_doubtful(DOMINO, n) for n in (90, 91)] == [False, True]
    assert [is_doubtful(BLOCK, n) for n in (110, 112)] == [False, True]
    assert not is_doubtful(TIED, 0)


def left(**texts: str) -> dict[str, tuple[Tile, ...]]:
    return {person: parse_tiles(text.split()) for person, text in texts.items()}


def test_tiles_left_after_a_domino():
    check_tiles_left(DOMINO, left(A="", B="1-0", C="2-2", D="3-3"), winner="A")
    with refused("winner_has_tiles_left"):
        check_tiles_left(DOMINO, left(A="6-6", B="1-0", C="2-2", D="3-3"), winner="A")
    with refused("player_without_tiles"):
        check_tiles_left(DOMINO, left(A="", B="", C="2-2", D="3-3"), winner="A")
    with refused("tile_twice"):
        check_tiles_left(DOMINO, left(A="", B="1-0", C="0-1", D="3-3"), winner="A", reason="x")
    with refused("domino_line_impossible"):
        check_tiles_left(DOMINO, left(A="", B="1-0", C="3-2", D="3-3"), winner="A")
    check_tiles_left(DOMINO, left(A="", B="1-0", C="3-2", D="3-3"), winner="A", reason="x")


def test_tiles_left_after_a_block():
    with refused("block_must_be_even"):
        check_tiles_left(BLOCK, left(A="1-0", B="2-2", C="3-3", D="4-4"))
    with refused("block_number_not_closed"):
        check_tiles_left(BLOCK, left(A="1-0 4-4", B="2-1 5-5", C="2-0 6-6", D="3-3"))
    with refused("player_without_tiles"):
        check_tiles_left(BLOCK, left(A="", B="2-2", C="3-3", D="4-4"))
    with refused("too_many_tiles"):
        check_tiles_left(BLOCK, left(A="0-0 1-1 2-2 3-3 4-4 5-5 6-6 6-5", B="2-1", C="3-1", D="4-1"))
    check_tiles_left(BLOCK, left(A="1-1", B="2-2", C="3-3", D="4-4"))
    check_tiles_left(BLOCK, left(A="1-0", B="2-2", C="3-3", D="4-4"), reason="ficha mal colocada")


def test_an_odd_sum_always_shows_as_an_odd_count():
    # The tile check therefore refuses every odd block: here every four tiles that could be left.
    for tiles in combinations(FULL_SET, 4):
        if sum(tile.pips for tile in tiles) % 2:
            assert any(count % 2 for count in halves_left(tiles).values())
