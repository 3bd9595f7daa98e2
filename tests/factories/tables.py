"""Playing at a table of the small world, act by act."""

from __future__ import annotations

from matches.actions import approvals, pins, sheets, tables
from matches.models import Partida
from matches.permissions import Actor
from matches.queries.sheets import partida_state
from matches.rules.domino.hands import HandEnding
from matches.rules.domino.officials import DoneBy
from matches.rules.sheet import Phase, SheetState
from matches.rules.sides import Side
from tests.factories.world import World, again

TILES = ("6-6", "5-5", "4-4", "3-3")


def state(world: World, partida: Partida) -> SheetState:
    """The sheet as it stands."""
    found = partida_state(partida, world.reload())
    assert found is not None
    return found


def take_pen(world: World, partida: Partida, by: Actor, person: int) -> None:
    """A person takes the pen on this device with his PIN."""
    who = pins.verify_pin(person_id=person, pin=world.pin(person), device=by.device)
    tables.take_pen(partida_id=partida.pk, who=who, by=again(by))


def name(world: World, partida: Partida, by: Actor) -> None:
    """The first player of each pair writes and counts."""
    sides = state(world, partida).sides
    scorer, counter = int(sides[Side.HOME][0]), int(sides[Side.AWAY][0])
    identified = [
        pins.verify_pin(person_id=each, pin=world.pin(each), device=by.device) for each in (scorer, counter)
    ]
    sheets.name_officials(
        partida_id=partida.pk,
        scorer=scorer,
        counter=counter,
        done_by=DoneBy.PLAYERS,
        identified=identified,
        by=again(by),
    )


def sit_down(world: World, partida: Partida, by: Actor) -> None:
    """Naming, pen, and the seats: drawn (the first home player leads at N), or those that are due."""
    name(world, partida, by)
    now = state(world, partida)
    take_pen(world, partida, by, int(now.scorer or 0))
    if now.phase is Phase.SWAP or partida.number > 1:
        sheets.confirm_seats(partida_id=partida.pk, answer="", reason="", by=again(by))
        return
    people = [*now.sides[Side.HOME], *now.sides[Side.AWAY]]
    # 6-6 to the first home player; of the rivals the first one has the higher tile.
    order = (people[0], people[2], people[3], people[1])
    sheets.record_draw(
        partida_id=partida.pk,
        tiles={int(each): tile for each, tile in zip(order, TILES, strict=True)},
        by=again(by),
    )
    sheets.choose_seat(partida_id=partida.pk, seat=0, by=again(by))


def propose(
    world: World,
    partida: Partida,
    by: Actor,
    points: int,
    side: Side | None = Side.HOME,
    ending: HandEnding = HandEnding.DOMINO,
    **kwargs: object,
) -> int:
    """Write the next hand; give its number."""
    now = state(world, partida)
    assert now.next_hand is not None
    assert now.next_revision is not None
    options = {"reason": "", "confirmed": False, **kwargs}
    sheets.propose_hand(
        partida_id=partida.pk,
        hand=now.next_hand,
        revision=now.next_revision,
        side=side,
        points=points,
        ending=ending,
        by=again(by),
        **options,  # type: ignore[arg-type]
    )
    return now.next_hand


def approve(world: World, partida: Partida, by: Actor) -> None:
    """The counter approves what waits, with his PIN on this device."""
    row = state(world, partida).hands[-1]
    for person in row.missing_approvals:
        who = pins.verify_pin(person_id=int(person), pin=world.pin(person), device=by.device)
        approvals.approve_hand(
            partida_id=partida.pk, hand=row.number, revision=row.revision, who=who, by=again(by)
        )


def play_hand(world: World, partida: Partida, by: Actor, points: int, side: Side | None = Side.HOME) -> None:
    """A hand proposed and approved."""
    propose(world, partida, by, points, side)
    approve(world, partida, by)


def play_partida(world: World, partida: Partida, by: Actor, winner: Side = Side.HOME) -> None:
    """Sit down and play until the winner has the target: 80, then 20 for the loser, then 80…"""
    sit_down(world, partida, by)
    while state(world, partida).phase is Phase.PLAYING:
        play_hand(world, partida, by, 80, winner)
        if state(world, partida).totals.of(winner.other) == 0:
            play_hand(world, partida, by, 20, winner.other)


def play_board(
    world: World, board: int, by: Actor, winners: tuple[Side, ...] = (Side.HOME, Side.AWAY)
) -> None:
    """All partidas of a board, won by `winners` in order."""
    for number, winner in enumerate(winners, start=1):
        play_partida(world, world.partida(board, number), by, winner)
