"""The answers to questions that came with the choices, applied to the cells that they are about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from federation.files.cells import Cell
from federation.files.code_readers import bare_code
from federation.files.outcomes import Context, Doubt, Outcome
from federation.files.results import AnswerWay, answer_key
from federation.files.texts import clean, is_blank
from federation.rules.name_reading import NameOrder

LEFT_OUT = "left_out"
WIDEST_CODE = 20
_LONGEST_ANSWER = 500
# One cell may be asked about its letters, then about its zeros; not for ever.
_MOST_DOUBTS = 6

# Questions about a whole column, whose answer is no text of a cell.
COLUMN_OFFERS: Mapping[str, tuple[object, ...]] = {
    "date_order": ("day_first", "month_first"),
    "name_order": tuple(order.value for order in NameOrder),
}

Read = Callable[[Cell, Context], Outcome]


class Answers:
    """What was answered, by the keys of the questions."""

    def __init__(self, given: object) -> None:
        """`given` is untrusted JSON: what is no answer is as if it were not there."""
        self._given: Mapping[str, object] = given if isinstance(given, Mapping) else {}

    def of(self, code: str, row: int | None, column: str) -> tuple[AnswerWay, object] | None:
        """The answer for a cell, its own or the one for all of its column."""
        for key in (answer_key(code, row, column), answer_key(code, None, column)):
            answer = self._given.get(key)
            way = answer.get("way") if isinstance(answer, Mapping) else None
            if isinstance(answer, Mapping) and isinstance(way, str) and way in set(AnswerWay):
                return AnswerWay(way), answer.get("value")
        return None

    def of_column(self, column: str) -> dict[str, object]:
        """The values chosen for a whole column, by the code of the question."""
        found = {}
        for code, offered in COLUMN_OFFERS.items():
            answer = self.of(code, None, column)
            if answer and answer[0] is AnswerWay.TAKE and answer[1] in offered:
                found[code] = answer[1]
        return found


def read_with_answers(cell: Cell, context: Context, row: int, answers: Answers, read: Read) -> Outcome:
    """Read a cell, and again with each answer that there is to what it asks."""
    outcome = read(cell, context)
    for _ in range(_MOST_DOUBTS):
        if outcome.doubt is None:
            break
        answer = answers.of(outcome.doubt.code, row, context.column.name)
        if answer is None or answer[0] not in outcome.doubt.ways:
            break
        again = _applied(cell, context, outcome.doubt, *answer)
        if again is None:
            break
        if isinstance(again, Outcome):
            return again
        cell, context = again
        outcome = read(cell, context)
    return outcome


def _applied(
    cell: Cell, context: Context, doubt: Doubt, way: AnswerWay, value: object
) -> tuple[Cell, Context] | Outcome | None:
    """The cell as the answer makes it, or what the answer says at once; None for a value that fits not."""
    settled = replace(context, settled=context.settled | {doubt.code})
    if way is AnswerWay.BLANK:
        return Outcome({context.column.name: None})
    if way is AnswerWay.LEAVE_OUT:
        return Outcome(problem=LEFT_OUT)
    if way is AnswerWay.KEEP:
        return cell, settled
    if way is AnswerWay.WIDTH:
        return _widened(cell, value, settled)
    if way is AnswerWay.TAKE:
        offered = value if value is not None or len(doubt.offers) != 1 else doubt.offers[0]
        return (Cell(str(offered)), settled) if offered in doubt.offers else None
    written = value if isinstance(value, str) and len(value) <= _LONGEST_ANSWER else ""
    return None if is_blank(written) else (Cell(written), settled)


def _widened(cell: Cell, value: object, settled: Context) -> tuple[Cell, Context] | None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= WIDEST_CODE:
        return None
    return Cell(bare_code(clean(cell.text)).zfill(value)), settled
