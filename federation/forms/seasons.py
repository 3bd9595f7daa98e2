"""Forms of seasons: opening one, and choosing which teams go over into it. They clean and never save."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.fields import DayField

EVERYBODY, LICENSED = "everybody", "licensed"


class SeasonForm(forms.Form):
    """The name of a season and its days."""

    name = forms.CharField(label=_("Nombre"), max_length=20, help_text=_("Por ejemplo, 2026-27."))
    starts_on: Any = DayField(label=_("Primer día"))
    ends_on: Any = DayField(label=_("Último día"))


class CopyTeamsForm(forms.Form):
    """Which teams are copied, and who of their squads."""

    teams = forms.TypedMultipleChoiceField(
        label=_("Equipos"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Marca al menos un equipo.")},
    )
    who = forms.ChoiceField(
        label=_("De cada plantilla"),
        choices=[
            (EVERYBODY, _("todos; quien no renueve no podrá alinearse")),
            (LICENSED, _("solo quien ya tiene licencia en la temporada nueva, y los capitanes")),
        ],
        widget=forms.RadioSelect,
        initial=EVERYBODY,
    )

    def __init__(self, *args: Any, teams: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["teams"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101 - for the types
        field.choices = list(teams)

    def only_licensed(self) -> bool:
        """Are those without a licence left out?"""
        return bool(self.cleaned_data["who"] == LICENSED)

    def chosen(self) -> set[str]:
        """The keys that are marked, as the page shows them."""
        value = self["teams"].value() or ()
        return {str(key) for key in value}
