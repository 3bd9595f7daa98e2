"""A file read from its bytes to rows, refusals and questions.

Reading is total: whatever the bytes are, the result is a FileReading. It is a function of the bytes,
the choices and the day alone, so that a file read again with the answers of its questions gives the
rows that were shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from federation.files import limits
from federation.files.answers import LEFT_OUT, Answers, read_with_answers
from federation.files.facts import facts_of
from federation.files.headers import Headers, find_headers
from federation.files.opening import open_source
from federation.files.outcomes import Context, Doubt, Outcome
from federation.files.readers import LOOKING_BESIDE, read_cell
from federation.files.repeats import Repeats
from federation.files.results import (
    Dialect,
    FileReading,
    FileRefusedError,
    Question,
    Refusal,
    RefusedRow,
    Remark,
    Row,
    SkippedRow,
    Value,
    Way,
)
from federation.files.rows import RawRow, corrected, raw_rows, with_merged
from federation.files.sources import Record, Source
from federation.files.targets import Target

SHOWN_ROWS = 12
SHOWN_CELLS = 40
SHOWN_LETTERS = 80
TOLD_EVERY = 250
HOME_ZONE = "Europe/Madrid"


def read_file(
    data: bytes,
    name: str,
    target: Target,
    choices: Mapping[str, object] | None = None,
    *,
    today: date,
    time_zone: str = HOME_ZONE,
    told: Callable[[int, int], None] | None = None,
) -> FileReading:
    """Read a file as rows of a target.

    `choices` is plain JSON, all of it optional: `encoding`, `delimiter`, `quote`, `sheet`,
    `header_row`, `columns` ({column: place from 1, or null}), `hidden_rows` ("read", "skip"),
    `short_rows` ("refuse", "blank"), `answers` ({question's key: {"way": …, "value": …}}), `cells`
    ({row: {column: another text}}), `rows_out` (rows that stay out).
    `told` is called now and then with how many rows are read, and of how many.
    What cannot be read is in `refusal`, never an exception.
    """
    choices = choices or {}
    reading, opened = _open(data, name, target, choices)
    if opened is None:
        return reading
    try:
        return _Rows(target, today, _zone(time_zone), choices, told).read(*opened, reading)
    except FileRefusedError as error:
        return replace(reading, refusal=error.refusal)


def read_headers(
    data: bytes, name: str, target: Target, choices: Mapping[str, object] | None = None
) -> FileReading:
    """The part of `read_file` that comes before the rows: dialect, headers, a sample, or the refusal."""
    return _open(data, name, target, choices or {})[0]


def row_texts(
    data: bytes, name: str, target: Target, choices: Mapping[str, object], number: int
) -> dict[str, str] | None:
    """What stands in the cells of one row, by column, with what was written anew in them.

    None where there is no such row, or where its cells cannot be told apart.
    """
    _reading, opened = _open(data, name, target, choices)
    if opened is None:
        return None
    source, headers = opened
    short = choices.get("short_rows") == "blank"
    try:
        raw = raw_rows(source.records(), headers, target, short_rows=short)
        found = [row for row in raw if row.number == number and row.problem is None and row.skip is None]
    except FileRefusedError:
        return None
    rows = corrected(found, {"cells": choices.get("cells")}, headers)
    return {name: cell.text for name, cell in rows[0].cells.items()} if rows else None


def has_more_rows(data: bytes, name: str, target: Target, most: int) -> bool:
    """Has a file more than `most` records? Looks no further; False for what is refused."""
    try:
        records = open_source(data, name, target.score, {}).records()
        return sum(1 for _ in islice(records, most + 1)) > most
    except FileRefusedError:
        return False


def _open(
    data: bytes, name: str, target: Target, choices: Mapping[str, object]
) -> tuple[FileReading, tuple[Source, Headers] | None]:
    reading = FileReading(name, target.name)
    try:
        _check_switches(choices)
        source = open_source(data, name, target.score, choices)
        reading = replace(reading, dialect=source.dialect)
        top = list(islice((record for record in source.records() if record.cells), limits.ROWS_ABOVE_DATA))
        reading = replace(reading, sample=_sample(top))
        if not top:
            raise FileRefusedError("empty_file")
        headers = find_headers(top, target, choices)
    except FileRefusedError as error:
        return replace(reading, refusal=error.refusal), None
    reading = replace(reading, header_row=headers.row or None, headers=headers.cells)
    if headers.refusal is not None:
        return replace(reading, refusal=headers.refusal), None
    return reading, (source, headers)


def _check_switches(choices: Mapping[str, object]) -> None:
    for name, allowed in (("hidden_rows", ("read", "skip")), ("short_rows", ("refuse", "blank"))):
        if choices.get(name) not in (None, *allowed):
            raise FileRefusedError("choice_not_valid", choice=name)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise FileRefusedError("choice_not_valid", choice="time_zone") from error


def _sample(top: Sequence[Record]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    shown = []
    for record in top[:SHOWN_ROWS]:
        last = min(max(record.cells), SHOWN_CELLS)
        texts = (record.cells[place].text if place in record.cells else "" for place in range(1, last + 1))
        shown.append((record.number, tuple(text[:SHOWN_LETTERS] for text in texts)))
    return tuple(shown)


@dataclass
class _Rows:
    """Reads the rows of one file and collects what they give."""

    target: Target
    today: date
    zone: ZoneInfo
    choices: Mapping[str, object]
    told: Callable[[int, int], None] | None = None
    rows: list[Row] = field(default_factory=list)
    skipped: list[SkippedRow] = field(default_factory=list)
    refused: list[RefusedRow] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    warnings: list[Remark] = field(default_factory=list)
    notes: list[Remark] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    texts: dict[int, Mapping[str, str]] = field(default_factory=dict)

    def read(self, source: Source, headers: Headers, reading: FileReading) -> FileReading:
        """Read all rows below the headers."""
        short = self.choices.get("short_rows") == "blank"
        raw = list(raw_rows(source.records(), headers, self.target, short_rows=short))
        raw, filled = with_merged(raw, source.layout.merged, headers)
        raw = corrected(raw, self.choices, headers)
        data = [row for row in raw if row.skip is None]
        if not data:
            raise FileRefusedError("no_rows")
        self.notes += headers.notes
        self._note_layout(source, headers, filled)
        answers = Answers(self.choices.get("answers"))
        contexts = self._contexts(data, headers, answers, typed=source.dialect.kind == "workbook")
        asked: dict[tuple[str, str], Question] = {}
        repeats = Repeats(self.target)
        for count, row in enumerate(raw):
            if self.told is not None and count % TOLD_EVERY == 0:
                self.told(count, len(raw))
            before = len(self.refused), len(self.questions)
            self._read_row(row, contexts, answers, asked, repeats)
            if before != (len(self.refused), len(self.questions)):
                self.texts[row.number] = {name: cell.text[:SHOWN_LETTERS] for name, cell in row.cells.items()}
        return replace(
            reading,
            rows=tuple(self.rows),
            skipped=tuple(self.skipped),
            refused_rows=tuple(self.refused),
            questions=(*asked.values(), *self.questions),
            warnings=tuple(self.warnings),
            notes=tuple(self.notes),
            ways=tuple(self.ways),
            texts=self.texts,
        )

    def _contexts(
        self, data: Sequence[RawRow], headers: Headers, answers: Answers, *, typed: bool
    ) -> dict[str, Context]:
        contexts = {}
        for name in headers.mapping.values():
            column = self.target.by_name[name]
            answered = answers.of_column(name)
            contexts[name] = Context(
                column,
                {},
                facts_of(column, data, typed=typed),
                self.today,
                self.zone,
                typed,
                column_answers=answered,
                month_first=answered.get("date_order") == "month_first",
            )
        return contexts

    def _read_row(
        self,
        raw: RawRow,
        contexts: Mapping[str, Context],
        answers: Answers,
        asked: dict[tuple[str, str], Question],
        repeats: Repeats,
    ) -> None:
        if raw.skip is not None or (raw.hidden and self.choices.get("hidden_rows") == "skip"):
            self.skipped.append(SkippedRow(raw.number, raw.skip or "hidden_row"))
            if raw.skip is None:
                self.warnings.append(Remark(raw.number, None, "hidden_row"))
                self.ways.append(Way(raw.number, None, "hidden_row", "skip_and_warn"))
            return
        if raw.problem is not None:
            self.refused.append(RefusedRow(raw.number, None, raw.problem))
            return
        outcomes = {
            name: read_with_answers(cell, _beside(contexts[name], raw), raw.number, answers, read_cell)
            for name, cell in raw.cells.items()
        }
        if any(outcome.problem == LEFT_OUT for outcome in outcomes.values()):
            self.skipped.append(SkippedRow(raw.number, LEFT_OUT))
            return
        if problems := self._problems(raw, outcomes, contexts):
            self.refused += problems
            return
        self._take(raw, outcomes, asked, repeats)

    def _problems(
        self, raw: RawRow, outcomes: Mapping[str, Outcome], contexts: Mapping[str, Context]
    ) -> list[RefusedRow]:
        found = [
            RefusedRow(raw.number, name, outcome.problem, data=outcome.data)
            for name, outcome in outcomes.items()
            if outcome.problem is not None
        ]
        missing = [
            RefusedRow(raw.number, name, "value_missing")
            for name, context in contexts.items()
            if context.column.required and _is_missing(outcomes.get(name))
        ]
        return found + missing

    def _take(
        self,
        raw: RawRow,
        outcomes: Mapping[str, Outcome],
        asked: dict[tuple[str, str], Question],
        repeats: Repeats,
    ) -> None:
        doubts = {name: outcome.doubt for name, outcome in outcomes.items() if outcome.doubt is not None}
        values: dict[str, Value] = {}
        for outcome in outcomes.values():
            values |= outcome.values
        finished = self.target.finish(values, self.today)
        refusal = [RefusedRow(raw.number, column, code) for column, code in finished.problems]
        # What an open cell says counts for being equal, though it is no value yet.
        shown = {name: raw.cells[name].text for name in doubts}
        if not refusal and (repeated := repeats.refusal(raw.number, finished.values, shown)):
            refusal = [repeated]
        if refusal:
            self.refused += refusal
            return
        for name, doubt in doubts.items():
            self._ask(raw, name, doubt, asked)
        self._tell(raw, outcomes)
        waits = any(doubt.holds_row for doubt in doubts.values())
        self.rows.append(Row(raw.number, finished.values, tuple(doubts), raw.hidden, waits))

    def _ask(self, raw: RawRow, name: str, doubt: Doubt, asked: dict[tuple[str, str], Question]) -> None:
        shown = raw.cells[name].text[:SHOWN_LETTERS]
        if not doubt.for_column:
            self.questions.append(Question(raw.number, name, doubt.code, shown, doubt.offers, doubt.ways))
            self.ways.append(Way(raw.number, name, doubt.code, "ask"))
        elif (doubt.code, name) not in asked:
            asked[doubt.code, name] = Question(None, name, doubt.code, shown, doubt.offers, doubt.ways)

    def _tell(self, raw: RawRow, outcomes: Mapping[str, Outcome]) -> None:
        if raw.hidden:
            self.warnings.append(Remark(raw.number, None, "hidden_row"))
            self.ways.append(Way(raw.number, None, "hidden_row", "accept"))
        for name, outcome in outcomes.items():
            self.warnings += [Remark(raw.number, name, code) for code in outcome.warnings]
            self.notes += [Remark(raw.number, name, code) for code in outcome.notes]
            self.ways += [Way(raw.number, name, code, way) for code, way in outcome.ways]

    def _note_layout(self, source: Source, headers: Headers, filled: Iterable[str]) -> None:
        hidden = source.layout.hidden_columns
        self.notes += [Remark(None, name, "merged_cells") for name in sorted(filled)]
        self.notes += [
            Remark(None, cell.column, "hidden_column", {"header": cell.text})
            for cell in headers.cells
            if cell.column and cell.number in hidden
        ]


def _beside(context: Context, raw: RawRow) -> Context:
    """The context of a cell, with its row where the reader looks beside it."""
    return replace(context, row=raw.cells) if context.column.kind in LOOKING_BESIDE else context


def _is_missing(outcome: Outcome | None) -> bool:
    """Whether a required cell gave nothing; a doubt will give something."""
    if outcome is None:
        return True
    return (
        outcome.doubt is None
        and outcome.problem is None
        and not any(value not in (None, "") for value in outcome.values.values())
    )


__all__ = ["Dialect", "FileReading", "Refusal", "read_file"]
