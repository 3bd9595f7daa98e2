"""Names taken apart and set down lose no letter, and doubts are said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.name_reading import (
    DOUBT_CODES,
    PROBLEM_CODES,
    NameOrder,
    NameReading,
    read_name,
    read_surnames,
)
from federation.rules.name_writing import set_down, tidy
from federation.rules.names import search_key

SURNAMES = [
    "Pérez", "Núñez", "de la Torre", "del Río", "O'Donnell", "Sánchez-Cano", "Col·lell", "dos Santos",
    "San Martín", "Mac Donald", "D'Alòs-Moner", "Müller", "Ng", "El Moussaoui", "van der Berg", "Güell",
]  # fmt: skip
GIVEN_NAMES = [
    "Ana", "María José", "Íñigo", "José Mª", "Fco. Javier", "Gal·la", "O", "Li", "María de los Ángeles",
]  # fmt: skip
PIECES = st.sampled_from([*SURNAMES, *GIVEN_NAMES, ",", "y", "i"])


def letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


@given(st.text(max_size=60) | st.lists(PIECES).map(" ".join))
def test_no_letter_is_lost(raw: str):
    for order in (None, *NameOrder):
        reading = read_name(raw, order)
        assert reading.doubt is None or reading.doubt in DOUBT_CODES
        assert reading.problem is None or reading.problem in PROBLEM_CODES
        if reading.problem != "name_empty":
            parts = letters(f"{reading.given_name} {reading.surnames}")
            assert sorted(parts) == sorted(letters(tidy(raw)))


@given(st.sampled_from(SURNAMES), st.sampled_from(SURNAMES), st.sampled_from(GIVEN_NAMES))
def test_a_comma_settles_it(first: str, second: str, given_name: str):
    expected = NameReading(given_name, first, "", second)
    reading = read_name(f"{first} {second}, {given_name}")

    assert NameReading(reading.given_name, reading.surname_1, reading.link, reading.surname_2) == expected
    assert read_name(f"  {first}  {second} ,{given_name}") == reading


@given(st.sampled_from(SURNAMES), st.sampled_from(SURNAMES), st.sampled_from(["y", "i"]))
def test_a_link_parts_the_surnames(first: str, second: str, link: str):
    reading = read_surnames(f"{first} {link} {second}")

    assert (reading.surname_1, reading.link, reading.surname_2) == (first, link, second)
    assert reading.surname_1_with_link == f"{first} {link}"


CAREFUL = [*SURNAMES, "Fernández de Córdoba", "Mª Ángeles", "McDonald"]


@pytest.mark.parametrize("name", CAREFUL)
def test_capitals_are_set_down_as_the_name_is_written(name: str):
    capitals = name.upper().replace("Mª".upper(), "Mª")

    # One word alone cannot be a particle, and a particle is no name.
    assert set_down(f"{capitals} X").removesuffix(" X") == name
    assert set_down(name) == name


@given(st.text(max_size=40))
def test_tidying_and_setting_down_are_done_once(raw: str):
    once = tidy(raw)
    assert tidy(once) == once
    assert search_key(search_key(raw)) == search_key(raw)


@pytest.mark.parametrize(
    ("raw", "order", "expected"),
    [
        ("O´DONNELL, Pat", None, ("Pat", "O'Donnell", "", None)),
        ("Ana PÉREZ LÓPEZ", None, ("Ana", "Pérez", "López", None)),
        ("PÉREZ LÓPEZ Ana", None, ("Ana", "Pérez", "López", None)),
        ("Ana de la FUENTE", None, ("Ana", "de la Fuente", "", None)),
        ("Ana Pérez López", None, ("Ana", "Pérez", "López", "name_order")),
        ("Ana Pérez López", NameOrder.GIVEN_FIRST, ("Ana", "Pérez", "López", None)),
        ("Pérez López Ana María", NameOrder.SURNAMES_FIRST, ("Ana María", "Pérez", "López", None)),
        ("García López Pérez, Ana", None, ("Ana", "García López", "Pérez", "surname_split")),
        ("García de Paredes del Río, Ana", None, ("Ana", "García de Paredes", "del Río", "surname_split")),
        ("RAMÓN Y CAJAL JUNQUERA, ANA", None, ("Ana", "Ramón y Cajal", "Junquera", "surname_split")),
    ],
)
def test_orders_and_doubts(raw: str, order: NameOrder | None, expected: tuple[str, str, str, str | None]):
    reading = read_name(raw, order)

    assert (reading.given_name, reading.surname_1, reading.surname_2, reading.doubt) == expected


@pytest.mark.parametrize(
    ("raw", "problem"), [("", "name_empty"), ("-", "name_empty"), ("Pérez,", "given_name_missing"),
                         (", Ana", "surname_missing"), ("Ana", "surname_missing")],
)  # fmt: skip
def test_half_a_name_is_told(raw: str, problem: str):
    assert read_name(raw).problem == problem


def test_a_search_folds_what_a_keyboard_lacks():
    assert search_key("Íñigo", "Núñez", "Ibáñez") == "inigo nunez ibanez"
    assert search_key("NUÑEZ") == search_key("nunez") == "nunez"
    assert search_key("Gal·la", "O’Donnell", "D'Alòs-Moner") == "galla odonnell dalos moner"
    assert search_key("O´Donnell") == search_key("O`Donnell") == "odonnell"
    assert search_key("Søren", "Großmann") == "soren grossmann"
