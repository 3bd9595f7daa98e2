"""In which order line-ups are locked, what each captain sees of the other's, and when it is late. Pure.

`line_up_mode`: where the texts are silent, this is what each option means.

- `blind_both_lock`: each locks his own when he likes; neither is seen before both are locked.
- `home_first`: the home captain locks; the away captain sees it, and then locks his.
- `alternate_by_block`: block by block of the format. Of the first block the home captain locks his
  boards, the away captain sees them and locks his; of the second the away captain begins, and so on.
  Substitutes are locked with the last block. With one block it is `home_first`.
- `open`: each locks his own when he likes, and it is seen from then on. A draft is seen by nobody else.

`line_up_lock_minutes`: until how long before the hour of the encounter a line-up is to be locked.
Whoever is late may still lock, so that there is play; it reaches the acta as an incident.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from federation.rules.errors import ConflictError
from matches.rules.sides import Side


class LineUpMode(StrEnum):
    """The options of `line_up_mode`."""

    BLIND = "blind_both_lock"
    HOME_FIRST = "home_first"
    ALTERNATE = "alternate_by_block"
    OPEN = "open"


@dataclass(frozen=True)
class LockOrder:
    """The mode, of how many blocks the line-ups are, and how many of them each side has locked."""

    mode: LineUpMode
    blocks: int
    home: int = 0
    away: int = 0

    def locked(self, side: Side) -> int:
        """How many blocks a side has locked, from the first."""
        return self.home if side is Side.HOME else self.away

    def is_locked(self, side: Side) -> bool:
        """Has a side locked its whole line-up?"""
        return self.locked(side) >= self.blocks

    def next_block(self, side: Side) -> int:
        """The block that a side locks next, or the last one that it locks with it, counted from 1.

        Where line-ups are locked whole, that is the last block.
        """
        return self.locked(side) + 1 if self.mode is LineUpMode.ALTERNATE else self.blocks


def first_of(mode: LineUpMode, block: int) -> Side | None:
    """Who locks a block first; None where nobody waits for the other."""
    if mode is LineUpMode.HOME_FIRST:
        return Side.HOME
    if mode is LineUpMode.ALTERNATE:
        return Side.HOME if block % 2 else Side.AWAY
    return None


def waits_for_rival(order: LockOrder, side: Side) -> bool:
    """Is it the other side's turn to lock?"""
    block = order.next_block(side)
    first = first_of(order.mode, block)
    return first is side.other and not order.is_locked(side) and order.locked(first) < block


def check_lock(order: LockOrder, side: Side) -> None:
    """ConflictError `line_up_locked` for whoever has locked all, `rival_locks_first` out of his turn."""
    if order.is_locked(side):
        raise ConflictError("line_up_locked")
    if waits_for_rival(order, side):
        raise ConflictError("rival_locks_first", block=order.next_block(side))


def seen_of_rival(order: LockOrder, side: Side) -> int:
    """How many of the rival's blocks, from the first, a captain sees."""
    rival = order.locked(side.other)
    if order.mode is LineUpMode.BLIND:
        return rival if order.is_locked(side) and order.is_locked(side.other) else 0
    return rival


def lock_due(scheduled_at: datetime, parameters: Mapping[str, Any]) -> datetime | None:
    """Until when line-ups are to be locked; None where the regulation sets no time."""
    minutes = parameters["line_up_lock_minutes"]
    return None if minutes is None else scheduled_at - timedelta(minutes=minutes)


def is_late(due: datetime | None, now: datetime) -> bool:
    """Is a line-up that is locked now late?"""
    return due is not None and now > due
