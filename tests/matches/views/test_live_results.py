"""The public page of an encounter whose acta is sealed: its result, and how far it has come."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client

from competitions.models import Encounter
from matches.rules.sides import Side
from tests.factories import world as worlds
from tests.factories.world import World
from tests.matches.views.after_close import fresh, kept, sealed
from tests.matches.views.spectators import outcome, page, part, round_page, seen
from tests.matches.views.visits import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=False):
        yield


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    with kept(django_db_blocker, lambda: sealed()[0]) as made:
        yield made


@pytest.fixture
def done(built, db) -> World:
    """An encounter that ended 1–1 and whose acta is sealed."""
    return fresh(built)


def told(world: World) -> str:
    """What the part that changes says."""
    return text_of(part(page(world)))


def test_a_level_encounter_is_a_draw_and_leads_to_its_acta(done):
    found = seen(page(done))

    assert [half.total for half in found.score] == [1, 1]
    assert not any(half.lead for half in found.score)
    assert found.result.winner == "Empate"
    code = done.encounter.actas.get().content.code
    assert found.result.url == f"/verificar/{code}/"
    assert f"Verificar {code}" in told(done)
    assert Client().get(found.result.url).status_code == 200
    assert "Acta sellada" in told(done)


@pytest.mark.parametrize(
    ("state", "chip", "stands"),
    [
        ("sealed", "Provisional", "Provisional hasta la homologación"),
        ("homologated", "Homologado", "Homologado"),
        ("final", "Firme", "Firme"),
        ("disputed", "Reclamado", "Reclamado: falta la resolución"),
    ],
)
def test_how_far_the_result_has_come(done, state, chip, stands):
    Encounter.objects.update(state=state)

    found = seen(page(done))

    assert (found.chip.label, found.result.stands) == (chip, stands)
    assert found.every == 60, "nothing is about to change"
    assert len(found.cards) == 1 and found.cards[0].over


def test_a_corrected_result_is_the_one_that_counts(done):
    outcome(done, kind="corrected", home=2, away=0, winner="home")

    found = seen(page(done))

    assert [(half.total, half.lead) for half in found.score] == [(2, True), (0, False)]
    assert (found.result.winner, found.result.stands) == ("Gana La Seis Doble", "Rectificado por resolución")
    assert "Resultado rectificado" in told(done)
    (row,) = seen(round_page(done)).rows
    assert (row.home_score, row.away_score) == (2, 0)


def test_a_result_with_a_board_pending_names_no_winner(done):
    outcome(done, kind="sealed", home=1, away=0, winner="", is_pending=True)

    found = seen(page(done))

    assert (found.result.winner, found.result.stands) == ("", "Parcial: queda alguna partida pendiente")


def test_an_annulled_encounter_shows_no_result(done):
    Encounter.objects.update(state="annulled")

    found = seen(page(done))

    assert ([half.total for half in found.score], found.cards, found.result) == ([None, None], (), None)
    assert "Está anulado por resolución: su resultado no vale." in told(done)
    assert "Jugador" not in told(done)
    (row,) = seen(round_page(done)).rows
    assert (row.home_score, row.away_score) == (None, None)


def test_one_that_is_annulled_and_to_be_played_again_starts_from_nothing(done):
    Encounter.objects.update(state="scheduled")

    found = seen(page(done))

    assert ([half.total for half in found.score], found.cards) == ([None, None], ())
    assert "Jugador" not in told(done)
    assert "Todavía no son públicas" in told(done)


def test_who_signed_and_what_they_wrote_is_not_here(done):
    assert "protesta" not in told(done).lower()
    assert Side.HOME.value not in told(done)
