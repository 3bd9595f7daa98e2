"""The season that follows: its dates and name, and who goes over into it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.errors import RuleError
from federation.rules.next_season import (
    LONGEST,
    PersonStays,
    TeamStays,
    check_season,
    goes_over,
    next_dates,
    next_name,
    person_stays,
    team_stays,
)

OTHERS = [("2025-26", date(2025, 9, 1), date(2026, 8, 31))]


@pytest.mark.parametrize(
    ("begins", "ends", "code"),
    [
        (date(2026, 9, 1), date(2027, 8, 31), None),
        (date(2024, 9, 1), date(2025, 8, 31), None),
        (date(2026, 8, 31), date(2027, 8, 31), "season_overlaps"),
        (date(2025, 10, 1), date(2025, 12, 1), "season_overlaps"),
        (date(2026, 9, 1), date(2026, 9, 1), "dates_reversed"),
        (date(2026, 9, 1), date(2026, 9, 1) + timedelta(LONGEST + 1), "season_too_long"),
    ],
)
def test_seasons_follow_each_other(begins, ends, code):
    if code is None:
        check_season(begins, ends, OTHERS)
        return
    with pytest.raises(RuleError, check=lambda error: error.code == code):
        check_season(begins, ends, OTHERS)


@given(st.dates(date(2000, 1, 1), date(2090, 1, 1)))
def test_the_next_one_is_a_year_that_begins_when_the_last_has_ended(ends):
    begins, until = next_dates(ends)
    assert begins == ends + timedelta(days=1)
    assert 364 <= (until - begins).days <= 365
    check_season(begins, until, [("x", ends - timedelta(days=300), ends)])


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("2026-27", "2027-28"),
        ("2098/99", "2099/00"),
        ("2026-2027", "2027-2028"),
        ("2026", "2027"),
        ("Liga", ""),
    ],
)
def test_the_next_name(name, after):
    assert next_name(name) == after


def test_which_teams_stay_behind():
    assert team_stays(has_one=False, club_active=True) is None
    assert team_stays(has_one=True, club_active=False) is TeamStays.HAS_ONE
    assert team_stays(has_one=False, club_active=False) is TeamStays.CLUB_INACTIVE


def test_captains_go_over_without_a_licence_and_nobody_who_is_gone_does():
    gone = person_stays(erased=True, merged=False, licensed=True)
    merged = person_stays(erased=False, merged=True, licensed=True)
    bare = person_stays(erased=False, merged=False, licensed=False)
    assert (gone, merged, bare) == (PersonStays.ERASED, PersonStays.MERGED, PersonStays.NO_LICENCE)
    for only in (True, False):
        assert not goes_over(gone, "captain", only_licensed=only)
        assert not goes_over(merged, "captain", only_licensed=only)
        assert goes_over(None, "player", only_licensed=only)
        assert goes_over(bare, "captain", only_licensed=only)
    assert goes_over(bare, "player", only_licensed=False)
    assert not goes_over(bare, "vice_captain", only_licensed=True)
