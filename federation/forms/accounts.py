"""The library's account forms in our own words, without placeholders (they vanish when one types)."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.utils.translation import gettext_lazy as _

PASSWORD = _("Contraseña")
NEW_PASSWORD = _("Contraseña nueva")
REPEATED = _("La misma otra vez")
NEW_PASSWORD_HELP = _("Diez caracteres o más; no vale una corriente, ni tu nombre, ni solo cifras.")


def _say(form: forms.Form, name: str, label: Any, help_text: Any = "") -> None:
    field = form.fields[name]
    field.label, field.help_text = label, help_text
    field.widget.attrs.pop("placeholder", None)


def _as_code(form: forms.Form, help_text: Any) -> None:
    _say(form, "code", _("Código"), help_text)
    form.fields["code"].widget.attrs |= {
        "autocomplete": "one-time-code",
        "class": "one-time",
        "maxlength": 20,
        "autocapitalize": "none",
        "spellcheck": "false",
    }


class LoginForm(account.LoginForm):
    """Address, password, and whether this device is one's own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "login", _("Correo"))
        _say(self, "password", PASSWORD)
        _say(self, "remember", _("Seguir dentro en este aparato"), _("No lo marques en un aparato de otros."))

    def clean_login(self) -> str:
        """Give the address in lower case: that is how it is kept."""
        return str(super().clean_login()).strip().lower()


class ReauthenticateForm(account.ReauthenticateForm):
    """The password again."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "password", PASSWORD)


class ChangePasswordForm(account.ChangePasswordForm):
    """The old password and, twice, the new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "oldpassword", _("Contraseña actual"))
        _say(self, "password1", NEW_PASSWORD, NEW_PASSWORD_HELP)
        _say(self, "password2", REPEATED)


class ResetPasswordForm(account.ResetPasswordForm):
    """The address that gets the link."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "email", _("Correo"))


class ResetPasswordKeyForm(account.ResetPasswordKeyForm):
    """The new password, twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "password1", NEW_PASSWORD, NEW_PASSWORD_HELP)
        _say(self, "password2", REPEATED)


class SecondFactorForm(mfa.AuthenticateForm):
    """The code of the second factor at login."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _as_code(self, _("El de tu aplicación, o uno de recuperación."))


class SecondFactorAgainForm(mfa.ReauthenticateForm):
    """The code of the second factor within a session."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _as_code(self, _("El de tu aplicación, o uno de recuperación."))


class ActivateSecondFactorForm(ActivateTOTPForm):
    """The first code of an application, which shows that it was set up."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _as_code(self, _("Seis cifras."))
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class NewEmailForm(forms.Form):
    """The address that shall take the place of the present one."""

    email = forms.EmailField(
        label=_("Correo nuevo"),
        max_length=254,
        help_text=_("Le llegará un enlace; al abrirlo, será con el que entras."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def __init__(self, *args: Any, old: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.old = old

    def clean_email(self) -> str:
        """Give it in lower case; it must be another than the present one."""
        email = str(self.cleaned_data["email"]).strip().lower()
        if email == self.old:
            raise forms.ValidationError(_("Ese es el correo que ya tienes. Escribe otro."))
        return email
