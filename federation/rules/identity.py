"""Identity documents as people write them: DNI, NIE, NIF of the letters K, L and M, CIF, passports.

The letters come from python-stdnum; what is forgiven, doubted or refused is decided here. Nothing is
repaired in silence: what was changed is named, and a repair that could be wrong is only offered.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from stdnum.es import cif, dni, nie


class IdentityKind(StrEnum):
    """The documents that a person or a club may have."""

    DNI = "DNI"
    NIE = "NIE"
    NIF_K = "NIF-K"
    NIF_L = "NIF-L"
    NIF_M = "NIF-M"
    CIF = "CIF"
    PASSPORT = "passport"


NIF_BY_LETTER = {"K": IdentityKind.NIF_K, "L": IdentityKind.NIF_L, "M": IdentityKind.NIF_M}
PERSONAL = frozenset(IdentityKind) - {IdentityKind.CIF}
# Letters that open a CIF; of some the control is always a digit, of others always a letter.
ENTITIES = "ABCDEFGHJNPQRSUVW"
CONTROL_IS_DIGIT = "ABEH"
CONTROL_IS_LETTER = "NPQRSW"
# Entities without a seat in Spain carry 00 for the province and may have a letter whatever they are.
FOREIGN_PROVINCE = "00"

CHANGE_CODES = frozenset(
    {"capitals", "separators", "country_prefix", "lost_zeros", "old_zero", "decimal_point", "all_alike"}
)
PROBLEM_CODES = frozenset(
    {
        "identity_empty",
        "identity_digits_of_another_script",
        "identity_letter_in_digits",
        "identity_letter_never_used",
        "identity_needs_digit",
        "identity_needs_letter",
        "identity_not_personal",
        "identity_not_understood",
        "identity_too_long",
        "identity_too_short",
        "identity_unknown_entity",
        "identity_wrong_control",
        "missing_letter",
        "scientific_notation",
    }
)

_SCIENTIFIC = re.compile(r"[+-]?\d+(?:[.,]\d+)?[eE][+-]?\d+")
_PANDAS = re.compile(r"(\d{5,8})[.,]0")
_ENTITY_LIKE = re.compile(r"([A-ZÑ])(\d.*)")
_PASSPORT = re.compile(r"(?=[A-Z0-9]*\d)[A-Z0-9]{5,15}")
DNI_DIGITS = 8
# A list that has lost one zero is common; two belong to the oldest documents, and are only offered.
FEWEST_DIGITS = 5


@dataclass(frozen=True)
class IdentityReading:
    """What a written document is.

    `normalised` is there when it is valid; `changes` says what was forgiven on the way;
    `offer` is a repair that somebody must confirm.
    """

    kind: IdentityKind | None
    normalised: str | None
    problem: str | None = None
    changes: tuple[str, ...] = ()
    offer: str | None = None

    @property
    def valid(self) -> bool:
        """Whether it may be stored as it was read."""
        return self.problem is None


def read_identity(text: str) -> IdentityReading:
    """Read a Spanish document number; `problem` is one of PROBLEM_CODES.

    A passport has no rule to recognise it by: ask `read_passport` where somebody says that it is one.
    """
    text = text.strip()
    if _SCIENTIFIC.fullmatch(text):
        return IdentityReading(None, None, "scientific_notation")
    compact, changes = _compacted(text)
    if not compact:
        return IdentityReading(None, None, "identity_empty")
    reading = _by_shape(compact)
    if reading.valid:
        return IdentityReading(reading.kind, reading.normalised, None, (*changes, *reading.changes))
    return reading


def read_passport(text: str) -> IdentityReading:
    """Read the number of a passport, or of a foreign identity card: letters and digits, 5 to 15."""
    compact, changes = _compacted(text.strip())
    if not compact:
        return IdentityReading(None, None, "identity_empty")
    if not _PASSPORT.fullmatch(compact):
        return IdentityReading(IdentityKind.PASSPORT, None, "identity_not_understood")
    return IdentityReading(IdentityKind.PASSPORT, compact, None, changes)


def read_personal_identity(text: str) -> IdentityReading:
    """Read a person's document: a CIF is refused, since it belongs to an entity."""
    reading = read_identity(text)
    if reading.valid and reading.kind not in PERSONAL:
        return IdentityReading(reading.kind, None, "identity_not_personal")
    return reading


def looks_like_passport(text: str) -> bool:
    """Whether a text that is no Spanish document could be a passport: letters together with digits."""
    compact, _ = _compacted(text.strip())
    foreign = _PASSPORT.fullmatch(compact) is not None and not compact.isdigit()
    return foreign and read_identity(compact).kind is None


def _compacted(text: str) -> tuple[str, tuple[str, ...]]:
    """The signs that count, in capitals, and what had to be changed for it."""
    changes: list[str] = []
    if match := _PANDAS.fullmatch(text):
        text = match[1]
        changes.append("decimal_point")
    # Spaces of all kinds, marks without width and dashes of all kinds separate; so do dot, comma and slash.
    kept = "".join(
        sign
        for sign in text
        if sign not in ".,/_·'" and unicodedata.category(sign) not in {"Zs", "Cc", "Cf", "Pd"}
    )
    if kept != text and not changes:
        changes.append("separators")
    capitals = unicodedata.normalize("NFC", kept).upper()
    if capitals != kept:
        changes.append("capitals")
    if re.fullmatch(r"ES(?=[A-Z0-9]{9})[A-Z]?\d+[A-Z]?", capitals):
        capitals = capitals[2:]
        changes.append("country_prefix")
    return capitals, tuple(changes)


