"""When two records may be one person's. Pure.

`keys` gives what such records would share, so that they are found by an index; `likeness` then looks
at two of them and decides.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import date
from enum import IntEnum

from federation.rules.name_writing import ARTICLES, LINKS, PARTICLES
from federation.rules.searching import search_words

SHORTEST_NUMBER = 5
"""Figures of a document from which it tells anything."""
SHORTEST_MISSPELT = 4
"""Letters of a word from which one wrong letter leaves it the same word."""


WHOLE = {
    "fca": "francisca",
    "fco": "francisco",
    "fdez": "fernandez",
    "glez": "gonzalez",
    "hdez": "hernandez",
    "jmnez": "jimenez",
    "ma": "maria",
    "mª": "maria",
    "mtez": "martinez",
    "mtnez": "martinez",
    "rguez": "rodriguez",
    "rdguez": "rodriguez",
}
"""Abbreviations of names as they are written in Spain."""
_LEANING = PARTICLES | ARTICLES | LINKS


class Likeness(IntEnum):
    """Why two records may be one person's, the strongest reason first."""

    DOCUMENT = 1
    SAME = 2
    SWAPPED = 3
    SIMILAR = 4
    NAME = 5


@dataclass(frozen=True)
class Known:
    """What is known of a person that two records could share."""

    given_name: str
    surname_1: str
    surname_2: str = ""
    birth_date: date | None = None
    document: str = ""

    @property
    def words(self) -> list[str]:
        """The words of the name as they are looked for, in order: whole ones, and none that only lean."""
        words = search_words(self.given_name, self.surname_1, self.surname_2)
        telling = [WHOLE.get(word, word) for word in words if word not in _LEANING]
        return list(dict.fromkeys(telling)) or words

    @property
    def figures(self) -> str:
        """The figures of the document without letters and leading zeros; nothing when too few to tell."""
        figures = "".join(sign for sign in self.document if sign.isdigit()).lstrip("0")
        return figures if len(figures) >= SHORTEST_NUMBER else ""


def keys(person: Known) -> list[str]:
    """Digests of what a second record of this person would share with this one.

    The words of the name in whatever order; the figures of the document; the birth date with each
    word as it sounds. Digests, so that the index tells nothing to whoever reads it.
    """
    found = [f"words {' '.join(sorted(person.words))}"]
    if person.figures:
        found.append(f"figures {person.figures}")
    if person.birth_date:
        found += [f"born {person.birth_date} {sound(word)}" for word in person.words]
    return [hashlib.sha256(text.encode()).hexdigest()[:32] for text in dict.fromkeys(found)]


def likeness(one: Known, other: Known) -> Likeness | None:
    """Why these two may be one person, or None.

    Two birth dates that differ tell two people apart, unless their documents have the same figures.
    """
    if one.figures and one.figures == other.figures:
        return Likeness.DOCUMENT
    if one.birth_date and other.birth_date and one.birth_date != other.birth_date:
        return None
    dated = one.birth_date is not None and one.birth_date == other.birth_date
    if sorted(one.words) == sorted(other.words):
        if not dated:
            return Likeness.NAME
        return Likeness.SAME if one.words == other.words else Likeness.SWAPPED
    return Likeness.SIMILAR if dated and _similar(one.words, other.words) else None


def same_name(one: Known, other: Known) -> bool:
    """May two names be one person's, written twice? Words in any order, misspelt, or one left out."""
    return sorted(one.words) == sorted(other.words) or _similar(one.words, other.words)


def _similar(one: list[str], other: list[str]) -> bool:
    """Has each word of the shorter name its like in the longer one, two at least?"""
    shorter, longer = sorted((one, other), key=len)
    left = list(longer)
    for word in shorter:
        match = next((each for each in left if alike(word, each)), None)
        if match is None:
            return False
        left.remove(match)
    return len(shorter) > 1


def alike(one: str, other: str) -> bool:
    """Are two words one, written twice: equal, sounding alike, an initial, or one letter apart?"""
    if one == other or sound(one) == sound(other):
        return True
    short, long = sorted((one, other), key=len)
    if len(short) == 1:
        return long.startswith(short)
    return len(short) >= SHORTEST_MISSPELT and _one_letter_apart(short, long)


def _one_letter_apart(short: str, long: str) -> bool:
    """One letter more, less or other, or two neighbours exchanged."""
    if len(long) - len(short) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) != len(long):
        return short[start:] == long[start + 1 :]
    swapped = (
        short[start : start + 2] == long[start : start + 2][::-1] and short[start + 2 :] == long[start + 2 :]
    )
    return swapped or short[start + 1 :] == long[start + 1 :]


_SOUNDS = tuple(
    (re.compile(pattern), sounds)
    for pattern, sounds in (
        (r"ch", "x"),
        (r"h", ""),
        (r"ll", "y"),
        (r"qu|[ck](?![ei])|k", "k"),
        (r"[zç]|c(?=[ei])", "s"),
        (r"g(?=[ei])", "j"),
        (r"gu(?=[ei])", "g"),
        (r"[vw]", "b"),
        (r"y$", "i"),
        (r"(.)\1+", r"\1"),
    )
)


def sound(word: str) -> str:
    """A word as it sounds: *Hernández* and *Ernandes* alike, *Giménez* and *Jiménez* too."""
    for pattern, sounds in _SOUNDS:
        word = pattern.sub(sounds, word)
    return word
