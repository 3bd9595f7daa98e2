"""Spectators: what they are sent, and what a table does that they see or do not see."""

from __future__ import annotations

import re
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

from django.core.cache import caches
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from competitions.actions.results import Score, publish_outcome
from competitions.models import Encounter, Outcome
from matches.actions import approvals, pins
from matches.actions.approvals import Count
from matches.models import Partida
from matches.permissions import Actor
from matches.rules.domino.hands import HandEnding
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.factories.world import World, again

PART = {"HX-Request": "true", "HX-Target": "vivo"}


def page(world: World) -> str:
    """The public page of the world's encounter."""
    return f"/directo/encuentros/{world.encounter.pk}/"


def round_page(world: World) -> str:
    """The public page of its round."""
    return f"/directo/jornadas/{world.encounter.round_id}/"


def part(path: str, client: Client | None = None, *, language: str = "es", held: str = "") -> HttpResponse:
    """The part that changes, as a page that follows asks for it; `held` is the tag that it has."""
    headers = {**PART, **({"If-None-Match": held} if held else {})}
    return (client or Client()).get(f"{path}?idioma={language}", headers=headers)  # type: ignore[return-value]


def seen(where: str) -> Any:
    """What the template of a page is given, made again even where the process keeps it."""
    caches["pages"].clear()
    return part(where).context["page"]


def shown(world: World) -> list[HttpResponse]:
    """Page and part of the encounter (the first two), and of the lists that it is in."""
    return [
        answer
        for where in (page(world), round_page(world), "/directo/")
        for answer in (Client().get(where), part(where))
    ]


def contents(answer: HttpResponse) -> str:
    """What an answer holds, without the tag that tells its versions apart."""
    return re.sub(r'data-live-etag="[^"]*"', "", answer.content.decode())


class _Attributes(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.values: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.values += [value or "" for _name, value in attrs]


def attributes(answer: HttpResponse) -> str:
    """Every value of every attribute of an answer, and the title."""
    reader = _Attributes()
    reader.feed(answer.content.decode())
    title = re.search(r"<title>.*?</title>", answer.content.decode(), re.DOTALL)
    return "\n".join([*reader.values, title.group() if title else ""])


def queries(path: str, **extra: object) -> int:
    """How many questions a page asks that nobody has asked for before in this process."""
    caches["pages"].clear()
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(path, **extra).status_code == 200  # type: ignore[arg-type]
    return len(asked)


# ---------------------------------------------------------------- at the table
def disagree(world: World, partida: Partida, by: Actor, points: int) -> None:
    """The counter counts another figure than the one that was proposed."""
    state = tables.state(world, partida)
    row = state.hands[-1]
    counter = int(state.counter or 0)
    approvals.disagree(
        partida_id=partida.pk,
        hand=row.number,
        revision=row.revision,
        count=Count(side=row.side, points=points, ending=row.ending),
        who=pins.verify_pin(person_id=counter, pin=world.pin(counter), device=by.device),
        by=again(by),
    )


def settle(world: World, partida: Partida, hand: int, points: int, side: Side = Side.HOME) -> None:
    """The judge settles a frozen hand."""
    row = next(each for each in tables.state(world, partida).hands if each.number == hand)
    approvals.settle(
        partida_id=partida.pk,
        hand=hand,
        revision=row.revision,
        count=Count(side=side, points=points, ending=HandEnding.DOMINO),
        reason="Se cuentan otra vez las fichas.",
        rival=None,
        by=world.director(),
    )


def take_back(world: World, partida: Partida, by: Actor) -> None:
    """Scorer and counter take the last hand back."""
    state = tables.state(world, partida)
    row = state.hands[-1]
    approvals.retract_hand(
        partida_id=partida.pk,
        hand=row.number,
        revision=row.revision,
        reason="",
        identified=[
            pins.verify_pin(person_id=int(each or 0), pin=world.pin(each or 0), device=by.device)
            for each in (state.scorer, state.counter)
        ],
        by=again(by),
    )


# ---------------------------------------------------------------- results
def outcome(world: World, *, kind: str, home: int, away: int, winner: str, is_pending: bool = False) -> None:
    """One more version of the official result."""
    last = Outcome.objects.filter(encounter=world.encounter).order_by("-version").first()
    publish_outcome(
        encounter=world.encounter,
        kind=kind,
        home=Score(home, 0, 0, 0),
        away=Score(away, 0, 0, 0),
        winner=winner,
        is_pending=is_pending,
        at=last.at + timedelta(hours=1) if last else worlds.NOW,
    )
    Encounter.objects.filter(pk=world.encounter.pk).update(epoch=world.encounter.epoch + 1)
