"""What an encounter that was not played is given by a decision. Pure.

The partidas are those of `forfeit_score` (without it, all of the format); each gives what a partida gives
to which a side does not come (`no_show_score`), unless those tantos are left out
(`no_show_counts_in_totals`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from competitions.rules.standings.facts import Forfeit
from competitions.rules.standings.scoring import Scoring


class AwardedTo(StrEnum):
    """To whom. `NONE`: both lose."""

    HOME = "home"
    AWAY = "away"
    NONE = "none"


@dataclass(frozen=True)
class Share:
    """What one side is given."""

    partidas: int
    boards: int
    tantos: int
    points: int


@dataclass(frozen=True)
class Award:
    """What both are given; `target_difference` is the home side's efectividad by target."""

    home: Share
    away: Share
    to: AwardedTo
    enters_differences: bool
    target_difference: int


@dataclass(frozen=True)
class AwardTerms:
    """The format of the encounter: boards, partidas, and the target of each (None: they have none)."""

    boards: int
    partidas: int
    target: int | None
    parameters: Mapping[str, Any]

    @property
    def forfeit(self) -> Forfeit:
        """The points and partidas of `forfeit_score`."""
        return Scoring.of(self.parameters).forfeit(
            self.partidas,
            self.parameters["forfeit_score"],
            enters_differences=self.parameters["forfeit_enters_differences"],
        )

    @property
    def of_a_partida(self) -> tuple[int, int]:
        """Tantos of a partida for the side that was there, and for the one that was not."""
        if self.target is None or not self.parameters["no_show_counts_in_totals"]:
            return 0, 0
        half = self.parameters["no_show_score"] == "target_to_half"
        return self.target, self.target // 2 if half else 0


def award(to: AwardedTo, terms: AwardTerms) -> Award:
    """What a decision gives to both sides; never less than nothing (an absent side is given 0, not -1)."""
    forfeit = terms.forfeit
    won, lost = forfeit.winner.partidas, forfeit.loser.partidas
    here, away = terms.of_a_partida
    winner = Share(won, terms.boards, won * here + lost * away, forfeit.winner.points)
    loser = Share(lost, 0, won * away + lost * here, forfeit.loser.points)
    given = Award(
        home=winner,
        away=loser,
        to=to,
        enters_differences=forfeit.enters_differences,
        target_difference=(won - lost) * (here - away),
    )
    if to is AwardedTo.AWAY:
        return replace(given, home=loser, away=winner, target_difference=-given.target_difference)
    if to is AwardedTo.NONE:
        nothing = Share(0, 0, 0, forfeit.loser.points)
        return replace(given, home=nothing, away=nothing, target_difference=0)
    return given
