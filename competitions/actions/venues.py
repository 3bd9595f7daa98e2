"""Closing a venue, where nothing is to be played any more."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from competitions.queries.captaincy import day_of
from competitions.queries.venues import encounters_after
from federation.actions import venues
from federation.models import User, Venue
from federation.permissions import require_office
from federation.rules.errors import ConflictError


@transaction.atomic
def close_venue(*, venue: Venue, last_day: date, by: User | None) -> Venue:
    """Note the last day on which a venue is played in.

    ConflictError `venue_has_encounters` when some are to be played there later, or as the act below.
    """
    require_office(by)
    # Whoever schedules an encounter here locks the same row.
    locked = Venue.objects.select_for_update().get(pk=venue.pk)
    ahead = encounters_after(locked, last_day)
    if ahead:
        raise ConflictError(
            "venue_has_encounters", field="last_day", count=len(ahead), day=f"{day_of(ahead[-1]):%d/%m/%Y}"
        )
    return venues.close_venue(venue=locked, last_day=last_day, by=by)
