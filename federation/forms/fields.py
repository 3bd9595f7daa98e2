"""Fields that several forms of the office share."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

EARLIEST = date(1900, 1, 1)
LATEST = date(2100, 12, 31)
REASON_LENGTH = 300
PHONE = RegexValidator(
    r"^\+?[0-9 ()./-]{6,20}$", _("Escribe un teléfono: solo cifras, y + delante si es de fuera.")
)


class DayField(forms.DateField):
    """A calendar day, typed or chosen; between 1900 and 2100."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%d", "%d/%m/%Y"], **kwargs)

    def clean(self, value: Any) -> date | None:
        """Give the day; refuse one that no federation can mean."""
        day: date | None = super().clean(value)
        if day is not None and not EARLIEST <= day <= LATEST:
            raise forms.ValidationError(_("Escribe una fecha entre 1900 y 2100."), code="day_out_of_range")
        return day


def today() -> date:
    """Today, where the federation is."""
    return timezone.localdate()


class ReasonForm(forms.Form):
    """Why something is done; it stays in the history."""

    reason = forms.CharField(
        label=_("Motivo"), max_length=REASON_LENGTH, help_text=_("Queda en el historial.")
    )
