"""The committee's pages (art. 20): what waits, a partida, a decision seen before it is written."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages as notices
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from federation.http import add_rule_error
from federation.rules.errors import RuleError
from federation.rules.zones import in_zone
from federation.views.form_pages import FormPage, crumb, show_form
from matches import messages
from matches.actions import resumptions, rulings
from matches.forms.rulings import CommitteeFilterForm, ResumptionForm, RulingForm
from matches.models import Partida
from matches.permissions import may_decide
from matches.queries import agenda, committee
from matches.queries.encounters import RELATED
from matches.queries.resumptions import resumption_of
from matches.rules.event_reports import Effect, RulingReport, effect_of_ruling
from matches.views import moments, ruling_page
from matches.views.access import actor_of, attempt, encounter_or_404, new_client_id, status_of
from matches.views.account import account_of
from matches.views.acta_versions import may_review
from matches.views.committee_rows import rows_of
from matches.views.rounds import overseers_only
from matches.views.ruling_kinds import BY_SLUG, Decision, has_its_place, question_of
from matches.views.ruling_page import CaseTable, table_of

PER_PAGE = 25
LIST, CASE, RULING = "matches/committee.html", "matches/committee_partida.html", "matches/ruling.html"


@require_safe
@overseers_only
def committee_partidas(request: HttpRequest) -> HttpResponse:
    """List the partidas that wait for the committee, and those that it has decided."""
    form = CommitteeFilterForm(request.GET, agenda.current_competitions())
    page = Paginator(committee.partidas(form.chosen()), PER_PAGE).get_page(request.GET.get("pagina"))
    rows = rows_of(committee.cases_of(list(page)))
    context = {"form": form, "page": page, "rows": rows, "decides": may_decide(request.user)}
    return render(request, LIST, context)


def _case_or_404(request: HttpRequest, pk: int) -> tuple[Partida, CaseTable]:
    related = (f"board__encounter__{name}" for name in RELATED)
    partida = get_object_or_404(Partida.objects.select_related("board", *related), pk=pk)
    if partida.board.encounter.terms is None:
        raise Http404
    return partida, table_of(partida, actor_of(request))


@require_safe
@overseers_only
def committee_partida(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a partida with its score, hands, seats and incidents, and what may be decided of it."""
    partida, table = _case_or_404(request, pk)
    context = {
        "page": ruling_page.case_page(table, partida),
        "partida": partida,
        "may_review": may_review(account_of(request), table.encounter),
    }
    return render(request, CASE, context)


