"""The practice of domino federations: each meets the nearest in the standings that it has not met. Pure.

In plain words, so that anybody can check a round with the table in hand:

1. Those who play the round stand in the order of the standings, and have the places 1, 2, 3…
2. With an odd number, the lowest who has not rested rests; nobody twice while somebody has not. When the
   others could then not be paired, the next above rests, and it is said why.
3. The distance of a pair is the difference of their places. Nobody meets a rival met before.
4. Of all rounds so possible the one with the least total distance is played; of several, the one with the
   least total of squared distances, so that no pair pays for the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from competitions.rules.swiss.matching import cheapest
from federation.rules.errors import RuleError


class RestKind(StrEnum):
    """Why somebody had no rival in a round. Each of them bars a second allocated rest."""

    ALLOCATED = "allocated"
    BY_HAND = "by_hand"
    WALKOVER_WON = "walkover_won"


class Passed(StrEnum):
    """Why somebody nearer was passed over."""

    MET = "met"
    PAIRED_BY_HAND = "paired_by_hand"
    RESTS = "rests"
    WHOLE_ROUND = "whole_round"
    """They had not met; with them together the whole round would have a greater distance."""


class NoRest(StrEnum):
    """Why somebody lower in the standings did not rest."""

    RESTED_BEFORE = "rested_before"
    LEAVES_NO_ROUND = "leaves_no_round"
    PAIRED_BY_HAND = "paired_by_hand"


class How(StrEnum):
    """How a pair came about."""

    NEAREST = "nearest"
    BY_HAND = "by_hand"


@dataclass(frozen=True)
class Forced:
    """A pair that the director makes, and why."""

    one: int
    other: int
    reason: str


@dataclass(frozen=True)
class Paired:
    """A pair of the round, the better placed first, with those between them who were passed over and why."""

    better: int
    worse: int
    places: tuple[int, int]
    how: How
    passed: Mapping[int, Passed]
    reason: str = ""

    @property
    def distance(self) -> int:
        """The difference of their places."""
        return self.places[1] - self.places[0]


@dataclass(frozen=True)
class Resting:
    """Who rests, and why nobody below does."""

    entrant: int
    place: int
    below: Mapping[int, NoRest]


@dataclass(frozen=True)
class SwissRound:
    """A round, best pairs first. `total`: the sum of distances; no round that was possible has less."""

    pairs: tuple[Paired, ...]
    rest: Resting | None
    total: int


@dataclass(frozen=True)
class History:
    """What was played before: who met whom at the table, and who had a round without rival, of what kind."""

    met: frozenset[frozenset[int]] = frozenset()
    rests: Mapping[int, RestKind] | None = None

    def have_met(self, one: int, other: int) -> bool:
        """Whether two have met."""
        return frozenset((one, other)) in self.met

    def has_rested(self, entrant: int) -> bool:
        """Whether somebody has had any kind of rest."""
        return entrant in (self.rests or {})


def neighbours(order: Sequence[int], history: History, forced: Sequence[Forced] = ()) -> SwissRound:
    """Pair those who play a round, given in the order of the standings.

    RuleError `swiss_no_round` when no round without a second meeting is possible, `swiss_forced_twice` when
    the director's pairs name somebody twice or somebody who does not play.
    """
    by_hand = [key for pair in forced for key in (pair.one, pair.other)]
    if len(set(by_hand)) != len(by_hand) or not set(by_hand) <= set(order):
        raise RuleError("swiss_forced_twice", field="forced")
    free = [key for key in order if key not in by_hand]
    if len(free) % 2 == 0:
        found = _matched(order, free, history)
        if found is None:
            raise RuleError("swiss_no_round")
        return _told(order, found, history, forced, None)
    below: dict[int, NoRest] = dict.fromkeys(by_hand, NoRest.PAIRED_BY_HAND)
    for key in _candidates(free, history, below):
        found = _matched(order, [each for each in free if each != key], history)
        if found is not None:
            place = order.index(key)
            under = {each: below[each] for each in order[place + 1 :]}
            return _told(order, found, history, forced, Resting(key, place + 1, under))
        below[key] = NoRest.LEAVES_NO_ROUND
    raise RuleError("swiss_no_round")


def _candidates(free: Sequence[int], history: History, below: dict[int, NoRest]) -> list[int]:
    """Who may rest, in the order of trying: the lowest who has not; all having rested, the lowest."""
    fresh = [key for key in reversed(free) if not history.has_rested(key)]
    again = [key for key in reversed(free) if history.has_rested(key)]
    below.update(dict.fromkeys(again, NoRest.RESTED_BEFORE))
    return [*fresh, *again]


def _matched(
    order: Sequence[int], free: Sequence[int], history: History
) -> tuple[tuple[int, int], ...] | None:
    """The pairs of those who are free with the least total, as keys."""
    places = {key: place for place, key in enumerate(order)}
    # More than all squares of a round together: distance counts first.
    weight = len(order) ** 3 + 1

    def cost(one: int, other: int) -> int | None:
        if history.have_met(free[one], free[other]):
            return None
        distance = places[free[other]] - places[free[one]]
        return distance * weight + distance * distance

    found = cheapest(len(free), cost)
    return None if found is None else tuple((free[one], free[other]) for one, other in found)


def _told(
    order: Sequence[int],
    pairs: Sequence[tuple[int, int]],
    history: History,
    forced: Sequence[Forced],
    rest: Resting | None,
) -> SwissRound:
    """Each pair with its reason, in the order of the better placed."""
    places = {key: place for place, key in enumerate(order, start=1)}
    reasons = {frozenset((each.one, each.other)): each.reason for each in forced}
    hands = {key for pair in reasons for key in pair}
    whole = [*pairs, *((each.one, each.other) for each in forced)]
    made = []
    for one, other in whole:
        better, worse = sorted((one, other), key=places.__getitem__)
        reason = reasons.get(frozenset((one, other)))
        between = order[places[better] : places[worse] - 1] if reason is None else ()
        passed = {each: _why(better, each, history, hands, rest) for each in between}
        how = How.NEAREST if reason is None else How.BY_HAND
        made.append(Paired(better, worse, (places[better], places[worse]), how, passed, reason or ""))
    made.sort(key=lambda pair: pair.places)
    return SwissRound(tuple(made), rest, sum(pair.distance for pair in made))


def _why(one: int, passed: int, history: History, hands: set[int], rest: Resting | None) -> Passed:
    if rest is not None and passed == rest.entrant:
        return Passed.RESTS
    if passed in hands:
        return Passed.PAIRED_BY_HAND
    return Passed.MET if history.have_met(one, passed) else Passed.WHOLE_ROUND
