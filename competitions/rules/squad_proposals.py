"""What a club proposes for a team's squad: who joins, who leaves, who captains. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from federation.rules.errors import RuleError

NOBODY = 0
"""Proposed as vice-captain: that there be none."""


@dataclass(frozen=True)
class Proposal:
    """From which day on who joins, leaves and captains; None leaves an office as it is."""

    day: date
    joins: Sequence[int] = ()
    leaves: Sequence[int] = ()
    captain: int | None = None
    vice_captain: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The proposal as a request keeps it."""
        return {
            "day": self.day.isoformat(),
            "joins": list(self.joins),
            "leaves": list(self.leaves),
            "captain": self.captain,
            "vice_captain": self.vice_captain,
            # Under this name whoever erases somebody's data looks for him.
            "people": sorted(self.people),
        }

    @property
    def people(self) -> set[int]:
        """Everybody whom it names."""
        officers = {key for key in (self.captain, self.vice_captain) if key}
        return {*self.joins, *self.leaves, *officers}


def read_proposal(data: Mapping[str, Any], same: Mapping[int, int]) -> Proposal | None:
    """The proposal that a request keeps, with each record that was merged replaced by the one that stays.

    None where the request keeps none any more.
    """
    if "day" not in data:
        return None

    def officer(name: str) -> int | None:
        key = data.get(name)
        return same.get(key, key) if key else key

    return Proposal(
        day=date.fromisoformat(data["day"]),
        joins=tuple(dict.fromkeys(same.get(key, key) for key in data["joins"])),
        leaves=tuple(dict.fromkeys(same.get(key, key) for key in data["leaves"])),
        captain=officer("captain"),
        vice_captain=officer("vice_captain"),
    )


def check_proposal(proposal: Proposal, members: Collection[int], season: tuple[date, date]) -> None:
    """RuleError for a proposal that says nothing, or one whose captains would not be in the squad.

    Codes `squad_proposal_empty`, `squad_outside_season` (field `day`), `not_in_proposal` (beside the
    office), `captain_twice`.
    """
    begins, ends = season
    if not begins <= proposal.day <= ends:
        raise RuleError("squad_outside_season", field="day", begin=begins, end=ends)
    offices = {"captain": proposal.captain, "vice_captain": proposal.vice_captain}
    if not (proposal.joins or proposal.leaves or any(each is not None for each in offices.values())):
        raise RuleError("squad_proposal_empty")
    then = {*members, *proposal.joins} - set(proposal.leaves)
    for name, person in offices.items():
        if person and person not in then:
            raise RuleError("not_in_proposal", field=name)
    if proposal.captain is not None and proposal.captain == proposal.vice_captain:
        raise RuleError("captain_twice", field="vice_captain")
