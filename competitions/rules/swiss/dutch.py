"""FIDE's Dutch system, paired by py4swiss. Pure.

EDITION says by which text: FIDE's rules in force until 31 January 2026. Those of February 2026 pair some
rounds otherwise; a page that shows such a round states the edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from py4swiss.engines.common import PairingError
from py4swiss.engines.dutch import Engine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from federation.rules.errors import RuleError

EDITION = "dutch_2017"


class Colour(StrEnum):
    """Which side somebody had; nobody has one without a rival."""

    WHITE = "w"
    BLACK = "b"
    NONE = "-"


class Code(StrEnum):
    """How a round ended for somebody, by the letters of FIDE's report file."""

    WON = "1"
    DRAWN = "="
    LOST = "0"
    WON_UNPLAYED = "+"
    LOST_UNPLAYED = "-"
    RESTED = "U"
    FULL_POINT_BYE = "F"
    HALF_POINT_BYE = "H"
    ABSENT = "Z"


@dataclass(frozen=True)
class Played:
    """One round of one entrant; `rival` is 0 without one."""

    rival: int
    colour: Colour
    code: Code


@dataclass(frozen=True)
class DutchEntrant:
    """Somebody, by start number from 1 (best rating first), with one entry for each round so far."""

    number: int
    history: tuple[Played, ...] = ()


@dataclass(frozen=True)
class DutchRound:
    """The pairs (white, black) in the order of the tables, who rests, and by which edition."""

    pairs: tuple[tuple[int, int], ...]
    rest: int | None
    edition: str = EDITION


@dataclass(frozen=True)
class DutchEvent:
    """How many rounds there are and which colour the first board's better one begins with."""

    rounds_total: int
    first_colour: Colour = Colour.WHITE
    absent: frozenset[int] = field(default_factory=frozenset)


def dutch(entrants: Sequence[DutchEntrant], event: DutchEvent) -> DutchRound:
    """Pair the next round; RuleError `swiss_no_round` when the rules allow none."""
    section = XSection(number_of_rounds=event.rounds_total, zeroed_ids=set(event.absent))
    section.configuration.first_round_color = event.first_colour is Colour.WHITE
    ordered = sorted(entrants, key=lambda each: each.number)
    sections = [_section(each, section) for each in ordered]
    try:
        found = Engine.generate_pairings(ParsedTrf(player_sections=sections, x_section=section))
    except PairingError as error:
        raise RuleError("swiss_no_round") from error
    pairs = tuple((each.white, each.black) for each in found if each.white and each.black)
    return DutchRound(pairs, _resting((each.white, each.black) for each in found))


def _resting(pairs: Iterable[tuple[int, int]]) -> int | None:
    return next((white or black for white, black in pairs if not (white and black)), None)


def _section(entrant: DutchEntrant, event: XSection) -> PlayerSection:
    results = [
        RoundResult(id=each.rival, color=ColorToken(each.colour.value), result=ResultToken(each.code.value))
        for each in entrant.history
    ]
    points = sum(event.scoring_point_system.get_points_times_ten(result) for result in results)
    return PlayerSection(
        code=PlayerCode.PLAYER,
        starting_number=entrant.number,
        points_times_ten=points,
        rank=entrant.number,
        results=results,
    )
