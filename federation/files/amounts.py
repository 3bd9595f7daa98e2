"""Amounts of money, as Spain writes them and as programs export them, without a float on the way."""

import re
from decimal import Decimal

CENT = Decimal("0.01")
LARGEST = Decimal(10_000_000)

_DECORATION = re.compile(r"€|\beur(?:os?)?\b|(?<=\d)e\b", re.IGNORECASE)
_THOUSANDS = re.compile(r"(\d{1,3})(?:[.,' ’]\d{3})+")
_NEGATIVE = re.compile(r"\((.+)\)|[-−–](.+)|(.+)[-−–]")


def read_amount(text: str) -> str:
    """The amount as decimal text with a point and two decimals.

    Raises AmountError: `not_an_amount`, `negative_amount`, `too_many_decimals`, `amount_too_large`,
    `scientific_notation`.
    """
    if re.fullmatch(r"[+-]?\d+(?:[.,]\d+)?[eE][+-]?\d+", text.strip()):
        raise AmountError("scientific_notation")
    plain = _DECORATION.sub("", text).replace("\u00a0", " ").strip()
    if match := _NEGATIVE.fullmatch(plain):
        inner = next(part for part in match.groups() if part)
        if any(sign.isdigit() for sign in inner) and _number(inner.strip()) != 0:
            raise AmountError("negative_amount")
        plain = inner
    return as_text(_number(plain.strip().removeprefix("+").strip()))


def read_exact(text: str) -> str:
    """The amount of a workbook's number, whose point is always the decimal one; refusals as `read_amount`."""
    if re.fullmatch(r"-?\d+(?:\.\d+)?[eE][+-]?\d+", text):
        raise AmountError("scientific_notation")
    if not re.fullmatch(r"-?\d+(?:\.\d+)?", text):
        raise AmountError("not_an_amount")
    number = Decimal(text)
    if number < 0:
        raise AmountError("negative_amount")
    return as_text(number)


class AmountError(Exception):
    """Why a text is no amount that may be taken."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def as_text(number: Decimal) -> str:
    """A number with two decimals; AmountError where it has more, or is larger than any of ours."""
    if number > LARGEST:
        raise AmountError("amount_too_large")
    rounded = number.quantize(CENT)
    if rounded != number:
        raise AmountError("too_many_decimals")
    return str(rounded)


def _number(text: str) -> Decimal:
    """The number of digits with separators: where there are two kinds the last one is the decimal one."""
    if not re.fullmatch(r"\d[\d.,' ’]*", text) or not text.replace("’", "'").isascii():
        raise AmountError("not_an_amount")
    text = text.replace("’", "'")
    whole, separator, decimals = _parted(text)
    if separator and not re.fullmatch(r"\d+", decimals):
        raise AmountError("not_an_amount")
    if not whole.isdigit() and not (_THOUSANDS.fullmatch(whole) and len(set(re.sub(r"\d", "", whole))) == 1):
        raise AmountError("not_an_amount")
    return Decimal(re.sub(r"\D", "", whole) + (f".{decimals}" if separator else ""))


def _parted(text: str) -> tuple[str, str, str]:
    """Whole part, decimal separator, decimals. «1.025» has thousands; «25.5» and «1,025.00» have not."""
    last = max(text.rfind("."), text.rfind(","))
    if last < 0:
        return text, "", ""
    sign = text[last]
    before, after = text[:last], text[last + 1 :]
    repeated = sign in before
    # Three digits after a single point, or after several of one kind, are thousands; a comma parts decimals.
    thousands = len(after) == 3 and (repeated or (sign == "." and "," not in before))
    if thousands:
        return text, "", ""
    return before, sign, after
