"""Times where things happen: a federation may have venues in more than one zone."""

from datetime import date, datetime
from zoneinfo import ZoneInfo


def in_zone(moment: datetime, zone: str) -> datetime:
    """The same moment on the clocks of a zone."""
    return moment.astimezone(ZoneInfo(zone))


def day_in_zone(moment: datetime, zone: str) -> date:
    """The calendar day of a moment in a zone."""
    return in_zone(moment, zone).date()
