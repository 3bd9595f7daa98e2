"""Fields that several forms of the office share."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.forms.models import ModelChoiceIterator
from django.forms.utils import flatatt
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
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


class LongSelect(forms.Select):
    """A choice of hundreds: its options are written at once, not each by a template of its own."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:  # noqa: ARG002
        """Give the same as Django's, without groups."""
        chosen = set(self.format_value(value))
        options = format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            (
                (key, SELECTED if str(key) in chosen else "", label)
                for key, label in ((key if key is not None else "", label) for key, label in self.choices)
            ),
        )
        own = self.build_attrs(self.attrs, {**(attrs or {}), "name": name})
        return format_html("<select{}>{}</select>", flatatt(own), options)


SELECTED = SafeString(" selected")


class _AtOnce(ModelChoiceIterator):
    """The rows of a choice in one question: a cursor of the server's costs three, and saves nothing here."""

    def __iter__(self) -> Iterator[Any]:
        if self.field.empty_label is not None:
            yield ("", self.field.empty_label)
        for row in self.queryset.all():
            yield self.choice(row)


class LongChoiceField(forms.ModelChoiceField):
    """One row of a table that may have hundreds."""

    widget = LongSelect
    iterator = _AtOnce
