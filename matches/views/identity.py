"""Proving again who one is, in the act itself: one's own password, or a PIN on another's phone."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest

from federation.models import User
from federation.rules.errors import RuleError
from matches.actions.pins import Identified
from matches.permissions import Actor


def account_of(request: HttpRequest) -> User:
    """The account that is logged in; only for views behind the login."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def identified_by_password(request: HttpRequest, password: str, by: Actor) -> Identified:
    """Check the password of the account that is logged in; misses count as those of a login.

    So they are limited per account and per address, together with those of the entrance.
    RuleError `password_wrong`, `password_too_often`.
    """
    user = account_of(request)
    try:
        found = get_adapter(request).authenticate(request, email=user.email, password=password)
    except ValidationError as error:
        raise RuleError("password_too_often", field="password") from error
    if found is None or found.pk != user.pk or user.person_id is None:
        raise RuleError("password_wrong", field="password")
    return Identified(person_id=user.person_id, how="password", device=by.device)
