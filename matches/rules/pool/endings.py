"""How a frame ends: a closed list, each ending with its letter (art. 18, 20, 21, 22). Pure."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from matches.rules.pool.shots import LossLetter
from matches.rules.sides import Side


class Ending(StrEnum):
    """The endings that a frame may have."""

    EIGHT = "eight"
    LOSS_A = "loss_a"
    LOSS_B = "loss_b"
    LOSS_C = "loss_c"
    LOSS_D = "loss_d"
    LOSS_E = "loss_e"
    LOSS_F = "loss_f"
    DRAWN = "drawn"
    CONCEDED = "conceded"
    WALKOVER = "walkover"
    LATE = "late"
    NULL = "null"
    DISQUALIFIED = "disqualified"
    RULED = "ruled"
    NOT_NOTED = "not_noted"


LOSSES: Mapping[Ending, LossLetter] = MappingProxyType(
    {Ending(f"loss_{letter.value}"): letter for letter in LossLetter}
)
# The letters of article 20 are small ones; the others are capitals, so that none stands for two endings.
LETTERS: Mapping[Ending, str] = MappingProxyType(
    {
        Ending.EIGHT: "8",
        **{ending: letter.value for ending, letter in LOSSES.items()},
        Ending.DRAWN: "E",
        Ending.CONCEDED: "C",
        Ending.WALKOVER: "I",
        Ending.LATE: "T",
        Ending.NULL: "N",
        Ending.DISQUALIFIED: "D",
        Ending.RULED: "R",
        Ending.NOT_NOTED: "-",
    }
)
# What the table itself writes; the others follow from an act of their own.
WRITTEN = frozenset({Ending.EIGHT, *LOSSES, Ending.DRAWN, Ending.CONCEDED, Ending.NOT_NOTED})
NOT_PLAYED = frozenset({Ending.WALKOVER, Ending.LATE})


def winner_of(ending: Ending, side: Side | None) -> Side | None:
    """Who wins a frame that a table writes. `side` is whoever was at the table; of a concession, whoever
    concedes; where nothing was noted, the winner. A loss by article 20 gives the frame to the other.
    """
    if side is None or ending is Ending.DRAWN:
        return None
    return side.other if ending in LOSSES or ending is Ending.CONCEDED else side


def in_individual_figures(ending: Ending, parameters: Mapping[str, Any]) -> bool:
    """Does a frame count in the figures of its players (`walkover_in_individual_figures`)?"""
    return ending not in NOT_PLAYED or bool(parameters["walkover_in_individual_figures"])
