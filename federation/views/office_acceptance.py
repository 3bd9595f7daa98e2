"""The office accepts what a club asks for: what would be created or changed, beside what exists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from federation import clock
from federation.accounts.delivery import hurry
from federation.actions import change_requests, licence_requests, requests
from federation.actions.duplicates import alike_records
from federation.actions.licence_requests import Known, Newcomer
from federation.actions.people import Details, Name, details_in, details_of, name_of
from federation.actions.request_values import sent_person
from federation.forms.people import PersonForm
from federation.forms.requests import AcceptChangeForm, AcceptNewcomerForm, AcceptTermsForm
from federation.models import ClubRequest, Licence, Person, RequestKind, RequestState, User
from federation.rules.duplicates import Known as KnownOf
from federation.views.form_pages import FormPage, show_form
from federation.views.licence_page import day_text, licence_row
from federation.views.office import office_only
from federation.views.office_requests import (
    note_look,
    office_request,
    page_of,
    request_context,
)
from federation.views.people_page import age_text, differences_of, field_groups
from federation.views.request_page import Facts, kind_of

pages = require_http_methods(["GET", "HEAD", "POST"])


@pages
@office_only
def accept_licence(request: HttpRequest, pk: int) -> HttpResponse:
    """Grant the licence that a club asks for, to somebody new or to somebody who is there."""
    asked = _waiting(request, pk, RequestKind.LICENCE)
    if isinstance(asked, HttpResponse):
        return asked
    if "person" in asked.data:
        return _accept_newcomer(request, asked)
    by = cast("User", request.user)
    form = AcceptTermsForm(request.POST or None, initial=_initial(asked))
    who = asked.person
    if who is None:
        raise Http404

    def act() -> None:
        licence_requests.accept_licence(
            request=asked,
            who=Known(who),
            terms=form.terms_of(asked.club, asked.season),
            number=form.cleaned_data["number"],
            read=form.cleaned_data["read"],
            by=by,
        )

    extra = {"who": who, "held": _held(who, asked), "terms": _terms(form)}
    return _show(request, asked, form, act, extra)


def _accept_newcomer(request: HttpRequest, asked: ClubRequest) -> HttpResponse:
    by = cast("User", request.user)
    name, details = sent_person(asked)
    alike = _alike(name, details)
    form = AcceptNewcomerForm(
        request.POST or None,
        alike=[(who.pk, _it_is(who)) for who in alike],
        initial={**PersonForm.initial_of(name, details), **_initial(asked)},
    )

    def act() -> None:
        chosen = next((who for who in alike if who.pk == form.chosen()), None)
        licence_requests.accept_licence(
            request=asked,
            who=_known(chosen, form) if chosen else Newcomer(form.name(), form.details()),
            terms=form.terms_of(asked.club, asked.season),
            number=form.cleaned_data["number"],
            read=form.cleaned_data["read"],
            by=by,
        )

    if request.method != "POST":
        note_look(asked, by)
    extra = {
        "alike": _alike_cards(alike, name, details),
        "terms": _terms(form),
        **field_groups(form),
    }
    return _show(request, asked, form, act, extra)


@pages
@office_only
def accept_change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a person's record as a club asks: what it says now beside what it would say."""
    asked = _waiting(request, pk, RequestKind.CHANGE)
    if isinstance(asked, HttpResponse):
        return asked
    by, who = cast("User", request.user), asked.person
    if who is None:
        raise Http404
    now = name_of(who), details_of(who)
    wished = change_requests.wished(asked)
    form = AcceptChangeForm(request.POST or None, initial=PersonForm.initial_of(*wished))

    def act() -> None:
        change_requests.accept_change(
            request=asked,
            name=form.name(),
            details=form.details(),
            version=form.cleaned_data["version"],
            read=form.cleaned_data["read"],
            by=by,
        )

    if request.method != "POST":
        note_look(asked, by)
    extra = {"who": who, "changes": differences_of(now, wished), **field_groups(form)}
    return _show(request, asked, form, act, extra, version=who.version)


def _waiting(request: HttpRequest, pk: int, kind: RequestKind) -> ClubRequest | HttpResponse:
    """A request of this kind that waits; one that is decided is only read. A form that was sent goes on."""
    asked = office_request(pk)
    if asked.kind != kind:
        raise Http404
    if request.method != "POST" and asked.state != RequestState.SENT:
        return redirect(page_of(asked))
    return asked


def _show(
    request: HttpRequest,
    asked: ClubRequest,
    form: forms.Form,
    act: Callable[[], None],
    extra: Mapping[str, object],
    version: int | None = None,
) -> HttpResponse:
    context = request_context(asked)
    seen: dict[str, object] = {"read": requests.last_step(asked)}
    if version is not None:
        seen["version"] = version
    if request.method == "POST" and not form.is_valid():
        # Nothing was compared with what is there now: only what was read then may be written over.
        seen = {name: request.POST.get(name, "") for name in seen}
    page = FormPage(
        title=str(context["title"]),
        button=gettext("Aceptar"),
        back=reverse("federation:requests"),
        said=gettext("Solicitud aceptada."),
    )

    def done() -> str:
        act()
        hurry()
        return page_of(asked)

    template = "federation/accept_request.html"
    shown = {**context, **extra, "seen": seen, "facts": _facts(request, asked)}
    return show_form(request, page, form, done, template=template, extra=shown)


def _facts(request: HttpRequest, asked: ClubRequest) -> Facts:
    """What the club asks for now, for whoever has typed something else."""
    return kind_of(asked).facts(asked, cast("User", request.user)) if request.method == "POST" else ()


def _initial(asked: ClubRequest) -> dict[str, Any]:
    return dict(asked.data.get("licence", {}))


def _terms(form: forms.Form) -> Sequence[forms.BoundField]:
    return [form[name] for name in ("kind", "category", "valid_from", "valid_to", "number")]


def _alike(name: Name, details: Details) -> list[Person]:
    """Who may be the one whom a club sends, the most alike first."""
    known = KnownOf(name.given_name, name.surname_1, name.surname_2, name.birth_date, details.document)
    return alike_records(known)


def _known(who: Person, form: AcceptNewcomerForm) -> Known:
    if not form.cleaned_data["complete"]:
        return Known(who)
    return Known(who, licence_requests.completed(who, form.name(), form.details()))


def _it_is(who: Person) -> str:
    """A choice among people who may have one name."""
    if who.birth_date is None:
        return gettext("Es %(who)s") % {"who": who}
    return gettext("Es %(who)s, del %(day)s") % {"who": who, "day": day_text(who.birth_date)}


def _alike_cards(alike: Sequence[Person], name: Name, details: Details) -> list[dict[str, object]]:
    """Each of them beside what the club sends, with his last licence."""
    rows = Licence.objects.filter(person__in=alike).select_related("person", "club", "season")
    last = {row.person_id: row for row in rows.order_by("season__starts_on", "pk")}
    today = clock.today()
    return [
        {
            "who": who,
            "url": reverse("matches:person", args=[who.pk]),
            "born": age_text(who.birth_date, today),
            "licence": licence_row(last[who.pk], today) if who.pk in last else None,
            "differences": differences_of(
                (name_of(who), details_in(getattr(who, "personal_data", None))),
                (name, details),
                only_told=True,
            ),
        }
        for who in alike
    ]


def _held(who: Person, asked: ClubRequest) -> list[Any]:
    """The licences that somebody has in the season that one is asked for."""
    rows = Licence.objects.filter(person=who, season=asked.season).select_related("person", "club", "season")
    return [licence_row(each, clock.today()) for each in rows.order_by("kind", "pk")]
