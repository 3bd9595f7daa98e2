"""Hands written by what each player has left, in pips and by the tiles themselves."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine

from matches.models import Incident, SheetEntry
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.factories.world import World
from tests.matches.views.phones import approve, error_beside, page, seated, to
from tests.matches.views.visits import at, send, text_of

pytestmark = pytest.mark.django_db

HOME, AWAY = Side.HOME, Side.AWAY


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


def left(world: World, *four: str, **changes: Any) -> dict[str, Any]:
    """What the four have left: both of home, both of away."""
    people = [world.person(side, index).pk for side in (HOME, AWAY) for index in (0, 1)]
    fields = {f"left_{person}": text for person, text in zip(people, four, strict=True)}
    return {"hand": 1, "revision": 1, "ending": "domino", **fields, **changes}


def contada(client, partida, body: dict[str, Any]):
    return send(client, to(partida, "jugada/contada/"), body)


def test_pips_of_the_four_give_the_points_and_the_winner():
    world = worlds.playing(parameters={"hand_entry": "pips_per_player"})
    client, partida = seated(world)
    assert 'name="left_' in client.get(f"/mesas/{partida.board_id}/").content.decode()
    for typed, message in (
        ("", "Escribe los puntos que le quedan, con cifras."),
        ("doce", "Escribe los puntos que le quedan, con cifras."),
        ("169", "Escribe los puntos que le quedan, con cifras."),
    ):
        answer = contada(client, partida, left(world, "0", typed, "7", "6"))
        name = f"left_{world.person(HOME, 1).pk}"
        assert (answer.status_code, error_beside(answer, name)) == (422, message)
        assert 'value="7"' in answer.content.decode()
    nobody = contada(client, partida, left(world, "3", "9", "7", "6"))
    assert "Por dominó, solo quien gana se queda sin fichas." in text_of(nobody)
    assert contada(client, partida, left(world, "0", "9", "7", "6")).status_code == 302
    entry = SheetEntry.objects.get(kind="hand")
    assert (entry.data["points"], entry.data["side"]) == (22, "home")
    assert entry.data["left"][str(world.person(HOME, 1).pk)] == 9
    assert approve(client, world, partida, 1).status_code == 302
    assert tables.state(world, partida).totals.home == 22


def test_the_blank_double_makes_the_page_ask_who_won():
    world = worlds.playing(parameters={"hand_entry": "pips_per_player"})
    client, partida = seated(world)
    answer = contada(client, partida, left(world, "0", "9", "0", "6"))
    assert "Indica qué pareja gana la jugada." in text_of(answer)
    assert 'name="side"' in answer.content.decode()
    assert contada(client, partida, left(world, "0", "9", "0", "6", side="away")).status_code == 302
    assert SheetEntry.objects.get(kind="hand").data["side"] == "away"


def test_tiles_as_people_write_them():
    world = worlds.playing(parameters={"hand_entry": "tiles"})
    client, partida = seated(world)
    body = left(world, "", "63", "6-0, 1-1", "30")
    assert contada(client, partida, body).status_code == 302
    data = SheetEntry.objects.get(kind="hand").data
    assert (data["points"], data["side"]) == (20, "home")
    assert data["left"][str(world.person(AWAY, 0).pk)] == ["6-0", "1-1"]
    assert "20 La Seis Doble" in client.get(f"/mesas/{partida.board_id}/").content.decode()


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("6", "Escribe las dos cifras de cada ficha: 63 50."),
        ("seis tres", "Escribe las dos cifras de cada ficha: 63 50."),
        ("79", "«7-9» no es una ficha: escríbela como 6-3."),
        ("00 11 22 33 44 55 66 10", "Escribe las dos cifras de cada ficha: 63 50."),
    ],
)
def test_what_is_no_tile_is_told_beside_its_player(typed, message):
    world = worlds.playing(parameters={"hand_entry": "tiles"})
    client, partida = seated(world)
    answer = contada(client, partida, left(world, "", typed, "50", "42"))
    assert error_beside(answer, f"left_{world.person(HOME, 1).pk}") == message
    assert typed in answer.content.decode()


def test_a_block_that_cannot_be_stands_only_with_a_reason_which_reaches_the_acta():
    world = worlds.playing(parameters={"hand_entry": "tiles"})
    client, partida = seated(world)
    odd = left(world, "00 11", "21", "55", "44 33", ending="block")
    asked = contada(client, partida, odd)
    assert asked.status_code == 422
    assert "Recontad: un cierre siempre suma par" in text_of(asked)
    assert "Motivo, si la cifra es cierta" in text_of(asked)
    assert contada(client, partida, odd | {"reason": "Una ficha mal puesta."}).status_code == 302
    assert Incident.objects.get().kind == "figure_kept_with_reason"


def test_an_unlikely_sum_is_asked_again_and_a_repeat_is_one_hand():
    world = worlds.playing(parameters={"hand_entry": "pips_per_player"})
    client, partida = seated(world)
    body = left(world, "0", "40", "31", "29")
    asked = contada(client, partida, body)
    assert "Sí, son 100" in text_of(asked)
    for _ in range(2):
        again = contada(client, partida, body | {"confirmed": "100", "client_id": "el-mismo-envio"})
        assert again.status_code == 302
    assert SheetEntry.objects.filter(kind="hand").count() == 1


def test_points_alone_are_the_judges_with_a_reason_which_reaches_the_acta():
    world = worlds.playing(parameters={"hand_entry": "tiles"})
    phone, partida = seated(world)
    alone = {"hand": 1, "revision": 1, "side": "home", "points": "46", "ending": "domino"}
    refused = send(phone, to(partida, "jugada/"), alone | {"reason": "Se recogieron las fichas."})
    assert refused.status_code == 422
    assert "se anota por lo que queda a cada jugador" in error_beside(refused, "points")
    assert phone.get(to(partida, "jugada/")).status_code == 302

    judge = at(world.judge)
    assert send(judge, to(partida, "anotar/")).status_code == 302
    assert "Anotar la jugada solo con los tantos" in page(judge, partida)
    shown = text_of(judge.get(to(partida, "jugada/")))
    assert "Por qué solo con los tantos" in shown
    silent = send(judge, to(partida, "jugada/"), alone)
    assert (silent.status_code, 'value="46"' in silent.content.decode()) == (422, True)
    assert error_beside(silent, "reason")
    said = alone | {"reason": "Se recogieron las fichas."}
    assert send(judge, to(partida, "jugada/"), said).status_code == 302
    assert SheetEntry.objects.get(kind="hand").data["judge"] == str(world.director().person_id)
    assert Incident.objects.get().kind == "figure_kept_with_reason"
