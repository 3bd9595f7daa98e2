"""The answer to a hand is the table as the write left it: no other read, and the same as a fresh look."""

from __future__ import annotations

import html
import re

import pytest
import time_machine
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Partida
from tests.factories import tables
from tests.factories import world as worlds
from tests.matches.views.phones import approve, hand, play, seated, to
from tests.matches.views.visits import at, send, text_of

pytestmark = pytest.mark.django_db

OF_ONE_ANSWER = re.compile(r'((?:name="(?:client_id|csrfmiddlewaretoken)" value|data-now)=)"[^"]*"')


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=False):
        yield


def look(client: Client, partida: Partida, tag: str = "") -> HttpResponse:
    """The live part of a board, for whoever holds `tag`."""
    headers = {"HX-Request": "true", "HX-Target": "sheet", **({"If-None-Match": tag} if tag else {})}
    return client.get(f"/mesas/{partida.board_id}/", headers=headers)  # type: ignore[return-value]


def shown(answer: HttpResponse) -> str:
    """A part without what is new in each answer."""
    assert answer.status_code == 200
    return OF_ONE_ANSWER.sub(r"\1", answer.content.decode())


def tag_in(answer: HttpResponse) -> str:
    """The tag with which the live part goes on asking."""
    found = re.search(r'data-live-etag="([^"]*)"', answer.content.decode())
    assert found is not None
    return html.unescape(found.group(1))


def test_the_answer_to_a_hand_is_what_a_fresh_look_shows():
    world = worlds.playing()
    client, partida = seated(world)

    def same(answer: HttpResponse) -> None:
        assert shown(answer) == shown(look(client, partida))
        assert look(client, partida, tag_in(answer)).status_code == 304

    # The last one ends the partida: the answer shows the next.
    for number in range(1, 5):
        same(hand(client, partida, number, 80, part="sheet"))
        same(approve(client, world, partida, number, part="sheet"))
    assert tables.state(world, partida).winner is not None


def test_a_repeated_hand_is_answered_with_the_table_as_it_stands_now():
    world = worlds.playing()
    client, partida = seated(world)
    body = {"client_id": "el-mismo-envio", "hand": 1, "revision": 1, "side": "home", "points": 40}
    first = send(client, to(partida, "jugada/"), {**body, "ending": "domino"}, part="sheet")
    assert "Propuesta: falta" in text_of(first)
    approve(client, world, partida, 1)

    again = send(client, to(partida, "jugada/"), {**body, "ending": "domino"}, part="sheet")

    assert "Propuesta: falta" not in text_of(again)
    assert shown(again) == shown(look(client, partida))


def test_a_hand_reads_its_board_once_under_the_lock():
    world = worlds.playing()
    client, partida = seated(world)
    play(client, world, partida, 1, 40)
    counter = tables.state(world, partida).counter
    proposal = {"hand": 2, "revision": 1, "side": "home", "points": 46, "ending": "domino"}
    approval = {"person": counter, "pin": world.pin(counter)}
    for rest, body, most in (("jugada/", proposal, 16), ("jugada/2/1/conforme/", approval, 20)):
        with CaptureQueriesContext(connection) as asked:
            assert send(client, to(partida, rest), body, part="panel").status_code == 200
        questions = [query["sql"] for query in asked.captured_queries]
        reads = [at for at, text in enumerate(questions) if 'FROM "matches_sheetentry"' in text]
        lock = next(at for at, text in enumerate(questions) if 'JOIN "competitions_encounter"' in text)
        assert len(reads) == 1
        assert lock < reads[0]
        marks = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
        assert sum(not text.startswith(marks) for text in questions) <= most


def test_a_hand_of_the_judge_is_answered_as_to_the_judge():
    world = worlds.playing()
    _client, partida = seated(world)
    judge = at(world.judge)
    assert send(judge, to(partida, "anotar/")).status_code == 302

    answer = hand(judge, partida, 1, 40, part="sheet")

    assert shown(answer) == shown(look(judge, partida))
    assert look(judge, partida, tag_in(answer)).status_code == 304
