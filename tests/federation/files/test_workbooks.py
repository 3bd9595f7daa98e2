"""Workbooks: what their cells are, which sheet is meant, and what is refused before memory is spent."""

import io
import zipfile
from datetime import date, datetime, time

import openpyxl
import pytest

from federation.files import limits
from federation.files.number_formats import is_date, zeros_of
from tests.federation.files.making import (
    HEADERS,
    PERSON,
    people_workbook,
    read,
    row_xml,
    sheet_xml,
    values_of,
    workbook,
)

STYLES = (
    '<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="0000"/>'
    '<numFmt numFmtId="165" formatCode="dd\\-mmm\\-yyyy;@"/></numFmts>'
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
    '<cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'
)
WITH_STYLES = {"parts": {"xl/styles.xml": STYLES}}


def number(value: str, style: int = 0) -> tuple[str, str]:
    return f's="{style}"', f"<v>{value}</v>"


def saved(book: openpyxl.Workbook) -> bytes:
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


# ---------------------------------------------------------------- cells
def test_cells_are_what_the_workbook_says():
    row = [
        number("12", 2),
        PERSON[1],
        PERSON[2],
        PERSON[3],
        number("22345", 3),
        number("25.5"),
        number("1975"),
    ]
    values = values_of(read(people_workbook(row, **WITH_STYLES)))[0]

    # A format of zeros shows them, so they are part of the code.
    assert values["licence"] == "0012"
    assert values["birth_date"] == "1961-03-05"
    assert (values["fee"], values["club"]) == ("25.50", "1975")


@pytest.mark.parametrize("raw", ["12", "12.0", "1.2E1"])
def test_a_number_is_asked_for_its_zeros_and_text_is_not(raw: str):
    asked = read(people_workbook([number(raw), *PERSON[1:]])).questions
    assert [(question.row, question.code, question.shown) for question in asked] == [
        (None, "lost_zeros", "12")
    ]
    assert values_of(read(people_workbook(["12", *PERSON[1:]])))[0]["licence"] == "12"


def test_among_codes_with_zeros_only_a_number_is_asked_for_its_own():
    rows = [["0012", "Ruiz", "Eva"], ["13", "Ruiz", "Teo"], [14, "Ruiz", "Ana"], [1500, "Ruiz", "Pau"]]
    reading = read(people_workbook(*rows))
    assert [(question.row, question.shown, question.offers) for question in reading.questions] == [
        (4, "14", ())
    ]
    assert [row.values.get("licence") for row in reading.rows] == ["0012", "13", None, "1500"]


def test_a_zero_in_a_workbook_is_a_zero():
    headers = ["Jornada", "Local", "Visitante", "Partidas local", "Partidas visitante"]
    rows = [headers, [1, "Peña A", "Peña B", 8, 0], [2, "Peña B", "Peña A", None, None]]
    data = workbook({"R": sheet_xml(*(row_xml(n, row) for n, row in enumerate(rows, 1)))})
    played, blank = values_of(read(data, "results"))

    assert (played["state"], played["home_score"], played["away_score"]) == ("played", 8, 0)
    assert (blank["state"], blank.get("home_score")) == ("scheduled", None)
    assert values_of(read(people_workbook([*PERSON[:5], 0, PERSON[6]])))[0]["fee"] == "0.00"


def test_a_formula_is_never_worked_out():
    kept = [*PERSON[:5], ("", "<f>1000+25</f><v>1025</v>"), PERSON[6]]
    lost = ["0013", "Ruiz", "Eva", None, None, ("", "<f>1000+25</f>"), None]
    text = ["0014", ("t='str'", "<f>A1&amp;B1</f><v>Ruiz</v>"), "Teo", None, None, None, None]
    reading = read(people_workbook(kept, lost, text))

    assert [row["surname_1"] for row in values_of(reading)] == ["Núñez", "Ruiz"]
    assert reading.rows[0].values["fee"] == "1025.00"
    assert [(row.row, row.code) for row in reading.refused_rows] == [(3, "formula_without_result")]


