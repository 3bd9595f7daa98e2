"""When two records may be one person's."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.duplicates import Known, Likeness, alike, keys, likeness, sound

BORN, OTHER = date(1980, 5, 17), date(1980, 5, 18)


def known(name: str, born: date | None = BORN, document: str = "") -> Known:
    """`given|surname|surname`."""
    given_name, surname_1, surname_2 = [*name.split("|"), "", ""][:3]
    return Known(given_name, surname_1, surname_2, born, document)


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        (known("Íñigo|Núñez|Oca"), known("INIGO|NUNEZ|OCA"), Likeness.SAME),
        (known("María José|Ruiz"), known("Maria|José|Ruiz"), Likeness.SAME),
        (
            known("Mª Ángeles|Fdez. de Córdoba"),
            known("María de los Ángeles|Fernández Córdoba"),
            Likeness.SAME,
        ),
        (known("Ana|García|López"), known("Ana|López|García"), Likeness.SWAPPED),
        (known("Ana|Hernández|Vidal"), known("Ana|Ernandes|Bidal"), Likeness.SIMILAR),
        (known("Ana|García"), known("Ana|García|López"), Likeness.SIMILAR),
        (known("M.|García|López"), known("María|García|López"), Likeness.SIMILAR),
        (known("Ana|Gracía|López"), known("Ana|García|López"), Likeness.SIMILAR),
        (known("Ana|García|López", None), known("Ana|García|López"), Likeness.NAME),
        (known("Ana|García|López", None), known("Ana|García|López", None), Likeness.NAME),
        (known("Ana|García", BORN, "12345678Z"), known("Eva|Ruiz", OTHER, "12345678"), Likeness.DOCUMENT),
        (known("Ana|García", BORN, "X01234567L"), known("Ana|Ruiz", OTHER, "1234567"), Likeness.DOCUMENT),
        # Two people.
        (known("Ana|García|López"), known("Ana|García|López", OTHER), None),
        (known("Ana|García|López"), known("Eva|García|López"), None),
        (known("Ana|García|López"), known("Ana|García|Pérez"), None),
        (known("Ana|García", None), known("Ana|Garcia|López", None), None),
        (known("Ana|García", BORN, "12345678Z"), known("Eva|Ruiz", BORN, "12345679S"), None),
        (known("Ana|García", BORN, "1234"), known("Eva|Ruiz", OTHER, "1234"), None),
        (known("Ana|"), known("Ana|Ruiz"), None),
    ],
)
def test_likeness(one: Known, other: Known, why: Likeness | None) -> None:
    assert likeness(one, other) is likeness(other, one) is why
    if why is not None:
        assert set(keys(one)) & set(keys(other)), "an index finds them"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("martin", "martim", True),
        ("martin", "martinn", True),
        ("garcia", "gracia", True),
        ("lopes", "lope", True),
        ("m", "maria", True),
        ("ana", "eva", False),
        ("ana", "ann", False),
        ("garcia", "garzon", False),
        ("perez", "lopez", False),
    ],
)
def test_words_that_are_one_written_twice(one: str, other: str, same: bool) -> None:  # noqa: FBT001
    assert alike(one, other) is alike(other, one) is same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hernandez", "ernandes"),
        ("jimenez", "gimenez"),
        ("quique", "kike"),
        ("llorente", "yorente"),
        ("vidal", "bidal"),
        ("wenceslao", "benceslao"),
    ],
)
def test_words_that_sound_alike(one: str, other: str) -> None:
    assert sound(one) == sound(other)


_names = st.text(alphabet="abcñá |", max_size=20)


@given(_names, _names, st.sampled_from([None, BORN, OTHER]), st.sampled_from([None, BORN]))
def test_it_is_the_same_whichever_is_asked_first(
    one: str, other: str, born: date | None, other_born: date | None
) -> None:
    first, second = known(one, born), known(other, other_born)
    found = likeness(first, second)
    assert found is likeness(second, first)
    if found is not None:
        assert set(keys(first)) & set(keys(second))


def test_the_index_tells_nothing() -> None:
    found = keys(known("Ana|García|López", BORN, "12345678Z"))
    assert len(found) == len(set(found)) == 5
    assert all(len(key) == 32 and set(key) <= set("0123456789abcdef") for key in found)
