"""A registry with two seasons, two clubs and an office: what tests of the registry begin with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from federation.actions import accounts, licences, people, registry
from federation.models import Club, Licence, LicenceKind, Person, Role, Season, User
from tests.factories.kept_rows import kept

BEFORE = (date(2025, 9, 1), date(2026, 8, 31))
AFTER = (date(2026, 9, 1), date(2027, 8, 31))
ADULT = date(1980, 5, 17)


@dataclass
class Registry:
    """What was built."""

    before: Season
    after: Season
    club: Club
    other: Club
    office: User
    stranger: User

    def person(self, given: str = "Íñigo", surname: str = "Núñez", **values: object) -> Person:
        """Somebody of age, or as the values say; `details` may hold document and contacts."""
        details = values.pop("details", people.Details())
        name = people.Name(given, surname, **{"birth_date": ADULT, **values})  # type: ignore[arg-type]
        return people.enter_person(name=name, details=details, by=self.office)  # type: ignore[arg-type]

    def terms(self, season: Season | None = None, **values: object) -> licences.Terms:
        """A player's licence of the first club for a whole season."""
        season = season or self.before
        fields = {
            "kind": LicenceKind.PLAYER,
            "club": self.club,
            "category": "Absoluta",
            "valid_from": season.starts_on,
            "valid_to": season.ends_on,
        }
        return licences.Terms(**{**fields, **values})  # type: ignore[arg-type]

    def licence(
        self, who: Person, number: str = "", season: Season | None = None, **values: object
    ) -> Licence:
        """A licence granted for a whole season."""
        season = season or self.before
        terms = self.terms(season, **values)
        return licences.grant_licence(
            person=who,
            season=season,
            club=terms.club,
            kind=terms.kind,
            number=number,
            category=terms.category,
            valid_from=terms.valid_from,
            valid_to=terms.valid_to,
            by=self.office,
        )


@kept
def build() -> Registry:
    """Two seasons, two clubs, an account of the office and one of nobody in particular."""
    registry.found_federation(
        name="Federación de Prueba", short_name="FDP", time_zone="Europe/Madrid", by=None
    )
    before, after = (
        registry.open_season(name=name, starts_on=dates[0], ends_on=dates[1], by=None)
        for name, dates in (("2025-26", BEFORE), ("2026-27", AFTER))
    )
    club, other = (
        registry.register_club(name=name, short_name=name, by=None) for name in ("Peña Uno", "Peña Dos")
    )
    office, stranger = (
        accounts.create_account(email=f"{name}@example.org", password="una-clave-larga", person=None, by=None)
        for name in ("secretaria", "extrana")
    )
    accounts.give_role(user=office, role=Role.OFFICE, by=None)
    return Registry(before, after, club, other, office, stranger)
