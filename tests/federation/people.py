"""Accounts and sessions for the tests of the shell: who logs in, and with how many factors."""

from __future__ import annotations

import re
import time

from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from federation.accounts.delivery import deliver_due
from federation.models import Role, RoleAssignment, User

PASSWORD = "una-clave-larga-1"
LOGIN = "/cuentas/entrar/"
CODE = "/cuentas/dos-pasos/codigo/"


def make_user(email: str = "persona@example.org", *roles: Role) -> User:
    """Make an account with `roles` in force."""
    user = User.objects.create_user(email, PASSWORD)
    for role in roles:
        give(user, role)
    return user


def give(user: User, role: Role) -> RoleAssignment:
    """Give a role from now on."""
    return RoleAssignment.objects.create(user=user, role=role, valid_from=timezone.now())


def enrol(user: User) -> str:
    """Give the account an application of codes, and recovery codes; `code_now` answers for the secret."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    return secret


def code_now(secret: str) -> str:
    """Give the code that the application shows now, as if it had not been used yet."""
    cache.clear()
    return format_hotp_value(hotp_value(secret, int(time.time()) // app_settings.TOTP_PERIOD))


def recovery_code(user: User) -> str:
    """Give a recovery code that has not been used."""
    return Authenticator.objects.get(user=user, type="recovery_codes").wrap().get_unused_codes()[0]


def mail_sent() -> list[EmailMessage]:
    """Send the account mail that waits, and give all that has left in this test."""
    deliver_due()
    return mail.outbox


def link_in(message: EmailMessage) -> str:
    """Give the path of the link in a message."""
    return re.search(rf"{re.escape(settings.SITE_URL)}(\S+)", message.body).group(1)


def identify(client: Client) -> None:
    """Confirm with the password who it is."""
    client.post("/cuentas/identificarse/", {"password": PASSWORD})


def log_in(client: Client, user: User, secret: str = "") -> Client:
    """Log in through the pages, with the second factor when there is a secret."""
    client.post(LOGIN, {"login": user.email, "password": PASSWORD})
    if secret:
        client.post(CODE, {"code": code_now(secret)})
    return client
