"""The office decides the renewals that a club asked for: accepted, or refused with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from federation.accounts.delivery import hurry
from federation.actions import renewal_requests as actions
from federation.forms.requests import ACCEPT, DecideRenewalsForm
from federation.models import Club, ClubRequest, Licence, RequestState, Season, User
from federation.queries import requests as queries
from federation.queries.club_area import plan_of
from federation.registry_words import NOT_RENEWED_WORDS
from federation.views.form_pages import FormPage, crumb, show_form
from federation.views.licence_page import Chip, listed_name
from federation.views.office import office_only
from federation.views.office_requests import page_of, requests_crumb
from federation.views.request_page import chip_of


@dataclass(frozen=True)
class RenewalLine:
    """A renewal that waits: whose, of which licences, what speaks against it, and what is chosen."""

    url: str
    name: str
    licences: Sequence[Licence]
    stays: str
    choice: BoundField
    reason: BoundField


@dataclass(frozen=True)
class DecidedLine:
    """A renewal that does not wait for the office."""

    url: str
    name: str
    said: str
    chip: Chip


@require_http_methods(["GET", "HEAD", "POST"])
@office_only
def decide_renewals(request: HttpRequest, club: int, season: int) -> HttpResponse:
    """Show each renewal that waits with what speaks against it; on POST decide those that were chosen."""
    whose, after = get_object_or_404(Club, pk=club), get_object_or_404(Season, pk=season)
    rows = queries.renewals_of(whose, after)
    licences = queries.licences_in(rows)
    stays = _stays(rows, after)
    # Those of a form that was sent are its choices, whatever became of them: it may be the same one again.
    offered = [row for row in rows if row.state == RequestState.SENT or f"choice_{row.pk}" in request.POST]
    form = DecideRenewalsForm(
        request.POST or None, waiting=offered, fit={row.pk for row in offered if row.pk not in stays}
    )
    here = reverse("federation:decide_renewals", args=[club, season])
    page = FormPage(
        title=gettext("Renovaciones %(season)s") % {"season": after},
        about=whose.name,
        button=gettext("Decidir"),
        back=reverse("federation:requests"),
        said=gettext("Renovaciones decididas."),
        crumbs=(requests_crumb(), crumb(gettext("Renovaciones"))),
    )

    def act() -> str:
        keys = set(form.accepted())
        actions.decide_renewals(
            accepted=[row for row in offered if row.pk in keys],
            refused=form.refused(),
            by=cast("User", request.user),
        )
        hurry()
        return here

    texts = queries.last_texts(rows)
    extra = {
        "club": whose,
        "lines": [_line(row, licences, stays.get(row.pk, ""), form) for row in offered],
        "decided": [_decided(row, texts) for row in rows if row not in offered],
        "accepts": ACCEPT,
    }
    return show_form(request, page, form, act, template="federation/decide_renewals.html", extra=extra)


def _stays(rows: Sequence[ClubRequest], after: Season) -> dict[int, str]:
    """What keeps each of these from being renewed, by the request's key."""
    waiting = [row for row in rows if row.state == RequestState.SENT]
    whose = {key: row.pk for row in waiting for key in row.data.get("licences", [])}
    found = plan_of(Licence.objects.filter(pk__in=whose), after)
    told = {
        whose[each.licence.pk]: str(NOT_RENEWED_WORDS[each.reason])
        for each in found
        if each.reason is not None
    }
    held = {each.licence.pk for each in found}
    gone = {pk: gettext("La licencia ya no está.") for key, pk in whose.items() if key not in held}
    return gone | told


def _line(
    row: ClubRequest, licences: dict[int, Licence], stays: str, form: DecideRenewalsForm
) -> RenewalLine:
    return RenewalLine(
        url=page_of(row),
        name=listed_name(row.person) if row.person else "",
        licences=[licences[key] for key in row.data.get("licences", []) if key in licences],
        stays=stays,
        choice=form[f"choice_{row.pk}"],
        reason=form[f"reason_{row.pk}"],
    )


def _decided(row: ClubRequest, texts: dict[int, str]) -> DecidedLine:
    name = listed_name(row.person) if row.person else ""
    return DecidedLine(page_of(row), name, texts.get(row.pk, ""), chip_of(row.state))
