"""What standings are made of: who takes part, who met whom and how it ended, what was taken away. Pure.

Whole numbers throughout: whoever gives half a point for a draw counts in half points.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Winner(StrEnum):
    """Who won an encounter. `BOTH_LOST`: neither came."""

    HOME = "home"
    AWAY = "away"
    NOBODY = "nobody"
    BOTH_LOST = "both_lost"


class Play(StrEnum):
    """Whether a result came from the tables."""

    PLAYED = "played"
    AWARDED = "awarded"
    """Given by a decision, or because somebody was not there."""


class Standing(StrEnum):
    """How firm a result is, the least firm first."""

    PROVISIONAL = "provisional"
    HOMOLOGATED = "homologated"
    FINAL = "final"


class Policy(StrEnum):
    """What becomes of the encounters of whoever leaves (`withdrawal_policy`)."""

    STRIKE_OUT_ALL = "strike_out_all"
    KEEP_PLAYED_FORFEIT_REST = "keep_played_forfeit_rest"
    BY_HALF_OF_CALENDAR = "by_half_of_calendar"


class Unplayed(StrEnum):
    """What a round without play is worth in Buchholz and Sonneborn-Berger (`unplayed_in_buchholz`)."""

    AS_DRAW = "as_draw"
    AS_ZERO = "as_zero"


@dataclass(frozen=True)
class Figures:
    """What one side takes from an encounter; `against` is what the other side has.

    `capped` are its tantos with each partida cut at its target, `target_difference` its efectividad by target
    (`efectividad.py`).
    """

    points: int
    partidas: int
    tantos: int = 0
    capped: int = 0
    target_difference: int = 0


@dataclass(frozen=True)
class Result:
    """The official result of an encounter. `at_stake`: the most points that a side could take."""

    home: Figures
    away: Figures
    winner: Winner
    at_stake: int
    play: Play = Play.PLAYED
    standing: Standing = Standing.FINAL
    enters_differences: bool = True


@dataclass(frozen=True)
class Fixture:
    """An encounter of the calendar; without `result` while nothing official counts."""

    home: int
    away: int
    day: date
    result: Result | None = None
    number: int = 0


@dataclass(frozen=True)
class Rest:
    """A round in which somebody had no rival and what it gives: nothing in a league."""

    entrant: int
    day: date
    figures: Figures
    at_stake: int = 0


@dataclass(frozen=True)
class Withdrawal:
    """Somebody leaves: `last_day` is the last day whose encounters stand as they were played."""

    last_day: date
    policy: Policy


@dataclass(frozen=True)
class Entrant:
    """Who takes part, with the number that lots are drawn by."""

    key: int
    lot: int
    withdrawal: Withdrawal | None = None


@dataclass(frozen=True)
class Adjustment:
    """Points given or taken by a decision, until another one undoes it."""

    entrant: int
    points: int
    day: date
    reason: str = ""
    undone_on: date | None = None

    def counts_on(self, day: date | None) -> bool:
        """Whether it is in force at the end of that day; None: with all that is known."""
        if day is None:
            return self.undone_on is None
        return self.day <= day and (self.undone_on is None or day < self.undone_on)


@dataclass(frozen=True)
class Forfeit:
    """With what an encounter is given as won to the side that was there (`forfeit_score`)."""

    winner: Figures
    loser: Figures
    at_stake: int
    enters_differences: bool = True


@dataclass(frozen=True)
class Criterion:
    """One step of the order. `only_if_complete`: head-to-head, used when all have met equally often."""

    code: str
    only_if_complete: bool = False


@dataclass(frozen=True)
class StandingsTerms:
    """What the regulation says of the standings, resolved."""

    criteria: tuple[Criterion, ...]
    forfeit: Forfeit
    seed: str = ""
    unplayed: Unplayed = Unplayed.AS_DRAW


@dataclass(frozen=True)
class Facts:
    """Everything that standings are made of, in any order."""

    entrants: tuple[Entrant, ...]
    fixtures: tuple[Fixture, ...]
    rests: tuple[Rest, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    as_of: date | None = None
