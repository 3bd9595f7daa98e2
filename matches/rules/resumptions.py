"""When a suspended encounter is played on (art. 20): the day that the committee sets. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from federation.rules.errors import RuleError

FARTHEST = timedelta(days=366)


class Course(StrEnum):
    """What a decision on a partida makes of its encounter."""

    STAYS = "stays"  # it is being played, and goes on so
    PLAYS = "plays"
    WAITS_FOR_THE_DAY = "waits_for_the_day"
    WAITS = "waits"  # suspended, until the rest is decided or somebody resumes it
    CLOSES = "closes"


def course(*, suspended: bool, over: bool, opened: bool, has_day: bool) -> Course:
    """Where an encounter goes: `over` says that no board has anything left, `opened` that this one has.

    `has_day`: a day is set for what is left to play.
    """
    if not suspended:
        return Course.STAYS
    if over:
        return Course.CLOSES
    if not opened:
        return Course.WAITS
    return Course.WAITS_FOR_THE_DAY if has_day else Course.PLAYS


@dataclass(frozen=True)
class Appointment:
    """Day and hour, and the venue by its key."""

    at: datetime
    venue_id: int


def check_appointment(at: datetime, now: datetime) -> None:
    """A moment to come, within a year; RuleError `resumption_past` or `resumption_too_far` at `day`."""
    if at <= now:
        raise RuleError("resumption_past", field="day")
    if at - now > FARTHEST:
        raise RuleError("resumption_too_far", field="day")


def check_day(set_for: date | None, today: date) -> None:
    """Play goes on at the day that was set, or later, where one was set; RuleError `resumption_not_yet`."""
    if set_for is not None and today < set_for:
        raise RuleError("resumption_not_yet")
