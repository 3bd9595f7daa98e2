"""What a request at a table of 8-ball is about: the board, its sheet, and who speaks for each side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from federation.models import Person
from matches.actions.frame_stream import WrittenFrames
from matches.queries import frame_people, sheets
from matches.queries.frames import FrameView
from matches.rules.domino.officials import MODE_OF, ApprovalHow
from matches.rules.pool.frame_facts import FrameFacts
from matches.rules.pool.frame_state import FrameState
from matches.rules.sides import Side
from matches.views.any_table import AnyTable, Names


@dataclass(frozen=True)
class FrameTable(AnyTable[FrameView, FrameState, WrittenFrames]):
    """A board of 8-ball as one request sees it."""

    def read(self) -> FrameView:
        """Read the board's sheets. ConflictError `other_discipline` where no 8-ball is played."""
        return sheets.frame_board_view(self.encounter, self.board)

    @cached_property
    def approvers(self) -> Mapping[Side, tuple[str, ...]]:
        """Who approves for each side."""
        return frame_people.approvers(self.encounter, self.view)

    @cached_property
    def writers(self) -> Mapping[str, Side]:
        """Who may take the pen, with his side."""
        return frame_people.writers(self.encounter, self.view)

    @cached_property
    def names(self) -> Names:
        """The names of everybody at the board, of the captains too."""
        known = dict(super().names.known)
        missing = {*self.writers, *(each for people in self.approvers.values() for each in people)} - set(
            known
        )
        found = Person.objects.in_bulk([int(key) for key in missing]) if missing else {}
        return Names({**known, **{str(pk): person for pk, person in found.items()}})

    def players(self, side: Side) -> str:
        """Who plays for a side, by short names."""
        return " · ".join(self.names.short(each) for each in self.view.starters[side])

    @cached_property
    def sides(self) -> Mapping[Side, str]:
        """How each side is called at this table: by its players."""
        return {side: self.players(side) for side in Side}

    def writes_for(self) -> Side | None:
        """The side of whoever holds the pen; None for the judge, or for nobody."""
        return None if self.pen is None else self.writers.get(str(self.pen.person_id))

    def allows(self, how: ApprovalHow) -> bool:
        """Does the regulation allow to approve in this way?"""
        return MODE_OF[how] in self.sheet.facts.terms.parameters["approval_mode"]

    def last_frame(self) -> FrameFacts | None:
        """The last row in force."""
        return self.sheet.facts.current[-1] if self.sheet.facts.current else None

    def row(self, frame: int, revision: int) -> FrameFacts | None:
        """One revision of a frame."""
        return next(
            (row for row in self.sheet.frames if (row.number, row.revision) == (frame, revision)), None
        )
