"""The page of an encounter, and its incidents."""

from __future__ import annotations

from django.contrib import messages as notices
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from competitions.models import Encounter
from federation.http import etag_of, fragment, not_modified, tagged
from matches import messages
from matches.actions import incidents as actions
from matches.forms.incidents import AmendForm, IncidentForm
from matches.models import Incident
from matches.queries import agenda
from matches.queries.encounters import version_of
from matches.views.access import (
    actor_of,
    attempt,
    board_or_404,
    encounter_or_404,
    new_client_id,
    table_session,
)
from matches.views.account import account_of
from matches.views.encounter_page import encounter_page
from matches.views.incident_page import amend_page, choices_of, people_groups

TEMPLATE = "matches/encounter.html"


@require_safe
def encounter(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how an encounter stands and what may be done now; it asks for itself again while open."""
    found = encounter_or_404(request, pk)
    etag = etag_of("encounter", version_of(pk), found.state, found.epoch, request.user.pk, get_language())
    part = fragment(request, TEMPLATE, {"vivo": "live"})
    if part != TEMPLATE:
        unchanged = not_modified(request, etag)
        if unchanged is not None:
            return unchanged
    context = {"page": encounter_page(request, found), "etag": etag, "client_id": new_client_id()}
    response = render(request, part, context)
    return response if part == TEMPLATE else tagged(response, etag)


@require_http_methods(["GET", "HEAD", "POST"])
def encounter_incident(request: HttpRequest, pk: int) -> HttpResponse:
    """Write an incident of the encounter or of one of its boards: captains and judge."""
    found = encounter_or_404(request, pk)
    standing = agenda.standing_of(account_of(request), found)
    if standing.side is None and not standing.is_judge:
        raise PermissionDenied(str(messages.MESSAGES["not_at_table"]))
    choices = choices_of(found, shows_line_ups=standing.both_locked)
    form = IncidentForm(request.POST or None, initial=_asked(request), choices=choices)
    status = 200
    if request.method == "POST":
        result = attempt(request, form, lambda: _write(request, found, form))
        if result.done:
            notices.success(request, _("Incidencia anotada."))
            return HttpResponseRedirect(_back(found, judge=standing.is_judge))
        status = result.status
    context = {
        "encounter": found,
        "form": form,
        "groups": people_groups(form, choices),
        "client_id": new_client_id(),
        "back": _back(found, judge=standing.is_judge),
        "open": found.state in actions.WRITABLE,
    }
    return render(request, "matches/encounter_incident.html", context, status=status)


def _asked(request: HttpRequest) -> dict[str, str]:
    """A link may name the board that it comes from."""
    return {"board": request.GET.get("mesa", "")}


def _write(request: HttpRequest, encounter: Encounter, form: IncidentForm) -> dict[str, object]:
    data = form.cleaned_data
    incident = actions.write_incident(
        encounter_id=encounter.pk,
        partida_id=data["board"],
        hand=None,
        kind=data["kind"],
        text=data["text"],
        people_ids=data["people"],
        by=actor_of(request),
    )
    return {"incident": incident.pk}


def _back(encounter: Encounter, *, judge: bool) -> str:
    name = "matches:direction" if judge else "matches:encounter"
    return reverse(name, args=[encounter.pk]) + "#incidencias"


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def amend_incident(request: HttpRequest, pk: int) -> HttpResponse:
    """Give an incident another text before the close: only its author, with the earlier texts in sight."""
    incident = Incident.objects.select_related("partida__board").filter(pk=pk).first()
    if not request.user.is_authenticated and table_session(request) is None:
        return redirect_to_login(request.get_full_path())
    if incident is None:
        raise Http404
    encounter, back = _place_of(request, incident)
    page = amend_page(incident, encounter)
    form = AmendForm(request.POST or None, initial={"text": page.texts[-1].text if page.texts else ""})
    status = 200
    if request.method == "POST":
        result = attempt(
            request,
            form,
            lambda: {
                "text": actions.amend_incident(
                    incident_id=pk, text=form.cleaned_data["text"], by=actor_of(request)
                ).pk
            },
        )
        if result.done:
            notices.success(request, _("Incidencia corregida. El texto anterior se conserva."))
            return HttpResponseRedirect(back)
        status = result.status
    elif not actions.is_author(incident, actor_of(request)):
        raise PermissionDenied(str(messages.MESSAGES["only_the_author"]))
    context = {"page": page, "form": form, "client_id": new_client_id(), "back": back}
    return render(request, "matches/amend_incident.html", context, status=status)


def _place_of(request: HttpRequest, incident: Incident) -> tuple[Encounter, str]:
    """The encounter of an incident for whoever may see it, and the page to go back to; else 404."""
    if request.user.is_authenticated:
        encounter = encounter_or_404(request, incident.encounter_id)
        judge = agenda.standing_of(account_of(request), encounter).is_judge
        return encounter, _back(encounter, judge=judge)
    if incident.partida is None:
        raise Http404
    board, known = board_or_404(request, incident.partida.board_id)
    return known or board.encounter, reverse("matches:board", args=[board.pk])
