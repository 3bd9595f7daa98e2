"""Files as spreadsheets leave them, one test each; its id is the file's name."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.cases.folder import cases_folder
from tests.cases.spain_files import answer

FOLDER = cases_folder() / "spain"
NAMES_OF_LATIN_1 = ("latin-1", "cp1252")


def expectations() -> list[Any]:
    path = FOLDER / "csv_expected.json"
    if not path.is_file():
        return []
    expected = json.loads(path.read_text(encoding="utf-8"))
    return [pytest.param(name, one, id=name) for name, one in expected.items()]


class Due:
    """What is due of an expectation, given the ways that the product took in its doubts."""

    def __init__(self, expected: Mapping[str, Any], given: Mapping[str, Any]) -> None:
        self.expected, self.given = expected, given
        self.ways = {(doubt["row"], doubt["about"]): self._way(doubt) for doubt in expected["either"]}

    def _way(self, doubt: Mapping[str, Any]) -> str:
        refused = [
            row
            for row in self.given["refused_rows"]
            if (row["row"], row["code"]) == (doubt["row"], doubt["about"])
        ]
        taken = {
            way
            for (row, column, code), way in self.given["ways"].items()
            if (row, code) == (doubt["row"], doubt["about"]) and doubt["column"] in (None, column)
        }
        assert len(taken) + bool(refused) == 1, f"no one way taken: {doubt}"
        way = "refuse_row" if refused else taken.pop()
        assert way in doubt["one_of"]
        return way

    def rows(self) -> list[dict[str, Any]]:
        refused = {row for (row, _), way in self.ways.items() if way in ("refuse_row", "skip_and_warn")}
        return [row for row in self.expected["rows"] if row["row"] not in refused]

    def refused(self) -> list[dict[str, Any]]:
        doubts = [
            doubt
            for doubt in self.expected["either"]
            if self.ways[doubt["row"], doubt["about"]] == "refuse_row"
        ]
        own = [
            {"row": doubt["row"], "column": doubt["column"], "code": doubt["about"], "same_as": None}
            for doubt in doubts
        ]
        return [*self.expected["refused_rows"], *own]

    def told(self, entries: str, code: str, way: str) -> list[dict[str, Any]]:
        """The questions or warnings that the ways taken leave due."""
        return [
            entry
            for entry in self.expected[entries]
            if way in self.ways.get((entry["row"], entry[code]), way)
        ]


def listed(entries: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(entry, sort_keys=True) for entry in entries)


@pytest.mark.parametrize(("name", "expected"), expectations())
def test_file(name: str, expected: Mapping[str, Any]):
    given = answer((FOLDER / "files" / name).read_bytes(), name)
    due = Due(expected, given)

    check_dialect(expected, given)
    assert (given["refuse"], given["columns"]) == (expected["refuse"], expected["columns"])
    if expected["rows"] is not None:
        check_rows(due.rows(), given["rows"])
    assert listed(given["refused_rows"]) == listed(due.refused())
    assert listed(given["skipped"]) == listed(expected["skipped"])
    assert listed(given["ask"]) == listed(due.told("ask", "question", "ask"))
    # A doubt that may be told in passing is no surprise when it is told.
    passing = [one for one in given["warn"] if (one["row"], one["code"]) in due.ways]
    required = due.told("warn", "code", "warn")
    assert listed([one for one in given["warn"] if one not in passing or one in required]) == listed(required)
    assert listed(given["text_on_export"]) == listed(expected["text_on_export"])


def check_dialect(expected: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    if expected["encoding"] == "latin-1-or-cp1252":
        assert given["encoding"] in NAMES_OF_LATIN_1
    else:
        assert expected["encoding"] in (None, given["encoding"])
    for part in ("delimiter", "sheet", "header_row"):
        assert expected[part] in (None, given[part])
    assert given["skipped_sheets"] == expected["skipped_sheets"]


def check_rows(expected: list[dict[str, Any]], given: list[dict[str, Any]]) -> None:
    assert [row["row"] for row in given] == [row["row"] for row in expected]
    for right, row in zip(expected, given, strict=True):
        assert {name: row.get(name) for name in right} == right
        assert all(type(row.get(name)) is type(value) for name, value in right.items())
