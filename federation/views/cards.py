"""Licence cards as PDF for the office: one, or the sheets of a whole list; each is noted."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from federation import clock
from federation.actions.people import log_access
from federation.forms.licences import LicencesFilterForm
from federation.models import Federation, Licence, User
from federation.printing.cards import PER_SHEET, Card, Issuer, cards_pdf
from federation.printing.documents import PrintingError
from federation.queries import cards as queries
from federation.queries.licences import licences
from federation.queries.pages import sliced
from federation.rules.errors import ConflictError
from federation.rules.licences import grouped_code
from federation.views.errors import too_many_requests
from federation.views.form_pages import crumb
from federation.views.licence_page import day_text
from federation.views.office import office_only
from federation.views.paging import start_of

log = logging.getLogger(__name__)
# Each is a process with some hundred megabytes.
MOST_A_MINUTE = 20


@require_safe
@office_only
def licence_card(request: HttpRequest, pk: int) -> HttpResponse:
    """Give one licence's card, of the size of a bank card; 409 for a licence that has none to show."""
    found = get_object_or_404(Licence.objects.select_related("person", "club", "season"), pk=pk)
    if not queries.with_card(Licence.objects.filter(pk=pk)).exists():
        raise ConflictError("no_card")
    answer = _pdf(request, [found], sheet=False, name=f"licencia-{found.number}.pdf")
    if answer.status_code == HTTP_OK:
        log_access(kind="card", by=cast("User", request.user), person=found.person, detail=found.number)
    return answer


HTTP_OK = 200


@require_safe
@office_only
def licence_cards(request: HttpRequest) -> HttpResponse:
    """Say what printing a list's cards would give: how many sheets, in which parts, who has no photo."""
    form = LicencesFilterForm(request.GET)
    found = licences(form.chosen())
    printable = queries.with_card(found)
    parts, more = queries.parts_of(printable)
    total = sum(count for _start, count in parts)
    context = {
        "form": form,
        "parts": [
            {"start": start, "count": count, "sheets": -(-count // PER_SHEET)} for start, count in parts
        ],
        "total": total,
        "more": more,
        "no_photo": queries.without_photo(printable)[: total + 1].count(),
        "narrowed": form.described(),
        "crumbs": [
            crumb(gettext("Licencias"), reverse("federation:licences")),
            crumb(gettext("Tarjetas")),
        ],
    }
    return render(request, "federation/licence_cards.html", context)


@require_safe
@office_only
def licence_cards_pdf(request: HttpRequest) -> HttpResponse:
    """Give the sheets of ten of a list, up to `MOST_CARDS` cards from where the address says."""
    form = LicencesFilterForm(request.GET)
    printable = queries.with_card(licences(form.chosen()))
    page = sliced(printable, by="person__sort_key", start=start_of(request), size=queries.MOST_CARDS)
    if not page.rows:
        raise ConflictError("no_cards")
    answer = _pdf(request, page.rows, sheet=True, name=f"tarjetas-{clock.today():%Y-%m-%d}.pdf")
    if answer.status_code == HTTP_OK:
        by = cast("User", request.user)
        log_access(kind="card", by=by, detail=form.described(), count=len(page.rows))
    return answer


def _pdf(request: HttpRequest, found: Sequence[Licence], *, sheet: bool, name: str) -> HttpResponse:
    if queries.printed_lately(cast("User", request.user)) >= MOST_A_MINUTE:
        return too_many_requests(request)
    photos = queries.photos_of(found)
    # In the language of the house, whoever prints them.
    with translation.override(settings.LANGUAGE_CODE):
        cards = [_card(each, has_photo=str(each.person_id) in photos) for each in found]
    try:
        pdf = cards_pdf(cards, _issuer(), photos, sheet=sheet, language=settings.LANGUAGE_CODE)
    except PrintingError:
        log.exception("%s cards could not be printed", len(cards))
        messages.error(request, gettext("No se ha podido hacer el PDF. Prueba con menos licencias."))
        return redirect("federation:licences")
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Length": str(len(pdf))}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)


def _issuer() -> Issuer:
    federation = Federation.objects.first() or Federation(name="", short_name="")
    at = f"{settings.SITE_URL.rstrip('/')}{reverse('federation:check_licence')}"
    return Issuer(federation.name, federation.short_name, at.partition("//")[2])


def check_url(licence: Licence) -> str:
    """What the QR of a licence's card opens."""
    return f"{settings.SITE_URL.rstrip('/')}{reverse('federation:licence_checked', args=[licence.code])}"


def _card(licence: Licence, *, has_photo: bool) -> Card:
    person = licence.person
    return Card(
        given_name=person.given_name,
        surnames=f"{person.surname_1} {person.surname_2}".strip(),
        number=licence.number,
        kind=str(licence.get_kind_display()),
        club=licence.club.name if licence.club else "",
        category=licence.category,
        season=licence.season.name,
        valid=gettext("del %(first)s al %(last)s")
        % {"first": day_text(licence.valid_from), "last": day_text(licence.valid_to)},
        check_url=check_url(licence),
        code=grouped_code(licence.code),
        photo=str(licence.person_id) if has_photo else "",
    )
