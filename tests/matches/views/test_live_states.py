"""The public page of an encounter that has no sealed acta: its state in words."""

from __future__ import annotations

import pytest
import time_machine

from competitions.models import Encounter
from tests.factories import tables
from tests.factories import world as worlds
from tests.factories.world import World
from tests.matches.views.after_close import closed, signed
from tests.matches.views.spectators import disagree, outcome, page, part, seen, settle
from tests.matches.views.visits import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


def told(world: World) -> str:
    """What the part that changes says."""
    return text_of(part(page(world)))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("scheduled", "Programado"),
        ("postponed", "Está aplazado: la federación fijará la nueva fecha."),
        ("not_played", "No se ha disputado: lo resuelve la federación."),
        ("annulled", "Está anulado por resolución: su resultado no vale."),
    ],
)
def test_one_that_is_not_played_says_so(state, words):
    world = worlds.build()
    Encounter.objects.update(state=state)

    assert words in told(world)
    assert [half.total for half in seen(page(world)).score] == [None, None]
    assert seen(page(world)).every == 60


def test_one_that_was_awarded_has_a_result_and_no_sheets():
    world = worlds.build()
    outcome(world, kind="awarded", home=2, away=0, winner="home")
    Encounter.objects.update(state="final")

    found = seen(page(world))

    assert [half.total for half in found.score] == [2, 0]
    assert (found.result.winner, found.result.stands) == ("Gana La Seis Doble", "Adjudicado por resolución")
    assert (found.cards, found.result.url, found.result.tantos) == ((), "", "")
    assert "Encuentro adjudicado" in told(world)


def test_a_suspended_encounter_keeps_its_sheets_and_shows_nobody_leading():
    world = worlds.playing()
    phone, partida = worlds.phone(world), world.partida()
    tables.sit_down(world, partida, phone)
    tables.play_hand(world, partida, phone, 46)
    Encounter.objects.update(state="suspended")

    (card,) = seen(page(world)).cards

    assert card.chip.label == "Partida 1, sin terminar"
    assert (card.home.total, [each.leads for each in card.home.players]) == (46, [False, False])
    assert "Está suspendido. Falta decidir cuándo o cómo sigue." in told(world)


def test_between_the_close_and_the_seal_the_result_is_not_official():
    world = closed()
    assert "Ha terminado el juego y falta firmar el acta: el resultado aún no es oficial." in told(world)
    assert [half.total for half in seen(page(world)).score] == [1, 1]
    assert seen(page(world)).result is None
    assert seen(page(world)).every == 5
    assert "Encuentro cerrado Se firma el acta." in told(world)


def test_a_signed_acta_is_being_sealed():
    assert "El acta está firmada y se está sellando." in told(signed())


def test_a_hand_played_after_the_end_does_not_count():
    """The frozen first hand is settled last, and with it the second one had already reached the target."""
    world = worlds.playing(parameters={"target_points": 100})
    phone, partida = worlds.phone(world), world.partida()
    tables.sit_down(world, partida, phone)
    tables.propose(world, partida, phone, 57)
    disagree(world, partida, phone, 52)
    tables.play_hand(world, partida, phone, 48)
    tables.play_hand(world, partida, phone, 66)
    settle(world, partida, 1, 57)

    (card,) = seen(page(world)).cards

    assert [(line.number, line.home, line.css, line.word) for line in card.sheets[-1].lines] == [
        (3, None, "void", "No cuenta"),
        (2, 105, "", ""),
        (1, 57, "", ""),
    ]
    assert "Mesa 1, fin de la partida 1 105–0 Gana La Seis Doble." in text_of(part(page(world)))
