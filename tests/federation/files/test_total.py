"""Whatever the bytes are, they give a reading or a refusal, soon and within bounds."""

import random
import subprocess
import sys
import time
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation import reading_messages
from federation.files.catalogue import TARGETS
from federation.files.reading import read_file
from federation.files.results import AnswerWay, FileReading
from tests.cases.folder import COPY
from tests.federation.files.making import HEADERS, OTHER, PERSON, TODAY, people_file, people_workbook

FILES = {path.name: path.read_bytes() for path in sorted((COPY / "spain" / "files").iterdir())}
BOOK = people_workbook(PERSON, OTHER)
TARGET = st.sampled_from(sorted(TARGETS))
LONGEST = 5.0


def check(data: bytes, target: str, choices: Any = None) -> FileReading:
    """Read, and look at what every reading must keep to."""
    began = time.process_time()
    reading = read_file(data, "lista", TARGETS[target], choices, today=TODAY)
    assert time.process_time() - began < LONGEST
    if reading.refusal is not None:
        assert reading.refusal.code in reading_messages.REFUSALS
        assert (reading.rows, reading.refused_rows) == ((), ())
    assert {row.code for row in reading.refused_rows} <= set(reading_messages.PROBLEMS)
    assert {row.code for row in reading.skipped} <= set(reading_messages.SKIPPED)
    assert {question.code for question in reading.questions} <= set(reading_messages.QUESTIONS)
    assert {told.code for told in (*reading.warnings, *reading.notes)} <= set(reading_messages.CHANGES)
    numbers = [row.number for row in reading.rows]
    assert len(numbers) == len(set(numbers))
    assert not set(numbers) & {row.row for row in (*reading.refused_rows, *reading.skipped)}
    names = set(TARGETS[target].by_name)
    for row in reading.rows:
        assert set(row.open) <= names
        assert all(value is None or isinstance(value, str | int) for value in row.values.values())
    return reading


@given(st.binary(max_size=400), TARGET)
def test_any_bytes(data: bytes, target: str):
    check(data, target)


PIECES = st.sampled_from(
    [*HEADERS, *PERSON, *OTHER, ";", ",", "\t", "\n", "\r\n", '"', "'", "=", "-", "0", "Total", "sep=;",
    " ", "É",
     "Jornada", "Local", "Visitante", "Resultado", "5-3", "DESCANSA", "25/10/2026 02:30", "12/31/99",
     "\x00", "�", "Ã±",
     "1e5", "22345", "Nombre completo", "#REF!", "?", "𝟙", "٣"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=60), TARGET, st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_any_likely_pieces(pieces: list[str], target: str, encoding: str):
    check("".join(pieces).encode(encoding, "replace"), target)


@given(st.sampled_from(sorted(FILES)), TARGET, st.data())
def test_known_files_damaged(name: str, target: str, data: st.DataObject):
    raw = bytearray(FILES[name])
    for _ in range(data.draw(st.integers(0, 6))):
        if raw:
            raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    check(bytes(raw[: data.draw(st.integers(0, len(raw)))] if data.draw(st.booleans()) else raw), target)


@given(st.data(), TARGET)
def test_workbooks_whose_parts_are_damaged(data: st.DataObject, target: str):
    """Inside a sound package, so that the damage reaches the readers of its parts."""
    buffer = BytesIO()
    with zipfile.ZipFile(BytesIO(BOOK)) as sound, zipfile.ZipFile(buffer, "w") as damaged:
        for name in sound.namelist():
            content = bytearray(sound.read(name))
            for _ in range(data.draw(st.integers(0, 2))):
                place = data.draw(st.integers(0, len(content) - 1))
                if data.draw(st.booleans()):
                    content[place : place + 1] = data.draw(
                        st.sampled_from([b"", b"9" * 30, b"<c>", b'"', b"</row>", b"-"])
                    )
                else:
                    content[place] = data.draw(st.integers(32, 126))
            if data.draw(st.integers(0, 9)):
                damaged.writestr(name, bytes(content))
    check(buffer.getvalue(), target)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 300) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
ANSWER = st.fixed_dictionaries(
    {
        "way": st.sampled_from([*AnswerWay, "other"]) | JSON,
        "value": JSON | st.sampled_from([4, "month_first", "07654321J"]),
    }
)
KEYS = ["lost_zeros:*:licence", "lost_zeros:2:document", "serial_date:2:birth_date",
"date_order:*:birth_date",
        "mojibake:2:surnames", "mojibake:*:club", "missing_letter:4:document",
        "ambiguous_local_time:6:date"]  # fmt: skip


