"""Who speaks at a board of 8-ball: its players, the captains, the judge."""

from __future__ import annotations

from collections.abc import Mapping

from competitions.models import Encounter
from matches.queries import people
from matches.queries.encounters import terms_of
from matches.queries.frames import FrameView
from matches.rules.sides import Side


def captains(encounter: Encounter) -> dict[Side, int | None]:
    """The person who speaks for each side that day, in a competition of teams. Constant queries."""
    if not terms_of(encounter).team_competition:
        return dict.fromkeys(Side)
    found = people.captains_of([encounter])[encounter.pk]
    return {side: person.pk if person else None for side, person in found.items()}


def approvers(encounter: Encounter, view: FrameView) -> Mapping[Side, tuple[str, ...]]:
    """Who approves a frame for each side: its captain; in individual play, or without one, its players."""
    leading = captains(encounter)
    return {
        side: (str(leading[side]),) if leading[side] is not None else view.starters[side] for side in Side
    }


def side_of(encounter: Encounter, view: FrameView, person: int) -> Side | None:
    """The side that somebody plays for at this board, or leads; None for anybody else."""
    for side in Side:
        if str(person) in view.starters[side]:
            return side
    return next((side for side, captain in captains(encounter).items() if captain == person), None)


def writers(encounter: Encounter, view: FrameView) -> dict[str, Side]:
    """Who may take the pen, with the side that he writes for: the players of the board, and both captains."""
    found = {person: side for side in Side for person in view.starters[side]}
    for side, captain in captains(encounter).items():
        if captain is not None:
            found.setdefault(str(captain), side)
    return found
