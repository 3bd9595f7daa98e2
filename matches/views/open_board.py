"""Opening a board on a phone by its code or QR, and leaving it."""

from __future__ import annotations

import time

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from federation.http import add_rule_error
from federation.models import User
from federation.rules.errors import RuleError
from matches import messages
from matches.actions import tables as actions
from matches.forms.tables import BoardCodeForm
from matches.models import Board
from matches.permissions import may_open_board
from matches.queries import tables
from matches.views.access import actor_of, device_of, keep_device, keep_table_token, table_session

page = require_http_methods(["GET", "HEAD", "POST"])


@login_not_required
@page
@never_cache
def open_board(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a board; a right one leads to the page that opens it."""
    if request.method != "POST":
        return _code_page(request, BoardCodeForm())
    form = BoardCodeForm(request.POST)
    if _too_many(request):
        form.add_error(None, _too_often())
        return _code_page(request, form, status=429)
    if not form.is_valid():
        return _code_page(request, form, status=422)
    if tables.board_of_code(form.cleaned_data["code"]) is None:
        return _wrong_code(request, form, status=422)
    return redirect("matches:open_board_code", code=form.cleaned_data["code"])


@login_not_required
@page
@never_cache
def open_board_code(request: HttpRequest, code: str) -> HttpResponse:
    """Say which board a code opens, and open it on this phone when asked to."""
    form = BoardCodeForm({"code": code})
    if _too_many(request):
        form.add_error(None, _too_often())
        return _code_page(request, form, status=429)
    board = tables.board_of_code(form.cleaned_data["code"]) if form.is_valid() else None
    if board is None:
        return _wrong_code(request, form, status=404)
    if request.method != "POST":
        return _board_page(request, board)
    return _open(request, board)


def _open(request: HttpRequest, board: Board) -> HttpResponse:
    """Open the board: the phone keeps the table's token and nobody's account."""
    held = table_session(request)
    if held is not None and held.board_id == board.pk:
        return redirect("matches:board", pk=board.pk)
    device, _new = device_of(request)
    user = request.user if isinstance(request.user, User) else None
    try:
        _session, token = actions.open_board(code=board.code, device=device, by=user)
    except RuleError:
        # Closed between the two taps.
        return _wrong_code(request, BoardCodeForm({"code": board.code}), status=409)
    if held is not None:
        actions.leave_board(by=actor_of(request))
    if user is not None:
        logout(request)
    response = redirect("matches:board", pk=board.pk)
    return keep_device(keep_table_token(response, token), device)


@login_not_required
@page
@never_cache
def leave_board(request: HttpRequest) -> HttpResponse:
    """Leave the board on this phone, after asking."""
    session = table_session(request)
    if session is None:
        return redirect("matches:open_board")
    if request.method != "POST":
        return render(request, "matches/leave_board.html", {"board": session.board})
    actions.leave_board(by=actor_of(request))
    return redirect("matches:open_board")


def _code_page(request: HttpRequest, form: BoardCodeForm, *, status: int = 200) -> HttpResponse:
    session = table_session(request)
    context = {"form": form, "open_board": session.board if session else None}
    return render(request, "matches/open_board.html", context, status=status)


def _board_page(request: HttpRequest, board: Board) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    context = {
        "board": board,
        "home": board.encounter.home.name,
        "away": board.encounter.away.name,
        "own_account": user is not None and may_open_board(user, board.encounter),
    }
    return render(request, "matches/open_board_code.html", context)


def _wrong_code(request: HttpRequest, form: BoardCodeForm, *, status: int) -> HttpResponse:
    _count_miss(request)
    if form.is_valid():
        add_rule_error(form, RuleError("board_code_unknown", field="code"), messages.text)
    return _code_page(request, form, status=status)


def _too_often() -> str:
    return _("Demasiados códigos equivocados desde esta red. Espera unos minutos y prueba otra vez.")


# --- wrong codes per address, in the cache that all processes share -----------------------


def _key(request: HttpRequest) -> str:
    window = int(time.time()) // settings.BOARD_CODE_WINDOW_SECONDS
    return f"board-code:{get_adapter(request).get_client_ip(request)}:{window}"


def _too_many(request: HttpRequest) -> bool:
    return (cache.get(_key(request)) or 0) >= settings.BOARD_CODE_MISSES


def _count_miss(request: HttpRequest) -> None:
    key = _key(request)
    if not cache.add(key, 1, timeout=settings.BOARD_CODE_WINDOW_SECONDS):
        cache.incr(key)
