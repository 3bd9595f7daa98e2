"""Swiss rounds by `neighbours`: what is promised for any field, and what others' reports teach."""

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.rules.swiss.dutch import EDITION, DutchEntrant, DutchEvent, dutch
from competitions.rules.swiss.first_round import Entered, FirstRound, opening
from competitions.rules.swiss.matching import cheapest
from competitions.rules.swiss.neighbours import (
    Forced,
    History,
    How,
    NoRest,
    Passed,
    RestKind,
    neighbours,
)
from federation.rules.errors import RuleError


def met(*pairs: str) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(int(key) for key in pair.split("-")) for pair in pairs)


def pairs_of(found) -> list[tuple[int, int]]:
    return [(pair.better, pair.worse) for pair in found.pairs]


def least_total(order, history) -> int | None:
    """By trying every round: what the rule promises, without its means."""
    if not order:
        return 0
    first, *rest = order
    totals = []
    for other in rest:
        if not history.have_met(first, other):
            below = least_total([key for key in rest if key != other], history)
            if below is not None:
                totals.append(other - first + below)
    return min(totals, default=None)


@given(st.sets(st.sampled_from(list(combinations(range(1, 9), 2))), max_size=18))
def test_no_possible_round_has_a_smaller_total(played):
    history = History(frozenset(map(frozenset, played)))
    least = least_total(list(range(1, 9)), history)
    if least is None:
        with pytest.raises(RuleError, match="swiss_no_round"):
            neighbours(range(1, 9), history)
        return
    assert neighbours(range(1, 9), history).total == least


# Mostly small fields; one in a while is large.
fields = st.one_of(st.integers(5, 24), st.integers(5, 24), st.integers(5, 24), st.integers(25, 200))


