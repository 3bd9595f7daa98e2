"""An incident as it is written: its kind first, then who, where and what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches import messages
from matches.rules.incidents import LONGEST_TEXT

Choice = tuple[int | str, str]


@dataclass(frozen=True)
class IncidentChoices:
    """What can be chosen: kinds in groups, people by team, and the partida in play of each board."""

    kinds: Sequence[tuple[str, Sequence[Choice]]]
    people: Sequence[tuple[str, Sequence[Choice]]]
    boards: Sequence[Choice]


class _TextForm(forms.Form):
    text = forms.CharField(
        label=_("Qué ha pasado"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Los hechos, sin calificarlos. Saldrán en el acta como los escribas."),
        error_messages={
            "required": messages.MESSAGES["incident_text_needed"],
            "max_length": _(
                "El texto es demasiado largo: caben %(limit_value)d letras y van %(show_value)d."
            ),
        },
    )


class IncidentForm(_TextForm):
    """A new incident."""

    field_order = ("kind", "people", "board", "text")

    kind = forms.ChoiceField(
        label=_("Qué es"),
        error_messages={
            "required": messages.MESSAGES["incident_kind_unknown"],
            "invalid_choice": messages.MESSAGES["incident_kind_unknown"],
        },
    )
    people = forms.TypedMultipleChoiceField(
        label=_("A quién se refiere"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Hace falta cuando la incidencia es de un jugador (art. 10 a 16)."),
        error_messages={"invalid_choice": messages.MESSAGES["incident_people_unknown"]},
    )
    board = forms.TypedChoiceField(
        label=_("En qué mesa"),
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": _("Elige una mesa de la lista.")},
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        choices: IncidentChoices,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}), label_suffix="")
        self._offer("kind", [("", _("Elige…")), *choices.kinds])
        self._offer("people", [(team, list(people)) for team, people in choices.people])
        self._offer("board", [("", _("En ninguna en particular")), *choices.boards])

    def _offer(self, name: str, choices: Sequence[Any]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices


class AmendForm(_TextForm):
    """The new text of an incident."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=dict(initial), label_suffix="")
