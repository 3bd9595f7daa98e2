"""The pages of a table of 8-ball, on a shared phone without a script, and in the account of a captain."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import SheetEntry
from matches.rules.pool.frames import FramePhase
from matches.rules.sides import Side
from tests.factories import pool, world
from tests.matches.views.phones import open_phone, page, to
from tests.matches.views.visits import at, send, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def each() -> world.World:
    return world.playing(specs=(pool.singles(1, 3),), bench=1)


def _pen(client: Client, each: world.World, side: Side = Side.HOME):
    person = each.person(side, 0).pk
    return send(client, to(each.partida(), "juegos/anotar/"), {"person": person, "pin": each.pin(person)})


def _frame(client: Client, partida, number: int, **changes):
    part = changes.pop("part", "")
    body = {"frame": number, "revision": 1, "ending": "eight", "side": "home", **changes}
    return send(client, to(partida, "juego/"), body, part=part)


def _approve(client: Client, each: world.World, number: int, side: Side = Side.AWAY, **changes):
    person = each.person(side, 0).pk
    body = {"person": person, "pin": each.pin(person), **changes}
    return send(client, to(each.partida(), f"juego/{number}/1/conforme/?de={side.value}"), body)


def test_a_race_on_a_shared_phone_from_the_pen_to_the_end(each):
    partida = each.partida()
    client = open_phone(partida.board)
    assert "¿Quién anota en este teléfono?" in page(client, partida)
    assert _pen(client, each).status_code == 302
    assert "Arrime del juego 1" in page(client, partida)
    assert send(client, to(partida, "arrime/"), {"winner": "away", "breaks": "home"}).status_code == 302
    assert "abre Jugador00 Casa" in page(client, partida)
    assert _frame(client, partida, 1).status_code == 302
    assert "Falta el conforme de Los Molinos" in page(client, partida)
    assert _approve(client, each, 1).status_code == 302
    lost = _frame(client, partida, 2, ending="loss", letter="loss_d", side="home")
    assert lost.status_code == 302
    assert "pierde Jugador00 Casa, art. 20.d" in page(client, partida)
    assert _approve(client, each, 2).status_code == 302
    assert _frame(client, partida, 3, ending="conceded", side="home").status_code == 302
    assert _approve(client, each, 3).status_code == 302
    assert _frame(client, partida, 4, run_out="on", part="sheet").status_code == 200
    assert _approve(client, each, 4).status_code == 302
    assert "Gana La Seis Doble" in page(client, partida)
    now = pool.state(each, partida)
    assert (now.phase, now.winner, dict(now.frames_won)) == (
        FramePhase.ENDED,
        Side.HOME,
        {Side.HOME: 3, Side.AWAY: 1},
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"ending": ""}, "Indica cómo termina el juego."),
        ({"ending": "loss"}, "Indica la letra del artículo 20."),
        ({"ending": "loss", "letter": "loss_z"}, "Indica la letra del artículo 20."),
        ({"side": ""}, "Indica de qué lado se trata"),
        ({"side": "north"}, "Indica de qué lado se trata"),
        ({"ending": "drawn", "side": ""}, "se repite con el mismo abridor"),
        ({"frame": "2"}, "Toca anotar el juego 1."),
        ({"frame": "x"}, "número entero"),
        ({"revision": "999999999999"}, "200"),
    ],
)
def test_a_frame_that_cannot_be_written_is_refused_with_what_was_typed(each, changes, said):
    partida = each.partida()
    client = open_phone(partida.board)
    _pen(client, each)
    send(client, to(partida, "arrime/"), {"winner": "home", "breaks": "home"})
    refused = _frame(client, partida, 1, **changes)
    assert refused.status_code in (409, 422)
    assert said in text_of(refused)
    assert not SheetEntry.objects.filter(kind="frame").exists()


def test_a_wrong_pin_approves_nothing_and_the_writers_own_side_is_not_asked(each):
    partida = each.partida()
    client = open_phone(partida.board)
    _pen(client, each)
    send(client, to(partida, "arrime/"), {"winner": "home", "breaks": "home"})
    _frame(client, partida, 1)
    wrong = _approve(client, each, 1, pin="0000")
    assert wrong.status_code == 422
    assert "PIN" in text_of(wrong)
    assert _approve(client, each, 1, Side.HOME).status_code == 422
    assert pool.state(each, partida).waiting == 1


def test_an_illegal_break_asks_for_the_rivals_choice_and_is_racked_again(each):
    partida = each.partida()
    client = open_phone(partida.board)
    _pen(client, each)
    send(client, to(partida, "arrime/"), {"winner": "home", "breaks": "home"})
    told = {"breaker": "home", "legality": "illegal", "eight": "on_table"}
    refused = send(client, to(partida, "apertura/"), told)
    assert (refused.status_code, "Indica qué se elige" in text_of(refused)) == (422, True)
    done = send(client, to(partida, "apertura/"), {**told, "choice": "rack_and_break"})
    assert done.status_code == 302
    now = pool.state(each, partida)
    assert (now.next_breaker, now.rack_breaker) == (Side.HOME, Side.AWAY)
    assert "abre el 1" in page(client, partida)


def test_a_disputed_frame_shows_both_versions_and_the_judge_settles_it(each):
    partida = each.partida()
    client = open_phone(partida.board)
    _pen(client, each)
    send(client, to(partida, "arrime/"), {"winner": "home", "breaks": "home"})
    _frame(client, partida, 1)
    person = each.person(Side.AWAY, 0).pk
    seen = {"person": person, "pin": each.pin(person), "ending": "loss", "letter": "loss_f", "side": "home"}
    assert send(client, to(partida, "juego/1/1/no-conforme/?de=away"), seen).status_code == 302
    assert "Juego 1 en desacuerdo" in page(client, partida)
    judge = at(each.judge)
    settled = {"ending": "loss", "letter": "loss_f", "side": "home", "reason": "Lo vi yo."}
    assert send(judge, to(partida, "juego/1/1/resolver/"), {**settled, "reason": ""}).status_code == 422
    assert send(judge, to(partida, "juego/1/1/resolver/"), settled).status_code == 302
    assert pool.state(each, partida).frames_won[Side.AWAY] == 1


def test_the_judge_notes_a_walkover_and_a_side_that_gives_up(each):
    partida = each.partida()
    judge = at(each.judge)
    assert "Alguien no se ha presentado" in page(judge, partida)
    assert send(judge, to(partida, "ausencia/"), {}).status_code == 422
    assert send(judge, to(partida, "ausencia/"), {"sides": "away"}).status_code == 302
    assert "por incomparecencia" in page(judge, partida)
    assert pool.state(each, partida).winner is Side.HOME


def test_the_pages_of_one_sport_are_unknown_at_a_board_of_the_other(each):
    judge = at(each.judge)
    partida = each.partida()
    for rest in ("nombrar/", "sorteo/", "jugadas/", "algo/"):
        assert judge.get(to(partida, rest)).status_code == 404


def test_the_same_tap_twice_is_one_frame(each):
    partida = each.partida()
    client = open_phone(partida.board)
    _pen(client, each)
    send(client, to(partida, "arrime/"), {"winner": "home", "breaks": "home"})
    body = {"frame": 1, "revision": 1, "ending": "eight", "side": "home", "client_id": "el-mismo-toque"}
    for _ in range(2):
        assert client.post(to(partida, "juego/"), body).status_code == 302
    assert SheetEntry.objects.filter(kind="frame").count() == 1
