"""Moments in the words of a page, on the clocks of the place where they happen."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from federation.rules.zones import in_zone


def day_and_hour(moment: datetime, zone: str) -> str:
    """For an appointment: sábado 28 de noviembre, 20:00."""
    # Letters of Django's date format; those of the words between are escaped.
    return date_format(in_zone(moment, zone), _(r"l j \d\e F, H:i"))


def short_day(moment: datetime, zone: str) -> str:
    """For a list: sáb 28 nov, 20:00."""
    return date_format(in_zone(moment, zone), _("D j b, H:i"))


def lately(moment: datetime, zone: str, now: datetime) -> str:
    """Within a sentence, after "desde" or "hasta": las 20:00; el sáb 28 nov a las 20:00 of another day."""
    local = in_zone(moment, zone)
    said = {"day": date_format(local, _("D j b")), "hour": date_format(local, "H:i")}
    if local.date() == in_zone(now, zone).date():
        return _("las %(hour)s") % said
    return _("el %(day)s a las %(hour)s") % said


def until(moment: datetime, zone: str, now: datetime) -> str:
    """For a term, after "hasta": as `lately`, but the end of a day is not told as 00:00 of the next."""
    local = in_zone(moment, zone)
    if (local.hour, local.minute) != (0, 0):
        return lately(moment, zone, now)
    return _("el final del %(day)s") % {"day": date_format(local - timedelta(days=1), _("D j b"))}


def hour(moment: datetime, zone: str) -> str:
    """For what happened today: 20:00."""
    return date_format(in_zone(moment, zone), "H:i")
