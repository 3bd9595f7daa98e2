"""Squads of the demonstration, with the cases by which a refusal can be shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta

from federation import clock
from federation.actions import licences, people, registry
from federation.models import Club, Licence, LicenceKind, Person, RosterRole, Season, Team, User
from federation.rules.people import is_minor
from matches.demo import places
from matches.demo.names import OF_AGE, Invented, Names

FIRST_LICENCE = 2001
# Of the twelve or so of a team: who is under age, and who of those may be named in public.
MINOR_PLACES = {"Huerta Segura": {9: False}, "Levante Salinas": {9: True}, "Seis Doble": {8: True, 9: False}}
UNUSUAL_PLACES = {
    "Huerta Segura": (3, 4, 5, 6),
    "Levante Salinas": (3, 4, 5, 6),
    "Levante": (3,),
    "Seis Doble": (3,),
}
EXPIRED_YESTERDAY = 10
STARTS_TOMORROW = 11
LEFT_THE_SQUAD = 11
IN_BOTH_SQUADS = 12
IN_THE_OTHER_TEAM = 13


@dataclass
class Squad:
    """A team with its people: captain first, then vice-captain, then the players."""

    team: Team
    lot: int
    people: list[Person] = field(default_factory=list)


class Registrar:
    """Enters people and licences in the name of the office."""

    def __init__(self, season: Season, names: Names, today: date, office: User | None) -> None:
        self.season, self.names, self.today, self.office = season, names, today, office
        self.licences = 0

    def person(self, drawn: Invented, *, consents: bool) -> Person:
        """Enter an invented person; a minor with whoever answers for him."""
        name = people.Name(
            given_name=drawn.given_name,
            surname_1=drawn.surname_1,
            surname_2=drawn.surname_2,
            birth_date=drawn.birth_date,
            consent_on=min(self.season.starts_on, clock.today()) if consents else None,
        )
        details = people.Details()
        if is_minor(drawn.birth_date, self.today):
            details = people.Details(
                guardian_name=f"Familia de {drawn.given_name} {drawn.surname_1}", guardian_phone="600000000"
            )
        return people.enter_person(name=name, details=details, by=self.office)

    def licence(
        self,
        person: Person,
        *,
        club: Club | None,
        kind: LicenceKind = LicenceKind.PLAYER,
        valid_from: date | None = None,
        valid_to: date | None = None,
    ) -> Licence:
        """Grant the next licence, for the whole season unless other dates are given."""
        number = FIRST_LICENCE + self.licences
        self.licences += 1
        return licences.grant_licence(
            person=person,
            season=self.season,
            club=club,
            kind=kind,
            number=f"{'J' if kind is LicenceKind.JUDGE else 'D'}-{number}",
            category=self._category(person),
            valid_from=valid_from or self.season.starts_on,
            valid_to=valid_to or self.season.ends_on,
            by=self.office,
        )

    def _category(self, person: Person) -> str:
        born = person.birth_date or self.today
        years = self.today.year - born.year - ((self.today.month, self.today.day) < (born.month, born.day))
        if years < OF_AGE:
            return "Juvenil"
        return "Veterano" if years >= 60 else "Absoluta"

    def join(
        self,
        squad: Squad,
        person: Person,
        role: RosterRole = RosterRole.PLAYER,
        *,
        valid_from: date | None = None,
        valid_to: date | None = None,
    ) -> None:
        """Put a person in a squad, from the beginning of the season unless other dates are given."""
        registry.add_to_squad(
            team=squad.team,
            person=person,
            role=role,
            valid_from=valid_from or self.season.starts_on,
            valid_to=valid_to,
            by=self.office,
        )


def fill_squads(registrar: Registrar, teams: dict[str, Team], *, captain_at_home: int) -> dict[str, Squad]:
    """Every team with its people and licences; the captain of the lot `captain_at_home` is a woman."""
    squads: dict[str, Squad] = {}
    for club in places.CLUBS:
        for plan in club.teams:
            squad = squads[plan.name] = Squad(teams[plan.name], plan.lot)
            for place in range(plan.licences):
                drawn = _drawn(registrar.names, plan.name, place, woman=plan.lot == captain_at_home)
                _enter(registrar, squad, place, drawn)
    return squads


def _enter(registrar: Registrar, squad: Squad, place: int, drawn: Invented) -> None:
    name = squad.team.name
    minors = MINOR_PLACES.get(name, {})
    person = registrar.person(drawn, consents=minors.get(place, True))
    first = name in ("Huerta Segura", "Levante Salinas")
    registrar.licence(
        person,
        club=squad.team.club,
        valid_from=registrar.today + timedelta(days=1) if _starts_tomorrow(name, place) else None,
        valid_to=registrar.today - timedelta(days=1) if first and place == EXPIRED_YESTERDAY else None,
    )
    squad.people.append(person)
    roles = {0: RosterRole.CAPTAIN, 1: RosterRole.VICE_CAPTAIN}
    left = name == "Huerta Segura" and place == LEFT_THE_SQUAD
    registrar.join(
        squad,
        person,
        roles.get(place, RosterRole.PLAYER),
        valid_to=registrar.today - timedelta(days=14) if left else None,
    )


def _starts_tomorrow(team: str, place: int) -> bool:
    return team == "Levante Salinas" and place == STARTS_TOMORROW


def _drawn(names: Names, team: str, place: int, *, woman: bool) -> Invented:
    if place in MINOR_PLACES.get(team, {}):
        return names.minor()
    if place in UNUSUAL_PLACES.get(team, ()):
        return names.unusual()
    if place == 0:
        return names.woman() if woman else names.man()
    return names.man() if place == 1 else names.anybody()


def unusual_cases(registrar: Registrar, squads: dict[str, Squad]) -> None:
    """The people of the first encounter whom the line-up's page refuses, each for a reason of its own.

    Besides these: a licence that expired yesterday in either team, and one that begins tomorrow.
    """
    home, away, other = squads["Huerta Segura"], squads["Levante Salinas"], squads["Huerta Norte"]
    # Moved to the club's other team a fortnight ago.
    moved = registrar.today - timedelta(days=13)
    registrar.join(other, home.people[LEFT_THE_SQUAD], valid_from=moved)
    # Changed clubs and nobody has closed the old place: stands in both squads that meet tonight.
    registrar.join(away, home.people[IN_BOTH_SQUADS], valid_from=moved)
    # May play for either team of the club, but once in the round: whoever locks first has him.
    registrar.join(other, home.people[IN_THE_OTHER_TEAM])
    # In the squad, and the licence has not been asked for.
    unlicensed = registrar.person(registrar.names.anybody(), consents=True)
    registrar.join(away, unlicensed)
