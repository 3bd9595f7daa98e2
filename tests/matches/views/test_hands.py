"""Hands through the pages: figures, approvals, disagreements, conflicts, repeats, what is taken back."""

from __future__ import annotations

import re

import pytest
import time_machine

from matches.models import Incident, SheetEntry
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.matches.views.phones import approve, error_beside, hand, open_phone, page, play, seated, to
from tests.matches.views.visits import at, send, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


@pytest.fixture
def world():
    return worlds.playing()


def hands() -> list[tuple[int | None, int | None, int]]:
    rows = SheetEntry.objects.filter(kind="hand").order_by("pk")
    return [(row.hand, row.revision, row.data["points"]) for row in rows]


# ---------------------------------------------------------------- figures
def test_what_cannot_be_is_told_beside_the_amount_and_kept(world):
    client, partida = seated(world)
    for typed, message in (
        ("abc", "Escribe los tantos con cifras."),
        ("", "Escribe los tantos con cifras."),
        ("-1", "Ha de ser un número entre 0 y 999."),
        ("1000000000000000000000000000000", "Ha de ser un número entre 0 y 999."),
        ("9" * 5000, "Escribe los tantos con cifras."),
        ("12.5", "Escribe los tantos con cifras."),
        ("999", "Esa cifra no puede darse: han de ser entre 3 y 153 tantos."),
        ("2", "Esa cifra no puede darse: han de ser entre 3 y 153 tantos."),
    ):
        answer = hand(client, partida, 1, typed, side="away")
        assert (answer.status_code, error_beside(answer, "points")) == (422, message)
        assert f'value="{typed}"' in answer.content.decode()
        assert 'value="away" checked' in answer.content.decode()

    assert hands() == []


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"side": ""}, "side", "Indica qué pareja gana la jugada."),
        ({"side": "norte"}, "side", "Indica qué pareja gana."),
        ({"ending": ""}, "ending", "Indica cómo termina la jugada."),
        ({"ending": "abandono"}, "ending", "Indica cómo termina la jugada."),
        ({"reason": "a" * 401}, "reason", "El motivo es demasiado largo: caben 400 letras."),
    ],
)
def test_what_is_missing_is_told_beside_its_field(world, change, field, message):
    client, partida = seated(world)

    answer = hand(client, partida, 1, 40, **change)

    assert (answer.status_code, error_beside(answer, field)) == (422, message)
    assert 'value="40"' in answer.content.decode()


def test_a_number_of_hand_that_is_none(world):
    client, partida = seated(world)
    for number, status in (("0", 409), ("-3", 409), ("9" * 30, 409), ("", 422), ("x", 422)):
        answer = hand(client, partida, number, 40)
        assert answer.status_code == status
        assert 'role="alert"' in answer.content.decode()
        assert 'value="40"' in answer.content.decode()

    assert hands() == []


def test_a_level_block_has_no_winner_whatever_button_is_down(world):
    client, partida = seated(world)
    some = hand(client, partida, 1, 12, ending="tied_block")
    assert error_beside(some, "points") == "Un cierre empatado no da tantos a nadie."

    assert hand(client, partida, 1, "", ending="tied_block").status_code == 302

    assert SheetEntry.objects.get(kind="hand").data["side"] is None


def test_a_doubtful_figure_is_asked_again(world):
    client, partida = seated(world)
    asked = hand(client, partida, 1, 112)
    assert asked.status_code == 422
    assert "¿Seguro que son 112 tantos?" in text_of(asked)
    assert '<button class="btn" name="confirmed" value="112">Sí, son 112</button>' in asked.content.decode()
    other = hand(client, partida, 1, 113, confirmed="112")
    assert other.status_code == 422

    assert hand(client, partida, 1, 112, confirmed="112").status_code == 302

    assert hands() == [(1, 1, 112)]


@pytest.mark.parametrize(("points", "ending"), [(45, "block"), (140, "domino")])
def test_a_figure_beyond_reach_asks_for_a_reason_which_is_an_incident(world, points, ending):
    client, partida = seated(world)
    refused = hand(client, partida, 1, points, ending=ending)
    assert refused.status_code == 422
    assert "Recontad" in error_beside(refused, "points")
    assert 'name="reason"' in refused.content.decode()

    assert hand(client, partida, 1, points, ending=ending, reason="Faltaba una ficha").status_code == 302

    incident = Incident.objects.get()
    assert (incident.kind, incident.hand) == ("figure_kept_with_reason", 1)
    assert "cifra mantenida: Faltaba una ficha" in page(client, partida)


def test_an_even_block_needs_nothing(world):
    client, partida = seated(world)

    assert hand(client, partida, 1, 46, ending="block").status_code == 302
    assert 'name="reason"' not in client.get(f"/mesas/{partida.board_id}/").content.decode()


# ---------------------------------------------------------------- parts, repeats, conflicts
def test_htmx_gets_the_named_parts(world):
    client, partida = seated(world)

    answer = hand(client, partida, 1, 44, part="panel")

    body = answer.content.decode()
    assert answer.status_code == 200
    assert re.findall(r'id="([\w-]+)" (?:class="[^"]*" )?(?:role="status" )?hx-swap-oob="morph"', body) == [
        "sheet-title",
        "sheet-clock",
        "sheet-timers",
        "sheet-score",
        "sheet-seats",
        "sheet-proposal",
        "sheet-below",
    ]
    assert "<html" not in body
    assert 'name="hand" value="2"' in body
    assert 'value="home" checked' not in body
    assert "Jugada 1 · 44 La Seis Doble" in body


