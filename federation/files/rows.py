"""The rows under the headers: which are data, which are not, and which have too many cells or too few."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from federation.files import limits
from federation.files.cells import Cell, CellKind
from federation.files.headers import Headers
from federation.files.results import FileRefusedError
from federation.files.sources import Merged, Record
from federation.files.targets import Kind, Target, folded
from federation.files.texts import is_blank

_TOTAL = re.compile(r"(?:sub ?)?total(?:es)?\b.*|sumas?\b.*|importe total\b.*|grand total\b.*")
_FIGURES = re.compile(r"[\d.,\s€%()+\-–'’]+(?:eur|euros?)?", re.IGNORECASE)
# A row this long with a total in it is a person called Total.
_MOST_WORDS_OF_TOTAL = 5


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row's cells by the target's column; `problem` when its cells cannot be told apart."""

    number: int
    cells: Mapping[str, Cell]
    hidden: bool = False
    problem: str | None = None
    # Why it is no data at all.
    skip: str | None = None


def raw_rows(
    records: Iterable[Record], headers: Headers, target: Target, *, short_rows: bool
) -> Iterator[RawRow]:
    """The rows below the headers in which something stands.

    `short_rows`: cells that are missing at the end of a row count as blank. Raises FileRefusedError
    `too_many_rows`, and `too_many_columns` for a cell far to the right.
    """
    mapping = headers.mapping
    last_mapped = max(mapping, default=0)
    titles = {cell.number: cell.text.casefold() for cell in headers.cells if cell.column and cell.text}
    amounts = {column.name for column in target.columns if column.kind is Kind.AMOUNT}
    count = 0
    for record in records:
        if record.number <= headers.row or not record.cells:
            continue
        count += 1
        if count > limits.MOST_ROWS:
            raise FileRefusedError("too_many_rows", most=limits.MOST_ROWS)
        if max(record.cells) > limits.MOST_COLUMNS and record.width is None:
            raise FileRefusedError("too_many_columns", most=limits.MOST_COLUMNS)
        cells = {mapping[place]: cell for place, cell in record.cells.items() if place in mapping}
        skip = "total_row" if _is_total(record, cells, amounts) else None
        if skip is None and _repeats_headers(record, titles):
            skip = "repeated_header"
        problem = None if skip else _problem_of_width(record, headers, last_mapped, short_rows=short_rows)
        yield RawRow(record.number, cells, record.hidden, problem, skip)


def with_merged(
    rows: Sequence[RawRow], merged: Sequence[Merged], headers: Headers
) -> tuple[list[RawRow], set[str]]:
    """The rows with cells that reach over several of them put in each, and the columns where it was done.

    «Club» is often one tall cell beside all its people: without this only the first would have one.
    """
    filled = {row.number: row for row in rows}
    numbers = sorted(filled)
    touched = set()
    left = limits.MOST_CELLS
    for cell in merged:
        name = headers.mapping.get(cell.place)
        value = filled[cell.row].cells.get(name) if name and cell.row in filled else None
        if name is None or value is None:
            continue
        covered = numbers[bisect_right(numbers, cell.row) : bisect_right(numbers, cell.last_row)][:left]
        left -= len(covered)
        for number in covered:
            row = filled[number]
            if row.skip is None and name not in row.cells:
                filled[number] = replace(row, cells={**row.cells, name: value})
                touched.add(name)
    return [filled[row.number] for row in rows], touched


def corrected(rows: Sequence[RawRow], choices: Mapping[str, object], headers: Headers) -> list[RawRow]:
    """The rows with the cells that somebody has written anew, without those that he leaves out.

    `choices` is untrusted JSON: `cells` ({row: {column: text}}) and `rows_out` ([row, …]); what is
    neither is as if it were not there.
    """
    cells, out = choices.get("cells"), choices.get("rows_out")
    by_row = cells if isinstance(cells, Mapping) else {}
    columns = set(headers.mapping.values())
    left_out = {each for each in out if isinstance(each, int)} if isinstance(out, list) else set()
    found = []
    for row in rows:
        written = by_row.get(str(row.number))
        if isinstance(written, Mapping) and row.problem is None and row.skip is None:
            row = replace(row, cells=_rewritten(row.cells, written, columns))
        found.append(replace(row, skip="left_out") if row.number in left_out else row)
    return found


def _rewritten(
    cells: Mapping[str, Cell], written: Mapping[object, object], columns: set[str]
) -> dict[str, Cell]:
    found = dict(cells)
    for name, text in written.items():
        if not isinstance(name, str) or name not in columns or not isinstance(text, str):
            continue
        if is_blank(text):
            found.pop(name, None)
        else:
            found[name] = Cell(text[: limits.LONGEST_CELL])
    return found


def _problem_of_width(record: Record, headers: Headers, last_mapped: int, *, short_rows: bool) -> str | None:
    """A text file's row must have a cell for each header that counts: a shifted value is worse than none."""
    if record.width is None:
        return None
    if headers.width is not None and max(record.cells) > headers.width:
        return "too_many_cells"
    if record.width < last_mapped and not short_rows:
        return "too_few_cells"
    return None


def _is_total(record: Record, cells: Mapping[str, Cell], amounts: set[str]) -> bool:
    """A word for total beside nothing but figures, or a lone sum in the column of amounts."""
    found = False
    for cell in record.cells.values():
        if cell.kind is not CellKind.TEXT or _FIGURES.fullmatch(cell.text.strip()):
            continue
        # Most rows are told apart by their first word, without looking closely.
        if "tot" not in (low := cell.text.casefold()) and "sum" not in low:
            return False
        words = folded(cell.text)
        if not _TOTAL.fullmatch(words) or len(words.split()) > _MOST_WORDS_OF_TOTAL:
            return False
        found = True
    return found or (bool(cells) and set(cells) <= amounts and len(record.cells) == len(cells))


def _repeats_headers(record: Record, titles: Mapping[int, str]) -> bool:
    """Lists made for paper repeat their headers on each page."""
    count = 0
    for place, cell in record.cells.items():
        if place in titles:
            if cell.text.strip().casefold() != titles[place]:
                return False
            count += 1
    return count > 1
