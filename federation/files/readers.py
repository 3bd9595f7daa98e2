"""One cell read by the kind of its column, with what every cell is looked at for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from federation.files import code_readers, number_readers, text_readers
from federation.files.cells import Cell, CellKind
from federation.files.outcomes import Context, Doubt, Outcome
from federation.files.results import AnswerWay
from federation.files.targets import Kind
from federation.files.texts import clean, has_line_break, lost_characters, repaired

Reader = Callable[[str, CellKind, Context], Outcome]

READERS: Mapping[Kind, Reader] = {
    Kind.TEXT: text_readers.read_text,
    Kind.CODE: code_readers.read_code,
    Kind.NAME: text_readers.read_name,
    Kind.SURNAMES: text_readers.read_surnames,
    Kind.FULL_NAME: text_readers.read_full_name,
    Kind.IDENTITY: code_readers.read_document,
    Kind.TAX_IDENTITY: code_readers.read_tax_identity,
    Kind.DAY: number_readers.read_day_cell,
    Kind.MOMENT: number_readers.read_moment,
    Kind.TIME: number_readers.read_time_cell,
    Kind.AMOUNT: number_readers.read_amount_cell,
    Kind.COUNT: number_readers.read_count,
    Kind.ORDINAL: number_readers.read_ordinal,
    Kind.RESULT: number_readers.read_result,
    Kind.CHOICE: text_readers.read_choice,
    Kind.YES_NO: text_readers.read_yes_no,
    Kind.CONSENT: text_readers.read_consent,
    Kind.EMAIL: text_readers.read_email,
    Kind.PHONE: text_readers.read_phone,
}
# What these are may be told by another cell of the row.
LOOKING_BESIDE = frozenset({Kind.IDENTITY, Kind.MOMENT})
# Where a question mark between letters can only be a letter that was lost.
_WORDED = frozenset({Kind.TEXT, Kind.NAME, Kind.SURNAMES, Kind.FULL_NAME})
_BY_HAND = (AnswerWay.KEEP, AnswerWay.WRITE, AnswerWay.LEAVE_OUT)
# What spreadsheets show instead of a result, in Spanish and in English.
_ERRORS = re.compile(
    r"#(?:N/[AD]|¡?(?:REF|VALOR|VALUE|DIV/0|NUM|NULO|NULL|DESBORDAMIENTO|SPILL)!|¿?NOMBRE\?|NAME\?|#+)",
    re.IGNORECASE,
)


def read_cell(cell: Cell, context: Context) -> Outcome:
    """Read a cell in which something stands."""
    if cell.kind is CellKind.NO_RESULT:
        return Outcome(problem="formula_without_result")
    if cell.kind is CellKind.ERROR or _ERRORS.fullmatch(cell.text.strip()):
        return Outcome(problem="cell_error", data={"value": cell.text.strip()[:20]})
    if cell.kind is not CellKind.TEXT:
        return READERS[context.column.kind](cell.text, cell.kind, context)
    if doubt := _doubt_of_text(cell.text, context):
        return Outcome(doubt=doubt)
    outcome = READERS[context.column.kind](clean(cell.text), cell.kind, context)
    if has_line_break(cell.text):
        return replace(outcome, warnings=(*outcome.warnings, "line_break_in_cell"))
    return outcome


def _doubt_of_text(raw: str, context: Context) -> Doubt | None:
    """Whether the letters themselves can be trusted."""
    if raw.isascii() and "?" not in raw:
        return None
    if "mojibake" not in context.settled and (right := repaired(raw)):
        return Doubt("mojibake", (right,), (AnswerWay.TAKE, *_BY_HAND), holds_row=True)
    lost = "\ufffd" in raw or (context.column.kind in _WORDED and lost_characters(raw))
    if lost and "lost_characters" not in context.settled:
        return Doubt("lost_characters", (), _BY_HAND, holds_row=True)
    return None
