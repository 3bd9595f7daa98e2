"""Round robins: everybody meets everybody, sides are even, rests are said and are no encounters."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.rules.calendar.berger import LegOrder, Round, round_robin, table, without

sizes = st.integers(3, 24)


@given(sizes, st.integers(1, 3), st.integers(0, 900))
def test_a_round_robin_keeps_what_it_promises(count, legs, first_key):
    keys = [first_key + 7 * place for place in range(count)]
    rounds = round_robin(keys, legs=legs)
    pairs = [pair for each in rounds for pair in each.pairs]
    met = Counter(frozenset(pair) for pair in pairs)

    assert len(rounds) == legs * (count - 1 + count % 2)
    assert [each.number for each in rounds] == list(range(1, len(rounds) + 1))
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {legs}
    for each in rounds:
        # Everybody once in each round, playing or resting, and only an odd number has a rest: one.
        assert sorted([key for pair in each.pairs for key in pair] + [*each.rests]) == keys
        assert len(each.rests) == count % 2
    rests = Counter(key for each in rounds for key in each.rests)
    assert set(rests.values()) <= {legs}
    at_home = Counter(home for home, _ in pairs)
    for key in keys:
        own = at_home[key]
        away = legs * (count - 1) - own
        # After two legs everybody has been at home as often as away.
        assert abs(own - away) <= 1 if legs != 2 else own == away


@given(sizes, st.sampled_from(LegOrder))
def test_the_second_leg_is_the_first_with_sides_reversed(count, order):
    rounds = round_robin(range(count), legs=2, order=order)
    half = len(rounds) // 2
    first, second = rounds[:half], rounds[half:]
    if order is LegOrder.EXCHANGED:
        first = (*first[:-2], first[-1], first[-2])
    for one, other in zip(first, second, strict=True):
        assert other.pairs == tuple((away, home) for home, away in one.pairs)
        assert other.rests == one.rests


def test_report_23_five_teams_rest_once_each_and_nobody_meets_nobody():
    rounds = round_robin((11, 12, 13, 14, 15))

    assert [len(each.rests) for each in rounds] == [1, 1, 1, 1, 1]
    assert sorted(key for each in rounds for key in each.rests) == [11, 12, 13, 14, 15]
    assert sum(len(each.pairs) for each in rounds) == 10


def test_report_25_whoever_is_removed_is_not_counted_any_more():
    # Before the first round the calendar is made for six: nobody rests.
    assert [each.rests for each in round_robin((1, 2, 3, 4, 5, 6))] == [()] * 5
    # After the second, what was played stands and its rivals rest from then on.
    seven = round_robin(range(1, 8))
    left = without(seven, 3, after=2)

    assert left[:2] == seven[:2]
    for before, after in zip(seven[2:], left[2:], strict=True):
        assert 3 not in {key for pair in after.pairs for key in pair} | set(after.rests)
        rivals = {key for pair in before.pairs if 3 in pair for key in pair} - {3}
        assert set(after.rests) == (set(before.rests) | rivals) - {3}


@pytest.mark.parametrize("size", range(4, 25, 2))
def test_a_table_is_the_circle_turned_by_half(size):
    """The rival of the last number advances by half a circle, the others face each other around him."""
    circle, half = size - 1, size // 2
    for number, pairs in enumerate(table(size)):
        top = number * half % circle
        first = (top + 1, size) if number % 2 == 0 else (size, top + 1)
        others = [((top + step) % circle + 1, (top - step) % circle + 1) for step in range(1, half)]
        assert [*pairs] == [first, *others]


def test_a_table_needs_an_even_number():
    assert table(2) == (((1, 2),),)
    for size in (-2, 0, 1, 5):
        with pytest.raises(ValueError, match="even number"):
            table(size)
    for wrong in ((), (1,), (1, 1)):
        with pytest.raises(ValueError, match="two different"):
            round_robin(wrong)
    with pytest.raises(ValueError, match="one leg"):
        round_robin((1, 2), legs=0)
    assert round_robin((5, 9), legs=2) == (Round(1, ((5, 9),)), Round(2, ((9, 5),)))
