"""Who resolves what a table cannot: the judge, or both captains where there is none."""

from __future__ import annotations

from dataclasses import dataclass

from competitions.models import Encounter
from federation.rules.errors import ForbiddenError, RuleError
from matches.actions.pins import Identified
from matches.permissions import Actor, require_side
from matches.queries import people
from matches.rules.event_reports import Resolution


@dataclass(frozen=True)
class Directors:
    """The judge's person, or the two captains'."""

    judge: int | None
    captains: tuple[int, ...]

    def resolution(self) -> Resolution:
        """As a sheet's entries hold it."""
        judge = None if self.judge is None else str(self.judge)
        return Resolution(judge=judge, captains=tuple(map(str, self.captains)))


def judge_of(encounter: Encounter) -> int | None:
    """The person of the designated judge."""
    designation = people.designation(encounter)
    return designation.licence.person_id if designation else None


def acts_as_judge(encounter: Encounter, by: Actor) -> bool:
    """Does the designated judge act, in his own account?"""
    judge = judge_of(encounter)
    return judge is not None and by.person_id == judge


def directors(encounter: Encounter, rival: Identified | None, by: Actor, *, code: str) -> Directors:
    """The judge alone, or a captain in his account with the rival captain (`rival`) beside him.

    ForbiddenError `only_the_judge`, or `only_captains` for whoever speaks for no side;
    RuleError(`code`) at the field `pin` while the rival captain has not identified himself.
    """
    judge = judge_of(encounter)
    if judge is not None:
        if by.person_id != judge:
            raise ForbiddenError("only_the_judge")
        return Directors(judge, ())
    side = require_side(by, encounter)
    captain = people.captain_of(encounter, side.other)
    if rival is None or captain is None or rival.person_id != captain.pk or by.person_id is None:
        raise RuleError(code, field="pin")
    return Directors(None, (by.person_id, rival.person_id))
