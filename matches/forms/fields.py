"""Fields that the forms of a table share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

LONGEST_REASON = 400


def pin(label: Any, *, required: bool = False) -> forms.CharField:
    """A short PIN: never written back to the page."""
    return forms.CharField(
        label=label,
        required=required,
        max_length=12,
        widget=forms.PasswordInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 4, "class": "pin-input"}
        ),
        error_messages={"max_length": _("El PIN tiene cuatro cifras.")},
    )


def reason(label: Any) -> forms.CharField:
    """A reason in a few words; whether it must be given is the rule's affair."""
    return forms.CharField(
        label=label,
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"maxlength": LONGEST_REASON, "autocomplete": "off"}),
        error_messages={"max_length": _("El motivo es demasiado largo: caben %(limit_value)s letras.")},
    )


def one_of(
    label: Any, choices: Iterable[tuple[str, Any]], missing: Any, *, required: bool = True
) -> forms.ChoiceField:
    """One answer out of a few, drawn as large buttons by the templates."""
    return forms.ChoiceField(
        label=label,
        choices=list(choices),
        required=required,
        widget=forms.RadioSelect,
        error_messages={"required": missing, "invalid_choice": missing},
    )


def number(label: Any, *, minimum: int, maximum: int, missing: Any) -> forms.IntegerField:
    """A whole number with its limits."""
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=minimum,
        max_value=maximum,
        error_messages={
            "invalid": missing,
            "min_value": _("Ha de ser un número entre %(minimum)s y %(maximum)s.")
            % {"minimum": minimum, "maximum": maximum},
            "max_value": _("Ha de ser un número entre %(minimum)s y %(maximum)s.")
            % {"minimum": minimum, "maximum": maximum},
        },
    )
