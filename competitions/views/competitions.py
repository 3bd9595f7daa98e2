"""Pages of competitions: their list, who takes part, pairs and players entered, encounters made."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from competitions import messages as words
from competitions.actions import entries as actions
from competitions.forms.entries import EncounterForm, PairForm, PlayerForm, SearchForm
from competitions.models import Competition, Entrants, Entry
from competitions.permissions import may_run_competitions
from competitions.queries import competitions as queries
from federation.models import User
from federation.queries import seasons
from federation.views.downloads import Download, download, wanted
from federation.views.form_pages import Crumb, FormPage, crumb, show_form
from federation.views.writes import Question, ask

View = Callable[..., HttpResponseBase]
pages = require_http_methods(["GET", "HEAD", "POST"])
PER_PAGE = 50


def runners_only(view: View) -> View:
    """Let the view run for whoever runs competitions; for others there is no such page (404)."""

    @wraps(view)
    def seen(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not may_run_competitions(request.user):
            raise Http404
        return view(request, *args, **kwargs)

    return seen


@require_safe
@runners_only
def competitions(request: HttpRequest) -> HttpResponse:
    """List the competitions of a season."""
    season = seasons.chosen(request.GET.get("temporada", ""))
    context = {
        "season": season,
        "seasons": seasons.seasons(),
        "rows": queries.competitions_of(season) if season else [],
    }
    return render(request, "competitions/competitions.html", context)


@require_safe
@runners_only
def competition(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show a competition: who takes part, its rounds; or give the entries as a file."""
    found = competition_or_404(pk)
    form = SearchForm(request.GET)
    entered = queries.entries(found, form.text())
    if wanted(request):
        return download(request, _table(found, list(entered)))
    page = Paginator(entered, PER_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "competition": found,
        "form": form,
        "page": page,
        "rows": queries.rows_of(list(page)),
        "rounds": queries.rounds_of(found),
        "of_teams": found.entrants == Entrants.TEAMS,
        "crumbs": _crumbs(found),
    }
    return render(request, "competitions/competition.html", context)


@pages
@runners_only
def enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a pair, or a player, by licence number or name. Teams are entered with their import."""
    by, found = cast("User", request.user), competition_or_404(pk)
    if found.entrants == Entrants.TEAMS:
        raise Http404
    of_pairs = found.entrants == Entrants.PAIRS
    form = (PairForm if of_pairs else PlayerForm)(request.POST or None, season=found.season)
    page = FormPage(
        title=gettext("Inscribir una pareja") if of_pairs else gettext("Inscribir a un jugador"),
        about=f"{found} · {found.season}",
        button=gettext("Inscribir"),
        back=page_of(found),
        said=gettext("Pareja inscrita.") if of_pairs else gettext("Jugador inscrito."),
        crumbs=_crumbs(found, gettext("Inscribir")),
    )

    def act() -> str:
        data = form.cleaned_data
        if of_pairs:
            actions.enter_pair(competition=found, by=by, **data)
        else:
            actions.enter_player(competition=found, by=by, **data)
        return page_of(found)

    return show_form(request, page, form, act, texts=words.text)


@pages
@runners_only
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then take out a pair or a player who has not met anybody."""
    entry = get_object_or_404(
        Entry.objects.select_related("competition", "player", "partner").filter(team__isnull=True), pk=pk
    )
    question = Question(
        title=gettext("Quitar una inscripción"),
        text=gettext("%(who)s deja de participar en %(competition)s.")
        % {"who": entry.name, "competition": entry.competition},
        button=gettext("Quitar"),
        back=page_of(entry.competition),
        danger=True,
    )
    form = forms.Form(request.POST or None)
    by = cast("User", request.user)
    return ask(
        request,
        question,
        form,
        lambda: actions.withdraw(entry=entry, by=by),
        said=gettext("Inscripción quitada."),
        texts=words.text,
    )


@pages
@runners_only
def new_encounter(request: HttpRequest, pk: int) -> HttpResponse:
    """Make an encounter of a competition."""
    by, found = cast("User", request.user), competition_or_404(pk)
    rounds = queries.rounds_of(found)
    form = EncounterForm(
        request.POST or None,
        competition=found,
        initial={"round": rounds[-1].number if rounds else 1, "day": timezone.localdate()},
    )
    lot = found.regulation_version.parameters["home_pair_when_neutral"] == "lot"
    page = FormPage(
        title=gettext("Nuevo encuentro"),
        about=f"{found} · {found.season}",
        button=gettext("Guardar el encuentro"),
        back=page_of(found),
        said=gettext("Encuentro guardado."),
        note=_who_writes(found, lot=lot),
        crumbs=_crumbs(found, gettext("Nuevo encuentro")),
    )

    def act() -> str:
        actions.make_encounter(competition=found, meeting=form.meeting(), by=by)
        return page_of(found)

    return show_form(request, page, form, act, texts=words.text)


def _who_writes(found: Competition, *, lot: bool) -> str:
    """Whose pair gives the scorer, where nobody plays at home."""
    if found.entrants == Entrants.TEAMS:
        return ""
    if lot:
        return gettext("Quién hace de local, y pone al anotador, lo decide un sorteo al guardar (art. 6).")
    return gettext("Quien se nombra en primer lugar hace de local y pone al anotador (art. 6).")


def competition_or_404(pk: int) -> Competition:
    """A competition with its season, format and regulation."""
    related = Competition.objects.select_related("season", "format", "regulation_version__regulation")
    return get_object_or_404(related, pk=pk)


def page_of(found: Competition) -> str:
    """The address of a competition's page."""
    return reverse("competitions:competition", args=[found.pk])


def _crumbs(found: Competition, here: str = "") -> tuple[Crumb, ...]:
    every = crumb(gettext("Competiciones"), reverse("competitions:competitions"))
    if not here:
        return (every, crumb(found))
    return (every, crumb(found, page_of(found)), crumb(here))


def _table(found: Competition, entered: list[Entry]) -> Download:
    headers = [gettext("Sorteo"), gettext("Participa"), gettext("Jugadores"), gettext("Club")]
    rows = [
        (
            row.entry.lot,
            row.entry.name,
            ", ".join(f"{number} {person}".strip() for person, number in row.players),
            row.clubs,
        )
        for row in queries.rows_of(entered)
    ]
    people = sum(len(entry.people) for entry in entered)
    return Download(f"{found} {found.season}", headers, rows, people=people)
