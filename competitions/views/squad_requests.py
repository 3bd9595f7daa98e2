"""A delegate proposes a team's squad and corrects what he proposed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import cast

from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from competitions import messages as words
from competitions.actions import squad_requests as actions
from competitions.forms.squad_requests import SquadForm
from competitions.queries import teams as team_queries
from competitions.queries.squads import first_free_day
from competitions.views.club_teams import own_team
from federation import clock
from federation.accounts.delivery import hurry
from federation.models import Club, Licence, Person, RequestKind, RosterEntry, Team, User
from federation.queries.club_area import people_of
from federation.rules.requests import RequestAct, acts_open
from federation.views.club_area import crumbs, delegates_only, own_request
from federation.views.club_requests import answer_page, page_of
from federation.views.form_pages import FormPage, crumb, show_form
from federation.views.licence_page import Chip, chip_of, listed_name

pages = require_http_methods(["GET", "HEAD", "POST"])
TEMPLATE = "competitions/squad_form.html"
MOST_CANDIDATES = 300


@dataclass(frozen=True)
class Line:
    """Somebody of the squad, or somebody who could join it, with his tick."""

    field: BoundField
    name: str
    about: str
    chip: Chip | None


@pages
@delegates_only
def ask_squad(request: HttpRequest, club: Club, team: int) -> HttpResponse:
    """Propose a team's squad: who leaves, who joins, who captains."""
    by, found = cast("User", request.user), own_team(club, team)
    day = first_free_day(found)
    form, extra = _form(request, found, {"day": day}, answers=False)
    page = FormPage(
        title=gettext("Proponer la plantilla"),
        about=f"{found} ({found.season})",
        button=gettext("Enviar a la secretaría"),
        back=reverse("competitions:club_team", args=[club.pk, found.pk]),
        said=gettext("Enviado a la secretaría."),
        note=gettext("Nada cambia hasta que la secretaría lo acepte. Te avisará por correo."),
        crumbs=crumbs(
            club,
            crumb(found, reverse("competitions:club_team", args=[club.pk, found.pk])),
            crumb(gettext("Proponer la plantilla")),
        ),
    )

    def act() -> str:
        made = actions.ask_squad(team=found, proposal=form.proposal(), by=by)
        hurry()
        return page_of(made)

    return show_form(request, page, form, act, texts=words.text, template=TEMPLATE, extra=extra)


@pages
@delegates_only
def correct_squad(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Send a proposal again, corrected."""
    by, asked = cast("User", request.user), own_request(club, pk)
    if asked.kind != RequestKind.SQUAD or asked.team_id is None:
        raise Http404
    if request.method != "POST" and RequestAct.ANSWER not in acts_open(asked.state, club=True):
        return redirect(page_of(asked))
    found, sent = own_team(club, asked.team_id), actions.proposal_of(asked)
    initial = SquadForm.initial_of(sent) if sent else {}
    form, extra = _form(request, found, initial, answers=True)

    def act() -> str:
        actions.answer_squad(request=asked, proposal=form.proposal(), text=form.cleaned_data["text"], by=by)
        hurry()
        return page_of(asked)

    return show_form(
        request, answer_page(club, asked), form, act, texts=words.text, template=TEMPLATE, extra=extra
    )


def _form(
    request: HttpRequest, team: Team, initial: Mapping[str, object], *, answers: bool
) -> tuple[SquadForm, dict[str, object]]:
    """The form, with its lines: the squad of today, and the club's people who are not in it."""
    members = actions.members_on(team, clock.today())
    inside = sorted((row.person for row in members.values()), key=_by_name)
    others = people_of(team.club).exclude(pk__in=members).order_by("sort_key", "pk")[:MOST_CANDIDATES]
    licences = team_queries.licences(team, [*members, *(who.pk for who in others)])
    # Whoever could line up comes first.
    candidates = sorted(others, key=lambda who: who.pk not in licences)
    form = SquadForm(
        request.POST or None, members=inside, candidates=candidates, answers=answers, initial=initial
    )
    lines = {
        "leaving": _lines(form, "leave", inside, licences, members),
        "joining": _lines(form, "join", candidates, licences, {}),
    }
    return form, {"team": team, **lines}


def _by_name(who: Person) -> tuple[str, int]:
    return who.sort_key, who.pk


def _lines(
    form: SquadForm,
    name: str,
    people: Iterable[Person],
    licences: Mapping[int, Licence],
    members: Mapping[int, RosterEntry],
) -> Sequence[Line]:
    return [
        Line(
            field=form[f"{name}_{who.pk}"],
            name=listed_name(who),
            about=str(members[who.pk].get_role_display()).capitalize() if who.pk in members else "",
            chip=_chip(licences.get(who.pk), clock.today()),
        )
        for who in people
    ]


def _chip(licence: Licence | None, day: date) -> Chip | None:
    return chip_of(licence, day) if licence else None
