"""Rows against one another, and what a row's cells say together."""

import pytest

from tests.federation.files.making import (
    HEADERS,
    OTHER,
    PERSON,
    one_person,
    people_file,
    read,
    text_file,
    values_of,
)


def refusals(*rows: tuple[str, ...]) -> list[tuple[int, str | None, str, int | None]]:
    reading = read(people_file(*rows))
    return [(row.row, row.column, row.code, row.same_as) for row in reading.refused_rows]


def test_repeated_rows_are_told_before_anything_is_written():
    stranger = ("0012", "Otra", "Persona", "40000000X", "01/01/1970", "10,00", "Club")
    again = ("0099", "Nunez Ibanez", "Inigo", "07654321j", "05/03/1961", "10,00", "Club")
    assert refusals(PERSON, PERSON, stranger, again) == [
        (3, None, "duplicate_row", 2), (4, "licence", "licence_taken", 2),
        (5, "document", "identity_taken", 2),
    ]  # fmt: skip


def test_the_same_person_with_another_fee_is_there_twice():
    assert refusals(PERSON, one_person(Cuota="10")) == [(3, None, "duplicate_row", 2)]
    assert refusals(one_person(DNI=""), one_person(DNI="", Cuota="10")) == [(3, None, "duplicate_row", 2)]
    assert refusals(one_person(DNI=""), one_person(DNI="", Nombre="Eva")) == [
        (3, "licence", "licence_taken", 2)
    ]


def test_a_refused_row_takes_nothing_from_the_next():
    bad = one_person(**{"Fecha nacimiento": "29/02/2001"})
    assert refusals(bad, PERSON) == [(2, "birth_date", "no_such_date", None)]


def test_rows_that_differ_only_where_a_question_is_open_are_two():
    rows = [("12", "Ruiz", "Eva", "", "", "", ""), ("13", "Ruiz", "Eva", "", "", "", "")]
    reading = read(people_file(*rows))
    assert [row.number for row in reading.rows] == [2, 3]
    assert len(reading.questions) == 1


def test_one_person_may_hold_two_kinds_of_licence():
    headers = [*HEADERS, "Clase"]
    rows = [[*PERSON, "Jugador"], [*one_person(Licencia="0090"), "Juez árbitro"]]
    reading = read(text_file([headers, *rows]))
    assert [row.values["licence_kind"] for row in reading.rows] == ["player", "judge"]
    rows[1][-1] = "jugador"
    assert [row.code for row in read(text_file([headers, *rows])).refused_rows] == ["identity_taken"]


def test_a_licence_that_ends_before_it_begins_is_refused():
    headers = [*HEADERS, "Válida desde", "Válida hasta"]
    row = [*PERSON, "01/09/2026", "31/08/2026"]
    reading = read(text_file([headers, row]))
    assert [(refused.column, refused.code) for refused in reading.refused_rows] == [
        ("valid_to", "dates_reversed")
    ]


# ---------------------------------------------------------------- results
RESULT_HEADERS = ["Jornada", "Local", "Visitante", "Partidas local", "Partidas visitante", "Observaciones"]


@pytest.mark.parametrize(
    ("row", "state", "result"),
    [
        (["1", "A", "B", "5", "3", ""], "played", (5, 3)),
        (["1", "A", "B", "0", "0", ""], "played", (0, 0)),
        (["1", "A", "B", "", "", ""], "scheduled", (None, None)),
        (["1", "A", "B", "-", "–", ""], "scheduled", (None, None)),
        (["1", "A", "DESCANSA", "", "", ""], "rest", (None, None)),
        (["1", "Descanso", "B", "8", "0", ""], "rest", (None, None)),
        (["1", "A", "B", "8", "0", "No presentado"], "walkover", (8, 0)),
        (["1", "A", "B", "8", "0", "W.O."], "walkover", (8, 0)),
        (["1", "A", "B", "8", "0", "Incomparecencia visitante"], "walkover", (8, 0)),
        (["1", "A", "B", "", "", "APLAZADO"], "postponed", (None, None)),
        (["1", "A", "B", "5", "3", "Aplazado del 3 de octubre"], "played", (5, 3)),
    ],
)
def test_a_row_of_results_tells_its_state(row: list[str], state: str, result: tuple[int | None, int | None]):
    (values,) = values_of(read(text_file([RESULT_HEADERS, row]), "results"))
    assert (values["state"], (values.get("home_score"), values.get("away_score"))) == (state, result)
    # A rest leaves one team and no encounter.
    assert (None in (values["home"], values["away"])) is (state == "rest")


