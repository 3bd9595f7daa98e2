"""Slow play: the warning, the limit, and what an overrun is (art. 24). Pure.

The steps of one player in their order; whoever imposes them is a matter of permissions.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

# The clock warns so many seconds before the limit.
WARNINGS_BEFORE = (30, 10)
SECONDS_OF_ARTICLE = 60


class Step(StrEnum):
    """What happens to one player in the matter of time."""

    SHOT = "shot"
    WARNING = "warning"
    LIMIT_SET = "limit_set"


class StepOutcome(StrEnum):
    """What a step amounts to."""

    NOTHING = "nothing"  # a shot with no limit in force
    WARNED = "warned"
    LIMIT_SET = "limit_set"
    REFUSED = "refused"  # a limit before its warning
    FAIR = "fair"
    FOUL = "foul"  # ball in hand for the rival
    OVER_NO_FOUL = "over_no_foul"


@dataclass(frozen=True)
class Event:
    """A step, with the seconds of a shot or of a limit."""

    step: Step
    seconds: int | None = None


@dataclass(frozen=True)
class Pace:
    """How a player stands: warned or not, his limit in seconds, how often he overran it."""

    warned: bool = False
    limit: int | None = None
    overruns: int = 0


def after(pace: Pace, event: Event, parameters: Mapping[str, Any]) -> tuple[Pace, StepOutcome]:
    """How he stands after a step, and what it was (`clock_needs_warning`, `shot_limit_seconds`,
    `one_overrun_is_foul`).
    """
    if event.step is Step.WARNING:
        return replace(pace, warned=True), StepOutcome.WARNED
    if event.step is Step.LIMIT_SET:
        if parameters["clock_needs_warning"] and not pace.warned:
            return pace, StepOutcome.REFUSED
        limit = parameters["shot_limit_seconds"] if event.seconds is None else event.seconds
        return replace(pace, limit=limit), StepOutcome.LIMIT_SET
    if pace.limit is None:
        return pace, StepOutcome.NOTHING
    if event.seconds is None or event.seconds <= pace.limit:
        return pace, StepOutcome.FAIR
    over = replace(pace, overruns=pace.overruns + 1)
    # Persisting needs a second time where the first is not yet a foul.
    is_foul = parameters["one_overrun_is_foul"] or over.overruns > 1
    return over, StepOutcome.FOUL if is_foul else StepOutcome.OVER_NO_FOUL


def outcomes(pace: Pace, events: Iterable[Event], parameters: Mapping[str, Any]) -> list[StepOutcome]:
    """What each of some steps amounts to, in their order."""
    found: list[StepOutcome] = []
    for event in events:
        pace, outcome = after(pace, event, parameters)
        found.append(outcome)
    return found


def departs_from_article(parameters: Mapping[str, Any]) -> bool:
    """Is the limit another than the minute of the article? Then it is marked so."""
    return bool(parameters["shot_limit_seconds"] != SECONDS_OF_ARTICLE)
