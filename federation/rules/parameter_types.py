"""What a parameter of a regulation is, and how a value given for it is checked.

Pure: knows nothing of any discipline. A value is stored as JSON, so it is an
integer, a switch, a text, or tuples and mappings of them; never a float.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from federation.rules.errors import RuleError


class ParameterKind(StrEnum):
    """The shape of a parameter's value."""

    CHOICE = "choice"  # one of the options
    SWITCH = "switch"  # on or off, kept as a bool
    INTEGER = "integer"  # between minimum and maximum
    SEVERAL = "several"  # a set of options, at least one, in the order of the options
    SEQUENCE = "sequence"  # options in an order that matters, none twice
    LADDER = "ladder"  # rising (minutes, points) steps
    DATES = "dates"  # ISO dates, in order
    WINDOW = "window"  # {"from": …, "to": …}: two ISO dates or two round numbers
    SCORE = "score"  # {"for": …, "against": …}


SWITCH_WORDS: Mapping[str, bool] = MappingProxyType({"on": True, "off": False})


@dataclass(frozen=True)
class Parameter:
    """One open point of the rulebooks: its options or limits, the default, the article."""

    name: str
    group: str
    article: str
    kind: ParameterKind
    default: Any
    options: tuple[Any, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False

    def clean(self, value: object) -> Any:
        """The value as it is kept; RuleError when it is no value of this parameter.

        `None` means "none" and is taken only where the parameter is optional.
        """
        if value is None:
            if self.optional:
                return None
            raise RuleError("parameter_required", field=self.name, parameter=self.name)
        return _CLEANERS[self.kind](self, value)


def _wrong(parameter: Parameter, value: object) -> RuleError:
    return RuleError("parameter_not_valid", field=parameter.name, parameter=parameter.name, value=str(value))


def _option(parameter: Parameter, value: object) -> Any:
    for option in parameter.options:
        # A form sends "3" where the option is 3; True must not pass for 1.
        if type(option) is type(value) and option == value:
            return option
        if isinstance(option, int) and isinstance(value, str) and value == str(option):
            return option
    raise RuleError(
        "parameter_option",
        field=parameter.name,
        parameter=parameter.name,
        value=str(value),
        options=", ".join(str(option) for option in parameter.options),
    )


def _switch(parameter: Parameter, value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value in SWITCH_WORDS:
        return SWITCH_WORDS[value]
    raise _wrong(parameter, value)


def _whole(parameter: Parameter, value: object) -> int:
    if isinstance(value, bool):
        raise _wrong(parameter, value)
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 9:
        return int(value)
    raise _wrong(parameter, value)


def _integer(parameter: Parameter, value: object) -> int:
    number = _whole(parameter, value)
    low, high = parameter.minimum, parameter.maximum
    if (low is not None and number < low) or (high is not None and number > high):
        raise RuleError(
            "parameter_out_of_range",
            field=parameter.name,
            parameter=parameter.name,
            value=number,
            minimum=low,
            maximum=high,
        )
    return number


def _items(parameter: Parameter, value: object) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise _wrong(parameter, value)
    return tuple(value)


def _sequence(parameter: Parameter, value: object) -> tuple[Any, ...]:
    chosen = tuple(_option(parameter, item) for item in _items(parameter, value))
    if not chosen or len(set(chosen)) != len(chosen):
        raise _wrong(parameter, value)
    return chosen


def _several(parameter: Parameter, value: object) -> tuple[Any, ...]:
    chosen = _sequence(parameter, [value] if isinstance(value, str) else value)
    return tuple(option for option in parameter.options if option in chosen)


def _ladder(parameter: Parameter, value: object) -> tuple[tuple[int, int], ...]:
    steps: list[tuple[int, int]] = []
    for item in _items(parameter, value):
        pair = _items(parameter, item)
        if len(pair) != 2:
            raise _wrong(parameter, value)
        minutes, points = (_integer(parameter, number) for number in pair)
        if steps and (minutes <= steps[-1][0] or points < steps[-1][1]):
            raise _wrong(parameter, value)
        steps.append((minutes, points))
    if not steps:
        raise _wrong(parameter, value)
    return tuple(steps)


def _day(parameter: Parameter, value: object) -> str:
    try:
        return date.fromisoformat(str(value)).isoformat()
    except ValueError:
        raise _wrong(parameter, value) from None


def _dates(parameter: Parameter, value: object) -> tuple[str, ...]:
    return tuple(sorted({_day(parameter, item) for item in _items(parameter, value)}))


def _pair(parameter: Parameter, value: object, first: str, second: str) -> tuple[Any, Any]:
    if not isinstance(value, Mapping) or set(value) != {first, second}:
        raise _wrong(parameter, value)
    return value[first], value[second]


def _window(parameter: Parameter, value: object) -> Mapping[str, Any]:
    start, end = _pair(parameter, value, "from", "to")
    if isinstance(start, int) and isinstance(end, int):
        bounds: tuple[Any, Any] = (_integer(parameter, start), _integer(parameter, end))
    else:
        bounds = (_day(parameter, start), _day(parameter, end))
    if bounds[0] > bounds[1]:
        raise _wrong(parameter, value)
    return MappingProxyType({"from": bounds[0], "to": bounds[1]})


def _score(parameter: Parameter, value: object) -> Mapping[str, int]:
    won, lost = _pair(parameter, value, "for", "against")
    return MappingProxyType({"for": _integer(parameter, won), "against": _integer(parameter, lost)})


_CLEANERS: Mapping[ParameterKind, Any] = MappingProxyType(
    {
        ParameterKind.CHOICE: _option,
        ParameterKind.SWITCH: _switch,
        ParameterKind.INTEGER: _integer,
        ParameterKind.SEVERAL: _several,
        ParameterKind.SEQUENCE: _sequence,
        ParameterKind.LADDER: _ladder,
        ParameterKind.DATES: _dates,
        ParameterKind.WINDOW: _window,
        ParameterKind.SCORE: _score,
    }
)


def choice(name: str, group: str, article: str, *options: Any) -> Parameter:
    """A parameter with options, the first of them the default."""
    return Parameter(name, group, article, ParameterKind.CHOICE, options[0], options)


def switch(name: str, group: str, article: str, *, default: bool) -> Parameter:
    """A parameter that is on or off."""
    options = (True, False) if default else (False, True)
    return Parameter(name, group, article, ParameterKind.SWITCH, default, options)


def integer(
    name: str, group: str, article: str, *, default: int | None, minimum: int, maximum: int
) -> Parameter:
    """A number with limits; optional when its default is none."""
    return Parameter(
        name, group, article, ParameterKind.INTEGER, default, (), minimum, maximum, default is None
    )