def test_a_refusal_is_swapped_into_the_panel(world):
    client, partida = seated(world)

    answer = hand(client, partida, 1, 999, part="panel")

    assert answer.status_code == 422
    assert "data-live-keep" in answer.content.decode()
    assert "HX-Retarget" not in answer.headers


def test_the_same_post_twice_is_one_hand(world):
    client, partida = seated(world)
    first = hand(client, partida, 1, 44, client_id="el-mismo-envio-1")
    again = hand(client, partida, 1, 44, client_id="el-mismo-envio-1")

    assert (first.status_code, again.status_code) == (302, 302)
    assert hands() == [(1, 1, 44)]
    other = hand(client, partida, 1, 45, client_id="el-mismo-envio-1")
    assert other.status_code == 409
    assert "Ese envío ya se hizo con otros datos." in text_of(other)


def test_a_form_without_an_id_writes_nothing(world):
    client, partida = seated(world)

    assert hand(client, partida, 1, 44, client_id="").status_code == 422
    assert hands() == []


def test_the_second_to_write_a_hand_sees_both(world):
    client, partida = seated(world)
    hand(client, partida, 1, 35)

    answer = hand(client, partida, 1, 38, side="away")

    shown = text_of(answer)
    assert answer.status_code == 409
    assert "Jugador00 C. ya anotó la jugada 1. No se ha cambiado nada." in shown
    assert "En la hoja 35 35 La Seis Doble, dominó Lo tuyo 38 38 Los Molinos, dominó" in shown
    assert "Dejar lo de la hoja Proponer 38" in shown
    assert hands() == [(1, 1, 35)]

    mine = hand(client, partida, 1, 38, side="away", replaces="1")
    assert mine.status_code == 302
    assert hands() == [(1, 1, 35), (1, 2, 38)]
    assert tables.state(world, partida).proposed_totals.away == 38


def test_whoever_lost_the_pen_and_was_second_sees_both(world):
    client, partida = seated(world)
    other = open_phone(partida.board)
    send(other, to(partida, "anotar/"), {"pin": "0007"})
    hand(other, partida, 1, 52)

    answer = hand(client, partida, 1, 44, side="away")

    assert answer.status_code == 409
    assert "En la hoja 52 52 La Seis Doble, dominó Lo tuyo 44 44 Los Molinos, dominó" in text_of(answer)
    assert "Proponer 44" not in text_of(answer)
    assert "Tomar la anotación" in text_of(answer)


def test_the_next_hand_is_typed_but_not_proposed(world):
    client, partida = seated(world)
    hand(client, partida, 1, 44)

    answer = hand(client, partida, 2, 30)

    assert answer.status_code == 422
    assert "Falta el conforme de la jugada 1 antes de proponer otra." in text_of(answer)
    assert 'value="30"' in answer.content.decode()


# ---------------------------------------------------------------- taking back
def test_a_proposed_hand_goes_back_in_one_tap_and_stays_struck(world):
    client, partida = seated(world)
    hand(client, partida, 1, 46)
    back = to(partida, "jugada/1/1/deshacer/")
    first = send(client, back, {"client_id": "una-vuelta-atras"})
    again = send(client, back, {"client_id": "una-vuelta-atras"})

    assert (first.status_code, again.status_code) == (302, 302)
    shown = page(client, partida)
    assert "1 Jugador00 C. Dominó 46 Dominó Rectificada" in shown
    assert "Jugada 1: una anotación deshecha a las 20:00 queda en el historial." in shown
    assert hand(client, partida, 1, 40, revision=2).status_code == 302
    assert hands() == [(1, 1, 46), (1, 2, 40)]


def test_an_approved_hand_goes_back_with_both_pins(world):
    client, partida = seated(world)
    play(client, world, partida, 1, 46)
    back = to(partida, "jugada/1/1/deshacer/")
    scorer, counter = (world.pin(world.person(side, 0).pk) for side in Side)
    assert "hacen falta los dos PIN" in text_of(client.get(back))
    assert error_beside(send(client, back), "scorer_pin") == "El PIN tiene cuatro cifras."
    half = send(client, back, {"scorer_pin": scorer, "counter_pin": "9999", "reason": "Cambiada"})
    assert "Quedan 4 intentos" in error_beside(half, "counter_pin")
    assert 'value="Cambiada"' in half.content.decode()

    assert send(client, back, {"scorer_pin": scorer, "counter_pin": counter}).status_code == 302

    assert tables.state(world, partida).totals.home == 0


def test_the_judge_takes_an_approved_hand_back_alone(world):
    client, partida = seated(world)
    play(client, world, partida, 1, 46)

    assert send(at(world.judge), to(partida, "jugada/1/1/deshacer/")).status_code == 302
    assert tables.state(world, partida).totals.home == 0


def test_a_phone_without_the_pen_takes_nothing_back(world):
    client, partida = seated(world)
    hand(client, partida, 1, 46)
    other = open_phone(partida.board)
    assert "Deshacer" not in page(other, partida)

    assert send(other, to(partida, "jugada/1/1/deshacer/")).status_code == 409
    assert "Deshacer" in page(client, partida)


def test_the_partida_ends_when_the_target_is_reached(world):
    client, partida = seated(world)
    for number in range(1, 4):
        play(client, world, partida, number, 90)
    hand(client, partida, 4, 30)
    done = approve(client, world, partida, 4)

    assert done.status_code == 302
    shown = page(client, partida)
    assert "Partida 1: gana La Seis Doble , 300–0" in shown
    assert "Mesa 1 · Antes de la partida 2" in client.get(f"/mesas/{partida.board_id}/").content.decode()
    late = hand(client, partida, 5, 30)
    assert (late.status_code, "La partida ha terminado" in text_of(late)) == (422, True)
