"""What a workbook's number format says of a number: a date, a code with leading zeros, or nothing."""

import re

_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE | re.DOTALL)
_DATE_SIGNS = re.compile(r"[dmyhs]", re.IGNORECASE)
_ZEROS = re.compile(r"0{2,20}")
# Formats that need no words in the file: those that are dates in western and eastern programs.
BUILTIN_DATES = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
LONGEST_FORMAT = 400


def is_date(number: int, code: str | None) -> bool:
    """Whether a format shows a number as a day or a time."""
    if code is None:
        return number in BUILTIN_DATES
    if len(code) > LONGEST_FORMAT:
        return False
    return _DATE_SIGNS.search(_LITERAL.sub("", code.partition(";")[0])) is not None


def zeros_of(code: str | None) -> int:
    """To how many digits a format like «0000» fills a number; 0 where it does not."""
    return len(code) if code is not None and _ZEROS.fullmatch(code) else 0
