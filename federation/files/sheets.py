"""The rows of one sheet of a workbook, walked as they lie in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from federation.files import limits
from federation.files.cells import Cell, CellKind, plain_number
from federation.files.dates import moment_of_serial, time_of_fraction
from federation.files.package import Package
from federation.files.results import FileRefusedError
from federation.files.sources import Layout, Merged, Record
from federation.files.texts import is_blank

# Days between the two calendars that workbooks have counted by.
DAYS_TO_1904 = 1462
_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_MOST_COLUMNS = 16_384
_MOST_ROWS = 1_048_576
_TRUE = ("1", "true")


@dataclass(frozen=True)
class Style:
    """What a cell's style says about its number."""

    is_date: bool = False
    zeros: int = 0


@dataclass(frozen=True)
class SheetContext:
    """What the cells of a sheet refer to."""

    shared: Sequence[str] = ()
    styles: Sequence[Style] = ()
    since_1904: bool = False


@dataclass
class SheetWalker:
    """Collects the rows of a sheet; `done` is emptied by whoever drives it."""

    context: SheetContext
    layout: Layout = field(default_factory=Layout)
    done: list[Record] = field(default_factory=list)
    _row: int = 0
    _row_hidden: bool = False
    _cells: dict[int, Cell] = field(default_factory=dict)
    _column: int = 0
    _attributes: Mapping[str, str] = field(default_factory=dict)
    _collecting: str = ""
    _texts: dict[str, str] = field(default_factory=dict)
    _rows_seen: int = 0
    _marks_seen: int = 0
    _filled: int = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element of the sheet begins."""
        if name == "c":
            self._begin_cell(attributes)
        elif name in ("v", "t", "f"):
            self._collecting = "" if self._collecting == "rPh" else name
            self._texts.setdefault(name, "")
        elif name == "row":
            self._begin_row(attributes)
        elif name == "rPh":
            self._collecting = name
        elif name == "col":
            self._hide_columns(attributes)
        elif name == "dimension":
            _check_dimension(attributes.get("ref", ""))
        elif name == "mergeCell":
            self._merge(attributes.get("ref", ""))

    def text(self, text: str) -> None:
        """Text of a value, a rich text or a formula."""
        if (
            self._collecting in ("v", "t")
            and len(self._texts.get(self._collecting, "")) <= limits.LONGEST_CELL
        ):
            self._texts[self._collecting] = self._texts.get(self._collecting, "") + text

    def end(self, name: str) -> None:
        """An element of the sheet ends."""
        if name == "c":
            self._end_cell()
        elif name in ("v", "t", "f", "rPh"):
            self._collecting = ""
        elif name == "row":
            if self._cells:
                self.done.append(Record(self._row, self._cells, hidden=self._row_hidden))
            self._cells = {}

    def _begin_row(self, attributes: Mapping[str, str]) -> None:
        number = attributes.get("r", "")
        self._row = int(number) if number.isdecimal() and len(number) < 8 else self._row + 1
        self._row_hidden = attributes.get("hidden", "") in _TRUE
        self._column = 0
        self._rows_seen += 1
        if self._row > _MOST_ROWS:
            raise FileRefusedError("damaged_workbook")
        if self._rows_seen > limits.MOST_ROW_MARKS:
            raise FileRefusedError("sheet_too_large")

    def _begin_cell(self, attributes: Mapping[str, str]) -> None:
        match = _REFERENCE.fullmatch(attributes.get("r", ""))
        self._column = column_number(match[1]) if match else self._column + 1
        self._attributes = attributes
        self._texts = {}
        self._marks_seen += 1
        if self._marks_seen > limits.MOST_CELL_MARKS or self._column > _MOST_COLUMNS:
            raise FileRefusedError("sheet_too_large")

    def _end_cell(self) -> None:
        cell = _cell_of(self._attributes, self._texts, self.context)
        if cell is None or (cell.kind is CellKind.TEXT and is_blank(cell.text)):
            return
        if self._column not in self._cells:
            self._filled += 1
        self._cells[self._column] = cell
        if self._filled > limits.MOST_CELLS:
            raise FileRefusedError("sheet_too_large")

    def _hide_columns(self, attributes: Mapping[str, str]) -> None:
        first, last = attributes.get("min", ""), attributes.get("max", "")
        if attributes.get("hidden", "") in _TRUE and first.isdecimal() and last.isdecimal():
            places = range(int(first[:6]), min(int(last[:6]), limits.MOST_COLUMNS) + 1)
            self.layout.hidden_columns.update(places)

    def _merge(self, reference: str) -> None:
        corners = [_REFERENCE.fullmatch(part) for part in reference.split(":")]
        if len(corners) != 2 or not (corners[0] and corners[1]):
            return
        first, last = int(corners[0][2]), int(corners[1][2])
        if last > first and len(self.layout.merged) < limits.MOST_MERGED:
            self.layout.merged.append(Merged(column_number(corners[0][1]), first, last))


def records_of(package: Package, path: str, walker: SheetWalker) -> Iterator[Record]:
    """The rows in which something stands, as the sheet is walked."""
    for _ in package.walk(path, walker):
        found, walker.done = walker.done, []
        yield from found


def column_number(letters: str) -> int:
    """The place from 1 of a column named by letters."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def unescaped(text: str) -> str:
    """Text without the way in which workbooks write signs that XML has no place for."""
    if "_x" not in text:
        return text
    return _ESCAPED.sub(_sign, text)


