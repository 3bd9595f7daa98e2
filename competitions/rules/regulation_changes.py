"""By which version of a regulation a competition plays: chosen before it starts, changed by the committee.

Pure. Starting the first encounter freezes the version. From then on it changes only as the parameters'
table says: another version, a reason, and a member of the committee who did not propose it. What was
played keeps the terms with which it started.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from federation.rules.errors import ConflictError, ForbiddenError, RuleError


class ChangeState(StrEnum):
    """Where a change of version stands. Chosen: before the start, by the sporting director alone."""

    CHOSEN = "chosen"
    PROPOSED = "proposed"
    APPROVED = "approved"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class Decision(StrEnum):
    """What the committee says to a change that was proposed."""

    APPROVE = "approve"
    REFUSE = "refuse"


@dataclass(frozen=True)
class Candidate:
    """A version that a competition might play by."""

    discipline: str
    valid_from: date
    in_use: bool


@dataclass(frozen=True)
class Standing:
    """How far a competition is.

    `next_day` is the day of the next encounter that nobody has started; where none is left, the last
    of the season.
    """

    discipline: str
    begun: bool
    next_day: date
    ends_on: date
    waiting: bool


def objection(candidate: Candidate, standing: Standing, today: date) -> RuleError | None:
    """What speaks against playing by a version from now on, whoever decides it; None for nothing.

    `season_over`, `change_waits`, `version_in_use`, `version_of_another_game`, `version_not_yet_valid`.
    """
    if today > standing.ends_on:
        return ConflictError("season_over")
    if standing.waiting:
        return ConflictError("change_waits")
    if candidate.in_use:
        return RuleError("version_in_use")
    if candidate.discipline != standing.discipline:
        return RuleError("version_of_another_game")
    # Whatever is played next must not be played by something that does not count yet.
    if candidate.valid_from > max(standing.next_day, today):
        return RuleError("version_not_yet_valid", day=candidate.valid_from, play=standing.next_day)
    return None


def check_choice(candidate: Candidate, standing: Standing, today: date) -> None:
    """May the version be chosen without asking anybody? `competition_begun`, and as `objection`."""
    if standing.begun:
        raise ConflictError("competition_begun")
    _refuse(objection(candidate, standing, today))


def check_proposal(candidate: Candidate, standing: Standing, today: date, reason: str) -> None:
    """May the change be put to the committee? `competition_not_begun`, `reason_missing`; as `objection`."""
    if not standing.begun:
        raise ConflictError("competition_not_begun")
    if not reason.strip():
        raise RuleError("reason_missing", field="reason")
    _refuse(objection(candidate, standing, today))


def check_open(state: ChangeState) -> None:
    """ConflictError `change_decided` when nothing is left to decide or to withdraw."""
    if state is not ChangeState.PROPOSED:
        raise ConflictError("change_decided")


def check_decision(
    decision: Decision, candidate: Candidate, standing: Standing, today: date, note: str, *, own: bool
) -> None:
    """May this member of the committee decide so? `own`: it was he who proposed it.

    ForbiddenError `proposer_decides_not`; RuleError `note_missing` for a refusal without a word; an
    approval as `objection`, by how the competition stands then.
    """
    if own:
        raise ForbiddenError("proposer_decides_not")
    if decision is Decision.REFUSE:
        if not note.strip():
            raise RuleError("note_missing", field="note")
        return
    _refuse(objection(candidate, standing, today))


def _refuse(error: RuleError | None) -> None:
    if error is not None:
        raise error
