"""Whether a session has shown a second factor, and which ones an account has."""

from __future__ import annotations

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from django.http import HttpRequest

from federation.models import User

FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""What somebody can set up. Recovery codes come with either and stand in for it."""

SHOWN_AS_FACTOR = (*FACTORS, Authenticator.Type.RECOVERY_CODES)


def enrolled_factors(user: User) -> frozenset[str]:
    """Give the kinds of factor (of `FACTORS`) that the account has set up."""
    found = Authenticator.objects.filter(user=user, type__in=FACTORS).values_list("type", flat=True)
    return frozenset(found)


def has_second_factor(request: HttpRequest) -> bool:
    """Say whether this session showed a second factor that the account still has.

    Reads what the library wrote down in the session at login or when identifying
    again; a factor that has been removed since, here or elsewhere, no longer counts.
    A passkey at login counts: it asks for the finger, the face or the device's own code.
    """
    used = {
        record.get("id")
        for record in get_authentication_records(request, request.user)
        if record.get("method") == "mfa" and record.get("type") in SHOWN_AS_FACTOR
    }
    return bool(used) and Authenticator.objects.filter(user=request.user, pk__in=used).exists()


def record_second_factor(request: HttpRequest, user: User, kind: str) -> None:
    """Write down in the session that the factor of this kind, set up just now, was right."""
    factor = Authenticator.objects.filter(user=user, type=kind).latest("pk")
    record_authentication(request, user, "mfa", id=factor.pk, type=factor.type)
