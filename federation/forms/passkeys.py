"""What a browser sends of a passkey. The library checks it; a mangled one is a mistake, not a fault."""

from __future__ import annotations

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as webauthn
from cryptography.exceptions import InvalidSignature
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

NAME = _("Nombre")
NAME_HELP = _("Para distinguirla de otras: el aparato o el sitio donde la guardas.")
NAME_LENGTH = 60
# What the parts of a credential raise when they are not what they should be.
MANGLED = (ValueError, TypeError, KeyError, AttributeError, IndexError, InvalidSignature)


def _refusal() -> ValidationError:
    return get_adapter().validation_error("passkey_not_valid")


class _ShownMixin:
    """Turns whatever is wrong with a credential into one answer."""

    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except ValidationError as error:
            if error.code == "incorrect_code":
                raise _refusal() from error
            raise
        except MANGLED as error:
            raise _refusal() from error


class AuthenticateForm(_ShownMixin, webauthn.AuthenticateWebAuthnForm):
    """A passkey as the second step of a login."""


class ReauthenticateForm(_ShownMixin, webauthn.ReauthenticateWebAuthnForm):
    """A passkey to confirm who one is."""


class LoginForm(_ShownMixin, webauthn.LoginWebAuthnForm):
    """A passkey instead of address and password."""


class AddForm(webauthn.AddWebAuthnForm):
    """A new passkey and its name."""

    passwordless = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = forms.CharField(
            label=NAME, max_length=NAME_LENGTH, required=False, help_text=NAME_HELP
        )

    def clean(self) -> dict[str, Any]:
        """Have the library check what the browser made."""
        try:
            return dict(super().clean())
        except ValidationError as error:
            raise _refusal() from error
        except MANGLED as error:
            raise _refusal() from error


class RenameForm(webauthn.EditWebAuthnForm):
    """Another name for a passkey."""

    name = forms.CharField(label=NAME, max_length=NAME_LENGTH, help_text=NAME_HELP)
