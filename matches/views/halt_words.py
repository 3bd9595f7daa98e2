"""A suspended encounter in words: since when, and when it goes on."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from federation.rules.zones import day_in_zone
from matches.queries.resumptions import Halt
from matches.views import moments


def told(halt: Halt | None, zone: str) -> str:
    """For everybody: since when it is suspended, and on which day and where it goes on."""
    since = halt.since if halt else None
    said = [
        _("Suspendido el %(when)s.") % {"when": moments.day_and_hour(since, zone)}
        if since is not None
        else _("Está suspendido.")
    ]
    said.append(resumes(halt) or _("Falta decidir cuándo o cómo sigue."))
    return " ".join(said)


def resumes(halt: Halt | None) -> str:
    """When and where it goes on; nothing while no day is set."""
    day = halt.resumption if halt else None
    if day is None:
        return ""
    when = moments.day_and_hour(day.at, day.venue.time_zone)
    return _("Se reanuda el %(when)s, en %(venue)s.") % {"when": when, "venue": day.venue.name}


def has_come(halt: Halt | None, now: datetime) -> bool:
    """Is it the day, where one is set?"""
    day = halt.resumption if halt else None
    if day is None:
        return True
    zone = day.venue.time_zone
    return day_in_zone(now, zone) >= day_in_zone(day.at, zone)
