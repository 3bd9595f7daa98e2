"""What has happened, through the pages: chosen, told, seen before it is written, and written once."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client

from matches.models import Incident, Partida, SheetEntry
from matches.rules.sheet import HandState
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.factories.world import World
from tests.matches.views.phones import error_beside, page, play, seated, to
from tests.matches.views.visits import at, send, text_of

pytestmark = pytest.mark.django_db

HOME, AWAY = Side.HOME, Side.AWAY


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


@pytest.fixture
def world() -> World:
    return worlds.playing()


def tell(client: Client, partida: Partida, kind: str, body: dict[str, Any], **kwargs: Any) -> HttpResponse:
    """The facts, or with `confirm` the write."""
    return send(client, to(partida, f"algo/{kind}/"), body, **kwargs)


def told(client: Client, partida: Partida, kind: str) -> str:
    return text_of(client.get(to(partida, f"algo/{kind}/")))


def thinking(world: World, **changes: Any) -> dict[str, Any]:
    """A false thinking of the first away player in hand 1, which has ended."""
    body = {
        "offender": world.person(AWAY, 0).pk,
        "when": "ended-1-1",
        "declared": "no",
        "remedy": "annul",
        "asked_by": world.person(HOME, 0).pk,
        "tile": "63",
        "ends": "6 4",
        "text": "Se paró con una sola ficha.",
        "effect": "Tapó la punta del seis.",
    }
    return body | changes


def agreed(world: World) -> dict[str, Any]:
    """Who asks and one of the other pair, with their PINs."""
    asker, other = world.person(HOME, 0).pk, world.person(AWAY, 1).pk
    return {
        "confirm": "si",
        "asker_pin": world.pin(asker),
        "agreed_by": other,
        "agreed_pin": world.pin(other),
    }


# ---------------------------------------------------------------- choosing
def test_only_what_can_have_happened_is_offered_and_who_writes_the_rest_is_said(world):
    client, partida = seated(world)
    said = text_of(client.get(to(partida, "algo/")))
    for words in ("Se ha parado a pensar con una sola ficha art. 15", "Se ha caído una ficha art. 19"):
        assert words in said
    assert "La partida no puede seguir hoy Lo anota Amparo Giner, juez árbitro, desde su cuenta." in said
    for words in ("Se ha cumplido el tiempo", "Una pareja ha llegado tarde"):
        assert words not in said
    judge = at(world.judge)
    answer = judge.get(to(partida, "algo/"))
    assert to(partida, "algo/suspension/") in answer.content.decode()
    assert text_of(judge.get(to(partida, "algo/"))).count("desde su cuenta") == 0


def test_what_is_only_noted_has_its_own_form_with_what_its_article_wants(world):
    client, partida = seated(world)
    said = text_of(client.get(to(partida, "incidencia/?tipo=signs_observed")))
    assert "Observación sobre señas art. 11" in said
    assert "Consta aunque no se admita." in said
    body = {"kind": "signs_observed", "people": world.person(AWAY, 0).pk, "hand": "1", "text": "Señas."}
    assert send(client, to(partida, "incidencia/?tipo=signs_observed"), body).status_code == 302
    assert Incident.objects.get().article == "11"
    refused = send(client, to(partida, "incidencia/?tipo=comment"), {"kind": "comment", "text": ""})
    assert refused.status_code == 422
    assert "art. 12" in text_of(refused)


def test_what_there_is_not_is_not_found(world):
    client, partida = seated(world)
    assert client.get(to(partida, "algo/nada/")).status_code == 404
    assert client.get(to(partida, "algo/tiempo/")).status_code == 302


# ---------------------------------------------------------------- art. 15, 16
def test_the_effect_is_shown_and_nothing_written_before_it_is_confirmed(world):
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    answer = tell(client, partida, "pensada", thinking(world))
    assert answer.status_code == 200
    said = text_of(answer)
    for words in (
        "La Seis Doble 40 0",
        "Sale Jugador00 F., la 2 Jugador00 C., la 2",
        "La jugada 1 (40 La Seis Doble, dominó) queda tachada y no cuenta.",
        "PIN de Jugador00 Casa, que lo pide",
    ):
        assert words in said
    assert not SheetEntry.objects.filter(kind="annulment").exists()
    back = tell(client, partida, "pensada", thinking(world) | {"change": "si"})
    assert "Se paró con una sola ficha." in back.content.decode()

    done = tell(client, partida, "pensada", thinking(world) | agreed(world))
    assert done.status_code == 302
    sheet = tables.state(world, partida)
    assert (sheet.hands[0].state, sheet.totals.home) == (HandState.ANNULLED, 0)
    shown = page(client, partida)
    assert "1 Jugador00 C. Dominó art. 15 40 Dominó Anulada" in shown
    assert "a petición de Jugador00 Casa" in shown


def test_the_same_confirmation_twice_is_one(world):
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    body = thinking(world) | agreed(world)
    for _ in range(2):
        assert tell(client, partida, "pensada", body | {"client_id": "el-mismo-envio"}).status_code == 302
    assert SheetEntry.objects.filter(kind="annulment").count() == 1
    assert Incident.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"offender": ""}, "offender", "Elige al jugador."),
        ({"offender": "999999"}, "offender", "Elige al jugador."),
        ({"asked_by": ""}, "asked_by", "Elige al jugador."),
        ({"when": "99-1"}, "when", "Indica en qué jugada fue."),
        ({"declared": "quizá"}, "declared", "Indica si lo dijo a tiempo."),
        ({"remedy": "ruling"}, "remedy", "Indica qué piden."),
        ({"tile": "79"}, "tile", "«7-9» no es una ficha: escríbela como 6-3."),
        ({"tile": "64"}, "tile", "Esa ficha tenía dos sitios donde jugarse"),
        ({"tile": "53"}, "tile", "La ficha 5-3 no cabe en ninguna de las puntas."),
        ({"text": ""}, "text", "Cuenta qué ha pasado."),
        ({"effect": "x" * 901}, "effect", "El texto es demasiado largo: caben 900 letras."),
    ],
)
def test_what_is_missing_or_cannot_be_is_told_beside_its_field_and_the_rest_kept(
    world, change, field, message
):
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    answer = tell(client, partida, "pensada", thinking(world, **change))
    assert answer.status_code == 422
    assert error_beside(answer, field).startswith(message)
    if field != "text":
        assert "Se paró con una sola ficha." in answer.content.decode()
    assert not Incident.objects.exists()


def test_somebody_else_was_first(world):
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    assert tell(client, partida, "pensada", thinking(world) | agreed(world)).status_code == 302
    again = tell(client, partida, "pensada", thinking(world) | agreed(world))
    assert (again.status_code, "La jugada 1 ya está anulada." in text_of(again)) == (409, True)
    gone = tell(client, partida, "pensada", thinking(world, when="now-2-7") | agreed(world))
    assert gone.status_code == 409


def test_only_the_rivals_ask_and_a_wrong_pin_changes_nothing(world):
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    own = tell(client, partida, "pensada", thinking(world, asked_by=world.person(AWAY, 1).pk))
    assert error_beside(own, "asked_by").startswith("Solo puede pedirlo la pareja contraria")
    wrong = tell(client, partida, "pensada", thinking(world) | agreed(world) | {"agreed_pin": "0000"})
    assert wrong.status_code == 422
    assert error_beside(wrong, "agreed_pin").startswith("El PIN no es correcto")
    assert "Qué cambia" in text_of(wrong)
    nobody = tell(client, partida, "pensada", thinking(world) | agreed(world) | {"agreed_by": ""})
    assert error_beside(nobody, "agreed_by").startswith("Hace falta la conformidad de las dos parejas")
    assert not SheetEntry.objects.filter(kind="annulment").exists()


def test_asking_nothing_needs_no_pin_and_leaves_the_note(world):
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    body = thinking(world, remedy="nothing", asked_by="")
    assert "PIN" not in text_of(tell(client, partida, "pensada", body))
    assert tell(client, partida, "pensada", body | {"confirm": "si"}).status_code == 302
    assert tables.state(world, partida).totals.home == 40
    assert Incident.objects.get().kind == "false_thinking"


def test_the_judge_says_who_agrees_without_their_pins(world):
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    judge = at(world.judge)
    body = thinking(world) | {"agreed": [world.person(AWAY, 0).pk]}
    assert "Están conformes" in text_of(tell(judge, partida, "pensada", body))
    assert tell(judge, partida, "pensada", body | {"confirm": "si"}).status_code == 302
    data = SheetEntry.objects.get(kind="annulment").data
    assert (data["judge"], data["agreed"]) == (str(world.judge.person_id), [str(world.person(AWAY, 0).pk)])


def test_a_false_pass_is_asked_about_at_once_or_too_late(world):
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    body = {key: value for key, value in thinking(world).items() if key not in ("declared", "effect")}
    late = tell(client, partida, "paso", body)
    assert error_beside(late, "when") == "El reglamento ya no admite la petición a estas alturas."
    now = body | {"when": "now-2-1", "remedy": "replay_from_infraction"}
    assert "La jugada 2 sigue desde la infracción" in text_of(tell(client, partida, "paso", now))
    assert tell(client, partida, "paso", now | agreed(world)).status_code == 302
    assert tables.state(world, partida).next_hand == 2


def test_without_a_judge_a_captain_resolves_with_the_rival_captains_pin():
    world = worlds.playing(judge=False)
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    captain, rival = at(world.captains[AWAY]), world.person(HOME, 0).pk
    assert "Lo anotan los dos capitanes" in told(client, partida, "suspension")
    body = {"reason": "Cierran el local."}
    assert "PIN de Jugador00 Casa, que está de acuerdo" in text_of(tell(captain, partida, "suspension", body))
    wrong = tell(captain, partida, "suspension", body | {"confirm": "si", "pin": "0000"})
    assert error_beside(wrong, "pin").startswith("El PIN no es correcto")
    done = tell(captain, partida, "suspension", body | {"confirm": "si", "pin": world.pin(rival)})
    assert done.status_code == 302
    captains = [str(world.person(AWAY, 0).pk), str(rival)]
    assert SheetEntry.objects.get(kind="suspension").data["captains"] == captains


def test_the_seats_of_the_next_partida_are_asked_for_again_when_the_one_before_ends_in_another_way(world):
    client, partida = seated(world)
    for number in range(1, 5):
        play(client, world, partida, number, 80)
    second = world.partida(1, 2)
    naming = {"scorer": world.person(HOME, 0).pk, "counter": world.person(AWAY, 0).pk}
    pin = {"scorer_pin": world.pin(world.person(HOME, 0).pk)}
    assert send(client, to(second, "nombrar/"), naming | pin).status_code == 302
    assert send(client, to(second, "asientos/"), {}).status_code == 302
    late = thinking(world, when="ended-4-1") | {"confirm": "si"}
    assert tell(at(world.judge), partida, "pensada", late).status_code == 302
    assert "Jugada 5" in page(client, partida)
    play(client, world, partida, 5, 70)
    assert "Sentados así: empezar" in page(client, second)
    assert send(client, to(second, "asientos/"), {}).status_code == 302
    assert "Puntos de la jugada 1" in page(client, second)


# ---------------------------------------------------------------- art. 19
def dropped(world: World, **changes: Any) -> dict[str, Any]:
    body = {"person": world.person(AWAY, 0).pk, "moment": "during_hand", "decision": "go_on"}
    return body | changes


def test_the_third_drop_of_a_pair_reaches_the_acta_by_itself(world):
    client, partida = seated(world)
    first = text_of(tell(client, partida, "ficha", dropped(world)))
    assert "Es la n.º 1 de Los Molinos en esta partida. Desde la n.º 3 sale en el acta." in first
    for _ in range(3):
        assert tell(client, partida, "ficha", dropped(world) | {"confirm": "si"}).status_code == 302
    assert Incident.objects.get().kind == "dropped_tiles"
    assert "Fichas caídas: Los Molinos 3." in page(client, partida)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"moment": "while_shuffling", "decision": ""}, "face_up"),
        ({"decision": ""}, "decision"),
        ({"moment": "all_have_seven", "decision": "annul", "decided_by": ""}, "decided_by"),
        ({"moment": "mañana"}, "moment"),
    ],
)
def test_what_each_moment_of_a_drop_leaves_to_say(world, change, field):
    client, partida = seated(world)
    answer = tell(client, partida, "ficha", dropped(world, **change))
    assert (answer.status_code, bool(error_beside(answer, field))) == (422, True)


def test_annulling_for_a_drop_asks_the_rival_for_his_pin(world):
    client, partida = seated(world)
    rival = world.person(HOME, 1).pk
    body = dropped(world, decision="annul", decided_by=rival)
    assert "PIN de Jugador01 Casa, que lo decide" in text_of(tell(client, partida, "ficha", body))
    missing = tell(client, partida, "ficha", body | {"confirm": "si"})
    assert error_beside(missing, "pin") == "El PIN tiene cuatro cifras."
    assert (
        tell(client, partida, "ficha", body | {"confirm": "si", "pin": world.pin(rival)}).status_code == 302
    )
    assert "art. 19 – Anulada Anulada" in page(client, partida)
