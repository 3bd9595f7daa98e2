"""The kinds of requests that are about people and licences: what each asks for, in words."""

from __future__ import annotations

from collections.abc import Callable

from django.urls import reverse
from django.utils.translation import gettext

from federation.actions.request_values import sent_person
from federation.forms.people import label_of
from federation.models import ClubRequest, LicenceKind, RequestKind, User
from federation.permissions import may_run_office
from federation.queries.requests import licences_in
from federation.views.licence_page import day_text
from federation.views.people_page import personal_facts
from federation.views.request_page import Facts, Kind

GONE = "—"


def sent_name(request: ClubRequest) -> str:
    """Whom a request is about."""
    if request.person is not None:
        return request.person.full_name
    name, _details = sent_person(request)
    return " ".join(part for part in (name.given_name, name.surname_1, name.surname_2) if part) or GONE


def sees_details(request: ClubRequest, user: User) -> bool:
    """May see document, birth date and contacts in a request: the office, and whoever sent them."""
    return request.sent_by_id == user.pk or may_run_office(user)


def _licence_title(request: ClubRequest) -> str:
    return gettext("Licencia: %(who)s") % {"who": sent_name(request)}


def _renewal_title(request: ClubRequest) -> str:
    return gettext("Renovación: %(who)s") % {"who": sent_name(request)}


def _change_title(request: ClubRequest) -> str:
    return gettext("Cambio de datos: %(who)s") % {"who": sent_name(request)}


def _licence_facts(request: ClubRequest, user: User) -> Facts:
    licence = request.data.get("licence", {})
    kind = licence.get("kind", "")
    told = [
        (gettext("Persona"), sent_name(request)),
        (gettext("Temporada"), request.season.name),
        (gettext("Clase"), str(LicenceKind(kind).label).capitalize() if kind else GONE),
        (gettext("Categoría"), licence.get("category") or gettext("ninguna")),
    ]
    if request.data.get("person"):
        told += _sent_facts(request, user)
    if request.photo:
        told.append((gettext("Foto"), gettext("enviada")))
    return told


def _renewal_facts(request: ClubRequest, _user: User) -> Facts:
    told = [(gettext("Persona"), sent_name(request)), (gettext("Temporada"), request.season.name)]
    for licence in licences_in([request]).values():
        said = f"{str(licence.get_kind_display()).capitalize()} {licence.number} ({licence.season})"
        told.append((gettext("Licencia"), said))
    return told


def _change_facts(request: ClubRequest, user: User) -> Facts:
    sent = request.data.get("person", {})
    names = [field for field in ("given_name", "surname_1", "surname_2") if field in sent]
    return [
        (gettext("Persona"), sent_name(request)),
        *((label_of(field), sent[field] or GONE) for field in names),
        *_sent_facts(request, user),
    ]


def _sent_facts(request: ClubRequest, user: User) -> list[tuple[str, str]]:
    if not sees_details(request, user):
        return [(gettext("Datos personales"), gettext("los ve quien los envió, y la secretaría"))]
    name, details = sent_person(request)
    days = [(label_of("birth_date"), name.birth_date), (label_of("consent_on"), name.consent_on)]
    told = [(label, day_text(day)) for label, day in days if day]
    groups = personal_facts(details)
    return told + [(fact.label, fact.value) for facts in groups.values() for fact in facts]


def of_club(route: str) -> Callable[[ClubRequest], str]:
    """The address of a page of a request in its club's area."""
    return lambda request: reverse(route, args=[request.club_id, request.pk])


def of_office(route: str) -> Callable[[ClubRequest], str]:
    """The address of a page of a request at the office."""
    return lambda request: reverse(route, args=[request.pk])


def _renewals_page(request: ClubRequest) -> str:
    return reverse("federation:decide_renewals", args=[request.club_id, request.season_id])


KINDS = (
    Kind(
        kind=RequestKind.LICENCE,
        title=_licence_title,
        facts=_licence_facts,
        correct=of_club("federation:correct_licence_request"),
        decide=of_office("federation:accept_licence"),
    ),
    Kind(
        kind=RequestKind.RENEWAL,
        title=_renewal_title,
        facts=_renewal_facts,
        correct=of_club("federation:answer_request"),
        decide=_renewals_page,
    ),
    Kind(
        kind=RequestKind.CHANGE,
        title=_change_title,
        facts=_change_facts,
        correct=of_club("federation:correct_change_request"),
        decide=of_office("federation:accept_change"),
    ),
)
