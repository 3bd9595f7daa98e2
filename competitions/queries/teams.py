"""Reading teams: the list as it is narrowed, and everything about one. Constant queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, Q, QuerySet

from competitions.models import Competition, Entry
from competitions.queries.captaincy import on_roster
from federation import clock
from federation.models import (
    CAPTAINCY,
    PLAYS,
    AuditEntry,
    Licence,
    LicenceKind,
    Person,
    RosterEntry,
    Season,
    Team,
)
from federation.models.licences import ENDED_LICENCES
from federation.queries.clubs import as_looked_for
from federation.rules.searching import search_words

MOST_ACTS = 30


@dataclass(frozen=True)
class TeamFilter:
    """What the list of teams is narrowed to, within a season; empty means all."""

    text: str = ""
    competition: Competition | None = None


@dataclass(frozen=True)
class Standing:
    """How a team stands today: what it plays, how many play in it, who captains it, the least it may have."""

    competitions: tuple[str, ...] = ()
    players: int = 0
    captain: Person | None = None
    least: int | None = None

    @property
    def lacks_players(self) -> bool:
        """Has it fewer than the least that one of its competitions asks for?"""
        return self.least is not None and self.players < self.least


def teams(season: Season, chosen: TeamFilter) -> QuerySet[Team]:
    """The teams of a season, by club and name."""
    found = Team.objects.filter(season=season).select_related("club", "venue")
    for word in search_words(chosen.text):
        found = found.annotate(
            plain_name=as_looked_for("sort_key"), plain_club=as_looked_for("club__sort_key")
        ).filter(Q(plain_name__contains=f" {word}") | Q(plain_club__contains=f" {word}"))
    if chosen.competition is not None:
        entries = Entry.objects.filter(competition=chosen.competition)
        found = found.filter(pk__in=entries.values("team"))
    return found.order_by("club__sort_key", "club", "sort_key", "pk")


def competitions_of(season: Season) -> QuerySet[Competition]:
    """The competitions of a season, by name."""
    return Competition.objects.filter(season=season).order_by("name", "pk")


def standings(found: Iterable[Team], day: date | None = None) -> dict[int, Standing]:
    """How each team stands on a day (today), by its key. Three queries."""
    keys = [team.pk for team in found]
    on = on_roster(day or clock.today())
    entries = defaultdict(list)
    rows = Entry.objects.filter(team__in=keys).select_related("competition__regulation_version")
    for entry in rows.order_by("competition__name", "pk"):
        entries[entry.team_id].append(entry.competition)
    squads = RosterEntry.objects.filter(on, team__in=keys)
    players = dict(
        squads.filter(role__in=PLAYS).values_list("team").annotate(count=Count("person", distinct=True))
    )
    captains = {
        row.team_id: row.person
        for row in squads.filter(role__in=CAPTAINCY).select_related("person").order_by("pk")
    }
    return {
        key: Standing(
            competitions=tuple(each.name for each in entries[key]),
            players=players.get(key, 0),
            captain=captains.get(key),
            least=_least(entries[key]),
        )
        for key in keys
    }


def _least(competitions: Sequence[Competition]) -> int | None:
    asked = [each.regulation_version.parameters.get("squad_min") for each in competitions]
    return max((least for least in asked if least is not None), default=None)


def squad(team: Team) -> list[RosterEntry]:
    """Everybody who is, was or will be in the team's squad, by name and then by date. One query."""
    rows = RosterEntry.objects.filter(team=team).select_related("person", "team")
    return list(rows.order_by("person__sort_key", "person", "valid_from", "pk"))


def licences(team: Team, people: Iterable[int]) -> dict[int, Licence]:
    """The licence of each person that matters in a squad: as a player, else another. One query."""
    rows = Licence.objects.filter(person__in=set(people), season=team.season_id).exclude(
        state__in=ENDED_LICENCES
    )
    found: dict[int, Licence] = {}
    for row in rows.select_related("club").order_by("pk"):
        if row.person_id not in found or row.kind == LicenceKind.PLAYER:
            found[row.person_id] = row
    return found


def history(team: Team) -> tuple[Sequence[AuditEntry], Mapping[int, str]]:
    """The last acts on the squad, the newest first, and the names of the people in them. Two queries."""
    rows = AuditEntry.objects.filter(chain=f"team:{team.pk}").select_related("actor__person", "detail")
    acts = list(rows.order_by("-seq")[:MOST_ACTS])
    keys = {key for act in acts if (key := _person_in(act)) is not None}
    return acts, {person.pk: person.full_name for person in Person.objects.filter(pk__in=keys)}


def _person_in(act: AuditEntry) -> int | None:
    detail = getattr(act, "detail", None)
    key = detail.data.get("person") if detail is not None and detail.erased_at is None else None
    return key if isinstance(key, int) else None


def without_team(team: Team) -> QuerySet[Person]:
    """People with a player's licence of the team's club this season who are in no squad of it, by name."""
    licensed = Licence.objects.filter(season=team.season_id, club=team.club_id, kind=LicenceKind.PLAYER)
    placed = RosterEntry.objects.filter(team__season=team.season_id, valid_to__isnull=True)
    return (
        Person.objects.filter(pk__in=licensed.exclude(state__in=ENDED_LICENCES).values("person"))
        .exclude(pk__in=placed.values("person"))
        .order_by("sort_key", "pk")
    )


def teams_of(people: Iterable[Person], season: Season) -> dict[int, list[str]]:
    """The teams of a season in whose squads each person is today or will be. One query."""
    rows = RosterEntry.objects.filter(
        Q(valid_to__isnull=True) | Q(valid_to__gte=clock.today()),
        person__in=[person.pk for person in people],
        team__season=season,
    )
    found: dict[int, list[str]] = defaultdict(list)
    for person, name in rows.order_by("valid_from", "pk").values_list("person", F("team__name")):
        if name not in found[person]:
            found[person].append(name)
    return found
