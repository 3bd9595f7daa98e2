"""The form with which an invited person chooses his password."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from federation.forms.accounts import NEW_PASSWORD_HELP, PASSWORD, REPEATED
from federation.models import Invitation, User

PASSWORD_LENGTH = 200
TOO_SIMILAR = _("Se parece demasiado a tu nombre o a tu correo. Elige otra.")


def _field(label: Any, help_text: Any = "") -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": "new-password"})
    return forms.CharField(
        label=label, help_text=help_text, max_length=PASSWORD_LENGTH, strip=False, widget=widget
    )


class AcceptForm(forms.Form):
    """A password, twice. The project's validators judge it, knowing address and name."""

    password1 = _field(PASSWORD, NEW_PASSWORD_HELP)
    password2 = _field(REPEATED)

    def __init__(self, *args: Any, invitation: Invitation, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.invitation = invitation

    def clean(self) -> dict[str, Any]:
        """Refuse a weak password, and two that differ."""
        data = super().clean() or {}
        first, second = data.get("password1"), data.get("password2")
        if first:
            try:
                validate_password(first, _likeness(self.invitation))
            except forms.ValidationError as error:
                for one in error.error_list:
                    self.add_error("password1", TOO_SIMILAR if one.code == "password_too_similar" else one)
        if first and second and first != second:
            self.add_error("password2", _("Las dos contraseñas no son iguales. Escríbelas otra vez."))
        return data


def _likeness(invitation: Invitation) -> User:
    """An account that is never saved: what a password must not look like."""
    user = User(email=invitation.email)
    # The names that Django's validator looks for.
    user.first_name = invitation.person.given_name  # type: ignore[attr-defined]
    user.last_name = invitation.person.surname_1  # type: ignore[attr-defined]
    return user
