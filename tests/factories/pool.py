"""Playing 8-ball at a table of the small world, act by act."""

from __future__ import annotations

from competitions.actions.setup import BoardSpec
from federation.models import Discipline
from matches.actions import frame_approvals, frames, pins
from matches.actions.frames import Place
from matches.models import Partida
from matches.permissions import Actor
from matches.queries import frame_people, sheets
from matches.queries.frames import FrameView
from matches.rules.pool.endings import Ending, winner_of
from matches.rules.pool.frame_entries import FrameFigures
from matches.rules.pool.frames import FramePhase, FrameState
from matches.rules.sides import Side
from tests.factories.world import World, again


def singles(
    number: int, frames: int = 2, *, length: str = "race", block: int = 1, weight: int = 1
) -> BoardSpec:
    """A board of one against one: a race to 2 unless said."""
    return BoardSpec(block, number, Discipline.POOL, 1, 1, weight, length, frames)


def doubles(number: int, frames: int = 1, *, length: str = "fixed", block: int = 2) -> BoardSpec:
    """A board of two against two: one frame unless said."""
    return BoardSpec(block, number, Discipline.POOL, 2, 1, 1, length, frames)


def view(world: World, partida: Partida) -> FrameView:
    """The board as it stands."""
    return sheets.frame_board_view(world.reload(), partida.board)


def state(world: World, partida: Partida) -> FrameState:
    """The sheet as it stands."""
    found = view(world, partida).state_of(partida.number)
    assert found is not None
    return found


def take_pen(world: World, partida: Partida, by: Actor, side: Side = Side.HOME) -> None:
    """A player of the board takes the pen on this device with his PIN."""
    person = int(view(world, partida).starters[side][0])
    who = pins.verify_pin(person_id=person, pin=world.pin(person), device=by.device)
    frames.take_frame_pen(partida_id=partida.pk, who=who, by=again(by))


def lag(
    world: World, partida: Partida, by: Actor, winner: Side = Side.HOME, breaks: Side | None = None
) -> None:
    """Somebody wins the lag and chooses who breaks: himself unless said."""
    frames.write_lag(partida_id=partida.pk, winner=winner, breaks=breaks or winner, by=again(by))


def place(world: World, partida: Partida) -> Place:
    """The frame that is to be written."""
    now = state(world, partida)
    assert now.next_frame is not None
    assert now.next_revision is not None
    return Place(now.next_frame, now.next_revision)


def write(
    world: World,
    partida: Partida,
    by: Actor,
    side: Side | None,
    ending: Ending = Ending.EIGHT,
    *,
    run_out: bool = False,
) -> Place:
    """Write the next frame; `side` as the ending asks it."""
    at = place(world, partida)
    figures = FrameFigures(ending, side, run_out)
    frames.write_frame(partida_id=partida.pk, at=at, figures=figures, by=again(by))
    return at


def approve(world: World, partida: Partida, by: Actor) -> None:
    """Whoever is awaited approves the last frame with his PIN on this device."""
    row = state(world, partida).facts.current[-1]
    awaited = frame_people.approvers(world.encounter, view(world, partida))
    for side in row.sides_missing:
        person = int(awaited[side][0])
        who = pins.verify_pin(person_id=person, pin=world.pin(person), device=by.device)
        frame_approvals.approve_frame(
            partida_id=partida.pk, at=Place(row.number, row.revision), who=who, by=again(by)
        )


def play(world: World, partida: Partida, by: Actor, winner: Side, ending: Ending = Ending.EIGHT) -> None:
    """A frame written and approved; the lag first where one is due."""
    if state(world, partida).phase is FramePhase.LAG:
        lag(world, partida, by, winner)
    side = winner if winner_of(ending, winner) is winner else winner.other
    write(world, partida, by, side, ending)
    approve(world, partida, by)


def play_partida(world: World, partida: Partida, by: Actor, winner: Side = Side.HOME) -> None:
    """The pen and every frame for one side, until the partida has ended."""
    take_pen(world, partida, by)
    while state(world, partida).phase is not FramePhase.ENDED:
        play(world, partida, by, winner)
