"""Cells of words: texts, names, choices, addresses, telephones."""

import re
from datetime import date

from federation.files.cells import CellKind
from federation.files.dates import Span, read_day
from federation.files.outcomes import Context, Doubt, Outcome
from federation.files.results import AnswerWay
from federation.files.targets import word_key
from federation.files.texts import begins_like_formula
from federation.rules import name_reading
from federation.rules.name_reading import NameOrder, NameReading
from federation.rules.name_writing import set_down, tidy

LONGEST_NAME = 60
_EARLIEST_CONSENT = date(1990, 1, 1)
_YES = frozenset({"si", "s", "yes", "y", "x", "1", "true", "verdadero", "v", "ok", "sip"})
_NO = frozenset({"no", "n", "0", "false", "falso", "f"})
_EMAIL = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[^\s@<>,;:\"()\[\]\\]+\.[^\s@<>,;:\"()\[\]\\.]{2,}")
_PHONE_SIGNS = re.compile(r"[\s.\-–()/]")


def read_text(text: str, kind: CellKind, context: Context) -> Outcome:
    """A text as it stands; what begins like a formula stays text."""
    if kind is CellKind.DATE:
        return Outcome(doubt=Doubt("became_date"))
    if len(text) > context.column.longest:
        return too_long(context.column.longest)
    if begins_like_formula(text):
        return Outcome({context.column.name: text}, notes=("formula_as_text",), ways=(("formula", "accept"),))
    return Outcome({context.column.name: text})


def read_name(text: str, kind: CellKind, context: Context) -> Outcome:
    """One part of a name, set down if it was in capitals."""
    outcome = read_text(text, kind, context)
    if not outcome.values:
        return outcome
    if begins_like_formula(text):
        # Whoever wrote it meant no name: it is kept to the letter.
        return outcome
    written = set_down(tidy(text))
    notes = ("capitals_set_down",) if written != tidy(text) else ()
    return Outcome({context.column.name: written}, notes=(*outcome.notes, *notes), ways=outcome.ways)


def read_surnames(text: str, kind: CellKind, context: Context) -> Outcome:
    """Both surnames in one cell."""
    outcome = read_text(text, kind, context)
    if not outcome.values:
        return outcome
    return _named(name_reading.read_surnames(text), text, whole=False, base=outcome)


def read_full_name(text: str, kind: CellKind, context: Context) -> Outcome:
    """Given name and surnames in one cell: a comma, the header or an answer tells which come first."""
    outcome = read_text(text, kind, context)
    if not outcome.values:
        return outcome
    order = context.column.order or context.column_answers.get("name_order")
    known = NameOrder(str(order)) if order in set(NameOrder) else None
    reading = name_reading.read_name(text, known)
    if reading.problem is not None:
        return Outcome(problem=reading.problem)
    if reading.doubt == "name_order":
        offers = tuple(order.value for order in NameOrder)
        return Outcome(doubt=Doubt("name_order", offers, (AnswerWay.TAKE,), for_column=True))
    return _named(reading, text, whole=True, base=outcome)


def _named(reading: NameReading, text: str, *, whole: bool, base: Outcome) -> Outcome:
    values = {"surname_1": reading.surname_1_with_link, "surname_2": reading.surname_2}
    if whole:
        values["given_name"] = reading.given_name
    if any(len(value) > LONGEST_NAME for value in values.values()):
        return too_long(LONGEST_NAME)
    notes = list(base.notes)
    if reading.doubt:
        notes.append(reading.doubt)
    if any(value and value not in tidy(text) for value in values.values()):
        notes.append("capitals_set_down")
    return Outcome(values, notes=tuple(notes), ways=base.ways)


def too_long(longest: int) -> Outcome:
    """A text that has no room."""
    return Outcome(problem="text_too_long", data={"longest": longest})


def read_choice(text: str, kind: CellKind, context: Context) -> Outcome:
    """One of the words that the column knows."""
    del kind
    value = context.column.options.get(word_key(text))
    if value is None:
        return Outcome(problem="unknown_option", data={"value": text[:40]})
    return Outcome({context.column.name: value})


def read_yes_no(text: str, kind: CellKind, context: Context) -> Outcome:
    """Yes or no in any of the ways in which boxes are ticked."""
    del kind
    word = word_key(text)
    if word not in _YES | _NO:
        return Outcome(problem="neither_yes_nor_no")
    return Outcome({context.column.name: "yes" if word in _YES else "no"})


def read_consent(text: str, kind: CellKind, context: Context) -> Outcome:
    """The day on which consent was given, or just that it was or was not."""
    day = read_day(text.partition("T")[0], Span(_EARLIEST_CONSENT, context.today)).day
    if day is not None:
        return Outcome({context.column.name: day.isoformat()})
    return read_yes_no(text, kind, context)


def read_email(text: str, kind: CellKind, context: Context) -> Outcome:
    """An address, in small letters, as accounts have theirs."""
    del kind
    address = text.removeprefix("mailto:").strip("<> ")
    if not _EMAIL.fullmatch(address) or len(address) > context.column.longest:
        return Outcome(problem="email_not_valid")
    return Outcome({context.column.name: address.lower()})


def read_phone(text: str, kind: CellKind, context: Context) -> Outcome:
    """A telephone: its figures, with + before a country's."""
    del kind
    figures = re.sub(r"^00", "+", _PHONE_SIGNS.sub("", text.removeprefix("'")))
    if re.fullmatch(r"\d+[,]\d+[eE]\+?\d+|\d[eE]\+?\d+", figures):
        return Outcome(problem="scientific_notation")
    if not (figures.isascii() and re.fullmatch(r"\+?\d{6,15}", figures)):
        return Outcome(problem="phone_not_valid")
    return Outcome({context.column.name: figures})
