"""Forms of signing: what a signatory says, draws and proves himself with, and who is missing."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.rules.errors import RuleError
from matches import messages
from matches.rules import signing as rules
from matches.rules.pins import LENGTH as PIN_LENGTH

HASH = r"^[0-9a-f]{64}$"


class LinesField(forms.CharField):
    """A text of several lines, measured as the person sees it: a line break is one character."""

    widget = forms.Textarea(attrs={"rows": 3})

    def to_python(self, value: Any) -> str:
        """Give the text with line breaks as one character each."""
        text = super().to_python(value)
        return str(text).replace("\r\n", "\n").replace("\r", "\n")


class StrokesField(forms.CharField):
    """A drawing as the device sends it: JSON of strokes, checked by the rule; nothing drawn gives []."""

    widget = forms.HiddenInput

    def clean(self, value: Any) -> Any:
        """Give the strokes, or refuse what no pad of ours draws."""
        text = super().clean(value)
        if not text:
            return []
        try:
            return rules.check_strokes(json.loads(text))
        except (ValueError, RecursionError):
            error = RuleError("strokes_invalid")
        except RuleError as refused:
            error = refused
        raise forms.ValidationError(messages.text(error))


class SignatureForm(forms.Form):
    """A signature on the text whose hash the page showed. Subclasses say how one proves who he is."""

    seen_hash = forms.RegexField(HASH, widget=forms.HiddenInput)
    kind = forms.ChoiceField(
        label=_("Cómo firmas"),
        choices=[("plain", _("Conforme")), ("protest", _("Bajo protesta"))],
        widget=forms.RadioSelect,
        error_messages={"required": _("Elige si firmas conforme o bajo protesta.")},
    )
    text = LinesField(
        label=_("Qué protestas"),
        help_text=_("Saldrá en el acta tal como lo escribas."),
        max_length=rules.LONGEST_PROTEST,
        required=False,
        error_messages={"max_length": _("Es demasiado largo: caben %(limit_value)d caracteres.")},
    )
    strokes = StrokesField(required=False)
    without_drawing = forms.BooleanField(required=False)


class OwnSignatureForm(SignatureForm):
    """In one's own account: the password again."""

    password = forms.CharField(
        label=_("Tu contraseña"),
        help_text=_("Para firmar te identificas otra vez."),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": _("Escribe tu contraseña.")},
    )


class HandedSignatureForm(SignatureForm):
    """On the judge's phone: the PIN of whoever signs."""

    pin = forms.CharField(
        label=_("Tu PIN de mesa"),
        help_text=_("El que te dieron al enseñar la licencia."),
        max_length=PIN_LENGTH,
        widget=forms.PasswordInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "class": "amount pin-input"}
        ),
        error_messages={"required": _("Escribe tu PIN.")},
    )


class MissingForm(forms.Form):
    """Somebody refuses to sign, or is not there, before a witness."""

    seen_hash = forms.RegexField(HASH, widget=forms.HiddenInput)
    role = forms.ChoiceField(
        label=_("Quién falta"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Elige quién falta.")},
    )
    kind = forms.ChoiceField(
        label=_("Qué ha pasado"),
        choices=[("refused", _("Se niega a firmar")), ("absent", _("No está"))],
        widget=forms.RadioSelect,
        error_messages={"required": _("Elige si se niega a firmar o si no está.")},
    )
    witness = forms.CharField(
        label=_("Testigo"),
        help_text=_("Nombre y apellidos de quien lo presencia. Saldrá en el acta."),
        max_length=rules.LONGEST_WITNESS,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Escribe el nombre del testigo.")},
    )
    text = LinesField(
        label=_("Qué dice, o por qué falta"),
        help_text=_("Saldrá en el acta tal como lo escribas."),
        max_length=rules.LONGEST_PROTEST,
        required=False,
        error_messages={"max_length": _("Es demasiado largo: caben %(limit_value)d caracteres.")},
    )

    def __init__(self, *args: Any, roles: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer(roles)

    def offer(self, roles: list[tuple[str, str]]) -> None:
        """Let these be chosen among."""
        field = self.fields["role"]
        if isinstance(field, forms.ChoiceField):
            field.choices = roles
