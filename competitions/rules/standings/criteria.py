"""Every criterion of the standings: the value of each of a level group. Pure.

| code | value |
|---|---|
| `pts` | points, adjustments included |
| `h2h_pts`, `h2h_gd`, `h2h_gf` | points, difference, for (partidas) among the level ones |
| `gd`, `gf` | difference and for, of partidas |
| `td`, `tf`, `td_capped` | difference, for (tantos or frames); difference cut at each target |
| `wins`, `away_wins` | encounters won; those away |
| `played` | encounters played, fewer first |
| `efectividad`, `efectividad_target` | tantos for minus against; the same by the target of each partida |
| `buchholz`, `buchholz_cut1`, `buchholz_median` | points of the rivals; less the ends |
| `sonneborn_berger` | half points of each result times the points of the rival |
| `koya` | points against those with half of their possible points or more |
| `direct_encounter` | points among the level ones |
| `penalty_points` | points taken away, fewer first |
| `lots` | place in the draw with the published seed, first first |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

from competitions.rules.standings.figures import Field

Values = Mapping[int, int]
Group = Sequence[int]
LOTS = "lots"
POINTS = "pts"


def _of_totals(name: str) -> Callable[[Field, Group], Values]:
    return lambda field, group: {key: getattr(field.totals[key], name) for key in group}


def _of_field(value: Callable[[Field, int], int]) -> Callable[[Field, Group], Values]:
    return lambda field, group: {key: value(field, key) for key in group}


def among_points(field: Field, group: Group) -> Values:
    """Points of each in the encounters among them."""
    return {key: sum(line.own.points for line in field.among(key, group)) for key in group}


def _among_difference(field: Field, group: Group) -> Values:
    return {
        key: sum(
            line.own.partidas - line.rivals.partidas
            for line in field.among(key, group)
            if line.enters_differences
        )
        for key in group
    }


def _among_for(field: Field, group: Group) -> Values:
    return {
        key: sum(line.own.partidas for line in field.among(key, group) if line.enters_differences)
        for key in group
    }


def _cut(values: Sequence[int], *, lowest: int, highest: int) -> int:
    ordered = sorted(values)
    return sum(ordered[lowest : max(lowest, len(ordered) - highest)])


VALUES: Mapping[str, Callable[[Field, Group], Values]] = MappingProxyType(
    {
        POINTS: _of_totals("points"),
        "h2h_pts": among_points,
        "h2h_gd": _among_difference,
        "h2h_gf": _among_for,
        "gd": _of_totals("partidas_difference"),
        "gf": _of_totals("partidas_for"),
        "td": _of_totals("tantos_difference"),
        "tf": _of_totals("tantos_for"),
        "td_capped": _of_totals("capped_difference"),
        "wins": _of_totals("won"),
        "away_wins": _of_totals("away_won"),
        "played": _of_totals("played"),
        "efectividad": _of_totals("tantos_difference"),
        "efectividad_target": _of_totals("target_difference"),
        "buchholz": _of_field(lambda field, key: sum(field.rivals_points(key))),
        "buchholz_median": _of_field(lambda field, key: _cut(field.rivals_points(key), lowest=1, highest=1)),
        "buchholz_cut1": _of_field(lambda field, key: _cut(field.rivals_points(key), lowest=1, highest=0)),
        "sonneborn_berger": _of_field(Field.sonneborn_berger),
        "koya": _of_field(Field.koya),
        "direct_encounter": among_points,
        "penalty_points": _of_totals("penalty_points"),
        LOTS: _of_field(lambda field, key: field.draw[key]),
    }
)
FEWER_FIRST = frozenset({"played", "penalty_points", LOTS})
HEAD_TO_HEAD = frozenset({"h2h_pts", "h2h_gd", "h2h_gf"})


def have_met_equally(field: Field, group: Group) -> bool:
    """Whether every two of a group have met as often as every other two."""
    often = {
        sum(1 for line in field.lines.get(one, ()) if line.rival == other)
        for one, other in combinations(group, 2)
    }
    return len(often) <= 1
