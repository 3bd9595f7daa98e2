"""Who may enter a competition, and what its format must be. Pure.

Domino is played by pairs (chapter III of the book), pool by players too; a team stands behind both.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from federation.rules.errors import RuleError

PEOPLE_OF = {"pairs": 2, "players": 1}
"""How many people an entry is, by what a competition is entered by; a team is not told by its people."""


@dataclass(frozen=True)
class Candidate:
    """Somebody who is to be entered, with whether he holds a player's licence of the season."""

    person: int
    name: str
    licensed: bool


def check_entering(entrants: str, people: Sequence[Candidate], entered: Collection[int]) -> None:
    """RuleError unless these people may enter as one entry; `entered` are those who are in already.

    `other_entrants`, `same_person_twice`, `entry_needs_licence`, `entered_already`.
    """
    if PEOPLE_OF.get(entrants) != len(people):
        raise RuleError("other_entrants")
    if len({each.person for each in people}) != len(people):
        raise RuleError("same_person_twice", field="partner")
    for field, each in zip(("player", "partner"), people, strict=False):
        if not each.licensed:
            raise RuleError("entry_needs_licence", field=field, who=each.name)
        if each.person in entered:
            raise RuleError("entered_already", field=field, who=each.name)


def check_format(entrants: str, discipline: str, boards: Sequence[tuple[str, int]]) -> None:
    """RuleError `format_of_other_entrants` unless pairs meet at one board, two a side; players, one a side.

    `boards` are discipline and players per side; teams may have any.
    """
    people = PEOPLE_OF.get(entrants)
    if people is not None and list(boards) != [(discipline, people)]:
        raise RuleError("format_of_other_entrants", field="format")


def check_sides(home: Collection[int], away: Collection[int]) -> None:
    """RuleError `same_person_twice` when somebody would sit on both sides of an encounter."""
    if set(home) & set(away):
        raise RuleError("same_person_twice", field="away")
