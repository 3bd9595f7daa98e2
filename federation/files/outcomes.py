"""What reading one cell gives, and what its reader may know beside the cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from zoneinfo import ZoneInfo

from federation.files.cells import Cell
from federation.files.results import AnswerWay, Value
from federation.files.targets import Column


@dataclass(frozen=True)
class Doubt:
    """A question about a cell. `for_column`: one answer is needed for all of them together.

    `holds_row`: nothing of the row can be trusted before the answer.
    """

    code: str
    offers: tuple[str, ...] = ()
    ways: tuple[AnswerWay, ...] = (AnswerWay.WRITE, AnswerWay.BLANK, AnswerWay.LEAVE_OUT)
    for_column: bool = False
    holds_row: bool = False


@dataclass(frozen=True)
class Outcome:
    """Values by name, or a problem, or a doubt; with what is told in any case."""

    values: Mapping[str, Value] = field(default_factory=dict)
    problem: str | None = None
    data: Mapping[str, object] = field(default_factory=dict)
    doubt: Doubt | None = None
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    # Which way was taken in a doubt with more than one right way.
    ways: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ColumnFacts:
    """What a whole column tells, looked at before its cells are read."""

    # To how many digits the codes with leading zeros are filled; 0 where none has any.
    zeros_width: int = 0
    # No code has leading zeros, and some are bare digits: they may have been lost.
    zeros_in_doubt: bool = False
    # Dates of the column contradict a day before the month, and none demands it.
    order_in_doubt: bool = False


@dataclass(frozen=True)
class Context:
    """What a reader knows beside the cell: its row, its column, the day, and what was answered."""

    column: Column
    row: Mapping[str, Cell]
    facts: ColumnFacts
    today: date
    zone: ZoneInfo
    # The file itself says which cells are numbers: digits that are text have lost no zeros.
    typed: bool = False
    # Doubts that the user has settled for this cell: as it stands.
    settled: frozenset[str] = frozenset()
    # Answers for the whole column, by code: {"way": …, "value": …}.
    column_answers: Mapping[str, object] = field(default_factory=dict)
    # The column's dates were answered to have the month first.
    month_first: bool = False
