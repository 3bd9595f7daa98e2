"""Which of the described acts are fouls, by phase and regulation (art. 10, 12 Faltas, 13, 17). Pure."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from federation.rules.pool_articles import FOULS
from matches.rules.pool.balls import EIGHT, group_of
from matches.rules.pool.shots import CUE_BALL_GONE, Foul, InHand, Phase, Shot

_LETTERS: Mapping[Foul, str] = MappingProxyType(
    {
        Foul.WRONG_BALL_FIRST: "a",
        Foul.NO_CUSHION: "a",
        Foul.THROUGH_EIGHT: "a",
        Foul.CUE_BALL_POCKETED: "b",
        Foul.CUE_BALL_OFF_TABLE: "b",
        Foul.NO_FOOT_ON_FLOOR: "d",
        Foul.BALL_TOUCHED: "e",
        Foul.SCOOPED_JUMP: "f",
        Foul.ADVISED: "g",
    }
)
LETTERS = ("a", "b", "c", "d", "e", "f", "g")


def fouls_of(shot: Shot, parameters: Mapping[str, Any]) -> tuple[Foul, ...]:
    """What of the stroke is a foul. Article 10 asks nothing of the break, and of an open table only what
    `open_table_cushion` says; a coloured ball pocketed makes the cushion needless (10.a).
    """
    found = set(shot.fouls)
    if shot.phase is Phase.BREAK:
        found -= {Foul.WRONG_BALL_FIRST, Foul.NO_CUSHION, Foul.THROUGH_EIGHT}
    elif shot.is_open:
        found -= {Foul.WRONG_BALL_FIRST, Foul.THROUGH_EIGHT}
        if parameters["open_table_cushion"] == "literal_exempt":
            found.discard(Foul.NO_CUSHION)
    else:
        found |= _contact_fouls(shot, parameters)
    if shot.falls:
        found.discard(Foul.NO_CUSHION)
    return tuple(foul for foul in Foul if foul in found)


def _contact_fouls(shot: Shot, parameters: Mapping[str, Any]) -> set[Foul]:
    if shot.is_through_eight:
        is_foul = parameters["combination_through_eight"] == "foul"
        return {Foul.THROUGH_EIGHT} if is_foul else set()
    if shot.first_contact is None or _may_be_first(shot, shot.first_contact):
        return set()
    return {Foul.WRONG_BALL_FIRST}


def _may_be_first(shot: Shot, ball: int) -> bool:
    """His own group first, or the 8 once nothing else is left (art. 10, 12 Anotación)."""
    return ball == EIGHT if shot.plays_eight else group_of(ball) is shot.group


def letters_of(fouls: tuple[Foul, ...], *, legal_break: bool = False) -> tuple[str, ...]:
    """Their letters in article 12 (Faltas); the cue ball gone on a legal break is c."""
    letters = {
        "c" if legal_break and foul in CUE_BALL_GONE else _LETTERS[foul] for foul in fouls if foul in _LETTERS
    }
    return tuple(sorted(letters))


def articles_of(letters: tuple[str, ...]) -> tuple[str, ...]:
    """The letters as articles are cited."""
    return tuple(f"{FOULS} {letter}" for letter in letters) or (FOULS,)


def in_hand_after_foul(phase: Phase) -> InHand:
    """Where the rival puts the cue ball (art. 13.1)."""
    return InHand.BEHIND_LINE if phase is Phase.BREAK else InHand.ANYWHERE


def is_cushion_contact(*, was_frozen: bool, left_it: bool) -> bool:
    """Does a contact with a cushion satisfy 10.b? A ball that was frozen to it must leave it (art. 17)."""
    return left_it or not was_frozen
