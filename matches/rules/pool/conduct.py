"""Advice, spectators and disqualification (art. 12 Faltas g, 22, 23). Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from federation.rules.pool_articles import FOULS


class Adviser(StrEnum):
    """Who advises the player at the table."""

    TEAM_MATE = "team_mate"
    PARTNER = "partner"  # of the same doubles pair
    SPECTATOR = "spectator"


class Measure(StrEnum):
    """What the referee does with somebody who advises."""

    ASKS_TO_STOP = "asks_to_stop"
    TELLS_TO_LEAVE = "tells_to_leave"


@dataclass(frozen=True)
class AdviceRuling:
    """Is it a foul of the player advised, and what the referee does."""

    articles: tuple[str, ...]
    is_foul: bool
    measure: Measure | None = None


def rule_advice(by: Adviser, times: int, parameters: Mapping[str, Any]) -> AdviceRuling:
    """The ruling on advice; `times` this person has given it, this one included.

    In leagues and tournaments a team mate's is a foul; the partner's in doubles as
    `partner_advice_in_doubles` says. A spectator is asked to stop, and then told to leave.
    """
    if by is Adviser.SPECTATOR:
        measure = Measure.ASKS_TO_STOP if times <= 1 else Measure.TELLS_TO_LEAVE
        return AdviceRuling(("23.1",), is_foul=False, measure=measure)
    allowed = by is Adviser.PARTNER and parameters["partner_advice_in_doubles"] == "allowed"
    return AdviceRuling((f"{FOULS} g",), is_foul=not allowed)


class Official(StrEnum):
    """Who would disqualify."""

    SPORTING_DIRECTOR = "sporting_director"
    REFEREE = "referee"


class Cause(StrEnum):
    """For what the article lets somebody be disqualified."""

    UNSPORTING_CONDUCT = "unsporting_conduct"
    HARMFUL_TACTICS = "harmful_tactics"


class EarlierResults(StrEnum):
    """What becomes of what a disqualified player had played (`disqualification_results`)."""

    STAND = "stand"
    STRUCK_OUT = "struck_out"


@dataclass(frozen=True)
class Disqualification:
    """Its consequences: every prize is lost, and what becomes of his results."""

    earlier_results: EarlierResults
    prizes_lost: bool = True


def may_disqualify(by: Official) -> bool:
    """Only the sporting director does, from the whole competition (22.1)."""
    return by is Official.SPORTING_DIRECTOR


def disqualification(parameters: Mapping[str, Any]) -> Disqualification:
    """What a disqualification brings."""
    return Disqualification(EarlierResults(parameters["disqualification_results"]))
