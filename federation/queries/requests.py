"""Reading what clubs ask for: what waits, one with its steps, renewals by season. No photo is read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Min, QuerySet

from federation.models import (
    OPEN_REQUESTS,
    Club,
    ClubRequest,
    Licence,
    RequestKind,
    RequestState,
    RequestStep,
    Season,
)

MOST_OPEN = 200


@dataclass(frozen=True)
class Renewals:
    """What became of the renewals that a club asked for in a season: how many in each state."""

    club: Club
    season: Season
    counts: dict[str, int]

    @property
    def total(self) -> int:
        """How many were asked for."""
        return sum(self.counts.values())


def requests() -> QuerySet[ClubRequest]:
    """All requests with what their lists show."""
    return ClubRequest.objects.select_related("club", "season", "person", "team").defer("photo")


def single() -> QuerySet[ClubRequest]:
    """Those that a list shows one by one: renewals come by club and season."""
    return requests().exclude(kind=RequestKind.RENEWAL)


def waiting_count() -> int:
    """How many requests wait for the office."""
    return ClubRequest.objects.filter(state=RequestState.SENT).count()


def open_of(club: Club) -> list[ClubRequest]:
    """What a club has asked for one by one and is not decided, the oldest first."""
    found = single().filter(club=club, state__in=OPEN_REQUESTS)
    return list(found.order_by("sent_at", "pk")[:MOST_OPEN])


def decided_of(club: Club) -> QuerySet[ClubRequest]:
    """What a club asked for one by one and is decided, the last first."""
    return single().filter(club=club).exclude(state__in=OPEN_REQUESTS).order_by("-sent_at", "-pk")


def renewals(found: QuerySet[ClubRequest]) -> list[Renewals]:
    """The renewals among requests, by club and season: those that wait longest first. Three queries."""
    rows = (
        found.filter(kind=RequestKind.RENEWAL)
        .values_list("club", "season", "state")
        .annotate(count=Count("pk"), first=Min("sent_at"))
        .order_by("first", "club", "season")
    )
    counts: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    for club, season, state, count, _first in rows:
        counts[club, season][state] = count
    clubs = Club.objects.in_bulk({club for club, _season in counts})
    seasons = Season.objects.in_bulk({season for _club, season in counts})
    return [Renewals(clubs[club], seasons[season], told) for (club, season), told in counts.items()]


def renewals_of(club: Club, season: Season) -> list[ClubRequest]:
    """Each renewal that a club asked for in a season, by name."""
    found = requests().filter(club=club, season=season, kind=RequestKind.RENEWAL)
    return list(found.order_by("person__sort_key", "pk"))


def licences_in(found: Sequence[ClubRequest]) -> dict[int, Licence]:
    """The licences that renewals are of, by their keys. One query."""
    keys = {key for each in found for key in each.data.get("licences", [])}
    return Licence.objects.select_related("season", "club").in_bulk(keys)


def steps_of(request: ClubRequest) -> list[RequestStep]:
    """The steps of a request in order, each with its author."""
    return list(RequestStep.objects.filter(request=request).select_related("by__person").order_by("pk"))


def last_texts(found: Sequence[ClubRequest]) -> dict[int, str]:
    """What was last said in each of these requests. One query."""
    steps = RequestStep.objects.filter(request__in=[each.pk for each in found]).order_by("pk")
    return dict(steps.values_list("request", "text"))
