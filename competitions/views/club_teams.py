"""A club's own pages of its teams, for its delegates: who is in the squad, and what the regulation asks."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from competitions.views.team_page import team_page
from federation.models import OPEN_REQUESTS, Club, ClubRequest, Team
from federation.queries.requests import requests
from federation.views.club_area import crumbs, delegates_only
from federation.views.form_pages import crumb
from federation.views.request_page import club_row


@require_safe
@delegates_only
def club_team(request: HttpRequest, club: Club, team: int) -> HttpResponse:
    """Show a team of the club with its squad, and what has been asked for it."""
    found = own_team(club, team)
    asked: list[ClubRequest] = list(requests().filter(team=found).order_by("-sent_at", "-pk")[:10])
    context = {
        "club": club,
        "page": team_page(found),
        "requests": [club_row(each) for each in asked],
        "proposes": not any(each.state in OPEN_REQUESTS for each in asked),
        "crumbs": crumbs(club, crumb(found)),
    }
    return render(request, "competitions/club_team.html", context)


def own_team(club: Club, pk: int) -> Team:
    """A team of the club; 404 for another's."""
    rows = Team.objects.select_related("club", "season", "venue", "reserve_of")
    return get_object_or_404(rows, pk=pk, club=club)
