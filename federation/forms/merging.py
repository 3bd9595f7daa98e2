"""Whose value stays where two records of one person differ. It cleans and never saves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.rules.merging import MUST_CHOOSE, Origin


@dataclass(frozen=True)
class Choice:
    """A field in which two records differ: its words, and what each of them says."""

    name: str
    label: str
    kept: str
    gone: str


class RecordSearchForm(forms.Form):
    """Which record is looked for."""

    q = forms.CharField(
        label=_("Nombre, licencia o documento"),
        max_length=80,
        required=False,
        help_text=_("Basta el principio de cada palabra, sin tildes, o las últimas cifras."),
    )

    def text(self) -> str:
        """Give what is looked for; nothing when it cannot be read."""
        return str(self.cleaned_data["q"]) if self.is_valid() else ""


class MergeForm(forms.Form):
    """One question for each field in which the two differ; the kept record's value is proposed."""

    def __init__(self, *args: Any, choices: Sequence[Choice], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for each in choices:
            # Two documents or two birth dates are two people, unless somebody says which is right.
            proposed = None if each.name in MUST_CHOOSE else Origin.KEPT.value
            self.fields[each.name] = forms.ChoiceField(
                label=each.label,
                choices=[(Origin.KEPT.value, each.kept), (Origin.GONE.value, each.gone)],
                widget=forms.RadioSelect,
                initial=proposed,
                error_messages={"required": _("Las dos fichas dicen cosas distintas. Elige cuál vale.")},
            )

    def chosen(self) -> Mapping[str, Origin]:
        """What was chosen, by field."""
        return {name: Origin(value) for name, value in self.cleaned_data.items()}
