"""Text of a cell made fit to be kept, and text that was spoilt on its way repaired as an offer."""

import re
import unicodedata

# Whatever a cell should not hold: line breaks, odd spaces, signs without width, controls, loose halves.
_ODD = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u0300-\u036f\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000"
    "\ufeff\ufff9-\uffff\ud800-\udfff]|  "
)
_LINE_BREAKS = re.compile("\r\n|[\n\r\x0b\x0c\u2028\u2029]")
_SPACES = re.compile(r"\s+")
_BYTES = {bytes([number]).decode("cp1252", "ignore") or chr(number): number for number in range(256)}
_BYTES |= {chr(number): number for number in range(0x80, 0xA0)}
_AFTER = "".join(re.escape(sign) for sign, number in _BYTES.items() if 0x80 <= number <= 0xBF)
# «Â», «Ã»… followed by what UTF-8 puts after them, as Latin-1 or Windows show both; Ì opens loose accents.
_SPOILT = re.compile(f"[ÂÃÄÅÌ][{_AFTER}]|â[{_AFTER}][{_AFTER}]")
# What the repair may give: letters, accents and signs of western European languages.
_WESTERN = re.compile("[\x80-\u017f\u0300-\u033f\u2010-\u2044\u20ac\u2122]")
_MOST_TIMES = 3
# Text that a spreadsheet would take for a formula, with the apostrophes that keep it from doing so.
FORMULA = re.compile(r"'*\s*[=+\-@＝＋－＠]|'*[\t\r\n]")


def clean(raw: str) -> str:
    """The text with one kind of space, composed accents and nothing invisible; line breaks are spaces."""
    if not _ODD.search(raw) and unicodedata.is_normalized("NFC", raw):
        return raw.strip()
    text = _SPACES.sub(" ", unicodedata.normalize("NFC", raw))
    kept = (sign for sign in text if unicodedata.category(sign) not in {"Cc", "Cf", "Cs", "Cn"})
    return " ".join("".join(kept).split())


def is_blank(raw: str) -> bool:
    """Whether nothing can be seen in it."""
    return not raw or raw.isspace() or (not raw.isalnum() and not clean(raw))


def has_line_break(raw: str) -> bool:
    """Whether a line ends inside the text, not only after it."""
    return _LINE_BREAKS.search(raw.strip()) is not None


def repaired(raw: str) -> str | None:
    """The text as it was before it was encoded twice («NÃºÃ±ez» gives «Núñez»); None if it was not."""
    text = raw
    for _ in range(_MOST_TIMES):
        if text.isascii() or not _SPOILT.search(text):
            break
        text = _SPOILT.sub(_decoded, text)
    # Controls are right only half way, where the text was encoded three times.
    half_way = any("\x80" <= sign <= "\x9f" for sign in text)
    return clean(text) if text != raw and not half_way else None


def _decoded(match: re.Match[str]) -> str:
    try:
        sign = bytes(_BYTES[letter] for letter in match[0]).decode("utf-8")
    except UnicodeDecodeError:
        return match[0]
    return sign if _WESTERN.fullmatch(sign) else match[0]


def lost_characters(raw: str) -> bool:
    """Whether letters were replaced on the way by a mark that says nothing: «N\ufffdñez», «Mu?oz»."""
    return "\ufffd" in raw or re.search(r"[^\W\d_]\?+[^\W\d_]", raw) is not None


def begins_like_formula(text: str) -> bool:
    """Whether a spreadsheet may take the text for a formula."""
    return FORMULA.match(text) is not None


def without_guard(text: str) -> str:
    """The text without the apostrophe that our own export put before what looked like a formula."""
    return text[1:] if text[:1] == "'" and begins_like_formula(text) else text
