"""Reserve teams: how often somebody helps above before he stays there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.rules.reserves import (
    Above,
    Help,
    chain_above,
    chain_below,
    check_reserve,
    helps,
    kept_above,
)
from federation.rules.errors import RuleError


def above(times: int, limit: int | None = 3, *, competition: str = "D1") -> Above:
    return Above("B", "A", "Seis Doble B", "Seis Doble", competition, times, limit)


def test_so_many_times_he_may_go_back_and_with_the_next_he_stays():
    assert [above(times).next_time for times in range(5)] == [
        Help.FREE,
        Help.FREE,
        Help.LAST,
        Help.BINDS,
        Help.STAYS,
    ]
    assert [above(times).stays for times in range(5)] == [False, False, False, False, True]
    assert above(0, 1).next_time is Help.LAST


def test_without_a_number_nobody_helps_and_nobody_stays():
    assert above(99, None).next_time is None
    assert not above(99, None).stays
    assert helps([above(0, None)], "A", "D1") is None


def test_times_count_in_each_competition_apart():
    plays = [above(3), above(3, competition="Copa")]
    assert kept_above(plays, "B") is None
    assert helps(plays, "A", "Copa") == plays[1]
    assert helps(plays, "A", "D2") is None
    assert kept_above([above(3), above(4, competition="Copa")], "B") == above(4, competition="Copa")
    assert kept_above([above(4)], "C") is None


@given(st.integers(1, 100), st.integers(0, 200))
def test_he_stays_exactly_when_he_has_been_told_that_he_would(limit, times):
    # Told "this one binds" before the encounter, he stays after it; never sooner.
    assert above(times + 1, limit).stays == (above(times, limit).next_time in (Help.BINDS, Help.STAYS))


def test_chains_are_followed_and_never_in_circles():
    reserve_of = {1: None, 2: 1, 3: 2, 4: 1, 5: None}
    assert chain_above(3, reserve_of) == [2, 1]
    assert chain_below(1, reserve_of) == [2, 3, 4]
    assert chain_above(1, reserve_of) == []
    check_reserve(5, 3, reserve_of)
    for team, over in ((1, 3), (2, 2), (1, 2)):
        with pytest.raises(RuleError, check=lambda error: error.code == "reserve_circle"):
            check_reserve(team, over, reserve_of)


@given(st.dictionaries(st.integers(1, 6), st.none() | st.integers(1, 6)))
def test_a_chain_ends_whatever_is_written(reserve_of):
    for team in reserve_of:
        chain = chain_above(team, reserve_of)
        assert len(set(chain)) == len(chain) and team not in chain
