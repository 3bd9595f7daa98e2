"""The link that proves that a new address is read by whoever asked for it."""

from __future__ import annotations

from dataclasses import dataclass

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from federation.models import User

SALT = "email change"
MAX_AGE_SECONDS = 24 * 3600


@dataclass(frozen=True)
class EmailChange:
    """From which address to which one."""

    old: str
    new: str


def confirmation_token(user: User, new: str) -> str:
    """Make the secret of the link for changing the address of `user` to `new`."""
    data = {"user": user.pk, "old": user.email, "new": new, "password": _password(user)}
    return signing.dumps(data, salt=SALT, compress=True)


def read_token(token: str, user: User) -> EmailChange | None:
    """Give the change; None when the link is another account's, over, used, or from before a new password."""
    try:
        data = signing.loads(token, salt=SALT, max_age=MAX_AGE_SECONDS)
    except signing.BadSignature:
        return None
    if data["user"] != user.pk or data["old"] != user.email:
        return None
    if not constant_time_compare(data["password"], _password(user)):
        return None
    return EmailChange(old=data["old"], new=data["new"])


def _password(user: User) -> str:
    return salted_hmac(SALT, user.password, algorithm="sha256").hexdigest()[:16]
