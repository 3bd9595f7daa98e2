"""A club asks to have a person's data corrected; the office compares, and changes the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from federation.actions import people, requests
from federation.actions.people import Details, Name
from federation.actions.request_values import changed_values
from federation.actions.requests import Asked, Made
from federation.models import Club, ClubRequest, Person, RequestKind, Season, User
from federation.queries.club_area import people_of
from federation.rules.errors import RuleError


@transaction.atomic
def ask_change(
    *, club: Club, season: Season, person: Person, values: Mapping[str, Any], by: User | None
) -> ClubRequest:
    """Ask to have `values` (fields of a name or of details, as JSON) on a person's record.

    RuleError `not_of_the_club`, `request_says_nothing`; ConflictError `request_already`. What the
    record says is not told. Refusals as `requests.lock_club`.
    """
    requests.lock_club(club, by)
    if not people_of(club).filter(pk=person.pk).exists():
        raise RuleError("not_of_the_club")
    if not values:
        raise RuleError("request_says_nothing")
    requests.refuse_twice(club, RequestKind.CHANGE, person, season)
    asked = Asked(RequestKind.CHANGE, season, {"person": dict(values)}, person=person)
    (made,) = requests.send(club=club, asked=[asked], by=by)
    return made


@transaction.atomic
def answer_change(
    *, request: ClubRequest, values: Mapping[str, Any], text: str = "", by: User | None
) -> ClubRequest:
    """Send a change again with what the office asked for; refusals as `ask_change` and `answer`."""
    if not values:
        raise RuleError("request_says_nothing")
    return requests.answer(request=request, data={"person": dict(values)}, text=text, by=by)


@transaction.atomic
def accept_change(
    *, request: ClubRequest, name: Name, details: Details, version: int, read: int, by: User | None
) -> ClubRequest:
    """Change the record as the office read and completed it; refusals as `people.change_person`.

    `version` is the record's that the office saw: ConflictError `person_changed` when it has changed.
    """

    def fulfil(locked: ClubRequest) -> Made:
        person = _person(locked)
        people.change_person(person=person, name=name, details=details, by=by, read=version)
        return Made({"person": person.pk}, person)

    return requests.accept(request=request, read=read, fulfil=fulfil, people=[request.person_id or 0], by=by)


def wished(request: ClubRequest) -> tuple[Name, Details]:
    """What the person's record would say. One query."""
    person = _person(request)
    return changed_values(people.name_of(person), people.details_of(person), request.data.get("person", {}))


def _person(request: ClubRequest) -> Person:
    if request.person is None:
        raise RuntimeError("a change is of somebody")
    return request.person
