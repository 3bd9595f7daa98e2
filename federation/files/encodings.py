"""Which letters the bytes of a text file stand for."""

import codecs
import re

from federation.files.results import FileRefusedError

# What the user may choose, under the names that Python knows.
ENCODINGS = (
    "utf-8", "utf-8-sig", "cp1252", "latin-1", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be",
    "cp850", "mac-roman",
)  # fmt: skip
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# The letters beyond ASCII that names in Spain have, and the signs that surround them.
_EXPECTED = "áéíóúüñçàèòïâêôãõäöÁÉÍÓÚÜÑÇÀÈÒÏÂÊÔÃÕÄÖ·ªº¡¿«»“”"
# What parts words stands inside one only where another alphabet's letter was.
_BETWEEN_WORDS = "€–—"
_ANYWHERE = "‘’"
_SAMPLE = 200_000
# Another alphabet must fit clearly better before Windows' own is given up: by so much, and twice as well.
_CLEARLY = 3


def decode(data: bytes, chosen: str | None = None) -> tuple[str, str]:
    """The text and the encoding's name. `chosen` is the user's word.

    Raises FileRefusedError: `not_this_encoding` when the chosen one does not fit, `not_a_spreadsheet`
    for bytes that are no text in any.
    """
    if chosen is not None:
        return _decoded_as_chosen(data, chosen), chosen
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = _decoded(data, encoding)
            if text is None:
                raise FileRefusedError("not_this_encoding", encoding=encoding)
            return text, encoding
    encoding = _guess(data)
    text = _decoded(data, encoding)
    if text is None or _is_no_text(text):
        raise FileRefusedError("not_a_spreadsheet")
    return text, encoding


def _decoded_as_chosen(data: bytes, chosen: str) -> str:
    if chosen not in ENCODINGS:
        raise FileRefusedError("choice_not_valid", choice="encoding")
    text = _decoded(data, chosen)
    if text is None:
        raise FileRefusedError("not_this_encoding", encoding=chosen)
    return text


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return None


def _guess(data: bytes) -> str:
    if wide := _wide_without_mark(data):
        return wide
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _best_single_byte(data[:_SAMPLE])
    return "utf-8"


def _wide_without_mark(data: bytes) -> str | None:
    """UTF-16 without its mark: in western text each second byte is zero."""
    sample = data[:2000]
    if len(sample) < 4 or len(data) % 2:
        return None
    low, high = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if high > half * 0.7 and low < half * 0.1:
        return "utf-16-le"
    if low > half * 0.7 and high < half * 0.1:
        return "utf-16-be"
    return None


def _best_single_byte(sample: bytes) -> str:
    """Windows' western letters, unless those of old DOS or Mac programs fit clearly better."""
    try:
        sample.decode("cp1252")
        windows = "cp1252"
    except UnicodeDecodeError:
        windows = "latin-1"
    best, best_fit = windows, _fit(sample, windows)
    for encoding in ("cp850", "mac-roman"):
        fit = _fit(sample, encoding)
        if fit >= best_fit + _CLEARLY and fit > 2 * best_fit:
            best, best_fit = encoding, fit
    return best


def _fit(sample: bytes, encoding: str) -> int:
    """How many signs beyond ASCII are expected where they stand, less the unexpected."""
    text = sample.decode(encoding, "replace")
    return sum(_fit_of(text, match.start()) for match in re.finditer(r"[^\x00-\x7f]", text))


def _fit_of(text: str, place: int) -> int:
    sign = text[place]
    beside = [other.isalpha() for other in (text[place - 1 : place], text[place + 1 : place + 2])]
    if sign in _BETWEEN_WORDS:
        return -1 if all(beside) else 1
    if sign in _EXPECTED:
        return int(any(beside))
    return 0 if sign in _ANYWHERE else -1


def _is_no_text(text: str) -> bool:
    """Whether it is full of signs that no text has."""
    sample = text[:20_000]
    controls = sum(sign < " " and sign not in "\t\n\r\x0b\x0c\x1a\x1c\x1d\x1e\x1f" for sign in sample)
    return "\x00" in sample or controls > len(sample) * 0.02
