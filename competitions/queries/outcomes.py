"""The official result in force: the last version, unless a committee has opened the encounter again."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from competitions.models import Outcome
from competitions.rules.lifecycle import OPEN_AGAIN


def in_force() -> QuerySet[Outcome]:
    """Every version of the results that hold now, the first one first; the last of each encounter counts.

    A reopened encounter has none: what was sealed of it stays to be read, and the next version replaces it.
    """
    return Outcome.objects.exclude(encounter__state__in=OPEN_AGAIN).order_by("version")


def results_of(encounters: Collection[int]) -> dict[int, Outcome]:
    """The result in force of each of these encounters that has one. One query."""
    return {row.encounter_id: row for row in in_force().filter(encounter__in=encounters)}
