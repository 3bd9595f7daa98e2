"""Knock-out trees: rests for the seeds and in the first round alone; what is pending is no rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.rules.calendar.knockout import (
    From,
    Known,
    Nobody,
    Pending,
    Which,
    bracket_order,
    correction,
    rests,
    settled,
    tree,
)


def seeds(count: int) -> list[Known]:
    return [Known(number) for number in range(1, count + 1)]


def play(ties, choose, *, until: int | None = None):
    """Play the tree through: `choose` takes a tie and gives its winner."""
    winners: dict[int, Known] = {}
    for number in [tie.number for tie in ties if until is None or tie.round_number <= until]:
        tie = next(each for each in settled(ties, winners) if each.number == number)
        if not tie.is_rest:
            winners[number] = choose(tie)
    return winners


def best(tie):
    return min(tie.home, tie.away, key=lambda place: place.entrant)


def test_the_order_of_a_bracket():
    assert bracket_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)


@given(st.integers(2, 24), st.booleans(), st.randoms(use_true_random=False))
def test_a_tree_keeps_what_it_promises(count, third_place, draw):
    ties = tree(seeds(count), third_place=third_place)
    size = 1 << (count - 1).bit_length()
    free = [tie for tie in ties if tie.is_rest]

    # All rests are in the first round, for the best seeds, and nobody has two.
    assert {tie.round_number for tie in free} <= {1}
    assert sorted(place.entrant for place in rests(ties)) == list(range(1, size - count + 1))
    has_third = third_place and count > 3
    assert len(ties) == size - 1 + has_third
    assert [tie.number for tie in ties] == list(range(1, len(ties) + 1))
    # Whoever wins each tie, everybody but one loses exactly once on the way to the final.
    winners = play(ties, lambda tie: draw.choice([tie.home, tie.away]))
    done = settled(ties, winners)
    assert len(winners) == count - 1 + has_third
    lost = [
        place
        for tie in done
        if tie.number in winners and not tie.is_third_place
        for place in (tie.home, tie.away)
        if place != winners[tie.number]
    ]
    assert sorted([*lost, winners[done[-1].number]], key=lambda place: place.entrant) == seeds(count)
    if has_third:
        third = next(tie for tie in done if tie.is_third_place)
        semifinals = {place.tie for place in (ties[-1].home, ties[-1].away)}
        losers = {
            tie.home if winners[tie.number] == tie.away else tie.away
            for tie in done
            if tie.number in semifinals
        }
        assert {third.home, third.away} == losers


@given(st.integers(2, 24))
def test_the_best_seeds_meet_as_late_as_they_can(count):
    done = settled(tree(seeds(count)), play(tree(seeds(count)), best))
    for tie in done[-1:]:
        assert {tie.home, tie.away} == {Known(1), Known(2)}
    rounds = done[-1].round_number
    for tie in done:
        together = {place.entrant for place in (tie.home, tie.away) if isinstance(place, Known)}
        if len(together) == 2 and max(together) <= 4:
            assert tie.round_number >= rounds - 1


@pytest.mark.parametrize(("count", "free"), [(9, 7), (11, 5)])
def test_report_27_free_places_are_in_the_first_round_spread_and_for_the_seeds(count, free):
    ties = tree(seeds(count))

    assert sorted(place.entrant for place in rests(ties)) == list(range(1, free + 1))
    assert all(
        isinstance(place, Known)
        for tie in settled(ties, {})
        if tie.round_number == 1 and not tie.is_rest
        for place in (tie.home, tie.away)
    )
    # Nobody walks into the semi-final: whoever is in it has won a tie.
    winners = play(ties, best)
    semifinal = max(tie.round_number for tie in ties) - 1
    for tie in settled(ties, winners):
        if tie.round_number == semifinal:
            for place in (tie.home, tie.away):
                assert place in winners.values()


def test_report_29_a_corrected_quarter_final():
    ties = tree(seeds(8), third_place=True)
    quarters = play(ties, best, until=1)
    # The semi-final is scheduled and not played: it changes its side, nothing needs a decision.
    before = correction(ties, quarters, 1, Known(8))
    assert (before.changed, before.played) == ((5,), ())
    semifinal = next(tie for tie in settled(ties, quarters | {1: Known(8)}) if tie.number == 5)
    assert semifinal.home == Known(8)
    # Played: it is listed, with what comes of it, and nothing changes by itself.
    after = correction(ties, play(ties, best, until=2), 1, Known(8))
    assert after.played == (5,)
    assert set(after.changed) == {7, 8}
    whole = correction(ties, play(ties, best), 1, Known(8))
    assert set(whole.played) == {5, 7, 8}
    assert correction(ties, quarters, 1, Known(1)).changed == ()


def test_report_31_a_pending_place_is_no_rest_and_nobody_goes_through_against_it():
    places = [Known(1), Pending("grupo B"), Known(3), Known(4), Known(5)]
    ties = tree(places)
    pending = next(tie for tie in ties if Pending("grupo B") in (tie.home, tie.away))
    later = [tie for tie in settled(ties, {}) if tie.round_number == 2]

    # The second seed rests, but who it is nobody knows yet: its place in the next round waits.
    assert pending.is_rest
    assert From(pending.number) in (later[1].home, later[1].away)
    # Another seed is changed: the pending place stays as it was, and its rival waits.
    four = tree([Known(1), Known(9), Known(3), Pending("grupo B")])
    meeting = next(tie for tie in four if Pending("grupo B") in (tie.home, tie.away))
    assert not meeting.is_rest
    assert next(tie for tie in settled(four, {}) if tie.round_number == 2).home == From(meeting.number)
    assert not any(isinstance(place, Nobody) for tie in four for place in (tie.home, tie.away))


def test_only_a_side_of_a_tie_can_have_won_it():
    with pytest.raises(ValueError, match="one of its sides"):
        settled(tree(seeds(4)), {1: Known(3)})
    with pytest.raises(ValueError, match="two places"):
        tree(seeds(1))
    assert From(1) == From(1, Which.WINNER)
