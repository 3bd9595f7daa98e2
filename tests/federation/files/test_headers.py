"""Which row holds the headers, which column feeds which, and how both are corrected."""

import pytest

from federation.files.catalogue import TARGETS
from federation.files.targets import header_key
from tests.federation.files.making import HEADERS, OTHER, PERSON, people_file, read, text_file, values_of

PLAIN = values_of(read(people_file(PERSON, OTHER)))


@pytest.mark.parametrize(
    ("header", "column"),
    [
        ("Nº LICENCIA", "licence"), ("Nº jugador", "licence"), ("Jugador", "full_name"),
        ("Núm. de licencia", "licence"), ("D.N.I.", "document"), ("DNI / NIE", "document"),
        ("N.I.F.", "document"), ("F. Nac.", "birth_date"), ("Fecha de nacimiento (dd/mm/aaaa)", "birth_date"),
        ("FECHA\nNACIMIENTO", "birth_date"), ("Cuota (€)", "fee"), ("Tfno.", "phone"), ("E-mail", "email"),
        ("1er Apellido", "surname_1"), ("Apellido 2º", "surname_2"), ("Apellidos y nombre", "surnames_given"),
        ("Nombre y Apellidos:", "given_surnames"), ("CategorÃ­a", "category"),
        ("Tutor (nombre)", "guardian_name"),
        ("Teléfono del tutor", "guardian_phone"), ("Club *", "club"), ("Inventada", None), ("", None),
        ("  ", None),
    ],
)  # fmt: skip
def test_a_header_is_known_in_many_writings(header: str, column: str | None):
    assert TARGETS["people"].column_of(header) == column


def test_no_two_columns_of_a_target_share_a_header():
    for target in TARGETS.values():
        keys = [key for column in target.columns for key in set(map(header_key, column.headers))]
        assert sorted({key for key in keys if keys.count(key) > 1}) == [], target.name


def test_dirty_headers_over_two_rows_are_put_together():
    rows = [
        ["Federación", "", "", "", "", "", ""],
        ["Licencia", "Jugador", "", "D.N.I.", "", "", ""],
        ["", " Apellidos ", "NOMBRE", "", "Fecha nacimiento", "Cuota €", "Club"],
        PERSON,
        OTHER,
    ]
    reading = read(text_file(rows))
    assert (reading.header_row, values_of(reading)) == (3, PLAIN)


def test_groups_tell_equal_headers_apart():
    rows = [
        ["Jugador", "", "", "Tutor", ""],
        ["Apellidos", "Nombre", "Teléfono", "Nombre", "Teléfono"],
        ["Ruiz", "Eva", "600000001", "Ana Ruiz", "600000002"],
    ]
    (values,) = values_of(read(text_file(rows)))
    assert (values["phone"], values["guardian_name"], values["guardian_phone"]) == (
        "600000001", "Ana Ruiz", "600000002",
    )  # fmt: skip


def test_equal_headers_of_one_group_stay_equal():
    rows = [
        ["Jugador", "", "", "Datos"],
        ["Apellidos", "Nombre", "Nombre", "DNI"],
        ["Ruiz", "Eva", "Ana", ""],
    ]
    refusal = read(text_file(rows)).refusal
    assert (refusal.code, refusal.columns, refusal.data) == ("duplicate_header", (2, 3), {"header": "Nombre"})


@pytest.mark.parametrize(
    ("headers", "columns"),
    [
        (["Licencia", "Apellidos", "Nombre", "DNI", "D.N.I."], (4, 5)),
        (["Licencia", "Club ", "Apellidos", "Nombre", " CLUB"], (2, 5)),
        (["Notas", "Apellidos", "Nombre", "no tas", "NOTAS"], (1, 4, 5)),
    ],
)
def test_the_same_header_twice_is_refused_with_its_columns(headers: list[str], columns: tuple[int, ...]):
    reading = read(text_file([headers, ["x"] * 5]))
    assert (reading.refusal.code, reading.refusal.columns) == ("duplicate_header", columns)
    assert reading.header_row == 1
    assert [cell.text for cell in reading.headers]


def test_whoever_names_one_of_them_has_chosen():
    rows = [["Apellidos", "Nombre", "DNI", "DNI"], ["Ruiz", "Eva", "", "07654321J"]]
    assert values_of(read(text_file(rows), columns={"document": 4}))[0]["document"] == "07654321J"


