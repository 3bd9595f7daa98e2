"""The adapter of `spain/files`: a file's bytes in, what the product read as `csv_expected.json` says it."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from federation.files.catalogue import TARGETS
from federation.files.export import neutralised
from federation.files.reading import read_file
from federation.files.results import FileReading, Row

# The season of the cases: a date of birth is never after it.
TODAY = date(2026, 9, 1)
SAID = {"\t": "tab"}
COLUMNS = {
    "licence": "licencia", "surnames": "apellidos", "given_name": "nombre", "document": "dni",
    "birth_date": "fecha", "fee": "cuota", "club": "club",
    "round": "jornada", "date": "fecha", "home": "local", "away": "visitante",
}  # fmt: skip
TEXTS = ("licencia", "apellidos", "nombre", "dni", "club")


def read(data: bytes, name: str) -> FileReading:
    """The reading of the kind of list of which the file has more columns."""
    readings = [read_file(data, name, TARGETS[kind], today=TODAY) for kind in ("people", "results")]
    return max(readings, key=lambda reading: len(reading.mapping))


def answer(data: bytes, name: str) -> dict[str, Any]:
    """What the product makes of a file."""
    reading = read(data, name)
    dialect = reading.dialect
    rows = [_row(row, reading.target) for row in reading.rows if not row.waits]
    return {
        "encoding": dialect and dialect.encoding,
        "delimiter": dialect and SAID.get(str(dialect.delimiter), dialect.delimiter),
        "sheet": dialect and dialect.sheet,
        "skipped_sheets": list(dialect.skipped_sheets) if dialect else [],
        "header_row": reading.header_row,
        "rows": rows,
        "skipped": [{"row": row.row, "code": row.code} for row in reading.skipped],
        "refuse": reading.refusal and reading.refusal.code,
        "columns": list(reading.refusal.columns) if reading.refusal else [],
        "refused_rows": [
            {"row": row.row, "column": _named(row.column), "code": row.code, "same_as": row.same_as}
            for row in reading.refused_rows
        ],
        "ask": [
            {
                "row": asked.row,
                "column": _named(asked.column),
                "question": asked.code,
                "offers": list(asked.offers),
            }
            for asked in reading.questions
        ],
        "warn": [
            {"row": told.row, "column": _named(told.column), "code": told.code} for told in reading.warnings
        ],
        "ways": {(way.row, _named(way.column), way.code): way.way for way in reading.ways},
        "text_on_export": [
            {"row": row["row"], "column": column}
            for row in rows
            for column in TEXTS
            if isinstance(row.get(column), str) and neutralised(row[column]) != row[column]
        ],
    }


def _named(column: str | None) -> str | None:
    return column and COLUMNS.get(column, column)


def _row(row: Row, target: str) -> dict[str, Any]:
    shape: Callable[[Mapping[str, Any]], dict[str, Any]] = _person if target == "people" else _encounter
    values = shape(row.values)
    # What has an open question has no value yet.
    return {"row": row.number} | {
        name: value for name, value in values.items() if name not in map(_named, row.open)
    }


def _person(values: Mapping[str, Any]) -> dict[str, Any]:
    surnames = [values[part] for part in ("surname_1", "surname_2") if values.get(part)]
    given = {COLUMNS[name]: values.get(name) for name in COLUMNS if name in PEOPLE_COLUMNS}
    return given | {"apellidos": " ".join(surnames) or None}


def _encounter(values: Mapping[str, Any]) -> dict[str, Any]:
    scores = [values.get("home_score"), values.get("away_score")]
    given = {COLUMNS[name]: values.get(name) for name in ("round", "date", "home", "away")}
    return given | {"state": values["state"], "result": None if None in scores else scores}


PEOPLE_COLUMNS = ("licence", "given_name", "document", "birth_date", "fee", "club")
