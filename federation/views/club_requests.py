"""What a club has asked for: the list, one request with its steps, answering and withdrawing."""

from __future__ import annotations

from typing import cast

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from federation.accounts.delivery import hurry
from federation.actions import requests as actions
from federation.forms.requests import AnswerForm, WithdrawForm
from federation.models import Club, ClubRequest, RequestState, Season, User
from federation.queries import requests as queries
from federation.rules.requests import RequestAct, acts_open
from federation.views.club_area import crumbs, delegates_only, own_request
from federation.views.form_pages import Crumb, FormPage, crumb, show_form
from federation.views.request_page import chip_of, club_row, history, kind_of, renewal_rows

pages = require_http_methods(["GET", "HEAD", "POST"])
PER_PAGE = 25


@require_safe
@delegates_only
def club_requests(request: HttpRequest, club: Club) -> HttpResponse:
    """List what the club asked for: what is not decided, renewals by season, and what is decided."""
    page = Paginator(queries.decided_of(club), PER_PAGE).get_page(request.GET.get("pagina"))
    own = queries.requests().filter(club=club)
    context = {
        "club": club,
        "open": [club_row(each) for each in queries.open_of(club)],
        "renewals": renewal_rows(queries.renewals(own), "federation:club_renewals", with_club=False),
        "page": page,
        "decided": [club_row(each) for each in page],
        "crumbs": crumbs(club, crumb(gettext("Solicitudes"))),
    }
    return render(request, "federation/club_requests.html", context)


@require_safe
@delegates_only
def club_renewals(request: HttpRequest, club: Club, season: int) -> HttpResponse:
    """Show what became of each renewal that the club asked for in a season."""
    found = get_object_or_404(Season, pk=season)
    rows = queries.renewals_of(club, found)
    licences, texts = queries.licences_in(rows), queries.last_texts(rows)
    context = {
        "club": club,
        "season": found,
        "rows": [
            (
                club_row(each),
                [licences[key] for key in each.data.get("licences", []) if key in licences],
                texts.get(each.pk, ""),
            )
            for each in rows
        ],
        "crumbs": _crumbs(club, crumb(gettext("Renovaciones %(season)s") % {"season": found})),
    }
    return render(request, "federation/club_renewals.html", context)


@require_safe
@delegates_only
def club_request(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Show a request: what it asks for, its steps, and what the club may do now."""
    asked = own_request(club, pk)
    kind = kind_of(asked)
    acts = acts_open(asked.state, club=True)
    steps = history(queries.steps_of(asked), for_club=True)
    context = {
        "club": club,
        "asked": asked,
        "title": kind.title(asked),
        "facts": kind.facts(asked, cast("User", request.user)),
        "chip": chip_of(asked.state),
        "steps": steps,
        "last": steps[-1] if steps else None,
        "needs_answer": asked.state == RequestState.MORE_ASKED,
        "refused": asked.state == RequestState.REFUSED,
        "correct": _correct(asked, cast("User", request.user)) if RequestAct.ANSWER in acts else "",
        "withdraws": RequestAct.WITHDRAW in acts,
        "crumbs": _crumbs(club, crumb(kind.title(asked))),
    }
    return render(request, "federation/club_request.html", context)


@pages
@delegates_only
def answer_request(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Answer the office in words; what was asked for stays as it is."""
    by, asked = cast("User", request.user), own_request(club, pk)
    form = AnswerForm(request.POST or None)

    def act() -> str:
        actions.answer(request=asked, text=form.cleaned_data["text"], by=by)
        hurry()
        return page_of(asked)

    return show_form(request, answer_page(club, asked), form, act)


@pages
@delegates_only
def withdraw_request(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """Ask, then take a request back."""
    by, asked = cast("User", request.user), own_request(club, pk)
    form = WithdrawForm(request.POST or None)
    page = FormPage(
        title=gettext("Retirar la solicitud"),
        about=kind_of(asked).title(asked),
        button=gettext("Retirar la solicitud"),
        back=page_of(asked),
        said=gettext("Solicitud retirada."),
        note=gettext("No se hará nada de lo que pedía. Si hace falta, se puede pedir otra vez."),
        danger=True,
        crumbs=request_crumbs(club, asked, gettext("Retirar")),
    )

    def act() -> str:
        actions.withdraw(request=asked, text=form.cleaned_data["text"], by=by)
        hurry()
        return page_of(asked)

    return show_form(request, page, form, act)


def answer_page(club: Club, asked: ClubRequest) -> FormPage:
    """The words of a page on which the club answers; what the office asked stands above the form."""
    said = queries.steps_of(asked)
    wanted = next((step.text for step in reversed(said) if step.state == RequestState.MORE_ASKED), "")
    return FormPage(
        title=gettext("Contestar a la secretaría"),
        about=kind_of(asked).title(asked),
        button=gettext("Enviar"),
        back=page_of(asked),
        said=gettext("Enviado a la secretaría."),
        warnings=(gettext("La secretaría pide: %(text)s") % {"text": wanted},) if wanted else (),
        crumbs=request_crumbs(club, asked, gettext("Contestar")),
    )


def page_of(asked: ClubRequest) -> str:
    """The address of a request in its club's area."""
    return reverse("federation:club_request", args=[asked.club_id, asked.pk])


def _correct(asked: ClubRequest, user: User) -> str:
    """Where the request is answered: whoever did not send it sees no documents, and answers in words."""
    if asked.sent_by_id != user.pk and "person" in asked.data:
        return reverse("federation:answer_request", args=[asked.club_id, asked.pk])
    return kind_of(asked).correct(asked)


def request_crumbs(club: Club, asked: ClubRequest, here: str) -> tuple[Crumb, ...]:
    """The way to a page of one request."""
    return _crumbs(club, crumb(kind_of(asked).title(asked), page_of(asked)), crumb(here))


def _crumbs(club: Club, *steps: Crumb) -> tuple[Crumb, ...]:
    return crumbs(
        club, crumb(gettext("Solicitudes"), reverse("federation:club_requests", args=[club.pk])), *steps
    )
