"""Deciding about a whole encounter on its pages: seen first, refused with words, told to everybody."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from competitions.models import Encounter, Outcome
from matches.models import EncounterDecision
from matches.rules.sides import Side
from tests.factories import world
from tests.matches.actions.test_decisions import not_played, office, put_off, take
from tests.matches.views.visits import at, path, send, text_of, with_factor

WAITING = "/comite/decisiones/"
LATER = world.NOW + timedelta(days=10)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with time_machine.travel(world.NOW, tick=False):
        yield


def a_committee() -> Client:
    user = world.committee().user
    assert user is not None
    return with_factor(user)


def test_the_judge_notes_who_did_not_come_and_the_committee_awards_it_seen_before() -> None:
    each = world.build()
    judge = at(each.judge)  # type: ignore[arg-type]
    assert path(each, "decidir/no-jugado/") in judge.get(path(each)).content.decode()
    told = {"seen": each.encounter.epoch, "cause": "away", "waited": "30", "reason": "No vino nadie"}

    missing = send(judge, path(each, "decidir/no-jugado/"), {**told, "cause": "", "reason": ""})
    assert missing.status_code == 422
    assert "Di por qué no se ha jugado." in text_of(missing) and "Escribe el motivo." in text_of(missing)
    shown = send(judge, path(each, "decidir/no-jugado/"), told)
    assert "No mueve la clasificación" in text_of(shown) and not EncounterDecision.objects.exists()
    send(judge, path(each, "decidir/no-jugado/"), {**told, "confirm": "si"})

    assert each.reload().state == "not_played"
    live = Client().get(f"/directo/encuentros/{each.encounter.pk}/")
    assert "no se presentó Los Molinos. Se esperaron 30 minutos." in text_of(live)
    assert "No vino nadie" not in text_of(live)
    assert "No vino nadie" in text_of(at(each.captains[Side.HOME]).get(path(each)))

    desk = a_committee()
    assert "Los Molinos" in text_of(desk.get(WAITING))
    award = {"seen": each.encounter.epoch, "awarded_to": "home", "reason": "Incomparecencia", "public": "on"}
    effect = text_of(send(desk, path(each, "decidir/resultado/"), award))
    assert "Puntos en la clasificación – 3–0" in effect and "0 → 3" in effect
    assert not Outcome.objects.exists()
    confirmed = {**award, "confirm": "si", "client_id": "premio-0001"}
    first = send(desk, path(each, "decidir/resultado/"), confirmed)
    again = send(desk, path(each, "decidir/resultado/"), confirmed)
    assert (first.status_code, again.status_code, Outcome.objects.count()) == (302, 302, 1)

    live = text_of(Client().get(f"/directo/encuentros/{each.encounter.pk}/"))
    assert "se da por ganado a La Seis Doble. Incomparecencia." in live
    for client in (desk, judge, at(each.captains[Side.AWAY])):
        assert "se da por ganado a La Seis Doble" in text_of(client.get(path(each)))
    standings = text_of(Client().get(f"/clasificacion/{each.encounter.round.competition_id}/"))
    assert "La Seis Doble" in standings and "-1" not in standings
    assert client.get("/inicio/").status_code == 200
    assert desk.get(f"/jornadas/{each.encounter.round_id}/").status_code == 200


def test_put_off_and_dated_again_and_everybody_reads_it() -> None:
    each = world.build()
    desk = with_factor(each.office)
    put = {"seen": each.encounter.epoch, "asked_by": "away", "reason": "Avería del autobús", "public": "on"}
    assert "Aplazar" in text_of(desk.get(f"/jornadas/{each.encounter.round_id}/"))
    send(desk, path(each, "decidir/aplazar/"), {**put, "confirm": "si"})
    told = text_of(Client().get(f"/directo/encuentros/{each.encounter.pk}/"))
    assert "Aplazado a petición de Los Molinos." in told and "Avería del autobús." in told

    day = {
        "seen": each.reload().epoch,
        "day": f"{LATER:%Y-%m-%d}",
        "hour": "20:30",
        "venue": each.encounter.venue_id,
        "reason": "",
    }
    bad = send(desk, path(each, "decidir/fecha/"), {**day, "day": "2020-01-01"})
    assert bad.status_code == 422 and 'value="20:30"' in bad.content.decode()
    other = Encounter.objects.create(
        round=world.setup.add_round(
            competition=each.encounter.round.competition, number=8, starts_on=LATER.date(), by=None
        ),
        number=1,
        home=each.encounter.away,
        away=each.encounter.home,
        venue=each.encounter.venue,
        scheduled_at=LATER,
        format=each.encounter.format,
    )
    assert f"ese día también hay {other}" in text_of(send(desk, path(each, "decidir/fecha/"), day))
    send(desk, path(each, "decidir/fecha/"), {**day, "confirm": "si"})
    assert each.reload().state == "scheduled"
    assert "Nueva fecha" in text_of(at(each.captains[Side.AWAY]).get(path(each)))
    late = send(desk, path(each, "decidir/fecha/"), {**day, "confirm": "si"})
    assert late.status_code == 409


def test_whoever_may_not_is_told_so_and_what_has_no_place_leads_back() -> None:
    each = world.build()
    assert at(each.captains[Side.HOME]).get(path(each, "decidir/aplazar/")).status_code == 403
    assert at(each.stranger).get(path(each, "decidir/aplazar/")).status_code == 404
    desk = with_factor(each.office)
    assert desk.get(path(each, "decidir/fecha/")).status_code == 302
    assert desk.get(path(each, "decidir/borrar/")).status_code == 404
    take(each, not_played(), each.director())
    hostile = {"seen": each.encounter.epoch, "awarded_to": "away", "reason": "<script>alert(1)</script>"}
    answer = send(desk, path(each, "decidir/resultado/"), hostile)
    assert answer.status_code == 422 and "Lo decide el comité." in text_of(answer)
    assert "<script>alert(1)" not in answer.content.decode()


def test_the_list_is_narrowed_and_costs_the_same_for_many() -> None:
    each = world.build()
    desk = with_factor(each.office)
    take(each, put_off(), office(each))
    for query, found in (
        ("", True),
        ("?q=molinos", True),
        ("?q=nadie", False),
        ("?estado=postponed", True),
        ("?estado=annulled", False),
        ("?estado=final&competicion=x&tras=99999999999999999999", True),
        ("?q=%22'%3B--", False),
        ("?q=%00", True),
    ):
        answer = desk.get(WAITING + query)
        assert answer.status_code == 200
        assert (path(each, "decidir/fecha/") in answer.content.decode()) is found, query
    with CaptureQueriesContext(
        connection,
    ) as one:
        desk.get(WAITING)
    for number in range(20, 32):
        Encounter.objects.create(
            round=world.setup.add_round(
                competition=each.encounter.round.competition, number=number, starts_on=LATER.date(), by=None
            ),
            number=1,
            home=each.encounter.away,
            away=each.encounter.home,
            venue=each.encounter.venue,
            scheduled_at=LATER,
            format=each.encounter.format,
            state="postponed",
        )
    with CaptureQueriesContext(connection) as many:
        assert desk.get(WAITING).content.decode().count("decidir/fecha/") == 26
    assert len(many) == len(one)
