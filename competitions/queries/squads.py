"""Squads as the rules look at them: places, the terms of competitions, when a team last played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta

from django.db.models import Q, QuerySet

from competitions.models import Competition, Encounter, Entry, Round
from competitions.queries.captaincy import day_of
from competitions.rules.squads import Joining, Place, TeamFact, Terms
from federation import clock
from federation.models import Licence, LicenceKind, LicenceState, Person, RosterEntry, Team

MOST_NAMED = 5
PLAYED = ("playing", "suspended", "closing", "signed", "sealed", "homologated", "disputed", "final")
"""States of an encounter that has been played, or is: a final one may also have been awarded unplayed."""


def played(prefix: str = "") -> Q:
    """Encounters that have been played, at least in part."""
    return Q(**{f"{prefix}state__in": PLAYED, f"{prefix}started_at__isnull": False})


def last_played_on(team: Team | int) -> date | None:
    """The day on which a team last played, where it was played. One query."""
    found = Encounter.objects.filter(Q(home__team=team) | Q(away__team=team)).filter(played())
    last = found.select_related("venue").order_by("-scheduled_at").first()
    return day_of(last) if last else None


def first_free_day(team: Team) -> date:
    """Today, or the first day of a season that has not begun; the day after an encounter of today."""
    day = max(clock.today(), team.season.starts_on)
    return day + timedelta(days=1) if last_played_on(team) == day else day


def shared_people(competition: Competition, team: Team) -> list[Person]:
    """Some of those who are in a team's squad and in another's of the competition on a day from today on."""
    today = clock.today()
    ahead = Q(valid_to__isnull=True) | Q(valid_to__gte=today)
    others = Entry.objects.filter(competition=competition).exclude(team=team).values("team")
    own = places(RosterEntry.objects.filter(ahead, team=team))
    theirs = places(RosterEntry.objects.filter(ahead, team__in=others, person__in=[p.person for p in own]))
    shared = {
        mine.person for mine in own for other in theirs if mine.person == other.person and mine.meets(other)
    }
    return list(Person.objects.filter(pk__in=shared).order_by("sort_key", "pk")[:MOST_NAMED])


def terms_of(teams: Collection[int]) -> list[Terms]:
    """The terms of every competition that some of these teams are entered in. Three queries."""
    entries = Entry.objects.filter(team__in=teams).select_related("competition__regulation_version")
    competitions = {entry.competition_id: entry.competition for entry in entries.order_by("competition")}
    entered: dict[int, set[int]] = defaultdict(set)
    for competition, team in Entry.objects.filter(competition__in=competitions).values_list(
        "competition", "team"
    ):
        entered[competition].add(team)
    rounds: dict[int, list[tuple[int, date]]] = defaultdict(list)
    for each in Round.objects.filter(competition__in=competitions).order_by("number"):
        rounds[each.competition_id].append((each.number, each.starts_on))
    return [
        Terms(
            name=competition.name,
            teams=frozenset(entered[key]),
            parameters=competition.regulation_version.parameters,
            rounds=tuple(rounds[key]),
        )
        for key, competition in competitions.items()
    ]


def places(entries: QuerySet[RosterEntry]) -> list[Place]:
    """Roster entries as the rules look at them, in the order of their dates. Two queries."""
    return as_places(list(entries.select_related("team").order_by("valid_from", "pk")))


def as_places(rows: Sequence[RosterEntry]) -> list[Place]:
    """Rows, read with their teams, as the rules look at them. One query."""
    teams = team_facts({row.team_id: row.team for row in rows})
    return [
        Place(row.person_id, teams[row.team_id], row.role, row.valid_from, row.valid_to, row.pk)
        for row in rows
    ]


def team_facts(teams: Mapping[int, Team]) -> dict[int, TeamFact]:
    """Teams as the rules look at them. One query."""
    games: dict[int, set[str]] = defaultdict(set)
    for team, discipline in Entry.objects.filter(team__in=teams).values_list(
        "team", "competition__discipline"
    ):
        games[team].add(discipline)
    return {key: TeamFact(key, team.name, team.club_id, frozenset(games[key])) for key, team in teams.items()}


def joining(
    *,
    team: Team,
    person: Person,
    role: str,
    day: date,
    without: Iterable[int] = (),
    ended: Mapping[int, date] | None = None,
) -> Joining:
    """What the rules look at when somebody joins a team from a day on. A constant number of queries.

    `without` names places that would go, `ended` those that would end, with their last day.
    """
    return joining_all(team=team, people=[person.pk], role=role, day=day, without=without, ended=ended)[
        person.pk
    ]


def joining_all(
    *,
    team: Team,
    people: Sequence[int],
    role: str,
    day: date,
    without: Iterable[int] = (),
    ended: Mapping[int, date] | None = None,
) -> dict[int, Joining]:
    """The same for people who join together, each after those before him, in as many queries as for one."""
    gone, ends = set(without), ended or {}
    season = team.season
    own = [
        _ended(place, ends.get(place.key))
        for place in places(RosterEntry.objects.filter(person__in=people, team__season=season))
        if place.key not in gone
    ]
    squad = [_ended(place, ends.get(place.key)) for place in places(RosterEntry.objects.filter(team=team))]
    fact = team_facts({team.pk: team})[team.pk]
    terms = terms_of({team.pk, *(place.team.key for place in own)})
    played_on, licensed_by = last_played_on(team), _licensed_by(people, team, day)
    found: dict[int, Joining] = {}
    for person in people:
        before = [facts.place for facts in found.values()]
        found[person] = Joining(
            place=Place(person, fact, role, day),
            own=[place for place in own if place.person == person],
            squad=[place for place in [*squad, *before] if place.person != person],
            terms=terms,
            season=(season.starts_on, season.ends_on),
            played_on=played_on,
            licensed_by=licensed_by.get(person),
        )
    return found


def _ended(place: Place, last_day: date | None) -> Place:
    if last_day is None:
        return place
    return Place(place.person, place.team, place.role, place.valid_from, last_day, place.key)


def _licensed_by(people: Sequence[int], team: Team, day: date) -> dict[int, int]:
    """The club of the player's licence in force of each person who has one; 0 for one without a club."""
    found = Licence.objects.filter(
        person__in=people,
        season=team.season_id,
        kind=LicenceKind.PLAYER,
        state=LicenceState.GRANTED,
        valid_from__lte=day,
        valid_to__gte=day,
    )
    return {person: club or 0 for person, club in found.values_list("person", "club")}