@given(
    st.sampled_from(sorted(FILES)),
    st.sampled_from(["people", "results"]),
    st.fixed_dictionaries(
        {},
        optional={
            "encoding": JSON | st.sampled_from(["utf-8", "cp1252"]),
            "delimiter": JSON | st.just(";"),
            "quote": JSON | st.just(""),
            "sheet": JSON | st.just("Licencias"),
            "header_row": JSON | st.integers(0, 6),
            "columns": JSON | st.dictionaries(st.sampled_from(["licence", "club", "surnames", "x"]),
            JSON, max_size=3),
            "hidden_rows": JSON | st.just("skip"),
            "short_rows": JSON | st.just("blank"),
            "answers": JSON | st.dictionaries(st.sampled_from(KEYS), ANSWER | JSON, max_size=5),
        },
    ),
)  # fmt: skip
def test_any_choices(name: str, target: str, choices: Any):
    check(FILES[name], target, choices)


def test_reading_is_a_function_of_what_it_is_given():
    for name, data in FILES.items():
        assert check(data, "people") == check(data, "people"), name


SLOW = {
    "semicolons": b"Apellidos;Nombre\n" + b";" * 2_000_000,
    "blank lines": b"Apellidos;Nombre\n" + b"\n" * 2_000_000 + b"Ruiz;Ana",
    "quoted lines": b"Apellidos;Nombre\n" + b'"a\n";' * 300_000,
    "open quotes": b"Apellidos;Nombre\n" + b'Ruiz;"a\n' * 200_000,
    "one long cell": b"Apellidos;Nombre\nRuiz;" + b"a" * 2_000_000,
    "spaces": b"Apellidos;Nombre\nRuiz;" + b" " * 30_000 + b"a",
    "dots": b"Cuota;Apellidos;Nombre\n" + b"1." * 15_000 + b";Ruiz;Ana",
    "guards": b"Apellidos;Nombre\nRuiz;" + b"'" * 30_000 + b"=",
    "spoilt": b"Apellidos;Nombre\nRuiz;" + "Ã±".encode() * 8_000,
    "dashes": b"Resultado;Local;Visitante\n" + b"-" * 30_000 + b"x;A;B",
}


@pytest.mark.parametrize("case", SLOW)
@pytest.mark.parametrize("target", ["people", "results"])
def test_nothing_takes_long(case: str, target: str):
    check(SLOW[case], target)


# ---------------------------------------------------------------- memory
MEASURE = """
import resource, sys
from datetime import date
from pathlib import Path
from federation.files.catalogue import TARGETS
from federation.files.reading import read_file

data = Path(sys.argv[1]).read_bytes()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
reading = read_file(data, "lista", TARGETS["people"], today=date(2026, 9, 1))
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((after - before) // 1024, len(reading.rows), reading.refusal and reading.refusal.code)
"""
MOST_MEGABYTES = 250


def largest_texts() -> bytes:
    """As many rows as are taken, as long as a file may be, with letters that cost four bytes each."""
    pick = random.Random(1)
    rows = [
        f"{number:05};Ruiz{number};Ana;;;;{'𝟙' if number == 1 else 'x'}{pick.random()};{'y' * 400}"
        for number in range(20_000)
    ]
    return "\n".join(["Licencia;Apellidos;Nombre;DNI;Nacimiento;Cuota;Club;Notas", *rows]).encode()


def largest_workbook() -> bytes:
    from federation.files.export import workbook_bytes

    headers = [*HEADERS, *(f"Otra {number}" for number in range(12))]
    rows = [
        [
            f"{number:05}",
            f"Ruiz{number}",
            "Ana",
            None,
            None,
            None,
            "Club",
            *[f"{number} {n}" for n in range(12)],
        ]
        for number in range(20_000)
    ]
    return workbook_bytes(headers, rows)


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of the measure differs")
@pytest.mark.parametrize("make", [largest_texts, largest_workbook])
def test_the_largest_file_that_is_taken_costs_little_memory(make: Any, tmp_path: Path):
    (tmp_path / "lista").write_bytes(make())
    command = [sys.executable, "-c", MEASURE, str(tmp_path / "lista")]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3])
    megabytes, rows, refusal = told.stdout.split()

    assert (int(rows), refusal) == (20_000, "None")
    assert int(megabytes) < MOST_MEGABYTES, told.stdout


def test_the_file_of_the_tests_is_sound():
    assert len(check(people_file(PERSON, OTHER), "people").rows) == 2
    assert len(check(BOOK, "people").rows) == 2
