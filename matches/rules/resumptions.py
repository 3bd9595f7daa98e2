"""When a suspended encounter is played on (art. 20): the day that the committee sets. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from federation.rules.errors import RuleError

FARTHEST = timedelta(days=366)


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
