"""Two clubs with their delegates and an office: what tests of the club area begin with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime

from federation.actions import delegations, licence_requests, renewal_requests, requests
from federation.actions.licence_requests import Known, Newcomer, Wanted
from federation.actions.people import Details, Name
from federation.models import Club, ClubRequest, Person, User
from tests.federation import registry_world
from tests.federation.people import PASSWORD
from tests.federation.registry_world import Registry

NOW = datetime(2026, 11, 14, 10, 0, tzinfo=UTC)
DNI = "12345678Z"
ADULT = Name("Iker", "Sanz", "Oca", date(1990, 3, 4))
PAPERS = Details(document_kind="DNI", document=DNI, email="iker@example.org", phone="600000001")


@dataclass
class ClubWorld:
    """What was built."""

    registry: Registry
    delegate: User
    colleague: User
    foreign: User

    @property
    def club(self) -> Club:
        """The delegate's club."""
        return self.registry.club

    def member(self, surname: str = "Ruiz", *, season: str = "before", number: str = "") -> Person:
        """Somebody with a licence of the club in a season."""
        who = self.registry.person("Nora", surname)
        self.registry.licence(who, number, season=getattr(self.registry, season))
        return who

    def ask_new(
        self, name: Name = ADULT, details: Details = PAPERS, photo: bytes | None = None
    ) -> ClubRequest:
        """Ask for a player's licence of somebody new."""
        return licence_requests.ask_new(
            club=self.club,
            season=self.registry.after,
            newcomer=Newcomer(name, details, photo),
            wanted=Wanted("player", "Absoluta"),
            by=self.delegate,
        )

    def ask_known(self, who: Person, kind: str = "player") -> ClubRequest:
        """Ask for a licence of somebody of the club."""
        wanted = Wanted(kind, "")
        return licence_requests.ask_known(
            club=self.club, season=self.registry.after, person=who, wanted=wanted, by=self.delegate
        )

    def ask_renewals(self, *people: Person) -> list[ClubRequest]:
        """Ask to have the licences of these people renewed."""
        keys = [licence.pk for who in people for licence in who.licences.filter(season=self.registry.before)]
        return renewal_requests.ask_renewals(
            club=self.club, after=self.registry.after, licences=keys, by=self.delegate
        )

    def accept(
        self,
        asked: ClubRequest,
        who: Newcomer | Known | None = None,
        by: User | None = None,
        read: int | None = None,
        number: str = "",
    ) -> ClubRequest:
        """Accept a licence as it was asked for."""
        terms = self.registry.terms(self.registry.after, category="Absoluta")
        return licence_requests.accept_licence(
            request=asked,
            who=who or Newcomer(ADULT, PAPERS),
            terms=terms,
            number=number,
            read=requests.last_step(asked) if read is None else read,
            by=by or self.registry.office,
        )


def account(email: str, who: Person) -> User:
    """An account of somebody, who logs in with `PASSWORD`."""
    return User.objects.create_user(email, PASSWORD, person=who)


def build() -> ClubWorld:
    """Two clubs with delegates: two of the first, one of the other."""
    each = registry_world.build()
    people = [each.person(given, "Delegada") for given in ("Dora", "Dina", "Fina")]
    accounts = [account(f"{who.given_name.lower()}@example.org", who) for who in people]
    for who, club in zip(people, (each.club, each.club, each.other), strict=True):
        delegations.name_delegate(
            club=club, person=who, valid_from=each.before.starts_on, valid_to=None, by=each.office
        )
    return ClubWorld(each, *accounts)
