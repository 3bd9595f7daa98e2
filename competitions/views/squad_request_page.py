"""How a proposed squad is shown among the requests of a club."""

from __future__ import annotations

from django.utils.translation import gettext

from competitions.actions.squad_requests import proposal_of
from competitions.rules.squad_proposals import NOBODY
from federation.models import ClubRequest, Person, RequestKind, User
from federation.views.licence_page import day_text
from federation.views.request_kinds import of_club, of_office
from federation.views.request_page import Facts, Kind


def _title(request: ClubRequest) -> str:
    return gettext("Plantilla: %(team)s") % {"team": request.team}


def _facts(request: ClubRequest, _user: User) -> Facts:
    """Who joins, leaves and captains, by name. Two queries."""
    told = [(gettext("Equipo"), str(request.team)), (gettext("Temporada"), request.season.name)]
    proposal = proposal_of(request)
    if proposal is None:
        return told
    people = Person.objects.in_bulk([*proposal.people])

    def named(key: int | None) -> str:
        return gettext("nadie") if key == NOBODY else str(people.get(key or 0, "—"))

    told.append((gettext("Desde"), day_text(proposal.day)))
    told += [(gettext("Entra"), named(key)) for key in proposal.joins]
    told += [(gettext("Sale"), named(key)) for key in proposal.leaves]
    if proposal.captain is not None:
        told.append((gettext("Capitán"), named(proposal.captain)))
    if proposal.vice_captain is not None:
        told.append((gettext("Subcapitán"), named(proposal.vice_captain)))
    return told


KINDS = (
    Kind(
        kind=RequestKind.SQUAD,
        title=_title,
        facts=_facts,
        correct=of_club("competitions:correct_squad"),
        decide=of_office("competitions:accept_squad"),
    ),
)
