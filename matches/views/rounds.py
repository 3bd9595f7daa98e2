"""A round, and all that waits for an acta, for those who oversee every encounter."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from competitions.models import Round
from federation import clock
from federation.http import etag_of, fragment, not_modified, tagged
from matches.queries import agenda, overviews
from matches.views.account import account_of
from matches.views.home import number_in
from matches.views.pending_page import pending_page
from matches.views.round_page import round_page

ROUND = "matches/round.html"
PENDING = "matches/pending_actas.html"
MINUTE = 60


def overseers_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let the view run for whoever oversees every encounter; for others there is no such page (404)."""

    @wraps(view)
    def seen(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not agenda.oversees(account_of(request)):
            raise Http404
        return view(request, *args, **kwargs)

    return seen


@require_safe
@overseers_only
def round_of_encounters(request: HttpRequest, pk: int) -> HttpResponse:
    """Show every encounter of a round and what it waits for; `competicion` and `jornada` lead to another."""
    related = Round.objects.select_related("competition__season", "competition__regulation_version")
    shown = get_object_or_404(related, pk=pk)
    if "competicion" in request.GET:
        return redirect("matches:round", pk=_chosen(request, shown).pk)
    mark = ("round", pk, *overviews.mark_of_round(shown))
    return _live(request, ROUND, mark, lambda: round_page(account_of(request), shown))


def _chosen(request: HttpRequest, shown: Round) -> Round:
    """The round that the form asks for; that in play where the competition has none of that number."""
    wanted = number_in(request.GET.get("competicion", ""))
    competitions = [shown.competition, *agenda.current_competitions()]
    competition = next((each for each in competitions if each.pk == wanted), shown.competition)
    rounds = agenda.rounds_of(competition)
    number = number_in(request.GET.get("jornada", ""))
    found = next((each for each in rounds if each.number == number), None)
    return found or agenda.round_in_play(competition, rounds) or shown


@require_safe
@overseers_only
def pending_actas(request: HttpRequest) -> HttpResponse:
    """Show what waits for an acta, a signature, a seal or an answer, in all current competitions."""
    mark = ("pending", *overviews.mark_of_waiting())
    return _live(request, PENDING, mark, lambda: pending_page(account_of(request)))


def _live(
    request: HttpRequest, template: str, mark: tuple[object, ...], page: Callable[[], object]
) -> HttpResponse:
    """The page, or its live part, or that it has not changed: deadlines and waits count in whole minutes."""
    minute = int(clock.now().timestamp()) // MINUTE
    etag = etag_of(*mark, minute, request.user.pk, get_language())
    part = fragment(request, template, {"vivo": "live"})
    if part != template and (same := not_modified(request, etag)):
        return same
    response = render(request, part, {"page": page(), "etag": etag})
    return tagged(response, etag) if part != template else response
