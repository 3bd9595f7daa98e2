"""Regulations: who reads them, what a version departs in, what two differ in, and who plays by which."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from competitions.actions import setup
from competitions.models import Competition, Entrants
from federation.actions.regulations import publish_version
from federation.models import Discipline, RegulationVersion
from tests.factories import world
from tests.factories.world import NOW, TODAY
from tests.federation.staff import inside, office

pytestmark = pytest.mark.django_db
LIST = "/secretaria/reglamentos/"


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(NOW - timedelta(hours=10), tick=True):
        yield


@pytest.fixture
def browser() -> Client:
    return inside(office("otra.secretaria@example.org"))


def publish(name: str = "Reglamento de dominó", valid_from: date = TODAY, **overrides: object):
    return publish_version(
        name=name, discipline=Discipline.DOMINO, overrides=overrides, valid_from=valid_from,
        reason="Acuerdo de la asamblea", by=None,
    )  # fmt: skip


def text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def test_the_list_tells_validity_and_who_plays_by_each_version(browser):
    playing = world.playing(boards=1)
    publish(valid_from=TODAY + timedelta(days=30))
    shown = text(browser.get(LIST))
    version = playing.encounter.round.competition.regulation_version
    mine, later = shown.index(f"{LIST}{version.pk}/"), shown.index("Aún no vale")
    assert later < mine, "the last version comes first"
    assert "No la usa ninguna competición." in shown[later:mine]
    assert "Primera División de dominó, 2026-27</a> (ya empezada)" in shown[mine:]
    assert "Acuerdo de la asamblea" in shown and "Caribeño con efectividad" in shown


def test_a_competition_without_a_started_encounter_has_not_begun(browser):
    world.build()
    shown = text(browser.get(LIST))
    assert "Primera División de dominó, 2026-27" in shown and "ya empezada" not in shown


def test_a_version_tells_first_what_departs_and_folds_the_rest(browser):
    found = publish(target_points=200, block_winner="asked", late_arrival=[[5, 10]])
    shown = text(browser.get(f"{LIST}{found.pk}/"))
    apart, rest = shown[: shown.index("Como es habitual")], shown[shown.index("Como es habitual") :]
    for told in ("Tantos de la partida", "200", "Lo habitual: 300", "(art. 18)", "se pregunta en la mesa"):
        assert told in apart
    assert "a los 5 minutos, 10 tantos" in apart
    assert "Cierre empatado" in rest and "Cierre empatado" not in apart
    assert "También puede ser: sin tantos, repite el salidor." in rest
    assert "Tantos de la partida" not in rest


def test_two_versions_are_compared_from_the_older_to_the_newer(browser):
    first, second = publish(target_points=200), publish(target_points=250, time_limit_minutes=60)
    for here in (first, second):
        assert f"{LIST}{first.pk}/{second.pk}/" in text(browser.get(f"{LIST}{here.pk}/"))
    shown = text(browser.get(f"{LIST}{first.pk}/{second.pk}/"))
    assert "<td>200</td><td><b>250</b></td>" in shown
    assert "<td>no se usa</td><td><b>60</b></td>" in shown
    assert shown.count("<tr>") == 3
    assert "Dicen lo mismo." in text(browser.get(f"{LIST}{first.pk}/{first.pk}/"))


def test_a_version_that_knows_less_or_more_than_today_is_still_shown(browser):
    made = publish()
    stored = {name: value for name, value in made.parameters.items() if name != "block_winner"}
    odd = RegulationVersion.objects.create(
        regulation=made.regulation, number=9, valid_from=TODAY, parameters={**stored, "forgotten": "<b>"}
    )
    shown = text(browser.get(f"{LIST}{odd.pk}/"))
    assert "Forgotten" in shown and "&lt;b&gt;" in shown and "Gana el cierre" in shown
    assert "Forgotten" in text(browser.get(f"{LIST}{made.pk}/{odd.pk}/"))


def test_what_is_not_there_is_not_found(browser):
    made = publish()
    for path in ("999/", f"{made.pk}/999/", f"999/{made.pk}/"):
        assert browser.get(f"{LIST}{path}").status_code == 404


def test_thirty_versions_and_competitions_cost_what_one_does(browser):
    each = world.build()
    competition = each.encounter.round.competition

    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(LIST).status_code == 200
            assert browser.get(f"{LIST}{competition.regulation_version_id}/").status_code == 200
        return len(asked)

    one = cost()
    for number in range(30):
        version = publish(name=f"Reglamento {number}" if number % 2 else "Reglamento de dominó")
        setup.create_competition(
            season=each.season, name=f"Copa {number}", code=f"C{number}", discipline=Discipline.DOMINO,
            entrants=Entrants.TEAMS, regulation_version=version, encounter_format=competition.format, by=None,
        )  # fmt: skip
    assert Competition.objects.count() == 31
    assert cost() == one
