"""The partidas of one board in their order, whatever is played in them. Pure."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, Protocol, Self, TypeVar

from matches.rules.sides import Side

ENDED = "ended"
SUSPENDED = "suspended"


class Terms(Protocol):
    """What is fixed for a board; of all of it only how many partidas it has is asked here."""

    @property
    def partidas(self) -> int:
        """How many partidas are played."""
        ...


class Sheet(Protocol):
    """What every sport's sheet tells of its partida: the two phases that all of them have, and the winner."""

    @property
    def phase(self) -> StrEnum:
        """What the table has to do next; `ended` and `suspended` are called so in each sport."""
        ...

    @property
    def winner(self) -> Side | None:
        """Who has won it."""
        ...


TermsT = TypeVar("TermsT", bound=Terms)
SheetT = TypeVar("SheetT", bound=Sheet)


@dataclass(frozen=True)
class PartidasInOrder(Generic[TermsT, SheetT]):
    """Where a board stands: the partidas that have begun or may begin, in order."""

    terms: TermsT
    partidas: tuple[SheetT, ...]

    @property
    def current(self) -> int:
        """Number of the partida in play: the first that neither ended nor is suspended, else the last."""
        for number, sheet in enumerate(self.partidas, start=1):
            if sheet.phase.value not in (ENDED, SUSPENDED):
                return number
        return len(self.partidas)

    @property
    def sheet(self) -> SheetT:
        """The sheet of the partida in play, or of the last one."""
        return self.partidas[self.current - 1]

    @property
    def is_over(self) -> bool:
        """Have all its partidas ended?"""
        return self._all_are(ENDED)

    @property
    def waits_for_ruling(self) -> bool:
        """Is nothing left to be played until the competent body rules (art. 20)?"""
        return not self.is_over and self._all_are(ENDED, SUSPENDED)

    @property
    def has_stopped(self) -> bool:
        """Is one of its partidas suspended?"""
        return any(sheet.phase.value == SUSPENDED for sheet in self.partidas)

    @property
    def is_done(self) -> bool:
        """Is nothing left to be played here now: all over, or what is not waits for a ruling?"""
        return self.is_over or self.waits_for_ruling

    def with_sheet(self, number: int, sheet: SheetT) -> Self | None:
        """The board with one partida in another state, where no other can follow from that; else None."""
        if number != len(self.partidas) or sheet.phase.value in (ENDED, SUSPENDED):
            return None
        return replace(self, partidas=(*self.partidas[:-1], sheet))

    @property
    def ended(self) -> int:
        """How many of its partidas have ended."""
        return sum(sheet.phase.value == ENDED for sheet in self.partidas)

    def won(self, side: Side) -> int:
        """How many of its partidas a side has won."""
        return sum(sheet.winner is side for sheet in self.partidas)

    def _all_are(self, *phases: str) -> bool:
        return len(self.partidas) == self.terms.partidas and all(
            sheet.phase.value in phases for sheet in self.partidas
        )
