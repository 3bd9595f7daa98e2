"""Judges: who can be designated to an encounter, and what is told about it (competition, *Judges*). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum


class Remark(StrEnum):
    """What is told of a judge for an encounter; each has its words."""

    ABSENT = "judge_absent"
    OWN_CLUB = "judge_of_club_playing"
    SAME_DAY = "judge_elsewhere_that_day"


REFUSED = frozenset({Remark.ABSENT})
"""What keeps a judge from being designated; the rest is a warning."""


@dataclass(frozen=True)
class Absence:
    """Days on which a judge is not available, both included."""

    starts_on: date
    ends_on: date

    def holds(self, day: date) -> bool:
        """Is he away on that day?"""
        return self.starts_on <= day <= self.ends_on

    def meets(self, other: Absence) -> bool:
        """Have the two a day in common?"""
        return self.starts_on <= other.ends_on and other.starts_on <= self.ends_on


@dataclass(frozen=True)
class JudgeFacts:
    """What is looked at: absences, the clubs that he belongs to, and the days of his other encounters."""

    absences: tuple[Absence, ...] = ()
    clubs: frozenset[int] = frozenset()
    days: frozenset[date] = field(default_factory=frozenset)


def remarks(facts: JudgeFacts, day: date, clubs: Iterable[int]) -> list[Remark]:
    """What is told of a judge for an encounter on a day between teams of these clubs, the heaviest first."""
    found = []
    if any(absence.holds(day) for absence in facts.absences):
        found.append(Remark.ABSENT)
    if facts.clubs & set(clubs):
        found.append(Remark.OWN_CLUB)
    if day in facts.days:
        found.append(Remark.SAME_DAY)
    return found
