"""What pages of requests show, ready for their templates, and the kinds of requests that the apps know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.models import ClubRequest, RequestState, RequestStep, User
from federation.queries.requests import Renewals
from federation.rules.requests import RequestAct, acts_open
from federation.views.licence_page import Chip

Facts = Sequence[tuple[str, str]]

SHAPES: Mapping[str, tuple[str, str]] = {
    RequestState.SENT: ("propuesta", ""),
    RequestState.MORE_ASKED: ("aviso", ""),
    RequestState.ACCEPTED: ("conforme", ""),
    RequestState.REFUSED: ("", "circle-x"),
    RequestState.WITHDRAWN: ("", "undo-2"),
}
STATES: Mapping[str, Promise] = {
    RequestState.SENT: _("Enviada"),
    RequestState.MORE_ASKED: _("Falta un dato"),
    RequestState.ACCEPTED: _("Aceptada"),
    RequestState.REFUSED: _("Denegada"),
    RequestState.WITHDRAWN: _("Retirada"),
}
COUNTED: Mapping[str, Promise] = {
    RequestState.SENT: _("enviadas"),
    RequestState.MORE_ASKED: _("con un dato pendiente"),
    RequestState.ACCEPTED: _("aceptadas"),
    RequestState.REFUSED: _("denegadas"),
    RequestState.WITHDRAWN: _("retiradas"),
}


@dataclass(frozen=True)
class Kind:
    """How one kind of request is shown, at which address the club corrects it and the office accepts it.

    `title` asks for nothing that `queries.requests.requests` has not read; `facts` may. `facts` gets
    who looks: what is the office's business alone is for the office, and for whoever sent it.
    """

    kind: str
    title: Callable[[ClubRequest], str]
    facts: Callable[[ClubRequest, User], Facts]
    correct: Callable[[ClubRequest], str]
    decide: Callable[[ClubRequest], str]


@dataclass(frozen=True)
class RequestRow:
    """A request, or the renewals of a club and season, in a list."""

    url: str
    title: str
    about: str
    chip: Chip | None
    sent_at: datetime | None = None


@dataclass(frozen=True)
class Step:
    """One line of a request's history."""

    at: datetime
    text: str
    said: str
    author: str


def kinds() -> Mapping[str, Kind]:
    """The kinds of requests of this app and of those above it (`REQUEST_KINDS` in the settings)."""
    found = [kind for name in settings.REQUEST_KINDS for kind in import_string(name)]
    return {each.kind: each for each in found}


def kind_of(request: ClubRequest) -> Kind:
    """How this request is shown."""
    return kinds()[request.kind]


def chip_of(state: str) -> Chip:
    """How a request stands, as shape, word and icon."""
    kind, icon = SHAPES[state]
    return Chip(kind, icon, str(STATES[state]))


def club_row(request: ClubRequest) -> RequestRow:
    """A request in its club's list."""
    url = reverse("federation:club_request", args=[request.club_id, request.pk])
    return _row(request, url, request.season.name)


def office_row(request: ClubRequest) -> RequestRow:
    """A request in the office's list."""
    waits = request.state == RequestState.SENT
    url = kind_of(request).decide(request) if waits else reverse("federation:request", args=[request.pk])
    return _row(request, url, f"{request.club.name} · {request.season.name}")


def _row(request: ClubRequest, url: str, about: str) -> RequestRow:
    return RequestRow(url, kind_of(request).title(request), about, chip_of(request.state), request.sent_at)


def renewal_rows(found: Iterable[Renewals], route: str, *, with_club: bool) -> list[RequestRow]:
    """Renewals by club and season in a list; `route` takes both keys."""
    return [
        RequestRow(
            url=reverse(route, args=[each.club.pk, each.season.pk]),
            title=gettext("Renovaciones %(season)s") % {"season": each.season}
            + (f": {each.club.name}" if with_club else ""),
            about=" · ".join(f"{COUNTED[state]}: {count}" for state, count in each.counts.items()),
            chip=_worst(each.counts),
        )
        for each in found
    ]


def _worst(counts: Mapping[str, int]) -> Chip | None:
    """What somebody still has to do with them."""
    waits = (RequestState.MORE_ASKED, RequestState.SENT)
    return next((chip_of(state) for state in waits if counts.get(state)), None)


def history(steps: Sequence[RequestStep], *, for_club: bool) -> list[Step]:
    """The history of a request in words. A club reads names, and never the office's addresses."""
    told = []
    for number, step in enumerate(steps):
        again = number > 0 and step.state == RequestState.SENT
        text = gettext("Contestada y enviada otra vez") if again else str(STEPS[step.state])
        told.append(Step(step.at, text, step.text, _author(step.by, for_club=for_club)))
    return told


STEPS: Mapping[str, Promise] = {
    **STATES,
    RequestState.MORE_ASKED: _("La secretaría pide algo más"),
}


def _author(user: User | None, *, for_club: bool) -> str:
    if user is None:
        return gettext("el sistema")
    if user.person is None and for_club:
        return gettext("la secretaría")
    return str(user)


def office_acts(request: ClubRequest) -> list[RequestAct]:
    """What the office may answer beside accepting."""
    return [act for act in acts_open(request.state, club=False) if act is not RequestAct.ACCEPT]
