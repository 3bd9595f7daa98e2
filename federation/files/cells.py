"""One cell of a file as it came, text or workbook alike."""

from decimal import Decimal, InvalidOperation
from enum import Enum
from typing import NamedTuple

# A number of a workbook is kept with fifteen digits; what follows is an accident of its binary form.
EXACT_DIGITS = 15
MOST_DIGITS = 18


class CellKind(Enum):
    """What a workbook says that a cell is; in a text file all are TEXT."""

    TEXT = 1
    NUMBER = 2
    DATE = 3  # ISO text: a day, a moment or a time
    YES_NO = 4
    ERROR = 5
    NO_RESULT = 6  # a formula that was stored without what it gives


class Cell(NamedTuple):
    """The raw text of a cell and what it is."""

    text: str
    kind: CellKind = CellKind.TEXT


def plain_number(raw: str) -> str:
    """A workbook's number without exponent or accidental digits: «25.100000000000001» gives «25.1».

    What is no number, or larger than any figure of ours, comes back as it is.
    """
    try:
        number = Decimal(raw)
    except InvalidOperation:
        return raw
    if not number.is_finite() or abs(number.adjusted()) > MOST_DIGITS:
        return raw
    if number == 0:
        return "0"
    if len(number.as_tuple().digits) > EXACT_DIGITS and number != number.to_integral_value():
        number = number.quantize(Decimal(1).scaleb(number.adjusted() - EXACT_DIGITS + 1))
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
