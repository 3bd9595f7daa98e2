"""Stalemate and the agreed new rack (art. 21). Pure."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from matches.rules.pool.balls import BALLS
from matches.rules.pool.series import Length

TURNS_EACH = 3


class Next(StrEnum):
    """What follows when a stalemate was asked for."""

    GOES_ON = "goes_on"
    REPLAY = "replay_same_breaker"
    DRAWN = "written_as_drawn"


def is_stalemate(turns: tuple[int, int], *, players_heard: bool, accepted: bool) -> bool:
    """Is it one (21.1)? Three turns each in a row without an attempt, players heard, referee convinced."""
    return min(turns) >= TURNS_EACH and players_heard and accepted


def after_stalemate(length: Length | None, parameters: Mapping[str, Any]) -> Next | None:
    """What follows a stalemate (`stalemate`); None where it goes by a format that is not known."""
    by = parameters["stalemate"]
    if by == "drawn_frame":
        return Next.DRAWN
    if by == "replay_same_breaker":
        return Next.REPLAY
    if length is None:
        return None
    return Next.REPLAY if length is Length.RACE else Next.DRAWN


def balls_of_new_rack(*, both_agree: bool) -> int:
    """How many balls are racked when a new rack is asked for (21.2): all, or none without agreement."""
    return len(BALLS) if both_agree else 0


def may_decide(parameters: Mapping[str, Any], *, by_referee: bool) -> bool:
    """May this be decided at all (`without_referee`): clock, warnings and stalemates without a referee?"""
    return by_referee or bool(parameters["without_referee"] == "both_captains")
