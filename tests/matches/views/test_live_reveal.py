"""Who plays is nobody's business before both line-ups are out: in every page and part that spectators get."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client

from competitions.models import Encounter
from matches.rules.sides import Side
from tests.factories import world as worlds
from tests.matches.views.spectators import page, part, shown
from tests.matches.views.visits import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=False):
        yield


@pytest.mark.parametrize("moment", ["scheduled", "draft", "one_locked"])
def test_nobody_learns_who_plays_before_both_line_ups_are_out(moment):
    world = worlds.build()
    for side in (Side.HOME, Side.AWAY):
        if moment == "draft":
            names = worlds.names(world, side)
            worlds.line_ups.save_line_up(encounter_id=world.encounter.pk, names=names, by=world.captain(side))
    if moment == "one_locked":
        names = worlds.names(world, Side.AWAY)
        worlds.line_ups.lock_line_up(
            encounter_id=world.encounter.pk, names=names, by=world.captain(Side.AWAY)
        )

    for answer in shown(world):
        assert answer.status_code == 200
        assert "Jugador" not in answer.content.decode()
    told = text_of(Client().get(page(world)))
    assert "La Seis Doble" in told and "Los Molinos" in told
    assert "sábado 28 de noviembre, 20:00" in told
    assert "Salón de La Seis Doble" in told
    assert "Amparo Giner" in told
    assert "Todavía no son públicas: salen las dos a la vez, cuando cada equipo ha cerrado la suya." in told


def test_once_both_are_locked_everybody_sees_who_starts():
    world = worlds.locked(boards=2)

    told = text_of(part(page(world)))

    assert "Mesa 1 La Seis Doble Jugador00 Casa Jugador01 Casa Los Molinos Jugador00 Fuera" in told
    assert "Alineaciones publicadas" in told
    assert "Jugador04" not in told, "who sits on the bench is nobody's business before he comes in"
    assert not any("Jugador" in answer.content.decode() for answer in shown(world)[2:])


def test_line_ups_of_a_postponed_encounter_are_not_out():
    world = worlds.locked()
    Encounter.objects.update(state="postponed")

    for answer in shown(world):
        assert "Jugador" not in answer.content.decode()
    assert "Está aplazado: la federación fijará la nueva fecha." in text_of(part(page(world)))
