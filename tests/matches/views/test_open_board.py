"""Opening a board on a phone by its code, and leaving it."""

from __future__ import annotations

import html

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from matches.actions import encounter_day
from matches.models import Pen, TableSession
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.matches.views.phones import error_beside, open_phone, page, seated, to
from tests.matches.views.visits import at, send, text_of

pytestmark = pytest.mark.django_db
WRONG = "Ese código no abre ninguna mesa en juego."


@pytest.fixture(autouse=True)
def _the_day():
    cache.clear()
    with time_machine.travel(worlds.NOW, tick=True):
        yield


def test_a_code_as_people_type_it_leads_to_its_board():
    board = worlds.playing().boards()[0]
    typed = f" {board.code[:4].lower()}-{board.code[4:]} "

    answer = Client().post("/mesa/", {"code": typed}, follow=True)

    assert answer.redirect_chain == [(f"/mesa/{board.code}/", 302)]
    assert "La Seis Doble – Los Molinos" in text_of(answer)
    assert "tu sesión se cierra aquí" not in text_of(answer)
    assert not TableSession.objects.exists()


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("XXXX9999", WRONG),
        ("", "Escribe el código de la mesa."),
        ("¿?", "El código tiene ocho letras y cifras."),
        ("A" * 41, "El código tiene ocho letras y cifras."),
        ("1' OR 1=1 --", WRONG),
    ],
)
def test_a_wrong_code_is_told_beside_the_field_and_kept(code, message):
    answer = Client().post("/mesa/", {"code": code})

    assert answer.status_code == 422
    assert message in error_beside(answer, "code")
    assert html.escape(code) in answer.content.decode()


def test_a_wrong_address_offers_the_form():
    answer = Client().get("/mesa/XXXX9999/")

    assert answer.status_code == 404
    assert WRONG in text_of(answer)
    assert 'name="code"' in answer.content.decode()


def test_opening_leaves_a_token_that_scripts_cannot_read():
    board = worlds.playing().boards()[0]
    client = open_phone(board)

    assert client.cookies["mesa"]["httponly"]
    assert client.cookies["dispositivo"]["httponly"]
    assert "¿quién anota y quién recuenta?" in page(client, board.partidas.get(number=1))


def test_opening_twice_keeps_the_session():
    board = worlds.playing().boards()[0]
    client = open_phone(board)
    client.post(f"/mesa/{board.code}/")

    assert TableSession.objects.count() == 1


def test_opening_another_board_ends_the_first_on_that_phone():
    first, second = worlds.playing(boards=2).boards()
    client = open_phone(first)
    client.post(f"/mesa/{second.code}/")

    assert client.get(f"/mesas/{first.pk}/").status_code == 404
    assert client.get(f"/mesas/{second.pk}/").status_code == 200
    assert TableSession.objects.filter(ended_at__isnull=True).count() == 1


def test_an_account_is_told_and_logged_out():
    world = worlds.playing()
    board = world.boards()[0]
    client = at(world.captains[Side.HOME])
    told = text_of(client.get(f"/mesa/{board.code}/"))
    assert "Este teléfono queda solo para la mesa; tu sesión se cierra aquí." in told
    assert "Entrar en la mesa con tu cuenta" in told

    client.post(f"/mesa/{board.code}/")

    assert "_auth_user_id" not in client.session
    assert client.get("/inicio/").status_code == 302
    assert client.get(f"/mesas/{board.pk}/").status_code == 200


def test_wrong_codes_from_one_address_are_limited(settings):
    settings.BOARD_CODE_MISSES = 3
    board = worlds.playing().boards()[0]
    for _ in range(3):
        assert Client().post("/mesa/", {"code": "XXXX9999"}).status_code == 422

    blocked = Client().post("/mesa/", {"code": board.code})
    assert blocked.status_code == 429
    assert "Demasiados códigos equivocados" in text_of(blocked)
    assert Client().post(f"/mesa/{board.code}/").status_code == 429
    other = Client(REMOTE_ADDR="192.0.2.7")
    assert other.post(f"/mesa/{board.code}/").status_code == 302


def test_leaving_asks_first_and_puts_the_pen_down():
    world = worlds.playing()
    client, partida = seated(world)
    assert "¿Salir de la mesa 1?" in text_of(client.get("/mesa/salir/"))
    assert Pen.objects.filter(given_up_at__isnull=True).count() == 1

    assert client.post("/mesa/salir/").headers["Location"] == "/mesa/"

    assert not Pen.objects.filter(given_up_at__isnull=True).exists()
    closed = client.get(f"/mesas/{partida.board_id}/")
    assert (closed.status_code, "Esta mesa está cerrada" in text_of(closed)) == (410, True)
    assert client.get("/mesa/salir/").headers["Location"] == "/mesa/"


def test_the_close_ends_the_session():
    world = worlds.playing()
    tables.play_board(world, 1, worlds.phone(world))
    partida = world.partida(1, 2)
    client = open_phone(partida.board)
    encounter_day.close(encounter_id=world.encounter.pk, by=world.director())

    closed = client.get(f"/mesas/{partida.board_id}/")
    assert closed.status_code == 410
    assert "Esta mesa está cerrada" in text_of(closed)
    live = client.get(f"/mesas/{partida.board_id}/", headers={"HX-Request": "true", "HX-Target": "sheet"})
    assert (live.status_code, live.content) == (410, b"")
    assert send(client, to(partida, "incidencia/"), {"kind": "other", "text": "x"}).status_code == 410
    assert Client().get(f"/mesas/{partida.board_id}/").status_code == 404
    assert Client().post(f"/mesa/{partida.board.code}/").status_code == 404


def test_strangers_and_phones_of_other_boards_see_nothing():
    world = worlds.playing(boards=2)
    first, second = world.boards()
    foreign = open_phone(second)
    partida = world.partida(1, 1)
    for client in (foreign, Client(), at(world.stranger)):
        for rest in (
            "",
            "1/nombrar/",
            "1/anotar/",
            "1/sorteo/",
            "1/asientos/",
            "1/jugadas/",
            "1/incidencia/",
        ):
            assert client.get(f"/mesas/{first.pk}/{rest}").status_code == 404, rest
        assert send(client, to(partida, "jugada/"), {"hand": 1}).status_code == 404
    assert foreign.get("/mesas/10000000000000000000000000/").status_code == 404
    assert foreign.get(f"/mesas/{second.pk}/9/jugadas/").status_code == 404
    assert foreign.get(f"/mesas/{second.pk}/2/jugadas/").status_code == 409


def test_judge_and_captains_use_their_own_account():
    world = worlds.playing()
    board = world.boards()[0]
    for user in (world.judge, *world.captains.values(), world.vice):
        assert at(user).get(f"/mesas/{board.pk}/").status_code == 200
