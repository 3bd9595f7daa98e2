"""The office's pages of squads: who joins, leaves, moves to another team, and who captains."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from competitions import messages as words
from competitions.actions import squads as actions
from competitions.forms.teams import CaptainForm, JoinForm, LeaveForm, PersonSearchForm, TransferForm
from competitions.queries import squads as queries
from competitions.queries import teams as team_queries
from competitions.rules.squads import (
    Objection,
    Weight,
    objections_to_joining,
    objections_to_leaving,
)
from competitions.views.teams import page_of, team_or_404
from federation.models import Person, RosterEntry, RosterRole, Team, User
from federation.queries import people
from federation.views.form_pages import Crumb, FormPage, crumb, show_form
from federation.views.office import office_only
from federation.views.writes import Question, ask

pages = require_http_methods(["GET", "HEAD", "POST"])
MOST_PEOPLE = 30


@require_safe
@office_only
def find_person(request: HttpRequest, pk: int) -> HttpResponse:
    """Look for whom to put in a squad; without a search, those of the club who are in none."""
    team = team_or_404(pk)
    form = PersonSearchForm(request.GET)
    text = form.text()
    if text:
        found = people.present().filter(people.found_by(text, documents=True)).order_by("sort_key", "pk")
    else:
        found = team_queries.without_team(team)
    shown = list(found[: MOST_PEOPLE + 1])
    rows = shown[:MOST_PEOPLE]
    teams = team_queries.teams_of(rows, team.season)
    licences = team_queries.licences(team, (person.pk for person in rows))
    context = {
        "team": team,
        "form": form,
        "text": text,
        "crumbs": _crumbs(team, gettext("Inscribir")),
        "rows": [(person, licences.get(person.pk), ", ".join(teams.get(person.pk, ()))) for person in rows],
        "more": len(shown) > MOST_PEOPLE,
    }
    return render(request, "competitions/find_person.html", context)


@pages
@office_only
def join(request: HttpRequest, pk: int, person: int) -> HttpResponse:
    """Put a person in a team's squad."""
    by, team = cast("User", request.user), team_or_404(pk)
    who = get_object_or_404(people.present(), pk=person)
    day = queries.first_free_day(team)
    form = JoinForm(request.POST or None, initial={"day": day, "role": RosterRole.PLAYER})
    against = _against_joining(team, who, day) if request.method == "GET" else []
    page = FormPage(
        title=gettext("Inscribir en la plantilla"),
        about=f"{who} · {team} ({team.season})",
        button=gettext("Inscribir"),
        back=reverse("competitions:find_person", args=[team.pk]),
        said=gettext("%(who)s ya está en la plantilla.") % {"who": who},
        stops=_told(each for each in against if each.weight is Weight.REFUSAL),
        warnings=_told(each for each in against if each.weight is not Weight.REFUSAL),
        crumbs=_crumbs(team, gettext("Inscribir")),
    )

    def act() -> str:
        data = form.cleaned_data
        actions.join_squad(
            team=team,
            person=who,
            role=RosterRole(data["role"]),
            day=data["day"],
            reason=data["reason"],
            by=by,
        )
        return page_of(team)

    return show_form(request, page, form, act, texts=words.text)


@pages
@office_only
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """End somebody's place in a squad."""
    by, entry = cast("User", request.user), _entry_or_404(pk)
    day = max(timezone.localdate(), entry.valid_from)
    form = LeaveForm(request.POST or None, initial={"day": day})
    page = FormPage(
        title=gettext("Dar de baja en la plantilla"),
        about=_about(entry),
        button=gettext("Dar de baja"),
        back=page_of(entry.team),
        said=gettext("Baja anotada."),
        note=gettext("Hasta ese día, incluido, sigue en la plantilla. Lo que ha jugado no cambia."),
        warnings=_told(_against_leaving(entry, day)) if request.method == "GET" else (),
        danger=True,
        crumbs=_crumbs(entry.team, gettext("Baja")),
    )

    def act() -> str:
        data = form.cleaned_data
        actions.leave_squad(entry=entry, last_day=data["day"], reason=data["reason"], by=by)
        return page_of(entry.team)

    return show_form(request, page, form, act, texts=words.text)


