"""One table in every dialect that a program may write gives the same rows."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.federation.files.making import HEADERS, OTHER, PERSON, people_file, read, text_file, values_of

PLAIN = values_of(read(people_file(PERSON, OTHER)))
# The first letters are those of Windows' western set, so that every encoding has them.
TRICKY = (
    "0014",
    "O'Donnell Ruiz",
    'Pat "la Zurda"',
    "X1234567L",
    "29/02/2000",
    "0,00",
    "Peña; la, de | aquí",
)
TITLES = [["Federación de Prueba"], ["Relación de licencias 2026-27"], ["", "Jugador", "", "", "Datos"]]


def quoted(rows: list[list[str]], delimiter: str, quoting: int, ending: str) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, quoting=quoting, lineterminator=ending)
    writer.writerows(rows)
    return buffer.getvalue()


@st.composite
def dialects(draw: st.DrawFn) -> tuple[bytes, list[int], dict[str, str | None]]:
    """A file of three people, the rows where they stand, and what should be detected."""
    delimiter = draw(st.sampled_from(";,\t|"))
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"]))
    ending = draw(st.sampled_from(["\r\n", "\n", "\r"]))
    width = len(HEADERS)
    blank = [""] * width
    titles = draw(st.lists(st.sampled_from(TITLES), max_size=3)) + draw(st.lists(st.just([]), max_size=2))
    rows = [[*title, *blank][:width] for title in titles] + [list(HEADERS)]
    places = []
    for person in (PERSON, OTHER, TRICKY):
        rows += [list(blank)] * draw(st.integers(0, 2))
        rows.append(list(person))
        places.append(len(rows))
    rows += [list(blank)] * draw(st.integers(0, 3))
    if draw(st.booleans()):
        rows.append(["", "", "", "", "Total", "1.050,50", ""])
    text = quoted(rows, delimiter, draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])), ending)
    if draw(st.booleans()):
        text = f"sep={delimiter}{ending}{text}"
        places = [place + 1 for place in places]
    data = text.encode(encoding)
    told = {"utf-16": "utf-16-le"}.get(encoding, encoding)
    return data, places, {"delimiter": delimiter, "encoding": told}


@given(dialects())
def test_every_dialect_gives_the_same_rows(made: tuple[bytes, list[int], dict[str, str | None]]):
    data, places, detected = made
    reading = read(data)

    assert values_of(reading)[:2] == PLAIN
    assert reading.rows[2].values["club"] == TRICKY[-1]
    assert reading.rows[2].values["given_name"] == TRICKY[2]
    assert [row.number for row in reading.rows] == places
    assert {part: getattr(reading.dialect, part) for part in detected} == detected
    assert (reading.refused_rows, reading.questions) == ((), ())


@pytest.mark.parametrize("encoding", ["cp850", "mac-roman", "latin-1", "utf-32"])
def test_old_and_rare_encodings_are_known_by_their_letters(encoding: str):
    reading = read(people_file(PERSON, OTHER).decode().encode(encoding))

    assert values_of(reading) == PLAIN


@pytest.mark.parametrize("encoding", ["cp850", "mac-roman", "cp1252"])
@pytest.mark.parametrize("names", ["Muñoz García;Simón", "Peña;José", "ÁVILA;ÍÑIGO"])
def test_few_letters_are_enough_to_tell_an_encoding(encoding: str, names: str):
    surnames, given = names.split(";")
    rows = [["Apellidos", "Nombre", "Club"], [surnames, given, "Peña Ñ"], ["Gil", "Eva", "Peña Ñ"]]
    reading = read(text_file(rows, encoding=encoding))
    assert (reading.dialect.encoding, reading.rows[0].values["club"]) == (encoding, "Peña Ñ")


def test_the_encoding_can_be_corrected():
    data = "Licencia;Apellidos;Nombre\r\n0012;Muñoz;Ana".encode("cp850")
    assert read(data, encoding="cp850").rows[0].values["surname_1"] == "Muñoz"
    assert read(data, encoding="utf-8").refusal.code == "not_this_encoding"
    assert read(data, encoding="klingon").refusal.code == "choice_not_valid"


def test_the_delimiter_and_the_quotes_can_be_corrected():
    data = b'Licencia;Apellidos;Nombre\n0012;"Bar" Ruiz;Ana\n0013;"Ruiz;Eva\n0014;Ruiz;Teo'
    refused = read(data)
    assert (refused.refusal.code, refused.refusal.data) == ("unclosed_quote", {"row": 3})
    assert [row["surname_1"] for row in values_of(read(data, quote=""))] == ['"Bar"', '"Ruiz', "Ruiz"]
    assert read(data, quote="", delimiter=",").refusal.code in ("header_not_found", "columns_missing")
    assert read(data, delimiter="x").refusal.code == "choice_not_valid"


def test_single_quotes_are_seen_and_apostrophes_are_not():
    data = text_file([[f"'{cell}'" for cell in row] for row in (HEADERS, PERSON)])
    assert values_of(read(data)) == PLAIN[:1]
    assert read(people_file(("0014", "'t Hooft", *PERSON[2:]))).rows[0].values["surname_1"] == "'t Hooft"


@pytest.mark.parametrize("line", ["sep=;", "SEP=;", '"sep=;"', "sep=;;;;;;;", "sep=\t"])
def test_a_separator_line_counts_and_is_no_data(line: str):
    delimiter = "\t" if "\t" in line else ";"
    reading = read(line.encode() + b"\r\n" + text_file([HEADERS, PERSON], delimiter))

    assert (reading.header_row, reading.rows[0].number) == (2, 3)
    assert values_of(reading) == PLAIN[:1]


def test_line_breaks_inside_quotes_become_spaces_and_are_told():
    data = people_file(("0012", '"Núñez\r\nIbáñez"', *PERSON[2:]), OTHER)
    reading = read(data)

    assert values_of(reading) == PLAIN
    assert [row.number for row in reading.rows] == [2, 3]
    assert [(told.row, told.column, told.code) for told in reading.warnings] == [
        (2, "surnames", "line_break_in_cell")
    ]


def test_a_quote_that_swallows_rows_is_told_where_it_opens():
    rows = "".join(f"00{n};Ruiz{n};Ana{n}\n" for n in range(20, 40))
    reading = read(f'Licencia;Apellidos;Nombre\n0019;"Ruiz;Ana\n{rows}'.encode())
    assert (reading.refusal.code, reading.refusal.data["row"]) == ("unclosed_quote", 2)
