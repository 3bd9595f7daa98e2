"""Where one is logged in, in words, and how to end it there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from federation.accounts.devices import device_name, is_handheld
from federation.actions.own_account import end_sessions
from federation.models import User
from federation.queries.sessions import open_sessions


@dataclass(frozen=True)
class OpenSession:
    """One line of the list."""

    pk: int
    device: str
    handheld: bool
    since: datetime
    address: str
    current: bool


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show the sessions that are open, this one first."""
    rows = [_line(row, request.session.session_key) for row in open_sessions(cast("User", request.user))]
    rows.sort(key=lambda row: not row.current)
    return render(request, "usersessions/usersession_list.html", {"sessions": rows})


@require_POST
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """End one of one's own other sessions; 404 for any other number."""
    user = cast("User", request.user)
    row = (
        UserSession.objects.filter(user=user, pk=pk).exclude(session_key=request.session.session_key).first()
    )
    if row is None:
        raise Http404
    end_sessions(user=user, only=row.pk)
    messages.success(request, _("Sesión cerrada: %(device)s.") % {"device": device_name(row.user_agent)})
    return redirect("usersessions_list")


@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    """End all sessions but this one."""
    ended = end_sessions(user=cast("User", request.user), but=request.session.session_key)
    text = ngettext("Se ha cerrado %(number)s sesión.", "Se han cerrado %(number)s sesiones.", ended)
    messages.success(request, text % {"number": ended})
    return redirect("usersessions_list")


def _line(row: UserSession, current: str | None) -> OpenSession:
    return OpenSession(
        pk=row.pk,
        device=device_name(row.user_agent),
        handheld=is_handheld(row.user_agent),
        since=row.created_at,
        address=row.ip,
        current=row.session_key == current,
    )
