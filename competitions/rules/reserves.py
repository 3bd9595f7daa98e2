"""Reserve teams: who may help above, how often, and when he stays there (`reserve_team_rule`). Pure.

The parameter is a number: so many times a player of a lower team may play above and still go back;
with the next time he stays above. Without it nobody helps above. Times are counted in each competition of
the upper team apart, in encounters that were played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from federation.rules.errors import RuleError


class Help(StrEnum):
    """What one more time above would be for somebody of a reserve team."""

    FREE = "free"
    LAST = "last"  # the last one after which he may still go back
    BINDS = "binds"  # with this one he stays
    STAYS = "stays"  # he stays already: he is one of theirs


@dataclass(frozen=True)
class Above:
    """How often somebody of team `own` has played for `above`, higher in its chain, in one competition."""

    own: str
    above: str
    own_name: str
    above_name: str
    competition: str
    times: int
    limit: int | None
    own_enters_it: bool = False

    @property
    def stays(self) -> bool:
        """Has he played there more often than he may?"""
        return self.limit is not None and self.times > self.limit

    @property
    def next_time(self) -> Help | None:
        """What one more time would be; None where reserve teams do not help."""
        if self.limit is None:
            return None
        if self.times > self.limit:
            return Help.STAYS
        if self.times == self.limit:
            return Help.BINDS
        return Help.LAST if self.times == self.limit - 1 else Help.FREE


def kept_above(plays: Iterable[Above], team: str) -> Above | None:
    """Where somebody who would be lined up in `team` has come to stay, if he has."""
    return next((each for each in plays if each.own == team and each.stays), None)


def helps(plays: Iterable[Above], team: str, competition: str) -> Above | None:
    """By which of his teams somebody may help in `team`, if reserve teams do in that competition."""
    found = [each for each in plays if each.above == team and each.competition == competition]
    return next((each for each in found if each.limit is not None), None)


def chain_above(team: int, reserve_of: Mapping[int, int | None]) -> list[int]:
    """The teams above one, the nearest first."""
    found: list[int] = []
    above = reserve_of.get(team)
    while above is not None and above not in (team, *found):
        found.append(above)
        above = reserve_of.get(above)
    return found


def chain_below(team: int, reserve_of: Mapping[int, int | None]) -> list[int]:
    """The teams whose chain leads up to one, in the order of their keys."""
    return [each for each in sorted(reserve_of) if team in chain_above(each, reserve_of)]


def check_reserve(team: int, above: int, reserve_of: Mapping[int, int | None]) -> None:
    """RuleError `reserve_circle` when `above` is the team itself, or is below it."""
    if above == team or team in chain_above(above, reserve_of):
        raise RuleError("reserve_circle", field="reserve_of")
