"""Who captains a team, from which day: one at a time, and what was is never rewritten. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from competitions.rules.squads import CAPTAIN, NON_PLAYING_CAPTAIN, PLAYER, VICE_CAPTAIN, Place
from federation.rules.errors import ConflictError, RuleError

CAPTAINS = frozenset({CAPTAIN, NON_PLAYING_CAPTAIN})
OFFICES = {
    CAPTAIN: CAPTAINS,
    NON_PLAYING_CAPTAIN: CAPTAINS,
    VICE_CAPTAIN: frozenset({VICE_CAPTAIN}),
}
"""For each role that speaks for the team, those of which there is one at a time."""


@dataclass(frozen=True)
class Change:
    """What becomes of a place on a day: its holder goes on in `role`, or leaves the squad (None)."""

    place: Place
    role: str | None


def appointment(squad: Sequence[Place], person: int, role: str, day: date) -> list[Change]:
    """What changes on `day` when a person of the squad becomes captain or vice-captain.

    Whoever has the office goes on as a player; a captain who does not play leaves the squad. Those
    who go come first. RuleError `not_in_squad_that_day`, `holds_that_office`; ConflictError
    `change_scheduled` when somebody is to have the office from a later day on.
    """
    own = next((place for place in squad if place.person == person and place.holds(day)), None)
    if own is None:
        raise RuleError("not_in_squad_that_day", field="person")
    if own.role == role:
        raise RuleError("holds_that_office", field="person")
    return [*vacancy(squad, role, day, person=person), Change(own, role)]


def vacancy(squad: Sequence[Place], role: str, day: date, *, person: int | None = None) -> list[Change]:
    """What changes on `day` when whoever has an office leaves it (to `person`, or to nobody).

    ConflictError `change_scheduled` when somebody is to have it from a later day on.
    """
    held = [
        place
        for place in squad
        if place.role in OFFICES[role] and (place.valid_to is None or place.valid_to >= day)
    ]
    leaving = [place for place in held if place.person != person and place.holds(day)]
    if any(place.valid_from > day for place in held):
        raise ConflictError("change_scheduled", field="day")
    return [Change(place, None if place.role == NON_PLAYING_CAPTAIN else PLAYER) for place in leaving]


def joins_as(squad: Sequence[Place], place: Place) -> None:
    """ConflictError `captain_already` when somebody has the office on a day on which `place` would."""
    same = OFFICES.get(place.role, frozenset())
    if any(other.role in same and other.meets(place) for other in squad):
        raise ConflictError("captain_already", field="role")