def test_errors_and_numbers_without_a_date_are_told():
    reading = read(people_workbook(
        [*PERSON[:4], number("22345"), *PERSON[5:]],
        ["0013", ("t='e'", "<v>#REF!</v>"), "Eva", None, None, None, None],
        ["0014", ("t='s'", "<v>99</v>"), "Eva", None, None, None, None],
    ))  # fmt: skip
    assert [(question.code, question.offers) for question in reading.questions] == [
        ("serial_date", ("1961-03-05",))
    ]
    assert [row.code for row in reading.refused_rows] == ["cell_error", "cell_error"]


def test_days_are_counted_from_where_the_workbook_says():
    row = [*PERSON[:4], number("20883", 1), *PERSON[5:]]
    data = people_workbook(row, properties='<workbookPr date1904="1"/>', **WITH_STYLES)
    assert values_of(read(data))[0]["birth_date"] == "1961-03-05"


def test_rich_and_shared_texts_and_escapes():
    shared = (
        "<sst><si><r><t>Nú</t></r><r><t>ñez</t></r><rPh><t>no</t></rPh></si>"
        "<si><t>Íñigo_x000D_\n_x0041_</t></si></sst>"
    )
    row = ["0012", ("t='s'", "<v>0</v>"), ("t='s'", "<v>1</v>"), *PERSON[3:]]
    reading = read(people_workbook(row, parts={"xl/sharedStrings.xml": shared}))
    assert (reading.rows[0].values["surname_1"], reading.rows[0].values["given_name"]) == ("Núñez", "Íñigo A")


def test_books_of_another_program_are_read():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Calendario"
    sheet.append(["Liga 2026-27"])
    sheet.merge_cells("A1:F1")
    sheet.append([])
    sheet.append(["Jornada", "Fecha", "Hora", "Local", "Visitante", "Sede"])
    sheet.append([1, date(2026, 10, 3), time(20, 30), "Peña A", "Peña B", "Bar Pepe"])
    sheet.append([2, datetime.fromisoformat("2026-10-25T02:30"), None, "Peña B", "Peña A", None])
    sheet.append(["Jornada 3", "24/10/2026", "21:00", "Peña A", "DESCANSA", None])
    reading = read(saved(book), "calendar")

    assert (reading.header_row, reading.dialect.sheet) == (3, "Calendario")
    first, second, third = (row.values for row in reading.rows)
    assert (first["round"], first["date"], first["time"]) == (1, "2026-10-03T20:30", "20:30")
    assert [question.code for question in reading.questions] == ["ambiguous_local_time"]
    assert "date" not in second
    assert (third["round"], third["date"], third["away"], third["state"]) == (
        3,
        "2026-10-24T21:00",
        None,
        "rest",
    )


@pytest.mark.parametrize(
    ("number_format", "code", "dated"),
    [(14, None, True), (0, None, False), (22, None, True), (164, "dd/mm/yyyy", True), (164, "General", False),
     (164, '#,##0.00 "€ día"', False), (164, "[Red]0.00", False), (164, "[h]:mm", True),
     (164, "0.00E+00", False),
     (164, r"_-* #,##0.00\ _d", False)],
)  # fmt: skip
def test_a_format_tells_whether_a_number_is_a_date(number_format: int, code: str | None, dated: object):
    assert is_date(number_format, code) is dated
    assert zeros_of("0000") == 4
    assert zeros_of(code) == 0


