"""What a request at a table of domino is about: the board and its sheet, and what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass

from matches.actions.stream import Written
from matches.queries import sheets
from matches.queries.sheets import BoardView
from matches.rules.domino.officials import MODE_OF, ApprovalHow
from matches.rules.sheet import HandRow, SheetState
from matches.rules.sheet_facts import AWAY
from matches.rules.sides import Side
from matches.views.any_table import AnyTable, Names

__all__ = ["Names", "Table"]


@dataclass(frozen=True)
class Table(AnyTable[BoardView, SheetState, Written]):
    """A board of domino as one request sees it."""

    def read(self) -> BoardView:
        """Read the board's sheets. ConflictError `other_discipline` where no domino is played."""
        return sheets.board_view(self.encounter, self.board)

    def is_the_judge(self, person: int) -> bool:
        """Is somebody the designated judge? It is asked only of whoever is not the named scorer."""
        return str(person) != self.sheet.scorer and person == self.judge_id

    def allows(self, how: ApprovalHow) -> bool:
        """Does the regulation allow to approve in this way?"""
        return MODE_OF[how] in self.sheet.terms.parameters["approval_mode"]

    def side_of(self, person: str) -> Side | None:
        """The side for which somebody plays now."""
        return self.sheet.side_of(person)

    def last_hand(self) -> HandRow | None:
        """The last row in force."""
        rows = [row for row in self.sheet.hands if row.state not in AWAY]
        return rows[-1] if rows else None

    def row(self, hand: int, revision: int) -> HandRow | None:
        """One revision of a hand."""
        return next((row for row in self.sheet.hands if (row.number, row.revision) == (hand, revision)), None)
