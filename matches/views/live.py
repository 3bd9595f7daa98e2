"""The public pages: what is being played now, a round, an encounter. No account, the same for everybody."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from federation.http import for_everybody
from matches.queries import stamps
from matches.views.live_lists import index_page, round_page
from matches.views.live_page import encounter_page
from matches.views.live_part import answer


@for_everybody
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Show what is being played, what comes next and the last results."""
    return answer(request, stamps.of_today(), index_page)


@for_everybody
@require_safe
def live_round(request: HttpRequest, pk: int) -> HttpResponse:
    """Show every encounter of a round."""
    stamp = stamps.of_round(pk)
    if stamp is None:
        raise Http404
    return answer(request, stamp, lambda: round_page(pk))


@for_everybody
@require_safe
def live_encounter(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an encounter: its score, its boards and the hands that both sides agree on."""
    stamp = stamps.of_encounter(pk)
    if stamp is None:
        raise Http404
    return answer(request, stamp, lambda: encounter_page(pk))
