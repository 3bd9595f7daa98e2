"""XLSX workbooks: which sheets there are, which one is meant, what its cells refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from federation.files import limits
from federation.files.delimited import HeaderScore
from federation.files.number_formats import is_date, zeros_of
from federation.files.package import Package
from federation.files.results import Dialect, FileRefusedError
from federation.files.sheets import SheetContext, SheetWalker, Style, records_of, unescaped
from federation.files.sources import Layout, Record

_MOST_STYLES = 70_000
_LONGEST_SHARED = 40_000_000
_SHEET_KIND = "worksheet"


@dataclass
class WorkbookSource:
    """One sheet of a workbook."""

    package: Package
    path: str
    context: SheetContext
    dialect: Dialect
    layout: Layout = field(default_factory=Layout)

    def records(self) -> Iterator[Record]:
        """The rows of the sheet in which something stands."""
        self.layout = Layout()
        yield from records_of(self.package, self.path, SheetWalker(self.context, self.layout))


def open_workbook(data: bytes, score: HeaderScore, sheet: str | None = None) -> WorkbookSource:
    """Open the sheet that looks most like what is wanted, or the one that the user named.

    Hidden sheets are never read. Raises FileRefusedError: what `Package` raises, `no_visible_sheet`,
    `choice_not_valid` for a sheet that is not there or hidden.
    """
    package = Package(data)
    root = next(
        (r.path for r in package.relations("").values() if r.kind == "officeDocument"), "xl/workbook.xml"
    )
    if not package.has(root):
        raise FileRefusedError("not_a_spreadsheet")
    book = _Book()
    package.walk_all(root, book)
    relations = package.relations(root)
    kinds = {relation.kind: relation.path for relation in relations.values()}
    context = SheetContext(
        _shared_texts(package, kinds.get("sharedStrings")),
        _styles(package, kinds.get("styles")),
        book.since_1904,
    )
    readable = {
        name: relations[key].path
        for name, key in book.visible.items()
        if key in relations and relations[key].kind == _SHEET_KIND and package.has(relations[key].path)
    }
    if not readable:
        raise FileRefusedError("no_visible_sheet")
    if sheet is not None and sheet not in readable:
        raise FileRefusedError("choice_not_valid", choice="sheet")
    chosen = sheet or _likely_sheet(package, readable, context, score)
    skipped = tuple(name for name in book.names if name != chosen)
    dialect = Dialect("workbook", sheet=chosen, sheets=tuple(readable), skipped_sheets=skipped)
    return WorkbookSource(package, readable[chosen], context, dialect)


def _likely_sheet(
    package: Package, readable: Mapping[str, str], context: SheetContext, score: HeaderScore
) -> str:
    """The first of the sheets whose rows at the top have the most known headers."""
    if len(readable) == 1:
        return next(iter(readable))
    scores = {}
    for name, path in readable.items():
        records = islice(records_of(package, path, SheetWalker(context)), limits.ROWS_ABOVE_DATA)
        rows = [[cell.text for cell in record.cells.values()] for record in records]
        # Among sheets without a known header one with rows goes before an empty one.
        scores[name] = (max(map(score, rows), default=0), bool(rows))
    return max(scores, key=lambda name: scores[name])


class _Book:
    """Names and states of the sheets, and from when days are counted."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.visible: dict[str, str] = {}
        self.since_1904 = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "workbookPr":
            self.since_1904 = attributes.get("date1904", "") in ("1", "true")
        if name != "sheet":
            return
        if len(self.names) >= limits.MOST_SHEETS:
            raise FileRefusedError("too_many_sheets")
        title = attributes.get("name", "")
        self.names.append(title)
        if attributes.get("state", "visible") == "visible":
            key = next((value for key, value in attributes.items() if key.endswith(":id")), "")
            self.visible.setdefault(title, key)

    def end(self, name: str) -> None:
        """Nothing to do: a sheet is all in its attributes."""

    def text(self, text: str) -> None:
        """Nothing to do."""


def _shared_texts(package: Package, path: str | None) -> list[str]:
    if path is None or not package.has(path):
        return []
    shared = _SharedTexts()
    package.walk_all(path, shared)
    return shared.texts


class _SharedTexts:
    """The texts that cells point to, without the readings that Asian programs put beside them."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._pieces: list[str] = []
        self._inside = False
        self._beside = False
        self._length = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """A text begins, or a piece of it; it has no attributes of interest."""
        del attributes
        if name == "si":
            self._pieces = []
        elif name == "rPh":
            self._beside = True
        elif name == "t":
            self._inside = not self._beside

    def text(self, text: str) -> None:
        if self._inside:
            self._length += len(text)
            if self._length > _LONGEST_SHARED:
                raise FileRefusedError("workbook_too_large")
            self._pieces.append(text)

    def end(self, name: str) -> None:
        if name == "t":
            self._inside = False
        elif name == "rPh":
            self._beside = False
        elif name == "si":
            if len(self.texts) >= limits.MOST_SHARED_TEXTS:
                raise FileRefusedError("workbook_too_large")
            self.texts.append(unescaped("".join(self._pieces)))


def _styles(package: Package, path: str | None) -> list[Style]:
    if path is None or not package.has(path):
        return []
    styles = _Styles()
    package.walk_all(path, styles)
    return [
        Style(is_date(number, styles.codes.get(number)), zeros_of(styles.codes.get(number)))
        for number in styles.cells
    ]


class _Styles:
    """The number format of each cell style."""

    def __init__(self) -> None:
        self.codes: dict[int, str] = {}
        self.cells: list[int] = []
        self._in_cells = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        number = attributes.get("numFmtId", "")
        if name == "cellXfs":
            self._in_cells = True
        elif name == "numFmt" and number.isdecimal() and len(self.codes) < _MOST_STYLES:
            self.codes[int(number[:9])] = attributes.get("formatCode", "")
        elif name == "xf" and self._in_cells and len(self.cells) < _MOST_STYLES:
            self.cells.append(int(number[:9]) if number.isdecimal() else 0)

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self._in_cells = False

    def text(self, text: str) -> None:
        """Nothing to do: styles are all in their attributes."""
