"""The catalogue of a regulation's parameters, and the values that a version resolves to.

Pure. A regulation version stores only what departs from the defaults; a competition
and an encounter freeze the whole resolved mapping.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from federation.rules.errors import RuleError
from federation.rules.parameter_types import Parameter, ParameterKind
from federation.rules.parameters_domino import DOMINO
from federation.rules.parameters_encounter import ENCOUNTER_AND_COMPETITION
from federation.rules.parameters_pool import POOL

__all__ = [
    "CATALOGUE",
    "Parameter",
    "ParameterKind",
    "carried",
    "contradictions",
    "deciding",
    "defaults",
    "departing",
    "differences",
    "plain",
    "readings",
    "resolve",
]

CATALOGUE: Mapping[str, Parameter] = MappingProxyType(
    {parameter.name: parameter for parameter in DOMINO + POOL + ENCOUNTER_AND_COMPETITION}
)


def defaults() -> Mapping[str, Any]:
    """Every parameter with its default."""
    return resolve({})


def resolve(overrides: Mapping[str, Any]) -> Mapping[str, Any]:
    """All parameters: the defaults with `overrides` in their place, read-only.

    Raises RuleError: `unknown_parameter`, `parameter_required`, `parameter_option`,
    `parameter_out_of_range`, `parameter_not_valid`, or one of the checks between
    two parameters; `field` names the parameter.
    """
    values = {name: parameter.default for name, parameter in CATALOGUE.items()}
    for name, value in overrides.items():
        if name not in CATALOGUE:
            raise RuleError("unknown_parameter", parameter=str(name))
        values[name] = CATALOGUE[name].clean(value)
    for error in contradictions(values):
        raise error
    return MappingProxyType(values)


def contradictions(values: Mapping[str, Any]) -> Iterator[RuleError]:
    """What cannot stand together in any version, whenever it was written, each with its field.

    `warning_not_before_limit`, `squad_limits_crossed`, `quorum_above_signatories`.
    """
    limit, warning = values["time_limit_minutes"], values["time_warning_minutes"]
    if limit is not None and warning >= limit:
        yield RuleError("warning_not_before_limit", field="time_warning_minutes", limit=limit)
    smallest, largest = values["squad_min"], values["squad_max"]
    if smallest is not None and largest is not None and smallest > largest:
        yield RuleError("squad_limits_crossed", field="squad_max", minimum=smallest)
    quorum, signatories = values["signature_quorum"], values["signatures_required"]
    if quorum is not None and quorum > len(signatories):
        yield RuleError("quorum_above_signatories", field="signature_quorum", quorum=quorum)


def plain(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The same values as JSON takes them; `resolve` reads them back."""
    return {name: _plain_value(value) for name, value in parameters.items()}


def carried(stored: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a stored set gives to whoever begins a new version from it: every parameter, read-only.

    What the catalogue no longer knows, or no longer takes, begins by its default.
    """
    values = dict(defaults())
    for name in values.keys() & stored.keys():
        with suppress(RuleError):
            values[name] = CATALOGUE[name].clean(stored[name])
    return MappingProxyType(values)


def departing(stored: Mapping[str, Any]) -> tuple[str, ...]:
    """The parameters whose stored value is not the usual one, in the order of the catalogue."""
    return differences({}, stored)


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """The parameters in which two stored sets differ, in the order of the catalogue.

    A set stored before a parameter was known plays by its default. What the catalogue no longer
    knows comes last.
    """
    usual = plain(defaults())
    gone = sorted((before.keys() | after.keys()) - usual.keys())
    first, second = {**usual, **plain(before)}, {**usual, **plain(after)}
    return tuple(name for name in [*usual, *gone] if first.get(name) != second.get(name))


def readings(name: str, parameters: Mapping[str, Any]) -> dict[Any, Mapping[str, Any]]:
    """For each option of a parameter, `parameters` with that option in force."""
    return {option: MappingProxyType({**parameters, name: option}) for option in CATALOGUE[name].options}


def deciding(
    names: Iterable[str],
    parameters: Mapping[str, Any],
    result: Callable[[Mapping[str, Any]], object],
) -> tuple[str, ...]:
    """Those of `names` whose options do not all give the same `result`.

    What a page shows beside a result: which points of the regulation made it so.
    """
    return tuple(
        name
        for name in names
        if len({repr(result(reading)) for reading in readings(name, parameters).values()}) > 1
    )


def _plain_value(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain_value(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _plain_value(item) for key, item in value.items()}
    return value
