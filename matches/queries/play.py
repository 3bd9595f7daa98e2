"""How far the boards of many encounters are, in a few figures each. No write reads this.

Replaying the sheets of a whole round costs; what was worked out for an encounter's version
is good as long as it has that version, and each process keeps its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.cache import caches

from competitions.models import Encounter
from matches.models import EncounterVersion
from matches.queries import live
from matches.queries.live import AnyBoard, LiveBoard, LiveFrames
from matches.rules.frame_board import frames_of
from matches.rules.sheet import HandState, Phase
from matches.rules.sides import Side


@dataclass(frozen=True)
class BoardPlay:
    """One board: the partida in play with what is approved of it, or that all have ended."""

    number: int
    over: bool
    partida: int
    begun: bool
    home: int
    away: int
    in_dispute: tuple[int, ...]
    of_frames: bool = False


@dataclass(frozen=True)
class Play:
    """The boards of an encounter, in order, and the partidas won so far."""

    boards: tuple[BoardPlay, ...]
    home: int
    away: int

    @property
    def over(self) -> int:
        """How many boards have ended."""
        return sum(board.over for board in self.boards)

    @property
    def is_over(self) -> bool:
        """Have all of them?"""
        return self.over == len(self.boards)


def play_of(encounters: Sequence[Encounter]) -> Mapping[int, Play]:
    """How far each started encounter is; those that have not started are left out. Constant queries."""
    started = [each for each in encounters if each.terms is not None]
    # First the versions: what is read after them is as new or newer, so nothing old is kept for a new one.
    rows = EncounterVersion.objects.filter(pk__in=[each.pk for each in started])
    versions = dict(rows.values_list("pk", "version"))
    names = {each.pk: f"play:{each.pk}:{each.epoch}:{versions.get(each.pk, 0)}" for each in started}
    kept = caches["pages"].get_many(names.values())
    found = {pk: kept[name] for pk, name in names.items() if name in kept}
    fresh = [each for each in started if each.pk not in found]
    if fresh:
        boards = live.boards_of(fresh, live.starters_of([each.pk for each in fresh]))
        made = {pk: _play(own) for pk, own in boards.items()}
        caches["pages"].set_many({names[pk]: play for pk, play in made.items()})
        found.update(made)
    return found


def _play(boards: Sequence[AnyBoard]) -> Play:
    won = {side: sum(board.state.won(side) for board in boards) for side in Side}
    made = (_frames(each) if isinstance(each, LiveFrames) else _board(each) for each in boards)
    return Play(tuple(made), won[Side.HOME], won[Side.AWAY])


def _board(board: LiveBoard) -> BoardPlay:
    sheet = board.state.sheet
    return BoardPlay(
        number=board.number,
        over=board.state.is_done,
        partida=board.state.current,
        begun=sheet.phase in (Phase.PLAYING, Phase.SETTLEMENT, Phase.ENDED),
        home=sheet.totals.of(Side.HOME),
        away=sheet.totals.of(Side.AWAY),
        in_dispute=tuple(row.number for row in sheet.hands if row.state is HandState.DISAGREED),
    )


def _frames(board: LiveFrames) -> BoardPlay:
    sheet = board.state.sheet
    score = frames_of(sheet)
    return BoardPlay(
        number=board.number,
        over=board.state.is_done,
        partida=board.state.current,
        begun=sheet.facts.has_begun,
        home=score.home,
        away=score.away,
        in_dispute=sheet.disputed,
        of_frames=True,
    )
