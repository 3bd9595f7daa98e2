"""Which encounters count, and with what: as of a date, with whoever left treated by its policy. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from competitions.rules.standings.facts import (
    Entrant,
    Facts,
    Figures,
    Fixture,
    Forfeit,
    Play,
    Policy,
    Result,
    Standing,
    Winner,
)


class Ended(StrEnum):
    """How an encounter ended for one side."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


# Half points of a result, for Sonneborn-Berger.
HALVES: Mapping[Ended, int] = {Ended.WON: 2, Ended.DRAWN: 1, Ended.LOST: 0}


@dataclass(frozen=True)
class Line:
    """One encounter as one side sees it."""

    rival: int
    is_home: bool
    ended: Ended
    own: Figures
    rivals: Figures
    day: date
    number: int
    at_stake: int
    play: Play
    standing: Standing
    enters_differences: bool


def is_struck_out(entrant: Entrant, fixtures: Iterable[Fixture]) -> bool:
    """Whether nothing of whoever left counts for anybody.

    `by_half_of_calendar`: struck out when less than half of its calendar was played when it left.
    """
    left = entrant.withdrawal
    if left is None or left.policy is Policy.KEEP_PLAYED_FORFEIT_REST:
        return False
    if left.policy is Policy.STRIKE_OUT_ALL:
        return True
    own = [each for each in fixtures if entrant.key in (each.home, each.away)]
    played = sum(1 for each in own if each.result is not None and each.day <= left.last_day)
    return 2 * played < len(own)


def struck_out(facts: Facts) -> frozenset[int]:
    """Those of whom nothing counts, as of the date of the facts."""
    return frozenset(each.key for each in _in_force(facts) if is_struck_out(each, facts.fixtures))


def counted(facts: Facts, forfeit: Forfeit) -> tuple[tuple[Fixture, Result], ...]:
    """The encounters that count, each with its result: none of a later day, pending or struck out."""
    left = {each.key: each.withdrawal.last_day for each in _in_force(facts) if each.withdrawal is not None}
    out = struck_out(facts)
    found = []
    for fixture in facts.fixtures:
        if {fixture.home, fixture.away} & out or (facts.as_of is not None and fixture.day > facts.as_of):
            continue
        gone = [key for key in (fixture.home, fixture.away) if key in left and fixture.day > left[key]]
        is_awarded = fixture.result is not None and fixture.result.play is Play.AWARDED
        # What the committee has awarded stays as it was awarded.
        result = _forfeited(fixture, gone, forfeit) if gone and not is_awarded else fixture.result
        if result is not None:
            found.append((fixture, result))
    return tuple(sorted(found, key=lambda each: (each[0].day, each[0].number, each[0].home, each[0].away)))


def lines_of(results: Iterable[tuple[Fixture, Result]]) -> Mapping[int, tuple[Line, ...]]:
    """The encounters of each entrant as it sees them, in order of day."""
    lines: dict[int, list[Line]] = defaultdict(list)
    for fixture, result in results:
        for is_home in (True, False):
            own, rivals = (result.home, result.away) if is_home else (result.away, result.home)
            line = Line(
                rival=fixture.away if is_home else fixture.home,
                is_home=is_home,
                ended=_ended(result.winner, is_home=is_home),
                own=own,
                rivals=rivals,
                day=fixture.day,
                number=fixture.number,
                at_stake=result.at_stake,
                play=result.play,
                standing=result.standing,
                enters_differences=result.enters_differences,
            )
            lines[fixture.home if is_home else fixture.away].append(line)
    return {key: tuple(each) for key, each in lines.items()}


def _in_force(facts: Facts) -> tuple[Entrant, ...]:
    """Those who had left by the date of the facts: until it passes, a last day is not yet a leave."""
    return tuple(
        each
        for each in facts.entrants
        if each.withdrawal is not None and (facts.as_of is None or facts.as_of > each.withdrawal.last_day)
    )


def _ended(winner: Winner, *, is_home: bool) -> Ended:
    if winner is Winner.NOBODY:
        return Ended.DRAWN
    if winner is Winner.BOTH_LOST:
        return Ended.LOST
    return Ended.WON if (winner is Winner.HOME) == is_home else Ended.LOST


def _forfeited(fixture: Fixture, gone: list[int], forfeit: Forfeit) -> Result:
    """What stands in place of an encounter that one side, or both, did not come to."""
    won, lost = forfeit.winner, forfeit.loser
    given = Result(
        home=won,
        away=lost,
        winner=Winner.HOME,
        at_stake=forfeit.at_stake,
        play=Play.AWARDED,
        standing=Standing.FINAL,
        enters_differences=forfeit.enters_differences,
    )
    if len(gone) == 2:
        nothing = Figures(lost.points, 0)
        return replace(given, home=nothing, away=nothing, winner=Winner.BOTH_LOST)
    if gone[0] == fixture.home:
        return replace(given, home=lost, away=won, winner=Winner.AWAY)
    return given
