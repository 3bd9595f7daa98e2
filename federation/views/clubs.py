"""The office's pages of clubs: the list, a club, entering and changing one, closing it."""

from __future__ import annotations

from functools import partial
from typing import cast

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from federation.actions import clubs as actions
from federation.forms.clubs import ClubFilterForm, ClubForm
from federation.forms.fields import ReasonForm
from federation.models import Club, Season, User
from federation.queries import clubs as queries
from federation.queries import seasons
from federation.views.club_page import CLUB_COLUMNS, club_page, rows_of
from federation.views.downloads import Download, download, wanted
from federation.views.form_pages import FormPage, crumb, show_form
from federation.views.office import office_only
from federation.views.writes import Question, ask

pages = require_http_methods(["GET", "HEAD", "POST"])
PER_PAGE = 50


@require_safe
@office_only
def clubs(request: HttpRequest) -> HttpResponseBase:
    """List clubs, narrowed by name, state and what is played there; or give the list as a file."""
    form = ClubFilterForm(request.GET)
    found = queries.clubs(form.chosen())
    season = seasons.current()
    if wanted(request):
        return download(request, _table(list(found), season))
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "form": form,
        "page": page,
        "rows": rows_of(list(page), queries.tallies(page, season)),
        "season": season,
    }
    return render(request, "federation/clubs.html", context)


@require_safe
@office_only
def club(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a club: what is known of it, its venues, teams, delegates and licences."""
    found = get_object_or_404(Club, pk=pk)
    return render(request, "federation/club.html", {"page": club_page(found)})


@pages
@office_only
def new_club(request: HttpRequest) -> HttpResponse:
    """Enter a club."""
    by = cast("User", request.user)
    form = ClubForm(request.POST or None)
    page = FormPage(
        title=gettext("Nuevo club"),
        button=gettext("Dar de alta el club"),
        back=reverse("federation:clubs"),
        said=gettext("Club dado de alta. Añade su sede y sus mesas."),
        crumbs=(crumb(gettext("Clubes"), reverse("federation:clubs")), crumb(gettext("Nuevo"))),
    )
    return show_form(request, page, form, lambda: _page_of(actions.enter_club(details=form.details(), by=by)))


@pages
@office_only
def edit_club(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what is known of a club."""
    by, found = cast("User", request.user), get_object_or_404(Club, pk=pk)
    form = ClubForm(request.POST or None, initial=ClubForm.initial_of(found))
    page = FormPage(
        title=gettext("Cambiar los datos del club"),
        about=found.name,
        button=gettext("Guardar"),
        back=_page_of(found),
        said=gettext("Datos guardados."),
        note=gettext("Las actas ya selladas conservan el nombre que tenía."),
    )
    return show_form(
        request, page, form, lambda: _page_of(actions.change_club(club=found, details=form.details(), by=by))
    )


@pages
@office_only
def close_club(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the reason, then close a club."""
    found = get_object_or_404(Club, pk=pk)
    question = Question(
        title=gettext("Dar de baja el club"),
        text=gettext(
            "%(club)s deja de salir en las listas para elegir, y sus licencias no se renuevan. No se borra "
            "nada, y se puede volver a dar de alta."
        )
        % {"club": found},
        button=gettext("Dar de baja"),
        back=_page_of(found),
        danger=True,
    )
    form = ReasonForm(request.POST or None)
    act = partial(actions.close_club, club=found, by=cast("User", request.user))
    return ask(request, question, form, lambda: act(**form.cleaned_data), said=gettext("Club dado de baja."))


@pages
@office_only
def reopen_club(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the reason, then take a closed club back."""
    found = get_object_or_404(Club, pk=pk)
    question = Question(
        title=gettext("Volver a dar de alta el club"),
        text=gettext("%(club)s vuelve a salir en las listas, con lo que ya tenía.") % {"club": found},
        button=gettext("Dar de alta"),
        back=_page_of(found),
    )
    form = ReasonForm(request.POST or None)
    act = partial(actions.reopen_club, club=found, by=cast("User", request.user))
    return ask(
        request, question, form, lambda: act(**form.cleaned_data), said=gettext("Club dado de alta otra vez.")
    )


def _table(found: list[Club], season: Season | None) -> Download:
    tallies = queries.tallies(found, season)
    headers = [*actions.DETAILS, "state", "teams", "licences"]
    rows = [
        (
            *(getattr(each, name) for name in actions.DETAILS),
            each.get_state_display(),
            tallies[each.pk].teams,
            tallies[each.pk].licences,
        )
        for each in found
    ]
    titles = {**CLUB_COLUMNS, "teams": gettext("Equipos"), "licences": gettext("Licencias")}
    contacts = sum(bool(each.contact_name or each.email or each.phone) for each in found)
    return Download(gettext("Clubes"), [str(titles[name]) for name in headers], rows, people=contacts)


def _page_of(found: Club) -> str:
    return reverse("federation:club", args=[found.pk])
