"""Forms of what is done with personal data as such: the log, erasure, periods. They never save."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.forms.fields import REASON_LENGTH, DayField
from federation.models import DataAccess, ErasureBasis
from federation.queries.access_log import AccessFilter

LONGEST_KEY = 18


def kind_choices() -> list[tuple[str, Any]]:
    """Anything that was looked at, or one kind."""
    return [("", _("Todo")), *DataAccess.KINDS.items()]


class AccessFilterForm(forms.Form):
    """What the log of accesses is narrowed to. A value that cannot be read narrows nothing."""

    de = forms.CharField(
        label=_("De quién son los datos"),
        max_length=80,
        required=False,
        help_text=_("Nombre, licencia o documento. Las listas descargadas no son de nadie en particular."),
    )
    quien = forms.CharField(label=_("Quién miró"), max_length=80, required=False)
    clase = forms.ChoiceField(label=_("Qué"), choices=kind_choices, required=False)
    desde = DayField(label=_("Desde"), required=False)
    hasta = DayField(label=_("Hasta"), required=False)
    # One person exactly, as his page asks for it.
    ficha = forms.IntegerField(
        min_value=1, max_value=10**LONGEST_KEY, required=False, widget=forms.HiddenInput
    )

    def narrowed(self) -> bool:
        """Is anything chosen beside the first field?"""
        return any(self.data.get(name) for name in ("quien", "clase", "desde", "hasta"))

    def described(self) -> str:
        """Give what was chosen in words, without the texts: they may be names."""
        chosen = self.chosen()
        told = []
        if chosen.person or chosen.whose:
            told.append(gettext("de una persona"))
        if chosen.who:
            told.append(gettext("de quien miró"))
        if chosen.kind:
            told.append(str(DataAccess.KINDS[chosen.kind]))
        if chosen.first:
            told.append(gettext("desde el %(day)s") % {"day": date_format(chosen.first, gettext("j b Y"))})
        if chosen.last:
            told.append(gettext("hasta el %(day)s") % {"day": date_format(chosen.last, gettext("j b Y"))})
        return "; ".join(told) or gettext("todos")

    def chosen(self) -> AccessFilter:
        """Give what was chosen, as far as it can be read."""
        self.is_valid()
        data: Mapping[str, Any] = getattr(self, "cleaned_data", {})
        return AccessFilter(
            person=data.get("ficha"),
            whose=data.get("de", ""),
            who=data.get("quien", ""),
            kind=data.get("clase", ""),
            first=data.get("desde"),
            last=data.get("hasta"),
        )


def basis_choices() -> list[tuple[str, str]]:
    """The grounds of an erasure, each as the beginning of a sentence."""
    return [(key, capfirst(str(words))) for key, words in ErasureBasis.choices]


class EraseForm(forms.Form):
    """Why somebody's data are erased, and that whoever does it has read what that means."""

    basis = forms.ChoiceField(label=_("Motivo legal"), choices=basis_choices, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Por qué"),
        max_length=REASON_LENGTH,
        help_text=_("Cuándo y cómo se pidió. No escribas aquí su nombre ni sus datos: esto se queda."),
    )
    sure = forms.BooleanField(
        label=_("He leído qué se borra y sé que no se puede deshacer."),
        error_messages={"required": _("Marca la casilla cuando lo hayas leído.")},
    )


class HoldForm(forms.Form):
    """Why somebody's data must be kept, or need be no longer."""

    reason = forms.CharField(
        label=_("Motivo"),
        max_length=REASON_LENGTH,
        help_text=_("Qué ley, juzgado o reclamación lo pide, y hasta cuándo."),
    )


class PeriodForm(forms.Form):
    """How many months a class of data is kept; the bounds are the rule's."""

    months = forms.IntegerField(label=_("Meses"), min_value=0, max_value=1200, required=False)
    reason = forms.CharField(
        label=_("Motivo"), max_length=REASON_LENGTH, help_text=_("Queda en el historial de los plazos.")
    )
