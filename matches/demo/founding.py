"""The federation of the demonstration: who runs it, its clubs and squads, judges, the competition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta

from competitions.actions import setup
from competitions.models import Competition, Entrants, Entry
from federation.actions import registry
from federation.actions.regulations import publish_version
from federation.models import Discipline, Licence, LicenceKind, Season, Team, User, Venue
from matches.demo import accounts, places
from matches.demo.names import Names
from matches.demo.squads import Registrar, Squad, fill_squads

SEASON_BEGINS_IN = 7
Report = Callable[[str], None]


@dataclass
class Founded:
    """What the office has written before anything is scheduled."""

    registrar: Registrar
    season: Season
    competition: Competition
    entries: dict[int, Entry]
    squads: dict[str, Squad]
    judges: list[Licence]
    users: dict[str, User] = field(default_factory=dict)
    venues: dict[str, Venue] = field(default_factory=dict)

    @property
    def office(self) -> User | None:
        """In whose name the office writes."""
        return self.users.get("secretaria")

    def squad_of(self, lot: int) -> Squad:
        """The team that drew a number."""
        return next(squad for squad in self.squads.values() if squad.lot == lot)


def season_dates(first: date, last: date) -> tuple[str, date, date]:
    """Name, first and last day of the season in which the rounds between two days are played."""
    begins = first.year if first.month >= SEASON_BEGINS_IN else first.year - 1
    ends_on = date(begins + 1, SEASON_BEGINS_IN, 1) - timedelta(days=1)
    if last <= ends_on:
        return f"{begins}-{(begins + 1) % 100:02d}", date(begins, SEASON_BEGINS_IN, 1), ends_on
    # A quarter of a year over midsummer lies within one year.
    return str(first.year), date(first.year, 1, 1), date(first.year, 12, 31)


class Founder:
    """Founds a federation whose people are as old as they are `today` and play to `target` points."""

    def __init__(self, names: Names, today: date, target: int, report: Report) -> None:
        self.names, self.today, self.target, self.report = names, today, target, report
        self.office: User | None = None

    def found(self, season_days: tuple[str, date, date], *, captain_at_home: int) -> Founded:
        """Write it all; the captain of the lot `captain_at_home` is a woman."""
        registry.found_federation(
            name=places.FEDERATION, short_name=places.FEDERATION_SHORT, time_zone=places.TIME_ZONE, by=None
        )
        users = self._staff()
        name, starts_on, ends_on = season_days
        season = registry.open_season(name=name, starts_on=starts_on, ends_on=ends_on, by=self.office)
        self.report(f"{places.FEDERATION}, temporada {season.name}.")
        registrar = Registrar(season, self.names, self.today, self.office)
        teams, venues = self._clubs(season)
        squads = fill_squads(registrar, teams, captain_at_home=captain_at_home)
        players = sum(len(squad.people) for squad in squads.values())
        self.report(f"{len(teams)} equipos con {players} jugadores.")
        judges = self._judges(registrar)
        competition = self._competition(season, users.get("direccion"))
        entries = self._entries(competition, teams)
        return Founded(registrar, season, competition, entries, squads, judges, users, venues)

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

    def _judges(self, registrar: Registrar) -> list[Licence]:
        judges = []
        for _ in range(places.JUDGES):
            person = registrar.person(self.names.anybody(), consents=True)
            judges.append(registrar.licence(person, club=None, kind=LicenceKind.JUDGE))
        self.report(f"{registrar.licences} licencias, {len(judges)} de juez árbitro.")
        return judges

    def _competition(self, season: Season, director: User | None) -> Competition:
        version = publish_version(
            name=places.REGULATION,
            discipline=Discipline.DOMINO,
            overrides={"target_points": self.target},
            valid_from=season.starts_on,
            reason="Primera versión.",
            by=director,
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

    def _entries(self, competition: Competition, teams: dict[str, Team]) -> dict[int, Entry]:
        plans = sorted((team for club in places.CLUBS for team in club.teams), key=lambda team: team.lot)
        return {
            plan.lot: setup.enter_team(
                competition=competition, team=teams[plan.name], lot=plan.lot, by=self.office
            )
            for plan in plans
        }
