"""Asking again who it is before a dangerous act, although he is logged in."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

View = Callable[..., HttpResponseBase]


def identified_recently(request: HttpRequest) -> bool:
    """Say whether this session proved within ACCOUNT_REAUTHENTICATION_TIMEOUT seconds who it is.

    Login counts, and so does each way of identifying again (password, code, passkey).
    """
    records = get_authentication_records(request, request.user)
    last = max((record.get("at", 0.0) for record in records), default=0.0)
    return bool(time.time() - last < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)


def recently_identified(view: View) -> View:
    """Let the view run only for somebody who identified himself a short while ago.

    Otherwise he is sent to do it and comes back: a form that was being sent is sent again
    with what it held (files apart), by the library. For roles, keys, exports, decisions.
    """

    @wraps(view)
    def identified(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not identified_recently(request):
            # The library's middleware turns it into the way there and back.
            raise ReauthenticationRequired
        return view(request, *args, **kwargs)

    return identified
