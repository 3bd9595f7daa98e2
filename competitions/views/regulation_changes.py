"""Pages of the version that a competition plays by: how it stands, choosing, proposing, deciding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from competitions import messages as words
from competitions.actions import regulation_changes as actions
from competitions.forms.regulation_changes import ChangeForm, DecisionForm
from competitions.models import Competition, RegulationChange
from competitions.queries import regulation_changes as queries
from competitions.rules.regulation_changes import ChangeState, objection
from competitions.views.regulation_editor import director_only
from competitions.views.regulation_words import changes
from competitions.views.regulations import readers_only
from federation import clock
from federation.models import RegulationVersion, User
from federation.permissions import in_committee, may_publish_regulations
from federation.rules.errors import ForbiddenError
from federation.views.form_pages import Crumb, FormPage, crumb, show_form
from federation.views.writes import Question, ask

pages = require_http_methods(["GET", "HEAD", "POST"])


@dataclass(frozen=True)
class Offer:
    """A version that the competition might play by, with what speaks against it."""

    version: RegulationVersion
    against: str


@require_safe
@readers_only
def competition_regulation(request: HttpRequest, pk: int) -> HttpResponse:
    """Show by which version a competition plays, since when that is fixed, and what has changed."""
    found = _competition(pk)
    standing = queries.standing_of(found)
    history = queries.changes_of(found)
    directs = may_publish_regulations(request.user)
    context = {
        "competition": found,
        "version": found.regulation_version,
        "begun_at": queries.begun_at(found),
        "played": queries.played_by(found),
        "waiting": [each for each in history if each.state == ChangeState.PROPOSED],
        "season": [each for each in history if each.state not in (ChangeState.CHOSEN, ChangeState.PROPOSED)],
        "chosen": [each for each in history if each.state == ChangeState.CHOSEN],
        "offers": _offers(found, standing) if directs else [],
        "directs": directs,
        "decides": in_committee(request.user),
        "me": request.user,
        "crumbs": _crumbs(found),
    }
    return render(request, "competitions/competition_regulation.html", context)


def _offers(competition: Competition, standing: queries.Standing) -> list[Offer]:
    today = clock.today()
    found = []
    for version in queries.candidates(competition):
        if version.pk == competition.regulation_version_id:
            continue
        against = objection(queries.candidate(version, competition), standing, today)
        found.append(Offer(version, words.text(against) if against else ""))
    return found


@pages
@director_only
def change_regulation(request: HttpRequest, pk: int, version: int) -> HttpResponse:
    """Show what another version changes; choose it before the start, propose it afterwards."""
    by, competition = cast("User", request.user), _competition(pk)
    wanted = get_object_or_404(RegulationVersion.objects.select_related("regulation"), pk=version)
    begun = queries.is_begun(competition)
    form = ChangeForm(request.POST or None, begun=begun)

    def act() -> str:
        write = actions.propose_change if form.asked_as_begun() else actions.choose_version
        write(competition=competition, version=wanted, reason=form.cleaned_data["reason"], by=by)
        return _page_of(competition)

    left = queries.still_to_play(competition)
    page = FormPage(
        title=gettext("Proponer otra versión") if begun else gettext("Elegir otra versión"),
        about=f"{competition} · {competition.season}",
        button=gettext("Enviar al comité") if begun else gettext("Jugar con esta versión"),
        back=_page_of(competition),
        said=gettext("Propuesta enviada al comité.") if begun else gettext("Versión elegida."),
        note=_note(left) if begun else gettext("Se puede cambiar hasta que empiece el primer encuentro."),
        crumbs=_crumbs(competition, gettext("Otra versión")),
    )
    return show_form(
        request,
        page,
        form,
        act,
        texts=words.text,
        template="competitions/change_regulation.html",
        extra=_sides(competition.regulation_version, wanted),
    )


def _note(left: int) -> str:
    if not left:
        return gettext("No queda ningún encuentro por empezar. Lo jugado no cambia.")
    return ngettext(
        "Valdrá para %(count)s encuentro que no ha empezado. Lo jugado no cambia.",
        "Valdrá para los %(count)s encuentros que no han empezado. Lo jugado no cambia.",
        left,
    ) % {"count": left}


@pages
@readers_only
def decide_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a proposed change would do, and approve or refuse it."""
    if not in_committee(request.user):
        raise PermissionDenied(words.text(ForbiddenError("only_committee")))
    by, change = cast("User", request.user), _change(pk)
    form = DecisionForm(request.POST or None)

    def act() -> str:
        data = form.cleaned_data
        actions.decide_change(change=change, decision=form.chosen(), note=data["note"], by=by)
        return _page_of(change.competition)

    page = FormPage(
        title=gettext("Decidir el cambio de reglamento"),
        about=f"{change.competition} · {change.competition.season}",
        button=gettext("Decidir"),
        back=_page_of(change.competition),
        said=gettext("Decisión guardada."),
        note=_note(queries.still_to_play(change.competition)),
        crumbs=_crumbs(change.competition, gettext("Decidir")),
    )
    return show_form(
        request,
        page,
        form,
        act,
        texts=words.text,
        template="competitions/change_regulation.html",
        extra={**_sides(change.before, change.after), "change": change},
    )


@pages
@director_only
def withdraw_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then take a proposed change back."""
    by, change = cast("User", request.user), _change(pk)
    question = Question(
        title=gettext("Retirar la propuesta"),
        text=gettext("%(competition)s seguirá jugando con %(version)s.")
        % {"competition": change.competition, "version": change.before},
        button=gettext("Retirar la propuesta"),
        back=_page_of(change.competition),
        danger=True,
    )
    return ask(
        request,
        question,
        forms.Form(request.POST or None),
        lambda: actions.withdraw_change(change=change, by=by),
        said=gettext("Propuesta retirada."),
        texts=words.text,
    )


def _sides(before: RegulationVersion, after: RegulationVersion) -> dict[str, object]:
    return {"before": before, "after": after, "pairs": changes(before.parameters, after.parameters)}


def _competition(pk: int) -> Competition:
    return get_object_or_404(
        Competition.objects.select_related("season", "regulation_version__regulation"), pk=pk
    )


def _change(pk: int) -> RegulationChange:
    related = ("competition__season", "before__regulation", "after__regulation", "proposed_by__person")
    return get_object_or_404(RegulationChange.objects.select_related(*related), pk=pk)


def _page_of(competition: Competition) -> str:
    return reverse("competitions:competition_regulation", args=[competition.pk])


def _crumbs(competition: Competition, last: str = "") -> tuple[Crumb, ...]:
    way = (crumb(gettext("Reglamentos"), reverse("competitions:regulations")),)
    if not last:
        return (*way, crumb(competition))
    return (*way, crumb(competition, _page_of(competition)), crumb(last))
