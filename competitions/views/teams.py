"""The office's pages of teams: the list, a team, entering and changing one."""

from __future__ import annotations

from typing import cast

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from competitions import messages as words
from competitions.actions import teams as actions
from competitions.forms.teams import ClubAndSeasonForm, TeamFilterForm, TeamForm
from competitions.queries import teams as queries
from competitions.views.team_page import rows_of, team_page
from federation.models import Club, Season, Team, User
from federation.views.downloads import Download, download, wanted
from federation.views.form_pages import FormPage, crumb, show_form
from federation.views.office import office_only

pages = require_http_methods(["GET", "HEAD", "POST"])
PER_PAGE = 50


@require_safe
@office_only
def teams(request: HttpRequest) -> HttpResponseBase:
    """List the teams of a season, narrowed by name and competition; or give the list as a file."""
    form = TeamFilterForm(request.GET)
    if form.season is None:
        return render(request, "competitions/teams.html", {"form": form, "rows": (), "season": None})
    found = queries.teams(form.season, form.chosen())
    if wanted(request):
        return download(request, _table(list(found), form.season))
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("pagina"))
    context = {"form": form, "page": page, "rows": rows_of(list(page)), "season": form.season}
    return render(request, "competitions/teams.html", context)


@require_safe
@office_only
def team(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a team: its squad with its dates, what applies to it, and what was done."""
    return render(request, "competitions/team.html", {"page": team_page(team_or_404(pk))})


@pages
@office_only
def new_team(request: HttpRequest) -> HttpResponse:
    """Ask of which club and for which season a team is, then enter it."""
    first = ClubAndSeasonForm(request.GET or None)
    if not (request.GET and first.is_valid()):
        context = {"form": first, "back": reverse("competitions:teams")}
        return render(request, "competitions/new_team.html", context)
    club: Club = first.cleaned_data["club"]
    season: Season = first.cleaned_data["season"]
    form = TeamForm(request.POST or None, club=club, season=season)
    page = FormPage(
        title=gettext("Nuevo equipo"),
        about=f"{club} · {season}",
        button=gettext("Inscribir el equipo"),
        back=reverse("federation:club", args=[club.pk]),
        said=gettext("Equipo inscrito. Ahora, su plantilla."),
        crumbs=(crumb(gettext("Equipos"), reverse("competitions:teams")), crumb(gettext("Nuevo"))),
    )
    by = cast("User", request.user)
    return show_form(
        request,
        page,
        form,
        lambda: page_of(actions.enter_team(club=club, season=season, details=form.details(), by=by)),
        texts=words.text,
    )


@pages
@office_only
def edit_team(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what a team is called, where it plays and whose reserve it is."""
    by, found = cast("User", request.user), team_or_404(pk)
    form = TeamForm(request.POST or None, club=found.club, season=found.season, team=found)
    page = FormPage(
        title=gettext("Cambiar los datos del equipo"),
        about=f"{found} · {found.season}",
        button=gettext("Guardar"),
        back=page_of(found),
        said=gettext("Datos guardados."),
        note=gettext("Las actas ya selladas conservan el nombre que tenía."),
    )
    return show_form(
        request,
        page,
        form,
        lambda: page_of(actions.change_team(team=found, details=form.details(), by=by)),
        texts=words.text,
    )


def team_or_404(pk: int) -> Team:
    """A team with its club, season, venue and the team above it."""
    return get_object_or_404(Team.objects.select_related("club", "season", "venue", "reserve_of"), pk=pk)


def page_of(found: Team) -> str:
    """The address of a team's page."""
    return reverse("competitions:team", args=[found.pk])


def _table(found: list[Team], season: Season) -> Download:
    headers = [
        gettext("Club"),
        gettext("Equipo"),
        gettext("Competiciones"),
        gettext("Jugadores"),
        gettext("Capitán"),
        gettext("Sede"),
    ]
    rows = [
        (
            row.team.club.name,
            row.team.name,
            ", ".join(row.standing.competitions),
            row.standing.players,
            str(row.standing.captain or ""),
            str(row.team.venue or ""),
        )
        for row in rows_of(found)
    ]
    return Download(f"{gettext('Equipos')} {season}", headers, rows)
