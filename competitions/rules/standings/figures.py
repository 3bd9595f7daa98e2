"""What each entrant has: the columns of the standings, added up from its encounters. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from competitions.rules.standings.counting import HALVES, Ended, Line
from competitions.rules.standings.facts import Adjustment, Play, Rest, Unplayed

HALVES_OF_A_DRAW = HALVES[Ended.DRAWN]


@dataclass(frozen=True)
class Totals:
    """The columns of one entrant. `points` has the adjustments in it, `adjusted` is what they come to."""

    played: int
    won: int
    drawn: int
    lost: int
    away_won: int
    partidas_for: int
    partidas_against: int
    tantos_for: int
    tantos_against: int
    capped_difference: int
    target_difference: int
    points: int
    adjusted: int
    at_stake: int

    @property
    def partidas_difference(self) -> int:
        """Difference of partidas."""
        return self.partidas_for - self.partidas_against

    @property
    def tantos_difference(self) -> int:
        """Difference of tantos, or frames."""
        return self.tantos_for - self.tantos_against

    @property
    def penalty_points(self) -> int:
        """Points taken away, as a number that is not negative."""
        return max(0, -self.adjusted)


def totals_of(lines: Sequence[Line], rests: Sequence[Rest], adjustments: Iterable[Adjustment]) -> Totals:
    """Add up one entrant. A rest is no encounter; what it gives counts."""
    ended = [line.ended for line in lines]
    counting = [(line.own, line.rivals) for line in lines if line.enters_differences]
    given = [rest.figures for rest in rests]
    adjusted = sum(each.points for each in adjustments)
    return Totals(
        played=len(lines),
        won=ended.count(Ended.WON),
        drawn=ended.count(Ended.DRAWN),
        lost=ended.count(Ended.LOST),
        away_won=sum(1 for line in lines if line.ended is Ended.WON and not line.is_home),
        partidas_for=sum(own.partidas for own, _ in counting) + sum(each.partidas for each in given),
        partidas_against=sum(rival.partidas for _, rival in counting),
        tantos_for=sum(own.tantos for own, _ in counting) + sum(each.tantos for each in given),
        tantos_against=sum(rival.tantos for _, rival in counting),
        capped_difference=sum(own.capped - rival.capped for own, rival in counting)
        + sum(each.capped for each in given),
        target_difference=sum(own.target_difference for own, _ in counting)
        + sum(each.target_difference for each in given),
        points=sum(line.own.points for line in lines) + sum(each.points for each in given) + adjusted,
        adjusted=adjusted,
        at_stake=sum(line.at_stake for line in lines) + sum(rest.at_stake for rest in rests),
    )


@dataclass(frozen=True)
class Field:
    """All entrants: their columns, their encounters, their rests, and the order of lots."""

    totals: Mapping[int, Totals]
    lines: Mapping[int, Sequence[Line]]
    rests: Mapping[int, Sequence[Rest]]
    draw: Mapping[int, int]
    unplayed: Unplayed

    def among(self, key: int, group: Iterable[int]) -> list[Line]:
        """The encounters of one with the others of a group."""
        others = set(group) - {key}
        return [line for line in self.lines.get(key, ()) if line.rival in others]

    def rivals_points(self, key: int) -> list[int]:
        """The final points of each rival met, once for each time; a round without play by the regulation."""
        met = [self.totals[line.rival].points for line in self.lines.get(key, ()) if line.play is Play.PLAYED]
        return met + [self._points_of_nobody(key)] * self._unplayed_rounds(key)

    def sonneborn_berger(self, key: int) -> int:
        """Half points of each result times the final points of the rival, added up.

        A round without play, when it counts as a draw, is one with somebody of the same points.
        """
        met = sum(
            HALVES[line.ended] * self.totals[line.rival].points
            for line in self.lines.get(key, ())
            if line.play is Play.PLAYED
        )
        return met + HALVES_OF_A_DRAW * self._points_of_nobody(key) * self._unplayed_rounds(key)

    def koya(self, key: int) -> int:
        """Points against those with at least half of the points that they could have taken."""
        return sum(
            line.own.points
            for line in self.lines.get(key, ())
            if 2 * self.totals[line.rival].points >= self.totals[line.rival].at_stake
        )

    def _points_of_nobody(self, key: int) -> int:
        return self.totals[key].points if self.unplayed is Unplayed.AS_DRAW else 0

    def _unplayed_rounds(self, key: int) -> int:
        awarded = sum(1 for line in self.lines.get(key, ()) if line.play is Play.AWARDED)
        # A league's rest gives nothing and is no round in which somebody could have played.
        return awarded + sum(1 for rest in self.rests.get(key, ()) if rest.at_stake)
