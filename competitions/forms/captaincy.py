"""The form that names an acting captain: who, and for which encounter or which days."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from competitions.actions.captaincy import Days
from competitions.models import Encounter
from competitions.queries.captaincy import encounters_ahead, squad
from federation.forms.fields import DayField
from federation.models import Person, Team
from federation.rules.zones import in_zone


class EncounterField(forms.ModelChoiceField):
    """An encounter told by its sides and its day."""

    def label_from_instance(self, obj: Encounter) -> str:
        """Give what the choice shows."""
        at = in_zone(obj.scheduled_at, obj.venue.time_zone)
        return f"{at:%d/%m/%Y}, {obj}"


class ActingCaptainForm(forms.Form):
    """A person of the squad, and either an encounter or two days."""

    person = forms.ModelChoiceField(label=_("Quién"), queryset=Person.objects.none(), empty_label=_("Elige"))
    encounter = EncounterField(
        label=_("Para un encuentro"),
        queryset=Encounter.objects.none(),
        required=False,
        empty_label=_("No: para unos días"),
    )
    valid_from = DayField(label=_("Desde"), required=False)
    valid_to = DayField(label=_("Hasta"), required=False, help_text=_("El último día."))

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        person, encounter = self.fields["person"], self.fields["encounter"]
        assert isinstance(person, forms.ModelChoiceField)  # noqa: S101 - for the types
        assert isinstance(encounter, forms.ModelChoiceField)  # noqa: S101 - for the types
        person.queryset = squad(team, timezone.localdate())
        encounter.queryset = encounters_ahead(team)

    def clean(self) -> dict[str, Any]:
        """Give `term`: the encounter, or the days; refuse both and neither."""
        data = super().clean() or {}
        encounter, first, last = (data.get(name) for name in ("encounter", "valid_from", "valid_to"))
        if {"encounter", "valid_from", "valid_to"} & set(self.errors):
            return data
        if encounter is not None and (first or last):
            self.add_error("encounter", _("Elige un encuentro o unos días, no las dos cosas."))
        elif encounter is not None:
            data["term"] = encounter
        elif first and last:
            data["term"] = Days(first, last)
        else:
            self.add_error("encounter", _("Elige un encuentro, o escribe el primer y el último día."))
        return data
