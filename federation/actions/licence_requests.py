"""A club asks for a licence, of somebody new or of somebody known; the office accepts, and it is granted."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db import transaction

from federation import clock
from federation.actions import licences, people, photos, requests
from federation.actions.licences import Terms
from federation.actions.people import Details, Name
from federation.actions.request_values import told_beside, values_of
from federation.actions.requests import Asked, Made
from federation.models import (
    ENDED_LICENCES,
    Club,
    ClubRequest,
    Licence,
    LicenceKind,
    Person,
    PersonPhoto,
    RequestKind,
    Season,
    User,
)
from federation.queries.club_area import people_of
from federation.rules.errors import ConflictError, RuleError
from federation.rules.people import check_guardian, check_person


@dataclass(frozen=True)
class Wanted:
    """Which licence a club wants."""

    kind: str
    category: str = ""


@dataclass(frozen=True)
class Newcomer:
    """Somebody whom the club sends with all that is known of him."""

    name: Name
    details: Details
    photo: bytes | None = None


@dataclass(frozen=True)
class Known:
    """It is somebody who is there: `completed` fills what his record does not say with what was sent."""

    person: Person
    completed: tuple[Name, Details] | None = None


@transaction.atomic
def ask_new(
    *, club: Club, season: Season, newcomer: Newcomer, wanted: Wanted, by: User | None
) -> ClubRequest:
    """Ask for the licence of somebody whom the club does not know yet.

    RuleError as `rules.people`, `birth_date_missing`, `guardian_missing` for a minor. Whether somebody
    like him is on record is told to nobody but the office. Refusals as `requests.lock_club`.
    """
    requests.lock_club(club, by)
    _check(newcomer)
    data = _data(wanted, newcomer)
    asked = Asked(RequestKind.LICENCE, season, data, photo=newcomer.photo)
    (made,) = requests.send(club=club, asked=[asked], by=by)
    return made


@transaction.atomic
def ask_known(*, club: Club, season: Season, person: Person, wanted: Wanted, by: User | None) -> ClubRequest:
    """Ask for the licence of somebody of the club.

    RuleError `not_of_the_club`; ConflictError `has_licence`, `request_already`.
    """
    requests.lock_club(club, by)
    if not people_of(club).filter(pk=person.pk).exists():
        raise RuleError("not_of_the_club")
    held = Licence.objects.filter(person=person, season=season, kind=wanted.kind)
    if held.exclude(state__in=ENDED_LICENCES).exists():
        raise ConflictError("has_licence", field="kind")
    requests.refuse_twice(club, RequestKind.LICENCE, person, season, data__licence__kind=wanted.kind)
    asked = Asked(RequestKind.LICENCE, season, _data(wanted), person=person)
    (made,) = requests.send(club=club, asked=[asked], by=by)
    return made


@transaction.atomic
def answer_licence(
    *, request: ClubRequest, wanted: Wanted, newcomer: Newcomer | None, text: str = "", by: User | None
) -> ClubRequest:
    """Send a licence's request again with what the office asked for; refusals as `ask_new` and `answer`."""
    if newcomer is not None:
        _check(newcomer)
    photo = newcomer.photo if newcomer else None
    return requests.answer(request=request, data=_data(wanted, newcomer), photo=photo, text=text, by=by)


@transaction.atomic
def accept_licence(
    *,
    request: ClubRequest,
    who: Newcomer | Known,
    terms: Terms,
    number: str = "",
    read: int,
    by: User | None,
) -> ClubRequest:
    """Grant the licence that a club asks for, to somebody entered now or to somebody who is there.

    Refusals as `people.enter_person`, `people.change_person`, `licences.grant_licence` and
    `requests.accept`; nothing is written then.
    """

    def fulfil(locked: ClubRequest) -> Made:
        person = _known(who, by) if isinstance(who, Known) else _entered(who, by)
        if locked.photo and not PersonPhoto.objects.filter(person=person).exists():
            photos.store_photo(person=person, jpeg=bytes(locked.photo), by=by)
            locked.photo = None
        with told_beside(person="kind"):
            licence = licences.grant_licence(
                person=person,
                season=locked.season,
                club=terms.club,
                kind=terms.kind,
                number=number,
                category=terms.category,
                valid_from=terms.valid_from,
                valid_to=terms.valid_to,
                by=by,
            )
        return Made({"person": person.pk, "licence": licence.pk}, person)

    known = [who.person.pk] if isinstance(who, Known) else []
    return requests.accept(request=request, read=read, fulfil=fulfil, people=known, by=by)


def completed(person: Person, name: Name, details: Details) -> tuple[Name, Details] | None:
    """What a person's record would say with what was sent where it says nothing; None for the same.

    A document comes whole, with its kind and country.
    """
    had, held = people.name_of(person), people.details_of(person)
    new_name = replace(
        had,
        surname_2=had.surname_2 or name.surname_2,
        birth_date=had.birth_date or name.birth_date,
        consent_on=had.consent_on or name.consent_on,
    )
    sent = asdict(details)
    papers = [field for field in sent if field.startswith("document")]
    others: dict[str, Any] = {
        field: getattr(held, field) or value for field, value in sent.items() if field not in papers
    }
    document = {field: sent[field] if not held.document else getattr(held, field) for field in papers}
    new_details = Details(**others, **document)
    return None if (new_name, new_details) == (had, held) else (new_name, new_details)


def _check(newcomer: Newcomer) -> None:
    name, details, today = newcomer.name, newcomer.details, clock.today()
    check_person(
        given_name=name.given_name,
        surname_1=name.surname_1,
        birth_date=name.birth_date,
        consent_on=name.consent_on,
        day=today,
    )
    if name.birth_date is None:
        raise RuleError("birth_date_missing", field="birth_date")
    check_guardian(name.birth_date, people.guardian_in(details), today)


def _data(wanted: Wanted, newcomer: Newcomer | None = None) -> dict[str, Any]:
    licence = {"kind": str(LicenceKind(wanted.kind)), "category": wanted.category}
    if newcomer is None:
        return {"licence": licence}
    return {"licence": licence, "person": values_of(newcomer.name, newcomer.details)}


def _entered(newcomer: Newcomer, by: User | None) -> Person:
    return people.enter_person(name=newcomer.name, details=newcomer.details, by=by)


def _known(known: Known, by: User | None) -> Person:
    if known.completed is not None:
        name, details = known.completed
        people.change_person(person=known.person, name=name, details=details, by=by)
    return known.person
