"""Who breaks each frame of a series, and each rack of a frame (art. 4, 7.2, 21.2). Pure.

Sides are opaque: two players or two teams, the home one first. What was once decided is kept where it
happened; these functions say what is due next.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

Who = TypeVar("Who")


class RackCause(StrEnum):
    """Why a frame was racked again."""

    BOTH_AGREE = "both_agree"  # 21.2
    EIGHT_ON_BREAK = "eight_on_break_restart"  # 6.1
    ILLEGAL_BREAK = "illegal_break_other_breaks"  # 7.2 b
    STALEMATE = "stalemate"  # 21.1, where it is played again
    NULL_GAME = "null_game"  # 18 (Bola blanca en contacto) 5, where it is played again


@dataclass(frozen=True)
class Lag(Generic[Who]):
    """Who came nearer to the cushion, and who breaks as he chose (4.1)."""

    winner: Who
    breaks: Who


class Outcome(StrEnum):
    """What follows when a fixed number of frames ends level (`even_frames_level`)."""

    DRAW = "draw"
    EXTRA_FRAME = "extra_frame"


def other(sides: Sequence[Who], side: Who) -> Who:
    """The other of two sides."""
    return sides[1] if side == sides[0] else sides[0]


def lag_each_board(parameters: Mapping[str, Any], *, team: bool) -> bool:
    """Has each board its own lag (`team_break_order`)?"""
    return team and bool(parameters["team_break_order"] == "lag_each_board")


def first_breaker(
    sides: Sequence[Who], by_lag: Who | None, parameters: Mapping[str, Any], *, team: bool
) -> Who | None:
    """Who breaks the first frame: as the winner of the lag chose, or by `team_break_order`."""
    order = parameters["team_break_order"] if team else "alternate"
    if order == "home_first":
        return sides[0]
    return sides[1] if order == "away_first" else by_lag


def next_rack(
    scheduled: Who, last: Who, cause: RackCause, sides: Sequence[Who], parameters: Mapping[str, Any]
) -> Who:
    """Who breaks a new rack of the same frame; it is no step in the alternation."""
    if cause is RackCause.ILLEGAL_BREAK:
        return other(sides, last)
    if cause is RackCause.EIGHT_ON_BREAK:
        return last
    return last if parameters["rerack_breaker"] == "actual" else scheduled


def next_scheduled(scheduled: Who, last: Who, sides: Sequence[Who], parameters: Mapping[str, Any]) -> Who:
    """Who is due to break the next frame: they alternate (4.2, `break_after_rebreak`)."""
    return other(sides, last if parameters["break_after_rebreak"] == "actual" else scheduled)


def has_decider_lag(parameters: Mapping[str, Any], *, team: bool) -> bool:
    """Is there a new lag when the last possible frame is reached level (4.2, `team_decider_lag`)?"""
    return not team or bool(parameters["team_decider_lag"])


def level_outcome(parameters: Mapping[str, Any]) -> Outcome:
    """What follows when a fixed number of frames ends level."""
    return Outcome.DRAW if parameters["even_frames_level"] == "draw" else Outcome.EXTRA_FRAME
