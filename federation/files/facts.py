"""What a whole column tells before its cells are read: zeros that may be lost, the order of its dates."""

from collections.abc import Iterable, Sequence

from federation.files.cells import Cell, CellKind
from federation.files.code_readers import bare_code
from federation.files.dates import order_of
from federation.files.outcomes import ColumnFacts
from federation.files.rows import RawRow
from federation.files.targets import Column, Kind
from federation.files.texts import clean


def facts_of(column: Column, rows: Sequence[RawRow], *, typed: bool) -> ColumnFacts:
    """Look at a column in all the rows whose cells can be told apart.

    `typed`: the file says of each cell whether it is a number, so that text has lost nothing.
    """
    cells = (row.cells[column.name] for row in rows if row.problem is None and column.name in row.cells)
    if column.kind is Kind.CODE:
        return _facts_of_codes(cells, typed=typed)
    if column.kind in (Kind.DAY, Kind.MOMENT):
        return _facts_of_dates(cells)
    return ColumnFacts()


def _facts_of_codes(cells: Iterable[Cell], *, typed: bool) -> ColumnFacts:
    width = 0
    bare = False
    for cell in cells:
        code = bare_code(clean(cell.text))
        if not code.isdecimal():
            continue
        if code.startswith("0") and len(code) > 1:
            width = max(width, len(code))
        elif cell.kind is CellKind.NUMBER or not typed:
            bare = True
    return ColumnFacts(zeros_width=width, zeros_in_doubt=bare and not width)


def _facts_of_dates(cells: Iterable[Cell]) -> ColumnFacts:
    orders = {order_of(clean(cell.text)) for cell in cells if cell.kind is CellKind.TEXT}
    return ColumnFacts(order_in_doubt="month_first" in orders and "day_first" not in orders)
