"""Reading sheets of frames: entries into states by the one replay that pages, acta and actions share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matches.models import Board, Partida, Pen, SheetEntry
from matches.queries.encounters import Terms
from matches.queries.views_of_boards import Entries, ViewOfBoard
from matches.rules.frame_board import FrameBoardState, FrameBoardTerms, replay_frames
from matches.rules.pool.frames import FrameEntry, FrameEntryKind, FrameState
from matches.rules.pool.series import Length
from matches.rules.sides import Side


class FrameView(ViewOfBoard[FrameBoardState, FrameState]):
    """A board of 8-ball."""

    def replayed(self, entries: Entries) -> FrameBoardState:
        """The state that these entries amount to."""
        return _state(self.state.terms, self.starters, entries)


def as_frame_entry(row: SheetEntry) -> FrameEntry:
    """A stored entry as the rules read it; the columns of a hand name the frame."""
    return FrameEntry(
        seq=row.seq,
        kind=FrameEntryKind(row.kind),
        frame=row.hand,
        revision=row.revision,
        by=str(row.person_id) if row.person_id else None,
        data=row.data,
    )


def terms_of_frames(board: Board, terms: Terms, partidas: int) -> FrameBoardTerms:
    """What is fixed for a board: as it was stored when the encounter started."""
    return FrameBoardTerms(
        length=Length(board.length),
        frames=board.frames or 0,
        parameters=terms.parameters,
        team_competition=terms.team_competition,
        partidas=partidas,
        takes_coins=board.takes_coins,
        first_breaker=Side(board.first_breaker) if board.first_breaker else None,
    )


def frame_view(
    board: Board,
    partidas: Sequence[Partida],
    entries: Mapping[int, tuple[SheetEntry, ...]],
    starters: Mapping[Side, tuple[str, ...]],
    terms: Terms,
    pens: Mapping[int, Pen],
) -> FrameView:
    """A board of 8-ball from what was read of it; `entries` and `pens` by the number of the partida."""
    state = _state(terms_of_frames(board, terms, len(partidas)), starters, entries)
    return FrameView(board, tuple(partidas), entries, starters, state, pens)


def _state(
    terms: FrameBoardTerms, starters: Mapping[Side, tuple[str, ...]], entries: Entries
) -> FrameBoardState:
    numbers = range(1, terms.partidas + 1)
    streams = [[as_frame_entry(row) for row in entries.get(number, ())] for number in numbers]
    return replay_frames(terms, starters, streams)
