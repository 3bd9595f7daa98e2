"""Appending to the stream of a partida of 8-ball, as `stream` does for domino."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from competitions.models import Encounter
from matches.actions.directing import judge_of
from matches.actions.stream import About, keep
from matches.actions.tables import locked_partida, require_own, started
from matches.models import Partida, Pen, SheetEntry
from matches.permissions import Actor, require_at_table
from matches.queries import frame_people, sheets
from matches.queries.frames import FrameView
from matches.rules.pool.frame_entries import Writer
from matches.rules.pool.frames import FrameEntryKind, FrameState, check_entry
from matches.rules.sides import Side


@dataclass(frozen=True)
class OpenFrames:
    """A partida of 8-ball under its encounter's lock, with the state that its entries amount to."""

    partida: Partida
    encounter: Encounter
    state: FrameState
    view: FrameView

    def require_pen(self, by: Actor) -> Pen:
        """The pen of this partida, held by this device; ConflictError as `tables.require_pen`."""
        return require_own(self.view.pens.get(self.partida.number), by)

    def writer(self, pen: Pen) -> Writer:
        """For whom whoever holds the pen writes: his side, or the judge."""
        if pen.person_id == judge_of(self.encounter):
            return Writer.JUDGE
        side = frame_people.side_of(self.encounter, self.view, pen.person_id)
        return Writer.JUDGE if side is None else Writer(side.value)

    def team(self, side: Side) -> str:
        """The name of a side."""
        entry = self.encounter.home if side is Side.HOME else self.encounter.away
        return entry.name


@dataclass(frozen=True)
class WrittenFrames:
    """What a write left: its entry, the sheet it was checked against, the state and version after it."""

    entry: SheetEntry
    sheet: OpenFrames
    state: FrameState
    version: int

    @cached_property
    def view(self) -> FrameView:
        """The board as it stands with the entry, as long as nobody writes at that encounter again."""
        return self.sheet.view.with_entry(self.sheet.partida.number, self.entry, self.state)


def open_frames(partida_id: int, by: Actor) -> OpenFrames:
    """Lock a partida's encounter and replay its sheet; raises as `stream.open_sheet`.

    ConflictError `other_discipline` for a partida of domino.
    """
    partida, encounter = locked_partida(partida_id)
    require_at_table(by, partida.board_id, encounter)
    view = sheets.frame_board_view(encounter, partida.board)
    return OpenFrames(partida, encounter, started(view, partida), view)


def write_frames(
    sheet: OpenFrames,
    kind: FrameEntryKind,
    data: Mapping[str, Any],
    *,
    by: Actor,
    person_id: int | None,
    frame: int | None = None,
    revision: int | None = None,
) -> WrittenFrames:
    """Check one act against the sheet and append it with its audit; RuleError as `frames.check_entry`."""
    person = None if person_id is None else str(person_id)
    after = check_entry(sheet.state, kind, data, frame, revision, person)
    about = About(kind.value, sheet.state.facts.last_seq + 1, frame, revision)
    entry, version = keep(sheet, about, data, by=by, person_id=person_id)
    return WrittenFrames(entry, sheet, after, version)
