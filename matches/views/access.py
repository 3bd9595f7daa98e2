"""What the views of this app share: who acts, what he may see, and one answer per write."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core import signing
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.dateparse import parse_datetime

from competitions.models import Encounter
from federation.actions.receipts import Answer, once
from federation.http import add_rule_error
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches import messages
from matches.actions.tables import token_digest
from matches.models import Board, TableSession
from matches.permissions import Actor, may_open_board
from matches.queries import people

TABLE_COOKIE = "mesa"
DEVICE_COOKIE = "dispositivo"
TABLE_HOURS = 24
NOT_OF_THE_BODY = ("csrfmiddlewaretoken", "client_id", "device_time", "pin", "scorer_pin", "counter_pin", "password")


def encounter_or_404(request: HttpRequest, pk: int) -> Encounter:
    """The encounter, when this account may see it; 404 otherwise, so that nobody learns that it exists."""
    encounter = people.visible_encounters(request.user).filter(pk=pk).first()
    if encounter is None:
        raise Http404
    return encounter


def table_session(request: HttpRequest) -> TableSession | None:
    """The open table session that this phone holds, if any."""
    token = request.COOKIES.get(TABLE_COOKIE, "")
    if not token or request.user.is_authenticated:
        return None
    return (
        TableSession.objects.select_related("board")
        .filter(token_digest=token_digest(token), ended_at__isnull=True)
        .first()
    )


def board_or_404(request: HttpRequest, pk: int) -> tuple[Board, Encounter]:
    """A board with its encounter: for the phone opened on it, and for its captains and judge; else 404."""
    board = Board.objects.filter(pk=pk).first()
    if board is None:
        raise Http404
    encounter = Encounter.objects.select_related(
        "round__competition__season", "home__team__club", "away__team__club", "venue", "format"
    ).get(pk=board.encounter_id)
    if request.user.is_authenticated:
        if may_open_board(request.user, encounter):
            return board, encounter
        raise Http404
    session = table_session(request)
    if session is None or session.board_id != board.pk:
        raise Http404
    return board, encounter


def actor_of(request: HttpRequest) -> Actor:
    """Who sends this request: the account, or the table session of this phone."""
    session = table_session(request)
    return Actor(
        user=request.user if request.user.is_authenticated else None,
        session=session,
        device=_device(request, session),
        client_id=request.POST.get("client_id", "")[:64],
        device_time=_device_time(request.POST.get("device_time", "")),
    )


def _device(request: HttpRequest, session: TableSession | None) -> str:
    if session is not None:
        return f"mesa-{session.pk}"
    if request.user.is_authenticated:
        key = request.session.session_key or ""
        return f"cuenta-{hashlib.sha256(key.encode()).hexdigest()[:24]}"
    return "desconocido"


def _device_time(text: str) -> datetime | None:
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment if moment is not None and timezone.is_aware(moment) else None


def new_client_id() -> str:
    """The id that a form brings from the server for whoever has no script."""
    return get_random_string(32)


def write(request: HttpRequest, act: Callable[[], Answer]) -> Answer:
    """Run a write once for the id that came with the form; a repeat gets the first answer again.

    Raises whatever `act` raises, and ConflictError when the id was used for something else.
    PINs and passwords are no part of what is compared: they are proved before.
    """
    actor = actor_of(request)
    body: dict[str, Any] = {
        name: request.POST.getlist(name) for name in request.POST if name not in NOT_OF_THE_BODY
    }
    return once(client_id=actor.client_id, author=actor.author, body={"path": request.path, **body}, act=act)


@dataclass(frozen=True)
class Attempt:
    """How a write went: its answer, or the status and the error that the form now shows."""

    answer: Answer | None
    status: int
    error: RuleError | None = None

    @property
    def done(self) -> bool:
        """Was it done (now or before)?"""
        return self.answer is not None


def attempt(request: HttpRequest, form: BaseForm, act: Callable[[], Answer]) -> Attempt:
    """Run `act` for a valid form and put any refusal on the form.

    Statuses: 200 done, 422 invalid or refused by a rule, 409 somebody was first or the
    state has moved, 403 may see and may not do (design, invariant 9). What was typed
    stays in the form. `act` gives a JSON-able answer.
    """
    if not form.is_valid():
        return Attempt(None, 422)
    try:
        return Attempt(write(request, act), 200)
    except RuleError as error:
        add_rule_error(form, error, messages.text)
        return Attempt(None, status_of(error), error)


def status_of(error: RuleError) -> int:
    """The HTTP status of a refusal."""
    if isinstance(error, ForbiddenError):
        return 403
    return 409 if isinstance(error, ConflictError) else 422


def keep_table_token(response: HttpResponse, token: str) -> HttpResponse:
    """Leave the table session's token on this phone, out of reach of scripts."""
    response.set_cookie(
        TABLE_COOKIE,
        token,
        max_age=TABLE_HOURS * 3600,
        httponly=True,
        secure=settings.SECURE_COOKIES,
        samesite="Lax",
    )
    return response


def device_of(request: HttpRequest) -> tuple[str, bool]:
    """A lasting random name of this phone, and whether it is new (then the answer must set it)."""
    try:
        return signing.loads(request.COOKIES.get(DEVICE_COOKIE, ""), salt="device"), False
    except signing.BadSignature:
        return get_random_string(20), True


def keep_device(response: HttpResponse, device: str) -> HttpResponse:
    """Leave the phone its name."""
    response.set_cookie(
        DEVICE_COOKIE,
        signing.dumps(device, salt="device"),
        max_age=365 * 24 * 3600,
        httponly=True,
        secure=settings.SECURE_COOKIES,
        samesite="Lax",
    )
    return response
