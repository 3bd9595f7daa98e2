"""Hojas de Anotaciones to be printed: of an encounter, for who may see it; blank ones, for the office."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from competitions.models import Encounter
from federation import clock
from federation.actions.people import log_access
from federation.models import User
from federation.printing.documents import PrintingError
from federation.views.errors import too_many_requests
from federation.views.form_pages import crumb
from matches.actions.acta_content import acta_number
from matches.forms.paper import BLANK, BlankPaperForm, EncounterPaperForm, PaperForm
from matches.paper.sheets import Heading, Hoja, hojas_pdf, sides_of
from matches.queries import paper as queries
from matches.queries import people
from matches.views.access import encounter_or_404
from matches.views.account import account_of
from matches.views.paper_page import blank_hojas, heading_of, heading_of_competition, hojas_of
from matches.views.rounds import overseers_only

log = logging.getLogger(__name__)
# One document is laid out within seconds; a cup of many boards asks for them board by board.
MOST_FRONTS = 60
# Each is a process with some hundred megabytes.
MOST_A_MINUTE = 20


@require_safe
def encounter_sheets(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask which Hojas of an encounter are wanted, and on which paper."""
    found = encounter_or_404(request, pk)
    form = EncounterPaperForm(boards=queries.boards_of_domino(found))
    return _ask_encounter(request, found, form)


@require_safe
def encounter_sheets_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the Hojas of an encounter; that they were taken away is noted when they name people."""
    found = encounter_or_404(request, pk)
    form = EncounterPaperForm(request.GET, boards=queries.boards_of_domino(found))
    if not form.is_valid():
        return _ask_encounter(request, found, form, status=422)
    if form.cleaned_data["datos"] == BLANK:
        heading = heading_of_competition(found.round.competition)
        answer = _pdf(request, form, heading, blank_hojas(form.paper()))
        return answer or _ask_encounter(request, found, form, status=422)
    printed = queries.printed(found, board=form.cleaned_data["mesa"])
    designated = people.designation(found)
    heading = heading_of(found, designated.licence.person.full_name if designated else "")
    answer = _pdf(request, form, heading, hojas_of(printed))
    if answer is None:
        return _ask_encounter(request, found, form, status=422)
    if printed.people and answer.status_code == HTTP_OK:
        detail = _("Hojas de Anotaciones de %(number)s") % {"number": acta_number(found)}
        log_access(kind="list", by=account_of(request), detail=detail, count=len(printed.people))
    return answer


HTTP_OK = 200


@require_safe
@overseers_only
def blank_sheets(request: HttpRequest) -> HttpResponse:
    """Ask for which competition, and on which paper, blank Hojas are wanted."""
    return _ask_blank(request, BlankPaperForm(competitions=queries.competitions_of_domino()))


@require_safe
@overseers_only
def blank_sheets_pdf(request: HttpRequest) -> HttpResponse:
    """Give a blank Hoja with the columns and the back that a competition's regulation asks for."""
    form = BlankPaperForm(request.GET, competitions=queries.competitions_of_domino())
    if not form.is_valid():
        return _ask_blank(request, form, status=422)
    heading = heading_of_competition(form.competition())
    answer = _pdf(request, form, heading, blank_hojas(form.paper()))
    return answer or _ask_blank(request, form, status=422)


def _pdf(
    request: HttpRequest, form: PaperForm, heading: Heading, hojas: Sequence[Hoja]
) -> HttpResponse | None:
    """The PDF, or 429; None with the reason on the form when it cannot be made."""
    if len(hojas) * sides_of(heading.target) > MOST_FRONTS:
        form.add_error(None, _("Son demasiadas Hojas para un PDF: pide cada mesa por separado."))
        return None
    if not _may_print(account_of(request)):
        return too_many_requests(request)
    paper = form.paper()
    try:
        pdf = hojas_pdf(heading, hojas, paper=paper, language=translation.get_language())
    except PrintingError:
        log.exception("%s Hojas could not be printed", len(hojas))
        form.add_error(None, _("No se ha podido hacer el PDF. Prueba otra vez, mesa por mesa."))
        return None
    name = f"hojas-{slugify(heading.number or heading.competition)}-{paper.value.lower()}.pdf"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Length": str(len(pdf))}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)


def _may_print(user: User) -> bool:
    """Does an account stay within `MOST_A_MINUTE` in this minute of the clock? This one counts."""
    key = f"hojas:{user.pk}:{int(clock.now().timestamp()) // 60}"
    cache.add(key, 0, timeout=120)
    return cache.incr(key) <= MOST_A_MINUTE


def _ask_encounter(
    request: HttpRequest, encounter: Encounter, form: EncounterPaperForm, *, status: int = 200
) -> HttpResponse:
    back = reverse("matches:encounter", args=[encounter.pk])
    crumbs = [crumb(encounter, back), crumb(_("Hojas de Anotaciones"))]
    to = reverse("matches:encounter_sheets_pdf", args=[encounter.pk])
    none = "" if len(form.fields["mesa"].choices) > 1 else _("En este encuentro no se juega al dominó.")  # type: ignore[attr-defined]
    context = {"to": to, "back": back, "crumbs": crumbs, "none": none}
    return _ask(request, form, {**context, "photos": queries.paper_sheets(encounter)}, status)


def _ask_blank(request: HttpRequest, form: BlankPaperForm, *, status: int = 200) -> HttpResponse:
    back = reverse("federation:office")
    crumbs = [crumb(_("Hojas de Anotaciones en blanco"))]
    none = "" if form.fields["competicion"].choices else _("No hay competiciones de dominó esta temporada.")  # type: ignore[attr-defined]
    to = reverse("matches:blank_sheets_pdf")
    return _ask(request, form, {"to": to, "back": back, "crumbs": crumbs, "none": none}, status)


def _ask(request: HttpRequest, form: PaperForm, context: dict[str, object], status: int) -> HttpResponse:
    return render(request, "matches/print_sheets.html", {"form": form, **context}, status=status)
