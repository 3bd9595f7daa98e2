"""Devices where somebody has logged in before, so that a stranger's attempts do not shut him out there.

A signed cookie lists, for the last few accounts of this browser, a number of the device.
Attempts from such a device on such an account have a counter of their own. It stops being
known when the password changes: whoever knew the old one has no advantage left.
"""

from __future__ import annotations

import secrets
from typing import TypedDict

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from federation.models import User

SALT = "known device"
MOST_ACCOUNTS = 5
MAX_AGE_SECONDS = 180 * 24 * 3600


class Entry(TypedDict):
    """One account in the cookie: whose (a keyed hash of the address), which device, under which password."""

    account: str
    device: str
    password: str


def known_device(request: HttpRequest, email: str) -> str:
    """Give the number of this device when `email` has logged in here under the present password, else ""."""
    entry = next((entry for entry in _read(request) if entry["account"] == _account(email)), None)
    if entry is None:
        return ""
    user = User.objects.filter(email=email.strip().lower()).first()
    if user is None or not constant_time_compare(entry["password"], _password(user)):
        return ""
    return entry["device"]


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Write into the answer's cookie that `user` has logged in on this device."""
    entries = _read(request)
    account = _account(user.email)
    before = next((entry for entry in entries if entry["account"] == account), None)
    device = before["device"] if before else secrets.token_urlsafe(12)
    mine: Entry = {"account": account, "device": device, "password": _password(user)}
    kept = [mine, *(entry for entry in entries if entry["account"] != account)][:MOST_ACCOUNTS]
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps(kept, salt=SALT, compress=True),
        max_age=MAX_AGE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> list[Entry]:
    try:
        kept = signing.loads(
            request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=SALT, max_age=MAX_AGE_SECONDS
        )
    except signing.BadSignature:
        return []
    return list(kept)


def _account(email: str) -> str:
    return salted_hmac(SALT, email.strip().lower(), algorithm="sha256").hexdigest()[:32]


def _password(user: User) -> str:
    return salted_hmac(f"{SALT} password", user.password, algorithm="sha256").hexdigest()[:32]
