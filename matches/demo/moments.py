"""The moments of the demonstration: a clock that only goes on, and tables that play at the same time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush

# What people do, one act after another; each value is how many seconds pass before the next one.
Acts = Iterator[float]


class Moments:
    """The moment at which the demonstration stands; called, it gives it (see `clock.standing_at`).

    With a `pace` each look at it takes so many seconds: an office that writes one thing after another.
    """

    def __init__(self, at: datetime, *, pace: float = 0) -> None:
        self.at, self._pace = at, timedelta(seconds=pace)

    def __call__(self) -> datetime:
        self.at += self._pace
        return self.at

    def turn_to(self, moment: datetime) -> None:
        """Go on to a moment; ValueError for one that is over."""
        if moment < self.at:
            raise ValueError("the hands of a clock do not go back")
        self.at = moment

    def wait(self, seconds: float) -> None:
        """Let some time pass."""
        self.turn_to(self.at + timedelta(seconds=seconds))


def in_turn(acts: Sequence[Acts]) -> None:
    """One table after the other, without a pause: for a clock that nobody sets."""
    for table in acts:
        for _pause in table:
            pass


def at_once(moments: Moments, acts: Sequence[Acts]) -> None:
    """Every table at the same time, each act at its own moment and all of them in order."""
    begin = moments.at
    due = [(begin, number, table) for number, table in enumerate(acts)]
    heapify(due)
    while due:
        at, number, table = heappop(due)
        moments.turn_to(at)
        pause = next(table, None)
        if pause is not None:
            heappush(due, (at + timedelta(seconds=pause), number, table))
