"""Questions, and the same file read again with their answers."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.files.results import FileReading
from tests.cases.folder import COPY
from tests.federation.files.making import PERSON, one_person, people_file, read, text_file, values_of

FILES = COPY / "spain" / "files"


def answered(data: bytes, target: str = "people", **given: Any) -> FileReading:
    """Read with answers; each is given by the question's key with `__` for the colons."""
    return read(
        data, target, answers={key.replace("__", ":").replace("ALL", "*"): one for key, one in given.items()}
    )


TAKE = {"way": "take"}


def test_zeros_of_a_column_are_filled_to_the_width_that_is_given():
    data = (FILES / "10_ceros_perdidos_y_fechas.csv").read_bytes()
    wide = answered(data, lost_zeros__ALL__licence={"way": "width", "value": 4})
    assert [row.values["licence"] for row in wide.rows] == ["0012", "0016", "0017"]
    kept = answered(data, lost_zeros__ALL__licence={"way": "keep"})
    assert [row.values["licence"] for row in kept.rows] == ["12", "16", "17"]
    assert all("licence" not in row.open for row in kept.rows)


def test_every_question_of_a_file_can_be_answered():
    data = (FILES / "10_ceros_perdidos_y_fechas.csv").read_bytes()
    reading = answered(
        data,
        lost_zeros__ALL__licence={"way": "width", "value": 4},
        lost_zeros__2__document=TAKE,
        serial_date__2__birth_date={"way": "take", "value": "1961-03-05"},
    )
    assert reading.questions == ()
    assert all(row.complete for row in reading.rows)
    assert reading.rows[0].values["document"] == "07654321J"
    assert reading.rows[0].values["birth_date"] == "1961-03-05"


def test_spoilt_letters_are_repaired_one_by_one_or_all_together():
    data = (FILES / "11_mojibake.csv").read_bytes()
    asked = read(data)
    assert asked.rows[0].waits

    together = read(data, answers={question.key_for_all: TAKE for question in asked.questions})
    assert together.rows[0].complete
    assert together.rows[0].values["given_name"] == "Íñigo"
    one = read(data, answers={asked.questions[0].key: TAKE})
    assert one.rows[0].waits
    assert one.rows[0].values["surname_1"] == "Núñez"


def test_a_written_answer_is_read_like_a_cell():
    data = people_file(one_person(DNI="7654321"))
    assert [question.code for question in read(data).questions] == ["missing_letter"]
    right = answered(data, missing_letter__2__document={"way": "write", "value": "07654321-j"})
    assert right.rows[0].values["document"] == "07654321J"
    wrong = answered(data, missing_letter__2__document={"way": "write", "value": "07654321K"})
    assert [row.code for row in wrong.refused_rows] == ["identity_wrong_control"]
    blank = answered(data, missing_letter__2__document={"way": "blank"})
    assert blank.rows[0].complete
    assert "document" not in blank.rows[0].values or blank.rows[0].values["document"] is None
    out = answered(data, missing_letter__2__document={"way": "leave_out"})
    assert [(row.row, row.code) for row in out.skipped] == [(2, "left_out")]


def test_a_passport_is_taken_when_somebody_says_so():
    data = people_file(one_person(DNI="pab 123456"))
    (question,) = read(data).questions
    assert (question.code, question.offers) == ("passport", ("PAB123456",))
    values = answered(data, passport__2__document=TAKE).rows[0].values
    assert (values["document_kind"], values["document"]) == ("passport", "PAB123456")

    rows = [["Apellidos", "Nombre", "Tipo de documento", "Documento"], ["Li", "Wei", "Pasaporte", "12345678"]]
    assert values_of(read(text_file(rows)))[0]["document_kind"] == "passport"


def test_an_hour_that_came_twice_is_one_of_two():
    data = (FILES / "19_resultados.csv").read_bytes()
    (question,) = read(data, "results").questions
    for offer in question.offers:
        reading = read(data, "results", answers={question.key: {"way": "take", "value": offer}})
        assert reading.rows[-1].values["date"] == offer
        assert reading.rows[-1].complete


AMERICAN = people_file(
    one_person(Licencia="0001", DNI="", **{"Fecha nacimiento": "12/31/1999"}),
    one_person(Licencia="0002", DNI="", **{"Fecha nacimiento": "05/03/1961"}),
    one_person(Licencia="0003", DNI="", **{"Fecha nacimiento": "07/07/1977"}),
)


