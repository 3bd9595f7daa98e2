"""The world that the bench measures in, made through actions: many tables ready for hands, one encounter
to be watched, one to be sealed.

A sheet of the bench is no longer than one that is really played: there are many of them,
and the clients go round. Tables that are written at the same moment belong to several
encounters, four to each, as in a round.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.utils import timezone

from competitions.actions import setup
from federation.models import User
from matches.actions import encounter_day, incidents, line_ups, signing
from matches.actions import tables as table_actions
from matches.actions.line_ups import Names
from matches.actions.pins import Identified
from matches.demo.play import scribble
from matches.models import Partida
from matches.permissions import Actor
from matches.queries import actas
from matches.rules.domino.hands import HandEnding
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories.world import World, actor, playing
from tests.matches.acta.sample import HANDS

BOARDS = 4
PARTIDAS = 2
LONGEST_SHEET = 14
"""Hands that the bench writes on one sheet: what a partida to 300 takes."""


@dataclass
class Sheet:
    """A first partida on a phone, seated and with the pen: the next thing is a hand."""

    encounter: int
    board: int
    token: str
    counter: int
    pin: str
    hand: int = 1

    @property
    def path(self) -> str:
        """Where its writes go."""
        return f"/mesas/{self.board}/1/"

    @property
    def is_full(self) -> bool:
        """Has it as many hands as a real one?"""
        return self.hand > LONGEST_SHEET


@dataclass
class Ground:
    """What was built."""

    sheets: list[list[Sheet]]
    """For each client, its tables."""
    sessions: list[str]
    """For each client, the session of somebody who is logged in."""
    watched: int
    """An encounter in the middle of play."""
    signed: int
    """An encounter that waits for its acta."""
    seconds: float


@transaction.atomic
def build(clients: int, tables_each: int) -> Ground:
    """Build everything in one transaction, for `clients` (a multiple of four) with some tables each."""
    begin = time.perf_counter()
    first = playing(boards=BOARDS, partidas=PARTIDAS, at=timezone.now())
    rounds = _rounds(first)
    sheets: list[list[Sheet]] = [[] for _ in range(clients)]
    for _turn in range(tables_each):
        for group in range(0, clients, BOARDS):
            world = next(rounds)
            for board in range(1, BOARDS + 1):
                sheets[group + board - 1].append(seated(world, board))
    watched = next(rounds)
    _play_half(watched)
    signed = next(rounds)
    _play_whole(signed)
    return Ground(
        sheets=sheets,
        sessions=[session_of(first.captains[Side.HOME]) for _ in range(clients)],
        watched=watched.encounter.pk,
        signed=signed.encounter.pk,
        seconds=time.perf_counter() - begin,
    )


def _rounds(first: World) -> Iterator[World]:
    """The first encounter, then others of the same teams and judge, each in a round of its own."""
    yield first
    encounter = first.encounter
    number = encounter.round.number
    while True:
        number += 1
        made = setup.schedule_encounter(
            in_round=setup.add_round(
                competition=encounter.round.competition,
                number=number,
                starts_on=encounter.round.starts_on,
                by=None,
            ),
            number=1,
            home=encounter.home,
            away=encounter.away,
            venue=encounter.venue,
            at=encounter.scheduled_at,
            by=None,
        )
        world = replace(first, encounter=made)
        assert world.judge is not None and world.judge.person is not None
        setup.designate_judge(encounter=made, licence=world.judge.person.licences.get(), by=None)
        for side, step in ((Side.HOME, 1), (Side.AWAY, 3)):
            line_ups.lock_line_up(
                encounter_id=made.pk, names=_turned(world, side, step * number), by=world.captain(side)
            )
        encounter_day.take_charge(encounter_id=made.pk, by=world.director())
        encounter_day.start(encounter_id=made.pk, by=world.director())
        world.reload()
        yield world


def _turned(world: World, side: Side, by: int) -> Names:
    """A line-up in which other people meet than in the round before."""
    people = [person.pk for person in world.people[side]]
    start = by % len(people)
    turned = people[start:] + people[:start]
    boards = {number: (turned[2 * number - 2], turned[2 * number - 1]) for number in range(1, BOARDS + 1)}
    return Names(boards=boards, substitutes=tuple(turned[2 * BOARDS :]))


def _phone(world: World, board: int) -> tuple[Actor, str]:
    """A phone opened on a board, and the token that it keeps."""
    code = world.boards()[board - 1].code
    session, token = table_actions.open_board(code=code, device=f"banco-{code}", by=None)
    return actor(device=f"mesa-{session.pk}", session=session), token


def seated(world: World, board: int) -> Sheet:
    partida = world.partida(board, 1)
    phone, token = _phone(world, board)
    tables.sit_down(world, partida, phone)
    counter = int(tables.state(world, partida).counter or 0)
    return Sheet(world.encounter.pk, partida.board_id, token, counter, world.pin(counter))


def _write(world: World, partida: Partida, phone: Actor, hands: Sequence[str]) -> None:
    """Hands as `sample` notes them: side, points, c for a block; T for a level one."""
    for text in hands:
        if text == "T":
            tables.propose(world, partida, phone, 0, None, HandEnding.TIED_BLOCK)
        else:
            ending = HandEnding.BLOCK if text.endswith("c") else HandEnding.DOMINO
            side = Side.HOME if text.startswith("H") else Side.AWAY
            tables.propose(world, partida, phone, int(text[1:].rstrip("c")), side, ending)
        tables.approve(world, partida, phone)


def _play(world: World, board: int, wanted: Sequence[int | None]) -> Actor:
    """Play a board's partidas: the first hands of each, or all of them for None."""
    phone, _token = _phone(world, board)
    for number, hands in enumerate(wanted, start=1):
        partida = world.partida(board, number)
        tables.sit_down(world, partida, phone)
        _write(world, partida, phone, HANDS[board - 1][number - 1].split()[:hands])
    return phone


def _play_half(world: World) -> None:
    """Two boards in their second partida, two in their first: what spectators look at."""
    for board in (1, 2):
        _play(world, board, [None, 6])
    for board in (3, 4):
        _play(world, board, [9])


def _play_whole(world: World) -> None:
    """Everything played, an incident at each board, closed and signed by all three."""
    for board in range(1, BOARDS + 1):
        phone = _play(world, board, [None] * PARTIDAS)
        incidents.write_incident(
            encounter_id=world.encounter.pk,
            partida_id=world.partida(board, 2).pk,
            hand=3,
            kind="comment",
            text="Comenta en voz alta la jugada de su compañero. Se le advierte.",
            people_ids=[world.person(Side.AWAY, 2 * board - 1).pk],
            by=phone,
        )
    encounter_day.close(encounter_id=world.encounter.pk, by=world.director())
    content = actas.current_content(world.reload())
    assert content is not None and world.judge is not None
    signatories = (
        ("home_captain", world.captains[Side.HOME]),
        ("away_captain", world.captains[Side.AWAY]),
        ("judge", world.judge),
    )
    for role, account in signatories:
        by = actor(account, device=f"cuenta-{role}")
        signing.sign(
            encounter_id=world.encounter.pk,
            role=role,
            seen_hash=content.content_hash,
            drawn=signing.Drawn("plain", "", scribble(Random(7)), without_drawing=False),
            who=Identified(person_id=account.person_id or 0, how="password", device=by.device),
            by=by,
        )


def session_of(user: User) -> str:
    """The key of a new session in which somebody is logged in."""
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)
