"""The public standings: which there are, and those of a competition. No account, the same for everybody."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from competitions.queries.standings import competitions_with_standings
from federation.http import for_everybody
from matches.queries import stamps
from matches.views.live_part import answer
from matches.views.standings_page import standings_page


@for_everybody
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the competitions of the season; with one alone go straight to it."""
    found = competitions_with_standings()
    if len(found) == 1:
        return redirect("matches:standings", pk=found[0].pk)
    return render(request, "matches/standings_index.html", {"competitions": found})


@for_everybody
@require_safe
def of_competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the standings of a competition and why each stands where it does."""
    stamp = stamps.of_standings(pk)
    if stamp is None:
        raise Http404
    return answer(request, stamp, lambda: standings_page(pk))
