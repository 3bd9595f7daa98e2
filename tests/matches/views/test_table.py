"""A board from the naming to its end, as the phones and the accounts at it see it."""

from __future__ import annotations

import html

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.actions import approvals, encounter_day
from matches.models import Incident
from matches.queries import sheets
from matches.rules.domino.hands import HandEnding
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.matches.views.phones import (
    by_actions,
    error_beside,
    hand,
    open_phone,
    page,
    play,
    seated,
    to,
)
from tests.matches.views.visits import at, queries, said, send, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


# ---------------------------------------------------------------- playing, later partidas, the end
def test_the_page_of_a_hand_shows_score_seats_and_procedure():
    world = worlds.playing()
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    hand(client, partida, 2, 46, side="away")

    shown = page(client, partida)
    assert "La Seis Doble N·S 40 faltan 260" in shown
    assert "Los Molinos O·E 0 +46 propuestos, sin conforme. faltan 300" in shown
    assert "Jugada 2 · 46 Los Molinos Propuesta: falta Jugador00 F. Conforme…" in shown
    assert "Antes de jugar la 3" in shown
    assert "Revuelve primero Jugador00 Fuera (4)" in shown
    assert "3 Jugador01 Casa" not in shown
    assert "2 Jugador00 F. Dominó 46 Dominó 40 (46) Propuesta" in shown


def test_the_second_partida_shows_seats_before_and_after():
    world = worlds.playing()
    by = worlds.phone(world)
    tables.play_partida(world, world.partida(), by)
    partida = world.partida(1, 2)
    client = open_phone(partida.board)
    shown = page(client, partida)
    assert "Partida 1: gana La Seis Doble" in shown
    assert "¿Está mal la última jugada?" in shown
    scorer = world.person(Side.HOME, 0).pk
    naming = {"scorer": scorer, "counter": world.person(Side.AWAY, 0).pk, "scorer_pin": world.pin(scorer)}
    send(client, to(partida, "nombrar/"), naming)

    shown = page(client, partida)
    assert "Los Molinos: cambio de asientos Perdieron la partida 1 por 20–320." in shown
    assert "O y E cambian" in shown
    assert "El cambio es obligatorio (art. 7.2)" in shown
    other = send(client, to(partida, "asientos/?como=mano"), {"seat_0": "1"})
    assert other.status_code == 422
    assert send(client, to(partida, "asientos/"), {}).status_code == 302
    assert tables.state(world, partida).seats_origin == "swap"
    assert "Mesa 1 · Partida 2" in client.get(f"/mesas/{partida.board_id}/").content.decode()


def test_the_last_hand_of_a_partida_goes_back_until_the_next_begins():
    world = worlds.playing()
    by = worlds.phone(world)
    tables.play_partida(world, world.partida(), by)
    first, second = world.partida(), world.partida(1, 2)
    last = tables.state(world, first).ended_at_hand
    client = open_phone(first.board)
    back = to(first, f"jugada/{last}/1/deshacer/")
    assert "hacen falta los dos PIN" in text_of(client.get(back))
    tables.name(world, second, by)

    state = tables.state(world, first)
    pins = {"scorer_pin": world.pin(state.scorer), "counter_pin": world.pin(state.counter)}
    answer = send(at(world.judge), back, pins)

    assert answer.status_code == 409
    assert "La partida siguiente ya ha empezado" in text_of(answer)


def test_a_board_that_is_over_shows_both_results():
    world = worlds.playing()
    tables.play_board(world, 1, worlds.phone(world))
    client = open_phone(world.boards()[0])

    shown = page(client, world.partida())
    assert "Mesa terminada" in shown
    assert "Partida 1 Gana La Seis Doble La Seis Doble 320 Los Molinos 20" in shown
    assert "Partida 2 Gana Los Molinos La Seis Doble 20 Los Molinos 320" in shown
    sheet = text_of(client.get(to(world.partida(), "jugadas/")))
    assert "5 Jugador00 C. Dominó 80 Dominó 320 20 Conforme" in sheet
    # Nothing is missing any more; a sheet in play says what is.
    assert "La Seis Doble N·S 320 a 300" in sheet
    assert "faltan" not in sheet and "faltan" not in shown


def test_sheets_are_read_only_after_the_close():
    world = worlds.playing()
    tables.play_board(world, 1, worlds.phone(world))
    partida = world.partida(1, 2)
    judge = at(world.judge)
    encounter_day.close(encounter_id=world.encounter.pk, by=world.director())

    assert "Las hojas ya no se pueden cambiar." in page(judge, partida)
    for rest in ("nombrar/", "anotar/", "incidencia/", "sustitucion/"):
        assert judge.get(to(partida, rest)).status_code == 302, rest
    assert hand(judge, partida, 6, 20).status_code == 409


