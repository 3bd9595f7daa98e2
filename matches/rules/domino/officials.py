"""Scorer and counter (art. 6). Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from federation.rules.errors import RuleError
from matches.rules.sides import Pair, Person


class DoneBy(StrEnum):
    """Who counts and writes: the named players, or the judge (second paragraph of art. 6)."""

    PLAYERS = "players"
    JUDGE = "judge"


class Role(StrEnum):
    """The two offices at a table."""

    SCORER = "scorer"
    COUNTER = "counter"


class ApprovalHow(StrEnum):
    """How an approval was given."""

    PIN = "pin"
    OWN_ACCOUNT = "own_account"
    JUDGE_MARK = "judge_mark"
    # By the signatures on a Hoja of paper, typed in by the judge from its photo.
    PAPER = "paper"


# The option of `approval_mode` that allows each way.
MODE_OF: Mapping[ApprovalHow, str] = MappingProxyType(
    {
        ApprovalHow.PIN: "same_device_pin",
        ApprovalHow.OWN_ACCOUNT: "own_device",
        ApprovalHow.JUDGE_MARK: "judge_marks",
    }
)


@dataclass(frozen=True)
class Naming:
    """Who writes and who counts in one partida."""

    scorer: Person
    counter: Person
    done_by: DoneBy = DoneBy.PLAYERS
    judge: Person | None = None


def naming_errors(naming: Naming, home: Pair, away: Pair) -> tuple[str, ...]:
    """The codes of what is wrong with a naming, none when it is valid (art. 6)."""
    errors: list[str] = []
    if naming.scorer not in home:
        errors.append("scorer_not_local")
    if naming.counter not in away:
        errors.append("counter_not_visitor")
    if naming.done_by is DoneBy.JUDGE and not naming.judge:
        errors.append("judge_mode_without_judge")
    return tuple(errors)


def check_naming(naming: Naming, home: Pair, away: Pair) -> None:
    """RuleError with the first of the errors."""
    errors = naming_errors(naming, home, away)
    if "scorer_not_local" in errors:
        raise RuleError("scorer_not_local", field="scorer")
    if "counter_not_visitor" in errors:
        raise RuleError("counter_not_visitor", field="counter")
    if errors:
        raise RuleError("judge_mode_without_judge", field="done_by")


def roles_needed(done_by: DoneBy) -> tuple[Role, ...]:
    """Whose approval a hand needs before it enters the sheet (art. 6)."""
    if done_by is DoneBy.JUDGE:
        return (Role.SCORER, Role.COUNTER)
    return (Role.COUNTER,)


def approvals_needed(naming: Naming) -> tuple[Person, ...]:
    """The persons that `roles_needed` means."""
    holders = {Role.SCORER: naming.scorer, Role.COUNTER: naming.counter}
    return tuple(holders[role] for role in roles_needed(naming.done_by))


def check_how(how: ApprovalHow, parameters: Mapping[str, Any]) -> None:
    """RuleError `approval_mode_not_allowed` when the regulation does not allow this way.

    `approval_mode` is about phones: a signature on paper is art. 6 itself.
    """
    if how is not ApprovalHow.PAPER and MODE_OF[how] not in parameters["approval_mode"]:
        raise RuleError("approval_mode_not_allowed", how=how.value)
