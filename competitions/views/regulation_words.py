"""Parameters of a stored set in words, for the pages that tell or compare them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from federation.parameter_explanations import EXPLANATIONS
from federation.parameter_words import describe, other_values
from federation.rules.parameters import CATALOGUE, defaults, differences, plain


@dataclass(frozen=True)
class Point:
    """A parameter of a version in words: what it is called and says, why it is there, what is usual."""

    name: str
    label: str
    value: str
    article: str
    explanation: str
    usual: str
    others: str


def points(names: Iterable[str], stored: Mapping[str, Any]) -> list[Point]:
    """The parameters in words, as a stored set has them; what it does not name plays by its default."""
    usual = plain(defaults())
    return [_point(name, {**usual, **stored}.get(name), usual.get(name)) for name in names]


def _point(name: str, value: Any, usual: Any) -> Point:
    label, told = describe(name, value)
    return Point(
        name=name,
        label=label[:1].upper() + label[1:],
        value=told,
        article=CATALOGUE[name].article if name in CATALOGUE else "",
        explanation=str(EXPLANATIONS.get(name, "")),
        usual=describe(name, usual)[1] if value != usual else "",
        others="; ".join(other_values(name, value)),
    )


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[tuple[Point, Point]]:
    """What two stored sets differ in, side by side."""
    names = differences(before, after)
    return list(zip(points(names, before), points(names, after), strict=True))