@pytest.mark.parametrize(
    ("row", "column", "code"),
    [
        (["1", "A", "B", "5", "", ""], "away_score", "half_a_result"),
        (["1", "A", "a", "5", "3", ""], "away", "team_against_itself"),
        (["1", "A", "B", "-5", "3", ""], "home_score", "negative_count"),
        (["1", "A", "B", "5,5", "3", ""], "home_score", "not_a_count"),
        (["1", "A", "", "5", "3", ""], "away", "value_missing"),
    ],
)
def test_a_bad_result_is_refused(row: list[str], column: str, code: str):
    reading = read(text_file([RESULT_HEADERS, row]), "results")
    assert [(refused.column, refused.code) for refused in reading.refused_rows] == [(column, code)]


def test_an_encounter_may_come_twice_in_a_season_and_once_in_a_round():
    rows = [["1", "A", "B", "5", "3", ""], ["2", "A", "B", "5", "3", ""], ["2", "a", "B", "4", "4", ""]]
    reading = read(text_file([RESULT_HEADERS, *rows]), "results")
    assert [(row.row, row.code, row.same_as) for row in reading.refused_rows] == [(4, "duplicate_row", 3)]


# ---------------------------------------------------------------- clubs and teams
def test_clubs_with_their_venues_and_tables():
    rows = [
        [
            "Club",
            "Nombre corto",
            "C.I.F.",
            "Correo",
            "Teléfono",
            "Sede",
            "Mesas dominó",
            "Mesas de billar",
            "Colores",
        ],
        [
            "Peña El Seis Doble",
            "SEIS",
            "g-11223344",
            "Pena@Example.ORG",
            "968 00 00 01",
            "Bar Pepe",
            "4",
            "0",
            "rojo",
        ],
        ["Peña El Seis Doble", "SEIS", "G11223344", "", "", "Casino", "6", "2", ""],
        ["Otra Peña", "", "G11223344", "", "", "", "", "", ""],
        ["Tercera", "", "12345678Z", "x", "123", "", "-1", "dos", ""],
        ["peña el seis doble", "", "", "", "", "casino", "", "", ""],
    ]
    reading = read(text_file(rows), "clubs")
    first, second = values_of(reading)
    assert (first["tax_id"], first["email"], first["phone"]) == ("G11223344", "pena@example.org", "968000001")
    assert (first["domino_tables"], first["pool_tables"], second["venue"]) == (4, 0, "Casino")
    assert {(row.row, row.column, row.code) for row in reading.refused_rows} == {
        (4, "tax_id", "identity_taken"), (5, "tax_id", "identity_not_entity"),
        (5, "email", "email_not_valid"),
        (5, "phone", "phone_not_valid"), (5, "domino_tables", "negative_count"),
        (5, "pool_tables", "not_a_count"),
        (6, "name", "name_taken"),
    }  # fmt: skip


def test_teams_with_their_squads():
    rows = [
        ["Equipo", "Club", "Capitán (licencia)", "Licencia del jugador", "Función", "Desde"],
        ["Seis Doble A", "Peña", "0012", "0012", "Capitán", "01/09/2026"],
        ["Seis Doble A", "Peña", "0012", "0013", "jugador", ""],
        ["Seis Doble A", "Peña", "0012", "0014", "utillero", ""],
        ["Seis Doble A", "Peña", "0012", "0015", "Capitán no jugador", ""],
    ]
    reading = read(text_file(rows), "teams")
    assert [row["role"] for row in values_of(reading)] == ["captain", "player", "non_playing_captain"]
    assert [(row.row, row.code, row.data) for row in reading.refused_rows] == [
        (4, "unknown_option", {"value": "utillero"})
    ]


def test_contacts_and_consent_of_people():
    headers = [*HEADERS, "Correo", "Teléfono", "Tutor", "Tel. tutor", "Consentimiento", "Tipo de licencia"]
    rows = [
        [*PERSON, "Ana@Example.org", "+34 600 00 00 00", "Eva Ruiz", "0034600000001", "Sí", "Árbitra"],
        [*OTHER, "", "", "", "", "01/09/2025", ""],
    ]
    first, second = values_of(read(text_file([headers, *rows])))
    assert (first["email"], first["phone"], first["guardian_phone"]) == (
        "ana@example.org", "+34600000000", "+34600000001",
    )  # fmt: skip
    assert (first["consent"], second["consent"], first["licence_kind"]) == ("yes", "2025-09-01", "judge")
