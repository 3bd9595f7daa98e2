"""The table of expected answers, and how a page is asked."""

from __future__ import annotations

from pathlib import Path

from django.db import transaction
from django.test import Client
from zeal import zeal_ignore

from tests.matrix.cast import ACTORS, Stage

TABLE = Path(__file__).with_name("table.txt")
# Made by Django and by our tables; `test_the_administration…` looks at all of them.
GENERATED_ROUTES = ("admin:",)

FILLED = {
    "{encounter}": "encounter",
    "{round}": "round",
    "{board}": "board",
    "{board_of_pool}": "board_of_pool",
    "{partida}": "partida",
    "{board_on_paper}": "board_on_paper",
    "{person}": "person",
    "{licence}": "licence",
    "{licence_code}": "licence_code",
    "{account}": "account",
    "{team}": "team",
    "{club}": "club",
    "{venue}": "venue",
    "{place}": "place",
    "{judge}": "judge",
    "{season}": "season",
    "{regulation}": "regulation",
    "{other_version}": "other_version",
    "{regulation_change}": "regulation_change",
    "{absence}": "absence",
    "{venue_table}": "venue_table",
    "{code}": "code",
    "{delegation}": "delegation",
    "{merge}": "merge",
    "{erasure}": "erasure",
    "{hold}": "hold",
    "{other}": "other",
    "{import}": "import",
    "{request}": "request",
    "{change}": "change",
    "{squad_request}": "squad_request",
    "{foreign_club}": "foreign_club",
    "{foreign_request}": "foreign_request",
    "{competition}": "competition",
    "{entry}": "entry",
    "{pairs}": "pairs",
}


def rows() -> list[tuple[str, str, str]]:
    """Each route with a method and the path that is asked, as the table names them."""
    found = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", " ")):
            route, method, path = line.split()
            found.append((route, method, path))
    return found


def written() -> dict[tuple[str, str, str], dict[str, str]]:
    """The expected status of each cell."""
    found: dict[tuple[str, str, str], dict[str, str]] = {}
    key = ("", "", "")
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith(" "):
            status, _colon, actors = line.strip().partition(": ")
            names = ACTORS if actors == "everybody" else actors.split(", ")
            found[key].update(dict.fromkeys(names, status))
        else:
            route, method, path = line.split()
            key = (route, method, path)
            found[key] = {}
    for key, cells in found.items():
        assert set(cells) == set(ACTORS), f"{key} leaves out {set(ACTORS) - set(cells)}"
    return found


def answers(stage: Stage, method: str, path: str) -> dict[str, str]:
    """What each actor gets; whatever was written is undone before the next one asks."""
    for mark, key in FILLED.items():
        path = path.replace(mark, str(stage.keys[key]))
    return {actor: _ask(client, method, path) for actor, client in stage.clients.items()}


def answer(stage: Stage, actor: str, method: str, path: str) -> str:
    """What one actor gets; whatever was written is undone."""
    return _ask(stage.clients[actor], method, path)


class _UndoneError(Exception):
    """Ends the transaction of one question."""


def _ask(client: Client, method: str, path: str) -> str:
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    status = ""
    try:
        # Many people in one test ask for the same thing: that is no loop of the product's.
        with zeal_ignore(), transaction.atomic():
            response = (
                client.get(path) if method == "GET" else client.post(path, {"client_id": "matriz-000001"})
            )
            status = str(response.status_code)
            raise _UndoneError
    except _UndoneError:
        client.cookies.clear()
        for name, value in cookies.items():
            client.cookies[name] = value
        return status
