"""What happens to a partida, through the pages: interruptions, time, suspension, ends without a hand."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import SheetEntry
from matches.rules.sheet import Phase
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.matches.views.phones import by_actions, error_beside, open_phone, page, play, seated, to
from tests.matches.views.test_happenings import tell, told
from tests.matches.views.test_happenings import world as world
from tests.matches.views.visits import at, send, text_of

pytestmark = pytest.mark.django_db

HOME, AWAY = Side.HOME, Side.AWAY


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


# ---------------------------------------------------------------- art. 17, time, 20
def test_an_interruption_is_written_from_the_table(world):
    client, partida = seated(world)
    body = {"cause": "Indisposición.", "minutes": "4", "announced": "no", "measure": "", "person": ""}
    for wrong, message in (
        ("", "Escribe los minutos con cifras."),
        ("1441", "Ha de ser un número entre 0 y 1440."),
    ):
        answer = tell(client, partida, "interrupcion", body | {"minutes": wrong})
        assert error_beside(answer, "minutes") == message
    assert tell(client, partida, "interrupcion", body | {"confirm": "si"}).status_code == 302
    assert "Interrupción de 4 minutos (art. 17" in page(client, partida)


def test_the_clock_of_a_partida_is_the_servers_and_its_end_is_written_at_the_table():
    with time_machine.travel(worlds.NOW, tick=False) as clock:
        world = worlds.playing(parameters={"time_limit_minutes": 30})
        client, partida = seated(world)
        shown = client.get(f"/mesas/{partida.board_id}/").content.decode()
        until = int((worlds.NOW + timedelta(minutes=30)).timestamp() * 1000)
        assert f'data-until="{until}"' in shown
        assert "hasta las 20:30" in shown
        early = tell(client, partida, "tiempo", {"hand_in_play": "yes", "confirm": "si"})
        assert "El tiempo de la partida aún no se ha cumplido." in text_of(early)
        clock.shift(timedelta(minutes=31))
        assert "Se ha cumplido el tiempo." in page(client, partida)
        said = text_of(tell(client, partida, "tiempo", {"hand_in_play": "yes"}))
        assert "La jugada 1 es la última." in said
        assert tell(client, partida, "tiempo", {"hand_in_play": "yes", "confirm": "si"}).status_code == 302
        assert "Tiempo cumplido: la 1 es la última." in page(client, partida)
        play(client, world, partida, 1, 40)
        assert "Partida 1: gana La Seis Doble, por tiempo" in page(client, partida)


def test_the_minute_after_a_hand_is_told_until_when():
    with time_machine.travel(worlds.NOW, tick=False) as clock:
        world = worlds.playing()
        client, partida = seated(world)
        play(client, world, partida, 1, 40)
        assert "Comentario hasta las 20:01:00 · art. 12" in page(client, partida)
        clock.shift(timedelta(seconds=60))
        assert "Comentario" not in page(client, partida)


def test_the_judge_suspends_and_every_page_says_so(world):
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    judge = at(world.judge)
    body = {"reason": "Se va la luz."}
    said = text_of(tell(judge, partida, "suspension", body))
    assert "Partida en juego suspendida" in said
    assert "Decide el comité (art. 20)." in said
    # The table cannot, and says who does.
    assert tell(client, partida, "suspension", body | {"confirm": "si"}).status_code == 403
    assert tell(judge, partida, "suspension", body | {"confirm": "si"}).status_code == 302
    shown = page(client, partida)
    assert "Partida 1: suspendida" in shown
    assert "Decide el comité." in shown
    home = text_of(judge.get(f"/encuentros/{world.encounter.pk}/juez/"))
    assert "Partida 1 suspendida con 40–0: decide el comité." in home
    live = text_of(Client().get(f"/directo/encuentros/{world.encounter.pk}/"))
    assert "Mesa 1, partida 1 suspendida" in live
    assert "Se va la luz" not in live
    hands = text_of(client.get(to(partida, "jugadas/")))
    assert "Suspendida: decide el comité." in hands
    # The second one is suspended too: the board waits, and the encounter may be closed.
    second = world.partida(1, 2)
    assert tell(judge, second, "suspension", body | {"confirm": "si"}).status_code == 302
    assert "La mesa espera al comité" in page(client, partida)
    assert "Pendiente del comité" in text_of(judge.get(f"/encuentros/{world.encounter.pk}/juez/"))
    assert "Cerrar el encuentro" in text_of(judge.get(f"/encuentros/{world.encounter.pk}/cerrar/"))


def test_an_abandonment_shows_the_final_score_before_it_is_written(world):
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    judge = at(world.judge)
    body = {"person": world.person(HOME, 1).pk, "reason": "Se marcha enfadado."}
    said = text_of(tell(judge, partida, "abandono", body))
    assert "Los Molinos 0 300" in said
    assert "A Los Molinos se le suman 300 tantos hasta completar la partida." in said
    assert tell(judge, partida, "abandono", body | {"confirm": "si"}).status_code == 302
    assert "Partida 1: gana Los Molinos, por abandono" in page(client, partida)
    live = text_of(Client().get(f"/directo/encuentros/{world.encounter.pk}/"))
    assert "Gana Los Molinos. Por abandono." in live


def test_nobody_comes_and_the_partida_has_no_winner():
    world = worlds.playing(parameters={"late_arrival": [[10, 20], [30, 60]]})
    judge, partida = at(world.judge), world.partida()
    late = {"side": "away", "minutes": "12"}
    assert "La Seis Doble 0 20" in text_of(tell(judge, partida, "retraso", late))
    assert tell(judge, partida, "retraso", late | {"confirm": "si"}).status_code == 302
    assert tell(judge, partida, "incomparecencia", {"absent": "both", "confirm": "si"}).status_code == 302
    assert tables.state(world, partida).phase is Phase.ENDED
    assert "Partida 1: sin ganador, por incomparecencia" in page(judge, partida)


def test_an_absence_with_a_substitute_left_is_a_substitution(world):
    _client, partida = seated(world)
    judge = at(world.judge)
    body = {"person": world.person(HOME, 1).pk, "reason": "Urgencia."}
    answer = tell(judge, partida, "ausencia", body)
    assert error_beside(answer, "person") == "Queda un suplente que puede entrar: anota la sustitución."


def test_a_phone_that_only_looks_says_who_writes(world):
    _client, partida = seated(world)
    other = open_phone(partida.board)
    assert "Lo anota quien tiene la anotación, o el juez árbitro." in told(other, partida, "ficha")
    body = {"person": world.person(AWAY, 0).pk, "moment": "during_hand", "decision": "go_on", "confirm": "si"}
    assert tell(other, partida, "ficha", body).status_code == 409


def test_without_a_judge_both_captains_let_a_substitute_in_during_play():
    world = worlds.playing(judge=False)
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    assert "Lo anotan los dos capitanes" in text_of(client.get(to(partida, "sustitucion/")))
    captain, rival = at(world.captains[AWAY]), world.person(HOME, 0).pk
    assert "PIN de Jugador00 Casa, que está de acuerdo" in text_of(captain.get(to(partida, "sustitucion/")))
    body = {
        "player_out": world.person(AWAY, 1).pk,
        "player_in": world.person(AWAY, 2).pk,
        "reason": "Le llaman del hospital.",
    }
    missing = send(captain, to(partida, "sustitucion/"), body)
    assert error_beside(missing, "pin") == "El PIN tiene cuatro cifras."
    done = send(captain, to(partida, "sustitucion/"), body | {"pin": world.pin(rival)})
    assert done.status_code == 302
    captains = [str(world.person(AWAY, 0).pk), str(rival)]
    assert SheetEntry.objects.get(kind="substitution").data["captains"] == captains


def test_without_a_bench_the_substitution_leads_to_the_absence():
    world = worlds.playing(bench=0)
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    answer = at(world.judge).get(to(partida, "sustitucion/"))
    assert to(partida, "algo/ausencia/") in answer.content.decode()


def test_a_page_costs_the_same_after_one_hand_and_after_thirty():
    world = worlds.playing(boards=2)
    short, long = by_actions(world, 1), by_actions(world, 30, board=2)
    for rest in ("algo/", "algo/pensada/", "algo/ficha/", "jugadas/"):
        asked = []
        for client, partida in (short, long):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(to(partida, rest)).status_code == 200
            asked.append(len(queries))
        assert asked[0] == asked[1], rest
