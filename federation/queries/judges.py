"""Reading judges: everybody with a judge's licence in a season, and when each is away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from federation import clock
from federation.models import JudgeAbsence, Licence, LicenceKind, LicenceState, Season
from federation.rules.searching import looks_like_number, search_words


@dataclass(frozen=True)
class JudgeFilter:
    """What the list of judges is narrowed to; empty means all."""

    text: str = ""
    category: str = ""
    free_on: date | None = None


def is_judge(person: int) -> bool:
    """Has somebody a judge's licence that holds today, or will?"""
    held = Licence.objects.filter(person=person, kind=LicenceKind.JUDGE, state=LicenceState.GRANTED)
    return held.filter(valid_to__gte=clock.today()).exists()


def judges(season: Season, chosen: JudgeFilter) -> QuerySet[Licence]:
    """The judges' licences of a season that were granted and not ended, by name."""
    found = Licence.objects.filter(
        season=season,
        kind=LicenceKind.JUDGE,
        state__in=[LicenceState.GRANTED, LicenceState.SUSPENDED],
    ).select_related("person", "club")
    if looks_like_number(chosen.text):
        found = found.filter(number__icontains=chosen.text.strip())
    else:
        for word in search_words(chosen.text):
            found = found.filter(person__words__word__startswith=word)
    if chosen.category:
        found = found.filter(category=chosen.category)
    if chosen.free_on is not None:
        away = JudgeAbsence.objects.filter(starts_on__lte=chosen.free_on, ends_on__gte=chosen.free_on)
        found = found.filter(
            state=LicenceState.GRANTED, valid_from__lte=chosen.free_on, valid_to__gte=chosen.free_on
        ).exclude(person__in=away.values("person"))
    return found.order_by("person__sort_key", "person").distinct()


def categories(season: Season) -> list[str]:
    """The categories of a season's judges."""
    found = Licence.objects.filter(season=season, kind=LicenceKind.JUDGE).exclude(category="")
    return list(found.order_by("category").values_list("category", flat=True).distinct())


def absences(people: Iterable[int], since: date) -> Mapping[int, list[JudgeAbsence]]:
    """The absences of each person that have not ended before a day, the first ones first. One query."""
    found: dict[int, list[JudgeAbsence]] = defaultdict(list)
    rows = JudgeAbsence.objects.filter(person__in=list(people), ends_on__gte=since)
    for row in rows.order_by("starts_on", "pk"):
        found[row.person_id].append(row)
    return found


def own_absences(person: int) -> QuerySet[JudgeAbsence]:
    """Somebody's absences of today and later, and those of the last year, the last ones first."""
    today = clock.today()
    recent = Q(ends_on__gte=date(today.year - 1, today.month, 1))
    return JudgeAbsence.objects.filter(recent, person=person).order_by("-starts_on", "-pk")
