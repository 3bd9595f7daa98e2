"""Forms of judges: whom the list shows, and when one is away. They clean and never save."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.fields import DayField
from federation.models import Season
from federation.queries import judges, seasons
from federation.queries.judges import JudgeFilter


class JudgeFilterForm(forms.Form):
    """A season, and what its list of judges is narrowed to. A value that is not offered narrows nothing."""

    q = forms.CharField(label=_("Nombre o licencia"), max_length=80, required=False)
    temporada: Any = forms.ModelChoiceField(
        label=_("Temporada"), queryset=Season.objects.none(), required=False, empty_label=None
    )
    categoria = forms.ChoiceField(label=_("Categoría"), required=False)
    libre: Any = DayField(label=_("Disponible el día"), required=False)

    def __init__(self, data: Any) -> None:
        self.season = seasons.chosen(data.get("temporada", ""))
        shown = {**{key: data.get(key) for key in data}, "temporada": self.season.pk if self.season else ""}
        super().__init__(shown)
        self.fields["temporada"].queryset = seasons.seasons()  # type: ignore[attr-defined]
        known = judges.categories(self.season) if self.season else []
        self.fields["categoria"].choices = [("", _("Todas")), *((name, name) for name in known)]  # type: ignore[attr-defined]

    def chosen(self) -> JudgeFilter:
        """Give what was chosen, as far as it can be read."""
        self.is_valid()
        data = getattr(self, "cleaned_data", {})
        return JudgeFilter(data.get("q", ""), data.get("categoria", ""), data.get("libre"))


class AbsenceForm(forms.Form):
    """From which day to which a judge is away."""

    starts_on: Any = DayField(label=_("Desde"))
    ends_on: Any = DayField(label=_("Hasta"), help_text=_("El último día que falta."))
    note = forms.CharField(
        label=_("Nota"),
        max_length=120,
        required=False,
        help_text=_("La ve la secretaría. No hace falta decir el motivo."),
    )
