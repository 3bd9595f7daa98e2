"""Who writes and who counts at a table, and the pen from phone to phone."""

from __future__ import annotations

import pytest
import time_machine

from matches.models import Pen, SheetEntry
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.matches.views.phones import (
    approve,
    device_of,
    error_beside,
    hand,
    open_phone,
    page,
    seated,
    to,
)
from tests.matches.views.visits import at, send, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


def kinds() -> list[str]:
    return list(SheetEntry.objects.order_by("pk").values_list("kind", flat=True))


# ---------------------------------------------------------------- naming and the pen
def test_naming_with_the_scorers_pin_takes_the_pen():
    world = worlds.playing()
    partida = world.partida()
    client = open_phone(partida.board)
    scorer, counter = world.person(Side.HOME, 1).pk, world.person(Side.AWAY, 0).pk

    body = {"scorer": scorer, "counter": counter, "scorer_pin": world.pin(scorer)}
    assert send(client, to(partida, "nombrar/"), body).status_code == 302

    assert "Sorteo de asientos" in page(client, partida)
    pen = Pen.objects.get()
    assert (pen.person_id, pen.device) == (scorer, device_of(client, partida.board))


def test_naming_without_a_pin_leaves_the_pen_to_be_taken():
    world = worlds.playing()
    partida = world.partida()
    client = open_phone(partida.board)
    body = {"scorer": world.person(Side.HOME, 0).pk, "counter": world.person(Side.AWAY, 0).pk}
    send(client, to(partida, "nombrar/"), body)
    assert "tu PIN para anotar en este teléfono" in page(client, partida)

    wrong = send(client, to(partida, "anotar/"), {"pin": "9999"})
    assert (wrong.status_code, error_beside(wrong, "pin")) == (
        422,
        "El PIN no es correcto. Quedan 4 intentos.",
    )
    send(client, to(partida, "anotar/"), {"pin": world.pin(body["scorer"])})

    assert "Sorteo de asientos" in page(client, partida)


def test_naming_nobody_or_somebody_else():
    partida = worlds.playing().partida()
    client = open_phone(partida.board)
    for body, field in (
        ({}, "scorer"),
        ({"scorer": "abc", "counter": "1"}, "scorer"),
        ({"scorer": "999999999999999999999999", "counter": "1"}, "counter"),
    ):
        answer = send(client, to(partida, "nombrar/"), body)
        assert (answer.status_code, error_beside(answer, field)) == (422, "Elige a una de las dos personas.")

    assert kinds() == []


def test_a_wrong_pin_keeps_the_names():
    world = worlds.playing()
    partida = world.partida()
    scorer = world.person(Side.HOME, 1).pk
    body = {"scorer": scorer, "counter": world.person(Side.AWAY, 1).pk, "scorer_pin": "9876"}

    answer = send(open_phone(partida.board), to(partida, "nombrar/"), body)

    assert answer.status_code == 422
    assert "Quedan 4 intentos" in error_beside(answer, "scorer_pin")
    assert f'name="scorer" value="{scorer}" checked' in answer.content.decode()
    assert "9876" not in answer.content.decode()
    assert kinds() == []


def test_the_judge_may_count_and_write_and_then_both_approve():
    world = worlds.playing(parameters={"approval_mode": ["same_device_pin", "judge_marks"]})
    partida = world.partida()
    judge = at(world.judge)
    body = {
        "scorer": world.person(Side.HOME, 0).pk,
        "counter": world.person(Side.AWAY, 0).pk,
        "done_by": "judge",
    }
    assert send(judge, to(partida, "nombrar/"), body).status_code == 302
    assert "Sorteo de asientos" in page(judge, partida)
    phone = send(open_phone(partida.board), to(partida, "nombrar/"), body)
    assert phone.status_code == 403
    people = [*(p.pk for p in world.people[Side.HOME][:2]), *(p.pk for p in world.people[Side.AWAY][:2])]
    send(judge, to(partida, "sorteo/"), {f"tile_{p}": t for p, t in zip(people, tables.TILES, strict=True)})
    send(judge, to(partida, "asientos/"), {"seat": "2"})
    hand(judge, partida, 1, 40)

    assert "falta Jugador00 C. y Jugador00 F." in page(judge, partida)
    for person in (body["scorer"], body["counter"]):
        marked = send(judge, to(partida, "jugada/1/1/conforme/"), {"person": person, "mark": "on"})
        assert marked.status_code == 302
    assert tables.state(world, partida).totals.home == 40
    how = SheetEntry.objects.filter(kind="approval").values_list("data__how", flat=True)
    assert list(how) == ["judge_mark", "judge_mark"]


def test_a_phone_cannot_mark_as_the_judge():
    world = worlds.playing()
    client, partida = seated(world)
    hand(client, partida, 1, 40)

    answer = approve(client, world, partida, 1, pin="", mark="on")

    assert answer.status_code == 403
    assert "Esto lo hace el juez árbitro designado." in text_of(answer)


def test_the_pen_is_seen_handed_over_and_taken():
    world = worlds.playing()
    client, partida = seated(world)
    other = open_phone(partida.board)
    assert "Anota Jugador00 Casa anota · este teléfono Ceder" in page(client, partida)
    assert "Anota Jugador00 Casa anota · en otro teléfono Tomar" in page(other, partida)

    assert send(client, to(partida, "anotar/dejar/")).status_code == 302
    assert "Nadie anota ahora" in page(other, partida)
    assert send(other, to(partida, "anotar/"), {"pin": "0007"}).status_code == 302

    assert "este teléfono Ceder" in page(other, partida)
    lost = hand(client, partida, 1, 44, side="away")
    assert lost.status_code == 409
    assert "Ahora anota Jugador00 Casa en otro teléfono." in text_of(lost)
    assert 'name="points"' in lost.content.decode()
    assert 'value="44"' in lost.content.decode()
    assert "Tomar la anotación" in text_of(lost)


def test_judge_and_scorer_take_the_pen_in_their_account_without_pin():
    world = worlds.playing()
    client, partida = seated(world)
    for user in (world.judge, world.captains[Side.HOME]):
        own = at(user)
        assert "no hace falta PIN" in text_of(own.get(to(partida, "anotar/")))
        assert send(own, to(partida, "anotar/"), {}).status_code == 302
        assert Pen.objects.get(given_up_at__isnull=True).person_id == user.person_id
    rival = send(at(world.captains[Side.AWAY]), to(partida, "anotar/"), {})
    assert rival.status_code == 422
    assert "en otro teléfono" in page(client, partida)
