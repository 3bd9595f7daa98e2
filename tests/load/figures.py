"""The figures of a bench: a ratio to a floor, what was aimed at, and how they are told."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.load.ratios import Spread
from tests.load.steps import Step


@dataclass(frozen=True)
class Figure:
    """One ratio. `at_least` says whether the aim is a least (of speeds) or a most (of times and sizes)."""

    name: str
    floor: str
    ratio: Spread
    aim: float | None = None
    at_least: bool = True

    @property
    def verdict(self) -> str:
        """Does the middle reach the aim?"""
        if self.aim is None:
            return ""
        reached = self.ratio.middle >= self.aim if self.at_least else self.ratio.middle <= self.aim
        return "reached" if reached else "MISSED"

    def line(self) -> list[str]:
        """The figure as cells of a table."""
        sign = "≥" if self.at_least else "≤"
        aim = "" if self.aim is None else f"{sign} {self.aim:g}"
        spread = f"{self.ratio.middle:.2f} ({self.ratio.least:.2f}–{self.ratio.most:.2f})"
        return [self.name, self.floor, spread, aim, self.verdict]


HEAD = ["what", "against", "ratio (least–most)", "aim", ""]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as lines of text in columns."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def told(figures: Sequence[Figure], steps: Mapping[str, Sequence[Step]], plain: Mapping[str, float]) -> str:
    """Everything that was measured, for a person."""
    parts = [table([HEAD, *(figure.line() for figure in figures)])]
    for act, found in steps.items():
        rows = [["step", "queries", "ms of processor", "ms of database"]]
        rows += [[s.name, f"{s.questions:.0f}", f"{s.processor:.2f}", f"{s.database:.2f}"] for s in found]
        rows.append(
            [
                "all",
                f"{sum(s.questions for s in found):.0f}",
                f"{sum(s.processor for s in found):.2f}",
                f"{sum(s.database for s in found):.2f}",
            ]
        )
        parts.append(f"{act}\n{table(rows)}")
    parts.append(table([[name, f"{value:.1f}"] for name, value in plain.items()]))
    return "\n\n".join(parts)


def write(
    path: Path,
    figures: Sequence[Figure],
    steps: Mapping[str, Sequence[Step]],
    plain: Mapping[str, float],
    kinds: Mapping[str, Mapping[str, float]],
) -> None:
    """The same as JSON, with the middle of every kind's slices."""
    data = {
        "figures": [asdict(figure) | {"verdict": figure.verdict} for figure in figures],
        "steps": {act: [asdict(step) for step in found] for act, found in steps.items()},
        "plain": dict(plain),
        "kinds": {name: dict(values) for name, values in kinds.items()},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