def _sign(match: re.Match[str]) -> str:
    number = int(match[1], 16)
    return match[0] if 0xD800 <= number <= 0xDFFF else chr(number)


def _check_dimension(reference: str) -> None:
    corners = [_REFERENCE.fullmatch(part) for part in reference.split(":")]
    if len(corners) == 2 and corners[0] and corners[1]:
        columns = column_number(corners[1][1]) - column_number(corners[0][1]) + 1
        rows = int(corners[1][2]) - int(corners[0][2]) + 1
        if columns * rows > limits.MOST_DECLARED_CELLS:
            raise FileRefusedError("sheet_too_large")


def _cell_of(attributes: Mapping[str, str], texts: Mapping[str, str], context: SheetContext) -> Cell | None:
    kind = attributes.get("t", "n")
    value = texts.get("v", "")
    if kind == "inlineStr":
        return Cell(unescaped(texts.get("t", "")))
    if kind == "s":
        return _shared(value, context)
    if not value:
        # An empty text is a result too; a number that was never worked out is none.
        return Cell("", CellKind.NO_RESULT) if "f" in texts and kind == "n" else None
    if kind == "str":
        return Cell(unescaped(value))
    if kind == "b":
        return Cell(value, CellKind.YES_NO)
    if kind == "e":
        return Cell(value, CellKind.ERROR)
    if kind == "d":
        return Cell(value, CellKind.DATE)
    return _number(value.strip(), _style(attributes, context), since_1904=context.since_1904)


def _shared(value: str, context: SheetContext) -> Cell | None:
    place = int(value) if value.isdecimal() and len(value) < 9 else len(context.shared)
    return Cell(context.shared[place]) if place < len(context.shared) else Cell(value, CellKind.ERROR)


def _style(attributes: Mapping[str, str], context: SheetContext) -> Style:
    place = attributes.get("s", "0")
    known = place.isdecimal() and len(place) < 7 and int(place) < len(context.styles)
    return context.styles[int(place)] if known else Style()


def _number(value: str, style: Style, *, since_1904: bool) -> Cell:
    plain = plain_number(value)
    if style.is_date and (shown := _as_date(plain, since_1904=since_1904)):
        return Cell(shown, CellKind.DATE)
    if style.zeros and plain.isdecimal():
        # The zeros are in what people see, so they are part of the code.
        return Cell(plain.zfill(style.zeros))
    return Cell(plain, CellKind.NUMBER)


def _as_date(plain: str, *, since_1904: bool) -> str | None:
    """ISO text of a serial number: a day, a moment, or below one a time."""
    whole, _, fraction = plain.partition(".")
    if not (whole.isdecimal() and len(whole) < 8 and (fraction.isdecimal() or not fraction)):
        return None
    if whole == "0" and fraction:
        seconds = int(time_of_fraction(fraction).total_seconds()) % 86_400
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    days = int(whole) + (DAYS_TO_1904 if since_1904 else 0)
    moment = moment_of_serial(f"{days}.{fraction}")
    if moment is None:
        return None
    return moment.isoformat(timespec="seconds") if fraction else moment.date().isoformat()
