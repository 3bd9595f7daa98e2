"""The form of a new version of a regulation. It cleans and never saves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competitions.forms.parameter_fields import Cell, ParameterField
from competitions.queries.regulations import Beginning
from federation.forms.fields import REASON_LENGTH, DayField
from federation.messages import text
from federation.parameter_words import GROUP_TITLES
from federation.queries import regulations, seasons
from federation.rules.errors import RuleError
from federation.rules.parameter_groups import GROUPS, OF_ONE_GAME
from federation.rules.parameter_reading import written
from federation.rules.parameters import CATALOGUE
from federation.rules.publishing import LastVersion, Proposal, check_succession, objections

OTHER_DAY = "day"


@dataclass(frozen=True)
class Line:
    """A parameter in the form: its field, and its inputs where it has several."""

    field: BoundField
    cells: list[list[Cell]]
    departs: bool


@dataclass(frozen=True)
class Group:
    """Parameters that stand together: open when one of them was refused."""

    code: str
    title: str
    lines: list[Line]

    @property
    def refused(self) -> int:
        """How many of them were refused."""
        return sum(bool(line.field.errors) for line in self.lines)

    @property
    def departing(self) -> int:
        """How many do not have the usual value."""
        return sum(line.departs for line in self.lines)


class RegulationForm(forms.Form):
    """A version: of which regulation, from when, why, and every parameter."""

    name = forms.CharField(
        label=_("Nombre"),
        max_length=80,
        help_text=_("Con el nombre de uno que ya existe se hace su versión siguiente."),
    )
    begins = forms.ChoiceField(label=_("Vale desde"), widget=forms.RadioSelect)
    day: Any = DayField(label=_("El día"), required=False, help_text=_("Solo si es otro día."))
    reason = forms.CharField(
        label=_("Motivo"),
        max_length=REASON_LENGTH,
        help_text=_("Por ejemplo, el acuerdo de la asamblea. Lo ve quien lea el reglamento."),
    )

    def __init__(self, data: Any, *, beginning: Beginning) -> None:
        self.beginning = beginning
        self.seasons = [(str(each.pk), each) for each in seasons.open_ones()]
        self.last: LastVersion | None = None
        initial: dict[str, Any] = {
            "name": beginning.name,
            "begins": self.seasons[0][0] if self.seasons else OTHER_DAY,
        }
        initial |= {name: written(CATALOGUE[name], value) for name, value in beginning.parameters.items()}
        super().__init__(data, initial=initial)
        self.fields["begins"].choices = [  # type: ignore[attr-defined]
            *((key, _begin(each.name, each.starts_on)) for key, each in self.seasons),
            (OTHER_DAY, gettext("Otro día")),
        ]
        for name, parameter in CATALOGUE.items():
            self.fields[name] = ParameterField(parameter)

    def clean(self) -> dict[str, Any]:
        """Look at what stands together: each refusal beside its field."""
        data = super().clean() or self.cleaned_data
        if data.get("begins") == OTHER_DAY and not data.get("day") and "day" not in self.errors:
            self.add_error("day", _("Escribe el día."))
        parameters = self.parameters()
        if parameters.keys() >= CATALOGUE.keys():
            for error in objections(parameters):
                self.add_error(error.field, text(error))
        if not self.errors:
            self.last = regulations.last_named(data["name"])
            try:
                check_succession(self.proposal(), self.last)
            except RuleError as error:
                self.add_error(error.field, text(error))
        return data

    def parameters(self) -> Mapping[str, Any]:
        """What was read of the parameters."""
        return {name: self.cleaned_data[name] for name in CATALOGUE if name in self.cleaned_data}

    def valid_from(self) -> date:
        """From which day on it counts."""
        begins = self.cleaned_data["begins"]
        if begins == OTHER_DAY:
            day: date = self.cleaned_data["day"]
            return day
        return dict(self.seasons)[begins].starts_on

    def proposal(self) -> Proposal:
        """The version as it would be published."""
        data = self.cleaned_data
        discipline = self.beginning.discipline
        return Proposal(data["name"], discipline, self.valid_from(), data["reason"], self.parameters())

    def number(self) -> int:
        """Which version of its regulation it would be."""
        return self.last.number + 1 if self.last else 1

    def stamp(self) -> str:
        """Tells what would be published now; a page that shows it gives it back."""
        return self.proposal().stamp(self.number() - 1)

    def first(self) -> list[Line]:
        """The points that are asked for first."""
        return [self._line(name) for name in self.beginning.asked_first]

    def groups(self) -> list[Group]:
        """All the others that its game looks at, by groups."""
        return self._groups(lambda game: game in (None, self.beginning.discipline))

    def groups_of_the_other_game(self) -> list[Group]:
        """What only a board of the other game looks at, by groups."""
        return self._groups(lambda game: game not in (None, self.beginning.discipline))

    def other_game_refused(self) -> bool:
        """Was something of the other game refused?"""
        return any(group.refused for group in self.groups_of_the_other_game())

    def _groups(self, wanted: Callable[[str | None], bool]) -> list[Group]:
        found = []
        for code, names in GROUPS.items():
            if not wanted(OF_ONE_GAME.get(code)):
                continue
            lines = [self._line(name) for name in names if name not in self.beginning.asked_first]
            if lines:
                found.append(Group(code, str(GROUP_TITLES[code]), lines))
        return found

    def refused(self) -> list[BoundField]:
        """The fields that were refused, in the order of the page."""
        groups = [*self.groups(), *self.groups_of_the_other_game()]
        lines = [*self.first(), *(line for group in groups for line in group.lines)]
        fields = [self["name"], self["begins"], self["day"], self["reason"], *(line.field for line in lines)]
        return [field for field in fields if field.errors]

    def _line(self, name: str) -> Line:
        field, bound = self.fields[name], self[name]
        assert isinstance(field, ParameterField)  # noqa: S101 - for the types
        usual = written(field.parameter, field.parameter.default)
        return Line(bound, field.lines(bound), departs=bound.value() != usual)


def _begin(season: str, day: date) -> str:
    said = {"season": season, "day": date_format(day, gettext("j b Y"))}
    return gettext("La temporada %(season)s (%(day)s)") % said
