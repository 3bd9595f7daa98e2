"""What is decided of a whole encounter: put off, dated, not played, awarded, annulled, repeated. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from competitions.rules.awards import AwardedTo
from competitions.rules.lifecycle import Action, Actor
from federation.rules.errors import RuleError
from matches.rules.resumptions import Appointment, check_appointment

LONGEST_REASON = 1000
LONGEST_RESOLUTION = 200
LONGEST_WAIT = 600

DECISIONS = (
    Action.POSTPONE,
    Action.SET_DATE,
    Action.MARK_NOT_PLAYED,
    Action.AWARD,
    Action.UPHOLD,
    Action.ANNUL,
    Action.REPLAY,
)
# After these it is to be played, on a day that comes with them.
WITH_DAY = frozenset({Action.SET_DATE, Action.UPHOLD, Action.REPLAY})


class AskedBy(StrEnum):
    """Who asked for another day."""

    HOME = "home"
    AWAY = "away"
    BOTH = "both"
    FEDERATION = "federation"


class Cause(StrEnum):
    """Why it was not played: who did not come, or something else."""

    HOME_ABSENT = "home"
    AWAY_ABSENT = "away"
    BOTH_ABSENT = "both"
    OTHER = "other"


class Reach(StrEnum):
    """Who reads the reason: everybody, or the parties and those who oversee."""

    PUBLIC = "public"
    PARTIES = "parties"


@dataclass(frozen=True)
class Decision:
    """What is decided, with what its kind asks for; the rest stays empty."""

    action: Action
    reason: str = ""
    resolution: str = ""
    reach: Reach = Reach.PARTIES
    asked_by: AskedBy | None = None
    cause: Cause | None = None
    waited: int | None = None
    awarded_to: AwardedTo | None = None
    day: Appointment | None = None


def check_decision(decision: Decision, now: datetime) -> None:
    """RuleError beside the field that is missing or cannot be.

    `reason_needed`, `reason_long`, `decision_long`, `asked_by_needed`, `cause_needed`, `wait_impossible`,
    `awarded_to_needed`, `new_date_needed`, and those of `check_appointment`.
    """
    action = decision.action
    if action is not Action.SET_DATE and not decision.reason.strip():
        raise RuleError("reason_needed", field="reason")
    if len(decision.reason) > LONGEST_REASON:
        raise RuleError("reason_long", field="reason", most=LONGEST_REASON)
    if len(decision.resolution) > LONGEST_RESOLUTION:
        raise RuleError("decision_long", field="resolution", most=LONGEST_RESOLUTION)
    if action is Action.POSTPONE and decision.asked_by is None:
        raise RuleError("asked_by_needed", field="asked_by")
    if action is Action.MARK_NOT_PLAYED:
        _check_absence(decision)
    if action is Action.AWARD and decision.awarded_to is None:
        raise RuleError("awarded_to_needed", field="awarded_to")
    if action in WITH_DAY:
        if decision.day is None:
            raise RuleError("new_date_needed", field="day")
        check_appointment(decision.day.at, now)


def _check_absence(decision: Decision) -> None:
    if decision.cause is None:
        raise RuleError("cause_needed", field="cause")
    if decision.waited is not None and not 0 <= decision.waited <= LONGEST_WAIT:
        raise RuleError("wait_impossible", field="waited", most=LONGEST_WAIT)


def check_award(to: AwardedTo, cause: Cause | None, by: Actor) -> None:
    """To whoever did not come the office gives nothing: RuleError `awarded_to_absent`. A committee may."""
    if by is Actor.COMMITTEE or cause in (None, Cause.OTHER):
        return
    absent = {
        Cause.HOME_ABSENT: (AwardedTo.HOME,),
        Cause.AWAY_ABSENT: (AwardedTo.AWAY,),
        Cause.BOTH_ABSENT: (AwardedTo.HOME, AwardedTo.AWAY),
    }
    if to in absent[cause]:
        raise RuleError("awarded_to_absent", field="awarded_to")
