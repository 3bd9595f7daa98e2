"""The filter above the committee's lists of encounters. It never saves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.models import STATE_LABELS, Competition
from competitions.rules.lifecycle import State
from matches.queries.narrowing import EncounterFilter


class EncounterFilterForm(forms.Form):
    """What a list of encounters is narrowed to. A value that is not offered narrows nothing."""

    words: Any = _("Equipo")
    states: Iterable[State] = ()

    q = forms.CharField(
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any], *, competitions: Sequence[Competition]) -> None:
        super().__init__(data, label_suffix="")
        self.fields["q"].label = self.words
        self.fields["competicion"] = forms.ChoiceField(
            label=_("Competición"),
            required=False,
            choices=[("", _("Todas")), *((str(each.pk), each.name) for each in competitions)],
        )
        self.fields["estado"] = forms.ChoiceField(
            label=_("Estado"),
            required=False,
            choices=[("", _("Todos")), *((state.value, STATE_LABELS[state.value]) for state in self.states)],
        )

    def chosen(self) -> EncounterFilter:
        """What was chosen, as far as it can be read."""
        self.is_valid()
        data: Mapping[str, Any] = getattr(self, "cleaned_data", {})
        competition = data.get("competicion")
        return EncounterFilter(
            text=data.get("q") or "",
            competition=int(competition) if competition else None,
            state=data.get("estado") or "",
        )
