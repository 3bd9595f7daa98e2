"""What is still to be played at a venue."""

from __future__ import annotations

from datetime import date

from competitions.models import Encounter
from competitions.queries.captaincy import BEFORE_THE_CLOSE, day_of
from federation.models import Venue


def encounters_after(venue: Venue, day: date) -> list[Encounter]:
    """The encounters at a venue, not closed yet, of days after this one; the first ones first."""
    found = Encounter.objects.filter(venue=venue, state__in=BEFORE_THE_CLOSE).order_by("scheduled_at", "pk")
    return [encounter for encounter in found.select_related("venue") if day_of(encounter) > day]