@settings(max_examples=40)
@given(fields, st.integers(1, 7), st.data())
def test_a_whole_swiss_keeps_what_it_promises(count, rounds, data):
    draw = data.draw(st.randoms(use_true_random=False))
    playing, points = list(range(count)), dict.fromkeys(range(count), 0)
    played: set[frozenset[int]] = set()
    rests: dict[int, RestKind] = {}
    for _number in range(min(rounds, (count - 1) // 2)):
        order = sorted(playing, key=lambda key: (-points[key], key))
        found = neighbours(order, History(frozenset(played), rests))
        seated = [key for pair in found.pairs for key in (pair.better, pair.worse)]
        resting = [found.rest.entrant] if found.rest else []

        assert sorted(seated + resting) == sorted(playing)
        assert len(resting) == len(playing) % 2
        for pair in found.pairs:
            assert frozenset((pair.better, pair.worse)) not in played
            assert [order[place - 1] for place in pair.places] == [pair.better, pair.worse]
            assert set(pair.passed) == set(order[pair.places[0] : pair.places[1] - 1])
        for key in resting:
            assert key not in rests or all(each in rests for each in playing)
            assert set(found.rest.below) == set(order[found.rest.place :])
            rests[key] = RestKind.ALLOCATED
        played |= {frozenset((pair.better, pair.worse)) for pair in found.pairs}
        for pair in found.pairs:
            points[draw.choice((pair.better, pair.worse))] += 2
        if len(playing) > count - 2 and draw.random() < 0.2:
            playing.remove(draw.choice(playing))


def test_the_same_round_comes_out_of_the_same_standings():
    order = [7, 3, 9, 1, 4, 8, 2, 6]
    history = History(met("7-3", "9-1", "4-8", "2-6"))
    assert neighbours(order, history) == neighbours(order, history)


def test_each_pair_says_why():
    # 1 and 2 have met, so 1 goes to 3; 4 has met nobody and is passed over by nobody.
    found = neighbours([1, 2, 3, 4], History(met("1-2", "3-4")))

    assert pairs_of(found) == [(1, 3), (2, 4)]
    assert found.total == 4
    first, second = found.pairs
    assert (first.distance, dict(first.passed)) == (2, {2: Passed.MET})
    # 2 and 3 had not met: together they would leave 1 and 4, a total of 4 as well but less even.
    assert dict(second.passed) == {3: Passed.WHOLE_ROUND}
    assert {pair.how for pair in found.pairs} == {How.NEAREST}


def test_the_director_makes_a_pair_and_the_rest_is_made_round_it():
    found = neighbours([1, 2, 3, 4, 5], History(), [Forced(1, 5, "Vienen de lejos")])

    assert (1, 5) in pairs_of(found)
    by_hand = next(pair for pair in found.pairs if pair.how is How.BY_HAND)
    assert (by_hand.reason, dict(by_hand.passed)) == ("Vienen de lejos", {})
    assert (found.rest.entrant, dict(found.rest.below)) == (4, {5: NoRest.PAIRED_BY_HAND})
    for wrong in ([Forced(1, 1, "x")], [Forced(1, 2, "x"), Forced(2, 3, "x")], [Forced(1, 9, "x")]):
        with pytest.raises(RuleError, match="swiss_forced_twice"):
            neighbours([1, 2, 3, 4, 5], History(), wrong)


@pytest.mark.parametrize("kind", RestKind)
def test_report_15_every_kind_of_rest_bars_a_second_one(kind):
    rests = {5: kind}
    for _round in range(4):
        found = neighbours([1, 2, 3, 4, 5], History(frozenset(), rests))
        assert found.rest.entrant not in rests
        rests[found.rest.entrant] = RestKind.ALLOCATED
    assert sorted(rests) == [1, 2, 3, 4, 5]


def test_report_17_rests_go_to_the_lowest_who_has_not_rested_over_nine_rounds():
    history, rests, given_to = set(), {}, []
    order = list(range(1, 12))
    for _round in range(9):
        found = neighbours(order, History(frozenset(history), rests))
        history |= {frozenset(pair) for pair in pairs_of(found)}
        rests[found.rest.entrant] = RestKind.ALLOCATED
        given_to.append(found.rest.entrant)
        assert set(found.rest.below.values()) <= {NoRest.RESTED_BEFORE, NoRest.LEAVES_NO_ROUND}
    assert len(set(given_to)) == 9
    assert given_to[:3] == [11, 10, 9]


def test_report_19_the_one_alone_at_the_bottom_rests_unless_no_round_is_left():
    order = list(range(1, 18))
    assert neighbours(order, History()).rest.entrant == 17
    # 16 has met everybody but 17: if 17 rests nobody is left for 16.
    history = History(met(*(f"16-{key}" for key in range(1, 16))))
    found = neighbours(order, history)

    assert (found.rest.entrant, dict(found.rest.below)) == (16, {17: NoRest.LEAVES_NO_ROUND})


def test_who_comes_late_and_who_has_left_are_in_the_round_or_not():
    history = History(met("1-2", "3-4"), {5: RestKind.ALLOCATED})
    found = neighbours([1, 3, 2, 4, 5, 6], history)
    assert found.rest is None
    assert neighbours([1, 2, 4, 5, 6], history).rest.entrant == 6


def test_when_all_have_met_no_round_is_left():
    everybody = History(frozenset(frozenset(pair) for pair in combinations(range(4), 2)))
    for order in ([0, 1, 2, 3], [0, 1, 2]):
        with pytest.raises(RuleError, match="swiss_no_round"):
            neighbours(order, everybody)
    assert neighbours([], History()).pairs == ()


def test_the_cheapest_matching_against_every_other():
    costs = {(one, other): (7 * one + 3 * other * other) % 11 for one, other in combinations(range(6), 2)}
    best = min(
        sum(costs[min(pair), max(pair)] for pair in zip(each[::2], each[1::2], strict=True))
        for each in permutations(range(6))
    )
    found = cheapest(6, lambda one, other: costs[one, other])
    assert sum(costs[pair] for pair in found) == best
    assert cheapest(3, lambda one, other: 0) is None
    assert cheapest(4, lambda one, other: None if 0 in (one, other) else 1) is None
    # A pair that costs dearly is better than nobody, and large numbers are told apart to the last digit.
    dear = {(0, 1): 10**30, (2, 3): 10**30, (0, 2): 10**30 - 1, (1, 3): 10**30}
    assert cheapest(4, lambda one, other: dear.get((one, other))) == ((0, 2), (1, 3))
    assert cheapest(2, lambda one, other: 10**30) == ((0, 1),)


ENTERED = [Entered(key, lot=100 + key, club="AB"[key % 2], rating=2000 - key // 2) for key in range(9)]


@pytest.mark.parametrize("way", FirstRound)
def test_the_first_round_is_drawn_again_by_anybody(way):
    found = opening(ENTERED, way, "2027")

    assert found == opening(ENTERED[::-1], way, "2027")
    assert found.order != opening(ENTERED, way, "2028").order
    assert sorted([key for pair in found.pairs for key in pair] + [found.rest]) == list(range(9))
    assert found.rest == found.order[-1]


def test_first_rounds_of_each_kind():
    clubs = {each.key: each.club for each in ENTERED}
    spread = opening(ENTERED[:8], FirstRound.SPREAD_CLUBS, "2027")
    assert all(clubs[one] != clubs[other] for one, other in spread.pairs)
    rated = opening(ENTERED[:8], FirstRound.RATING, "2027")
    assert [{one // 2, other // 2} for one, other in rated.pairs] == [{0, 2}, {0, 2}, {1, 3}, {1, 3}]
    alone = [Entered(key, lot=key, club="A") for key in range(4)]
    assert len(opening(alone, FirstRound.SPREAD_CLUBS, "x").pairs) == 2


def test_dutch_says_its_edition_and_refuses_where_no_round_is_left():
    four = [DutchEntrant(number) for number in range(1, 5)]
    found = dutch(four, DutchEvent(3))

    assert (sorted(found.pairs), found.rest, found.edition) == ([(1, 3), (4, 2)], None, EDITION)
    assert dutch(four, DutchEvent(3, absent=frozenset({4}))).rest == 3
    assert dutch(four[::-1], DutchEvent(3)) == found