def _by_shape(text: str) -> IdentityReading:
    first = text[0]
    # Digits of other scripts are digits for Python too; no register would find such a number.
    if any(sign.isnumeric() and not sign.isascii() for sign in text):
        kind = IdentityKind.DNI if first.isnumeric() else _kind_by_letter(text)
        return IdentityReading(kind, None, "identity_digits_of_another_script")
    if first.isdigit():
        return _read_dni(text)
    kind = _kind_by_letter(text)
    if kind is IdentityKind.NIE:
        return _read_nie(text)
    if kind is IdentityKind.CIF:
        return _read_cif(text)
    if kind is not None:
        return _read_nif(text, kind)
    return IdentityReading(None, None, "identity_not_understood")


def _kind_by_letter(text: str) -> IdentityKind | None:
    """What a letter followed by digits means to be."""
    match = _ENTITY_LIKE.fullmatch(text)
    if match is None or sum(sign.isdigit() for sign in text) < FEWEST_DIGITS:
        return None
    if match[1] in "XYZ":
        return IdentityKind.NIE
    return NIF_BY_LETTER.get(match[1], IdentityKind.CIF)


def _read_dni(text: str) -> IdentityReading:
    kind = IdentityKind.DNI
    number, letter = text[:-1], text[-1]
    if text.isdigit():
        # The letter is the only proof of the digits: it is never added for them.
        problem = "missing_letter" if len(text) <= DNI_DIGITS else "identity_too_long"
        return IdentityReading(kind, None, problem)
    if not number.isdigit():
        two_letters = number[:-1].isdigit() and len(number) > DNI_DIGITS
        problem = "identity_too_long" if two_letters else "identity_letter_in_digits"
        return IdentityReading(kind, None, problem, offer=_with_digits(text))
    if len(number) > DNI_DIGITS:
        return IdentityReading(kind, None, "identity_too_long")
    padded = number.zfill(DNI_DIGITS)
    right = dni.calc_check_digit(padded) == letter
    if len(number) < DNI_DIGITS - 1:
        offered = padded + letter if right and len(number) >= FEWEST_DIGITS else None
        return IdentityReading(kind, None, "identity_too_short", offer=offered)
    if not right:
        return IdentityReading(kind, None, _problem_of(letter))
    if len(number) < DNI_DIGITS:
        return IdentityReading(kind, padded + letter, changes=("lost_zeros",))
    return IdentityReading(kind, text, changes=("all_alike",) if len(set(number)) == 1 else ())


def _with_digits(text: str) -> str | None:
    """The number with letters read as the digits that they are taken for, where its control agrees."""
    number = text[:-1].translate(str.maketrans("OIL", "011"))
    repaired = number + text[-1]
    right = number.isdigit() and len(number) == DNI_DIGITS and dni.calc_check_digit(number) == text[-1]
    return repaired if right else None


def _problem_of(letter: str) -> str:
    """Why a control letter is not the right one."""
    return "identity_wrong_control" if letter in "TRWAGMYFPDXBNJZSQVHLCKE" else "identity_letter_never_used"


def _read_nie(text: str) -> IdentityReading:
    kind = IdentityKind.NIE
    if problem := _problem_of_middle(text):
        return IdentityReading(kind, None, problem)
    changes: tuple[str, ...] = ()
    # Cards of some years had eight digits after the X, the first of them a zero.
    if re.fullmatch(r"X0\d{7}[A-Z]", text):
        text = text[0] + text[2:]
        changes = ("old_zero",)
    if problem := _problem_of_length(text):
        return IdentityReading(kind, None, problem)
    if text[-1].isdigit() or nie.calc_check_digit(text[:-1]) != text[-1]:
        return IdentityReading(kind, None, _problem_of(text[-1]))
    return IdentityReading(kind, text, changes=changes)


def _read_nif(text: str, kind: IdentityKind) -> IdentityReading:
    problem = _problem_of_middle(text) or _problem_of_length(text)
    if problem is None and (text[-1].isdigit() or dni.calc_check_digit(text[1:-1]) != text[-1]):
        problem = _problem_of(text[-1])
    return IdentityReading(kind, None if problem else text, problem)


def _read_cif(text: str) -> IdentityReading:
    kind = IdentityKind.CIF
    if text[0] not in ENTITIES:
        return IdentityReading(kind, None, "identity_unknown_entity")
    problem = _problem_of_middle(text, control_may_be_digit=True) or _problem_of_length(text)
    if problem is None:
        problem = _problem_of_control(text)
    return IdentityReading(kind, None if problem else text, problem)


def _problem_of_control(text: str) -> str | None:
    if text[-1] not in cif.calc_check_digits(text[:-1]):
        return "identity_wrong_control"
    if text[0] in CONTROL_IS_LETTER and text[-1].isdigit():
        return "identity_needs_letter"
    if text[0] in CONTROL_IS_DIGIT and not text[-1].isdigit() and text[1:3] != FOREIGN_PROVINCE:
        return "identity_needs_digit"
    return None


def _problem_of_middle(text: str, *, control_may_be_digit: bool = False) -> str | None:
    if text[1:].isdigit() and not control_may_be_digit:
        return "missing_letter" if len(text) <= DNI_DIGITS else "identity_too_long"
    if not text[1:-1].isdigit():
        return "identity_too_long" if text[1:-2].isdigit() else "identity_letter_in_digits"
    return None


def _problem_of_length(text: str) -> str | None:
    if len(text) == DNI_DIGITS + 1:
        return None
    return "identity_too_short" if len(text) <= DNI_DIGITS else "identity_too_long"
