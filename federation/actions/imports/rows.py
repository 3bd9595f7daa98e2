"""The rows of an import as they are kept: what was read, what it would do, what is told and asked."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from federation.files.results import FileReading, Question, Row
from federation.models import Import, ImportRow, RowVerdict
from federation.rules.importing import Plan, Told, Weight

AT_ONCE = 500
ASKED_AT_ONCE = 20
"""Questions of one kind that a page shows; the next ones come when these are answered."""


def rows_of(source: Import, reading: FileReading, plans: Sequence[Plan]) -> list[ImportRow]:
    """Every row of a reading, planned or not, in order."""
    remarks = _warnings(reading)
    found = [_planned(source, plan, remarks) for plan in plans]
    asked = {(question.row, question.column): question for question in reading.questions}
    found += [_asking(source, row, reading, asked, remarks) for row in reading.rows if not row.complete]
    refused: dict[int, list[Told]] = defaultdict(list)
    for each in reading.refused_rows:
        data = dict(each.data) | ({"same_as": each.same_as} if each.same_as is not None else {})
        refused[each.row].append(Told(Weight.ERROR, each.column, each.code, data))
    for number, told in refused.items():
        texts = dict(reading.texts.get(number, {}))
        found.append(_row(source, number, RowVerdict.ERROR, texts, [*told, *remarks[number]]))
    for skipped in reading.skipped:
        why = Told(Weight.WARNING, None, skipped.code)
        found.append(_row(source, skipped.row, RowVerdict.SKIPPED, {}, [why]))
    return sorted(found, key=lambda row: row.number)


def _warnings(reading: FileReading) -> dict[int, list[Told]]:
    found: dict[int, list[Told]] = defaultdict(list)
    for remark in reading.warnings:
        if remark.row is not None:
            found[remark.row].append(Told(Weight.WARNING, remark.column, remark.code, remark.data))
    return found


def _planned(source: Import, plan: Plan, remarks: Mapping[int, list[Told]]) -> ImportRow:
    row = ImportRow(source=source, number=plan.number, values=_plain(plan.values))
    take_plan(row, plan)
    row.remarks += [each.as_json() for each in remarks[plan.number]]
    return row


def take_plan(row: ImportRow, plan: Plan, *, changed_meanwhile: bool = False) -> None:
    """Let a row say what a plan would do."""
    row.verdict = plan.verdict
    row.changes = [{"field": name, "old": old, "new": new} for name, old, new in plan.changes]
    row.remarks = [told.as_json() for told in plan.told]
    if changed_meanwhile:
        row.remarks.insert(0, Told(Weight.WARNING, None, "import_changed_meanwhile").as_json())
    row.written = dict(plan.keys)


def _asking(
    source: Import,
    row: Row,
    reading: FileReading,
    asked: Mapping[tuple[int | None, str], Question],
    remarks: Mapping[int, list[Told]],
) -> ImportRow:
    told = []
    for name in row.open:
        question = asked.get((row.number, name)) or asked.get((None, name))
        if question is not None:
            told.append(_told(question))
    values = {**_plain(row.values), **reading.texts.get(row.number, {})}
    return _row(source, row.number, RowVerdict.QUESTION, values, [*told, *remarks[row.number]])


def _told(question: Question) -> Told:
    return Told(
        Weight.QUESTION,
        question.column,
        question.code,
        key=question.key,
        shown=question.shown,
        offers=tuple((offer, "") for offer in question.offers),
        ways=tuple(way.value for way in question.ways),
    )


def _row(
    source: Import, number: int, verdict: RowVerdict, values: Mapping[str, Any], told: Iterable[Told]
) -> ImportRow:
    return ImportRow(
        source=source,
        number=number,
        verdict=verdict,
        values=dict(values),
        remarks=[each.as_json() for each in told],
    )


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in (None, "")}


def replace(source: Import, rows: Sequence[ImportRow]) -> None:
    """Put these in the place of an import's rows; counts and questions are gathered, and not yet saved."""
    ImportRow.objects.filter(source=source).delete()
    for row in rows:
        row.pk = None
        row._state.adding = True  # noqa: SLF001  it is written anew
    ImportRow.objects.bulk_create(rows, batch_size=AT_ONCE)
    counts = Counter(str(row.verdict) for row in rows)
    source.counts = {"total": len(rows), **{verdict: counts.get(verdict, 0) for verdict in RowVerdict.values}}
    source.progress = len(rows)
    source.detected = {**source.detected, "questions": questions_of(rows)}


def questions_of(rows: Iterable[ImportRow]) -> list[dict[str, Any]]:
    """What is asked, by kind: how many rows wait for it, and the first questions, each once."""
    groups: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        for told in row.remarks:
            if told["weight"] != Weight.QUESTION:
                continue
            # The end of its key says of what: a column, or the person.
            kind = (told["code"], told["key"].rpartition(":")[2])
            group = groups.setdefault(
                kind, {"code": kind[0], "column": kind[1], "rows": 0, "count": 0, "keys": [], "asked": []}
            )
            group["rows"] += 1
            if told["key"] not in group["keys"]:
                group["keys"].append(told["key"])
                group["count"] += 1
                if group["count"] <= ASKED_AT_ONCE:
                    group["asked"].append({**told, "row": row.number})
    for group in groups.values():
        del group["keys"]
    return list(groups.values())


def detected_of(reading: FileReading) -> dict[str, Any]:
    """How a file was understood, and what was changed while reading it."""
    dialect = reading.dialect
    notes = Counter(note.code for note in reading.notes if note.row is not None)
    found: dict[str, Any] = {
        "header_row": reading.header_row,
        "headers": [[cell.number, cell.text, cell.column] for cell in reading.headers],
        "notes": dict(notes),
        "about_columns": [
            {"column": note.column, "code": note.code, "data": dict(note.data)}
            for note in reading.notes
            if note.row is None
        ],
        "questions": [],
    }
    if dialect is not None:
        found |= {
            "kind": dialect.kind,
            "encoding": dialect.encoding,
            "delimiter": dialect.delimiter,
            "quote": dialect.quote,
            "sheet": dialect.sheet,
            "sheets": list(dialect.sheets),
        }
    if reading.refusal is not None:
        # Whoever says which row has the headers must see the first ones; otherwise they are in the rows.
        found["sample"] = [[number, list(texts)] for number, texts in reading.sample]
    return found