# ---------------------------------------------------------------- incidents
def test_an_incident_that_says_too_little():
    world = worlds.playing()
    client, partida = seated(world)
    body = {"kind": "comment", "text": "Hablaron entre ellos", "people": [world.person(Side.HOME, 0).pk]}
    for change, field, message in (
        ({"kind": ""}, "kind", "Elige el tipo de incidencia de la lista."),
        ({"kind": "figure_kept_with_reason"}, "kind", "Elige el tipo de incidencia de la lista."),
        ({"text": ""}, "text", "Cuenta qué ha pasado."),
        ({"text": "a" * 2001}, "text", "El texto es demasiado largo: caben 2000 letras."),
        ({"hand": "0"}, "hand", "Ha de ser un número entre 1 y 200."),
        ({"hand": "abc"}, "hand", "Escribe el número de la jugada."),
        ({"hand": "9" * 40}, "hand", "Ha de ser un número entre 1 y 200."),
        ({"kind": "posture", "people": []}, "people", "Indica a qué jugador se refiere."),
        ({"people": ["12345"]}, "people", "Esa persona no está en esta mesa."),
    ):
        answer = send(client, to(partida, "incidencia/"), {**body, **change})
        assert (answer.status_code, error_beside(answer, field)) == (422, message)

    assert not Incident.objects.exists()


def test_an_incident_is_kept_with_its_author():
    world = worlds.playing()
    client, partida = seated(world)
    who = world.person(Side.AWAY, 1)
    body = {"kind": "false_pass", "text": "Pasó con ficha", "people": [who.pk], "hand": "1"}

    done = send(client, to(partida, "incidencia/"), body, follow=True)

    assert "Incidencia anotada" in said(done)
    incident = Incident.objects.get()
    assert (incident.article, incident.hand, incident.author_id) == ("16", 1, world.person(Side.HOME, 0).pk)


# ---------------------------------------------------------------- live, and what a page costs
def test_the_live_part_is_spared_while_nothing_is_written():
    world = worlds.playing()
    client, partida = seated(world)
    board = f"/mesas/{partida.board_id}/"
    headers = {"HX-Request": "true", "HX-Target": "sheet"}
    first = client.get(board, headers=headers)
    assert first.content.decode().lstrip().startswith('<div id="sheet"')
    held = {**headers, "If-None-Match": first.headers["ETag"]}
    whole = client.get(board)
    assert f'data-live-etag="{html.escape(first.headers["ETag"])}"' in whole.content.decode()
    assert "ETag" not in whole.headers
    assert whole.headers["Cache-Control"] == "no-store, private"

    same = client.get(board, headers=held)
    assert (same.status_code, same.content) == (304, b"")
    hand(client, partida, 1, 44)
    changed = client.get(board, headers=held)

    assert changed.status_code == 200
    assert "Jugada 1 · 44 La Seis Doble" in text_of(changed)
    other = open_phone(partida.board)
    assert other.get(board, headers=headers).headers["ETag"] != changed.headers["ETag"]


def test_what_is_written_while_a_part_is_made_is_asked_for_again(monkeypatch):
    """The tag is that of what was read, never of what came after it."""
    world = worlds.playing()
    client, partida = seated(world)
    headers = {"HX-Request": "true", "HX-Target": "sheet"}
    read = sheets.board_view

    def read_and_be_overtaken(*args, **kwargs):
        found = read(*args, **kwargs)
        monkeypatch.setattr(sheets, "board_view", read)
        hand(client, partida, 1, 44)
        return found

    monkeypatch.setattr(sheets, "board_view", read_and_be_overtaken)
    overtaken = client.get(f"/mesas/{partida.board_id}/", headers=headers)
    assert "Jugada 1 · 44" not in text_of(overtaken)
    held = {**headers, "If-None-Match": overtaken.headers["ETag"]}
    assert "Jugada 1 · 44" in text_of(client.get(f"/mesas/{partida.board_id}/", headers=held))


def test_the_page_costs_the_same_with_thirty_hands():
    world = worlds.playing(boards=2)
    few, _ = by_actions(world, 1, board=1)
    many, _ = by_actions(world, 30, board=2)
    judge, captain = at(world.judge), at(world.captains[Side.AWAY])
    first, second = world.boards()
    for one, thirty, most in ((few, many, 14), (judge, judge, 19), (captain, captain, 19)):
        for rest, limit in (("", most), ("1/jugadas/", most)):
            costs = {
                queries(one, f"/mesas/{first.pk}/{rest}"),
                queries(thirty, f"/mesas/{second.pk}/{rest}"),
            }
            assert len(costs) == 1
            assert max(costs) <= limit


def test_a_live_part_that_has_not_changed_reads_no_sheet():
    world = worlds.playing()
    client, partida = seated(world)
    headers = {"HX-Request": "true", "HX-Target": "sheet"}
    board = f"/mesas/{partida.board_id}/"
    tag = client.get(board, headers=headers).headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert client.get(board, headers={**headers, "If-None-Match": tag}).status_code == 304

    assert len(asked) <= 5
    assert not any("sheetentry" in query["sql"] for query in asked.captured_queries)


def test_a_frozen_hand_does_not_hold_up_the_next():
    world = worlds.playing()
    client, partida = seated(world)
    hand(client, partida, 1, 44)
    count = approvals.Count(Side.HOME, 40, HandEnding.DOMINO)
    who = tables.pins.verify_pin(person_id=world.person(Side.AWAY, 0).pk, pin="1007", device="x")
    approvals.disagree(
        partida_id=partida.pk, hand=1, revision=1, count=count, who=who, by=worlds.phone(world)
    )

    shown = page(client, partida)
    assert "Jugada 1 en desacuerdo Propuesta: 44 La Seis Doble, dominó." in shown
    assert "Recuento de Jugador00 F.: 40 La Seis Doble, dominó." in shown
    assert "La Seis Doble N·S 0 faltan 300" in shown
    play(client, world, partida, 2, 30)
    assert tables.state(world, partida).totals.home == 30
