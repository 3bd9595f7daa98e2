"""Moments in the words of a page, on the clocks of the place where they happen."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from federation.rules.zones import in_zone


def day_and_hour(moment: datetime, zone: str) -> str:
    """For an appointment: sábado 28 de noviembre, 20:00."""
    # Letters of Django's date format; those of the words between are escaped.
    return date_format(in_zone(moment, zone), _(r"l j \d\e F, H:i"))


def short_day(moment: datetime, zone: str) -> str:
    """For a list: sáb 28 nov, 20:00."""
    return date_format(in_zone(moment, zone), _("D j M, H:i"))


def hour(moment: datetime, zone: str) -> str:
    """For what happened today: 20:00."""
    return date_format(in_zone(moment, zone), "H:i")
