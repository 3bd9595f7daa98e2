"""Approving a hand, disputing it, settling it: through the pages."""

from __future__ import annotations

import pytest
import time_machine

from matches.models import Incident, PinMisses, SheetEntry
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.matches.views.phones import approve, error_beside, hand, page, seated, to
from tests.matches.views.visits import at, send, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


@pytest.fixture
def world():
    return worlds.playing()


# ---------------------------------------------------------------- approvals
def test_the_pin_stands_in_the_place_of_the_keypad(world):
    client, partida = seated(world)
    hand(client, partida, 1, 46, ending="block")
    shown = text_of(client.get(to(partida, "jugada/1/1/conforme/")))
    assert "Jugada 1: 46 para La Seis Doble Cierre · salió Jugador00 Casa" in shown
    assert "Jugador00 Fuera (lleva el recuento): tu PIN si estás conforme." in shown
    assert "Corregir No conforme Volver" in shown

    assert approve(client, world, partida, 1).status_code == 302

    assert tables.state(world, partida).totals.home == 46
    assert client.get(to(partida, "jugada/1/1/conforme/")).status_code == 302


def test_five_wrong_pins_block_for_five_minutes(world):
    client, partida = seated(world)
    hand(client, partida, 1, 46)
    left = [error_beside(approve(client, world, partida, 1, pin="9999"), "pin") for _ in range(5)]
    assert left[:4] == [f"El PIN no es correcto. Quedan {n} intentos." for n in (4, 3, 2, 1)]
    assert left[4].startswith("Demasiados intentos. Espera 5 min")

    right = approve(client, world, partida, 1)
    assert (right.status_code, "Espera 5 min" in error_beside(right, "pin")) == (422, True)
    # Opening the board again on the same phone is the same phone.
    client.post("/mesa/salir/")
    client.post(f"/mesa/{partida.board.code}/")
    assert "Demasiados intentos" in error_beside(approve(client, world, partida, 1), "pin")
    assert tables.state(world, partida).totals.home == 0
    with time_machine.travel(worlds.NOW + worlds.timedelta(minutes=6), tick=True):
        assert approve(client, world, partida, 1).status_code == 302


def test_an_approval_by_nobody_who_may(world):
    client, partida = seated(world)
    hand(client, partida, 1, 46)
    partner, elsewhere = world.person(Side.HOME, 1).pk, world.person(Side.HOME, 2).pk
    wrong = [(each, "9999") for each in (elsewhere, 999999, "9" * 30)]
    for person, pin in ((partner, world.pin(partner)), *wrong):
        answer = approve(client, world, partida, 1, person=person, pin=pin)
        assert answer.status_code == 422
        assert "El conforme lo da el encargado del recuento" in text_of(answer)
    # Nobody tries out here the PIN of somebody who plays elsewhere.
    assert not PinMisses.objects.exists()
    scorer = world.person(Side.HOME, 0).pk
    own = approve(client, world, partida, 1, person=scorer, pin=world.pin(scorer))
    assert own.status_code == 422
    for broken in ({"person": ""}, {"person": "x"}, {"pin": ""}, {"pin": "1" * 13}):
        answer = approve(client, world, partida, 1, **broken)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()
    assert approve(client, world, partida, 1, revision=7).status_code == 404

    assert not SheetEntry.objects.filter(kind="approval").exists()


def test_the_counter_approves_in_his_own_account_where_the_regulation_allows_it():
    world = worlds.playing(parameters={"approval_mode": ["same_device_pin", "own_device"]})
    client, partida = seated(world)
    hand(client, partida, 1, 46)
    own = at(world.captains[Side.AWAY])
    assert "estás en tu cuenta" in text_of(own.get(to(partida, "jugada/1/1/conforme/")))

    assert approve(own, world, partida, 1, pin="").status_code == 302

    assert SheetEntry.objects.get(kind="approval").data["how"] == "own_account"


