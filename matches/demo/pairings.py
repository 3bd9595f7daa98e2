"""Who meets whom, by the numbers that were drawn: everybody once, then the other way round."""

from __future__ import annotations

Pairings = tuple[tuple[int, int], ...]


def rounds_of(teams: int) -> list[Pairings]:
    """Every round as pairs (home, away) of lots 1 to `teams`, an even number, as in Berger's tables.

    Lots that are half of `teams` apart are never at home in the same round, so that two
    teams of a club can share their bar.
    """
    first_leg = [_round(teams, number) for number in range(1, teams)]
    return [*first_leg, *(tuple((away, home) for home, away in pairs) for pairs in first_leg)]


def _round(teams: int, number: int) -> Pairings:
    """Everybody but the last lot stands in a ring; one of them meets the last, and the ring folds there."""
    ring, half = teams - 1, teams // 2
    fold = (number - 1) * half % ring
    others = tuple(((fold + step) % ring + 1, (fold - step) % ring + 1) for step in range(1, half))
    with_last = (fold + 1, teams) if number % 2 else (teams, fold + 1)
    return (with_last, *others)
