"""Swiss rounds by FIDE's Dutch system: exact where the edition is ours or two engines agree."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from competitions.rules.swiss.dutch import EDITION
from tests.cases.folder import cases_folder
from tests.cases.swiss import agreed_rounds, event_rounds, points_of, small_history, small_round


def cases(file: str, family: str) -> list[Any]:
    path = cases_folder() / "swiss" / file
    data = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return [pytest.param(case, id=case["id"]) for case in data.get(family, ())]


def sorted_pairs(expected: Mapping[str, Any]) -> dict[str, Any]:
    return {"pairs": sorted(expected["pairs"]), "bye": expected["bye"]}


@pytest.mark.parametrize("case", cases("dutch_agreed.json", "scenarios"))
def test_rounds_on_which_two_engines_agree(case: Mapping[str, Any]):
    for expected, given in agreed_rounds(case):
        assert given == sorted_pairs(expected), f"round {expected['round']}"


@pytest.mark.parametrize("case", cases("dutch_whole_events.json", "tournaments"))
def test_whole_event(case: Mapping[str, Any]):
    """Exact by our edition; by another one a round may differ, and is still a legal one."""
    met: set[frozenset[int]] = set()
    rested: set[int] = set()
    for number, (expected, given) in enumerate(event_rounds(case), start=1):
        if case["edition_code"] == EDITION:
            assert given == expected, f"round {number}"
        assert_legal(
            given, {key for pair in expected["pairs"] for key in pair} | {*expected["bye"]}, met, rested
        )
        for white, black, *codes in case["rounds"][number - 1]["pairs"]:
            if not set(codes) & set("+-"):
                met.add(frozenset((white, black)))
            rested |= {key for key, code in zip((white, black), codes, strict=True) if code == "+"}
        rested |= {*expected["bye"]}
    assert points_of(case) == case["expected_points"]


@pytest.mark.parametrize("case", cases("dutch_whole_events.json", "small_cases"))
def test_small_case(case: Mapping[str, Any]):
    given, history = small_round(case), small_history(case)
    met = {frozenset((number, each.rival)) for number, rows in history.items() for each in rows if each.rival}

    assert_legal(given, set(history) - {*case["absent"]}, met, set())
    if case["edition_code"] == EDITION:
        assert given == sorted_pairs(case["expected"])


def assert_legal(given: Mapping[str, Any], playing: set[int], met: set[frozenset[int]], rested: set[int]):
    assert sorted([key for pair in given["pairs"] for key in pair] + given["bye"]) == sorted(playing)
    assert len(given["bye"]) == len(playing) % 2
    assert not {frozenset(pair) for pair in given["pairs"]} & met
    assert not {*given["bye"]} & rested
