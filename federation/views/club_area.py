"""A club's own pages, for its delegates: its people with their licences, its teams, what it has asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from federation import clock
from federation.forms.club_area import ClubPeopleForm
from federation.models import Club, ClubRequest, Licence, Person, RequestState
from federation.queries import club_area as queries
from federation.queries import requests as request_queries
from federation.queries import seasons
from federation.queries.delegations import clubs_of
from federation.queries.pages import MOST_COUNTED, counted, sliced
from federation.queries.people import found_by
from federation.views.form_pages import Crumb, crumb
from federation.views.licence_page import Chip, chip_of, day_text, listed_name
from federation.views.paging import start_of
from federation.views.request_page import club_row, renewal_rows

PER_PAGE = 50
View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class HeldRow:
    """A licence, or a place in a squad, as a club sees it."""

    title: str
    number: str
    category: str
    until: str
    chip: Chip | None


@dataclass(frozen=True)
class PersonRow:
    """Somebody of the club in its list."""

    url: str
    name: str
    held: Sequence[HeldRow]


def delegates_only(view: View) -> View:
    """Let the view run with the club for its delegates of today; for others there is no such page (404)."""

    @wraps(view)
    def seen(request: HttpRequest, club: int, *args: Any, **kwargs: Any) -> HttpResponseBase:
        found = clubs_of(request.user).filter(pk=club).first()
        if found is None:
            raise Http404
        return view(request, found, *args, **kwargs)

    return seen


def crumbs(club: Club, *steps: Crumb) -> tuple[Crumb, ...]:
    """The way to a page of a club's area."""
    return (crumb(club.name, reverse("federation:club_area", args=[club.pk])), *steps)


def member_or_404(club: Club, pk: int) -> Person:
    """Somebody of the club."""
    return get_object_or_404(queries.people_of(club), pk=pk)


@require_safe
def my_clubs(request: HttpRequest) -> HttpResponse:
    """Go to the club of a delegate; whoever has several chooses."""
    found = list(clubs_of(request.user))
    if not found:
        raise Http404
    if len(found) == 1:
        return redirect("federation:club_area", club=found[0].pk)
    return render(request, "federation/my_clubs.html", {"clubs": found})


@require_safe
@delegates_only
def club_area(request: HttpRequest, club: Club) -> HttpResponse:
    """Show a club what needs an answer, what it can ask for, and what it has."""
    season = seasons.current()
    found = request_queries.open_of(club)
    in_force, _asked = queries.tally_of(club, season)
    context = {
        "club": club,
        "season": season,
        "open": [club_row(each) for each in found],
        "renewals": renewal_rows(
            request_queries.renewals(queries.running(club)), "federation:club_renewals", with_club=False
        ),
        "to_answer": queries.running(club).filter(state=RequestState.MORE_ASKED).count(),
        "waiting": queries.running(club).count(),
        "in_force": in_force,
        "teams": queries.teams_of(club, season),
        "several": clubs_of(request.user)[:2].count() > 1,
    }
    return render(request, "federation/club_area.html", context)


@require_safe
@delegates_only
def club_people(request: HttpRequest, club: Club) -> HttpResponse:
    """List the club's people, found by name or licence, with their licences of a season."""
    form = ClubPeopleForm(request.GET)
    text, season = form.chosen()
    found = queries.people_of(club)
    if text:
        found = found.filter(found_by(text, documents=False))
    page = sliced(found, by="sort_key", start=start_of(request), size=PER_PAGE)
    licences, today = queries.licences_of(club, page.rows, season), clock.today()
    context = {
        "club": club,
        "form": form,
        "season": season,
        "page": page,
        "rows": [
            PersonRow(
                reverse("federation:club_person", args=[club.pk, who.pk]),
                listed_name(who),
                [held_row(each, today) for each in licences.get(who.pk, ())],
            )
            for who in page.rows
        ],
        "count": counted(found),
        "most": MOST_COUNTED,
        "crumbs": crumbs(club, crumb(gettext("Personas y licencias"))),
    }
    return render(request, "federation/club_people.html", context)


@require_safe
@delegates_only
def club_person(request: HttpRequest, club: Club, person: int) -> HttpResponse:
    """Show somebody of the club: licences and squads here, and what can be asked for him."""
    who, today = member_or_404(club, person), clock.today()
    licences, places = queries.history_of(club, who)
    waiting = request_queries.requests().filter(club=club, person=who).order_by("-sent_at", "-pk")
    context = {
        "club": club,
        "who": who,
        "licences": [held_row(each, today, with_season=True) for each in licences],
        "places": [
            (each.team, each.get_role_display(), day_text(each.valid_from), _until(each.valid_to))
            for each in places
        ],
        "requests": [club_row(each) for each in waiting[:PER_PAGE]],
        "crumbs": crumbs(
            club,
            crumb(gettext("Personas y licencias"), reverse("federation:club_people", args=[club.pk])),
            crumb(who),
        ),
    }
    return render(request, "federation/club_person.html", context)


def held_row(licence: Licence, day: Any, *, with_season: bool = False) -> HeldRow:
    """A licence as its club sees it."""
    kind = str(licence.get_kind_display()).capitalize()
    return HeldRow(
        title=f"{kind} {licence.season}" if with_season else kind,
        number=licence.number,
        category=licence.category,
        until=day_text(licence.valid_to),
        chip=chip_of(licence, day),
    )


def _until(day: Any) -> str:
    return day_text(day) if day else ""


def own_request(club: Club, pk: int) -> ClubRequest:
    """A request of the club, with all that it says; 404 for another's."""
    rows = ClubRequest.objects.select_related("club", "season", "person", "team")
    return get_object_or_404(rows, pk=pk, club=club)
