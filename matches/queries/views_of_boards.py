"""A board with its partidas, entries, state and pens, whatever is played at it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Self, TypeVar

from federation.models import Person
from matches.models import Board, Partida, Pen, SheetEntry
from matches.rules.partidas_in_order import PartidasInOrder, SheetT
from matches.rules.sides import Person as Key
from matches.rules.sides import Side

StateT = TypeVar("StateT", bound=PartidasInOrder[Any, Any])
Entries = Mapping[int, Sequence[SheetEntry]]


@dataclass(frozen=True)
class ViewOfBoard(ABC, Generic[StateT, SheetT]):
    """A board as pages and the acta read it; each sport says how its entries are replayed.

    `people` are those who started there by their key, where the board was read alone.
    """

    board: Board
    partidas: tuple[Partida, ...]
    entries: Mapping[int, tuple[SheetEntry, ...]]
    starters: Mapping[Side, tuple[Key, ...]]
    state: StateT
    pens: Mapping[int, Pen]
    people: Mapping[str, Person] = field(default_factory=dict)

    @property
    def current(self) -> Partida:
        """The partida in play, or the last one."""
        return self.partidas[self.state.current - 1]

    @property
    def sheet(self) -> SheetT:
        """The state of the partida in play, or of the last one."""
        found: SheetT = self.state.sheet
        return found

    def state_of(self, number: int) -> SheetT | None:
        """The state of one partida, or None when the one before it has not ended."""
        found: tuple[SheetT, ...] = self.state.partidas
        return found[number - 1] if number <= len(found) else None

    def with_entry(self, number: int, entry: SheetEntry, after: SheetT) -> Self:
        """The board as it stands when `entry` was appended to a partida and left it in the state `after`."""
        entries = {**self.entries, number: (*self.entries[number], entry)}
        # What ends a partida begins the next one: then all is replayed.
        state = self.state.with_sheet(number, after) or self.replayed(entries)
        return replace(self, entries=entries, state=state)

    @abstractmethod
    def replayed(self, entries: Entries) -> StateT:
        """The state that these entries amount to."""
