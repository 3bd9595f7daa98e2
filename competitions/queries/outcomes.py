"""The official result in force: the last version, unless a committee has opened the encounter again."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Max, QuerySet

from competitions.models import Outcome
from competitions.rules.lifecycle import WITHOUT_RESULT


def in_force() -> QuerySet[Outcome]:
    """Every version of the results that hold now, the first one first; the last of each encounter counts.

    A reopened or annulled encounter has none: what was sealed of it stays to be read, and the next version
    replaces it.
    """
    return Outcome.objects.exclude(encounter__state__in=WITHOUT_RESULT).order_by("version")


def results_of(encounters: Collection[int]) -> dict[int, Outcome]:
    """The result in force of each of these encounters that has one. One query."""
    return {row.encounter_id: row for row in in_force().filter(encounter__in=encounters)}


def next_version(encounter_id: int) -> int:
    """The version that the next result of an encounter has: sealed, corrected or awarded alike."""
    return (Outcome.objects.filter(encounter=encounter_id).aggregate(last=Max("version"))["last"] or 0) + 1


def is_awarded(encounter_id: int) -> bool:
    """Does its last result come from a decision, and not from an acta?"""
    last = Outcome.objects.filter(encounter=encounter_id).order_by("-version").first()
    return last is not None and last.kind == "awarded"
