"""The standings: rows in order, each with the step that decided its place. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Protocol, TypeVar

from competitions.rules.standings.counting import Ended, Line, counted, lines_of, struck_out
from competitions.rules.standings.facts import Adjustment, Facts, Standing, StandingsTerms
from competitions.rules.standings.figures import Field, Totals, totals_of
from competitions.rules.standings.lots import drawn
from competitions.rules.standings.ordering import Step, Verdict, ordered

FORM = 5


@dataclass(frozen=True)
class Row:
    """One entrant's line.

    `decided_by` is the step that parted it from the others, None for one alone. `form` are its last five, the
    latest last. `place` is None for one that is out of the standings.
    """

    key: int
    place: int | None
    totals: Totals
    decided_by: Step | None
    form: tuple[Ended, ...]
    adjustments: tuple[Adjustment, ...]
    provisional: int


@dataclass(frozen=True)
class Standings:
    """Rows in order, every step taken, and how firm it all is; `struck_out` come last and have no place."""

    rows: tuple[Row, ...]
    steps: tuple[Step, ...]
    standing: Standing
    struck_out: tuple[int, ...]

    @property
    def ties(self) -> tuple[Step, ...]:
        """The steps that split a group level on everything before: what a table must explain."""
        return tuple(step for step in self.steps[1:] if step.verdict is Verdict.DECIDED)


def standings(facts: Facts, terms: StandingsTerms) -> Standings:
    """The standings of these facts, whatever their order."""
    field = field_of(facts, terms)
    out = struck_out(facts)
    keys = [each.key for each in facts.entrants if each.key not in out]
    order, steps = ordered(field, keys, terms.criteria)
    last = tuple(sorted(out, key=lambda key: field.draw[key]))
    deciding = _deciding(steps)
    adjustments = _by_entrant(_in_force(facts))
    places = {key: place for place, key in enumerate(order, start=1)}
    rows = tuple(
        Row(
            key=key,
            place=places.get(key),
            totals=field.totals[key],
            decided_by=deciding.get(key),
            form=tuple(line.ended for line in field.lines.get(key, ())[-FORM:]),
            adjustments=tuple(
                sorted(adjustments[key], key=lambda each: (each.day, each.reason, each.points))
            ),
            provisional=sum(1 for line in field.lines.get(key, ()) if line.standing is Standing.PROVISIONAL),
        )
        for key in (*order, *last)
    )
    return Standings(rows, steps, _firmness(field.lines.values()), last)


def positions(
    facts: Facts, terms: StandingsTerms, rounds: Mapping[int, int]
) -> Mapping[int, tuple[int | None, ...]]:
    """The place of each after every round that has a result, in order; `rounds` gives it by fixture number.

    An encounter that was put off counts in its own round, as it is told.
    """
    last = max((rounds[each.number] for each in facts.fixtures if each.result is not None), default=0)
    found: dict[int, list[int | None]] = {each.key: [] for each in facts.entrants}
    for number in range(1, last + 1):
        so_far = tuple(each for each in facts.fixtures if rounds[each.number] <= number)
        for row in standings(replace(facts, fixtures=so_far), terms).rows:
            found[row.key].append(row.place)
    return {key: tuple(places) for key, places in found.items()}


def field_of(facts: Facts, terms: StandingsTerms) -> Field:
    """Every figure that a criterion may ask for."""
    out = struck_out(facts)
    lines = lines_of(counted(facts, terms.forfeit))
    rests = _by_entrant(
        rest
        for rest in facts.rests
        if rest.entrant not in out and (facts.as_of is None or rest.day <= facts.as_of)
    )
    adjustments = _by_entrant(_in_force(facts))
    totals = {
        each.key: totals_of(lines.get(each.key, ()), rests[each.key], adjustments[each.key])
        for each in facts.entrants
    }
    by_lot = {each.lot: each.key for each in facts.entrants}
    places = {by_lot[lot]: place for place, lot in enumerate(drawn(terms.seed, by_lot), start=1)}
    return Field(
        MappingProxyType(totals), MappingProxyType(lines), rests, MappingProxyType(places), terms.unplayed
    )


class _OfEntrant(Protocol):
    @property
    def entrant(self) -> int: ...


_Fact = TypeVar("_Fact", bound=_OfEntrant)


def _by_entrant(facts: Iterable[_Fact]) -> Mapping[int, Sequence[_Fact]]:
    found: defaultdict[int, list[_Fact]] = defaultdict(list)
    for each in facts:
        found[each.entrant].append(each)
    return found


def _in_force(facts: Facts) -> list[Adjustment]:
    return [each for each in facts.adjustments if each.counts_on(facts.as_of)]


def _deciding(steps: Iterable[Step]) -> Mapping[int, Step]:
    """For each entrant the step that left it alone."""
    return {
        part[0]: step
        for step in steps
        if step.verdict is Verdict.DECIDED
        for part in step.groups
        if len(part) == 1
    }


def _firmness(lines: Iterable[Sequence[Line]]) -> Standing:
    found = {line.standing for each in lines for line in each}
    return next((standing for standing in Standing if standing in found), Standing.PROVISIONAL)
