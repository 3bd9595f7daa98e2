"""Is this licence good today? Public, by the code on its card, and silent about everything else."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from federation import clock
from federation.forms.licences import CodeForm
from federation.models import Licence, Person
from federation.queries.cards import licence_by_code
from federation.rules.licences import GRANTED, grouped_code
from federation.rules.names import public_name
from federation.views.licence_page import standing_of

TEMPLATE = "federation/licence_check.html"
LONGEST_SHOWN = 30


@require_safe
@login_not_required
def check(request: HttpRequest) -> HttpResponse:
    """Ask for a code, and lead to what is known of it."""
    form = CodeForm(request.GET or None)
    if form.is_bound and form.is_valid():
        return redirect("federation:licence_checked", code=form.cleaned_data["codigo"])
    return _show(request, {"form": form}, status=422 if form.is_bound else 200)


@require_safe
@login_not_required
def checked(request: HttpRequest, code: str) -> HttpResponse:
    """Say whether the licence with this code is good today, of which kind and club, and whose, as published.

    404 when there is none: a code is long and drawn by lot, so that nobody comes upon somebody's.
    """
    found = licence_by_code(code)
    if found is None:
        return _show(request, {"form": CodeForm(), "unknown": code[:LONGEST_SHOWN]}, status=404)
    return _show(request, {"form": CodeForm(), "answer": _answer(found)})


def _answer(licence: Licence) -> dict[str, object]:
    today = clock.today()
    return {
        "good": standing_of(licence, today) == GRANTED,
        "day": date_format(today, gettext(r"j \d\e F \d\e Y")),
        "name": _published(licence.person),
        "kind": str(licence.get_kind_display()).capitalize(),
        "club": licence.club.name if licence.club else "",
        "code": grouped_code(licence.code),
    }


def _published(person: Person) -> str:
    return public_name(
        given_name=person.given_name,
        surname_1=person.surname_1,
        surname_2=person.surname_2,
        birth_date=person.birth_date,
        consent_on=person.public_name_consent_on,
        day=clock.today(),
    )


def _show(request: HttpRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    answer = render(request, TEMPLATE, context, status=status)
    # What holds today may not hold tomorrow, and is no search engine's business.
    answer["Cache-Control"] = "no-store"
    answer["X-Robots-Tag"] = "noindex"
    return answer
