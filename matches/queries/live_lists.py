"""Which encounters the public lists hold: those of a round, and those of today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from competitions.models import Encounter, Outcome, Round
from competitions.queries.outcomes import results_of
from federation import clock
from federation.rules.zones import day_in_zone
from matches.queries import live
from matches.queries.play import Play, play_of

AHEAD = ("scheduled", "line_ups", "postponed")
DONE = ("suspended", *live.AFTER_PLAY, *live.OFFICIAL, "not_played", "annulled")
MOST_NOW = 60
MOST_AHEAD = 60
MOST_DONE = 24


@dataclass(frozen=True)
class Standing:
    """One encounter in a list, with its official result or what its sheets say so far."""

    encounter: Encounter
    outcome: Outcome | None
    play: Play | None


@dataclass(frozen=True)
class LiveRound:
    """A round with all its encounters, and the rounds beside it."""

    round: Round
    standings: tuple[Standing, ...]
    previous: Round | None
    next: Round | None


@dataclass(frozen=True)
class Today:
    """What is being played, what comes next, and what was played last.

    `ahead` is what is still to come today; when there is nothing, the next day that has something.
    """

    now: tuple[Standing, ...]
    ahead: tuple[Standing, ...]
    done: tuple[Standing, ...]


def live_round(pk: int) -> LiveRound:
    """Read a round. Constant queries; raises Round.DoesNotExist."""
    found = Round.objects.select_related("competition").get(pk=pk)
    rows = Encounter.objects.filter(round=found).select_related(*live.RELATED).order_by("number")
    rounds = list(Round.objects.filter(competition=found.competition_id).order_by("number"))
    place = rounds.index(found)
    return LiveRound(
        round=found,
        standings=_standings(list(rows)),
        previous=rounds[place - 1] if place else None,
        next=rounds[place + 1] if place + 1 < len(rounds) else None,
    )


def today() -> Today:
    """Read what the index shows. Constant queries, however many seasons there are."""
    encounters = Encounter.objects.select_related(*live.RELATED)
    playing = list(encounters.filter(state="playing").order_by("scheduled_at", "pk")[:MOST_NOW])
    ahead = _next_day(encounters)
    done = list(
        encounters.filter(state__in=DONE, scheduled_at__lt=clock.now() + timedelta(days=1)).order_by(
            "-scheduled_at", "pk"
        )[:MOST_DONE]
    )
    standings = _standings([*playing, *ahead, *done])
    first, second = len(playing), len(playing) + len(ahead)
    return Today(standings[:first], standings[first:second], standings[second:])


def _next_day(encounters: QuerySet[Encounter]) -> list[Encounter]:
    """Those ahead on the first day, from today, that has any."""
    today = datetime.combine(clock.today(), time.min, tzinfo=timezone.get_default_timezone())
    rows = encounters.filter(state__in=AHEAD, scheduled_at__gte=today)
    found = list(rows.order_by("scheduled_at", "pk")[:MOST_AHEAD])
    days = [day_in_zone(each.scheduled_at, timezone.get_default_timezone_name()) for each in found]
    # A postponed one keeps its day in sight, but is nothing to wait for.
    first = next((day for each, day in zip(found, days, strict=True) if each.state != "postponed"), None)
    return [each for each, day in zip(found, days, strict=True) if day == first]


def _standings(encounters: Sequence[Encounter]) -> tuple[Standing, ...]:
    official = [each.pk for each in encounters if each.state in live.OFFICIAL]
    outcomes = results_of(official)
    plays = play_of([each for each in encounters if each.state in live.NOT_OFFICIAL])
    return tuple(Standing(each, outcomes.get(each.pk), plays.get(each.pk)) for each in encounters)
