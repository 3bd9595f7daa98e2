"""Local times and the clock change: an hour that comes twice, and one that never comes."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo


@dataclass(frozen=True)
class MomentReading:
    """A local moment as ISO text, the two that it could be, or the code of why it is none."""

    text: str | None = None
    problem: str | None = None
    candidates: tuple[str, ...] = ()


def place(local: datetime, zone: ZoneInfo) -> MomentReading:
    """Find a wall-clock time in a zone: `no_such_local_time` when the clock jumps over it.

    Where the hour comes twice both moments are given, with their offsets, the earlier first.
    """
    try:
        once, again = (local.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
        if once.utcoffset() == again.utcoffset():
            return MomentReading(_written(local))
        if once.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != local:
            return MomentReading(problem="no_such_local_time")
    except (OverflowError, ValueError):
        return MomentReading(problem="no_such_date")
    return MomentReading(candidates=(_with_offset(once), _with_offset(again)))


def with_offset(local: datetime, offset: str, zone: ZoneInfo) -> MomentReading:
    """A time with its offset («+02:00», «Z») as the clocks of the zone show it."""
    digits = offset.lstrip("+-").replace(":", "")
    shift = timedelta() if offset == "Z" else timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    try:
        there = local.replace(tzinfo=timezone(-shift if offset.startswith("-") else shift)).astimezone(zone)
    except (OverflowError, ValueError):
        return MomentReading(problem="no_such_date")
    wall = there.replace(tzinfo=None, fold=0)
    return MomentReading(_with_offset(there) if place(wall, zone).candidates else _written(wall))


def _written(local: datetime) -> str:
    return local.isoformat(timespec="minutes" if local.second == 0 else "seconds")


def _with_offset(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes")
