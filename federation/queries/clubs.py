"""Reading clubs: the list as it is narrowed, and what belongs to one. Constant queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet, Value
from django.db.models.functions import Concat, Replace

from federation import clock
from federation.models import (
    ENDED_LICENCES,
    AuditEntry,
    Club,
    ClubDelegation,
    ClubState,
    Licence,
    LicenceKind,
    Season,
    Team,
    Venue,
    VenueTable,
)
from federation.rules.names import ENYE, sort_key
from federation.rules.searching import search_words

MOST_ACTS = 30


@dataclass(frozen=True)
class ClubFilter:
    """What the list of clubs is narrowed to; empty means all."""

    text: str = ""
    state: str = ""
    discipline: str = ""


@dataclass(frozen=True)
class Tally:
    """How much of a season a club has: its teams, and its licences that have not ended."""

    teams: int = 0
    licences: int = 0


def clubs(chosen: ClubFilter) -> QuerySet[Club]:
    """The clubs of a filter, by name."""
    found = Club.objects.order_by("sort_key", "pk")
    for word in search_words(chosen.text):
        found = found.annotate(plain_name=as_looked_for("sort_key")).filter(plain_name__contains=f" {word}")
    if chosen.state in ClubState.values:
        found = found.filter(state=chosen.state)
    if chosen.discipline:
        tables = VenueTable.objects.filter(discipline=chosen.discipline, venue__closed_on__isnull=True)
        found = found.filter(pk__in=tables.values("venue__club"))
    return found


def as_looked_for(key: str) -> Concat:
    """A stored key as names are looked for, by the beginnings of their words: a space goes before each.

    Without what makes ñ come after n.
    """
    return Concat(Value(" "), Replace(key, Value(ENYE), Value("")))


def tallies(found: Iterable[Club], season: Season | None) -> Mapping[int, Tally]:
    """Teams and licences of each club in a season, by the club's key. Two queries."""
    keys = [club.pk for club in found]
    if season is None or not keys:
        return {key: Tally() for key in keys}
    teams = dict(
        Team.objects.filter(season=season, club__in=keys).values_list("club").annotate(count=Count("pk"))
    )
    licences = dict(
        Licence.objects.filter(season=season, club__in=keys)
        .exclude(state__in=ENDED_LICENCES)
        .values_list("club")
        .annotate(count=Count("pk"))
    )
    return {key: Tally(teams.get(key, 0), licences.get(key, 0)) for key in keys}


def venues(club: Club) -> list[Venue]:
    """The venues of a club with their tables, those in use first."""
    tables = VenueTable.objects.order_by("discipline", "number")
    found = Venue.objects.filter(club=club).prefetch_related(Prefetch("tables", queryset=tables))
    return sorted(
        found, key=lambda venue: (venue.closed_on is not None, sort_key(venue.name, "", ""), venue.pk)
    )


def teams(club: Club) -> list[Team]:
    """The teams of a club in all seasons, the last season first."""
    found = Team.objects.filter(club=club).select_related("season", "venue", "reserve_of")
    return list(found.order_by("-season__starts_on", "sort_key", "pk"))


def delegates(club: Club) -> list[ClubDelegation]:
    """Who acts for the club now or from a later day on."""
    standing = Q(valid_to__isnull=True) | Q(valid_to__gte=clock.today())
    found = ClubDelegation.objects.filter(standing, club=club, ended_at__isnull=True)
    return list(found.select_related("person").order_by("person__sort_key", "pk"))


def licence_counts(club: Club) -> list[tuple[Season, Mapping[str, int], int]]:
    """For each season in which the club had licences that did not end: how many of each kind, and in all."""
    rows = (
        Licence.objects.filter(club=club)
        .exclude(state__in=ENDED_LICENCES)
        .values_list("season", "kind")
        .annotate(count=Count("pk"))
        .order_by()
    )
    counts: dict[int, dict[str, int]] = defaultdict(lambda: dict.fromkeys(LicenceKind.values, 0))
    for season, kind, count in rows:
        counts[season][kind] = count
    seasons = Season.objects.filter(pk__in=counts).order_by("-starts_on")
    return [(season, counts[season.pk], sum(counts[season.pk].values())) for season in seasons]


def history(club: Club) -> Sequence[AuditEntry]:
    """The last acts on the club, its venues and teams, the newest first, with author and detail."""
    rows = AuditEntry.objects.filter(chain=f"club:{club.pk}").select_related("actor__person", "detail")
    return list(rows.order_by("-seq")[:MOST_ACTS])
