"""Periods: their bounds, what is in force, and how months are counted back."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules import retention as rules
from federation.rules.errors import RuleError
from federation.rules.retention import PERIODS, What


@pytest.mark.parametrize("what", list(What))
def test_each_class_has_bounds_that_hold_what_is_proposed(what: What) -> None:
    period = PERIODS[what]
    for months in (period.least, period.most, *([period.proposed] if period.proposed else [])):
        rules.check_months(what, months)
    for months in (period.least - 1, period.most + 1):
        with pytest.raises(RuleError, match="period_out_of_range"):
            rules.check_months(what, months)
    assert period.proposed is not None or period.endless


def test_only_people_s_own_data_may_be_kept_without_end() -> None:
    for what in What:
        if PERIODS[what].endless:
            rules.check_months(what, None)
        else:
            with pytest.raises(RuleError, match="period_endless_not"):
                rules.check_months(what, None)
    assert not PERIODS[What.ACCESS_LOG].endless


def test_people_s_data_wait_for_a_confirmation() -> None:
    assert rules.in_force(What.PHOTO, {}) is None
    assert rules.in_force(What.PHOTO, {"photo": 12}) == 12
    assert rules.in_force(What.PHOTO, {"photo": None}) is None
    assert rules.in_force(What.RECEIPT, {}) == PERIODS[What.RECEIPT].proposed
    assert rules.in_force(What.RECEIPT, {"receipt": 5}) == 5


@pytest.mark.parametrize(
    ("day", "months", "before"),
    [
        (date(2026, 3, 31), 1, date(2026, 2, 28)),
        (date(2024, 3, 30), 1, date(2024, 2, 29)),
        (date(2026, 1, 15), 1, date(2025, 12, 15)),
        (date(2026, 12, 31), 24, date(2024, 12, 31)),
        (date(2024, 2, 29), 12, date(2023, 2, 28)),
        (date(2026, 5, 31), 0, date(2026, 5, 31)),
    ],
)
def test_months_are_counted_back(day: date, months: int, before: date) -> None:
    assert rules.months_before(day, months) == before


@given(st.dates(date(1990, 1, 1), date(2100, 1, 1)), st.integers(0, 1000))
def test_the_day_is_never_later_than_its_own_number(day: date, months: int) -> None:
    if months < 12 * 80:
        found = rules.months_before(day, months)
        assert (day.year - found.year) * 12 + day.month - found.month == months
        assert found.day <= day.day
        assert rules.limit(datetime(day.year, day.month, day.day, 9, tzinfo=UTC), months).date() == found
