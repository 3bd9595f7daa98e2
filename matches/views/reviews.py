"""A committee's pages of sealed actas: the list, and looking at one before it is corrected or reopened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages as notices
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from competitions.models import Encounter
from competitions.queries.outcomes import results_of
from federation.accounts import recently_identified
from federation.http import add_rule_error
from federation.queries.pages import sliced
from federation.rules.errors import RuleError
from federation.views.paging import start_of
from matches import messages
from matches.actions.reviews import review_acta
from matches.forms.reviews import ReviewForm, SealedFilterForm
from matches.permissions import is_party, may_decide
from matches.queries import acta_versions, actas, agenda
from matches.queries import reviews as queries
from matches.rules.reviews import Way
from matches.views import moments
from matches.views.access import actor_of, attempt, encounter_or_404, new_client_id, status_of
from matches.views.account import account_of
from matches.views.next_step import Chip, chip_of
from matches.views.review_page import ReviewPage, effect_shown, review_page

PER_PAGE = 30
TEMPLATE = "matches/review.html"
View = Callable[..., HttpResponseBase]


def committee_only(view: View) -> View:
    """Let the view run for the committee; for others there is no such page (404)."""

    @wraps(view)
    def seen(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not may_decide(request.user):
            raise Http404
        return view(request, *args, **kwargs)

    return seen


@dataclass(frozen=True)
class SealedLine:
    """One encounter with an acta in force."""

    url: str
    title: str
    about: str
    number: str
    version: int
    when: str
    score: str
    chip: Chip


@require_safe
@committee_only
def sealed_actas(request: HttpRequest) -> HttpResponse:
    """List the encounters with an acta in force, the last ones first."""
    form = SealedFilterForm(request.GET, competitions=agenda.current_competitions())
    found = queries.sealed_encounters(form.chosen())
    page = sliced(found, by="scheduled_at", start=start_of(request), size=PER_PAGE, last_first=True)
    context = {"form": form, "page": page, "lines": _lines(list(page.rows))}
    return render(request, "matches/sealed_actas.html", context)


def _lines(encounters: list[Encounter]) -> list[SealedLine]:
    keys = [each.pk for each in encounters]
    numbers, results = queries.numbers_of(keys), results_of(keys)
    lines = []
    for each in encounters:
        number, version = numbers.get(each.pk, ("", 0))
        result = results.get(each.pk)
        said = {"competition": each.round.competition.name, "round": each.round.number}
        line = SealedLine(
            url=reverse("matches:review", args=[each.pk]),
            title=f"{each.home.name} – {each.away.name}",
            about=_("%(competition)s, jornada %(round)s") % said,
            number=number,
            version=version,
            when=moments.short_day(each.scheduled_at, each.venue.time_zone),
            score=f"{result.home_partidas}–{result.away_partidas}" if result else "",
            chip=chip_of(each.state),
        )
        lines.append(line)
    return lines


def decides_here(view: View) -> View:
    """Let the view run for the committee, but no party; others who see the encounter are told why."""

    @wraps(view)
    def seen(request: HttpRequest, pk: int) -> HttpResponseBase:
        encounter = encounter_or_404(request, pk)
        user = account_of(request)
        if not may_decide(user):
            raise PermissionDenied(str(messages.MESSAGES["only_the_committee"]))
        if is_party(user, encounter):
            raise PermissionDenied(str(messages.MESSAGES["ruling_in_own_encounter"]))
        return view(request, encounter)

    return seen


@require_http_methods(["GET", "HEAD", "POST"])
@decides_here
@recently_identified
def review(request: HttpRequest, encounter: Encounter) -> HttpResponse:
    """Ask what is decided, show what it changes, and only then write it."""
    acta = actas.current_acta(encounter)
    if acta is None:
        return _nothing_to_review(request, encounter)
    page = review_page(encounter, acta)
    form = page.form(request.POST if request.method == "POST" else None)
    # What was decided is answered again, whatever has become of the encounter.
    if not form.is_confirmed:
        if encounter.state not in queries.REVIEWABLE:
            return _nothing_to_review(request, encounter)
        return _next_step(request, page, form) if form.is_bound else _tell(request, page, form)
    tried = attempt(request, form, lambda: _write(request, encounter, form))
    if tried.answer is not None:
        notices.success(request, _said(tried.answer["way"]))
        return redirect("matches:acta", pk=encounter.pk)
    return _again(request, page, form, tried.status)


def _nothing_to_review(request: HttpRequest, encounter: Encounter) -> HttpResponse:
    notices.info(request, _("No hay un acta en vigor que revisar: el encuentro no está sellado."))
    return redirect("matches:encounter", pk=encounter.pk)


def _write(request: HttpRequest, encounter: Encounter, form: ReviewForm) -> dict[str, object]:
    data = form.cleaned_data
    made = review_acta(
        encounter_id=encounter.pk,
        seen_version=data["version"],
        # Without what follows nothing was shown: whoever sends that is shown it first.
        way=Way.REOPEN if data["way"] == Way.REOPEN else Way.CORRECT,
        finding=form.finding(),
        by=actor_of(request),
    )
    return {"way": made.way, "version": made.version}


def _said(way: object) -> str:
    if way == Way.REOPEN:
        return _("Encuentro reabierto. El acta de ahora consta hasta que se selle la siguiente.")
    return _("Acta rectificada: la nueva versión se está sellando.")


def _next_step(request: HttpRequest, page: ReviewPage, form: ReviewForm) -> HttpResponse:
    """The effect of what was decided, or the facts again with what is missing."""
    if not form.is_valid():
        return _tell(request, page, form, status=422)
    if form.data.get("change"):
        return _tell(request, page, form)
    return _confirm(request, page, form, status=200)


def _again(request: HttpRequest, page: ReviewPage, form: ReviewForm, status: int) -> HttpResponse:
    """After a refusal: the step that it belongs to, with the acta as it stands now."""
    fresh = review_page(page.encounter, actas.current_acta(page.encounter) or page.acta)
    show = _tell if form.fails_in_facts() else _confirm
    return show(request, fresh, form, status=status)


def _confirm(request: HttpRequest, page: ReviewPage, form: ReviewForm, *, status: int) -> HttpResponse:
    try:
        found = queries.effect_of(page.encounter, page.acta, form.finding())
    except RuleError as error:
        add_rule_error(form, error, messages.text)
        return _tell(request, page, form, status=status_of(error))
    context = {**_context(page, form), "effect": effect_shown(page, found), "answers": form.answers}
    return render(request, TEMPLATE, context, status=status)


def _tell(request: HttpRequest, page: ReviewPage, form: ReviewForm, *, status: int = 200) -> HttpResponse:
    return render(request, TEMPLATE, _context(page, form), status=status)


def _waits(encounter: Encounter) -> str:
    """That nothing can be decided until the last decision is sealed."""
    if not acta_versions.awaits_seal(encounter):
        return ""
    return messages.text(RuleError("version_awaits_seal"))


def _context(page: ReviewPage, form: ReviewForm) -> dict[str, object]:
    return {
        "page": page,
        "form": form,
        "client_id": new_client_id(),
        "waits": _waits(page.encounter),
        "crumbs": [
            {"label": _("Actas selladas"), "url": reverse("matches:sealed_actas")},
            {"label": str(page.encounter), "url": reverse("matches:acta", args=[page.encounter.pk])},
            {"label": _("Revisar el acta"), "url": ""},
        ],
    }
