"""What is taken away can be opened without harm, and comes back as it was."""

import csv
import io
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import openpyxl
import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from federation.files.export import csv_bytes, csv_pieces, neutralised, workbook_bytes
from federation.files.texts import clean
from federation.reading_columns import COLUMNS
from tests.federation.files.making import read, values_of
from tests.federation.rules.test_identity import dni_numbers, nie_numbers

DANGEROUS = ["=1+1", "+34600", "-Peña", "@sum", "\t=1", "\r=1", " =1", "＝1", "'=1"]


def cells(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";"))


@pytest.mark.parametrize("text", DANGEROUS)
def test_text_like_a_formula_is_kept_from_being_one(text: str):
    ((_, header), (_, cell)) = cells(csv_bytes(["A", text], [["x", text]]))
    assert header[0] == cell[0] == "'"

    sheet = openpyxl.load_workbook(io.BytesIO(workbook_bytes(["A"], [[text]]))).active
    assert sheet["A2"].data_type in ("s", "inlineStr")
    assert sheet["A2"].quotePrefix


def test_numbers_stay_numbers_and_days_days():
    row = [
        -8,
        Decimal("-25.50"),
        date(1961, 3, 5),
        datetime.fromisoformat("2026-10-03T20:30"),
        None,
        "0012",
        "-8",
    ]
    assert cells(csv_bytes(["A"] * 7, [row]))[1] == [
        "-8", "-25,50", "05/03/1961", "03/10/2026 20:30", "", "0012", "'-8",
    ]  # fmt: skip
    sheet = openpyxl.load_workbook(io.BytesIO(workbook_bytes(["A"] * 7, [row], "Lista: a/b?"))).active
    values = [cell.value for cell in sheet[2]]
    assert values == [
        -8,
        -25.5,
        datetime.fromisoformat("1961-03-05"),
        datetime.fromisoformat("2026-10-03T20:30"),
        None,
        "0012",
        "-8",
    ]
    assert [cell.number_format for cell in sheet[2]][1:4] == ["#,##0.00", "dd/mm/yyyy", "dd/mm/yyyy hh:mm"]
    assert sheet.title == "Lista  a b"
    assert sheet.freeze_panes == "A2"


def test_a_spanish_spreadsheet_opens_it():
    data = csv_bytes(["Año", "Nombre"], [["2026", 'Peña "La; Zurda"\nfila']])
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.decode("utf-8-sig") == 'Año;Nombre\r\n2026;"Peña ""La; Zurda""\nfila"\r\n'


def test_it_leaves_in_pieces():
    pieces = list(csv_pieces(["A"], (["x" * 1000] for _ in range(500))))
    assert len(pieces) > 5
    assert max(map(len, pieces)) < 100_000


# ---------------------------------------------------------------- there and back
WORDS = st.text(
    alphabet=st.characters(min_codepoint=33, max_codepoint=0x24F, exclude_categories=["Cc", "Cf"])
    | st.sampled_from("=+-@' "),
    min_size=1,
    max_size=30,
)  # fmt: skip


def is_kept(text: str) -> bool:
    """Texts that a reader takes to the letter: nothing to clean or repair, no total, no figure."""
    from federation.files.rows import _FIGURES, _TOTAL
    from federation.files.targets import folded
    from federation.files.texts import lost_characters, repaired

    return (
        clean(text) == text != ""
        and repaired(text) is None
        and not lost_characters(text)
        and not text.startswith("#")
        and not _FIGURES.fullmatch(text)
        and not _TOTAL.fullmatch(folded(text))
    )


people = st.fixed_dictionaries(
    {
        "licence": st.integers(0, 9999).map(lambda number: f"0{number:04}"),
        "surname_1": st.sampled_from(["Núñez", "de la Torre", "O'Donnell", "Col·lell", "=Cmd", "-Peña"]),
        "surname_2": st.sampled_from(["Ibáñez", "Sánchez-Cano", "y", "@x"]),
        "given_name": st.sampled_from(["Íñigo", "María José", "+Ana", "José Mª"]),
        "document": dni_numbers | nie_numbers,
        "birth_date": st.dates(date(1901, 1, 1), date(2026, 8, 31)),
        "fee": st.integers(0, 99_999_99).map(lambda cents: Decimal(cents) / 100),
        "club": WORDS.filter(is_kept),
    }
)


@given(
    st.lists(
        people, min_size=1, max_size=4, unique_by=(lambda one: one["licence"], lambda one: one["document"])
    ),
    st.sampled_from(["es", "en"]),
    st.sampled_from([csv_bytes, workbook_bytes]),
)
def test_what_is_exported_is_imported_as_it_was(rows: list[dict[str, Any]], language: str, write: Any):
    names = list(rows[0])
    with translation.override(language):
        headers = [str(COLUMNS["people"][name]) for name in names]
    reading = read(write(headers, [[row[name] for name in names] for row in rows]))

    expected = [
        row | {"birth_date": row["birth_date"].isoformat(), "fee": f"{row['fee']:.2f}"} for row in rows
    ]
    assert reading.questions == ()
    assert [{name: values[name] for name in names} for values in values_of(reading)] == expected


@given(st.lists(WORDS.filter(is_kept), min_size=1, max_size=5), st.sampled_from([csv_bytes, workbook_bytes]))
def test_any_text_comes_back_to_the_letter(texts: list[str], write: Any):
    rows = [[f"0{number:03}", "Ruiz", "Ana", text] for number, text in enumerate(texts)]
    reading = read(write(["Licencia", "Apellidos", "Nombre", "Club"], rows))
    assert [row.values["club"] for row in reading.rows] == texts


@given(st.text(max_size=40))
def test_no_cell_of_a_csv_begins_like_a_formula(text: str):
    (_, (cell,)) = cells(csv_bytes(["A"], [[text or "x"]]))
    assert not cell.lstrip().startswith(("=", "+", "-", "@"))
    assert neutralised(text).endswith(text)
