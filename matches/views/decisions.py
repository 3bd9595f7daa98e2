"""Deciding about a whole encounter: the list of those that wait, and a decision seen before it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages as notices
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from competitions.models import Encounter
from competitions.rules.lifecycle import TRANSITIONS, Action, State
from competitions.rules.lifecycle import Actor as Who
from federation import clock
from federation.http import add_rule_error
from federation.models import User
from federation.queries.pages import sliced
from federation.rules.errors import RuleError
from federation.rules.zones import in_zone
from federation.views.form_pages import crumb
from federation.views.paging import start_of
from matches import messages
from matches.actions.decisions import decide as take_decision
from matches.forms.decisions import DecisionForm, WaitingFilterForm
from matches.permissions import deciders, powers_in, powers_of
from matches.queries import agenda, committee
from matches.queries import decisions as queries
from matches.queries.decided import decisions_of
from matches.rules.decisions import check_award, check_decision
from matches.views import decision_page, decision_words, moments
from matches.views.access import actor_of, attempt, encounter_or_404, new_client_id, status_of
from matches.views.account import account_of
from matches.views.decision_page import BY_SLUG, EffectShown, Kind, Offer
from matches.views.next_step import Chip, chip_of
from matches.views.rounds import overseers_only

PER_PAGE = 30


@dataclass(frozen=True)
class WaitingLine:
    """One encounter that waits for a decision."""

    url: str
    title: str
    about: str
    when: str
    told: str
    chip: Chip
    offers: tuple[Offer, ...]


@require_safe
@overseers_only
def decisions_waiting(request: HttpRequest) -> HttpResponse:
    """List the encounters that wait for somebody to decide what follows, the first ones first."""
    form = WaitingFilterForm(request.GET, competitions=agenda.current_competitions())
    page = sliced(queries.waiting(form.chosen()), by="scheduled_at", start=start_of(request), size=PER_PAGE)
    lines = _lines(list(page.rows), account_of(request))
    return render(request, "matches/decisions_waiting.html", {"form": form, "page": page, "lines": lines})


def _lines(encounters: list[Encounter], user: User) -> list[WaitingLine]:
    last, powers = decisions_of([each.pk for each in encounters]), powers_of(user)
    return [
        WaitingLine(
            url=reverse("matches:encounter", args=[each.pk]),
            title=f"{each.home.name} – {each.away.name}",
            about=_("%(competition)s, jornada %(round)s")
            % {"competition": each.round.competition.name, "round": each.round.number},
            when=moments.short_day(each.scheduled_at, each.venue.time_zone),
            told=decision_words.told_to_parties(last.get(each.pk), each),
            chip=chip_of(each.state),
            offers=decision_page.offers(each, powers),
        )
        for each in encounters
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Ask what a decision wants, show what it changes, and only then write it."""
    chosen = BY_SLUG.get(kind)
    if chosen is None:
        raise Http404
    encounter = encounter_or_404(request, pk)
    powers = powers_in(account_of(request), encounter)
    if not powers & deciders(chosen.action, State(encounter.state)):
        raise PermissionDenied(str(messages.MESSAGES["decision_not_yours"]))
    form = _form(encounter, chosen, request.POST if request.method == "POST" else None)
    # What was decided is answered again, whatever has become of the encounter.
    if not form.is_confirmed:
        if (encounter.state, chosen.action) not in TRANSITIONS:
            notices.info(request, decision_words.not_now())
            return redirect("matches:encounter", pk=pk)
        return _next_step(request, encounter, chosen, form, powers)
    tried = attempt(request, form, lambda: _write(request, encounter, form))
    if tried.answer is not None:
        notices.success(request, str(chosen.done))
        return redirect("matches:encounter", pk=pk)
    return _show(request, encounter, chosen, form, status=tried.status)


def _form(encounter: Encounter, kind: Kind, data: Mapping[str, Any] | None) -> DecisionForm:
    zone = encounter.venue.time_zone
    return DecisionForm(
        data,
        action=kind.action,
        sides={"home": encounter.home.name, "away": encounter.away.name},
        venues=committee.venues_for(encounter),
        initial={
            "seen": encounter.epoch,
            "venue": encounter.venue_id,
            "hour": in_zone(encounter.scheduled_at, zone).time(),
        },
        by_resolution=_asks_resolution(encounter, kind, data or {}),
    )


def _asks_resolution(encounter: Encounter, kind: Kind, data: Mapping[str, Any]) -> bool:
    """What overturns a result is identified; a repeat is asked what it was asked the first time."""
    if kind.action in (Action.ANNUL, Action.REPLAY) or "resolution" in data:
        return True
    return kind.action is Action.AWARD and encounter.state == State.ANNULLED


def _write(request: HttpRequest, encounter: Encounter, form: DecisionForm) -> dict[str, object]:
    made = take_decision(
        encounter_id=encounter.pk,
        seen_epoch=form.cleaned_data["seen"],
        decision=form.decision(),
        by=actor_of(request),
    )
    return {"decision": made.number}


def _next_step(
    request: HttpRequest, encounter: Encounter, kind: Kind, form: DecisionForm, powers: frozenset[Who]
) -> HttpResponse:
    """The effect of what was decided, or the questions again with what is missing."""
    if not form.is_bound or form.data.get("change"):
        return _show(request, encounter, kind, form)
    if not form.is_valid():
        return _show(request, encounter, kind, form, status=422)
    decision = form.decision()
    try:
        check_decision(decision, clock.now())
        if decision.awarded_to is not None and encounter.state == State.NOT_PLAYED:
            who = Who.COMMITTEE if Who.COMMITTEE in powers else Who.OFFICE
            check_award(decision.awarded_to, queries.cause_of(encounter), who)
        effect = decision_page.effect_shown(encounter, decision)
    except RuleError as error:
        add_rule_error(form, error, messages.text)
        return _show(request, encounter, kind, form, status=status_of(error))
    return _show(request, encounter, kind, form, effect=effect)


def _show(
    request: HttpRequest,
    encounter: Encounter,
    kind: Kind,
    form: DecisionForm,
    *,
    effect: EffectShown | None = None,
    status: int = 200,
) -> HttpResponse:
    here = reverse("matches:encounter", args=[encounter.pk])
    last = decisions_of([encounter.pk]).get(encounter.pk)
    context = {
        "encounter": encounter,
        "kind": kind,
        "form": form,
        "effect": effect,
        "told": decision_words.told_to_parties(last, encounter),
        "back": here,
        "client_id": new_client_id(),
        "crumbs": [crumb(encounter, here), crumb(kind.title)],
    }
    return render(request, "matches/decision.html", context, status=status)
