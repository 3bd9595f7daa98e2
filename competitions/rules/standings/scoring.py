"""The points that an encounter gives (`encounter_points`, `encounter_bonus_points`). Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from competitions.rules.standings.facts import Figures, Forfeit, Winner

_KNOWN: Mapping[str, tuple[int, int, int]] = MappingProxyType({"3-1-0": (3, 1, 0), "2-1-0": (2, 1, 0)})
PER_PARTIDA = "per_partida"


@dataclass(frozen=True)
class Scoring:
    """Points for winning, drawing and losing, or for each partida won; `bonus`: for winning them all."""

    win: int = 0
    draw: int = 0
    loss: int = 0
    bonus: int = 0
    per_partida: bool = False

    @classmethod
    def of(cls, parameters: Mapping[str, Any]) -> Scoring:
        """The scoring that a regulation's parameters name."""
        by, bonus = parameters["encounter_points"], parameters["encounter_bonus_points"]
        if by == PER_PARTIDA:
            return cls(bonus=bonus, per_partida=True)
        win, draw, loss = _KNOWN[by]
        return cls(win, draw, loss, bonus)

    def points(self, home: int, away: int, winner: Winner, played: int) -> tuple[int, int]:
        """Points of both sides for their partidas; `played` is how many there were, won or not."""
        if self.per_partida:
            points = [home, away]
        else:
            points = [self._share(winner, Winner.HOME), self._share(winner, Winner.AWAY)]
        for side, (name, own) in enumerate(((Winner.HOME, home), (Winner.AWAY, away))):
            if winner is name and played and own == played:
                points[side] += self.bonus
        return points[0], points[1]

    def at_stake(self, partidas: int) -> int:
        """The most that a side can take from an encounter of that many partidas."""
        return (partidas if self.per_partida else self.win) + self.bonus

    def forfeit(
        self, partidas: int, score: Mapping[str, int] | None, *, enters_differences: bool = True
    ) -> Forfeit:
        """What an encounter of that many partidas gives when one side is not there.

        `score` is `forfeit_score`; without one, every partida is for the side that was there. The bonus
        is for winning at the table: nobody is given it.
        """
        own, rival = (score["for"], score["against"]) if score else (partidas, 0)
        bare = Scoring(self.win, self.draw, self.loss, 0, self.per_partida)
        winner, loser = bare.points(own, rival, Winner.HOME, partidas)
        return Forfeit(
            Figures(winner, own), Figures(loser, rival), self.at_stake(partidas), enters_differences
        )

    def _share(self, winner: Winner, side: Winner) -> int:
        if winner is Winner.NOBODY:
            return self.draw
        return self.win if winner is side else self.loss


def ahead(home: int, away: int) -> Winner:
    """Who has more."""
    if home == away:
        return Winner.NOBODY
    return Winner.HOME if home > away else Winner.AWAY
