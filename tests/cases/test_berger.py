"""Berger's tables, number by number; the id is the case's."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from competitions.rules.calendar.berger import LegOrder, round_robin, table
from tests.cases.folder import cases_folder


def cases() -> list[Any]:
    found = []
    for path in sorted((cases_folder() / "berger").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        runs = data.get("longest_run_same_side_double", {})
        for size, case in data["tables"].items():
            longest = {LegOrder.AS_IN_TABLE: runs.get(size), LegOrder.EXCHANGED: runs.get(f"{size}_swapped")}
            found.append(pytest.param(int(size), case, longest, id=case["id"]))
    return found


@pytest.mark.parametrize(("size", "case", "runs"), cases())
def test_table(size: int, case: Mapping[str, Any], runs: Mapping[LegOrder, int | None]):
    rounds = [[list(pair) for pair in each] for each in table(size)]
    assert rounds == case["rounds"]

    at_home = {
        str(number): sum(pair[0] == number for each in rounds for pair in each)
        for number in range(1, size + 1)
    }
    assert at_home == case["home_games"]

    for order, longest in runs.items():
        calendar = round_robin(range(1, size + 1), legs=2, order=order)
        assert longest in (None, max(longest_run(calendar, number) for number in range(1, size + 1)))


def longest_run(calendar, entrant: int) -> int:
    """How many times running somebody plays on the same side, rests left out."""
    sides = [pair.index(entrant) for each in calendar for pair in each.pairs if entrant in pair]
    longest, run, last = 0, 0, None
    for side in sides:
        run = run + 1 if side == last else 1
        longest, last = max(longest, run), side
    return longest
