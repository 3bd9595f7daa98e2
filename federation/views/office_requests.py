"""What clubs ask for, at the office: the list, one request with its steps, refusing and asking for more."""

from __future__ import annotations

from typing import cast

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from federation.accounts.delivery import hurry
from federation.actions import requests as actions
from federation.actions.people import log_access
from federation.actions.request_values import sent_person
from federation.forms.requests import ReplyForm, RequestsFilterForm
from federation.http import etag_of, not_modified, tagged
from federation.models import ClubRequest, RequestKind, RequestState, User
from federation.queries import requests as queries
from federation.rules.requests import RequestAct, acts_open
from federation.views.form_pages import Crumb, FormPage, crumb, show_form
from federation.views.office import Card, office_only
from federation.views.people_page import kinds_looked_at
from federation.views.request_page import (
    chip_of,
    history,
    kind_of,
    office_acts,
    office_row,
    renewal_rows,
)

pages = require_http_methods(["GET", "HEAD", "POST"])
PER_PAGE = 50
ACTS = {"denegar": RequestAct.REFUSE, "preguntar": RequestAct.ASK_MORE}


def office_cards() -> list[Card]:
    """What the office's front page says of what clubs ask for."""
    count = queries.waiting_count()
    waits = ngettext("%(n)s solicitud espera respuesta.", "%(n)s solicitudes esperan respuesta.", count)
    return [
        Card(
            id="solicitudes",
            title=gettext("Solicitudes de clubes"),
            icon="mail",
            text=waits % {"n": count} if count else gettext("Ninguna espera respuesta."),
            url=reverse("federation:requests"),
            label=gettext("Ver las solicitudes"),
            tone="warn" if count else "",
        )
    ]


@require_safe
@office_only
def requests(request: HttpRequest) -> HttpResponse:
    """List what clubs ask for, what waits longest first; renewals by club and season."""
    form = RequestsFilterForm(request.GET)
    state, club = form.chosen()
    every = queries.requests().filter(state=state)
    every = every.filter(club=club) if club else every
    waits = state in (RequestState.SENT, RequestState.MORE_ASKED)
    order = ("sent_at", "pk") if waits else ("-sent_at", "-pk")
    single = every.exclude(kind=RequestKind.RENEWAL)
    page = Paginator(single.order_by(*order), PER_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "form": form,
        "page": page,
        "rows": [office_row(each) for each in page],
        "renewals": renewal_rows(queries.renewals(every), "federation:decide_renewals", with_club=True),
    }
    return render(request, "federation/requests.html", context)


@require_safe
@office_only
def request_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a request with its steps, whatever has become of it."""
    asked = office_request(pk)
    user = cast("User", request.user)
    note_look(asked, user)
    context = {
        **request_context(asked),
        "facts": kind_of(asked).facts(asked, user),
        "decide": kind_of(asked).decide(asked) if asked.state == RequestState.SENT else "",
        "person": asked.person,
    }
    return render(request, "federation/request.html", context)


@pages
@office_only
def reply(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Refuse a request with its reason, or ask the club for more."""
    by, asked = cast("User", request.user), office_request(pk)
    wanted = ACTS.get(act)
    if wanted is None:
        raise Http404
    form = ReplyForm(request.POST or None)
    refuses = wanted is RequestAct.REFUSE
    page = FormPage(
        title=gettext("Denegar la solicitud") if refuses else gettext("Pedir algo más al club"),
        about=f"{kind_of(asked).title(asked)} · {asked.club}",
        button=gettext("Denegar") if refuses else gettext("Enviar al club"),
        back=page_of(asked),
        said=gettext("Solicitud denegada.") if refuses else gettext("Enviado al club."),
        note=gettext("El club lo lee en su página; el correo que recibe no lo lleva."),
        danger=refuses,
        crumbs=request_crumbs(asked, gettext("Denegar") if refuses else gettext("Pedir algo más")),
    )

    def done() -> str:
        actions.reply(request=asked, act=wanted, text=form.cleaned_data["text"], by=by)
        hurry()
        return reverse("federation:requests")

    return show_form(request, page, form, done)


@require_safe
@office_only
def request_photo(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the photo that came with a request; what is sent is noted."""
    asked = office_request(pk)
    if not asked.photo:
        raise Http404
    etag = etag_of("request photo", asked.pk, len(asked.photo), asked.state, request.user.pk)
    if same := not_modified(request, etag):
        return same
    log_access(kind="photo", by=cast("User", request.user), person=asked.person, detail=f"request:{asked.pk}")
    return tagged(HttpResponse(bytes(asked.photo), content_type="image/jpeg"), etag)


def office_request(pk: int) -> ClubRequest:
    """A request with all that it says."""
    rows = ClubRequest.objects.select_related("club", "season", "person", "team", "sent_by__person")
    return get_object_or_404(rows, pk=pk)


def note_look(asked: ClubRequest, user: User) -> None:
    """Note that the document and the contacts in a request were looked at."""
    _name, details = sent_person(asked)
    for kind in kinds_looked_at(details):
        log_access(kind=kind, by=user, person=asked.person, detail=f"request:{asked.pk}")


def request_context(asked: ClubRequest) -> dict[str, object]:
    """What every page of a request at the office shows: whose it is, its steps, what can be answered."""
    return {
        "asked": asked,
        "title": kind_of(asked).title(asked),
        "chip": chip_of(asked.state),
        "steps": history(queries.steps_of(asked), for_club=False),
        "acts": office_acts(asked),
        "waits": RequestAct.ACCEPT in acts_open(asked.state, club=False),
        "crumbs": request_crumbs(asked),
    }


def page_of(asked: ClubRequest) -> str:
    """The address of a request at the office."""
    return reverse("federation:request", args=[asked.pk])


def request_crumbs(asked: ClubRequest, here: str = "") -> tuple[Crumb, ...]:
    """The way to a page of one request."""
    title, way = kind_of(asked).title(asked), requests_crumb()
    return (way, crumb(title, page_of(asked)), crumb(here)) if here else (way, crumb(title))


def requests_crumb() -> Crumb:
    """The way to the list."""
    return crumb(gettext("Solicitudes de clubes"), reverse("federation:requests"))
