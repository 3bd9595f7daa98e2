"""The frames of one partida as a series: a race or a fixed number, its score, and its breakers. Pure.

Scores are kept in half frames, so that a drawn frame can be shared and the score stays an integer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic

from federation.rules.errors import RuleError
from matches.rules.pool import break_order
from matches.rules.pool.break_order import Outcome, RackCause, Who

HALVES = 2
LONGEST = 50


class Length(StrEnum):
    """How long a partida is."""

    RACE = "race"  # first to so many frames
    FIXED = "fixed"  # so many frames are played


@dataclass(frozen=True)
class SeriesTerms:
    """Race to `frames` or so many frames; RuleError `series_length` when that is no number of frames."""

    length: Length
    frames: int

    def __post_init__(self) -> None:
        if not 1 <= self.frames <= LONGEST:
            raise RuleError("series_length", field="frames", most=LONGEST)

    @property
    def last_frame(self) -> int:
        """The last frame that may be played, an extra one apart."""
        return 2 * self.frames - 1 if self.length is Length.RACE else self.frames


@dataclass(frozen=True)
class Halves:
    """A score in half frames."""

    home: int = 0
    away: int = 0

    @property
    def is_level(self) -> bool:
        """Has neither side more?"""
        return self.home == self.away


def halves_of(home: int, away: int, drawn: int, parameters: Mapping[str, Any]) -> Halves:
    """The score of so many frames won and drawn (`drawn_frame_value`)."""
    shared = drawn if parameters["drawn_frame_value"] == "half_each" else 0
    return Halves(HALVES * home + shared, HALVES * away + shared)


def is_reached(terms: SeriesTerms, score: Halves, frames_over: int) -> bool:
    """Has the series come to its end, an extra frame apart? A race also ends with its last frame."""
    if terms.length is Length.RACE:
        return max(score.home, score.away) >= HALVES * terms.frames
    return frames_over >= terms.frames


def is_last_and_level(terms: SeriesTerms, score: Halves, frame: int) -> bool:
    """Is this the last possible frame, reached with a level score (4.2)?"""
    return frame == terms.last_frame and score.is_level and frame > 1


@dataclass(frozen=True)
class NewRack:
    """A frame that was racked again so many times for one cause."""

    frame: int
    cause: RackCause
    times: int = 1


@dataclass(frozen=True)
class Played(Generic[Who]):
    """A series as it was played: who won each frame, new racks, who breaks first and the decider."""

    sides: tuple[Who, Who]
    first: Who | None
    winners: tuple[Who, ...] | None = None
    new_racks: tuple[NewRack, ...] = ()
    decider_breaker: Who | None = None
    team: bool = False


@dataclass(frozen=True)
class Order(Generic[Who]):
    """Who breaks each frame and each rack; None where it is not known or there is no such frame."""

    breakers: tuple[Who | None, ...]
    racks: tuple[Who | None, ...]
    decider_lag: bool | None
    outcome: Outcome | None


def order_of(
    terms: SeriesTerms | None, played: Played[Who], frames: int, parameters: Mapping[str, Any]
) -> Order[Who]:
    """Who breaks the first `frames` frames of a series, and whether a lag decides one of them (art. 4)."""
    decider = _decider(terms, played, parameters)
    breakers: list[Who | None] = []
    racks: list[Who | None] = []
    due = break_order.first_breaker(played.sides, played.first, parameters, team=played.team)
    for frame in range(1, frames + 1):
        if frame == decider:
            due = played.decider_breaker
        elif _is_over(terms, played, frame):
            due = None
        own = _racks_of(frame, due, played, parameters)
        breakers.append(due)
        racks.extend(own)
        last = own[-1]
        if due is not None and last is not None:
            due = break_order.next_scheduled(due, last, played.sides, parameters)
    told = terms is not None and played.winners is not None
    return Order(
        tuple(breakers),
        tuple(racks),
        decider is not None if told else None,
        _outcome(terms, played, parameters),
    )


def won(winners: Sequence[Who], side: Who) -> int:
    """How many frames a side has won."""
    return sum(winner == side for winner in winners)


def _score(played: Played[Who], frames: int) -> Halves:
    winners = (played.winners or ())[:frames]
    home, away = (won(winners, side) for side in played.sides)
    return Halves(HALVES * home, HALVES * away)


def _is_over(terms: SeriesTerms | None, played: Played[Who], frame: int) -> bool:
    if terms is None or played.winners is None:
        return False
    told = len(played.winners) >= frame - 1
    return frame > terms.last_frame or (told and is_reached(terms, _score(played, frame - 1), frame - 1))


def _outcome(terms: SeriesTerms | None, played: Played[Who], parameters: Mapping[str, Any]) -> Outcome | None:
    if terms is None or terms.length is Length.RACE or played.winners is None:
        return None
    ended = len(played.winners) >= terms.frames and _score(played, terms.frames).is_level
    return break_order.level_outcome(parameters) if ended else None


def _decider(terms: SeriesTerms | None, played: Played[Who], parameters: Mapping[str, Any]) -> int | None:
    """The frame that needs its own lag: the last when it is reached level, or an extra one."""
    if terms is None or played.winners is None:
        return None
    if _outcome(terms, played, parameters) is Outcome.EXTRA_FRAME:
        return terms.frames + 1
    last = terms.last_frame
    reached = len(played.winners) >= last - 1 and is_last_and_level(terms, _score(played, last - 1), last)
    return last if reached and break_order.has_decider_lag(parameters, team=played.team) else None


def _racks_of(
    frame: int, due: Who | None, played: Played[Who], parameters: Mapping[str, Any]
) -> list[Who | None]:
    found = [due]
    for again in played.new_racks:
        for _ in range(again.times if again.frame == frame else 0):
            last = found[-1]
            known = due is not None and last is not None
            found.append(
                break_order.next_rack(due, last, again.cause, played.sides, parameters) if known else None
            )
    return found
