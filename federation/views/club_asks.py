"""A delegate asks: a licence for somebody new or known, a change of data; and corrects what he asked."""

from __future__ import annotations

from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from federation.accounts.delivery import hurry
from federation.actions import change_requests, licence_requests
from federation.actions.people import Details, Name, name_of
from federation.actions.request_values import changed_values, sent_person
from federation.forms.people import PersonForm
from federation.forms.photos import TOO_LARGE
from federation.forms.requests import (
    ChangeForm,
    NewcomerAnswerForm,
    NewcomerForm,
    WantedAnswerForm,
    WantedForm,
)
from federation.models import Club, ClubRequest, LicenceKind, Person, RequestKind, Season, User
from federation.photos.drawing import MOST_BYTES
from federation.queries import seasons
from federation.queries.club_area import seasons_ahead
from federation.rules.requests import RequestAct, acts_open
from federation.views.club_area import crumbs, delegates_only, member_or_404, own_request
from federation.views.club_requests import answer_page, page_of
from federation.views.form_pages import Crumb, FormPage, crumb, show_form
from federation.views.oversize import is_oversize, throw_away
from federation.views.people_page import field_groups
from federation.views.writes import new_client_id

pages = require_http_methods(["GET", "HEAD", "POST"])
NEWCOMER = "federation/newcomer_form.html"


@csrf_exempt
@pages
@delegates_only
def ask_newcomer(request: HttpRequest, club: Club) -> HttpResponseBase:
    """Ask for the licence of somebody new. The announced length is looked at before anything is read."""
    page = FormPage(
        title=gettext("Licencia para alguien nuevo"),
        about=club.name,
        button=gettext("Enviar a la secretaría"),
        back=reverse("federation:club_area", args=[club.pk]),
        said=gettext("Enviado a la secretaría."),
        note=gettext("Nada cambia hasta que la secretaría lo acepte. Te avisará por correo."),
        crumbs=crumbs(club, crumb(gettext("Licencia nueva"))),
    )
    if _too_large(request):
        return _refuse_size(request, page, NewcomerForm(initial=_proposed()))
    return cast("HttpResponseBase", _ask_newcomer(request, club, page))


@csrf_protect
def _ask_newcomer(request: HttpRequest, club: Club, page: FormPage) -> HttpResponse:
    by = cast("User", request.user)
    form = NewcomerForm(request.POST or None, request.FILES or None, initial=_proposed())

    def act() -> str:
        made = licence_requests.ask_new(
            club=club,
            season=form.cleaned_data["season"],
            newcomer=form.newcomer(),
            wanted=form.wanted(),
            by=by,
        )
        hurry()
        return page_of(made)

    return show_form(request, page, form, act, template=NEWCOMER, extra=field_groups(form))


@pages
@delegates_only
def ask_licence(request: HttpRequest, club: Club, person: int) -> HttpResponse:
    """Ask for a licence of somebody of the club."""
    by, who = cast("User", request.user), member_or_404(club, person)
    form = WantedForm(request.POST or None, initial=_proposed())
    page = FormPage(
        title=gettext("Pedir una licencia"),
        about=str(who),
        button=gettext("Enviar a la secretaría"),
        back=_person_page(club, who),
        said=gettext("Enviado a la secretaría."),
        note=gettext("Nada cambia hasta que la secretaría lo acepte. Te avisará por correo."),
        crumbs=_person_crumbs(club, who, gettext("Licencia")),
    )

    def act() -> str:
        season: Season = form.cleaned_data["season"]
        made = licence_requests.ask_known(club=club, season=season, person=who, wanted=form.wanted(), by=by)
        hurry()
        return page_of(made)

    return show_form(request, page, form, act)


@pages
@delegates_only
def ask_change(request: HttpRequest, club: Club, person: int) -> HttpResponse:
    """Ask to have the data of somebody of the club corrected; what is on record is not shown."""
    by, who = cast("User", request.user), member_or_404(club, person)
    form = ChangeForm(request.POST or None, initial=PersonForm.initial_of(_shown_name(who), Details()))
    page = FormPage(
        title=gettext("Pedir un cambio de datos"),
        about=str(who),
        button=gettext("Enviar a la secretaría"),
        back=_person_page(club, who),
        said=gettext("Enviado a la secretaría."),
        note=gettext("Nada cambia hasta que la secretaría lo acepte. Te avisará por correo."),
        warnings=(_leave_empty(),),
        crumbs=_person_crumbs(club, who, gettext("Cambio de datos")),
    )

    def act() -> str:
        season = seasons.current()
        assert season is not None  # noqa: S101 - a club with people has a season
        made = change_requests.ask_change(
            club=club, season=season, person=who, values=form.values(name_of(who)), by=by
        )
        hurry()
        return page_of(made)

    return show_form(request, page, form, act, template=NEWCOMER, extra=field_groups(form))


