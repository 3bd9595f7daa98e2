"""What betrays a person in somebody's words: his names, document, addresses, numbers. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from federation.rules.names import search_key

# Shorter ones stand in too much that is not his.
SHORTEST_MARK = 6
KEY_NAMES = frozenset({"person", "person_id"})
"""Under these names data hold the key of a person."""
PEOPLE = "federation.person"
"""Data that name a row by its `table` and `key` mean a person by this one."""


@dataclass(frozen=True)
class Traces:
    """What a person can be told by.

    `keys` are those of his records, `names` his full names as sets of words without case or accents,
    `documents` and `addresses` what stands on record, letters and figures only. An address may be that of
    a whole family; a document's figures, which files bring without their letter, stand with the addresses.
    """

    keys: frozenset[int]
    names: frozenset[frozenset[str]]
    documents: frozenset[str]
    addresses: frozenset[str]

    def in_text(self, text: str) -> bool:
        """Does a text say his whole name, his document or an address of his?"""
        words = frozenset(search_key(text).split())
        return any(name <= words for name in self.names) or _holds(text, self.documents | self.addresses)

    def in_data(self, data: Any) -> bool:
        """Do data name him: by a key, by a document or an address, or by his name, even in pieces?

        The pieces of a name may stand under different names of one object, as columns of a file do.
        """
        return self.surely_in(data) or self.in_words(data)

    def in_words(self, data: Any) -> bool:
        """The same without the keys, which say nothing once the record has no name."""
        texts = list(_texts_in(data))
        return self.in_text(" ".join(texts)) or any(map(self.in_text, texts))

    def surely_in(self, data: Any) -> bool:
        """The same by a key or a document alone, which are nobody else's."""
        if any(key in self.keys for key in _keys_in(data)):
            return True
        return any(_holds(text, self.documents) for text in _texts_in(data))


def traces(
    *,
    keys: Collection[int],
    names: Iterable[Iterable[str]],
    documents: Iterable[str],
    addresses: Iterable[str],
) -> Traces:
    """What betrays a person: `names` each in its parts, the rest as it is on record.

    A name of a single word tells nobody from others, and so does a very short mark.
    """
    words = {frozenset(search_key(*parts).split()) for parts in names}
    return Traces(
        keys=frozenset(keys),
        names=frozenset(each for each in words if len(each) > 1),
        documents=_marks(documents := list(documents)),
        addresses=_marks(addresses) | _marks(map(_figures, documents)),
    )


def _marks(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(plain for text in texts if len(plain := _plain(text)) >= SHORTEST_MARK)


def _figures(document: str) -> str:
    found = "".join(sign for sign in document if sign.isdigit())
    return found if len(found) > SHORTEST_MARK else ""


def _holds(text: str, marks: frozenset[str]) -> bool:
    plain = _plain(text)
    return any(mark in plain for mark in marks)


def _plain(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _texts_in(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, date):
        yield data.isoformat()
    elif isinstance(data, dict):
        for value in data.values():
            yield from _texts_in(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts_in(value)
    elif isinstance(data, int) and not isinstance(data, bool):
        # A telephone or a document without its letter may come as a number.
        yield str(data)


def _keys_in(data: Any) -> Iterator[int]:
    if isinstance(data, dict):
        if data.get("table") == PEOPLE and isinstance(data.get("key"), int):
            yield data["key"]
        for name, value in data.items():
            if name in KEY_NAMES and isinstance(value, int):
                yield value
            elif name == "people" and isinstance(value, list):
                yield from (each for each in value if isinstance(each, int))
            yield from _keys_in(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _keys_in(value)
