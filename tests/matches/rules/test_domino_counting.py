"""A hand counted by what is left: the sum, who wins, and what cannot have been left."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.parameters import resolve
from matches.rules.domino.counting import Counted, check_left, count, left_needs_reason, read_left
from matches.rules.domino.hands import HandEnding
from matches.rules.sides import Side
from matches.rules.tiles import FULL_SET, parse_tiles
from tests.matches.rules.test_sheet import refused
from tests.matches.rules.writer import AWAY, HOME, Writer

pytestmark = pytest.mark.pure

SIDES = {Side.HOME: HOME, Side.AWAY: AWAY}
DOMINO, BLOCK = HandEnding.DOMINO, HandEnding.BLOCK


def tiles(**left: str) -> dict[str, Any]:
    """What 1, 2 (home), 3 and 4 (away) have left."""
    return {name[1:]: parse_tiles(text.split()) for name, text in left.items()}


# A block on the six (all seven sixes lie): each number is left an even number of times.
CLOSED = tiles(p1="0-0 1-1", p2="2-2", p3="5-5", p4="4-4 3-3")


def test_by_domino_everything_left_goes_to_the_one_without_tiles() -> None:
    left = tiles(p1="", p2="6-3", p3="5-0 1-1", p4="4-2")
    assert count(SIDES, left, DOMINO, resolve({})) == Counted(Side.HOME, 22, DOMINO)
    assert count(SIDES, {"1": 9, "2": 0, "3": 7, "4": 6}, DOMINO, resolve({})) == Counted(
        Side.HOME, 22, DOMINO
    )


def test_a_block_goes_to_whom_the_regulation_says_and_a_level_one_to_nobody() -> None:
    pips = {"1": 2, "2": 9, "3": 5, "4": 5}
    assert count(SIDES, pips, BLOCK, resolve({})).side is Side.AWAY
    assert count(SIDES, pips, BLOCK, resolve({"block_winner": "lowest_player"})).side is Side.HOME
    assert count(SIDES, {"1": 2, "2": 8, "3": 5, "4": 5}, BLOCK, resolve({})) == Counted(
        None, 0, HandEnding.TIED_BLOCK
    )
    asked = resolve({"block_winner": "asked"})
    with refused("hand_needs_side"):
        count(SIDES, pips, BLOCK, asked)
    assert count(SIDES, pips, BLOCK, asked, asked=Side.HOME) == Counted(Side.HOME, 21, BLOCK)


def test_the_blank_double_is_a_tile_and_counts_nothing() -> None:
    """By pips two may have none, and one of them still holds it: the table says who won."""
    pips = {"1": 0, "2": 9, "3": 0, "4": 6}
    with refused("hand_needs_side"):
        count(SIDES, pips, DOMINO, resolve({}))
    assert count(SIDES, pips, DOMINO, resolve({}), asked=Side.AWAY).side is Side.AWAY
    assert count(SIDES, {"1": 0, "2": 0, "3": 9, "4": 6}, DOMINO, resolve({})).side is Side.HOME
    left = tiles(p1="", p2="6-3", p3="0-0", p4="4-2")
    assert count(SIDES, left, DOMINO, resolve({})) == Counted(Side.HOME, 15, DOMINO)


@pytest.mark.parametrize(
    ("left", "ending", "code"),
    [
        ({"1": 0, "2": 4, "3": 5}, DOMINO, "left_wrong_players"),
        ({"1": 3, "2": 4, "3": 5, "4": 6}, DOMINO, "domino_needs_one_empty_hand"),
        (tiles(p1="", p2="", p3="5-0", p4="4-2"), DOMINO, "domino_needs_one_empty_hand"),
    ],
)
def test_what_does_not_tell_who_won(left: dict[str, Any], ending: HandEnding, code: str) -> None:
    with refused(code):
        count(SIDES, left, ending, resolve({}))


@pytest.mark.parametrize(
    ("value", "well"),
    [
        (None, True),
        ({"1": ["6-3"], "2": []}, True),
        ({"1": 12, "2": 0}, True),
        ({"1": ["6-3"], "2": 4}, False),
        ({"1": 169}, False),
        ({"1": True}, False),
        ({"1": -1}, False),
        (["6-3"], False),
        ({1: 4}, False),
    ],
)
def test_what_an_entry_may_hold(value: Any, well: bool) -> None:  # noqa: FBT001
    if well:
        read_left(value)
        return
    with refused("malformed_entry"):
        read_left(value)


def test_tiles_that_cannot_have_been_left_stand_only_with_a_reason() -> None:
    fine = count(SIDES, CLOSED, BLOCK, resolve({}))
    check_left(CLOSED, fine, reason="")
    assert not left_needs_reason(CLOSED, fine)
    odd = CLOSED | tiles(p2="2-1")
    counted = count(SIDES, odd, BLOCK, resolve({}))
    with refused("block_must_be_even"):
        check_left(odd, counted, reason="")
    assert left_needs_reason(odd, counted)
    check_left(odd, counted, reason="Una ficha mal puesta.")
    twice = CLOSED | tiles(p2="1-1")
    with refused("tile_twice"):
        check_left(twice, count(SIDES, twice, BLOCK, resolve({})), reason="Da igual.")


def test_a_sheet_takes_only_figures_that_what_is_left_gives() -> None:
    left = {"1": [], "2": ["6-3"], "3": ["6-0", "1-1"], "4": ["3-0"]}
    writer = Writer()
    with refused("left_differs"):
        writer.propose("home", 21, left=left)
    with refused("left_differs"):
        writer.propose("away", 20, left=left)
    with refused("left_wrong_players"):
        writer.propose("home", 20, left={"1": [], "2": ["6-3"]})
    with refused("domino_line_impossible"):
        writer.propose("home", 22, left={"1": [], "2": ["6-3"], "3": ["5-0", "1-1"], "4": ["4-2"]})
    writer.propose("home", 20, left=left)
    assert writer.state.hands[-1].points == 20


@pytest.mark.parametrize(
    ("mode", "left", "taken"),
    [
        ("points", None, True),
        ("points", "pips", True),
        ("pips_per_player", None, False),
        ("pips_per_player", "pips", True),
        ("pips_per_player", "tiles", True),
        ("tiles", None, False),
        ("tiles", "pips", False),
        ("tiles", "tiles", True),
    ],
)
def test_a_hand_is_written_as_the_regulation_has_it(mode: str, left: str | None, taken: bool) -> None:  # noqa: FBT001
    given = {
        "pips": {"1": 0, "2": 9, "3": 8, "4": 3},
        "tiles": {"1": [], "2": ["6-3"], "3": ["6-0", "1-1"], "4": ["3-0"]},
    }
    writer = Writer(hand_entry=mode)
    data = {} if left is None else {"left": given[left]}
    if taken:
        writer.propose("home", 20, **data)
        return
    with refused("hand_needs_left"):
        writer.propose("home", 20, **data)


def test_points_alone_stand_on_the_judges_word_or_from_paper() -> None:
    writer = Writer(hand_entry="tiles")
    with refused("reason_required"):
        writer.propose("home", 20, judge="9")
    with refused("hand_needs_left"):
        writer.propose("home", 20, reason="Se recogieron las fichas.")
    writer.propose("home", 20, judge="9", reason="Se recogieron las fichas.")
    writer.approve()
    writer.put("paper", {"photo": "a" * 64, "judge": "9", "captains": []})
    writer.propose("away", 31)
    assert writer.state.hands[-1].points == 31


@given(st.permutations(FULL_SET), st.lists(st.integers(1, 7), min_size=3, max_size=3))
def test_points_by_tiles_are_what_does_not_lie_on_the_table(shuffled: list[Any], sizes: list[int]) -> None:
    one, two, three = sizes
    hands = (shuffled[:one], shuffled[one : one + two], shuffled[one + two : one + two + three])
    left = {"1": (), **dict(zip(("2", "3", "4"), map(tuple, hands), strict=True))}
    on_the_table = sum(tile.pips for tile in shuffled[sum(sizes) :])
    assert count(SIDES, left, DOMINO, resolve({})).points == 168 - on_the_table
