"""The formats of encounter that the product brings ready-made: who meets at each board. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ReadyBoard:
    """One board: its block, what is played, how many a side, partidas; of 8-ball, how many frames."""

    block: int
    discipline: str
    players_per_side: int
    partidas: int = 1
    length: str = ""
    frames: int | None = None


def _domino(boards: int) -> tuple[ReadyBoard, ...]:
    return (ReadyBoard(1, "domino", 2, partidas=2),) * boards


def _pool(players: int, length: str, frames: int, *, block: int = 1) -> ReadyBoard:
    return ReadyBoard(block, "pool", players, length=length, frames=frames)


READY: Mapping[str, tuple[ReadyBoard, ...]] = {
    "domino_4x2": _domino(4),
    "domino_6x2": _domino(6),
    "pool_6_singles_3_doubles": (
        *(_pool(1, "fixed", 1),) * 6,
        *(_pool(2, "fixed", 1, block=2),) * 3,
    ),
    "pool_4_race_to_5": (_pool(1, "race", 5),) * 4,
    "pool_singles_race_to_7": (_pool(1, "race", 7),),
    "pool_doubles_race_to_5": (_pool(2, "race", 5),),
}
