"""A team's page for its club's delegate, the squad that he proposes, and what the office sees of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.actions import requests
from federation.models import ClubRequest, RosterEntry
from federation.rules.requests import RequestAct
from tests.competitions import proposals_world
from tests.competitions.proposals_world import Proposals
from tests.competitions.squads_world import NOW, TODAY
from tests.federation import staff
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day() -> Iterator[None]:
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.fixture
def each() -> Proposals:
    return proposals_world.build(squad_max=3, registration_window={"from": "2026-09-01", "to": "2026-10-31"})


@pytest.fixture
def browser(each: Proposals) -> Client:
    return inside(each.delegate)


def team_page(each: Proposals, rest: str = "") -> str:
    return f"/club/{each.squads.registry.club.pk}/equipos/{each.squads.first.pk}/{rest}"


def ticked(page: str) -> set[str]:
    """The names of the boxes that are ticked."""
    boxes = re.findall(r'<input type="checkbox" name="([^"]+)"[^>]*>', page)
    marked = re.findall(r'<input type="checkbox" name="([^"]+)"[^>]* checked', page)
    assert boxes
    return set(marked)


def test_a_delegate_reads_the_squad_and_proposes_another(each: Proposals, browser: Client) -> None:
    page = browser.get(team_page(each)).content.decode()
    assert "Cano" in page and "Proponer cambios" in page and "/secretaria/" not in page
    rival = f"/club/{each.squads.registry.club.pk}/equipos/{each.squads.rival.pk}/"
    assert browser.get(rival).status_code == browser.get(f"{rival}plantilla/").status_code == 404
    one = each.outside[0]
    path = team_page(each, "plantilla/")
    assert "Uno, Nombre03" in browser.get(path).content.decode()
    body = {"day": TODAY.isoformat(), f"join_{one.pk}": "on", f"leave_{each.captain.pk}": "on"}
    for typed, field, words in (
        ({"captain": each.captain.pk}, "captain", "No estará en la plantilla"),
        ({"captain": "999999"}, "captain", "no es una de las opciones"),
        ({"day": "ayer"}, "day", "fecha válida"),
        ({f"join_{each.outside[1].pk}": "on", f"leave_{each.captain.pk}": ""}, None, "está completa"),
    ):
        wrong = browser.post(path, fields(**{**body, **typed}))
        assert wrong.status_code == 422, typed
        errors = wrong.context["form"].errors
        assert words in str(errors[field] if field else errors), typed
        assert f"join_{one.pk}" in ticked(wrong.content.decode())
    good = fields(**body, captain=one.pk)
    first, second = browser.post(path, good), browser.post(path, good)
    assert first.headers["Location"] == second.headers["Location"]
    shown = browser.get(first.headers["Location"]).content.decode()
    assert "Plantilla: Uno A" in shown and str(one) in shown
    assert "Proponer cambios" not in browser.get(team_page(each)).content.decode()
    late = browser.post(path, fields(**body, captain=one.pk))
    assert late.status_code == 409 and "sin resolver" in late.content.decode()


def test_the_office_sees_what_speaks_against_it_and_accepts(each: Proposals, browser: Client) -> None:
    one = each.outside[0]
    asked = each.ask(joins=(one.pk,), captain=one.pk)
    office = inside(staff.office("otra.secretaria@example.org"))
    path = f"/secretaria/solicitudes/{asked.pk}/plantilla/"
    assert path in office.get("/secretaria/solicitudes/").content.decode()
    page = office.get(path).content.decode()
    assert "admite inscripciones" in page and f"{each.captain} → {one}" in page
    body = {"day": TODAY.isoformat(), "read": requests.last_step(asked)}
    closed = office.post(path, fields(**body))
    assert closed.status_code == 422
    assert "escribe el motivo" in str(closed.context["form"].errors["reason"])
    requests.reply(request=asked, act=RequestAct.ASK_MORE, text="¿Y Dos?", by=each.squads.registry.office)
    correct = f"/club/{asked.club_id}/solicitudes/{asked.pk}/plantilla/"
    form = browser.get(correct).content.decode()
    assert "¿Y Dos?" in form and f"join_{one.pk}" in ticked(form)
    again = fields(**{"day": TODAY.isoformat(), f"join_{one.pk}": "on", "captain": "", "text": "No"})
    assert [browser.post(correct, again).status_code for _ in range(2)] == [302, 302]
    stale = office.post(path, fields(**body, reason="Baja"))
    assert stale.status_code == 409 and "El club ha cambiado la solicitud" in stale.content.decode()
    good = fields(**{**body, "read": requests.last_step(asked)}, reason="Baja médica")
    assert [office.post(path, good).status_code for _ in range(2)] == [302, 302]
    assert RosterEntry.objects.get(person=one).role == "player"
    assert "Aceptada" in browser.get(team_page(each)).content.decode()
    assert ClubRequest.objects.get().state == "accepted"
    assert office.get(path).status_code == 302


def test_pages_cost_the_same_with_many() -> None:
    each = proposals_world.build()
    browser = inside(each.delegate)
    office = inside(staff.office("otra.secretaria@example.org"))

    def costs() -> list[int]:
        found = []
        asked = each.ask(joins=tuple(who.pk for who in joining))
        paths = {
            team_page(each): browser,
            f"/club/{asked.club_id}/solicitudes/{asked.pk}/": browser,
            f"/secretaria/solicitudes/{asked.pk}/plantilla/": office,
        }
        for path, client in paths.items():
            with CaptureQueriesContext(connection) as seen:
                assert client.get(path).status_code == 200
            found.append(len(seen))
        requests.withdraw(request=asked, by=each.delegate)
        with CaptureQueriesContext(connection) as seen:
            assert browser.get(team_page(each, "plantilla/")).status_code == 200
        return [*found, len(seen)]

    joining = each.outside[:1]
    few = costs()
    for number in range(30):
        joining.append(each.squads.person(f"Más {number}"))
    for number in range(30):
        each.squads.join(each.squads.first, each.squads.person(f"Dentro {number}"))
    assert costs() == few