def test_two_headers_for_one_column_are_told():
    rows = [["Apellidos", "Nombre", "Teléfono", "Móvil"], ["Ruiz", "Eva", "600000001", "600000002"]]
    reading = read(text_file(rows))
    assert values_of(reading)[0]["phone"] == "600000001"
    assert [(note.column, note.code, note.data) for note in reading.notes] == [
        ("phone", "column_also_fits", {"header": "Móvil"})
    ]
    assert [cell.text for cell in reading.unknown_columns] == ["Móvil"]
    assert values_of(read(text_file(rows), columns={"phone": 4}))[0]["phone"] == "600000002"


def test_columns_can_be_mapped_and_left_out_by_hand():
    rows = [["A", "B", "Club", "Apellidos"], ["Ruiz", "Eva", "Peña", "de soltera"]]
    missing = read(text_file(rows))
    assert (missing.refusal.code, missing.refusal.data) == ("columns_missing", {"missing": ("given_name",)})
    assert missing.headers and missing.sample

    reading = read(text_file(rows), columns={"given_name": 2, "surname_1": 1, "surnames": None, "club": None})
    assert values_of(reading) == [{"surname_1": "Ruiz", "given_name": "Eva"}]
    assert reading.mapping == {"surname_1": 1, "given_name": 2}


def test_a_file_without_headers_is_read_by_columns():
    data = text_file([PERSON, OTHER])
    found = read(data)
    assert found.refusal.code == "header_not_found"
    assert found.sample[0] == (1, PERSON)
    places = {
        "licence": 1,
        "surnames": 2,
        "given_name": 3,
        "document": 4,
        "birth_date": 5,
        "fee": 6,
        "club": 7,
    }
    reading = read(data, header_row=0, columns=places)
    assert (reading.header_row, values_of(reading)) == (None, PLAIN)


def test_the_row_of_the_headers_can_be_corrected():
    rows = [
        ["Licencia", "Apellidos", "Nombre", "Club"],
        ["Apellidos", "Nombre", "", ""],
        ["Ruiz", "Eva", "", ""],
    ]
    assert values_of(read(text_file(rows), header_row=2)) == [
        {"surname_1": "Ruiz", "surname_2": "", "given_name": "Eva"}
    ]
    assert read(text_file(rows), header_row=9).refusal.code == "choice_not_valid"
    assert read(text_file(rows), columns={"club": 0}).refusal.code == "choice_not_valid"


def test_a_name_alone_is_a_whole_name():
    reading = read(text_file([["Licencia", "Nombre"], ["0001", "PÉREZ LÓPEZ, ANA"]]))
    assert reading.mapping == {"licence": 1, "full_name": 2}
    assert values_of(reading)[0]["surname_2"] == "López"


# ---------------------------------------------------------------- rows that are no data
@pytest.mark.parametrize(
    "row",
    [
        ["", "", "", "", "Total", "1.050,50", ""],
        ["TOTAL:", "", "", "", "", "1.050,50 €", ""],
        ["Total licencias", "3", "", "", "", "", ""],
        ["", "Suma", "", "", "", "1050", ""],
        ["Subtotal", "", "", "", "", "", ""],
        ["", "", "", "", "", "1.050,50", ""],
        ["Total", "3"],
    ],
)
def test_a_total_is_nobody(row: list[str]):
    reading = read(people_file(PERSON, row, OTHER))
    assert [(skipped.row, skipped.code) for skipped in reading.skipped] == [(3, "total_row")]
    assert values_of(reading) == PLAIN


@pytest.mark.parametrize("surname", ["Total", "Totana Suma", "Sumalla"])
def test_somebody_called_total_is_a_person(surname: str):
    reading = read(people_file(("0015", surname, "Ana", "", "", "10", "Club")))
    assert reading.rows[0].values["surname_1"] in surname
    assert not reading.skipped


def test_headers_repeated_on_each_page_are_skipped():
    reading = read(people_file(PERSON, HEADERS, OTHER))
    assert [(skipped.row, skipped.code) for skipped in reading.skipped] == [(3, "repeated_header")]
    assert values_of(reading) == PLAIN


def test_a_row_with_more_or_fewer_cells_is_refused_and_shifts_nothing():
    data = people_file((*PERSON, "sobra"), OTHER[:3], ("0014", "Ruiz", "Teo", "", "", "", "", ""))
    reading = read(data)
    assert [(row.row, row.code) for row in reading.refused_rows] == [
        (2, "too_many_cells"),
        (3, "too_few_cells"),
    ]
    assert [row.number for row in reading.rows] == [4]
    assert [row.number for row in read(data, short_rows="blank").rows] == [3, 4]


def test_cells_missing_where_nothing_is_read_are_no_loss():
    rows = [["Apellidos", "Nombre", "Notas", ""], ["Ruiz", "Eva"], ["Ruiz", "Teo", "ojo", "", ""]]
    assert [row["given_name"] for row in values_of(read(text_file(rows)))] == ["Eva", "Teo"]
