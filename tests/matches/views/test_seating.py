"""Tiles, seats and substitutes, through the pages."""

from __future__ import annotations

import pytest
import time_machine

from matches.models import Incident, SheetEntry
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.matches.views.phones import (
    error_beside,
    open_phone,
    page,
    play,
    seated,
    to,
)
from tests.matches.views.visits import at, said, send, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


def kinds() -> list[str]:
    return list(SheetEntry.objects.order_by("pk").values_list("kind", flat=True))


# ---------------------------------------------------------------- draw and seats
def drawing(world: worlds.World):
    partida = world.partida()
    client = open_phone(partida.board)
    scorer = world.person(Side.HOME, 0).pk
    naming = {"scorer": scorer, "counter": world.person(Side.AWAY, 0).pk, "scorer_pin": world.pin(scorer)}
    send(client, to(partida, "nombrar/"), naming)
    people = [*(p.pk for p in world.people[Side.HOME][:2]), *(p.pk for p in world.people[Side.AWAY][:2])]
    return client, partida, people


def tiles(people: list[int], *written: str) -> dict[str, str]:
    return {f"tile_{person}": tile for person, tile in zip(people, written, strict=True)}


def test_a_tile_that_is_none():
    world = worlds.playing()
    client, partida, people = drawing(world)
    for written, message in (
        ("9-9", "«9-9» no es una ficha: escríbela como 6-3."),
        ("", "Falta su ficha."),
        ("66", "La ficha 6-6 está dos veces: cada jugador levanta una distinta."),
        ("doble seis", "«doble seis» no es una ficha: escríbela como 6-3."),
        ("6" * 40, "Escribe solo las dos cifras de la ficha."),
    ):
        answer = send(client, to(partida, "sorteo/"), tiles(people, "6-6", written, "43", "2 1"))
        assert (answer.status_code, error_beside(answer, f"tile_{people[1]}")) == (422, message)
        assert 'value="43"' in answer.content.decode()

    assert "draw" not in kinds()


def test_who_is_level_draws_again_and_nobody_else():
    world = worlds.playing()
    client, partida, people = drawing(world)
    send(client, to(partida, "sorteo/"), tiles(people, "64", "21", "55", "33"))

    shown = page(client, partida)
    assert "Jugador00 C. y Jugador00 F. empatan con la ficha más alta: solo ellos levantan otra." in shown
    assert "6-4, suma 10" in shown
    fields = client.get(f"/mesas/{partida.board_id}/").content.decode().count('class="tile-input"')
    assert fields == 2
    send(client, to(partida, "sorteo/"), tiles([people[0], people[2]], "0-0", "6-5"))

    shown = page(client, partida)
    assert "Sale Jugador00 Fuera: elige asiento" in shown
    assert (
        "Enfrente se sienta Jugador01 F.; a su derecha, Jugador00 C.; a su izquierda, Jugador01 C." in shown
    )


def test_a_seat_that_is_none():
    world = worlds.playing()
    client, partida, people = drawing(world)
    send(client, to(partida, "sorteo/"), tiles(people, *tables.TILES))
    for seat in ("7", "-1", "N", "1" * 30):
        answer = send(client, to(partida, "asientos/"), {"seat": seat})
        assert answer.status_code == 422
        assert error_beside(answer, "seat") == "Ese asiento no existe: elige N, O, S o E."
    assert error_beside(send(client, to(partida, "asientos/")), "seat") == "Elige el asiento."

    assert "seating" not in kinds()


def test_seats_by_hand_need_a_reason_and_reach_the_acta():
    world = worlds.playing()
    client, partida, people = drawing(world)
    home, partner, away, other = people
    manual = to(partida, "asientos/?como=mano")
    assert "Solo con un motivo" in text_of(client.get(manual))
    body = {"seat_0": home, "seat_1": away, "seat_2": partner, "seat_3": other, "leader": other}
    assert error_beside(send(client, manual, body), "reason") == "Escribe el motivo."
    twice = send(client, manual, {**body, "seat_3": away, "reason": "x"})
    assert error_beside(twice, "seat_3") == "Ya está en otro asiento."
    wrong = send(client, manual, {**body, "seat_1": partner, "seat_2": away, "reason": "x"})
    assert "Los compañeros se sientan uno frente al otro" in text_of(wrong)

    done = send(client, manual, {**body, "reason": "Una silla de ruedas"}, follow=True)

    assert "incidencia en el acta" in said(done)
    assert tables.state(world, partida).next_leader == 3
    assert Incident.objects.get().kind == "manual_seats"


# ---------------------------------------------------------------- substitutes
def test_a_substitute_before_the_first_hand_takes_the_seat_that_was_due():
    world = worlds.playing()
    client, partida, people = drawing(world)
    bench = world.person(Side.AWAY, 2)
    shown = text_of(client.get(to(partida, "sustitucion/")))
    assert f"{bench.short_name} · Los Molinos" in shown

    gone = send(client, to(partida, "sustitucion/"), {"player_out": people[2], "player_in": bench.pk})
    assert gone.status_code == 302
    shown = page(client, partida)
    assert "Quien anotaba o recontaba ya no juega" in shown
    naming = {"scorer": people[0], "counter": bench.pk}
    needs = send(client, to(partida, "nombrar/"), naming)
    assert "Quien pasa a anotar o a recontar ha de poner su PIN." in text_of(needs)
    send(client, to(partida, "nombrar/"), {**naming, "counter_pin": world.pin(bench.pk)})

    assert "Sorteo de asientos" in page(client, partida)


def test_during_the_partida_only_the_judge_with_a_reason():
    world = worlds.playing()
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    out, into = world.person(Side.HOME, 0).pk, world.person(Side.HOME, 2).pk
    body = {"player_out": out, "player_in": into}
    assert "Lo anota Amparo Giner, juez árbitro, desde su cuenta." in text_of(
        client.get(to(partida, "sustitucion/"))
    )
    assert send(client, to(partida, "sustitucion/"), body).status_code == 403
    judge = at(world.judge)
    unexplained = send(judge, to(partida, "sustitucion/"), body)
    assert (unexplained.status_code, error_beside(unexplained, "reason")) == (422, "Escribe el motivo.")
    for hostile in ({}, {"player_out": "x", "player_in": "9" * 30}):
        assert send(judge, to(partida, "sustitucion/"), hostile).status_code == 422
    foreign = {**body, "player_in": world.person(Side.AWAY, 2).pk, "reason": "x"}
    wrong_side = send(judge, to(partida, "sustitucion/"), foreign)
    assert error_beside(wrong_side, "player_in") == "Solo entra un suplente de la alineación cerrada."

    assert send(judge, to(partida, "sustitucion/"), {**body, "reason": "Indispuesto"}).status_code == 302

    assert Incident.objects.get().kind == "substitution_in_play"
    assert "¿quién anota y quién recuenta?" in page(client, partida)
    names = {"scorer": into, "counter": world.person(Side.AWAY, 0).pk, "scorer_pin": world.pin(into)}
    assert send(client, to(partida, "nombrar/"), names).status_code == 302
    assert "Anota Jugador02 Casa anota · este teléfono" in page(client, partida)
