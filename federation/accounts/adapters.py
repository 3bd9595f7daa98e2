"""What the library asks of us: no open sign-up, one address is one account, whose attempts count where."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from federation.accounts import delivery
from federation.accounts.devices import device_name
from federation.accounts.known_devices import known_device
from federation.accounts.second_factor import FACTORS
from federation.models import Federation, User
from federation.queries.roles import PRIVILEGED, current_roles

LIMITS = "allauth.account"
TOO_MANY = _(
    "Demasiados intentos fallidos. Espera cinco minutos, entra con una llave de acceso "
    "o hazlo desde un aparato en el que ya hayas entrado."
)


class AccountAdapter(DefaultAccountAdapter):
    """Accounts are made by the office; addresses are kept in lower case; mail goes into the queue."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _("El correo o la contraseña no son correctos. Prueba otra vez."),
        "too_many_login_attempts": TOO_MANY,
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

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt before the password is looked at; refuse it when there were too many.

        A device where the account has logged in before counts for itself: neither a stranger's
        attempts on this account nor those of the neighbours at the same address shut it out.
        """
        email = self.clean_email(str(credentials.get("email", "")))
        device = known_device(request, email)
        if device:
            failures, key = "login_failed_known_device", f"{device}:{email}"
        else:
            # Not the library's key: that holds the name of the host asked, so that every
            # other name of this server would be ten more guesses.
            failures, key = "login_failed", email
            if not ratelimit.consume(request, app=LIMITS, action="login_unknown_device"):
                raise self.validation_error("too_many_login_attempts")
        # Taken back when the password turns out right.
        self._login_failed_rl_usage = ratelimit.consume(request, app=LIMITS, action=failures, key=key)
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002
        """Go back to one's account."""
        return reverse("federation:account")

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell the owner what was done to his account, when, and from which device."""
        data = {
            **(context or {}),
            "at": timezone.now().isoformat(),
            "ip": self.get_client_ip(self.request),
            "device": device_name(self.request.META.get("HTTP_USER_AGENT", "")),
        }
        delivery.post(template_prefix, email or user.email, user=user, data=data)


class MFAAdapter(DefaultMFAAdapter):
    """The second factor: a passkey, a code from an application, or a recovery code."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("El código no es correcto. Escribe el último que haya salido."),
        "cannot_delete_authenticator": _("Tu función en la federación exige la verificación en dos pasos."),
        "cannot_generate_recovery_codes": _("Activa antes la verificación en dos pasos."),
        "passkey_not_valid": _("Esa llave de acceso no vale aquí. Prueba otra vez o entra de otra manera."),
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
        """Whoever holds a role that demands the second factor may not drop his last one."""
        if not current_roles(authenticator.user) & PRIVILEGED:
            return True
        others = Authenticator.objects.filter(user=authenticator.user, type__in=FACTORS)
        return others.exclude(pk=authenticator.pk).exists()

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002, ARG002
        """Propose the device that it is made on as the name of a passkey."""
        return device_name(context.request.META.get("HTTP_USER_AGENT", ""))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Say for whom the passkey is: for this host, in the federation's name."""
        federation = Federation.objects.first()
        host = context.request.get_host().partition(":")[0]
        return {"id": host, "name": federation.name if federation else host}


def _box() -> MultiFernet:
    keys = [settings.SECRET_KEY, *map(str, settings.SECRET_KEY_FALLBACKS)]
    digests = [hashlib.sha256(f"second factor:{key}".encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
