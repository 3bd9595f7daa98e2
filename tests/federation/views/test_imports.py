"""The pages of imports: a file taken, refused, corrected, asked about, applied, taken away, undone."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.actions.imports import working
from federation.files.limits import LARGEST_FILE
from federation.models import ColumnMapping, DataAccess, Import, Person
from tests.federation import registry_world, staff
from tests.federation.imports import making
from tests.federation.registry_world import Registry
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db
LIST = "/secretaria/importaciones/"
NEW = f"{LIST}nueva/people/"
HOSTILE = ["' OR 1=1 --", "<script>alert(1)</script>", "\x00", "ñ" * 300, "99999999999999999999", "🎲", "-1"]


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(datetime(2026, 11, 14, 10, tzinfo=UTC), tick=True):
        yield


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.fixture
def browser(each: Registry) -> Client:
    return inside(staff.office("otra.secretaria@example.org"))


def send(browser: Client, each: Registry, data: bytes, name: str = "lista.csv", **values: object) -> Any:
    chosen = {"season": each.after.pk, **values}
    return browser.post(NEW, fields(file=SimpleUploadedFile(name, data), **chosen))


def a_file(*rows: tuple[object, ...]) -> bytes:
    return making.csv_of(making.PEOPLE, rows)


def page_of(source: Import, rest: str = "") -> str:
    return f"{LIST}{source.pk}/{rest}"


def a_bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 60_000_000)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.csv", b"", "El archivo está vacío."),
        ("a.xlsm", b"PK\x03\x04", "lleva macros"),
        ("a.xlsx", a_bomb(), "no se abre"),
        ("a.csv", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "No es una hoja de cálculo."),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "Excel antiguo"),
        ("a.csv", b"<html><body>hola</body></html>", "No es una hoja de cálculo."),
    ],
)
def test_what_is_no_list_is_refused_beside_the_field_and_not_kept(
    browser: Client, each: Registry, name: str, data: bytes, told: str
):
    answer = send(browser, each, data, name)
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not Import.objects.exists()


def test_too_much_is_thrown_away_by_the_length_that_it_announces(browser: Client, each: Registry):
    answer = send(browser, each, b"a" * (LARGEST_FILE + 100 * 1024))
    assert answer.status_code == 413
    assert f"El archivo pasa de {LARGEST_FILE // 1024 // 1024} MB." in answer.content.decode()
    assert not Import.objects.exists()


def test_a_file_larger_than_those_of_other_pages_is_taken(browser: Client, each: Registry):
    rows = [making.person(number, club="Peña Uno" + " " * 6_200) for number in range(1, 1200)]
    data = a_file(*rows)
    assert len(data) > 7 * 1024 * 1024
    assert send(browser, each, data).status_code == 302
    assert Import.objects.get().state == "checking"


def test_a_list_is_taken_shown_applied_and_undone(browser: Client, each: Registry):
    data = a_file(making.person(1), making.person(2, document="12345678A"), making.person(3))
    answer = send(browser, each, data)
    source = Import.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, page_of(source))
    page = browser.get(page_of(source)).content.decode()
    assert "La letra o cifra final no corresponde al número." in page
    assert "Con errores no se importa ninguna fila." in page
    assert "12345678A" in page
    refused = browser.post(page_of(source, "importar/"), fields())
    assert refused.status_code == 422
    assert "Quedan filas con errores o preguntas." in refused.content.decode()
    row = browser.get(page_of(source, "filas/3/")).content.decode()
    assert 'value="12345678A"' in row
    texts = {"licence": "00002", "surnames": "Núñez Abadca", "given_name": "Ana", "birth_date": "05/03/1961"}
    corrected = browser.post(
        page_of(source, "filas/3/"), fields(document="12345678z", club="Peña Uno", **texts)
    )
    assert corrected.status_code == 302
    done = browser.post(page_of(source, "importar/"), fields(), follow=True)
    assert "3 filas importadas." in done.content.decode()
    assert Person.objects.filter(licences__season=each.after).count() == 3
    asked = browser.get(page_of(source, "deshacer/"))
    assert "Se quita lo que se dio de alta" in asked.content.decode()
    undone = browser.post(page_of(source, "deshacer/"), fields(), follow=True)
    assert "Importación deshecha." in undone.content.decode()
    assert not Person.objects.filter(licences__season=each.after).exists()


def test_the_same_request_twice_is_one_import(browser: Client, each: Registry):
    values = fields(season=each.after.pk)
    data = a_file(making.person(1))
    answers = [browser.post(NEW, {**values, "file": SimpleUploadedFile("lista.csv", data)}) for _ in range(2)]
    assert {answer["Location"] for answer in answers} == {page_of(Import.objects.get())}
    once = fields()
    for _ in range(2):
        assert browser.post(page_of(Import.objects.get(), "importar/"), once).status_code == 302
    assert Person.objects.filter(licences__season=each.after).count() == 1


def test_a_column_is_said_by_hand_and_remembered(browser: Client, each: Registry):
    headers = ("Nº", "Apellidos y nombre", "Papel")
    data = making.csv_of(
        headers, [("00001", "Núñez Ibáñez, Íñigo", making.dni(23)), ("00002", "Abad Sanz, Ana", "")]
    )
    send(browser, each, data)
    source = Import.objects.get()
    page = browser.get(page_of(source)).content.decode()
    assert "No importar" in page
    twice = fields(column_1="licence", column_2="surnames_given", column_3="licence")
    refused = browser.post(page_of(source, "columnas/"), twice)
    assert refused.status_code == 422
    assert "Ya la has elegido en otra columna." in refused.content.decode()
    chosen = fields(column_1="licence", column_2="surnames_given", column_3="document")
    assert browser.post(page_of(source, "columnas/"), chosen).status_code == 302
    assert source.rows.get(number=2).values["document"] == "00000023T"
    assert ColumnMapping.objects.get().kind == "people"
    send(browser, each, making.csv_of(headers, [("00003", "Ruiz Gil, Leo", making.dni(24))]))
    assert Import.objects.latest("pk").rows.get().values["document"] == making.dni(24)


def test_a_file_without_known_titles_shows_its_first_lines_and_is_put_right(browser: Client, each: Registry):
    data = making.csv_of(("x", "y"), [("00001", "Núñez Ibáñez, Íñigo")])
    send(browser, each, data)
    source = Import.objects.get()
    assert source.state == "failed"
    page = browser.get(page_of(source)).content.decode()
    assert "No se encuentra la fila de los títulos." in page
    form = browser.get(page_of(source, "lectura/")).content.decode()
    assert "Núñez Ibáñez, Íñigo" in form
    assert browser.post(page_of(source, "lectura/"), fields(header_row="1")).status_code == 302
    browser.post(page_of(source, "columnas/"), fields(column_1="licence", column_2="surnames_given"))
    source.refresh_from_db()
    assert (source.state, making.verdicts(source)) == ("ready", [(2, "new")])


def test_what_the_file_asks_is_answered_for_all_rows_at_once(browser: Client, each: Registry):
    rows = [making.person(number, document=str(making.dni(number))[1:]) for number in (1, 2, 3)]
    send(browser, each, a_file(*rows))
    source = Import.objects.get()
    assert {verdict for _number, verdict in making.verdicts(source)} == {"question"}
    page = browser.get(page_of(source, "preguntas/")).content.decode()
    assert "Puede que se hayan perdido ceros por delante." in page
    prefix = "lost_zeros-document"
    keys = {
        f"{prefix}-key_{place}": f"lost_zeros:{number}:document" for place, number in enumerate((2, 3, 4))
    }
    nothing = browser.post(page_of(source, "preguntas/"), fields(group=prefix, **keys))
    assert nothing.status_code == 422
    assert "Responde al menos a una." in nothing.content.decode()
    stale = browser.post(
        page_of(source, "preguntas/"),
        fields(group=prefix, **{**keys, f"{prefix}-key_0": "lost_zeros:9:document", f"{prefix}-all": "take"}),
    )
    assert stale.status_code == 422
    answer = browser.post(
        page_of(source, "preguntas/"), fields(group=prefix, **keys, **{f"{prefix}-all": "take"})
    )
    assert answer.status_code == 302
    assert {row.values["document"] for row in source.rows.all()} == {
        making.dni(number) for number in (1, 2, 3)
    }


def test_a_big_file_waits_for_the_worker_and_its_page_says_how_far_it_is(browser: Client, each: Registry):
    send(browser, each, a_file(*(making.person(number) for number in range(1, 503))))
    source = Import.objects.get()
    assert source.state == "checking"
    page = browser.get(page_of(source))
    assert "En espera de su turno." in page.content.decode()
    assert browser.get(page_of(source), headers={"If-None-Match": page["ETag"]}).status_code == 304
    assert browser.post(page_of(source, "columnas/"), fields(column_1="licence")).status_code == 409
    working.work_on(source.pk)
    watched = browser.get(page_of(source), headers={"HX-Request": "true", "HX-Target": "marcha"})
    assert watched["HX-Redirect"] == page_of(source)
    browser.post(page_of(source, "importar/"), fields())
    assert "Se guardan 502 filas de una vez." in browser.get(page_of(source)).content.decode()
    assert working.waiting() == [source.pk]
    working.work_on(source.pk)
    assert working.waiting() == []
    assert "Importada" in browser.get(page_of(source)).content.decode()
    assert Person.objects.filter(licences__season=each.after).count() == 502


def test_a_job_that_breaks_leaves_nothing_half_written(browser: Client, each: Registry):
    source = making.people(each, making.person(1))
    Import.objects.filter(pk=source.pk).update(state="applying", kind="people", season=None)
    working.work_on(source.pk)
    source.refresh_from_db()
    assert (source.state, source.problem["code"], Person.objects.filter(licences__isnull=False).count()) == (
        "failed",
        "import_broke",
        0,
    )
    assert "El programa ha fallado" in browser.get(page_of(source)).content.decode()


def test_rows_and_file_are_taken_away_and_noted(browser: Client, each: Registry):
    source = making.people(each, making.person(1, document="=1+1"), making.person(2))
    before = DataAccess.objects.count()
    table = b"".join(browser.get(page_of(source, "?ver=error&formato=csv")).streaming_content).decode(
        "utf-8-sig"
    )
    assert table.splitlines()[0].startswith("Línea;Qué hace;Licencia;Apellidos;")
    assert len(table.splitlines()) == 2
    assert "'=1+1" in table
    assert browser.get(page_of(source, "?formato=xlsx")).content.startswith(b"PK")
    original = browser.get(page_of(source, "original/"))
    assert original.content == a_file(making.person(1, document="=1+1"), making.person(2))
    assert original["Content-Disposition"] == 'attachment; filename="lista.csv"'
    noted = DataAccess.objects.order_by("pk")[before:]
    assert [(row.kind, row.count) for row in noted] == [("list", 1), ("list", 2), ("import_file", 1)]
    browser.post(page_of(source, "descartar/"), fields())
    assert browser.get(page_of(source, "original/")).status_code == 404


def test_the_queries_of_a_preview_do_not_grow_with_its_rows(browser: Client, each: Registry):
    def cost(count: int) -> int:
        rows = [making.person(number, document=f"1234567{number % 10}A") for number in range(1, count + 1)]
        source = making.people(each, *rows)
        browser.get(page_of(source))
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(page_of(source)).status_code == 200
        return len(asked)

    assert cost(1) == cost(30)


def test_nobody_else_sees_that_there_are_imports(each: Registry):
    source = making.people(each, making.person(1))
    stranger = Client()
    stranger.force_login(each.stranger)
    for path in (LIST, NEW, page_of(source), page_of(source, "original/"), page_of(source, "deshacer/")):
        assert stranger.get(path).status_code == 404


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_input_is_refused_or_shown_as_text(browser: Client, each: Registry, text: str):
    row = making.person(1, surnames=text.replace("\x00", "").strip() or "x", document="1A")
    source = making.upload(each, making.csv_of(making.PEOPLE, [row], "utf-8"))
    for path in (
        f"?ver={text}&pagina={text}",
        f"preguntas/?x={text}",
        "filas/2/",
    ):
        page = browser.get(page_of(source, path))
        assert page.status_code == 200
        assert "<script>alert(1)" not in page.content.decode()
    assert browser.get(page_of(source, "filas/999999/")).status_code == 404
    assert browser.get(f"{LIST}nueva/{'x' * 40}/").status_code == 404
    for path in ("lectura/", "columnas/", "preguntas/", "filas/2/", "importar/"):
        answer = browser.post(
            page_of(source, path),
            fields(header_row=text, encoding=text, column_1=text, group=text, document=text, leave_out=text),
        )
        assert answer.status_code in (302, 409, 422)
