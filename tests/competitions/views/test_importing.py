"""The sporting director brings a calendar in; results are only compared; people stay the office's."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from competitions.models import Encounter
from federation.models import DataAccess, Import, Role
from tests.factories import world
from tests.federation import staff
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db
LIST = "/secretaria/importaciones/"


@pytest.fixture
def each() -> world.World:
    return world.build()


@pytest.fixture
def director(each: world.World) -> Client:
    return inside(staff.staff("direccion@example.org", Role.SPORTING_DIRECTOR, who=staff.person()))


def send(browser: Client, each: world.World, kind: str, text: str) -> Import:
    values = fields(
        competition=each.encounter.round.competition_id,
        file=SimpleUploadedFile("hoja.csv", text.encode()),
    )
    assert browser.post(f"{LIST}nueva/{kind}/", values).status_code == 302
    return Import.objects.latest("pk")


def a_row(each: world.World, number: int, home: str = "", away: str = "") -> str:
    names = (home or each.encounter.home.team.name, away or each.encounter.away.team.name)
    return f"{number};{each.season.ends_on:%d/%m/%Y} 20:30;{names[0]};{names[1]}\r\n"


def test_the_director_imports_a_calendar(each: world.World, director: Client):
    home = director.get("/inicio/").content.decode()
    assert f'href="{LIST}"' in home
    page = director.get(LIST).content.decode()
    assert "Calendario" in page
    assert "Personas y licencias" not in page
    text = "Jornada;Fecha;Local;Visitante\r\n" + a_row(each, 9) + a_row(each, 9, "Nadie")
    source = send(director, each, "calendar", text)
    shown = director.get(f"{LIST}{source.pk}/").content.decode()
    assert "Ya juega en esa jornada" in shown or "No hay ningún equipo con ese nombre" in shown
    answer = director.post(f"{LIST}{source.pk}/importar/", fields(leave_out="on"), follow=True)
    assert "1 fila importada." in answer.content.decode()
    assert Encounter.objects.filter(round__number=9).count() == 1
    assert not DataAccess.objects.filter(kind="import_file").exists()


def test_results_are_shown_beside_the_official_ones_without_a_button(each: world.World, director: Client):
    names = (each.encounter.home.team.name, each.encounter.away.team.name)
    source = send(director, each, "results", f"Local;Visitante;Resultado\r\n{names[0]};{names[1]};5-3\r\n")
    page = director.get(f"{LIST}{source.pk}/").content.decode()
    assert "Todavía no consta ningún resultado oficial." in page
    assert "se comparan con los oficiales y no se guardan" in page
    assert "importar/" not in page
    refused = director.post(f"{LIST}{source.pk}/importar/", fields(leave_out="on"))
    assert refused.status_code == 422
    assert "aquí no se escribe nada" in refused.content.decode()


def test_a_competition_that_is_not_there_is_refused(each: world.World, director: Client):
    values = fields(competition=999_999, file=SimpleUploadedFile("hoja.csv", b"a;b\r\n1;2"))
    assert director.post(f"{LIST}nueva/calendar/", values).status_code == 422


def test_the_queries_of_a_calendar_s_preview_do_not_grow_with_its_rows(each: world.World, director: Client):
    def cost(count: int) -> int:
        rows = "".join(a_row(each, number) for number in range(20, 20 + count))
        with CaptureQueriesContext(connection) as asked:
            source = send(director, each, "calendar", f"Jornada;Fecha;Local;Visitante\r\n{rows}")
            director.get(f"{LIST}{source.pk}/")
        return len(asked)

    assert cost(1) == cost(30)


def test_people_are_the_office_s(each: world.World, director: Client):
    for path in (f"{LIST}nueva/people/", f"{LIST}nueva/clubs/", f"{LIST}nueva/teams/"):
        assert director.get(path).status_code == 404
