"""What a form of plain HTML sends for a parameter, read; and a value as such a form shows it.

Pure. How a value is written depends on its kind:

| kind | written as |
|---|---|
| choice, switch, integer | one text; empty for "none" |
| several | the texts of what is marked |
| sequence | for each option the place that it was given, empty when it is not used |
| ladder | pairs of texts, (minutes, points); pairs of empty ones are no step |
| dates | one text with a day on each line |
| window | `from` and `to`: two days or two numbers of rounds |
| score | `for` and `against` |

`read` of what `written` gives is the value again.
"""

import itertools
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from federation.rules.errors import RuleError
from federation.rules.parameter_types import Parameter, ParameterKind

Written = str | Sequence[str] | Sequence[tuple[str, str]] | Mapping[str, str]
"""What a form sends for one parameter; its shape follows from the kind."""

WINDOW_PARTS = ("from", "to")
SCORE_PARTS = ("for", "against")
MOST_DAYS = 200
MOST_SHOWN = 20
_DAY = re.compile(r"(?P<day>\d{1,2})[/.-](?P<month>\d{1,2})[/.-](?P<year>\d{4})", re.ASCII)
_ISO_DAY = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})", re.ASCII)
_EARLIEST_YEAR, _LATEST_YEAR = 1900, 2100


def read(parameter: Parameter, written: Written) -> Any:
    """The value that was written for a parameter, as `Parameter.clean` keeps it.

    RuleError, with the parameter's name as `field`: `parameter_required`, `parameter_option`,
    `parameter_out_of_range`, `parameter_mark_one`, `position_missing`, `position_twice`,
    `position_not_a_number`, `ladder_step_half`, `ladder_not_rising`, `day_unreadable`,
    `too_many_days`, `window_half`, `window_mixed`, `window_reversed`, `score_half`.
    """
    return _READERS[parameter.kind](parameter, written)


def written(parameter: Parameter, value: Any) -> Written:
    """A value of the parameter as a form shows it."""
    shown: Written = _WRITERS[parameter.kind](parameter, value)
    return shown


def _refused(parameter: Parameter, code: str, **data: object) -> RuleError:
    return RuleError(code, field=parameter.name, parameter=parameter.name, **data)


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


# --- one text --------------------------------------------------------------------------------


def _one(parameter: Parameter, given: Written) -> Any:
    return parameter.clean(_text(given) or None)


def _integer(parameter: Parameter, given: Written) -> Any:
    return parameter.clean(_number(parameter, _text(given)))


