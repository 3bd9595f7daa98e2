"""The clock: the machine's, unless somebody holds its hands."""

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone

from federation import clock

PAST = datetime(2026, 1, 31, 23, 30, tzinfo=UTC)


def test_it_is_the_machines_clock() -> None:
    before = timezone.now()
    assert before <= clock.now() <= timezone.now()


def test_held_hands_give_their_moment_and_their_day_in_the_federations_zone() -> None:
    with clock.standing_at(lambda: PAST):
        assert clock.now() == PAST
        # Half past midnight in Madrid.
        assert clock.today() == date(2026, 2, 1)
    assert clock.now() != PAST


def test_an_error_lets_the_hands_go() -> None:
    with pytest.raises(ZeroDivisionError), clock.standing_at(lambda: PAST):
        1 / 0  # noqa: B018
    assert clock.now() != PAST
