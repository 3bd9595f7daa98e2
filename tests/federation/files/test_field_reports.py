"""What went wrong for people with other software, tried on ours; the numbers are of `field-reports.md`."""

from decimal import Decimal

import pytest

from federation.files.export import csv_bytes
from tests.cases.folder import COPY
from tests.federation.files.making import people_workbook, read, text_file, values_of

FILES = COPY / "spain" / "files"


@pytest.mark.parametrize("name", ["02_cp1252_puntoycoma.csv", "05_titulo_y_cabecera_combinada.csv"])
def test_51_semicolons_part_seven_columns(name: str):
    reading = read((FILES / name).read_bytes())
    assert len(reading.mapping) == 7
    assert all(len(row.values) > 7 for row in reading.rows)


def test_53_a_code_of_digits_is_never_a_fraction():
    reading = read((FILES / "20_licencias.xlsx").read_bytes())
    assert {question.shown for question in reading.questions if question.column == "licence"} == {"12"}
    data = text_file([["Licencia", "Apellidos", "Nombre"], ["12.0", "Ruiz", "Eva"]])
    kept = read(data, answers={"lost_zeros:*:licence": {"way": "keep"}})
    assert kept.rows[0].values["licence"] == "12"


def test_55_a_zero_is_a_figure():
    data = people_workbook(["0012", "Ruiz", "Eva", None, None, 0, None])
    assert values_of(read(data))[0]["fee"] == "0.00"


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [("12_columnas_de_mas_y_de_menos.csv", [4], {2, 3}), ("18_duplicados.csv", [2], {3, 4, 5})],
)
def test_57_what_enters_and_what_does_not_is_listed(name: str, good: list[int], bad: set[int]):
    reading = read((FILES / name).read_bytes())
    assert [row.number for row in reading.rows] == good
    assert {row.row for row in reading.refused_rows} == bad


def test_59_text_is_neutralised_and_differences_are_numbers():
    reading = read((FILES / "16_formulas.csv").read_bytes())
    rows = [[row.values["surname_1"], row.values["club"], -8, Decimal(-8)] for row in reading.rows]
    lines = csv_bytes(["Apellido", "Club", "Diferencia", "Importe"], rows).decode("utf-8-sig").splitlines()
    assert lines[1] == "'=1+1;'-Peña;-8;-8"
