"""How far the boards of many encounters are, in a few figures each.

Replaying the sheets of a whole round costs; what has not changed since the last look is
remembered, in each process for itself, under the encounter's version. No write reads it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from competitions.models import Encounter
from matches.models import EncounterVersion
from matches.queries import acta_facts, sheets
from matches.queries.sheets import BoardView
from matches.rules.sheet import HandState, Phase
from matches.rules.sides import Side

REMEMBERED = 500
Key = tuple[int, int, int, datetime | None]


@dataclass(frozen=True)
class BoardPlay:
    """One board: the partida in play with its approved tantos, or that all have ended."""

    number: int
    over: bool
    partida: int
    begun: bool
    home: int
    away: int
    in_dispute: tuple[int, ...]


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


_known: OrderedDict[Key, Play] = OrderedDict()


def play_of(encounters: Sequence[Encounter]) -> Mapping[int, Play]:
    """How far each started encounter is; those that have not started are left out. Constant queries."""
    started = [encounter for encounter in encounters if encounter.terms is not None]
    if not started:
        return {}
    rows = EncounterVersion.objects.filter(encounter__in=[each.pk for each in started])
    versions = dict(rows.values_list("encounter", "version"))
    keys: dict[int, Key] = {
        each.pk: (each.pk, versions.get(each.pk, 0), each.epoch, each.started_at) for each in started
    }
    found = {pk: _known[key] for pk, key in keys.items() if key in _known}
    fresh = [each for each in started if each.pk not in found]
    views = sheets.views_of(fresh) if fresh else {}
    for each in fresh:
        found[each.pk] = _known[keys[each.pk]] = _play(each, views[each.pk])
    while len(_known) > REMEMBERED:
        _known.popitem(last=False)
    return found


def _play(encounter: Encounter, views: list[BoardView]) -> Play:
    partidas = acta_facts.result_of(encounter, views).partidas
    return Play(tuple(_board(view) for view in views), partidas.home, partidas.away)


def _board(view: BoardView) -> BoardPlay:
    sheet = view.sheet
    return BoardPlay(
        number=view.board.number,
        over=view.state.is_over,
        partida=view.state.current,
        begun=sheet.phase in (Phase.PLAYING, Phase.SETTLEMENT, Phase.ENDED),
        home=sheet.totals.of(Side.HOME),
        away=sheet.totals.of(Side.AWAY),
        in_dispute=tuple(row.number for row in sheet.hands if row.state is HandState.DISAGREED),
    )
