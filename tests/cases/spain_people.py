"""The adapters of `spain/ids.json` and `spain/names.json`: raw text in, the product's reading out."""

from typing import Any

from federation.rules.identity import read_identity
from federation.rules.name_reading import read_name
from federation.rules.names import search_key, sort_key


def identity_answer(raw: str) -> dict[str, Any]:
    """What the product makes of a document number."""
    reading = read_identity(raw)
    return {
        "way": "accept" if reading.valid else "refuse",
        "valid": reading.valid,
        "kind": None if reading.kind is None else reading.kind.value,
        "normalised": reading.normalised,
        "told": [*reading.changes, *filter(None, [reading.problem])],
    }


def name_answer(raw: str) -> dict[str, Any]:
    """What the product makes of a name."""
    reading = read_name(raw)
    return {
        "way": "accept" if reading.problem is None else "refuse",
        "told": reading.doubt,
        "given": reading.given_name,
        "surname1": reading.surname_1,
        "link": reading.link or None,
        "surname2": reading.surname_2 or None,
        "search_key": search_key(reading.given_name, reading.surnames),
    }


def sorted_answer(surnames: list[str]) -> list[str]:
    """Surnames in the product's order."""
    return sorted(surnames, key=lambda surname: sort_key(surname, "", ""))