def _number(parameter: Parameter, text: str) -> int | None:
    """A whole number, or nothing where nothing is written; its limits are looked at by the parameter."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(10**9)):
        raise _out_of_range(parameter, text)
    return int(text)


def _out_of_range(parameter: Parameter, text: str) -> RuleError:
    return _refused(
        parameter,
        "parameter_out_of_range",
        value=text[:MOST_SHOWN],
        minimum=parameter.minimum,
        maximum=parameter.maximum,
    )


def _written_one(_parameter: Parameter, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


# --- several options -------------------------------------------------------------------------


def _several(parameter: Parameter, given: Written) -> Any:
    marked = [] if isinstance(given, str | Mapping) else [_text(each) for each in given]
    if not marked:
        raise _refused(parameter, "parameter_mark_one")
    # The same box twice is one box.
    return parameter.clean(list(dict.fromkeys(marked)))


def _written_several(_parameter: Parameter, value: Any) -> list[str]:
    return [str(each) for each in value]


def _sequence(parameter: Parameter, given: Written) -> Any:
    places = given if isinstance(given, Mapping) else {}
    found: dict[int, str] = {}
    for option in map(str, parameter.options):
        text = _text(places.get(option, ""))
        if not text:
            continue
        if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:4]) <= len(parameter.options):
            raise _refused(parameter, "position_not_a_number", most=len(parameter.options))
        if (place := int(text)) in found:
            raise _refused(parameter, "position_twice", place=place)
        found[place] = option
    if not found:
        raise _refused(parameter, "position_missing")
    return parameter.clean([found[place] for place in sorted(found)])


def _written_sequence(parameter: Parameter, value: Any) -> dict[str, str]:
    places = {str(option): str(place) for place, option in enumerate(value, start=1)}
    return {str(option): places.get(str(option), "") for option in parameter.options}


# --- pairs -----------------------------------------------------------------------------------


def _ladder(parameter: Parameter, given: Written) -> Any:
    steps: list[tuple[int, int]] = []
    for step in () if isinstance(given, str | Mapping) else given:
        minutes, points = (_text(part) for part in step)
        if not minutes and not points:
            continue
        if not minutes or not points:
            raise _refused(parameter, "ladder_step_half")
        steps.append(_step(parameter, minutes, points))
    for before, after in itertools.pairwise(steps):
        if after[0] <= before[0] or after[1] < before[1]:
            raise _refused(parameter, "ladder_not_rising")
    return parameter.clean(steps or None)


def _step(parameter: Parameter, *texts: str) -> tuple[int, int]:
    numbers = [_number(parameter, text) for text in texts]
    low, high = parameter.minimum or 0, parameter.maximum or 0
    for text, number in zip(texts, numbers, strict=True):
        if number is None or not low <= number <= high:
            raise _out_of_range(parameter, text)
    minutes, points = (number or 0 for number in numbers)
    return minutes, points


def _written_ladder(_parameter: Parameter, value: Any) -> list[tuple[str, str]]:
    return [(str(minutes), str(points)) for minutes, points in value or ()]


def _parts(given: Written, names: tuple[str, str]) -> tuple[str, str]:
    parts = given if isinstance(given, Mapping) else {}
    first, second = (_text(parts.get(name, "")) for name in names)
    return first, second


def _score(parameter: Parameter, given: Written) -> Any:
    won, lost = _parts(given, SCORE_PARTS)
    if not won and not lost:
        return parameter.clean(None)
    if not won or not lost:
        raise _refused(parameter, "score_half")
    return parameter.clean(dict(zip(SCORE_PARTS, _step(parameter, won, lost), strict=True)))


def _written_score(_parameter: Parameter, value: Any) -> dict[str, str]:
    return {part: str(value[part]) if value else "" for part in SCORE_PARTS}


# --- days ------------------------------------------------------------------------------------


def _day(parameter: Parameter, text: str) -> str:
    found = _DAY.fullmatch(text) or _ISO_DAY.fullmatch(text)
    if found:
        year, month, day = (int(found[part]) for part in ("year", "month", "day"))
        try:
            if _EARLIEST_YEAR <= year <= _LATEST_YEAR:
                return date(year, month, day).isoformat()
        except ValueError:
            pass
    raise _refused(parameter, "day_unreadable", written=text[:MOST_SHOWN])


def _shown_day(iso: str) -> str:
    return f"{date.fromisoformat(iso):%d/%m/%Y}"


def _dates(parameter: Parameter, given: Written) -> Any:
    text = given if isinstance(given, str) else ""
    lines = [line.strip() for line in re.split(r"[\r\n,;]+", text) if line.strip()]
    if len(lines) > MOST_DAYS:
        raise _refused(parameter, "too_many_days", most=MOST_DAYS)
    return parameter.clean([_day(parameter, line) for line in lines])


def _written_dates(_parameter: Parameter, value: Any) -> str:
    return "\n".join(_shown_day(day) for day in value)


def _window(parameter: Parameter, given: Written) -> Any:
    start, end = _parts(given, WINDOW_PARTS)
    if not start and not end:
        return parameter.clean(None)
    if not start or not end:
        raise _refused(parameter, "window_half")
    numbers = [text.isascii() and text.isdigit() for text in (start, end)]
    if any(numbers) and not all(numbers):
        raise _refused(parameter, "window_mixed")
    bounds: tuple[Any, Any] = (
        _step(parameter, start, end) if all(numbers) else (_day(parameter, start), _day(parameter, end))
    )
    if bounds[0] > bounds[1]:
        raise _refused(parameter, "window_reversed")
    return parameter.clean(dict(zip(WINDOW_PARTS, bounds, strict=True)))


def _written_window(_parameter: Parameter, value: Any) -> dict[str, str]:
    if not value:
        return dict.fromkeys(WINDOW_PARTS, "")
    return {
        part: str(value[part]) if isinstance(value[part], int) else _shown_day(value[part])
        for part in WINDOW_PARTS
    }


_READERS = {
    ParameterKind.CHOICE: _one,
    ParameterKind.SWITCH: _one,
    ParameterKind.INTEGER: _integer,
    ParameterKind.SEVERAL: _several,
    ParameterKind.SEQUENCE: _sequence,
    ParameterKind.LADDER: _ladder,
    ParameterKind.DATES: _dates,
    ParameterKind.WINDOW: _window,
    ParameterKind.SCORE: _score,
}
_WRITERS: Mapping[ParameterKind, Any] = {
    ParameterKind.CHOICE: _written_one,
    ParameterKind.SWITCH: _written_one,
    ParameterKind.INTEGER: _written_one,
    ParameterKind.SEVERAL: _written_several,
    ParameterKind.SEQUENCE: _written_sequence,
    ParameterKind.LADDER: _written_ladder,
    ParameterKind.DATES: _written_dates,
    ParameterKind.WINDOW: _written_window,
    ParameterKind.SCORE: _written_score,
}
