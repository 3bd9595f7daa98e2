"""Reading seasons: which one runs, which follows."""

from __future__ import annotations

from django.db.models import QuerySet

from federation import clock
from federation.models import Season


def seasons() -> QuerySet[Season]:
    """All seasons, the last one first."""
    return Season.objects.order_by("-starts_on", "pk")


def current() -> Season | None:
    """The season that runs today; between two the next one; after the last one, that."""
    running = Season.objects.filter(ends_on__gte=clock.today()).order_by("starts_on", "pk").first()
    return running or seasons().first()


def open_ones() -> list[Season]:
    """The seasons that have not ended, the first to begin before the others."""
    return list(Season.objects.filter(ends_on__gte=clock.today()).order_by("starts_on", "pk"))


def chosen(key: str) -> Season | None:
    """The season that an address names by its key; the current one where it names none that exists."""
    found = Season.objects.filter(pk=int(key)).first() if key.isascii() and key.isdigit() else None
    return found or current()
