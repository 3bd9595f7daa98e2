"""A delegate asks for the renewal of many licences at once: the list with its ticks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from federation.accounts.delivery import hurry
from federation.actions import renewal_requests as actions
from federation.forms.requests import RenewalsForm
from federation.models import Club, Season, User
from federation.queries import club_area as queries
from federation.queries.renewals import Renewal
from federation.registry_words import NOT_RENEWED_WORDS
from federation.rules.licences import NotRenewed
from federation.views.club_area import crumbs, delegates_only
from federation.views.form_pages import FormPage, crumb, show_form
from federation.views.licence_page import listed_name


@dataclass(frozen=True)
class RenewalLine:
    """A licence of the season before: ticked or not, or the reason that it cannot be asked for."""

    key: int
    name: str
    about: str
    stays: str
    marked: bool


@require_http_methods(["GET", "HEAD", "POST"])
@delegates_only
def ask_renewals(request: HttpRequest, club: Club) -> HttpResponse:
    """Choose the season, see who had a licence in the one before, and ask for those that are ticked."""
    ahead = list(queries.seasons_ahead())
    after = _chosen(request, ahead)
    page = FormPage(
        title=gettext("Renovar licencias"),
        about=club.name,
        button=gettext("Pedir las marcadas"),
        back=reverse("federation:club_area", args=[club.pk]),
        said=gettext("Renovaciones enviadas a la secretaría."),
        crumbs=crumbs(club, crumb(gettext("Renovar licencias"))),
    )
    if after is None:
        return render(request, "federation/club_renew.html", {"club": club, "page": page})
    found, asked = queries.renewable(club, after)
    able = [each for each in found if each.reason is None and each.licence.person_id not in asked]
    # All of them are choices: the same form sent again finds its answer.
    known = [each.licence.pk for each in found]
    form = RenewalsForm(request.POST or None, licences=known)

    def act() -> str:
        actions.ask_renewals(club=club, after=after, licences=form.chosen(), by=cast("User", request.user))
        hurry()
        return reverse("federation:club_renewals", args=[club.pk, after.pk])

    marked = set(request.POST.getlist("licences")) if request.method == "POST" else None
    extra = {
        "club": club,
        "season": after,
        "seasons": ahead,
        "earlier": queries.before(after),
        "able": len(able),
        "lines": [_line(each, asked, marked) for each in found if each.reason is not NotRenewed.HAS_ONE],
        "done": sum(each.reason is NotRenewed.HAS_ONE for each in found),
    }
    return show_form(request, page, form, act, template="federation/club_renew.html", extra=extra)


def _chosen(request: HttpRequest, ahead: list[Season]) -> Season | None:
    """The season of the address; else the last one that is open, if there is one before it."""
    wanted = next((each for each in ahead if str(each.pk) == request.GET.get("temporada")), None)
    last = wanted or (ahead[-1] if ahead else None)
    return last if last is not None and queries.before(last) is not None else None


def _line(each: Renewal, asked: set[int], marked: set[str] | None) -> RenewalLine:
    licence = each.licence
    stays = ""
    if each.reason is not None:
        stays = str(NOT_RENEWED_WORDS[each.reason])
    elif licence.person_id in asked:
        stays = gettext("Ya está pedida.")
    kind = str(licence.get_kind_display()).capitalize()
    return RenewalLine(
        key=licence.pk,
        name=listed_name(licence.person),
        about=" · ".join(part for part in (kind, licence.number, licence.category) if part),
        stays=stays,
        marked=marked is None or str(licence.pk) in marked,
    )
