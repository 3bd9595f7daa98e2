"""A hundred spectators look at an encounter while its ten tables write, through a real server."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection

from matches.models import SheetEntry
from matches.queries.encounters import version_of
from matches.queries.sheets import board_views
from tests.factories.world import World, playing
from tests.load.client import Connection
from tests.load.hands import Phones, live_part
from tests.load.servers import Server
from tests.load.world import Sheet, seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TABLES, HANDS = 10, 6
SPECTATORS, SOCKETS = 100, 10


@pytest.fixture
def world() -> World:
    return playing(boards=TABLES, partidas=1, bench=0)


@pytest.fixture
def server(world: World) -> Iterator[Server]:
    base = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.load.settings_of_tests",
        "DATABASE_URL": f"{base}/{connection.settings_dict['NAME']}",
        "PYTHONPATH": str(settings.BASE_DIR),
    }
    started = Server("federation.wsgi", environment)
    yield started
    started.stop()


class Spectators:
    """Some spectators who share a connection: each keeps the tag of what he has seen."""

    def __init__(self, server: Server, path: str, count: int) -> None:
        self._server, self._path = server, path
        self.tags = [""] * count
        self.answers: Counter[int] = Counter()

    def look(self, link: Connection) -> None:
        """Each of them once, in turn."""
        for number, tag in enumerate(self.tags):
            answer = link.ask(live_part(self._path, self._server.host, "vivo", tag))
            self.answers[answer.status] += 1
            if answer.status == 200:
                self.tags[number] = answer.tag


def _write(server: Server, sheet: Sheet) -> None:
    """A table's hands, each proposed and approved."""
    phone, link = Phones([sheet], server.host), Connection(server.port)
    for _hand in range(HANDS):
        for approves in (False, True):
            phone.approves = approves
            request = phone.request()
            assert request is not None
            phone.answered(link.ask(request))
    link.close()


def _watch(spectators: Spectators, port: int, over: threading.Event) -> None:
    link = Connection(port)
    while not over.is_set():
        spectators.look(link)
    # What was written last is seen by everybody.
    spectators.look(link)
    link.close()


def test_no_write_is_lost_and_everybody_sees_the_last(world: World, server: Server) -> None:
    sheets = [seated(world, board) for board in range(1, TABLES + 1)]
    path = f"/directo/encuentros/{world.encounter.pk}/"
    crowds = [Spectators(server, path, SPECTATORS // SOCKETS) for _ in range(SOCKETS)]
    over, failed = threading.Event(), []

    def caught(act: object, *args: object) -> None:
        try:
            act(*args)  # type: ignore[operator]
        except BaseException as error:  # noqa: BLE001 - told below, in the thread of the test
            failed.append(error)
            over.set()

    watchers = [threading.Thread(target=caught, args=(_watch, crowd, server.port, over)) for crowd in crowds]
    writers = [threading.Thread(target=caught, args=(_write, server, sheet)) for sheet in sheets]
    for thread in [*watchers, *writers]:
        thread.start()
    for thread in writers:
        thread.join(timeout=120)
    over.set()
    for thread in watchers:
        thread.join(timeout=60)

    assert failed == []
    answers = sum((crowd.answers for crowd in crowds), Counter())
    assert set(answers) == {200, 304}
    assert len({tag for crowd in crowds for tag in crowd.tags}) == 1
    _nothing_is_lost(world)


def _nothing_is_lost(world: World) -> None:
    written = SheetEntry.objects.filter(partida__board__encounter=world.encounter)
    assert written.filter(kind="hand").count() == written.filter(kind="approval").count() == TABLES * HANDS
    expected = {
        "home": sum(20 + hand for hand in range(1, HANDS + 1) if hand % 2),
        "away": sum(20 + hand for hand in range(1, HANDS + 1) if hand % 2 == 0),
    }
    for view in board_views(world.reload()):
        entries = view.entries[1]
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        assert {"home": view.sheet.totals.home, "away": view.sheet.totals.away} == expected
    assert version_of(world.encounter.pk) >= written.count()
