"""A seed and a date give the same season each time."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction

from competitions.models import Encounter
from federation import clock
from federation.models import AuditEntry, Licence, Person, RosterEntry, User
from matches.demo import scripts, season
from matches.demo.founding import season_dates
from matches.demo.moments import Moments
from matches.demo.play import DRAFTS, play_encounter
from matches.models import Incident, SheetEntry, Signature
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


@pytest.mark.django_db
def test_a_season_holds_all_its_rounds() -> None:
    day = date(2026, 7, 1)
    world = season.build(seed=3, today=day)
    rounds = list(world.competition.rounds.order_by("number").values_list("starts_on", flat=True))
    assert world.season.starts_on < rounds[0] == day
    assert rounds[-1] <= world.season.ends_on


@pytest.mark.parametrize("first", [date(2027, 1, 1) + timedelta(days=5 * step) for step in range(73)])
def test_any_four_months_lie_in_one_season(first: date) -> None:
    name, starts_on, ends_on = season_dates(first, first + timedelta(days=115))
    assert starts_on <= first
    assert first + timedelta(days=115) <= ends_on < starts_on + timedelta(days=366)
    assert name.startswith(str(starts_on.year))


def _played(encounter: Encounter, script: scripts.Script) -> list[Any]:
    """An encounter with its moments, undone at once: what everybody wrote, and when."""
    moments = Moments(encounter.scheduled_at + timedelta(minutes=DRAFTS))
    entries = SheetEntry.objects.filter(partida__board__encounter=encounter)
    found: list[Any] = []
    try:
        with transaction.atomic(), clock.standing_at(moments):
            play_encounter(encounter.pk, seed=5, script=script, moments=moments)
            found = [
                list(
                    entries.order_by("partida__board__number", "partida__number", "seq").values_list(
                        "kind", "hand", "data", "person", "server_time"
                    )
                ),
                list(Incident.objects.order_by("number").values_list("kind", "hand", "at")),
                list(Signature.objects.order_by("at").values_list("role", "kind", "strokes", "at")),
            ]
            raise _DoneWithError
    except _DoneWithError:
        return found


@pytest.mark.django_db
def test_the_same_evening_is_played_twice_alike() -> None:
    encounter = season.build(seed=3, today=DAY, target=150).encounters[0]
    script = scripts.season_script(Random(3), 2, 1, difference=4, waits=False)
    first = _played(encounter, script)
    assert first[0]
    assert _played(encounter, script) == first


def test_scripts_and_strengths_follow_the_seed() -> None:
    def scripted(seed: str) -> list[scripts.Script]:
        return [
            scripts.season_script(Random(f"{seed}/{number}"), 2, number, difference=2, waits=False)
            for number in range(1, 9)
        ]

    assert scripted("a") == scripted("a") != scripted("b")
    assert scripts.strengths(7) == scripts.strengths(7) != scripts.strengths(8)
    assert sorted(scripts.strengths(7)) == list(range(1, 9))
    # The captain who is awaited tonight, and a round with everything in it.
    assert (
        scripts.season_script(Random(1), 7, 4, difference=0, waits=True).answer("home_captain").kind == "none"
    )
    assert scripts.season_script(Random(1), 1, 1, difference=0, waits=False).turns == scripts.TURNS
