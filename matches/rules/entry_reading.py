"""How single values of an entry's data are read, whatever the sport. Pure.

The data comes from JSON, perhaps from a device that nobody trusts: each reader takes anything and gives
a typed value or RuleError `malformed_entry`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from federation.rules.errors import RuleError
from matches.rules.sides import SEAT_COUNT, Person

LONGEST_TEXT = 2000


def malformed(part: str) -> RuleError:
    """An entry whose data cannot be read at all."""
    return RuleError("malformed_entry", part=part)


Word = TypeVar("Word", bound=StrEnum)


def word_of(data: Mapping[str, Any], key: str, words: type[Word]) -> Word:
    """One of the words of an enumeration."""
    value = data.get(key)
    if isinstance(value, str) and value in {word.value for word in words}:
        return words(value)
    raise malformed(key)


def text_of(data: Mapping[str, Any], key: str) -> str:
    """A text, empty when it is not there."""
    value = data.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise malformed(key)
    return value


def person_of(data: Mapping[str, Any], key: str) -> Person:
    """A person, who must be there."""
    value = text_of(data, key)
    if not value:
        raise malformed(key)
    return value


def person_or_none(data: Mapping[str, Any], key: str) -> Person | None:
    """A person, or nobody."""
    return text_of(data, key) or None


def persons_of(data: Mapping[str, Any], key: str) -> tuple[Person, ...]:
    """Some persons, perhaps none."""
    value = data.get(key, ())
    if not isinstance(value, list | tuple) or len(value) > SEAT_COUNT * 2:
        raise malformed(key)
    if not all(isinstance(person, str) and person for person in value):
        raise malformed(key)
    return tuple(value)


def flag_of(data: Mapping[str, Any], key: str) -> bool:
    """A yes or a no, no when it is not there."""
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise malformed(key)
    return value


def number_of(data: Mapping[str, Any], key: str, most: int) -> int:
    """A whole number from 0 to `most`."""
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise malformed(key)
    return value
