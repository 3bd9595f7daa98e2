"""The decisions of the federation about whole encounters, as they were taken."""

from __future__ import annotations

from collections.abc import Collection

from matches.models import EncounterDecision


def decisions_of(keys: Collection[int]) -> dict[int, EncounterDecision]:
    """The last decision about each of these encounters that has one. One query."""
    rows = EncounterDecision.objects.filter(encounter__in=keys).select_related("venue", "was_in")
    return {row.encounter_id: row for row in rows.order_by("number")}
