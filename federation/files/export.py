"""Tables taken away: CSV as a Spanish spreadsheet opens it, and XLSX.

Text that a spreadsheet would take for a formula is kept from being one; numbers stay numbers and
days days, because they come as such and never as text.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal

import xlsxwriter

from federation.files import limits
from federation.files.texts import begins_like_formula

# A moment is a local one: whoever exports puts it on the clocks of the place.
ExportValue = str | int | Decimal | date | None
DELIMITER = ";"
WIDEST_COLUMN = 60
_PIECE = 64 * 1024


def neutralised(text: str) -> str:
    """The text as a CSV cell that no spreadsheet takes for a formula: an apostrophe goes before it.

    Text that already has one gets another, so that reading it back (`texts.without_guard`) gives
    what was written.
    """
    return f"'{text}" if begins_like_formula(text) else text


def csv_pieces(headers: Sequence[str], rows: Iterable[Sequence[ExportValue]]) -> Iterator[bytes]:
    """The bytes of a CSV in pieces: UTF-8 with its mark, semicolons, decimal commas, days first."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter=DELIMITER, lineterminator="\r\n")
    buffer.write("\ufeff")
    writer.writerow([neutralised(header) for header in headers])
    for row in rows:
        writer.writerow([as_text(value) for value in row])
        if buffer.tell() > _PIECE:
            yield buffer.getvalue().encode("utf-8")
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue().encode("utf-8")


def csv_bytes(headers: Sequence[str], rows: Iterable[Sequence[ExportValue]]) -> bytes:
    """A whole CSV."""
    return b"".join(csv_pieces(headers, rows))


def as_text(value: ExportValue) -> str:
    """A value as a CSV cell."""
    if value is None:
        return ""
    if isinstance(value, str):
        # A lone carriage return would end the line in some programs.
        return neutralised(value.replace("\r\n", "\n").replace("\r", "\n"))
    if isinstance(value, datetime):
        return f"{value:%d/%m/%Y %H:%M}"
    if isinstance(value, date):
        return f"{value:%d/%m/%Y}"
    if isinstance(value, Decimal):
        return f"{value:f}".replace(".", ",")
    return str(value)


def workbook_bytes(
    headers: Sequence[str], rows: Iterable[Sequence[ExportValue]], sheet: str = "Datos"
) -> bytes:
    """An XLSX of one sheet, its headers bold and kept in sight; codes are text with their zeros."""
    output = io.BytesIO()
    options = {"constant_memory": True, "remove_timezone": False}
    with xlsxwriter.Workbook(output, options) as workbook:
        worksheet = workbook.add_worksheet(_sheet_name(sheet))
        writer = _SheetWriter(workbook, worksheet)
        worksheet.freeze_panes(1, 0)
        widths = [max(10, min(len(header) + 2, WIDEST_COLUMN)) for header in headers]
        for column, width in enumerate(widths):
            worksheet.set_column(column, column, width)
        for column, header in enumerate(headers):
            worksheet.write_string(0, column, header, writer.bold)
        for number, row in enumerate(rows, start=1):
            for column, value in enumerate(row):
                writer.write(number, column, value)
    return output.getvalue()


class _SheetWriter:
    """Writes values by what they are, never by what they look like."""

    def __init__(self, workbook: xlsxwriter.Workbook, worksheet: xlsxwriter.worksheet.Worksheet) -> None:
        self._sheet = worksheet
        self.bold = workbook.add_format({"bold": True, "quote_prefix": True})
        self._quoted = workbook.add_format({"quote_prefix": True, "num_format": "@"})
        self._text = workbook.add_format({"num_format": "@"})
        self._day = workbook.add_format({"num_format": "dd/mm/yyyy"})
        self._moment = workbook.add_format({"num_format": "dd/mm/yyyy hh:mm"})
        self._amount = workbook.add_format({"num_format": "#,##0.00"})

    def write(self, row: int, column: int, value: ExportValue) -> None:
        """Write one cell; nothing for None."""
        if isinstance(value, str):
            style = self._quoted if begins_like_formula(value) else self._text
            self._sheet.write_string(row, column, value[: limits.LONGEST_CELL], style)
        elif isinstance(value, datetime):
            self._sheet.write_datetime(row, column, value, self._moment)
        elif isinstance(value, date):
            self._sheet.write_datetime(row, column, value, self._day)
        elif isinstance(value, Decimal):
            self._sheet.write_number(row, column, value, self._amount)
        elif value is not None:
            self._sheet.write_number(row, column, value)


def _sheet_name(name: str) -> str:
    """A name that workbooks allow."""
    kept = "".join(" " if sign in "[]:*?/\\" else sign for sign in name).strip().strip("'")
    return kept[:31] or "1"