# ---------------------------------------------------------------- sheets
def test_the_sheet_that_looks_like_the_list_is_read_and_hidden_ones_never():
    people = sheet_xml(row_xml(1, HEADERS), row_xml(2, PERSON))
    other = sheet_xml(row_xml(1, ["Notas"]), row_xml(2, ["Licencia"]))
    data = workbook(
        {"Notas": other, "Lista": people, "Vieja": people, "Muy": people},
        states={"Vieja": "hidden", "Muy": "veryHidden"},
    )
    reading = read(data)
    assert (reading.dialect.sheet, reading.dialect.sheets) == ("Lista", ("Notas", "Lista"))
    assert reading.dialect.skipped_sheets == ("Notas", "Vieja", "Muy")
    assert read(data, sheet="Notas").refusal.code == "columns_missing"
    assert read(data, sheet="Vieja").refusal.code == "choice_not_valid"
    assert read(workbook({"A": people}, states={"A": "hidden"})).refusal.code == "no_visible_sheet"


def test_hidden_rows_and_columns_are_told():
    body = sheet_xml(
        row_xml(1, HEADERS),
        row_xml(2, PERSON, 'hidden="1"'),
        before='<cols><col min="7" max="7" hidden="1"/></cols>',
    )
    data = workbook({"Lista": body})
    reading = read(data)
    assert reading.rows[0].hidden
    assert [(told.row, told.code) for told in reading.warnings] == [(2, "hidden_row")]
    assert [(told.column, told.code) for told in reading.notes] == [("club", "hidden_column")]
    skipped = read(data, hidden_rows="skip")
    assert (skipped.rows, skipped.skipped[0].code) == ((), "hidden_row")


def test_a_tall_cell_counts_in_each_of_its_rows():
    merges = '<mergeCells><mergeCell ref="A1:G1"/><mergeCell ref="G3:G5"/></mergeCells>'
    body = sheet_xml(
        row_xml(1, ["Relación"]),
        row_xml(2, HEADERS),
        row_xml(3, PERSON),
        row_xml(4, ["0013", "Ruiz", "Eva"]),
        row_xml(5, ["0014", "Gil", "Teo", None, None, None, "Otro"]),
        row_xml(6, ["0015", "Gil", "Ana"]),
        after=merges,
    )
    reading = read(workbook({"Lista": body}))
    assert [row.values.get("club") for row in reading.rows] == [PERSON[-1], PERSON[-1], "Otro", None]
    assert [(note.column, note.code) for note in reading.notes] == [("club", "merged_cells")]


def test_rows_are_counted_as_the_workbook_counts_them():
    body = sheet_xml(row_xml(3, HEADERS), row_xml(7, PERSON), row_xml(900, [None, "   "]))
    reading = read(workbook({"Lista": body}))
    assert (reading.header_row, [row.number for row in reading.rows]) == (3, [7])


