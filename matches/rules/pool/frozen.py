"""The cue ball against another ball, and fouls on purpose (art. 18, Bola blanca en contacto). Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from federation.rules.pool_articles import CONTACT


class FrozenTo(StrEnum):
    """Which ball the cue ball lies against."""

    OWN_BALL = "own_ball"
    RIVAL_BALL = "rival_ball"
    EIGHT = "eight"


class Scope(StrEnum):
    """How much a null game takes (`null_game_scope`)."""

    FRAME = "frame"
    PARTIDA = "partida"


@dataclass(frozen=True)
class NullGame:
    """A game made null: who wins it, if anybody, and whether it is played again (18.5)."""

    lost_by_offender: bool
    played_again: bool
    scope: Scope


@dataclass(frozen=True)
class ContactRuling:
    """What follows from playing a frozen cue ball."""

    articles: tuple[str, ...]
    is_foul: bool = False
    must_warn: bool = False
    null_game: NullGame | None = None


def may_be_played_at(frozen_to: FrozenTo, *, own_balls_left: bool) -> bool:
    """May he play straight at it, pushing it along? His own ball, and the 8 only as his last (18.2-18.4)."""
    return frozen_to is FrozenTo.OWN_BALL or (frozen_to is FrozenTo.EIGHT and not own_balls_left)


def rule_contact(
    frozen_to: FrozenTo,
    parameters: Mapping[str, Any],
    *,
    straight: bool,
    own_balls_left: bool,
    times: int,
    warned_before: bool,
) -> ContactRuling:
    """The ruling on a stroke with the cue ball frozen; `times` this player did it, this one included.

    Straight at a ball that may not be played is a foul on purpose, each time. The warning is recorded
    apart from it; only whoever was warned and repeats makes the game null.
    """
    if not straight:
        return ContactRuling((f"{CONTACT} 3",))
    if may_be_played_at(frozen_to, own_balls_left=own_balls_left):
        return ContactRuling((f"{CONTACT} {2 if frozen_to is FrozenTo.OWN_BALL else 4}",))
    articles = (f"{CONTACT} 5", "13.1")
    if warned_before and times > 1:
        return ContactRuling(articles, is_foul=True, null_game=null_game(parameters))
    return ContactRuling(articles, is_foul=True, must_warn=not warned_before)


def null_game(parameters: Mapping[str, Any]) -> NullGame:
    """What becomes of a null game (`null_game`, `null_game_scope`)."""
    how = parameters["null_game"]
    return NullGame(
        lost_by_offender=how == "lost_by_offender",
        played_again=how == "void_and_replayed",
        scope=Scope(parameters["null_game_scope"]),
    )
