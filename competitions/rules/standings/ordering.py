"""The order itself: level groups split by one criterion after another, each step kept. Pure.

*Level* are all that are still level when a criterion is reached. A head-to-head criterion that splits a group
starts the head-to-head list again inside each group that is still level; any other goes on to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from types import MappingProxyType

from competitions.rules.standings.criteria import (
    FEWER_FIRST,
    HEAD_TO_HEAD,
    LOTS,
    VALUES,
    have_met_equally,
)
from competitions.rules.standings.facts import Criterion
from competitions.rules.standings.figures import Field


class Verdict(StrEnum):
    """What a criterion did to a level group."""

    DECIDED = "decided"
    LEVEL = "level"
    NOT_USED = "not_used"
    """Head-to-head among those who have not all met equally often."""


@dataclass(frozen=True)
class Step:
    """One criterion applied to one level group; `groups` are what it left, in order."""

    criterion: str
    level: tuple[int, ...]
    values: Mapping[int, int]
    verdict: Verdict
    groups: tuple[tuple[int, ...], ...]


def ordered(
    field: Field, keys: Sequence[int], criteria: Sequence[Criterion]
) -> tuple[tuple[int, ...], tuple[Step, ...]]:
    """The keys in order and the steps that made it. Lots end every list, so that the order is total."""
    whole = [*criteria]
    if LOTS not in {each.code for each in whole}:
        whole.append(Criterion(LOTS))
    # The draw gives a place to each: nothing before it depends on the order of the input.
    start = tuple(sorted(keys, key=lambda key: field.draw[key]))
    steps: list[Step] = []
    order = tuple(_split(field, start, tuple(whole), (), steps))
    return order, tuple(steps)


def _split(
    field: Field,
    group: tuple[int, ...],
    ahead: tuple[Criterion, ...],
    behind: tuple[Criterion, ...],
    steps: list[Step],
) -> Iterator[int]:
    """Order a group by the criteria ahead; `behind` are the head-to-head ones that were passed already."""
    if len(group) < 2 or not ahead:
        yield from group
        return
    criterion, rest = ahead[0], ahead[1:]
    is_direct = criterion.code in HEAD_TO_HEAD
    passed = (*behind, criterion) if is_direct else behind
    step = _step(field, group, criterion)
    steps.append(step)
    if step.verdict is not Verdict.DECIDED:
        yield from _split(field, group, rest, passed, steps)
        return
    for part in step.groups:
        if is_direct:
            yield from _split(field, part, (*passed, *rest), (), steps)
        else:
            yield from _split(field, part, rest, passed, steps)


def _step(field: Field, group: tuple[int, ...], criterion: Criterion) -> Step:
    asks = criterion.only_if_complete and criterion.code in HEAD_TO_HEAD
    if asks and not have_met_equally(field, group):
        return Step(criterion.code, group, MappingProxyType({}), Verdict.NOT_USED, (group,))
    values = VALUES[criterion.code](field, group)
    sign = 1 if criterion.code in FEWER_FIRST else -1
    ranked = sorted(group, key=lambda key: sign * values[key])
    groups = tuple(tuple(part) for _value, part in groupby(ranked, key=lambda key: values[key]))
    verdict = Verdict.DECIDED if len(groups) > 1 else Verdict.LEVEL
    return Step(criterion.code, group, MappingProxyType(dict(values)), verdict, groups)
