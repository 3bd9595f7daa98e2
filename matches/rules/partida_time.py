"""The time of a partida: until when it is played and from when the table is warned. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any


@dataclass(frozen=True)
class PlayingTime:
    """Until when a partida is played (`time_limit_minutes`) and from when it is warned."""

    until: datetime
    warned_from: datetime

    def is_over(self, now: datetime) -> bool:
        """Has it run out?"""
        return now >= self.until

    def is_short(self, now: datetime) -> bool:
        """Is the table warned by now?"""
        return now >= self.warned_from


def playing_time(began: datetime | None, parameters: Mapping[str, Any]) -> PlayingTime | None:
    """The time of a partida whose four sat down at `began`; None without a limit or before that."""
    minutes = parameters["time_limit_minutes"]
    if minutes is None or began is None:
        return None
    until = began + timedelta(minutes=int(minutes))
    warned_from = until - timedelta(minutes=int(parameters["time_warning_minutes"]))
    return PlayingTime(until, warned_from)


def comment_until(ended: datetime, parameters: Mapping[str, Any]) -> datetime:
    """Until when partners may comment on a hand that ended at `ended` (art. 12, `comment_seconds`)."""
    return ended + timedelta(seconds=int(parameters["comment_seconds"]))