@csrf_exempt
@pages
@delegates_only
def correct_licence_request(request: HttpRequest, club: Club, pk: int) -> HttpResponseBase:
    """Send a licence's request again, corrected."""
    asked = own_request(club, pk)
    if asked.kind != RequestKind.LICENCE:
        raise Http404
    if away := _sent_away(request, asked):
        return redirect(away)
    page = answer_page(club, asked)
    if _too_large(request):
        return _refuse_size(request, page, _newcomer_again(request, asked))
    return cast("HttpResponseBase", _correct_licence(request, asked, page))


@csrf_protect
def _correct_licence(request: HttpRequest, asked: ClubRequest, page: FormPage) -> HttpResponse:
    by = cast("User", request.user)
    known = "person" not in asked.data
    form: Any = _wanted_again(request, asked) if known else _newcomer_again(request, asked)

    def act() -> str:
        licence_requests.answer_licence(
            request=asked,
            wanted=form.wanted(),
            newcomer=None if known else form.newcomer(),
            text=form.cleaned_data["text"],
            by=by,
        )
        hurry()
        return page_of(asked)

    if known:
        return show_form(request, page, form, act)
    return show_form(request, page, form, act, template=NEWCOMER, extra=field_groups(form))


@pages
@delegates_only
def correct_change_request(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Send a change of data again, corrected."""
    by, asked = cast("User", request.user), own_request(club, pk)
    if asked.kind != RequestKind.CHANGE or asked.person is None:
        raise Http404
    if away := _sent_away(request, asked):
        return redirect(away)
    who = asked.person
    name, details = changed_values(_shown_name(who), Details(), asked.data.get("person", {}))
    form = ChangeForm(request.POST or None, answers=True, initial=PersonForm.initial_of(name, details))

    def act() -> str:
        change_requests.answer_change(
            request=asked, values=form.values(name_of(who)), text=form.cleaned_data["text"], by=by
        )
        hurry()
        return page_of(asked)

    return show_form(
        request, answer_page(club, asked), form, act, template=NEWCOMER, extra=field_groups(form)
    )


def _sent_away(request: HttpRequest, asked: ClubRequest) -> str:
    """Where whoever may not correct this here goes; nowhere for who may.

    Whoever did not send documents does not get to see them. A form that was sent goes on, whatever
    the state: it may be the same one again.
    """
    if "person" in asked.data and asked.sent_by_id != request.user.pk:
        return reverse("federation:answer_request", args=[asked.club_id, asked.pk])
    open_now = RequestAct.ANSWER in acts_open(asked.state, club=True)
    return "" if request.method == "POST" or open_now else page_of(asked)


def _newcomer_again(request: HttpRequest, asked: ClubRequest) -> NewcomerAnswerForm:
    name, details = sent_person(asked)
    initial = {**PersonForm.initial_of(name, details), **asked.data.get("licence", {})}
    if request.method == "POST" and _too_large(request):
        return NewcomerAnswerForm(initial=initial)
    return NewcomerAnswerForm(request.POST or None, request.FILES or None, initial=initial)


def _wanted_again(request: HttpRequest, asked: ClubRequest) -> WantedAnswerForm:
    return WantedAnswerForm(request.POST or None, initial=asked.data.get("licence", {}))


def _too_large(request: HttpRequest) -> bool:
    return request.method == "POST" and is_oversize(request, MOST_BYTES)


def _refuse_size(request: HttpRequest, page: FormPage, form: PersonForm) -> HttpResponse:
    """Show the form again; nothing of what came was read, so nothing of it can be shown."""
    throw_away(request)
    context = {"page": page, "form": form, "client_id": new_client_id(), "stop": TOO_LARGE}
    return render(request, NEWCOMER, {**context, **field_groups(form)}, status=413)


def _proposed() -> dict[str, object]:
    season = seasons_ahead().first()
    return {"season": season.pk if season else None, "kind": LicenceKind.PLAYER}


def _shown_name(who: Person) -> Name:
    """The name as a delegate may see it: without birth date and consent."""
    return Name(who.given_name, who.surname_1, who.surname_2)


def _leave_empty() -> str:
    return gettext("Escribe solo lo que hay que corregir: lo que dejes vacío queda como está.")


def _person_page(club: Club, who: Person) -> str:
    return reverse("federation:club_person", args=[club.pk, who.pk])


def _person_crumbs(club: Club, who: Person, here: str) -> tuple[Crumb, ...]:
    people = crumb(gettext("Personas y licencias"), reverse("federation:club_people", args=[club.pk]))
    return crumbs(club, people, crumb(who, _person_page(club, who)), crumb(here))
