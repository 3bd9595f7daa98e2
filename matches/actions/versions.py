"""Raising the version that pages compare, within the transaction of each write at an encounter."""

from django.db.models import F

from matches.models import EncounterVersion


def bump(encounter_id: int) -> None:
    """Raise the version of an encounter by one (under its lock)."""
    if not EncounterVersion.objects.filter(pk=encounter_id).update(version=F("version") + 1):
        EncounterVersion.objects.create(pk=encounter_id)
