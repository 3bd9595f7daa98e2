"""Which teams and people of a season go over into the next, and why the others do not. Constant queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from federation import clock
from federation.models import (
    ENDED_LICENCES,
    ClubState,
    Licence,
    LicenceKind,
    RosterEntry,
    Season,
    Team,
)
from federation.rules.next_season import PersonStays, TeamStays, goes_over, person_stays, team_stays


@dataclass(frozen=True)
class MemberPlan:
    """Somebody of a squad, and what speaks against copying him."""

    entry: RosterEntry
    reason: PersonStays | None

    def goes_over(self, *, only_licensed: bool) -> bool:
        """Is he copied?"""
        return goes_over(self.reason, self.entry.role, only_licensed=only_licensed)


@dataclass(frozen=True)
class TeamPlan:
    """A team of the season before with its squad, and why it is not copied, if it is not."""

    team: Team
    reason: TeamStays | None
    members: tuple[MemberPlan, ...]

    def copied(self, *, only_licensed: bool) -> list[MemberPlan]:
        """Who of its squad is copied."""
        return [each for each in self.members if each.goes_over(only_licensed=only_licensed)]

    @property
    def without_licence(self) -> list[MemberPlan]:
        """Who of its squad has no licence in the new season."""
        return [each for each in self.members if each.reason is PersonStays.NO_LICENCE]


@dataclass(frozen=True)
class SeasonRow:
    """A season in the list: how many teams and licences it has."""

    season: Season
    teams: int
    licences: int


def before(season: Season) -> Season | None:
    """The season before one."""
    return Season.objects.filter(ends_on__lt=season.starts_on).order_by("-ends_on").first()


def season_rows() -> list[SeasonRow]:
    """All seasons, the last one first. Three queries."""
    teams = dict(Team.objects.values_list("season").annotate(count=Count("pk")).order_by())
    licences = dict(
        Licence.objects.exclude(state__in=ENDED_LICENCES)
        .values_list("season")
        .annotate(count=Count("pk"))
        .order_by()
    )
    return [
        SeasonRow(each, teams.get(each.pk, 0), licences.get(each.pk, 0))
        for each in Season.objects.order_by("-starts_on", "pk")
    ]


def plan(earlier: Season, after: Season) -> list[TeamPlan]:
    """Every team of a season with its squad at the end (or today), by club and name. Four queries."""
    teams = list(
        Team.objects.filter(season=earlier)
        .select_related("club", "venue", "reserve_of")
        .order_by("club__sort_key", "club", "sort_key", "pk")
    )
    taken = set(Team.objects.filter(season=after).values_list("sort_key", flat=True))
    squads = _squads(earlier)
    licensed = set(
        Licence.objects.filter(season=after, kind=LicenceKind.PLAYER)
        .exclude(state__in=ENDED_LICENCES)
        .values_list("person", flat=True)
    )
    return [
        TeamPlan(
            team,
            team_stays(has_one=team.sort_key in taken, club_active=team.club.state == ClubState.ACTIVE),
            tuple(_member(entry, licensed) for entry in squads.get(team.pk, ())),
        )
        for team in teams
    ]


def _squads(season: Season) -> dict[int, Sequence[RosterEntry]]:
    day = min(clock.today(), season.ends_on)
    rows = (
        RosterEntry.objects.filter(Q(valid_to__isnull=True) | Q(valid_to__gte=day), valid_from__lte=day)
        .filter(team__season=season)
        .select_related("person")
        .order_by("person__sort_key", "pk")
    )
    found: dict[int, list[RosterEntry]] = defaultdict(list)
    for row in rows:
        found[row.team_id].append(row)
    return dict(found)


def _member(entry: RosterEntry, licensed: set[int]) -> MemberPlan:
    person = entry.person
    return MemberPlan(
        entry,
        person_stays(
            erased=person.erased_at is not None,
            merged=person.merged_into_id is not None,
            # Who does not play needs no player's licence.
            licensed=person.pk in licensed or entry.role == "non_playing_captain",
        ),
    )