def _committee_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For the committee; whoever only oversees is told that he does not decide (403)."""

    @overseers_only
    @wraps(view)
    def seen(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_decide(account_of(request)):
            raise PermissionDenied(str(messages.MESSAGES["only_the_committee"]))
        return view(request, *args, **kwargs)

    return seen


@require_http_methods(["GET", "HEAD", "POST"])
@_committee_only
def ruling(request: HttpRequest, pk: int, decision: str) -> HttpResponse:
    """Ask what a decision wants, show what it changes, and only then write it."""
    chosen = BY_SLUG.get(decision)
    if chosen is None:
        raise Http404
    _partida, table = _case_or_404(request, pk)
    back = reverse("matches:committee_partida", args=[pk])
    if request.method != "POST":
        if not has_its_place(chosen, table.sheet) or table.encounter.state not in ruling_page.RULED_IN:
            return redirect(back)
        return _show(request, table, chosen, _form(table, chosen))
    form = _form(table, chosen, request.POST)
    if not form.is_confirmed:
        return _preview(request, table, chosen, form)

    def act() -> dict[str, object]:
        entry = rulings.rule_on_partida(
            partida_id=pk,
            report=_report(chosen, form),
            seen=form.cleaned_data["seen"],
            resumes=form.resumes,
            by=actor_of(request),
        )
        return {"entry": entry.pk}

    done = attempt(request, form, act)
    if not done.done:
        return _show(request, table, chosen, form, status=done.status)
    notices.success(request, _("Decisión escrita: sale en la Hoja y en el acta."))
    return HttpResponseRedirect(back)


def _form(table: CaseTable, decision: Decision, data: Any = None) -> RulingForm:
    suspended = table.encounter.state == "suspended"
    return RulingForm(
        data,
        question=question_of(decision, table, suspended=suspended),
        venues=committee.venues_for(table.encounter),
        seen=table.sheet.facts.last_seq,
        venue=table.encounter.venue_id,
    )


def _report(decision: Decision, form: RulingForm) -> RulingReport:
    hand, revision = form.row
    return RulingReport(
        kind=decision.kind,
        reason=form.cleaned_data["reason"],
        winner=form.winner,
        distorted=bool(form.cleaned_data.get("distorted")),
        hand=hand,
        revision=revision,
    )


def _preview(request: HttpRequest, table: CaseTable, decision: Decision, form: RulingForm) -> HttpResponse:
    """The effect of a decision, or its questions again with what is missing."""
    if not form.is_valid():
        return _show(request, table, decision, form, status=422)
    if form.data.get("change"):
        return _show(request, table, decision, form)
    report = _report(decision, form)
    try:
        found = effect_of_ruling(table.view.state, table.number, report)
    except RuleError as error:
        add_rule_error(form, error, messages.text)
        return _show(request, table, decision, form, status=status_of(error))
    return _show(request, table, decision, form, found=found, report=report)


def _show(
    request: HttpRequest,
    table: CaseTable,
    decision: Decision,
    form: RulingForm,
    *,
    found: Effect | None = None,
    report: RulingReport | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, object] = {
        "table": table,
        "decision": decision,
        "form": form,
        "client_id": new_client_id(),
        "back": reverse("matches:committee_partida", args=[table.partida.pk]),
    }
    if found is not None and report is not None:
        day, has_day = _day(table, form)
        context["changes"] = ruling_page.changes(table, found)
        context["sentences"] = ruling_page.sentences(table, report, found, has_day=has_day, day=day)
        context["reason"] = report.reason
    return render(request, RULING, context, status=status)


def _day(table: CaseTable, form: RulingForm) -> tuple[str, bool]:
    """The day for what is left to play: the one that was chosen, or the one that is set already."""
    if form.resumes is not None:
        return moments.day_and_hour(form.resumes.at, form.cleaned_data["venue"].time_zone), True
    known = resumption_of(table.encounter)
    return (moments.day_and_hour(known.at, known.venue.time_zone), True) if known else ("", False)


@require_http_methods(["GET", "HEAD", "POST"])
@_committee_only
def resumption(request: HttpRequest, pk: int) -> HttpResponse:
    """Set or change the day on which a suspended encounter goes on."""
    encounter = encounter_or_404(request, pk)
    if encounter.state != "suspended" and request.method != "POST":
        return redirect("matches:encounter", pk=pk)
    known = resumption_of(encounter)
    initial: dict[str, Any] = {"venue": encounter.venue_id}
    if known is not None:
        local = in_zone(known.at, known.venue.time_zone)
        initial = {"day": local.date(), "hour": local.time(), "venue": known.venue_id}
    form = ResumptionForm(request.POST or None, venues=committee.venues_for(encounter), initial=initial)
    here = reverse("matches:encounter", args=[pk])
    page = FormPage(
        title=_("Cuándo se reanuda"),
        button=_("Fijar el día"),
        back=here,
        said=_("Día fijado. Lo ven los dos equipos, el juez árbitro y el público."),
        about=f"{encounter.home.name} – {encounter.away.name}",
        note=_("Se juega con el mismo tanteo, los mismos asientos y la misma salida."),
        crumbs=(crumb(_("Comité"), reverse("matches:committee_partidas")), crumb(_("Reanudación"))),
    )

    def act() -> str:
        resumptions.set_resumption(encounter_id=pk, appointment=form.appointment, by=actor_of(request))
        return here

    return show_form(request, page, form, act, texts=messages.text)
