"""A seed and a date give the same season each time."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import transaction

from competitions.models import Encounter
from federation.models import AuditEntry, Licence, Person, RosterEntry, User
from matches.demo import season
from tests.matches.demo.conftest import DAY


class _DoneWithError(Exception):
    """Leaves a block whose writes are to be undone."""


def _facts(seed: int, day: date = DAY) -> list[Any]:
    """What a seed writes, undone at once: everything but keys, moments and secrets."""
    found: list[Any] = []
    try:
        with transaction.atomic():
            season.build(seed=seed, today=day)
            found = [
                list(Person.objects.order_by("pk").values_list("given_name", "surname_1", "surname_2")),
                list(Person.objects.order_by("pk").values_list("birth_date", "public_name_consent_on")),
                list(
                    Licence.objects.order_by("number").values_list(
                        "number", "person__sort_key", "kind", "category", "valid_from", "valid_to"
                    )
                ),
                list(
                    RosterEntry.objects.order_by("pk").values_list(
                        "team__name", "person__sort_key", "role", "valid_from", "valid_to"
                    )
                ),
                list(
                    Encounter.objects.order_by("number").values_list(
                        "number", "home__team__name", "away__team__name", "scheduled_at", "venue__name"
                    )
                ),
                list(User.objects.order_by("email").values_list("email", "person__sort_key", "is_superuser")),
                list(
                    AuditEntry.objects.exclude(chain="journal").order_by("pk").values_list("verb", flat=True)
                ),
            ]
            raise _DoneWithError
    except _DoneWithError:
        return found


@pytest.mark.django_db
def test_the_same_seed_and_date_give_the_same_season() -> None:
    first = _facts(3)
    assert _facts(3) == first
    assert _facts(4)[0] != first[0]


@pytest.mark.django_db
def test_dates_follow_the_given_day() -> None:
    encounters = _facts(3, date(2027, 2, 28))[4]
    assert {at.date() for _, _, _, at, _ in encounters} == {date(2027, 2, 28)}
