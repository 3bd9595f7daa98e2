"""What is printed: on which paper, of which board or competition. They clean and never save."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition
from matches.paper.sheets import Paper

PAPERS = [
    (Paper.A4.value, _("A4, una Hoja por cara")),
    (Paper.TWO.value, _("A4, dos Hojas por cara, para cortar por la mitad")),
    (Paper.A5.value, _("A5")),
]
FILLED, BLANK = "rellenas", "blanco"
ALL = "0"


class PaperForm(forms.Form):
    """On which paper."""

    papel = forms.ChoiceField(
        label=_("Papel"),
        choices=PAPERS,
        initial=Paper.A4.value,
        widget=forms.RadioSelect,
        error_messages={"required": _("Elige el papel."), "invalid_choice": _("Elige uno de estos papeles.")},
    )

    def paper(self) -> Paper:
        """The paper that was chosen."""
        return Paper(self.cleaned_data["papel"])


class EncounterPaperForm(PaperForm):
    """Which Hojas of an encounter."""

    field_order = ["mesa", "datos", "papel"]

    mesa = forms.TypedChoiceField(
        label=_("Mesas"),
        coerce=lambda number: int(number) or None,
        initial=ALL,
        error_messages={
            "required": _("Elige una mesa de este encuentro."),
            "invalid_choice": _("Elige una mesa de este encuentro."),
        },
    )
    datos = forms.ChoiceField(
        label=_("Datos"),
        choices=[
            (FILLED, _("Con lo que se sabe: equipos, jugadores, licencias y asientos")),
            (BLANK, _("En blanco, de repuesto")),
        ],
        initial=FILLED,
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Elige qué datos llevan."),
            "invalid_choice": _("Elige qué datos llevan."),
        },
    )

    def __init__(self, *args: Any, boards: Iterable[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        each = [(str(number), _("Mesa %(number)s") % {"number": number}) for number in boards]
        self.fields["mesa"].choices = [(ALL, _("Todas")), *each]  # type: ignore[attr-defined]


class BlankPaperForm(PaperForm):
    """Of which competition: its regulation gives the columns and what stands on the back."""

    field_order = ["competicion", "papel"]

    competicion = forms.ChoiceField(
        label=_("Competición"),
        error_messages={
            "required": _("Elige una competición."),
            "invalid_choice": _("Elige una de estas competiciones."),
        },
    )

    def __init__(self, *args: Any, competitions: Iterable[Competition], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._by_key = {str(each.pk): each for each in competitions}
        names = [(key, f"{each.name} ({each.season})") for key, each in self._by_key.items()]
        self.fields["competicion"].choices = names  # type: ignore[attr-defined]

    def competition(self) -> Competition:
        """The competition that was chosen."""
        return self._by_key[self.cleaned_data["competicion"]]
