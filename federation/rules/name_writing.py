"""How a name is written: signs that mean the same made one, capitals of old programs set down.

Pure typography: nothing here decides which word is a surname.
"""

import re
import unicodedata

# Words that lean on the surname after them and are written small.
PARTICLES = frozenset(
    {"da", "das", "de", "del", "della", "dels", "den", "der", "des", "di", "do", "dos", "du", "van", "von"}
)
# Articles are small after a particle («de la Torre») and begin a surname otherwise («La Rosa»).
ARTICLES = frozenset({"el", "la", "las", "les", "los"})
# Words that begin a surname of two words, and keep their capital.
FIRST_HALVES = frozenset(
    {"'t", "’t", "abd", "abdel", "abu", "ait", "aït", "al", "ben", "bin", "ibn", "le", "mac", "mc", "ould",
    "san", "sant",
     "santa", "santo"}
)  # fmt: skip
LINKS = frozenset({"e", "i", "y"})
LEANING = PARTICLES | ARTICLES | FIRST_HALVES

_SPACES = re.compile(r"\s+")
# The Catalan l·l has been typed with every dot that a keyboard has.
_GEMINATE = re.compile(r"(?<=l)[.·•∙‧⋅・](?=l)", re.IGNORECASE)
# An ordinal mark ends an abbreviation: in «MªJosé» a new word begins after it.
_WORD = re.compile(r"[^\W\d_ªº]+(?:·[^\W\d_ªº]+)*")
_ROMAN = re.compile(r"II|III|IV|VI|VII|VIII")
# Signs that look like small letters to Python, and say nothing about how a name was typed.
_ORDINALS = str.maketrans("", "", "ªº")


def tidy(raw: str) -> str:
    """The name with its spaces, accents and l·l in one form; no letter is lost."""
    text = unicodedata.normalize("NFC", raw)
    # U+0140 is an l with its dot, to be followed by the other l.
    text = re.sub(r"Ŀ·?|ŀ(?=L)·?", "L·", re.sub(r"ŀ·?(?!L)", "l·", text))
    text = "".join(sign for sign in text if unicodedata.category(sign) != "Cf")
    # Loose accents are what a keyboard without an apostrophe gives.
    text = re.sub(r"(?<=[^\W\d_])[´`](?=[^\W\d_])", "'", text)
    text = _SPACES.sub(" ", text).strip()
    return _GEMINATE.sub("·", text)


def is_capitals(text: str) -> bool:
    """Whether all its letters are capitals, and there are two at least in some word."""
    plain = text.translate(_ORDINALS)
    return plain.isupper() and any(len(word) > 1 for word in _WORD.findall(plain))


def is_small(text: str) -> bool:
    """Whether it was typed without any capital, and is more than particles."""
    plain = text.translate(_ORDINALS)
    return plain.islower() and not all(word in PARTICLES | LINKS for word in plain.split())


def leans(word: str) -> bool:
    """Whether a word belongs to the one after it."""
    return word.lower() in LEANING or word.endswith(("'", "’"))


def set_down(text: str) -> str:
    """Capitals as a name is written: particles and links small, the rest with a first capital.

    A name with small and capital letters was typed with care and is left as it stands.
    """
    if not (is_capitals(text) or is_small(text)):
        return text
    words = text.split(" ")
    if len(words) == 1:
        return _with_first_capital(text)
    written: list[str] = []
    for word in words:
        small = word.lower()
        after_particle = bool(written) and written[-1] in PARTICLES
        if small in PARTICLES | LINKS or (small in ARTICLES and after_particle):
            written.append(small)
        else:
            written.append(_with_first_capital(word))
    return " ".join(written)


def _with_first_capital(word: str) -> str:
    if _ROMAN.fullmatch(word):
        return word
    # In «O'Donnell» and «Sánchez-Cano» each part begins a word; in «l·l» it does not.
    written = _WORD.sub(lambda match: match[0][0].upper() + match[0][1:].lower(), word)
    return re.sub(r"\bMc(\w)", lambda match: "Mc" + match[1].upper(), written)
