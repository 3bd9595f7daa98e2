"""Text files of cells: what parts them, what quotes them, and their records one by one."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from federation.files import limits
from federation.files.cells import Cell
from federation.files.results import Dialect, FileRefusedError
from federation.files.sources import Layout, Record
from federation.files.texts import is_blank, without_guard

DELIMITERS = (";", ",", "\t", "|")
QUOTES = ('"', "'", "")
_SEPARATOR_LINE = re.compile(r'\s*"?sep=(.)"?[;,|\s]*', re.IGNORECASE)
_SAMPLE = 64_000
_SAMPLE_RECORDS = 80

# How well a first row of texts would do as headers: the number of columns that the target knows.
HeaderScore = Callable[[list[str]], int]


@dataclass(frozen=True)
class DelimitedSource:
    """A text file with its dialect found."""

    text: str
    dialect: Dialect
    separator_line: bool = False

    def records(self) -> Iterator[Record]:
        """The records that are not blank; blank ones count, and so does a `sep=` line."""
        delimiter, quote = self.dialect.delimiter or "\x00", self.dialect.quote or ""
        for number, values in enumerate(parse(self.text, delimiter, quote), start=1):
            if number > limits.MOST_RECORDS:
                raise FileRefusedError("too_many_rows", most=limits.MOST_ROWS)
            if not any(values) or (number == 1 and self.separator_line):
                continue
            cells = {
                place: Cell(without_guard(value))
                for place, value in enumerate(values, start=1)
                if not is_blank(value)
            }
            yield Record(number, cells, len(values))

    @property
    def layout(self) -> Layout:
        """A text file hides and merges nothing."""
        return Layout()


def open_text(
    text: str, encoding: str, score: HeaderScore, *, delimiter: str | None, quote: str | None
) -> DelimitedSource:
    """Find what parts and quotes the cells; `delimiter` and `quote` are the user's word.

    Raises FileRefusedError `choice_not_valid` for one that is none.
    """
    if delimiter is not None and delimiter not in DELIMITERS:
        raise FileRefusedError("choice_not_valid", choice="delimiter")
    if quote is not None and quote not in QUOTES:
        raise FileRefusedError("choice_not_valid", choice="quote")
    declared = _SEPARATOR_LINE.fullmatch(re.split(r"[\r\n]", text[:200], maxsplit=1)[0])
    text = _without_blank_end(text)
    sample = _whole_records(text)
    if quote is None:
        quote = _likely_quote(sample)
    if delimiter is None:
        named = declared[1] if declared and declared[1] in DELIMITERS else None
        delimiter = named or _likely_delimiter(sample, quote, score)
    dialect = Dialect("text", encoding=encoding, delimiter=delimiter, quote=quote)
    return DelimitedSource(text, dialect, separator_line=declared is not None)


def parse(text: str, delimiter: str, quote: str) -> Iterator[list[str]]:
    """The records of a text, each a list of raw cells.

    Raises FileRefusedError with the row: `unclosed_quote` (where it opens), `cell_too_long`,
    `record_too_long`. Quotes inside a cell that does not begin with one are text.
    """
    lines = _CountedLines(text)
    reader = csv.reader(
        lines,
        delimiter=delimiter,
        quotechar=quote or None,
        quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
    )
    try:
        for values in reader:
            if quote and lines.may_be_unclosed and _is_unclosed(lines.taken, delimiter, quote):
                raise FileRefusedError("unclosed_quote", row=lines.row)
            if any(len(value) > limits.LONGEST_CELL for value in values):
                raise FileRefusedError("cell_too_long", row=lines.row)
            lines.begin_record()
            yield values
    except csv.Error as error:
        # The reader has a bound of its own for a cell.
        code = "unclosed_quote" if quote and len(lines.taken) > 1 else "cell_too_long"
        raise FileRefusedError(code, row=lines.row) from error


class _CountedLines:
    """The lines of a text for the reader, with those of the record being read kept and bounded."""

    def __init__(self, text: str) -> None:
        self.stream = io.StringIO(text, newline="")
        self.row = 1
        self.taken: list[str] = []
        self.size = 0
        self.ended = False

    def __iter__(self) -> _CountedLines:
        return self

    def __next__(self) -> str:
        line = self.stream.readline(limits.LONGEST_RECORD + 1)
        if not line:
            self.ended = True
            raise StopIteration
        self.taken.append(line)
        self.size += len(line)
        if self.size > limits.LONGEST_RECORD:
            quoted = len(self.taken) > 1
            raise FileRefusedError("unclosed_quote" if quoted else "record_too_long", row=self.row)
        return line

    def begin_record(self) -> None:
        """The record read so far is done."""
        self.taken = []
        self.size = 0
        self.row += 1

    @property
    def may_be_unclosed(self) -> bool:
        """Whether a quote ran on over the end of a line, or of the text."""
        return self.ended or len(self.taken) > 1


def _is_unclosed(lines: list[str], delimiter: str, quote: str) -> bool:
    """Whether a record is odd inside its quotes, which the reader forgives: one of them opens nothing."""
    try:
        list(csv.reader(lines, delimiter=delimiter, quotechar=quote, strict=True))
    except csv.Error:
        return True
    return False


def _without_blank_end(text: str) -> str:
    """The text without the blank rows after the last one, of which some programs write a million."""
    last = len(text.rstrip(" \t;,|\r\n"))
    end = re.compile(r"\r\n|[\r\n]").search(text, last)
    return text[: end.end()] if end else text


def _whole_records(text: str) -> str:
    """The beginning of a text, cut at the end of a line."""
    if len(text) <= _SAMPLE:
        return text
    cut = max(text.rfind("\n", 0, _SAMPLE), text.rfind("\r", 0, _SAMPLE))
    return text[: cut + 1] if cut > 0 else text[:_SAMPLE]


def _likely_quote(sample: str) -> str:
    """A single quote only where every line begins with one, as some programs write them."""
    lines = [line for line in sample.splitlines()[:_SAMPLE_RECORDS] if line.strip()]
    single = all(re.match(r"'[^']*'\s*([;,\t|]|$)", line) for line in lines)
    return "'" if lines and single else '"'


def _likely_delimiter(sample: str, quote: str, score: HeaderScore) -> str:
    """The sign that gives the most known headers; then the most even rows."""
    return max(DELIMITERS, key=lambda delimiter: _evenness(sample, delimiter, quote, score))


def _evenness(sample: str, delimiter: str, quote: str, score: HeaderScore) -> tuple[int, float, int]:
    rows: list[list[str]] = []
    try:
        for values in parse(sample, delimiter, quote):
            if any(not is_blank(value) for value in values):
                rows.append(values)
            if len(rows) >= _SAMPLE_RECORDS:
                break
    except FileRefusedError:
        # The sample may end inside a quoted cell: what was read until there is enough.
        pass
    if not rows:
        return 0, 0.0, 0
    known = max(score(row) for row in rows)
    width, count = Counter(len(row) for row in rows).most_common(1)[0]
    return known, count / len(rows) if width > 1 else 0.0, width
