"""Which version a competition plays by, how far it is, and how that has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, QuerySet

from competitions.models import Competition, Encounter, RegulationChange
from competitions.queries.captaincy import day_of
from competitions.rules.regulation_changes import Candidate, ChangeState, Standing
from federation import clock
from federation.models import RegulationVersion

TO_BE_STARTED = ("scheduled", "line_ups")
"""States of the encounters whose day says from when on a version must count."""


@dataclass(frozen=True)
class Played:
    """How many encounters of a competition started with a version."""

    version: RegulationVersion
    encounters: int


@dataclass(frozen=True)
class CompetitionRow:
    """A competition with the version that it plays by; begun when an encounter of it has started."""

    competition: Competition
    begun: bool
    waiting: bool


def started(competition: Any) -> QuerySet[Encounter]:
    """The encounters of a competition that have started: their terms are frozen."""
    return Encounter.objects.filter(round__competition=competition, terms__isnull=False)


def not_started(competition: Any) -> QuerySet[Encounter]:
    """The others, also those that will never start."""
    return Encounter.objects.filter(round__competition=competition, terms__isnull=True)


def still_to_play(competition: Any) -> int:
    """How many encounters would be played by a version that began to count now. One query."""
    return not_started(competition).filter(state__in=(*TO_BE_STARTED, "postponed")).count()


def begun_at(competition: Competition) -> datetime | None:
    """When the first encounter started; None before that. One query."""
    found: datetime | None = started(competition).aggregate(first=Min("started_at"))["first"]
    return found


def is_begun(competition: Competition) -> bool:
    """Has an encounter started? One query."""
    return started(competition).exists()


def standing_of(competition: Competition, *, but: RegulationChange | None = None) -> Standing:
    """How far a competition is, for the rules; `but`: what waits beside that change. Three queries."""
    ahead = not_started(competition).filter(state__in=TO_BE_STARTED).select_related("venue")
    first = ahead.order_by("scheduled_at", "pk").first()
    season = competition.season
    return Standing(
        discipline=competition.discipline,
        begun=is_begun(competition),
        next_day=day_of(first) if first else season.ends_on,
        ends_on=season.ends_on,
        waiting=_waiting(competition, but=but).exists(),
    )


def candidate(version: RegulationVersion, competition: Competition) -> Candidate:
    """A version as the rules look at it; its regulation must be there already."""
    return Candidate(
        discipline=version.regulation.discipline,
        valid_from=version.valid_from,
        in_use=version.pk == competition.regulation_version_id,
    )


def candidates(competition: Competition) -> list[RegulationVersion]:
    """The versions of the competition's game, by regulation, the last one first. One query."""
    found = RegulationVersion.objects.filter(regulation__discipline=competition.discipline)
    return list(found.select_related("regulation").order_by("regulation__name", "regulation", "-number"))


def played_by(competition: Competition) -> list[Played]:
    """How many encounters started with each version, the first one first. Two queries."""
    counts = dict(
        started(competition)
        .values_list("regulation_version")
        .annotate(encounters=Count("pk"))
        .order_by("regulation_version")
    )
    found = RegulationVersion.objects.select_related("regulation").in_bulk(list(counts))
    return [Played(found[key], count) for key, count in counts.items()]


def _waiting(competition: Competition, *, but: RegulationChange | None) -> QuerySet[RegulationChange]:
    found = RegulationChange.objects.filter(competition=competition, state=ChangeState.PROPOSED)
    return found.exclude(pk=but.pk) if but else found


def open_changes() -> QuerySet[RegulationChange]:
    """What waits for the committee, the oldest first."""
    return _related(RegulationChange.objects.filter(state=ChangeState.PROPOSED)).order_by("proposed_at", "pk")


def changes_of(competition: Competition) -> list[RegulationChange]:
    """Every change of a competition, the last one first. One query."""
    return list(
        _related(RegulationChange.objects.filter(competition=competition)).order_by("-proposed_at", "-pk")
    )


def left_by(version: RegulationVersion) -> list[RegulationChange]:
    """The changes by which competitions left a version during their season, the last one first. One query."""
    found = RegulationChange.objects.filter(before=version, state=ChangeState.APPROVED)
    return list(_related(found).order_by("-decided_at", "-pk"))


def _related(changes: QuerySet[RegulationChange]) -> QuerySet[RegulationChange]:
    return changes.select_related(
        "competition__season",
        "before__regulation",
        "after__regulation",
        "proposed_by__person",
        "decided_by__person",
    )


def competition_rows(today: date | None = None) -> Sequence[CompetitionRow]:
    """The competitions of the seasons that run or will, by season and name. One query."""
    day = today or clock.today()
    rows = (
        Competition.objects.filter(season__ends_on__gte=day)
        .select_related("season", "regulation_version__regulation")
        .annotate(
            begun=Exists(started(OuterRef("pk"))),
            waiting=Exists(
                RegulationChange.objects.filter(competition=OuterRef("pk"), state=ChangeState.PROPOSED)
            ),
        )
        .order_by("season__starts_on", "name", "pk")
    )
    return [CompetitionRow(each, each.begun, each.waiting) for each in rows]
