"""How encounters in play stand, many at once, for lists. No write reads this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import caches

from competitions.models import Encounter
from matches.models import EncounterVersion
from matches.queries import live
from matches.queries.live import LiveBoard
from matches.rules.sheet import Phase
from matches.rules.sides import Side

# Those whose score is not official yet: it is what their sheets say.
FROM_SHEETS = (*live.IN_PLAY, *live.AFTER_PLAY)


@dataclass(frozen=True)
class LiveScore:
    """Partidas won, and how far the encounter has come."""

    home: int
    away: int
    partidas_over: int
    partidas: int
    boards_over: int
    boards: int


def score_of(boards: Sequence[LiveBoard]) -> LiveScore:
    """What the boards of one encounter amount to."""
    sheets = [sheet for board in boards for sheet in board.state.partidas]
    won = {side: sum(sheet.winner is side for sheet in sheets) for side in Side}
    return LiveScore(
        home=won[Side.HOME],
        away=won[Side.AWAY],
        partidas_over=sum(sheet.phase is Phase.ENDED for sheet in sheets),
        partidas=sum(board.state.terms.partidas for board in boards),
        boards_over=sum(board.state.is_over for board in boards),
        boards=len(boards),
    )


def scores_of(encounters: Sequence[Encounter]) -> dict[int, LiveScore]:
    """The scores of those of these encounters whose sheets tell them. At most four queries for any number.

    A score follows from what was written alone, so one that was worked out for a version
    is good as long as the encounter has that version.
    """
    told = [each for each in encounters if each.state in FROM_SHEETS and each.terms is not None]
    # First the versions: what is read after them is as new or newer, so no old score is kept for a new one.
    versions = dict(EncounterVersion.objects.filter(pk__in=[each.pk for each in told]).values_list())
    stamps = {each.pk: (each.epoch, versions.get(each.pk, 0)) for each in told}
    kept = caches["pages"].get_many([_name(key) for key in stamps])
    found = {}
    for key, stamp in stamps.items():
        known, score = kept.get(_name(key), (None, None))
        if known == stamp:
            found[key] = score
    missing = [each for each in told if each.pk not in found]
    if missing:
        boards = live.boards_of(missing, live.starters_of([each.pk for each in missing]))
        fresh = {key: score_of(own) for key, own in boards.items()}
        caches["pages"].set_many({_name(key): (stamps[key], score) for key, score in fresh.items()})
        found.update(fresh)
    return found


def _name(key: int) -> str:
    return f"score:{key}"
