"""Judges and what they are designated to. Constant queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, QuerySet

from competitions.models import Encounter, JudgeDesignation
from competitions.queries.captaincy import BEFORE_THE_CLOSE, day_of
from competitions.queries.entries import of_sides
from competitions.rules.judges import Absence, JudgeFacts
from federation import clock
from federation.models import JudgeAbsence, Licence, RosterEntry, Season
from federation.queries import judges

WITHOUT_SHOWN = 30
MOST_DESIGNATIONS = 100


@dataclass(frozen=True)
class Candidate:
    """A judge who could be designated: his licence, what is looked at, how many designations he has had."""

    licence: Licence
    facts: JudgeFacts
    designations: int


def standing() -> QuerySet[JudgeDesignation]:
    """Designations that were not given to somebody else."""
    return JudgeDesignation.objects.exclude(state="replaced")


def counts(people: Iterable[int], season: Season) -> Mapping[int, int]:
    """How many encounters of a season each person is or was designated to. One query."""
    rows = standing().filter(licence__person__in=list(people), encounter__round__competition__season=season)
    return dict(rows.values_list("licence__person").annotate(count=Count("pk")))


def designations(person: int, season: Season) -> list[JudgeDesignation]:
    """What somebody is or was designated to in a season, the last first. One query."""
    rows = standing().filter(licence__person=person, encounter__round__competition__season=season)
    related = rows.select_related(
        *of_sides("encounter__"), "encounter__venue", "encounter__round__competition"
    )
    return list(related.order_by("-encounter__scheduled_at", "-pk")[:MOST_DESIGNATIONS])


def without_judge(season: Season) -> list[Encounter]:
    """Encounters still to be begun that nobody is designated to, the next first."""
    judged = standing().values("encounter")
    found = Encounter.objects.filter(
        round__competition__season=season,
        state__in=("scheduled", "line_ups"),
        scheduled_at__date__gte=clock.today(),
    ).exclude(pk__in=judged)
    related = found.select_related(*of_sides(), "venue", "round__competition")
    return list(related.order_by("scheduled_at", "pk")[: WITHOUT_SHOWN + 1])


def facts_of(people: Iterable[int], encounter: Encounter) -> Mapping[int, JudgeFacts]:
    """What the rules look at for each person who could judge an encounter. Four queries."""
    keys, day = list(people), day_of(encounter)
    away: dict[int, list[Absence]] = defaultdict(list)
    rows = JudgeAbsence.objects.filter(person__in=keys, starts_on__lte=day, ends_on__gte=day)
    for row in rows:
        away[row.person_id].append(Absence(row.starts_on, row.ends_on))
    clubs = _clubs(keys, encounter, day)
    days: dict[int, set[date]] = defaultdict(set)
    others = standing().filter(licence__person__in=keys).exclude(encounter=encounter)
    for other in others.filter(encounter__state__in=BEFORE_THE_CLOSE).select_related(
        "licence", "encounter__venue"
    ):
        days[other.licence.person_id].add(day_of(other.encounter))
    return {key: JudgeFacts(tuple(away[key]), frozenset(clubs[key]), frozenset(days[key])) for key in keys}


def _clubs(people: list[int], encounter: Encounter, day: date) -> dict[int, set[int]]:
    """The clubs of each person that season: those of his licences, and of the squads that he is in."""
    season = encounter.round.competition.season_id
    found: dict[int, set[int]] = defaultdict(set)
    licensed = Licence.objects.filter(person__in=people, season=season, club__isnull=False)
    placed = RosterEntry.objects.filter(
        Q(valid_to__isnull=True) | Q(valid_to__gte=day), person__in=people, team__season=season
    )
    for person, club in [
        *licensed.values_list("person", "club"),
        *placed.values_list("person", "team__club"),
    ]:
        if club is not None:
            found[person].add(club)
    return found


def candidates(encounter: Encounter) -> list[Candidate]:
    """Everybody with a judge's licence in force on the encounter's day, by name. Seven queries."""
    season, day = encounter.round.competition.season, day_of(encounter)
    licences = [
        licence
        for licence in judges.judges(season, judges.JudgeFilter())
        if licence.state == "granted" and licence.valid_from <= day <= licence.valid_to
    ]
    keys = [licence.person_id for licence in licences]
    facts, had = facts_of(keys, encounter), counts(keys, season)
    return [Candidate(each, facts[each.person_id], had.get(each.person_id, 0)) for each in licences]
