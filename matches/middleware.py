"""Keeps a captain whom the judge admitted inside that one encounter, until its close."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages as notices
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, resolve_url
from django.urls import ResolverMatch
from django.utils.translation import gettext as _

from federation.http import is_for_everybody
from matches.models import Board, CaptainAdmission
from matches.queries import admissions

SESSION_KEY = "admission"

ANYWHERE = frozenset(
    {
        "account_logout",
        "federation:set_language",
        "federation:health",
        "matches:shot_ruling",
        "matches:verify",
        "matches:verify_code",
    }
)
HOMES = frozenset({"federation:home", "matches:home"})
OF_THE_ENCOUNTER = frozenset(
    {
        "encounter",
        "encounter_incident",
        "encounter_sheets",
        "encounter_sheets_pdf",
        "line_up",
        "direction",
        "start",
        "check_in",
        "close",
        "back_to_play",
    }
)
OF_ITS_BOARDS = frozenset(
    {
        "board",
        "hands",
        "happening",
        "happenings",
        "name_officials",
        "take_pen",
        "give_up_pen",
        "draw",
        "seat",
        "substitute",
        "propose",
        "propose_counted",
        "approve",
        "disagree",
        "settle",
        "retract",
        "incident",
        "paper",
        "paper_photo",
    }
)

GetResponse = Callable[[HttpRequest], HttpResponseBase]


class AdmissionMiddleware:
    """A session that the judge's help opened reaches its encounter and nothing else of the account.

    The view is judged by the route that was resolved. When the admission is over the
    session ends at the next request.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, *_arguments: Any) -> HttpResponseBase | None:
        """None lets the view run; 404 for whatever lies outside the encounter and is not for everybody."""
        if is_for_everybody(view):
            return None
        key = request.session.get(SESSION_KEY)
        if key is None or request.resolver_match is None:
            return None
        admission = admissions.holding(key)
        if admission is None:
            return self._over(request)
        match = request.resolver_match
        if match.view_name in HOMES:
            return redirect("matches:encounter", pk=admission.encounter_id)
        if match.view_name in ANYWHERE or self._inside(match, admission):
            return None
        raise Http404

    @staticmethod
    def _over(request: HttpRequest) -> HttpResponseBase:
        logout(request)
        notices.info(request, _("La ayuda del juez árbitro ha terminado."))
        return HttpResponseRedirect(resolve_url("account_login"))

    @staticmethod
    def _inside(match: ResolverMatch, admission: CaptainAdmission) -> bool:
        if match.namespace != "matches":
            return False
        pk: int = match.kwargs.get("pk", 0)
        if match.url_name in OF_THE_ENCOUNTER:
            return pk == admission.encounter_id
        if match.url_name in OF_ITS_BOARDS:
            return Board.objects.filter(pk=pk, encounter=admission.encounter_id).exists()
        return False
