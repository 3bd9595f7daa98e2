"""What a file may feed: the columns of people, clubs, teams, calendars and results, and their headers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from functools import cached_property

from federation.files.results import Value
from federation.files.texts import clean, repaired


class Kind(Enum):
    """How the cells of a column are read."""

    TEXT = 1
    CODE = 2  # digits that are no number: a licence
    NAME = 3
    SURNAMES = 4
    FULL_NAME = 5
    IDENTITY = 6
    TAX_IDENTITY = 7
    DAY = 8
    MOMENT = 9
    TIME = 10
    AMOUNT = 11
    COUNT = 12
    CHOICE = 13
    YES_NO = 14
    CONSENT = 15
    EMAIL = 16
    PHONE = 17
    RESULT = 18
    ORDINAL = 19  # a count with a word around it: «Jornada 3», «3ª»


@dataclass(frozen=True)
class Column:
    """A column of a target: how its cells are read and under which headers it is known."""

    name: str
    kind: Kind
    headers: tuple[str, ...]
    # A row without it is refused, where the file has the column.
    required: bool = False
    longest: int = 200
    # Of a choice: what may be written (as `word_key` gives it), and the value that it stands for.
    options: Mapping[str, str] = field(default_factory=dict)
    # Of a full name: what its header says of the order.
    order: str | None = None
    # Of a day: whether it is one of the past, and how far.
    past: bool = False


@dataclass(frozen=True)
class Finished:
    """What the cells of a row say together: values, and refusals by column."""

    values: dict[str, Value]
    problems: tuple[tuple[str | None, str], ...] = ()


Finish = Callable[[dict[str, Value], date], Finished]


Values = Mapping[str, Value]


@dataclass(frozen=True)
class UniqueRule:
    """What two rows of a file may not share.

    `key` is None where a row lacks it; `code` gives the refusal of the later of two rows with one
    key, or None where both may stand.
    """

    column: str
    key: Callable[[Values], Hashable | None]
    code: Callable[[Values, Values], str | None]


@dataclass(frozen=True)
class Target:
    """A named set of columns.

    `needed` lists groups of columns of which a file must have one each.
    """

    name: str
    columns: tuple[Column, ...]
    needed: tuple[tuple[str, ...], ...]
    finish: Finish
    unique: tuple[UniqueRule, ...] = ()
    # A column that becomes another one when the file lacks all of these: «Nombre» alone is a whole name.
    instead: tuple[str, str, tuple[str, ...]] | None = None

    @cached_property
    def by_name(self) -> dict[str, Column]:
        """The columns by name."""
        return {column.name: column for column in self.columns}

    @cached_property
    def _by_header(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for column in self.columns:
            for header in column.headers:
                found.setdefault(header_key(header), column.name)
        return found

    def column_of(self, header: str) -> str | None:
        """The column that a header means, with or without what stands in brackets or for «number of»."""
        for written in (header, _BRACKETS.sub(" ", header)):
            key = header_key(written)
            for known in (key, key.removeprefix(_NUMBER)):
                if known and known in self._by_header:
                    return self._by_header[known]
        return None

    def score(self, texts: list[str]) -> int:
        """How many columns a row of texts would name."""
        return len(
            {column for text in texts if len(text) < _LONGEST_HEADER and (column := self.column_of(text))}
        )


_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_LONGEST_HEADER = 120
_LITTLE_WORDS = frozenset(
    {"a", "an", "and", "de", "del", "e", "el", "en", "eur", "euros", "in", "la", "las", "los", "o", "of",
    "or",
     "the", "u", "y"}
)  # fmt: skip
# «Nº jugador» is a number and «jugador» a name: the word counts, unless nothing is known under it.
_NUMBER_WORDS = frozenset({"n", "no", "nr", "nro", "num", "numero", "number"})
_NUMBER = "#"


def named(listed: str) -> tuple[str, ...]:
    """Headers or words parted by bars."""
    return tuple(part.strip() for part in listed.split("|"))


def worded(options: Mapping[str, str]) -> dict[str, str]:
    """The values of a choice by each word that stands for them; given as value: words parted by bars."""
    return {word_key(word): value for value, words in options.items() for word in named(words)}


def word_key(text: str) -> str:
    """A word or two without case, accents, signs and spaces."""
    return folded(text).replace(" ", "")


def header_key(text: str) -> str:
    """A header without case, accents, dots, spaces and little words; a «number of» before it is a mark."""
    words = folded(text).split()
    number = len(words) > 1 and words[0] in _NUMBER_WORDS
    rest = [word for word in words[number:] if word not in _LITTLE_WORDS]
    return (_NUMBER if number else "") + "".join(rest or words)


def folded(text: str) -> str:
    """Words without case, accents and signs, each apart; an abbreviation's dots vanish."""
    plain = clean(repaired(text) or text)
    signs = unicodedata.normalize("NFKD", plain).casefold().replace(".", "").replace("'", "")
    kept = (sign if sign.isalnum() else " " for sign in signs if not unicodedata.combining(sign))
    return " ".join("".join(kept).split())


def no_finish(values: dict[str, Value], today: date) -> Finished:
    """Leave the values as their cells gave them."""
    del today
    return Finished(values)
