"""What the views of this app share: who acts, what he may see, and one answer per write."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.core import signing
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.dateparse import parse_datetime

from competitions.models import Encounter
from federation.actions.receipts import Answer
from federation.views import writes
from federation.views.writes import Attempt, new_client_id, status_of, write_once
from matches import messages
from matches.actions.tables import token_digest
from matches.models import Board, TableSession
from matches.permissions import Actor, may_open_board
from matches.queries import encounters, people

TABLE_COOKIE = "mesa"
DEVICE_COOKIE = "dispositivo"
TABLE_HOURS = 24

__all__ = [
    "DEVICE_COOKIE",
    "TABLE_COOKIE",
    "Attempt",
    "actor_of",
    "attempt",
    "board_or_404",
    "device_of",
    "encounter_or_404",
    "keep_device",
    "keep_table_token",
    "new_client_id",
    "status_of",
    "table_session",
    "write",
]


def encounter_or_404(request: HttpRequest, pk: int) -> Encounter:
    """The encounter, when this account may see it; 404 otherwise, so that nobody learns that it exists."""
    encounter = people.visible_encounters(request.user).filter(pk=pk).first()
    if encounter is None:
        raise Http404
    return encounter


def table_session(request: HttpRequest) -> TableSession | None:
    """The open table session that this phone holds, if any; looked for once in a request."""
    kept = vars(request)
    if "table_session" not in kept:
        kept["table_session"] = _held_session(request)
    found: TableSession | None = kept["table_session"]
    return found


def _held_session(request: HttpRequest) -> TableSession | None:
    token = request.COOKIES.get(TABLE_COOKIE, "")
    if not token or request.user.is_authenticated:
        return None
    return (
        TableSession.objects.select_related("board")
        .filter(token_digest=token_digest(token), ended_at__isnull=True)
        .first()
    )


def board_or_404(request: HttpRequest, pk: int) -> tuple[Board, Encounter | None]:
    """A board: for the phone opened on it, and for its captains and judge; else 404.

    For these with its encounter, of which they have their right.
    """
    if not request.user.is_authenticated:
        session = table_session(request)
        if session is None or session.board_id != pk:
            raise Http404
        return session.board, None
    board = Board.objects.filter(pk=pk).first()
    if board is None:
        raise Http404
    encounter = encounters.at_table(board.encounter_id)
    if not may_open_board(request.user, encounter):
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


def write(request: HttpRequest, act: Callable[[], Answer]) -> Answer:
    """Run a write of an account or a table session once for the id that came with the form.

    As `federation.views.writes.write_once`: a repeat gets the first answer again.
    """
    return write_once(request, act, author=actor_of(request).author)


def attempt(request: HttpRequest, form: BaseForm, act: Callable[[], Answer]) -> Attempt:
    """Run `act` for a valid form and put any refusal on the form, in the words of this app.

    As `federation.views.writes.attempt`, which tells the statuses. `act` gives a JSON-able answer.
    """
    return writes.attempt(form, lambda: write(request, act), messages.text)


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