@pages
@office_only
def take_out(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then take back a place that has not begun."""
    by, entry = cast("User", request.user), _entry_or_404(pk)
    question = Question(
        title=gettext("Retirar una inscripción prevista"),
        text=gettext("%(who)s no llegará a entrar en la plantilla de %(team)s.")
        % {"who": entry.person, "team": entry.team},
        button=gettext("Retirar"),
        back=page_of(entry.team),
        danger=True,
    )
    form = forms.Form(request.POST or None)
    return ask(
        request,
        question,
        form,
        lambda: actions.take_out(entry=entry, by=by),
        said=gettext("Inscripción retirada."),
        texts=words.text,
    )


@pages
@office_only
def transfer(request: HttpRequest, pk: int) -> HttpResponse:
    """Move somebody from one team to another."""
    by, entry = cast("User", request.user), _entry_or_404(pk)
    day = max(timezone.localdate(), entry.valid_from + timedelta(days=1))
    form = TransferForm(request.POST or None, entry=entry, initial={"day": day, "with_licence": True})
    page = FormPage(
        title=gettext("Traspasar a otro equipo"),
        about=_about(entry),
        button=gettext("Traspasar"),
        back=page_of(entry.team),
        said=gettext("Traspaso hecho."),
        note=gettext(
            "Sale de %(team)s el día anterior y entra en el otro como jugador, todo en un acto. Lo que ha "
            "jugado sigue siendo de %(team)s."
        )
        % {"team": entry.team},
        crumbs=_crumbs(entry.team, gettext("Traspaso")),
    )

    def act() -> str:
        data = form.cleaned_data
        made = actions.transfer(
            entry=entry,
            to=data["to"],
            day=data["day"],
            with_licence=data["with_licence"],
            reason=data["reason"],
            by=by,
        )
        return page_of(made.team)

    return show_form(request, page, form, act, texts=words.text)


@pages
@office_only
def captain(request: HttpRequest, pk: int) -> HttpResponse:
    """Make somebody of the squad captain or vice-captain from a day on."""
    by, team = cast("User", request.user), team_or_404(pk)
    form = CaptainForm(request.POST or None, team=team, initial={"day": queries.first_free_day(team)})
    page = FormPage(
        title=gettext("Cambiar la capitanía"),
        about=f"{team} ({team.season})",
        button=gettext("Cambiar"),
        back=page_of(team),
        said=gettext("Capitanía cambiada."),
        note=gettext(
            "Quien lo era pasa a jugador ese mismo día; un capitán que no juega deja la plantilla. Los "
            "días anteriores no cambian."
        ),
        crumbs=_crumbs(team, gettext("Capitanía")),
    )

    def act() -> str:
        data = form.cleaned_data
        actions.appoint(
            team=team,
            person=data["person"],
            role=form.office(),
            day=data["day"],
            reason=data["reason"],
            by=by,
        )
        return page_of(team)

    return show_form(request, page, form, act, texts=words.text)


def _entry_or_404(pk: int) -> RosterEntry:
    found = RosterEntry.objects.select_related("person", "team__season", "team__club")
    return get_object_or_404(found, pk=pk)


def _against_joining(team: Team, who: Person, day: date) -> list[Objection]:
    return objections_to_joining(queries.joining(team=team, person=who, role=RosterRole.PLAYER, day=day))


def _against_leaving(entry: RosterEntry, day: date) -> list[Objection]:
    (place,) = queries.places(RosterEntry.objects.filter(pk=entry.pk))
    others = queries.places(RosterEntry.objects.filter(team=entry.team_id).exclude(pk=entry.pk))
    terms = queries.terms_of([entry.team_id])
    return objections_to_leaving(place, day, others, terms, queries.last_played_on(entry.team_id))


def _told(found: Iterable[Objection]) -> tuple[str, ...]:
    return tuple(words.objection_text(objection) for objection in found)


def _about(entry: RosterEntry) -> str:
    return f"{entry.person} · {entry.team} ({entry.team.season})"


def _crumbs(team: Team, here: str) -> tuple[Crumb, ...]:
    teams = crumb(gettext("Equipos"), reverse("competitions:teams"))
    return (teams, crumb(team.name, page_of(team)), crumb(here))
