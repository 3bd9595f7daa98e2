"""Who meets whom in the demonstration's calendar."""

from __future__ import annotations

from collections import Counter

import pytest

from matches.demo import pairings, places


@pytest.mark.parametrize("teams", [4, 6, 8, 10])
def test_everybody_meets_everybody_at_home_and_away(teams: int) -> None:
    rounds = pairings.rounds_of(teams)
    assert len(rounds) == 2 * (teams - 1)
    for pairs in rounds:
        assert sorted(lot for pair in pairs for lot in pair) == list(range(1, teams + 1))
    met = Counter(pair for pairs in rounds for pair in pairs)
    assert met == {
        (home, away): 1 for home in range(1, teams + 1) for away in range(1, teams + 1) if home != away
    }


def test_the_second_leg_is_the_first_one_the_other_way_round() -> None:
    rounds = pairings.rounds_of(8)
    assert rounds[0] == places.FIRST_ROUND
    for first, second in zip(rounds[:7], rounds[7:], strict=True):
        assert second == tuple((away, home) for home, away in first)


def test_no_bar_has_two_encounters_on_one_evening() -> None:
    bar = {team.lot: club.venue for club in places.CLUBS for team in club.teams}
    for pairs in pairings.rounds_of(8):
        assert len({bar[home] for home, _away in pairs}) == len(pairs)