def test_an_approval_twice_is_one(world):
    client, partida = seated(world)
    hand(client, partida, 1, 46)
    first = approve(client, world, partida, 1, client_id="un-conforme-1")
    again = approve(client, world, partida, 1, client_id="un-conforme-1")
    late = approve(client, world, partida, 1)

    assert (first.status_code, again.status_code, late.status_code) == (302, 302, 409)
    assert SheetEntry.objects.filter(kind="approval").count() == 1


# ---------------------------------------------------------------- disagreeing and settling
def frozen(world):
    client, partida = seated(world)
    hand(client, partida, 1, 46)
    counter = world.person(Side.AWAY, 0).pk
    own = {"person": counter, "pin": world.pin(counter), "side": "home", "points": 42, "ending": "domino"}
    assert send(client, to(partida, "jugada/1/1/no-conforme/"), own).status_code == 302
    return client, partida


def test_a_disagreement_needs_other_figures_and_the_pin(world):
    client, partida = seated(world)
    hand(client, partida, 1, 46)
    where = to(partida, "jugada/1/1/no-conforme/")
    counter = world.person(Side.AWAY, 0).pk
    own = {"person": counter, "pin": world.pin(counter), "side": "home", "points": 46, "ending": "domino"}
    same = send(client, where, own)
    assert "Esa cuenta es la misma que la propuesta: da el conforme." in text_of(same)
    wrong = send(client, where, {**own, "points": 42, "pin": "9999"})
    assert (wrong.status_code, 'value="42"' in wrong.content.decode()) == (422, True)
    assert "Quedan 4 intentos" in error_beside(wrong, "pin")
    impossible = send(client, where, {**own, "points": 500})
    assert "Esa cifra no puede darse" in error_beside(impossible, "points")
    assert error_beside(send(client, where, {**own, "points": ""}), "points")

    assert not SheetEntry.objects.filter(kind="disagreement").exists()


def test_only_the_judge_settles_and_says_why(world):
    client, partida = frozen(world)
    where = to(partida, "jugada/1/1/resolver/")
    own = {"side": "home", "points": 42, "ending": "domino"}
    assert "La resuelve Amparo Giner" in text_of(client.get(where))
    assert "Resolver así" not in text_of(client.get(where))
    assert send(client, where, {**own, "reason": "x"}).status_code == 403
    judge = at(world.judge)
    assert "Resolver…" in page(judge, partida)
    silent = send(judge, where, own)
    assert (silent.status_code, error_beside(silent, "reason")) == (422, "Escribe el motivo.")
    assert 'value="42"' in silent.content.decode()

    assert send(judge, where, {**own, "reason": "Se recontó delante de todos"}).status_code == 302

    assert tables.state(world, partida).totals.home == 42
    assert Incident.objects.get().kind == "disagreement_settled"
    assert send(judge, where, {**own, "reason": "otra vez"}).status_code == 409


def test_without_a_judge_one_captain_and_the_pin_of_the_other():
    world = worlds.playing(judge=False)
    _client, partida = frozen(world)
    where = to(partida, "jugada/1/1/resolver/")
    captain = at(world.captains[Side.HOME])
    own = {"side": "home", "points": 42, "ending": "domino", "reason": "De acuerdo los dos"}
    assert "PIN de Jugador00 Fuera, que está de acuerdo" in text_of(captain.get(where))
    assert error_beside(send(captain, where, own), "pin") == "El PIN tiene cuatro cifras."

    rival = world.person(Side.AWAY, 0).pk
    assert send(captain, where, {**own, "pin": world.pin(rival)}).status_code == 302

    assert tables.state(world, partida).totals.home == 42


def test_where_the_regulation_wants_the_pin_it_is_asked_in_ones_own_account_too():
    world = worlds.playing(parameters={"approval_mode": ["same_device_pin"]})
    client, partida = seated(world)
    hand(client, partida, 1, 46)
    own = at(world.captains[Side.AWAY])
    assert "tu PIN si estás conforme" in text_of(own.get(to(partida, "jugada/1/1/conforme/")))
    assert error_beside(approve(own, world, partida, 1, pin=""), "pin") == "El PIN tiene cuatro cifras."

    assert approve(own, world, partida, 1).status_code == 302

    assert SheetEntry.objects.get(kind="approval").data["how"] == "pin"
