"""Phones at a table: opened through the pages, with what their people press and read."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpResponse
from django.test import Client

from matches.models import Board, Partida, TableSession
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories.world import World, again, phone
from tests.matches.views.visits import send, text_of


def open_phone(board: Board) -> Client:
    """A phone on which somebody opens a board with its code."""
    client = Client()
    answer = client.post(f"/mesa/{board.code}/")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/mesas/{board.pk}/")
    return client


def to(partida: Partida, rest: str = "") -> str:
    """An address of a partida."""
    return f"/mesas/{partida.board_id}/{partida.number}/{rest}"


def page(client: Client, partida: Partida) -> str:
    """What the board's page says."""
    answer = client.get(f"/mesas/{partida.board_id}/")
    assert answer.status_code == 200
    return text_of(answer)


def device_of(client: Client, board: Board) -> str:
    """The device of the last phone opened on a board."""
    return f"mesa-{TableSession.objects.filter(board=board).latest('pk').pk}"


def seated(world: World, board: int = 1) -> tuple[Client, Partida]:
    """A phone that holds the pen of a first partida whose four sit: J00 and J01 at home, N and S."""
    partida = world.partida(board, 1)
    client = open_phone(partida.board)
    people = [*_pair(world, board, Side.HOME), *_pair(world, board, Side.AWAY)]
    home, partner, away, other = people
    naming = {"scorer": home, "counter": away, "scorer_pin": world.pin(home)}
    assert send(client, to(partida, "nombrar/"), naming).status_code == 302
    tiles = dict(zip((home, away, other, partner), tables.TILES, strict=True))
    draw = {f"tile_{person}": tile for person, tile in tiles.items()}
    assert send(client, to(partida, "sorteo/"), draw).status_code == 302
    assert send(client, to(partida, "asientos/"), {"seat": "0"}).status_code == 302
    return client, partida


def _pair(world: World, board: int, side: Side) -> list[int]:
    return [world.person(side, 2 * board - 2 + index).pk for index in range(2)]


def hand(client: Client, partida: Partida, number: int, points: object, **changes: Any) -> HttpResponse:
    """Propose a hand: for the home pair, by domino, unless said."""
    part = changes.pop("part", "")
    body = {"hand": number, "revision": 1, "side": "home", "points": points, "ending": "domino", **changes}
    return send(client, to(partida, "jugada/"), body, part=part)


def approve(
    client: Client, world: World, partida: Partida, number: int, revision: int = 1, **changes: Any
) -> HttpResponse:
    """The counter's approval with his PIN."""
    part = changes.pop("part", "")
    counter = tables.state(world, partida).counter
    body = {"person": counter, "pin": world.pin(counter or 0), **changes}
    return send(client, to(partida, f"jugada/{number}/{revision}/conforme/"), body, part=part)


def play(client: Client, world: World, partida: Partida, number: int, points: int) -> None:
    """A hand written and approved through the pages."""
    assert hand(client, partida, number, points).status_code == 302
    assert approve(client, world, partida, number).status_code == 302


def by_actions(world: World, hands: int, board: int = 1) -> tuple[Client, Partida]:
    """A phone looking at a partida of so many hands (level blocks, which end nothing)."""
    partida = world.partida(board, 1)
    by = phone(world, board)
    tables.sit_down(world, partida, by)
    for _ in range(hands):
        tables.propose(world, partida, again(by), 0, None, tables.HandEnding.TIED_BLOCK)
        tables.approve(world, partida, by)
    return open_phone(partida.board), partida


def error_beside(answer: HttpResponse, field: str) -> str:
    """The message beside a field: the text of the element that its aria-describedby names."""
    body = answer.content.decode()
    found = re.search(rf'id="id_{field}_error"[^>]*>(.*?)</(?:div>\s*</div|p)>', body, re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found.group(1))).strip() if found else ""