def test_a_column_with_the_month_first_is_asked_and_never_guessed():
    asked = read(AMERICAN)
    assert [(row.row, row.code) for row in asked.refused_rows] == [(2, "date_not_day_first")]
    assert [(question.row, question.code) for question in asked.questions] == [(None, "date_order")]
    assert [row.open for row in asked.rows] == [("birth_date",), ()]

    key = asked.questions[0].key
    month = read(AMERICAN, answers={key: {"way": "take", "value": "month_first"}})
    assert [row.values["birth_date"] for row in month.rows] == ["1999-12-31", "1961-05-03", "1977-07-07"]
    day = read(AMERICAN, answers={key: {"way": "take", "value": "day_first"}})
    assert [row.values["birth_date"] for row in day.rows] == ["1961-03-05", "1977-07-07"]
    assert [row.code for row in day.refused_rows] == ["date_not_day_first"]


def test_one_row_with_the_day_first_settles_the_order():
    data = (
        AMERICAN
        + b"\r\n"
        + text_file([one_person(Licencia="0004", DNI="", **{"Fecha nacimiento": "31/12/1999"})])
    )
    reading = read(data)
    assert reading.questions == ()
    assert [row.values["birth_date"] for row in reading.rows] == ["1961-03-05", "1977-07-07", "1999-12-31"]


def test_names_without_a_comma_are_asked_once_for_the_column():
    data = text_file([["Licencia", "Jugador"], ["0001", "Pérez López Ana"], ["0002", "Ruiz Gil Eva"],
                      ["0003", "GIL, TEO"]])  # fmt: skip
    asked = read(data)
    assert [(question.row, question.code) for question in asked.questions] == [(None, "name_order")]
    assert asked.rows[2].values["given_name"] == "Teo"

    key = asked.questions[0].key
    for order, names in (
        ("surnames_first", ["Ana", "Eva", "Teo"]),
        ("given_first", ["Pérez", "Ruiz", "Teo"]),
    ):
        reading = read(data, answers={key: {"way": "take", "value": order}})
        assert [row.values["given_name"] for row in reading.rows] == names
    header = data.replace(b"Jugador", b"Apellidos y nombre")
    assert read(header).questions == ()


def test_text_that_became_a_date_is_asked():
    rows = [["Local", "Visitante", "Resultado"], ["Peña A", "Peña B", "05-mar"], ["Peña B", "Peña A", "5-3"]]
    reading = read(text_file(rows), "results")
    assert [(question.row, question.code) for question in reading.questions] == [(2, "became_date")]
    answer = answered(text_file(rows), "results", became_date__2__result={"way": "write", "value": "5-3"})
    assert [row.values["home_score"] for row in answer.rows] == [5, 5]


def test_lost_letters_are_asked_and_nothing_is_offered():
    (question,) = read(people_file(one_person(Apellidos="Mu?oz"))).questions
    assert (question.code, question.offers) == ("lost_characters", ())


@pytest.mark.parametrize(
    "answer",
    [
        None, {}, "take", {"way": "take", "value": "2001-01-01"}, {"way": "width",
        "value": 4}, {"way": "keep"},
        {"way": "other"}, {"way": "write", "value": ""}, {"way": "write", "value": 5}, {"way": []},
    ],
)  # fmt: skip
def test_what_is_no_answer_leaves_the_question_open(answer: Any):
    data = people_file(one_person(**{"Fecha nacimiento": "22345"}))
    reading = read(data, answers={"serial_date:2:birth_date": answer})
    assert reading == read(data)
    assert [question.code for question in reading.questions] == ["serial_date"]


@given(st.data())
def test_taking_every_offer_ends_all_questions_that_have_one(data: st.DataObject):
    cells = {
        "Apellidos": data.draw(st.sampled_from(["Núñez", "NÃºÃ±ez", "NUÑEZ"])),
        "DNI": data.draw(st.sampled_from(["07654321J", "7654321J", "654321?", ""])),
        "Fecha nacimiento": data.draw(st.sampled_from(["05/03/1961", "22345", ""])),
        "Club": data.draw(st.sampled_from(["PeÃ±a", "Peña"])),
    }
    file = people_file(one_person(**cells))
    answers: dict[str, Any] = {}
    for _ in range(3):
        reading = read(file, answers=answers)
        answers |= {question.key: TAKE for question in reading.questions}
    assert [question for question in reading.questions if len(question.offers) == 1] == []


def test_the_person_of_the_tests_asks_nothing():
    assert read(people_file(PERSON)).questions == ()
