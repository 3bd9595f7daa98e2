"""Points of a hand, the winner of a block, totals (art. 18)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.errors import RuleError
from federation.rules.parameters import defaults, resolve
from matches.rules.domino.hands import (
    Totals,
    block_decided_by,
    block_result,
    counts_outside,
    domino_winner,
    pair_of,
    partida_winner,
    points_of_hand,
)
from matches.rules.sides import Side
from matches.rules.tiles import parse_tiles

PAIRS = (("A", "C"), ("B", "D"))


def refused(code: str):
    return pytest.raises(RuleError, match=f"^{code}( |$)")


def block(a: int, b: int, c: int, d: int, option: str = "lowest_pair"):
    pips = {"A": a, "B": b, "C": c, "D": d}
    return block_result(PAIRS, pips, resolve({"block_winner": option}))


def test_the_lowest_pair_or_the_lowest_player_wins_a_block():
    assert block(1, 2, 20, 5).pair == ("B", "D")
    assert block(1, 2, 20, 5, "lowest_player").pair == ("A", "C")
    assert block(1, 2, 20, 5, "lowest_player").lowest_player == "A"
    asked = block(1, 2, 20, 5, "asked")
    assert (asked.pair, asked.points, asked.ask) == (None, 28, "block_winner")


def test_a_level_block_is_nobodys():
    assert block(3, 4, 7, 6).tied
    assert block(3, 3, 9, 5, "lowest_player").tied
    partners = block(3, 4, 3, 6, "lowest_player")
    assert (partners.pair, partners.lowest_player, partners.tied) == (("A", "C"), None, False)
    assert block(3, 4, 7, 6).points == 0


@given(st.tuples(*[st.integers(0, 40)] * 4), st.sampled_from(["lowest_pair", "lowest_player", "asked"]))
def test_a_block_has_one_winner_or_is_level_or_is_asked(pips, option):
    result = block(*pips, option)

    assert [result.pair is not None, result.tied, result.ask is not None].count(True) == 1
    assert result.points == (0 if result.tied else sum(pips))


def test_what_decided_a_block_is_named():
    assert block_decided_by(PAIRS, {"A": 1, "B": 2, "C": 20, "D": 5}, defaults()) == ("block_winner",)


def test_points_and_winner_by_domino():
    left = {
        person: parse_tiles(texts.split())
        for person, texts in {"A": "6-6", "B": "", "C": "5-4 1-0", "D": "0-0"}.items()
    }
    assert points_of_hand(left) == 22
    assert domino_winner(PAIRS, left) == ("B", "D")
    with refused("domino_needs_one_empty_hand"):
        domino_winner(PAIRS, left | {"D": ()})
    with refused("not_at_this_table"):
        pair_of(PAIRS, "Z")


@given(st.lists(st.tuples(st.sampled_from([None, *Side]), st.integers(0, 150)), max_size=20))
def test_totals_are_sums(hands):
    total = Totals()
    for side, points in hands:
        total = total.plus(side, points)

    assert total.home == sum(points for side, points in hands if side is Side.HOME)
    assert total["away"] == sum(points for side, points in hands if side is Side.AWAY)
    assert (total.ahead is None) == (total.home == total.away)


def test_reaching_the_target_is_enough_and_both_never_do():
    assert partida_winner(Totals(299, 0), 300) is None
    assert partida_winner(Totals(300, 299), 300) is Side.HOME
    assert partida_winner(Totals(299, 400), 300) is Side.AWAY
    with refused("both_sides_over_target"):
        partida_winner(Totals(300, 300), 300)


def test_what_counts_outside():
    assert counts_outside(Totals(320, 50), 300, defaults()) == Totals(320, 50)
    assert counts_outside(Totals(320, 50), 300, resolve({"points_over_target": "cap"})) == Totals(300, 50)
