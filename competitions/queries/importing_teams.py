"""What the registry knows of the teams and people that a file may be about. Bounded queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from competitions.models import Encounter
from competitions.queries.captaincy import day_of
from competitions.queries.squads import played, team_facts, terms_of
from competitions.rules.importing_teams import MEMBERS, PLAYER, Facts, KnownTeam, LicensedFact, VenueFact
from federation.models import (
    ENDED_LICENCES,
    Licence,
    LicenceKind,
    LicenceState,
    RosterEntry,
    Season,
    Team,
    Venue,
)
from federation.queries.importing_people import batches, club_facts


def facts_of(rows: Sequence[Mapping[str, Any]], season: Season, today: date) -> Facts:
    """Everything that planning these rows asks for."""
    teams = {team.pk: team for team in Team.objects.filter(season=season).select_related("venue")}
    facts = team_facts(teams)
    numbers = {str(row[name]) for row in rows for name in (*MEMBERS, PLAYER) if row.get(name)}
    entries = RosterEntry.objects.filter(team__season=season).order_by("valid_from", "pk")
    return Facts(
        season=(season.starts_on, season.ends_on),
        today=today,
        teams=[
            KnownTeam(team.pk, team.name, team.club_id, team.venue_id, team.venue.name if team.venue else "")
            for team in teams.values()
        ],
        clubs=club_facts(),
        venues=[
            VenueFact(*row)
            for row in Venue.objects.filter(closed_on__isnull=True).values_list("pk", "name", "club")
        ],
        games={key: fact.disciplines for key, fact in facts.items()},
        places=list(entries.values_list("person", "team", "role", "valid_from", "valid_to")),
        terms=terms_of(teams),
        played_on=_played_on(season),
        licensed=_licensed(numbers, season, max(today, season.starts_on)),
    )


def _played_on(season: Season) -> dict[int, date]:
    """The day on which each team of a season last played. One query."""
    found: dict[int, date] = {}
    rows = Encounter.objects.filter(played(), round__competition__season=season)
    for encounter in rows.select_related("venue", "home", "away"):
        day = day_of(encounter)
        for team in filter(None, (encounter.home.team_id, encounter.away.team_id)):
            found[team] = max(day, found.get(team, day))
    return found


def _licensed(numbers: Collection[str], season: Season, day: date) -> dict[str, LicensedFact]:
    people: dict[str, Licence] = {}
    for licence in _live(numbers, season):
        people[licence.number] = licence
    plays: dict[int, int] = defaultdict(int)
    for some in batches({licence.person_id for licence in people.values()}):
        rows = Licence.objects.filter(
            person__in=some,
            season=season,
            kind=LicenceKind.PLAYER,
            state=LicenceState.GRANTED,
            valid_from__lte=day,
            valid_to__gte=day,
        )
        plays |= {person: club or 0 for person, club in rows.values_list("person", "club")}
    return {
        number: LicensedFact(licence.person_id, licence.person.full_name, plays.get(licence.person_id))
        for number, licence in people.items()
    }


def _live(numbers: Collection[str], season: Season) -> Iterator[Licence]:
    for some in batches(numbers):
        rows = Licence.objects.filter(season=season, number__in=some, person__erased_at__isnull=True)
        yield from rows.exclude(state__in=ENDED_LICENCES).select_related("person")
