"""Building the demonstration: a federation with a round that is played tonight. Only through actions.

The same seed and date give the same people, squads, dates and encounters. Secrets
(second factors, codes of boards, salts) are random each time, as they must be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from competitions.actions import setup
from competitions.models import Competition, Encounter, Entrants, Entry
from federation.actions import registry
from federation.actions.audit import anchor_heads
from federation.actions.regulations import publish_version
from federation.models import Discipline, Federation, Licence, LicenceKind, Person, Season, Team, User, Venue
from federation.rules.errors import ConflictError
from matches.demo import accounts, places
from matches.demo.names import Names
from matches.demo.squads import Registrar, Squad, fill_squads, unusual_cases

TONIGHT = time(21, 0)
SEASON_BEGINS_IN = 7
Report = Callable[[str], None]


@dataclass
class World:
    """What was built, for whoever goes on from here."""

    season: Season
    competition: Competition
    encounters: list[Encounter]
    squads: dict[str, Squad]
    judges: list[Person]
    users: dict[str, User] = field(default_factory=dict)


def is_empty() -> bool:
    """Has this installation no federation and no people yet?"""
    return not Federation.objects.exists() and not Person.objects.exists()


def build(*, seed: int, today: date | None = None, report: Report = lambda _line: None) -> World:
    """Write the season in one transaction and give it; ConflictError when there are data already."""
    if not is_empty():
        raise ConflictError("federation_exists")
    with transaction.atomic():
        return _Builder(seed, today or timezone.localdate(), report).build()


class _Builder:
    def __init__(self, seed: int, today: date, report: Report) -> None:
        self.today = today
        self.report = report
        self.names = Names(Random(seed), today)  # noqa: S311 - to be repeated, not to be secret
        self.office: User | None = None

    def build(self) -> World:
        registry.found_federation(
            name=places.FEDERATION, short_name=places.FEDERATION_SHORT, time_zone=places.TIME_ZONE, by=None
        )
        users = self._staff()
        season = self._season()
        self.registrar = Registrar(season, self.names, self.today, self.office)
        teams, venues = self._clubs(season)
        squads = fill_squads(self.registrar, teams)
        unusual_cases(self.registrar, squads)
        players = sum(len(squad.people) for squad in squads.values())
        self.report(f"{len(teams)} equipos con {players} jugadores.")
        judges = self._judges()
        competition = self._competition(season)
        encounters = self._round(competition, teams, venues)
        self._designate(encounters, judges)
        world = World(season, competition, encounters, squads, [licence.person for licence in judges], users)
        self._accounts(world)
        anchor_heads()
        return world

    def _season(self) -> Season:
        first = self.today.year if self.today.month >= SEASON_BEGINS_IN else self.today.year - 1
        season = registry.open_season(
            name=f"{first}-{(first + 1) % 100:02d}",
            starts_on=date(first, SEASON_BEGINS_IN, 1),
            ends_on=date(first + 1, SEASON_BEGINS_IN, 1) - timedelta(days=1),
            by=self.office,
        )
        self.report(f"{places.FEDERATION}, temporada {season.name}.")
        return season

    def _staff(self) -> dict[str, User]:
        """Those who run the federation; from the second account on, the office's acts carry its name."""
        users: dict[str, User] = {}
        for plan in accounts.PLANS:
            if plan.role is None:
                continue
            drawn = self.names.anybody()
            person = registry.register_person(
                given_name=drawn.given_name,
                surname_1=drawn.surname_1,
                surname_2=drawn.surname_2,
                birth_date=drawn.birth_date,
                consent_on=None,
                by=self.office,
            )
            users[plan.key] = accounts.open_account(plan, person, by=users.get("administracion"))
            self.office = users.get("secretaria")
        return users

    def _clubs(self, season: Season) -> tuple[dict[str, Team], dict[str, Venue]]:
        teams: dict[str, Team] = {}
        venues: dict[str, Venue] = {}
        tables = [
            *((Discipline.DOMINO, number) for number in range(1, places.DOMINO_TABLES + 1)),
            *((Discipline.POOL, number) for number in range(1, places.POOL_TABLES + 1)),
        ]
        for plan in places.CLUBS:
            club = registry.register_club(name=plan.name, short_name=plan.short_name, by=self.office)
            venue = registry.register_venue(
                club=club,
                name=plan.venue,
                address=plan.address,
                time_zone=places.TIME_ZONE,
                tables=tables,
                by=self.office,
            )
            for team in plan.teams:
                teams[team.name] = registry.register_team(
                    club=club, season=season, name=team.name, venue=venue, by=self.office
                )
                venues[team.name] = venue
        self.report(f"{len(places.CLUBS)} clubes con su sede.")
        return teams, venues

    def _judges(self) -> list[Licence]:
        judges = []
        for _ in range(places.JUDGES):
            person = self.registrar.person(self.names.anybody(), consents=True)
            judges.append(self.registrar.licence(person, club=None, kind=LicenceKind.JUDGE))
        self.report(f"{self.registrar.licences} licencias, {len(judges)} de juez árbitro.")
        return judges

    def _competition(self, season: Season) -> Competition:
        version = publish_version(
            name=places.REGULATION,
            discipline=Discipline.DOMINO,
            overrides={"target_points": places.TARGET},
            valid_from=season.starts_on,
            reason="Primera versión.",
            by=self.office,
        )
        made = setup.create_format(
            name=places.FORMAT,
            boards=[
                setup.BoardSpec(1, number, Discipline.DOMINO, players_per_side=2, partidas=places.PARTIDAS)
                for number in range(1, places.BOARDS + 1)
            ],
            by=self.office,
        )
        return setup.create_competition(
            season=season,
            name=places.COMPETITION,
            code=places.COMPETITION_CODE,
            discipline=Discipline.DOMINO,
            entrants=Entrants.TEAMS,
            regulation_version=version,
            encounter_format=made,
            by=self.office,
        )

    def _round(
        self, competition: Competition, teams: dict[str, Team], venues: dict[str, Venue]
    ) -> list[Encounter]:
        entries: dict[int, Entry] = {}
        for plan in sorted((team for club in places.CLUBS for team in club.teams), key=lambda team: team.lot):
            entries[plan.lot] = setup.enter_team(
                competition=competition, team=teams[plan.name], lot=plan.lot, by=self.office
            )
        rounds = [
            setup.add_round(
                competition=competition,
                number=number,
                starts_on=self.today + timedelta(weeks=number - 1),
                by=self.office,
            )
            for number in range(1, places.ROUNDS + 1)
        ]
        at = datetime.combine(self.today, TONIGHT, tzinfo=ZoneInfo(places.TIME_ZONE))
        encounters = [
            setup.schedule_encounter(
                in_round=rounds[0],
                number=number,
                home=entries[home],
                away=entries[away],
                venue=venues[entries[home].team.name],
                at=at,
                by=self.office,
            )
            for number, (home, away) in enumerate(places.FIRST_ROUND, start=1)
        ]
        when = f"el {at:%d/%m/%Y} a las {at:%H:%M}"
        self.report(f"{competition.name}, jornada 1: {len(encounters)} encuentros {when}.")
        return encounters

    def _designate(self, encounters: list[Encounter], judges: list[Licence]) -> None:
        for encounter, licence in zip(encounters, judges, strict=True):
            if encounter.number != places.WITHOUT_JUDGE:
                setup.designate_judge(encounter=encounter, licence=licence, by=self.office)

    def _accounts(self, world: World) -> None:
        people = {"juez": world.judges[0], "juez2": world.judges[1], "juez3": world.judges[2]}
        squads = {squad.lot: squad for squad in world.squads.values()}
        for number, (home, away) in enumerate(places.FIRST_ROUND, start=1):
            people[f"capitan.local{number}"] = squads[home].people[0]
            people[f"capitan.visitante{number}"] = squads[away].people[0]
        first = squads[places.FIRST_ROUND[0][0]].people
        people["capitana.local"] = people["capitan.local1"]
        people["capitan.visitante"] = people["capitan.visitante1"]
        people["subcapitan.local"], people["jugador"] = first[1], first[2]
        for plan in accounts.PLANS:
            if plan.role is None:
                world.users[plan.key] = accounts.open_account(plan, people[plan.key], by=self.office)
        self.report(f"{len(world.users)} cuentas.")