# ---------------------------------------------------------------- refused
def bomb() -> bytes:
    zeros = "<c/>" * (limits.LOOSELY_PACKED // 4 + 1)
    return workbook({"A": f"<worksheet><sheetData>{zeros}</sheetData></worksheet>"})


def encrypted() -> bytes:
    data = bytearray(people_workbook(PERSON))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(mark, at + 4)
    return bytes(data)


OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
MACRO_TYPE = (
    '<Types><Override PartName="/xl/workbook.xml" ContentType="x.sheet.macroEnabled.main+xml"/></Types>'
)
FAR = row_xml(1, HEADERS) + '<row r="2"><c r="XFD2"><v>1</v></c></row>'
REFUSED = {
    "bomb": (bomb, "workbook_bomb"),
    "declared cells": (
        lambda: workbook({"A": sheet_xml(row_xml(1, HEADERS), before='<dimension ref="A1:J1000000"/>')}),
        "sheet_too_large",
    ),
    "far column": (lambda: workbook({"A": sheet_xml(FAR)}), "too_many_columns"),
    "macro": (lambda: people_workbook(PERSON, parts={"xl/vbaProject.bin": b"x"}), "macro_file"),
    "macro type": (lambda: people_workbook(PERSON, parts={"[Content_Types].xml": MACRO_TYPE}), "macro_file"),
    "old": (lambda: OLD, "old_workbook"),
    "password": (lambda: OLD + "EncryptedPackage".encode("utf-16-le"), "encrypted_workbook"),
    "zip password": (encrypted, "encrypted_workbook"),
    "binary": (lambda: people_workbook(PERSON, parts={"xl/workbook.bin": b"x"}), "binary_workbook"),
    "ods": (lambda: workbook({}, parts={"mimetype": "x", "content.xml": "<x/>"}), "open_document"),
    "entity": (
        lambda: workbook({"A": '<!DOCTYPE w [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'}),
        "damaged_workbook",
    ),
    "method": (lambda: people_workbook(PERSON, compression=zipfile.ZIP_LZMA), "damaged_workbook"),
    "many parts": (
        lambda: people_workbook(PERSON, parts={f"x/{n}": b"" for n in range(limits.MOST_PARTS)}),
        "workbook_too_large",
    ),
    "cut": (lambda: people_workbook(PERSON)[:-40], "damaged_workbook"),
    "word": (lambda: _zip({"word/document.xml": "<x/>"}), "not_a_spreadsheet"),
    "pdf": (lambda: b"%PDF-1.7\n...", "not_a_spreadsheet"),
    "picture": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(50), "not_a_spreadsheet"),
    "page": (lambda: b"  <html><table><tr><td>Licencia</td></tr></table>", "not_a_spreadsheet"),
    "bytes": (lambda: bytes(range(256)) * 8, "not_a_spreadsheet"),
    "nothing": (lambda: b"", "empty_file"),
    "a mark alone": (lambda: b"\xef\xbb\xbf\r\n ;;\r\n", "empty_file"),
    "too large": (lambda: b"a;b\n" * (limits.LARGEST_FILE // 4 + 1), "file_too_large"),
}


def _zip(parts: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize("case", REFUSED)
def test_a_whole_file_is_refused_with_its_reason(case: str):
    make, code = REFUSED[case]
    reading = read(make())
    assert (reading.refusal and reading.refusal.code, reading.rows) == (code, ())


def test_a_name_with_macros_is_refused_whatever_is_inside():
    assert read(people_workbook(PERSON), name="Lista.XLSM").refusal.code == "macro_file"


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("".join(f'<row r="{n}"/>' for n in range(1, limits.MOST_ROW_MARKS + 2)), "sheet_too_large"),
        (row_xml(1, HEADERS) + '<row r="2">' + '<c r="A2"/>' * (limits.MOST_CELL_MARKS + 1) + "</row>",
        "sheet_too_large"),
        (
            row_xml(1, ["Apellidos", "Nombre"])
            + "".join(f'<row r="{n}"><c><v>1</v></c></row>' for n in range(2, limits.MOST_ROWS + 4)),
            "too_many_rows",
        ),
    ],
    ids=["rows", "cells", "people"],
)  # fmt: skip
def test_more_than_is_read_is_refused(rows: str, code: str):
    # Stored, so that it is not refused for being packed too tightly.
    data = workbook({"A": f"<worksheet><sheetData>{rows}</sheetData></worksheet>"})
    refusal = read(data).refusal
    assert refusal.code in (code, "workbook_bomb")


def test_more_rows_of_text_than_are_read_are_refused():
    data = b"Apellidos;Nombre\n" + b"Ruiz;Ana\n" * (limits.MOST_ROWS + 1)
    assert read(data).refusal.code == "too_many_rows"
    assert (
        read(b"Apellidos;Nombre\n" + b"\n" * limits.MOST_RECORDS + b"Ruiz;Ana").refusal.code
        == "too_many_rows"
    )
    assert len(read(b"Apellidos;Nombre\nRuiz;Ana\n" + b";\n" * 1_000_000).rows) == 1


def test_a_cell_or_a_line_without_end_is_refused():
    assert read(b"Apellidos;Nombre\nRuiz;" + b"x" * 40_000).refusal.code == "cell_too_long"
    assert read(b"Apellidos;Nombre\nRuiz;" + b"x;" * 300_000).refusal.code == "record_too_long"
