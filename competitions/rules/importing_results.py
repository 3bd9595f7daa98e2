"""Results of a sheet beside the official ones. Pure.

They are compared and never written: an official result is born of a sealed acta, or of a decision, and
two figures on a sheet are neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from competitions.rules.importing_calendar import SIDES, TeamFact, TeamFinder
from federation.rules.importing import Plan


@dataclass(frozen=True)
class ResultFact:
    """An encounter with its official result in partidas, or None before there is one."""

    round: int
    home: int
    away: int
    result: tuple[int, int] | None


class ResultRows:
    """Compares the rows of a file with what is on record."""

    def __init__(
        self, teams: Sequence[TeamFact], results: Sequence[ResultFact], choices: Mapping[str, Any]
    ) -> None:
        self._finder = TeamFinder(teams, choices)
        self._results = results

    def plan(self, number: int, values: Mapping[str, Any]) -> Plan:
        """Whether this row says what is on record."""
        plan = Plan(number, values)
        if values.get("state") == "rest":
            plan.warn(None, "import_rest")
            plan.verdict = "skipped"
            return plan
        home, away = (self._finder.find(plan, side) for side in SIDES)
        if home is not None and away is not None:
            self._compare(plan, home, away)
        plan.settle(new=False)
        return plan

    def _compare(self, plan: Plan, home: TeamFact, away: TeamFact) -> None:
        number = plan.values.get("round")
        found = [
            each
            for each in self._results
            if (each.home, each.away) == (home.key, away.key) and number in (None, each.round)
        ]
        scores = tuple(plan.values.get(f"{side}_score") for side in SIDES)
        if len(found) != 1:
            plan.refuse(None, "import_encounter_unknown" if not found else "import_which_encounter")
        elif None in scores:
            if found[0].result is not None:
                plan.refuse("result", "import_result_there", **_told(found[0].result))
        elif found[0].result is None:
            plan.refuse("result", "import_result_not_there")
        elif found[0].result != scores:
            plan.refuse("result", "import_result_other", **_told(found[0].result))


def _told(result: tuple[int, int]) -> dict[str, int]:
    return {"home": result[0], "away": result[1]}
