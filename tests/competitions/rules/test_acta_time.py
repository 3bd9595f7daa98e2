"""When an acta is overdue, and when the seal seems to have stopped."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.rules.acta_time import AWAITS_ACTA, acta_due, days_late, sealing_has_stopped
from competitions.rules.lifecycle import State

SATURDAY = date(2026, 11, 28)
# Midnight of Madrid's Saturday, in November.
MIDNIGHT = datetime(2026, 11, 28, 23, 0, tzinfo=UTC)
DAY = timedelta(days=1)


def test_the_acta_is_due_some_hours_after_the_end_of_the_day_where_it_is_played() -> None:
    assert acta_due(SATURDAY, "Europe/Madrid", None, 24) == MIDNIGHT + DAY
    assert acta_due(SATURDAY, "Atlantic/Canary", None, 24) == MIDNIGHT + DAY + timedelta(hours=1)
    assert acta_due(SATURDAY, "Europe/Madrid", None, 0) == MIDNIGHT


def test_or_after_the_close_when_that_was_later() -> None:
    before, after = MIDNIGHT - timedelta(hours=2), MIDNIGHT + timedelta(minutes=40)
    assert acta_due(SATURDAY, "Europe/Madrid", before, 24) == MIDNIGHT + DAY
    assert acta_due(SATURDAY, "Europe/Madrid", after, 24) == after + DAY


def test_the_day_that_is_put_back_an_hour_is_whole() -> None:
    assert acta_due(date(2026, 10, 25), "Europe/Madrid", None, 0) == datetime(2026, 10, 25, 23, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("passed", "days"),
    [(-1, 0), (0, 1), (1, 1), (86_399, 1), (86_400, 2), (5 * 86_400 + 1, 6)],
)
def test_a_begun_day_counts_whole(passed: int, days: int) -> None:
    assert days_late(State.PLAYING, MIDNIGHT, MIDNIGHT + timedelta(seconds=passed)) == days


@pytest.mark.parametrize("state", list(State))
def test_only_what_still_awaits_its_acta_is_overdue(state: State) -> None:
    late = days_late(state, MIDNIGHT, MIDNIGHT + DAY / 2)
    assert late == (1 if state in {"scheduled", "line_ups", "playing", "closing", "signed"} else 0)
    assert (state in AWAITS_ACTA) is bool(late)


@given(st.sampled_from(sorted(AWAITS_ACTA)), st.integers(0, 100), st.integers(0, 10**7))
def test_it_never_becomes_less_late(state: State, hours: int, seconds: int) -> None:
    due = acta_due(SATURDAY, "Europe/Madrid", None, hours)
    now = due + timedelta(seconds=seconds)
    assert 1 <= days_late(state, due, now) <= days_late(state, due, now + DAY)


def test_sealing_takes_seconds() -> None:
    assert not sealing_has_stopped(MIDNIGHT, MIDNIGHT + timedelta(minutes=2))
    assert sealing_has_stopped(MIDNIGHT, MIDNIGHT + timedelta(minutes=2, seconds=1))
