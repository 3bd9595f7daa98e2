"""One field for each parameter of a regulation, of plain HTML. They clean and never save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.messages import text
from federation.parameter_explanations import EXPLANATIONS
from federation.parameter_words import describe, option_words
from federation.rules import parameter_reading
from federation.rules.errors import RuleError
from federation.rules.parameters import Parameter, ParameterKind

MOST_STEPS = 40
SPARE_STEPS = 3
Labels = Sequence[tuple[str, Promise]]

WINDOW_LABELS: Labels = tuple(zip(parameter_reading.WINDOW_PARTS, (_("Desde"), _("Hasta")), strict=True))
SCORE_LABELS: Labels = tuple(
    zip(parameter_reading.SCORE_PARTS, (_("Quien gana"), _("Quien pierde")), strict=True)
)
HOW: Mapping[ParameterKind, Promise] = {
    ParameterKind.SEQUENCE: _(
        "Escribe 1 en lo que decide primero, 2 en lo siguiente… Lo que quede vacío no se usa."
    ),
    ParameterKind.LADDER: _("Un escalón por línea; las que queden vacías no cuentan."),
    ParameterKind.DATES: _("Una fecha en cada línea, así: 31/12/2026."),
    ParameterKind.WINDOW: _("Dos fechas (31/12/2026), o dos números de jornada (5)."),
}


@dataclass(frozen=True)
class Cell:
    """One of the inputs of a field that has several."""

    name: str
    label: str
    value: str
    numeric: bool = True


class PartsWidget(forms.Widget):
    """Several inputs under one name: the template lays them out (`ParameterField.lines`)."""

    use_fieldset = True

    def __init__(self, parameter: Parameter) -> None:
        super().__init__()
        self.parameter = parameter

    def value_from_datadict(self, data: Any, files: Any, name: str) -> parameter_reading.Written:  # noqa: ARG002
        """What was written in the inputs, in the shape of the parameter's kind."""
        kind = self.parameter.kind
        if kind is ParameterKind.LADDER:
            steps = (
                (str(data.get(f"{name}-{number}-minutes", "")), str(data.get(f"{name}-{number}-points", "")))
                for number in range(MOST_STEPS)
            )
            return [step for step in steps if any(step)]
        return {part: str(data.get(f"{name}-{part}", "")) for part in parts_of(self.parameter)}


def parts_of(parameter: Parameter) -> Sequence[str]:
    """The names of a parameter's inputs, where it has a fixed number of several."""
    if parameter.kind is ParameterKind.SEQUENCE:
        return [str(option) for option in parameter.options]
    return (
        parameter_reading.WINDOW_PARTS
        if parameter.kind is ParameterKind.WINDOW
        else parameter_reading.SCORE_PARTS
    )


class ParameterField(forms.Field):
    """A parameter, with its words, its article, its options and its default marked."""

    def __init__(self, parameter: Parameter) -> None:
        label, usual = describe(parameter.name, parameter.default)
        super().__init__(
            required=False,
            label=label[:1].upper() + label[1:],
            widget=_widget(parameter),
        )
        self.parameter = parameter
        self.usual = usual
        self.explanation = str(EXPLANATIONS.get(parameter.name, ""))
        self.how = HOW.get(parameter.kind, "")

    def clean(self, value: parameter_reading.Written) -> Any:
        """Give the value of the parameter; what speaks against it stands beside it."""
        try:
            return parameter_reading.read(self.parameter, value)
        except RuleError as error:
            raise forms.ValidationError(text(error), code=error.code) from error

    def lines(self, bound: BoundField) -> list[list[Cell]]:
        """The inputs of a parameter that has several, by lines; none where it has one."""
        written, kind, name = bound.value(), self.parameter.kind, bound.html_name
        if kind is ParameterKind.SEQUENCE:
            return [[cell] for cell in _sequence_cells(self.parameter, name, written)]
        if kind is ParameterKind.LADDER:
            return _ladder_lines(name, written)
        labels = {ParameterKind.WINDOW: WINDOW_LABELS, ParameterKind.SCORE: SCORE_LABELS}.get(kind)
        if labels is None:
            return []
        numeric = kind is ParameterKind.SCORE
        return [[Cell(f"{name}-{part}", str(label), written[part], numeric) for part, label in labels]]


def _sequence_cells(parameter: Parameter, name: str, written: Mapping[str, str]) -> list[Cell]:
    """The criteria that are used first, in their order; then the others."""

    def place(option: str) -> tuple[int, int]:
        text = written[option]
        order = list(map(str, parameter.options)).index(option)
        return (int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 10_000, order)

    options = sorted(map(str, parameter.options), key=place)
    return [
        Cell(f"{name}-{option}", option_words(parameter.name, option), written[option]) for option in options
    ]


def _ladder_lines(name: str, written: Sequence[tuple[str, str]]) -> list[list[Cell]]:
    steps = [*written, *[("", "")] * SPARE_STEPS][:MOST_STEPS]
    return [
        [
            Cell(f"{name}-{number}-minutes", str(_("Desde el minuto")), minutes),
            Cell(f"{name}-{number}-points", str(_("Tantos")), points),
        ]
        for number, (minutes, points) in enumerate(steps)
    ]


def _widget(parameter: Parameter) -> forms.Widget:
    kind = parameter.kind
    if kind in (ParameterKind.CHOICE, ParameterKind.SWITCH):
        return forms.RadioSelect(choices=[_choice(parameter, option) for option in parameter.options])
    if kind is ParameterKind.SEVERAL:
        return forms.CheckboxSelectMultiple(
            choices=[(str(option), option_words(parameter.name, option)) for option in parameter.options]
        )
    if kind is ParameterKind.INTEGER:
        return forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 9, "autocomplete": "off"})
    if kind is ParameterKind.DATES:
        return forms.Textarea(attrs={"rows": 4, "maxlength": 4000})
    return PartsWidget(parameter)


def _choice(parameter: Parameter, option: Any) -> tuple[str, str]:
    code = parameter_reading.written(parameter, option)
    words = option_words(parameter.name, option)
    return str(code), str(_("%(option)s · lo habitual")) % {"option": words} if (
        option == parameter.default
    ) else words
