"""What the registry must know of the encounters of its people: the apps above it give it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.utils.module_loading import import_string


@dataclass(frozen=True)
class Participation:
    """One person in one encounter: as player, substitute, judge or captain.

    `open` says that the encounter is not over: its acta is not sealed, or something of it is still
    to be decided. `named` that the encounter has begun, or that a line-up names the person: who he is
    can't change now.
    """

    person: int
    encounter: int
    label: str
    competition: str
    on: date
    role: str
    team: str
    acta: str
    open: bool
    named: bool


def participations(people: Collection[int]) -> list[Participation]:
    """The encounters of these records, the last ones first. Constant queries."""
    found: list[Participation] = import_string(settings.PARTICIPATIONS)(people) if people else []
    return found
