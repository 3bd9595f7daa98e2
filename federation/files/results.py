"""What reading a file gives: rows, what was refused, skipped and asked, and how it was understood.

All of it is plain text and numbers, so that it can be shown, stored as JSON and compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

# Dates and moments are ISO text, amounts decimal text with a point, yes and no "yes" and "no".
Value = str | int | None


class AnswerWay(StrEnum):
    """How a question may be answered (`choices["answers"][key] = {"way": …, "value": …}`)."""

    TAKE = "take"  # one of the offers; without a value the only one
    WRITE = "write"  # another text, read as if it stood in the cell
    KEEP = "keep"  # as it stands
    WIDTH = "width"  # codes are filled with zeros to so many digits
    BLANK = "blank"  # the cell stays empty
    LEAVE_OUT = "leave_out"  # the row stays out


@dataclass(frozen=True)
class Refusal:
    """Why a whole file is not read; `columns` are the ones that the message names, from 1."""

    code: str
    data: Mapping[str, object] = field(default_factory=dict)
    columns: tuple[int, ...] = ()


class FileRefusedError(Exception):
    """Raised inside this package; `read_file` gives its refusal as a result."""

    def __init__(self, code: str, *, columns: tuple[int, ...] = (), **data: object) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, data, columns)


@dataclass(frozen=True)
class HeaderCell:
    """A column of the file: its place from 1, what stands above it, and the target's column that it feeds."""

    number: int
    text: str
    column: str | None = None


@dataclass(frozen=True)
class Row:
    """A row that may enter.

    `open` names the columns with a question not yet answered (they have no value);
    `waits` says that the question is about the whole row, which does not enter before its answer.
    """

    number: int
    values: Mapping[str, Value]
    open: tuple[str, ...] = ()
    hidden: bool = False
    waits: bool = False

    @property
    def complete(self) -> bool:
        """Whether nothing of it has to be asked."""
        return not (self.open or self.waits)


@dataclass(frozen=True)
class RefusedRow:
    """One reason why a row does not enter; `same_as` is the earlier row that it repeats."""

    row: int
    column: str | None
    code: str
    same_as: int | None = None
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class SkippedRow:
    """A row that is no data."""

    row: int
    code: str


@dataclass(frozen=True)
class Question:
    """What only the user can say. Without `row` it is one question for the whole column.

    An answer is given under `key`, or under `key_for_all` for every such cell of the column that
    has no answer of its own.
    """

    row: int | None
    column: str
    code: str
    shown: str
    offers: tuple[str, ...]
    ways: tuple[AnswerWay, ...]

    @property
    def key(self) -> str:
        """Where its answer stands in the choices."""
        return answer_key(self.code, self.row, self.column)

    @property
    def key_for_all(self) -> str:
        """Where one answer for all such cells of its column stands."""
        return answer_key(self.code, None, self.column)


def answer_key(code: str, row: int | None, column: str) -> str:
    """The name of an answer in the choices."""
    return f"{code}:{'*' if row is None else row}:{column}"


@dataclass(frozen=True)
class Remark:
    """Something that is told; the row enters. Without a row it is about the column or the file."""

    row: int | None
    column: str | None
    code: str
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Way:
    """Which way was taken in a doubt that has more than one right way."""

    row: int
    column: str | None
    code: str
    way: str


@dataclass(frozen=True)
class Dialect:
    """How the bytes were understood; each part can be corrected in the choices by its name."""

    kind: str  # "text" or "workbook"
    encoding: str | None = None
    delimiter: str | None = None
    quote: str | None = None
    sheet: str | None = None
    sheets: tuple[str, ...] = ()
    skipped_sheets: tuple[str, ...] = ()


@dataclass(frozen=True)
class FileReading:
    """Everything that a file gave. With a `refusal` nothing enters, but what was understood is shown."""

    name: str
    target: str
    dialect: Dialect | None = None
    header_row: int | None = None
    headers: tuple[HeaderCell, ...] = ()
    # The first rows as they stand, for whoever corrects the header row or the columns.
    sample: tuple[tuple[int, tuple[str, ...]], ...] = ()
    rows: tuple[Row, ...] = ()
    skipped: tuple[SkippedRow, ...] = ()
    refusal: Refusal | None = None
    refused_rows: tuple[RefusedRow, ...] = ()
    questions: tuple[Question, ...] = ()
    warnings: tuple[Remark, ...] = ()
    # Small changes and guesses, told together rather than row by row.
    notes: tuple[Remark, ...] = ()
    ways: tuple[Way, ...] = ()
    # What stands in the cells of rows that were refused or that ask something, by row and column.
    texts: Mapping[int, Mapping[str, str]] = field(default_factory=dict)

    @property
    def mapping(self) -> dict[str, int]:
        """Which column of the file (from 1) feeds each column of the target."""
        return {cell.column: cell.number for cell in self.headers if cell.column is not None}

    @property
    def unknown_columns(self) -> tuple[HeaderCell, ...]:
        """Columns with a header that feed nothing."""
        return tuple(cell for cell in self.headers if cell.column is None)
