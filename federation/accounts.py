"""How accounts behave: no open sign-up, one address is one account, the second factor of who decides."""

from __future__ import annotations

import base64
import hashlib

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY, get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from federation.models import User
from federation.queries.roles import PRIVILEGED, current_roles

SECOND_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)


class AccountAdapter(DefaultAccountAdapter):
    """Accounts are made by the office; addresses are kept in lower case."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _("El correo o la contraseña no son correctos. Prueba otra vez."),
        "too_many_login_attempts": _("Demasiados intentos fallidos. Espera cinco minutos y prueba otra vez."),
        "rate_limited": _("Demasiados intentos seguidos. Espera cinco minutos y prueba otra vez."),
        "incorrect_password": _("La contraseña no es correcta. Escríbela otra vez."),
        "enter_current_password": _("Escribe tu contraseña actual."),
        "incorrect_code": _("El código no es correcto. Escribe el último que haya salido."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002
        """Nobody makes an account for himself: the office invites (product spec, Accounts)."""
        return False

    def clean_email(self, email: str) -> str:
        """Give the address as it is kept: without blanks around it, in lower case."""
        return str(super().clean_email(email)).strip().lower()


class MFAAdapter(DefaultMFAAdapter):
    """The second factor: a code of one time from an application, or a recovery code."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("El código no es correcto. Escribe el último que haya salido."),
        "cannot_delete_authenticator": _("Tu función en la federación exige la verificación en dos pasos."),
        "cannot_generate_recovery_codes": _("Activa antes la verificación en dos pasos."),
    }

    def build_totp_svg(self, url: str) -> SafeString:
        """Draw the address as a QR code that may stand inside the page (attributes only, no style)."""
        # segno escapes nothing because it draws: the address is not in the picture as text.
        drawing = segno.make(url, error="m").svg_inline(omitsize=True, border=3, dark="#000", light="#fff")
        return mark_safe(drawing)  # noqa: S308

    def encrypt(self, text: str) -> str:
        """Close a secret of the second factor, so that a copy of the database gives away none."""
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Open it again; InvalidToken when the installation's secret key is not the one that closed it."""
        return _box().decrypt(encrypted_text.encode()).decode()

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Whoever holds a role that demands the second factor may not drop it."""
        return not current_roles(authenticator.user) & PRIVILEGED


def _box() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [hashlib.sha256(f"second factor:{key}".encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def has_second_factor(request: HttpRequest) -> bool:
    """Say whether this session showed a second factor that the account still has.

    Reads what the library wrote down in the session at login or when identifying
    again; a factor that has been removed since, here or elsewhere, no longer counts.
    """
    used = {
        record.get("id")
        for record in get_authentication_records(request, request.user)
        if record.get("method") == "mfa" and record.get("type") in SECOND_FACTORS
    }
    return bool(used) and Authenticator.objects.filter(user=request.user, pk__in=used).exists()


def record_second_factor(request: HttpRequest, user: User) -> None:
    """Write down in the session that the code of the factor activated just now was right."""
    factor = Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP)
    record_authentication(request, user, "mfa", id=factor.pk, type=factor.type)


__all__ = [
    "AUTHENTICATION_METHODS_SESSION_KEY",
    "AccountAdapter",
    "MFAAdapter",
    "has_second_factor",
    "record_second_factor",
]
