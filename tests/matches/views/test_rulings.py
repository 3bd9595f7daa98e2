"""The committee's pages (art. 20): what waits, a partida, decisions seen before they are written."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client

from matches.actions import partida_events, rulings
from matches.actions.incidents import write_incident
from matches.models import Incident, Partida, SheetEntry
from matches.queries.resumptions import resumption_of
from matches.rules.event_reports import RulingReport
from matches.rules.resumptions import Appointment
from matches.rules.sheet import Phase
from matches.rules.sheet_event_entries import RulingKind
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world as worlds
from tests.factories.kept_rows import kept
from tests.matches.actions.test_rulings import halted, waiting
from tests.matches.views.phones import error_beside
from tests.matches.views.visits import at, at_office, path, queries, send, text_of, with_factor

pytestmark = pytest.mark.django_db

HOME, AWAY = Side.HOME, Side.AWAY
LIST = "/comite/partidas/"
WHY = "El apagón no fue culpa de nadie."
MOVED = "Esa anotación ha cambiado. Recarga la página y mira cómo está."


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


def committee() -> Client:
    user = worlds.committee().user
    assert user is not None
    return with_factor(user)


def case(world: worlds.World, rest: str = "", number: int = 1) -> str:
    return f"{LIST}{world.partida(1, number).pk}/{rest}"


def decide(client: Client, world: worlds.World, slug: str, **body: str) -> HttpResponse:
    said = {"reason": WHY, "when": "now", "seen": str(world.partida().entries.count()), **body}
    return send(client, case(world, f"{slug}/"), said)


# ---------------------------------------------------------------- the list
def test_it_lists_what_waits_and_what_was_decided():
    world, client = waiting(), committee()
    said = text_of(client.get(LIST))
    assert "La Seis Doble – Los Molinos" in said
    assert "Mesa 1, partida 1" in said
    assert "40–25" in said
    assert "Se va la luz." in said
    for narrowed in ("?q=nadie", "?ver=ruled", "?ver=told", "?competicion=999999&q=nadie"):
        assert "No hay ninguna." in text_of(client.get(f"{LIST}{narrowed}"))
    assert "40–25" in text_of(client.get(f"{LIST}?ver=loquesea&q=molinos&pagina=99"))
    rulings.rule_on_partida(
        partida_id=world.partida().pk,
        report=RulingReport(RulingKind.VALIDATE, WHY),
        seen=world.partida().entries.count(),
        by=worlds.committee(2),
    )
    assert "No hay ninguna." in text_of(client.get(LIST))
    assert "Vale el tanteo que había (sáb 28 nov" in text_of(client.get(f"{LIST}?ver=ruled"))


def test_a_void_hand_after_the_decision_puts_it_back_among_what_waits():
    world, client = waiting(), committee()
    for by, kind, told in (
        (2, RulingKind.VALIDATE, {}),
        (3, RulingKind.VOID_HAND, {"hand": 1, "revision": 1}),
    ):
        rulings.rule_on_partida(
            partida_id=world.partida().pk,
            report=RulingReport(kind, WHY, **told),  # type: ignore[arg-type]
            seen=world.partida().entries.count(),
            by=worlds.committee(by),
        )
    assert "0–25" in text_of(client.get(LIST))


def test_what_was_told_of_a_partida_waits_too_until_it_is_answered():
    world = worlds.playing()
    phone = worlds.phone(world)
    at_table.sit_down(world, world.partida(), phone)
    by, client = world.director(), committee()
    write_incident(
        encounter_id=world.encounter.pk,
        partida_id=world.partida().pk,
        hand=None,
        kind="not_in_rules",
        text="Se mezclaron las fichas.",
        people_ids=(),
        by=by,
    )
    assert "art. 20, Hecho no recogido: Se mezclaron las fichas." in text_of(client.get(f"{LIST}?ver=told"))
    shown = text_of(client.get(case(world)))
    assert "Solo se decide sobre una partida suspendida" in shown


@kept
def many() -> worlds.World:
    return worlds.playing(boards=4, partidas=8)


def test_thirty_two_cost_as_many_questions_as_one():
    many()
    client = committee()
    stops = [
        SheetEntry(
            partida=each,
            seq=1,
            kind="suspension",
            data={"reason": "Apagón.", "judge": None, "captains": []},
            device="cuenta-juez",
            client_id=f"apagon-{each.pk}",
            server_time=worlds.NOW,
        )
        for each in Partida.objects.order_by("pk")
    ]
    stops[0].save()
    one = queries(client, LIST)
    SheetEntry.objects.bulk_create(stops[1:])
    assert queries(client, LIST) == one
    assert "Página 1 de 2" in text_of(client.get(LIST))


# ---------------------------------------------------------------- a partida and its decisions
def test_the_page_shows_how_it_was_left_and_each_decision_with_its_effect():
    world = waiting()
    said = text_of(committee().get(case(world)))
    assert "Se va la luz." in said
    assert "Sale Jugador01 Casa" in said, "who would lead if it were resumed"
    assert "art. 20, Suspensión de la partida" in said
    for offered in ("Se reanuda", "Vale el tanteo que hay", "40–25, gana La Seis Doble, por resolución."):
        assert offered in said
    office = at_office(world)
    assert "Esto lo decide el comité de competición." in text_of(office.get(case(world)))
    assert office.get(case(world, "validar/")).status_code == 403


def test_the_effect_is_shown_and_nothing_written_before_it_is_confirmed():
    world, client = waiting(), committee()
    shown = text_of(decide(client, world, "repetir-jugada", hand="2-1"))
    assert "La jugada 2 (25 Los Molinos, dominó) queda tachada y se juega otra vez." in shown
    assert "El encuentro sigue en juego." in shown
    assert not SheetEntry.objects.filter(kind="ruling").exists()
    back = decide(client, world, "repetir-jugada", hand="2-1", change="si")
    assert (back.status_code, WHY in back.content.decode()) == (200, True)
    done = decide(client, world, "repetir-jugada", hand="2-1", confirm="si")
    assert (done.status_code, done["Location"]) == (302, case(world))
    assert at_table.state(world, world.partida()).totals.away == 0
    # Whoever may see the encounter reads the outcome in its incidents.
    for user in (world.captains[HOME], world.judge):
        said = text_of(at(user).get(path(world)))
        assert f"art. 20, Decisión del comité. Se repite la jugada. Jugada 2. {WHY}" in said


def test_the_same_decision_sent_twice_is_written_once():
    world, client = waiting(), committee()
    seen = str(world.partida().entries.count())
    body = {"client_id": "decision-repetida-01", "confirm": "si", "seen": seen}
    answers = [decide(client, world, "validar", **body) for _again in range(2)]
    assert {(each.status_code, each["Location"]) for each in answers} == {(302, case(world))}
    assert (
        SheetEntry.objects.filter(kind="ruling").count()
        == Incident.objects.filter(kind="ruling").count()
        == 1
    )
    late = decide(client, world, "reanudar", confirm="si", seen="1")
    assert late.status_code == 409
    assert "La Hoja ha cambiado desde que la abriste." in text_of(late)


@pytest.mark.parametrize(
    ("slug", "body", "field", "message"),
    [
        ("validar", {"reason": " "}, "reason", "Escribe los motivos."),
        ("validar", {"reason": "x" * 1001}, "reason", "El texto es demasiado largo: caben 1000 letras."),
        ("nula", {"hand": "99"}, "hand", MOVED),
        ("nula", {"hand": ""}, "hand", "Elige la jugada."),
        ("nula", {"hand": "'; drop"}, "hand", MOVED),
    ],
)
def test_what_is_missing_is_said_beside_its_field_and_what_was_typed_stays(slug, body, field, message):
    world, client = waiting(), committee()
    for confirm in ({}, {"confirm": "si"}):
        answer = decide(client, world, slug, **{**body, **confirm})
        assert answer.status_code in (409, 422)
        assert error_beside(answer, field) == message
        assert body.get("reason", WHY)[:20].strip() in answer.content.decode()


def test_a_finished_partida_asks_for_the_finding():
    world = worlds.playing()
    phone, client = worlds.phone(world), committee()
    at_table.play_partida(world, world.partida(), phone)
    said = decide(client, world, "repetir-partida")
    assert "La partida terminó en la mesa" in text_of(said)
    shown = text_of(decide(client, world, "repetir-partida", distorted="on"))
    assert "queda tachado en el acta" in shown
    assert "sin ganador" not in shown
    done = decide(client, world, "repetir-partida", distorted="on", confirm="si")
    assert done.status_code == 302
    assert at_table.state(world, world.partida()).phase is Phase.PLAYING


# ---------------------------------------------------------------- another day
def test_another_day_is_set_and_everybody_concerned_reads_it():
    world, client = halted(), committee()
    day = {"when": "later", "day": "2026-12-12", "hour": "19:30", "venue": str(world.encounter.venue_id)}
    for field, message in (("day", "Pon el día."), ("hour", "Pon la hora."), ("venue", "Elige la sede.")):
        assert error_beside(decide(client, world, "reanudar", **{**day, field: ""}), field) == message
    past = decide(client, world, "reanudar", **{**day, "day": "2026-11-01", "confirm": "si"})
    assert "Ese momento ya ha pasado" in error_beside(past, "day")
    shown = text_of(decide(client, world, "reanudar", **day))
    assert "se reanuda el sábado 12 de diciembre, 19:30." in shown
    assert decide(client, world, "reanudar", **day, confirm="si").status_code == 302
    when = "Se reanuda el sábado 12 de diciembre, 19:30, en Salón de La Seis Doble."
    pages = [
        at(world.captains[AWAY]).get("/inicio/"),
        at(world.judge).get(path(world)),
        Client().get(f"/directo{path(world)}"),
    ]
    assert all(when in text_of(each) for each in pages)
    round_page = at_office(world).get(f"/jornadas/{world.encounter.round_id}/")
    assert when in text_of(round_page)
    changed = send(
        client,
        f"/comite/encuentros/{world.encounter.pk}/reanudacion/",
        {"day": "2026-12-13", "hour": "11:00", "venue": str(world.encounter.venue_id)},
    )
    assert changed.status_code == 302
    assert resumption_of(world.reload()).at.day == 13


def test_the_judge_suspends_and_resumes_from_his_page():
    world = waiting()
    judge = at(world.judge)
    assert "Suspender el encuentro" in text_of(judge.get(path(world, "juez/")))
    assert "Suspender el encuentro" not in text_of(at(world.captains[HOME]).get(path(world)))
    assert (
        error_beside(send(judge, path(world, "suspender/"), {"reason": ""}), "reason") == "Escribe el motivo."
    )
    assert send(judge, path(world, "suspender/"), {"reason": "Apagón."}).status_code == 302
    assert world.reload().state == "suspended"
    said = text_of(judge.get(path(world, "juez/")))
    assert "Suspendido el sábado 28 de noviembre, 20:0" in said
    assert "Reanudar el encuentro" in said
    assert judge.get(path(world, "suspender/")).status_code == 302
    assert send(judge, path(world, "reanudar/")).status_code == 302
    assert world.reload().state == "playing"


def test_what_is_left_pending_may_be_closed_from_the_suspension():
    world = waiting()
    partida_events.report_no_show(partida_id=world.partida(1, 2).pk, sides=[AWAY], by=world.director())
    judge = at(world.judge)
    send(judge, path(world, "suspender/"), {"reason": "Apagón."})
    said = text_of(judge.get(path(world, "juez/")))
    assert "No queda nada por jugar: decide el comité (art. 20)." in said
    assert send(judge, path(world, "cerrar/")).status_code == 302
    assert world.reload().state == "closing"


def test_before_the_day_nobody_resumes():
    world = halted()
    by = worlds.committee()
    rulings.rule_on_partida(
        partida_id=world.partida().pk,
        report=RulingReport(RulingKind.RESUME, WHY),
        seen=world.partida().entries.count(),
        resumes=Appointment(worlds.NOW + timedelta(days=7), world.encounter.venue_id),
        by=by,
    )
    judge = at(world.judge)
    assert "Reanudar el encuentro" not in text_of(judge.get(path(world, "juez/")))
    early = send(judge, path(world, "reanudar/"))
    assert early.status_code == 422
    assert "El comité ha fijado otro día" in text_of(early)
