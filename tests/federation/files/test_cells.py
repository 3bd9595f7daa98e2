"""What one cell means: letters, days, hours, money, codes; each by a table of what people write."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.files.amounts import AmountError, read_amount, read_exact
from federation.files.cells import plain_number
from federation.files.dates import Span, day_of_serial, read_day, read_time, split_time
from federation.files.moments import place, with_offset
from federation.files.texts import begins_like_formula, clean, lost_characters, repaired, without_guard
from tests.federation.files.making import TODAY, one_person, people_file, read

SPAN = Span(date(1900, 1, 1), TODAY)


# ---------------------------------------------------------------- letters
@given(st.text(alphabet="áéíóúüñçÁÉÍÓÚÜÑÇàèòï·ªº¡¿«»abc ", min_size=1, max_size=20), st.integers(1, 2))
def test_text_encoded_twice_is_offered_as_it_was(text: str, times: int):
    spoilt = text
    for _ in range(times):
        # As Windows reads what is UTF-8; five bytes mean nothing to it and come through as they are.
        spoilt = "".join(
            bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in spoilt.encode("utf-8")
        )
    expected = None if text.isascii() else clean(text)
    assert repaired(spoilt) == expected


@pytest.mark.parametrize(
    "text", ["Club «Ñ»", "SÃO PAULO", "Åse Öberg", "Müller", "Café – 25 €", "Coŀlell", "Âme"]
)
def test_good_letters_are_not_repaired(text: str):
    assert repaired(text) is None


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("  a\u00a0 b ", "a b"),
        ("a\r\nb\tc", "a b c"),
        ("n\u0303", "ñ"),
        ("\ufeffa\u200bb\u00ad", "ab"),
        ("a\x00\x07b", "ab"),
        ("a\ud800b", "ab"),
    ],
)
def test_text_is_cleaned(raw: str, text: str):
    assert clean(raw) == text


@given(st.text())
def test_cleaning_is_done_once(raw: str):
    assert clean(clean(raw)) == clean(raw)


def test_letters_lost_on_the_way_are_seen():
    assert lost_characters("N\ufffdñez")
    assert lost_characters("Mu?oz")
    assert not lost_characters("¿Quién?")


@pytest.mark.parametrize("text", ["=1+1", "+34", "-Peña", "@x", " =1", "\t=1", "\r", "＝1", "'=1", "''=1"])
def test_what_a_spreadsheet_would_work_out_is_seen(text: str):
    assert begins_like_formula(text)
    assert without_guard(f"'{text}") == text


@pytest.mark.parametrize("text", ["a=1", "O'Donnell", "'t Hooft", "25,50", ""])
def test_other_text_is_no_formula(text: str):
    assert not begins_like_formula(text)
    assert without_guard(text) == text


# ---------------------------------------------------------------- days
@pytest.mark.parametrize(
    "text",
    [
        "05/03/1961", "5/3/1961", "05-03-1961", "05.03.1961", "5 3 1961", "1961-03-05", "1961/03/05",
        "5-mar-1961",
        "5 de marzo de 1961", "5 marzo 1961", "5 mar. 1961", "05/MAR/1961", "domingo, 5 de marzo de 1961",
        "dom 05/03/1961", "19610305", "05031961", "05/03/61", "5-mar-61", "5 març 1961", "5 March 1961",
    ],
)  # fmt: skip
def test_a_day_is_read_in_every_writing(text: str):
    assert read_day(text, SPAN).day == date(1961, 3, 5)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("29/02/2001", "no_such_date"),
        ("31/04/1999", "no_such_date"),
        ("13/13/1999", "no_such_date"),
        ("00/00/0000", "no_such_date"),
        ("29/02/01", "no_such_date"),
        ("12/31/1999", "date_not_day_first"),
        ("1/13/99", "date_not_day_first"),
        ("1961", "date_incomplete"),
        ("01/01/2031", "date_too_late"),
        ("01/01/1850", "date_too_early"),
        ("5/3", "date_not_understood"),
        ("ayer", "date_not_understood"),
        ("٥/٣/١٩٦١", "date_not_understood"),
    ],
)
def test_what_is_no_day_is_told(text: str, problem: str):
    assert (read_day(text, SPAN).day, read_day(text, SPAN).problem) == (None, problem)


@given(st.dates(date(1900, 3, 1), date(2026, 9, 1)))
def test_a_serial_number_is_only_a_possible_day(day: date):
    serial = (day - date(1899, 12, 30)).days
    reading = read_day(str(serial), SPAN)

    if 1900 <= serial <= 2099:
        assert reading.problem == "date_incomplete"
    elif serial > 999:
        assert (reading.day, reading.serial) == (None, day)
    assert day_of_serial(serial) == day


@given(st.dates(date(1927, 9, 2), date(2026, 9, 1)))
def test_a_year_of_two_digits_is_never_in_the_future(day: date):
    reading = read_day(f"{day:%d/%m/%y}", SPAN)

    assert reading.day == day
    assert "two_digit_year" in reading.ways


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("10/10/2026 20:30", ("10/10/2026", "20:30", "")),
        ("10/10/2026, a las 20.30 h", ("10/10/2026", "20.30 h", "")),
        ("2026-10-25T02:30:00+02:00", ("2026-10-25", "02:30:00", "+02:00")),
        ("2026-10-25T02:30Z", ("2026-10-25", "02:30", "Z")),
        ("05.03.1961", ("05.03.1961", "", "")),
    ],
)
def test_a_time_is_parted_from_its_day(text: str, parts: tuple[str, str, str]):
    assert split_time(text) == parts


@pytest.mark.parametrize(
    ("text", "written"),
    [("20:30", "20:30"), ("20.30 h", "20:30"), ("20h30", "20:30"), ("8:30 p. m.", "20:30"),
    ("12:15 AM", "00:15"),
     ("20", "20:00"), ("9h", "09:00"), ("24:00", None), ("13:00 pm", None), ("tarde", None)],
)  # fmt: skip
def test_a_time_is_read(text: str, written: str | None):
    found = read_time(text)
    assert (found and found.isoformat(timespec="minutes")) == written


@pytest.mark.parametrize(
    ("zone", "twice", "never"),
    [
        (
            "Europe/Madrid",
            datetime.fromisoformat("2026-10-25T02:30"),
            datetime.fromisoformat("2027-03-28T02:30"),
        ),
        (
            "Atlantic/Canary",
            datetime.fromisoformat("2026-10-25T01:30"),
            datetime.fromisoformat("2027-03-28T01:30"),
        ),
    ],
)
def test_the_clock_change_is_told(zone: str, twice: datetime, never: datetime):
    here = ZoneInfo(zone)
    first, second = place(twice, here).candidates

    assert datetime.fromisoformat(first) < datetime.fromisoformat(second)
    assert place(never, here).problem == "no_such_local_time"
    assert place(datetime.fromisoformat("2026-10-10T20:30"), here).text == "2026-10-10T20:30"
    # An offer that comes back is the moment that it says.
    for offer in (first, second):
        day, clock, offset = split_time(offer)
        assert with_offset(datetime.fromisoformat(f"{day}T{clock}"), offset, here).text == offer


# ---------------------------------------------------------------- money
@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("25,50", "25.50"), ("25,5", "25.50"), ("25,50 €", "25.50"), ("€ 25", "25.00"), ("25 euros", "25.00"),
        ("1.025,00", "1025.00"), ("1.025", "1025.00"), ("1,025.00", "1025.00"), ("1 025,00", "1025.00"),
        ("1'025,00", "1025.00"), ("1.025.000,5", "1025000.50"), ("+10,00", "10.00"), ("0", "0.00"),
        ("25.5", "25.50"),
        ("-0,00", "0.00"),
    ],
)  # fmt: skip
def test_an_amount_is_read(text: str, amount: str):
    assert read_amount(text) == amount


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("-5", "negative_amount"), ("(5,00)", "negative_amount"), ("−5", "negative_amount"),
        ("5-", "negative_amount"),
        ("gratis", "not_an_amount"), ("-", "not_an_amount"), ("1.2.3", "not_an_amount"),
        ("٣", "not_an_amount"),
        ("10,005", "too_many_decimals"), ("1e3", "scientific_notation"), ("2,5E+07", "scientific_notation"),
        ("99999999", "amount_too_large"),
    ],
)  # fmt: skip
def test_what_is_no_amount_is_told(text: str, code: str):
    with pytest.raises(AmountError) as refused:
        read_amount(text)
    assert refused.value.code == code


@given(st.integers(0, 10_000_000_00))
def test_money_never_passes_through_a_float(cents: int):
    text = f"{cents // 100:,}".replace(",", ".") + f",{cents % 100:02}"
    assert read_amount(text) == f"{cents // 100}.{cents % 100:02}"
    assert read_exact(plain_number(repr(cents / 100))) == f"{cents // 100}.{cents % 100:02}"


@pytest.mark.parametrize(
    ("raw", "text"),
    [("12.0", "12"), ("12", "12"), ("25.100000000000001", "25.1"), ("7.654321E6", "7654321"), ("0.0", "0"),
     ("1e400", "1e400"), ("NaN", "NaN"), ("abc", "abc")],
)  # fmt: skip
def test_a_workbook_number_is_told_plainly(raw: str, text: str):
    assert plain_number(raw) == text


# ---------------------------------------------------------------- cells of people
@pytest.mark.parametrize(
    ("header", "text", "code"),
    [
        ("Licencia", "2,34568E+07", "scientific_notation"),
        ("Licencia", "#REF!", "cell_error"),
        ("Licencia", "¿12?", "code_not_valid"),
        ("Licencia", "1" * 21, "text_too_long"),
        ("DNI", "07654321K", "identity_wrong_control"),
        ("DNI", "G11223344", "identity_not_personal"),
        ("DNI", "#N/D", "cell_error"),
        ("Cuota", "#####", "cell_error"),
        ("Nombre", "", "value_missing"),
        ("Apellidos", " \u00a0 ", "value_missing"),
        ("Club", "x" * 81, "text_too_long"),
        ("Nombre", "x" * 61, "text_too_long"),
    ],
)
def test_a_bad_cell_keeps_its_row_out(header: str, text: str, code: str):
    reading = read(people_file(one_person(**{header: text})))

    assert [refused.code for refused in reading.refused_rows] == [code]
    assert reading.rows == ()


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        ("0012", "0012"),
        ("'0012", "0012"),
        ('"=""0012"""', "0012"),
        ("mu-0012", "MU-0012"),
        ("A/12", "A/12"),
        ("0", "0"),
    ],
)
def test_a_licence_is_a_code(text: str, licence: str):
    reading = read(people_file(one_person(Licencia=text), ("0099", "Ruiz", "Teo", "", "", "", "")))
    assert reading.rows[0].values.get("licence", "0") == licence


def test_names_in_capitals_are_set_down_and_told():
    reading = read(people_file(one_person(Apellidos="DE LA FUENTE NÚÑEZ", Nombre="MARÍA DEL MAR")))

    assert reading.rows[0].values["surname_1"] == "de la Fuente"
    assert reading.rows[0].values["given_name"] == "María del Mar"
    assert {note.code for note in reading.notes} == {"capitals_set_down"}


def test_a_zero_is_not_blank():
    reading = read(people_file(one_person(Cuota="0")))
    assert reading.rows[0].values["fee"] == "0.00"
