"""What follows when somebody logs in or changes how he does: the known device, the audit, old sessions."""

from __future__ import annotations

from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.http import HttpRequest, HttpResponse

from federation.accounts.known_devices import remember_device
from federation.actions.own_account import end_sessions, forget_ended_sessions, note
from federation.models import User


def connect() -> None:
    """Listen to the library's signals (called once, when the app is ready)."""
    account.user_logged_in.connect(_logged_in, dispatch_uid="known device")
    account.password_changed.connect(_password_changed, dispatch_uid="password changed")
    account.password_reset.connect(_password_reset, dispatch_uid="password reset")
    mfa.authenticator_added.connect(_factor_added, dispatch_uid="factor added")
    mfa.authenticator_removed.connect(_factor_removed, dispatch_uid="factor removed")
    mfa.authenticator_reset.connect(_codes_renewed, dispatch_uid="recovery codes renewed")


def _logged_in(*, request: HttpRequest, response: HttpResponse, user: User, **_: Any) -> None:
    remember_device(request, response, user)
    forget_ended_sessions(user=user)
    UserSession.objects.create_from_request(request)


def _password_changed(*, request: HttpRequest, user: User, **_: Any) -> None:
    # They are worth nothing any more (a session holds a digest of the password): away with them.
    end_sessions(user=user, but=request.session.session_key)
    UserSession.objects.create_from_request(request)
    note(user=user, verb="account.password_changed")


def _password_reset(*, user: User, **_: Any) -> None:
    end_sessions(user=user)
    note(user=user, verb="account.password_reset")


def _factor_added(*, user: User, authenticator: Authenticator, **_: Any) -> None:
    note(user=user, verb="account.factor_added", data={"type": authenticator.type})


def _factor_removed(*, user: User, authenticator: Authenticator, **_: Any) -> None:
    note(user=user, verb="account.factor_removed", data={"type": authenticator.type})


def _codes_renewed(*, user: User, **_: Any) -> None:
    note(user=user, verb="account.recovery_codes_renewed")
