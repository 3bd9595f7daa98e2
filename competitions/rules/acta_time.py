"""When an encounter's acta must be there, and when sealing has stopped. Pure."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from competitions.rules.lifecycle import State

# Sealed or beyond, moved to another day, waiting for a decision, or never to have an acta: not overdue.
AWAITS_ACTA = frozenset({State.SCHEDULED, State.LINE_UPS, State.PLAYING, State.CLOSING, State.SIGNED})

# The worker looks every second; a seal takes a few. Whoever waits longer waits for a worker.
LONGEST_SEALING = timedelta(minutes=2)


def acta_due(day: date, zone: str, closed_at: datetime | None, hours: int) -> datetime:
    """Until when the acta of an encounter is to be sealed.

    `hours` (`acta_deadline_hours`) after the end of the encounter's day where it is played,
    or after its close when it was closed later than that: until then signatures are waited for.
    """
    end_of_day = datetime.combine(day + timedelta(days=1), time.min, ZoneInfo(zone))
    return max(end_of_day, closed_at or end_of_day) + timedelta(hours=hours)


def days_late(state: State, due: datetime, now: datetime) -> int:
    """For how many days the acta is overdue, a begun one counting whole; 0 when it is not."""
    if state not in AWAITS_ACTA or now < due:
        return 0
    return (now - due) // timedelta(days=1) + 1


def sealing_has_stopped(waiting_since: datetime, now: datetime) -> bool:
    """Does the one who waits longest for the seal wait longer than sealing ever takes?"""
    return now - waiting_since > LONGEST_SEALING
