"""Documents made by the algorithm are valid however they are written; one changed sign is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum.es import cif

from federation.rules.identity import (
    CHANGE_CODES,
    PROBLEM_CODES,
    IdentityKind,
    looks_like_passport,
    read_identity,
    read_passport,
    read_personal_identity,
)

LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"


def digits(count: int) -> st.SearchStrategy[str]:
    return st.integers(0, 10**count - 1).map(lambda number: str(number).zfill(count))


dni_numbers = digits(8).map(lambda number: number + LETTERS[int(number) % 23])
nie_numbers = st.builds(
    lambda first, rest: first + rest + LETTERS[int(str("XYZ".index(first)) + rest) % 23],
    st.sampled_from("XYZ"),
    digits(7),
)
nif_numbers = st.builds(
    lambda first, rest: first + rest + LETTERS[int(rest) % 23], st.sampled_from("KLM"), digits(7)
)


def _entity(first: str, rest: str, *, letter: bool) -> str:
    digit, as_letter = cif.calc_check_digits(first + rest)
    with_letter = first in "NPQRSW" or (letter and first not in "ABEH")
    return first + rest + (as_letter if with_letter else digit)


cif_numbers = st.builds(
    lambda first, rest, letter: _entity(first, rest, letter=letter),
    st.sampled_from("ABCDEFGHJNPQRSUVW"),
    digits(7),
    st.booleans(),
)
personal_numbers = dni_numbers | nie_numbers | nif_numbers
SEPARATORS = st.sampled_from(["", "", ".", "-", " ", "\u00a0", "‐", "–", "\u200b", "/"])


@st.composite
def written(draw: st.DrawFn, numbers: st.SearchStrategy[str]) -> tuple[str, str]:
    """A number, and the same as somebody may type it."""
    number = draw(numbers)
    typed = "".join(draw(SEPARATORS) + sign for sign in number)
    return number, draw(st.sampled_from([typed, typed.lower(), f" {typed} "]))


@given(written(personal_numbers | cif_numbers))
def test_a_number_is_read_however_it_is_written(pair: tuple[str, str]):
    number, typed = pair
    reading = read_identity(typed)

    assert (reading.valid, reading.normalised) == (True, number)
    assert set(reading.changes) <= CHANGE_CODES


@given(st.integers(1_000_000, 9_999_999))
def test_one_lost_zero_is_put_back_and_told(number: int):
    letter = LETTERS[number % 23]
    reading = read_identity(f"{number}{letter}")

    assert reading.normalised == f"0{number}{letter}"
    assert "lost_zeros" in reading.changes


@given(st.integers(10_000, 999_999))
def test_more_lost_zeros_are_only_offered(number: int):
    letter = LETTERS[number % 23]
    reading = read_identity(f"{number}{letter}")

    assert (reading.valid, reading.problem) == (False, "identity_too_short")
    assert reading.offer == f"{number:08}{letter}"


@given(personal_numbers, st.data())
def test_a_changed_digit_is_told(number: str, data: st.DataObject):
    place = data.draw(st.sampled_from([n for n, sign in enumerate(number) if sign.isdigit()]))
    other = data.draw(st.sampled_from([sign for sign in "0123456789" if sign != number[place]]))
    reading = read_identity(number[:place] + other + number[place + 1 :])

    assert reading.problem == "identity_wrong_control"
    assert reading.normalised is None


@given(cif_numbers, st.data())
def test_a_changed_control_of_an_entity_is_told(number: str, data: st.DataObject):
    alike = "0123456789" if number[-1].isdigit() else "ABCDEFGHIJ"
    other = data.draw(st.sampled_from([sign for sign in alike if sign != number[-1]]))

    assert read_identity(number[:-1] + other).problem == "identity_wrong_control"


@given(personal_numbers)
def test_a_missing_letter_is_never_added(number: str):
    reading = read_identity(number[:-1])

    assert (reading.normalised, reading.offer, reading.problem) == (None, None, "missing_letter")


@given(st.text(max_size=30) | st.text(alphabet="0123456789XYZKABOÑ.- ٣²Ⅷ\u00a0", max_size=14))
def test_any_text_is_read_or_refused_by_name(text: str):
    for reading in (read_identity(text), read_passport(text), read_personal_identity(text)):
        assert reading.problem is None or reading.problem in PROBLEM_CODES
        assert (reading.normalised is None) is (reading.problem is not None)
    looks_like_passport(text)


@pytest.mark.parametrize(
    ("text", "problem", "offer"),
    [
        ("1234567OZ", "identity_letter_in_digits", None),
        ("0000002OE", "identity_letter_in_digits", None),
        ("0000OO22E", "identity_letter_in_digits", "00000022E"),
        ("12345678O", "identity_letter_never_used", None),
        ("2,34568E+07", "scientific_notation", None),
        ("1.2345678e7", "scientific_notation", None),
        ("", "identity_empty", None),
        (" . - ", "identity_empty", None),
        ("no tiene", "identity_not_understood", None),
        ("Х1234567L", "identity_not_understood", None),
        ("A1234567D", "identity_needs_digit", None),
    ],
)
def test_what_is_wrong_is_named(text: str, problem: str, offer: str | None):
    reading = read_identity(text)

    assert (reading.problem, reading.offer) == (problem, offer)


def test_a_number_that_a_program_made_a_fraction_is_no_longer_number():
    assert read_identity("12345678.0").problem == "missing_letter"


def test_a_club_is_no_person_and_a_passport_must_be_said():
    assert read_personal_identity("G11223344").problem == "identity_not_personal"
    assert read_personal_identity("K1234567L").valid
    assert read_identity("PAB123456").kind is None
    assert looks_like_passport("PAB 123456")
    assert not looks_like_passport("12345678")
    assert not looks_like_passport("X1234567A")
    assert read_passport("pab 123456") == read_passport("PAB123456").__class__(
        IdentityKind.PASSPORT, "PAB123456", None, ("separators", "capitals")
    )
