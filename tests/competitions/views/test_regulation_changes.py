"""Pages of the version that a competition plays by: what each may do, what is told on both sides."""

from __future__ import annotations

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from competitions.actions import setup
from competitions.actions.regulation_changes import propose_change
from competitions.models import Entrants, RegulationChange
from federation.models import Discipline, Role
from tests.competitions import changes_world
from tests.competitions.changes_world import Changes, version
from tests.factories import world
from tests.factories.world import NOW
from tests.federation.staff import fields, inside, staff

pytestmark = pytest.mark.django_db
LIST = "/secretaria/reglamentos/"


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(NOW, tick=True):
        yield


def page_of(each: Changes, *more: object) -> str:
    tail = "".join(f"{one}/" for one in more)
    return f"/secretaria/competiciones/{each.competition.pk}/reglamento/{tail}"


def text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def begun() -> Changes:
    each = changes_world.build(locked=True)
    world.begin(each.world)
    return each


def test_the_director_chooses_before_the_start_once_and_both_sides_tell_it():
    each = changes_world.build()
    client = inside(each.director)
    shown = text(client.get(page_of(each)))
    assert "Se puede elegir" in shown and page_of(each, each.second.pk) in shown
    asked = text(client.get(page_of(each, each.second.pk)))
    assert "<td>300</td><td><b>200</b></td>" in asked and "Jugar con esta versión" in asked
    sent = fields(begun="no", reason="La de este año")
    done = [client.post(page_of(each, each.second.pk), sent) for _twice in range(2)]
    assert [one.status_code for one in done] == [302, 302] and RegulationChange.objects.count() == 1
    shown = text(client.get(page_of(each)))
    assert "Antes de empezar" in shown and "La de este año" in shown and "elegida por Dora Ruiz" in shown
    assert page_of(each) in text(client.get(f"{LIST}{each.second.pk}/"))
    listed = text(client.get(LIST))
    assert "Con qué se juega cada competición" in listed and page_of(each) in listed


def test_once_begun_a_change_is_proposed_decided_and_told():
    each = begun()
    director, committee = inside(each.director), inside(each.committee)
    shown = text(director.get(page_of(each)))
    assert "Fijado el 28 nov 2026" in shown and "1 encuentro empezado con Reglamento de dominó v1" in shown
    address = page_of(each, each.second.pk)
    refused = director.post(address, fields(begun="yes", reason=""))
    assert refused.status_code == 422 and "Este campo" in text(refused)
    late = director.post(address, fields(begun="no", reason="Se eligió antes"))
    assert late.status_code == 409 and "propón el cambio al comité" in text(late)
    assert 'value="Se eligió antes"' in text(late)
    assert director.post(address, fields(begun="yes", reason="Acuerdo de clubes")).status_code == 302
    change = RegulationChange.objects.get()
    decide = f"/secretaria/cambios-de-reglamento/{change.pk}/"
    shown = text(director.get(page_of(each)))
    assert f'"{decide}"' not in shown and f'"{decide}retirar/"' in shown
    assert "Cambios que esperan al comité" in text(committee.get(LIST))
    assert decide in text(committee.get(page_of(each)))
    assert "Acuerdo de clubes" in text(committee.get(decide))
    empty = committee.post(decide, fields(decision="refuse", note=""))
    assert empty.status_code == 422 and "Escribe por qué se rechaza." in text(empty)
    sent = fields(decision="approve", note="Por unanimidad")
    done = [committee.post(decide, sent) for _twice in range(2)]
    assert [one.status_code for one in done] == [302, 302]
    assert committee.post(decide, fields(decision="approve")).status_code == 409
    shown = text(committee.get(page_of(each)))
    for told in (
        "Cambios durante la temporada",
        "Acuerdo de clubes",
        "propuesto por Dora Ruiz",
        "aprobado por Celia Mora: Por unanimidad",
    ):
        assert told in shown
    assert "la usó hasta el 28 nov 2026" in text(committee.get(f"{LIST}{each.first.pk}/"))


def test_who_proposed_it_does_not_decide_it_even_from_the_committee():
    each = begun()
    change = propose_change(competition=each.competition, version=each.second, reason="Yo", by=each.both)
    client = inside(each.both)
    assert "la decide otra persona del comité" in text(client.get(page_of(each)))
    answer = client.post(f"/secretaria/cambios-de-reglamento/{change.pk}/", fields(decision="approve"))
    assert answer.status_code == 403 and "Quien propone un cambio no lo decide" in text(answer)
    gone = client.post(f"/secretaria/cambios-de-reglamento/{change.pk}/retirar/", fields())
    change.refresh_from_db()
    assert gone.status_code == 302 and change.state == "withdrawn"


@pytest.mark.parametrize("role", [Role.OFFICE, Role.COMMITTEE, Role.ADMINISTRATOR])
def test_readers_find_no_door_to_what_they_may_not(role):
    each = changes_world.build()
    client = inside(staff("lee@example.org", role))
    shown = text(client.get(page_of(each)))
    assert "Con qué se juega" in shown and page_of(each, each.second.pk) not in shown
    assert client.post(page_of(each, each.second.pk), fields(begun="no")).status_code == 403


def test_what_speaks_against_a_version_stands_beside_it_and_what_is_not_there_is_not_found():
    each = changes_world.build()
    version("Mesa de troneras", Discipline.POOL)
    odd = version("Otro", valid_from=each.world.season.ends_on)
    client = inside(each.director)
    shown = text(client.get(page_of(each)))
    assert "Mesa de troneras" not in shown and "Vale desde el 31/08/2027" in shown
    answer = client.post(page_of(each, odd.pk), fields(begun="no"))
    assert answer.status_code == 422 and "publica una que valga desde antes" in text(answer)
    hostile = client.post(page_of(each, each.second.pk), fields(begun="<b>", reason="\x00"))
    assert hostile.status_code == 422
    for path in (page_of(each, 9999), page_of(each).replace(str(each.competition.pk), "9999")):
        assert client.get(path).status_code == 404
    assert inside(each.committee).get("/secretaria/cambios-de-reglamento/9999/").status_code == 404


def test_thirty_of_each_cost_what_one_does():
    each = begun()
    client = inside(each.director)
    change = propose_change(competition=each.competition, version=each.second, reason="Uno", by=each.director)

    def cost(client: Client) -> int:
        with CaptureQueriesContext(connection) as asked:
            for path in (page_of(each), LIST, f"{LIST}{each.first.pk}/", page_of(each, each.second.pk)):
                assert client.get(path).status_code == 200
        return len(asked)

    one = cost(client)
    for number in range(30):
        made = version(target_points=100 + number)
        RegulationChange.objects.create(
            competition=each.competition, before=each.first, after=made, state="approved", reason="Asamblea",
            proposed_by=each.director, proposed_at=NOW, decided_by=each.committee, decided_at=NOW,
        )  # fmt: skip
        other = setup.create_competition(
            season=each.world.season, name=f"Copa {number}", code=f"C{number}", discipline=Discipline.DOMINO,
            entrants=Entrants.TEAMS, regulation_version=made,
            encounter_format=each.competition.format, by=None,
        )  # fmt: skip
        RegulationChange.objects.create(
            competition=other, before=made, after=each.first, state="proposed", reason="Asamblea",
            proposed_by=each.director, proposed_at=NOW,
        )  # fmt: skip
    assert cost(client) == one and change.state == "proposed"
