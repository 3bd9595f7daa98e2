"""Cells of digits that are no numbers: licences and identity documents."""

import re

from federation.files.cells import EXACT_DIGITS, CellKind
from federation.files.outcomes import Context, Doubt, Outcome
from federation.files.people_target import DOCUMENT_KINDS
from federation.files.results import AnswerWay
from federation.files.targets import word_key
from federation.files.text_readers import too_long
from federation.rules.identity import (
    IdentityKind,
    IdentityReading,
    looks_like_passport,
    read_identity,
    read_passport,
    read_personal_identity,
)

LOST_ZEROS, MISSING_LETTER, PASSPORT = "lost_zeros", "missing_letter", "passport"
_SCIENTIFIC = re.compile(r"[+-]?\d+(?:[.,]\d+)?[eE][+-]?\d+")
_LITERAL = re.compile(r'="([^"]*)"')
_DECIMAL_ZERO = re.compile(r"(\d+)[.,]0{1,2}")
_CODE = re.compile(r"[0-9A-ZÑ](?:[0-9A-ZÑ]|[./ -](?=[0-9A-ZÑ]))*")
# K, L and M are one kind to those who keep the record: a NIF of somebody without DNI.
RECORDED_KINDS = {IdentityKind.NIF_K: "NIF", IdentityKind.NIF_L: "NIF", IdentityKind.NIF_M: "NIF"}


def bare_code(text: str) -> str:
    """A code without what programs put around it to keep its zeros, or behind it as a number."""
    text = text.removeprefix("'")
    if match := _LITERAL.fullmatch(text):
        text = match[1].strip()
    match = _DECIMAL_ZERO.fullmatch(text)
    return match[1] if match else text


def read_code(text: str, kind: CellKind, context: Context) -> Outcome:
    """A licence number, in capitals; whether zeros are missing before it is asked, never guessed."""
    if kind is CellKind.DATE:
        return Outcome(doubt=Doubt("became_date"))
    code = bare_code(text).upper()
    if _SCIENTIFIC.fullmatch(code) or (kind is CellKind.NUMBER and len(code) > EXACT_DIGITS):
        return Outcome(problem="scientific_notation")
    if not _CODE.fullmatch(code) or (kind is CellKind.NUMBER and not code.isdecimal()):
        return Outcome(problem="code_not_valid")
    if len(code) > context.column.longest:
        return too_long(context.column.longest)
    as_typed = context.typed and kind is CellKind.TEXT
    if not as_typed and LOST_ZEROS not in context.settled and (doubt := _doubt_of_zeros(code, context)):
        return Outcome(doubt=doubt)
    return Outcome({context.column.name: code})


def _doubt_of_zeros(code: str, context: Context) -> Doubt | None:
    """Bare digits shorter than their zero-filled neighbours, or in a column where nobody has a zero."""
    if not code.isdecimal() or code.startswith("0"):
        return None
    ways = (AnswerWay.WIDTH, AnswerWay.KEEP, AnswerWay.WRITE, AnswerWay.LEAVE_OUT)
    if context.facts.zeros_width > len(code):
        return Doubt(LOST_ZEROS, ways=ways)
    if context.facts.zeros_in_doubt:
        return Doubt(LOST_ZEROS, ways=ways[:2], for_column=True)
    return None


def read_document(text: str, kind: CellKind, context: Context) -> Outcome:
    """A person's document; which kind it is may stand in a column beside it."""
    if kind is CellKind.DATE:
        return Outcome(doubt=Doubt("became_date"))
    text = bare_code(text)
    beside = context.row.get("document_kind")
    said = DOCUMENT_KINDS.get(word_key(beside.text)) if beside else None
    if said == "passport" or PASSPORT in context.settled:
        return _document(read_passport(text))
    reading = read_personal_identity(text)
    doubt = _doubt_of_document(text, reading, context)
    if doubt is not None:
        return Outcome(doubt=doubt)
    return _document(reading)


def _document(reading: IdentityReading) -> Outcome:
    if reading.problem or reading.kind is None:
        return Outcome(problem=reading.problem or "identity_not_understood")
    kind = RECORDED_KINDS.get(reading.kind, reading.kind.value)
    # A zero that was put back was the answer to a question.
    notes = tuple(change for change in reading.changes if change != LOST_ZEROS)
    return Outcome({"document": reading.normalised, "document_kind": kind}, notes=notes)


def _doubt_of_document(text: str, reading: IdentityReading, context: Context) -> Doubt | None:
    by_hand = (AnswerWay.WRITE, AnswerWay.BLANK, AnswerWay.LEAVE_OUT)
    offered = reading.offer or (reading.normalised if LOST_ZEROS in reading.changes else None)
    if offered is not None:
        code = reading.problem if reading.problem == "identity_letter_in_digits" else LOST_ZEROS
        return None if code in context.settled else Doubt(code, (offered,), (AnswerWay.TAKE, *by_hand))
    if reading.problem == MISSING_LETTER:
        return Doubt(MISSING_LETTER, (), by_hand)
    if reading.problem and looks_like_passport(text):
        normalised = read_passport(text).normalised or ""
        return Doubt(PASSPORT, (normalised,), (AnswerWay.TAKE, *by_hand))
    return None


def read_tax_identity(text: str, kind: CellKind, context: Context) -> Outcome:
    """A club's CIF."""
    del kind
    reading = read_identity(bare_code(text))
    if reading.problem:
        return Outcome(problem=reading.problem)
    if reading.kind is not IdentityKind.CIF:
        return Outcome(problem="identity_not_entity")
    return Outcome({context.column.name: reading.normalised}, notes=reading.changes)
