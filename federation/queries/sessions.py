"""Where an account is logged in."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils.crypto import constant_time_compare

from federation import clock
from federation.models import User


def open_sessions(user: User) -> list[UserSession]:
    """Give the sessions of an account that still open it, newest first, in two queries.

    Left out are those that have run out or were opened under another password.
    """
    known = UserSession.objects.filter(user=user).order_by("-created_at")
    rows = {row.session_key: row for row in known}
    stored = Session.objects.filter(session_key__in=rows, expire_date__gt=clock.now())
    expected = user.get_session_auth_hash()
    valid = {
        session.session_key
        for session in stored
        if constant_time_compare(session.get_decoded().get(HASH_SESSION_KEY, ""), expected)
    }
    return [row for key, row in rows.items() if key in valid]
