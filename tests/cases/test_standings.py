"""Real seasons in their official order, whatever the order of the input; the id is the file's name."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from competitions.rules.standings.table import standings
from tests.cases.folder import cases_folder
from tests.cases.standings import answer, facts_of, names_of, order_of_totals, table, terms_of

SHUFFLES = (0, 1, 2)
RULES = {
    "goal_difference_first": ("pts", "gd", "gf"),
    "head_to_head_first": ("pts", "h2h_pts", "h2h_gd", "gd", "gf"),
}


def seasons(*shapes: str) -> list[Any]:
    found = []
    for path in sorted((cases_folder() / "standings").glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        if case["shape"] in shapes:
            found.append(pytest.param(case, id=path.stem))
    return found


def unordered(ties: list[Mapping[str, Any]]) -> set[str]:
    return {json.dumps(tie, sort_keys=True) for tie in ties}


@pytest.mark.parametrize("case", seasons("encounters", "games"))
def test_season(case: Mapping[str, Any]):
    for shuffle in SHUFFLES:
        given = answer(case, shuffle=shuffle)

        assert given["expected"] == case["expected"]
        if "deciding_ties" in case:
            assert unordered(given["deciding_ties"]) == unordered(case["deciding_ties"])
            assert unordered(given["mini_tables"]) == unordered(case["mini_tables"])


@pytest.mark.parametrize("case", seasons("encounters"))
def test_what_another_rule_would_say(case: Mapping[str, Any]):
    """A wrong rule gives exactly the places that the case says it would get wrong."""
    names, right = names_of(case), {row["pos"]: row["team"] for row in case["expected"]}
    for rule, places in case["wrong_answers"].items():
        made = standings(facts_of(case), terms_of(case, RULES[rule]))
        wrong = {row.place: names[row.key] for row in made.rows}

        assert [
            {"pos": pos, "would_be": wrong[pos], "right": right[pos]}
            for pos in right
            if wrong[pos] != right[pos]
        ] == places


@pytest.mark.parametrize("case", seasons("encounters"))
def test_decisions_of_the_committee(case: Mapping[str, Any]):
    """Deductions count from their date, go when they are undone, touch points alone; so does each award."""
    bare = {row["team"]: row for row in _without_adjustments(case)}
    final = {row["team"]: row for row in case["expected"]}
    for team, points in case["points_without_sanction"].items():
        assert bare[team]["points"] == points
    for team, row in bare.items():
        assert {**row, "pos": 0, "points": 0} == {**final[team], "pos": 0, "points": 0}
    for award in case["awards"]:
        rows = {row["team"]: row for row in answer(case, without=award)["expected"]}
        for team, points in award["points_if_not_awarded"].items():
            assert rows[team]["points"] == points


@pytest.mark.parametrize("case", seasons("encounters"))
def test_as_of_each_decision(case: Mapping[str, Any]):
    names = names_of(case)
    for change in case["timeline"]:
        day = date.fromisoformat(change["date"])
        due = [each for each in case["timeline"] if date.fromisoformat(each["date"]) <= day]
        made = standings(facts_of(case, as_of=day), terms_of(case))
        for row in made.rows:
            assert row.totals.adjusted == sum(
                each["points"] for each in due if each["team"] == names[row.key]
            )
            assert all(each.day <= day for each in row.adjustments)


@pytest.mark.parametrize("case", seasons("encounters"))
def test_whoever_left_loses_what_remained(case: Mapping[str, Any]):
    columns = case["matches_columns"]
    for left in case["withdrawals"]:
        team, rest = case["teams"].index(left["team"]), 0
        for row in case["matches"]:
            match = dict(zip(columns, row, strict=True))
            sides = {match["home_index"]: "home_goals", match["away_index"]: "away_goals"}
            if team in sides and match["date"] > left["after"]:
                other = next(key for index, key in sides.items() if index != team)
                assert [match[sides[team]], match[other]] == left["score_against"]
                rest += 1
        assert rest == left["matches"]


@pytest.mark.parametrize("case", seasons("totals"))
def test_table_without_results(case: Mapping[str, Any]):
    for group in case["groups"]:
        rows = group["expected"]
        short = [each["partidas"] for each in group["short_encounters"]]
        for row in rows:
            pending = group["encounters_pending"].get(row["team"], 0)
            cut = sum(
                case["partidas_per_encounter"] - each["partidas"]
                for each in group["short_encounters"]
                if row["team"] in each["teams"]
            )
            assert row["played"] == row["won"] + row["drawn"] + row["lost"] == case["matchdays"] - pending
            assert row["points"] == case["points"]["win"] * row["won"] + case["points"]["draw"] * row["drawn"]
            assert row["gf"] + row["ga"] == case["partidas_per_encounter"] * row["played"] - cut
            assert row["gd"] == row["gf"] - row["ga"]
        assert sum(row["gf"] for row in rows) == group["sum_gf"]
        assert sum(row["ga"] for row in rows) == group["sum_ga"]
        assert all(each < case["partidas_per_encounter"] for each in short)
        for shuffle in SHUFFLES:
            assert order_of_totals(case, rows, shuffle) == [row["team"] for row in rows]


def _without_adjustments(case: Mapping[str, Any]) -> list[dict[str, Any]]:
    bare = {**case, "adjustments": [], "timeline": []}
    return table(bare, standings(facts_of(bare), terms_of(bare)))
