"""Squads: who may be in which, from which day, and how many. Pure.

What applies comes from the regulations of the competitions that the teams are entered in
(`squad_min`, `squad_max`, `registration_window`, `transfer_window`, `two_clubs`). The answer is a list of
objections: a refusal stands, an exception is the office's to make with a reason, a warning is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any

PLAYER, CAPTAIN, VICE_CAPTAIN, NON_PLAYING_CAPTAIN = (
    "player",
    "captain",
    "vice_captain",
    "non_playing_captain",
)
PLAYING = frozenset({PLAYER, CAPTAIN, VICE_CAPTAIN})
"""Roles of those who play: they count for the size of a squad, and windows are for them."""


class Weight(StrEnum):
    """How much an objection weighs."""

    REFUSAL = "refusal"
    EXCEPTION = "exception"
    WARNING = "warning"


OBJECTIONS: Mapping[str, Weight] = MappingProxyType(
    {
        "already_in_squad": Weight.REFUSAL,
        "squad_outside_season": Weight.REFUSAL,
        "two_squads": Weight.REFUSAL,
        "two_clubs": Weight.REFUSAL,
        "squad_full": Weight.REFUSAL,
        "registration_closed": Weight.EXCEPTION,
        "transfer_closed": Weight.EXCEPTION,
        "team_has_played": Weight.EXCEPTION,
        "in_two_clubs": Weight.WARNING,
        "joins_without_licence": Weight.WARNING,
        "licence_of_another_club": Weight.WARNING,
        "squad_too_small": Weight.WARNING,
        "left_without_captain": Weight.WARNING,
    }
)
"""Every objection, in the order in which they are told; each has its words in `competitions.messages`."""


@dataclass(frozen=True)
class Objection:
    """One thing that speaks against an act; `data` holds the figures of its words."""

    code: str
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def weight(self) -> Weight:
        """How much it weighs."""
        return OBJECTIONS[self.code]


@dataclass(frozen=True)
class TeamFact:
    """A team: its name, its club, and the disciplines of the competitions that it is entered in."""

    key: int
    name: str
    club: int
    disciplines: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Place:
    """A person in a team's squad between two days, both included; an open end means still in it."""

    person: int
    team: TeamFact
    role: str
    valid_from: date
    valid_to: date | None = None
    key: int = 0

    @property
    def plays(self) -> bool:
        """Is it a player's place?"""
        return self.role in PLAYING

    def holds(self, day: date) -> bool:
        """Is the person in the squad on that day?"""
        return self.valid_from <= day and (self.valid_to is None or day <= self.valid_to)

    def meets(self, other: Place) -> bool:
        """Do the two have a day in common?"""
        begins, ends = max(self.valid_from, other.valid_from), _earlier(self.valid_to, other.valid_to)
        return ends is None or begins <= ends


@dataclass(frozen=True)
class Terms:
    """What one competition asks of the squads of the teams that are entered in it."""

    name: str
    teams: frozenset[int]
    parameters: Mapping[str, Any]
    rounds: tuple[tuple[int, date], ...] = ()

    def asks(self, parameter: str) -> Any:
        """The value of a parameter; None where an older version of the regulation has none."""
        return self.parameters.get(parameter)


@dataclass(frozen=True)
class Joining:
    """Everything that is looked at when somebody joins a squad.

    `place` is the one that he would have; `own` his other places of the season, in any team;
    `squad` the places of the others in the team; `terms` the competitions of his teams and of this
    one; `played_on` the day on which the team last played; `licensed_by` the club of his player's
    licence in force on the first day (0: one without a club; None: he has no licence).
    """

    place: Place
    own: Sequence[Place]
    squad: Sequence[Place]
    terms: Sequence[Terms]
    season: tuple[date, date]
    played_on: date | None = None
    licensed_by: int | None = None


def objections_to_joining(facts: Joining) -> list[Objection]:
    """What speaks against somebody joining a squad, the heaviest first."""
    found = [*_of_dates(facts), *_of_other_squads(facts), *_of_size(facts), *_of_windows(facts)]
    if facts.place.plays:
        found += _of_licence(facts)
    return sorted(found, key=lambda objection: list(OBJECTIONS).index(objection.code))


def objections_to_leaving(
    place: Place, last_day: date, squad: Sequence[Place], terms: Sequence[Terms], played_on: date | None
) -> list[Objection]:
    """What speaks against somebody leaving a squad after a day; `squad` are the others of the team."""
    found = []
    if played_on is not None and played_on > last_day:
        found.append(Objection("team_has_played", {"day": played_on}))
    found += too_small(squad, last_day + timedelta(days=1), _of_team(terms, place.team))
    if place.role in (CAPTAIN, NON_PLAYING_CAPTAIN):
        found.append(Objection("left_without_captain", {"team": place.team.name}))
    return found


def too_small(squad: Iterable[Place], day: date, terms: Iterable[Terms]) -> list[Objection]:
    """A warning for each competition whose minimum a squad does not reach on a day."""
    size = sum(place.plays and place.holds(day) for place in squad)
    return [
        Objection("squad_too_small", {"size": size, "least": least, "competition": each.name})
        for each in terms
        if (least := each.asks("squad_min")) is not None and size < least
    ]


def is_transfer(place: Place, own: Iterable[Place]) -> bool:
    """Does a player come from another team of the season, that plays the same game?"""
    return any(
        other.plays
        and other.team.key != place.team.key
        and other.valid_from < place.valid_from
        and _same_game(other.team, place.team)
        for other in own
    )


def is_open(window: Mapping[str, Any] | None, day: date, rounds: Iterable[tuple[int, date]]) -> bool:
    """Is a window open on a day? Both of its ends are; no window is always open.

    Rounds count from their first day until the next begins; before the first it is round 0.
    """
    if window is None:
        return True
    begin, end = window["from"], window["to"]
    if isinstance(begin, int):
        return bool(begin <= round_on(day, rounds) <= end)
    return bool(begin <= day.isoformat() <= end)


def round_on(day: date, rounds: Iterable[tuple[int, date]]) -> int:
    """The number of the round that has begun last; 0 before the first."""
    return max((number for number, begins in rounds if begins <= day), default=0)


def most_at_once(squad: Iterable[Place], place: Place) -> int:
    """The largest number of players in the squad on a day of `place`, whose own counts too."""
    others = [other for other in squad if other.plays and other.meets(place)]
    # The number only grows where somebody begins.
    days = {place.valid_from, *(max(other.valid_from, place.valid_from) for other in others)}
    return 1 + max(sum(other.holds(day) for other in others) for day in days)


def _of_dates(facts: Joining) -> list[Objection]:
    place, (begins, ends) = facts.place, facts.season
    found = []
    if not begins <= place.valid_from <= ends:
        found.append(Objection("squad_outside_season", {"begin": begins, "end": ends}))
    if facts.played_on is not None and facts.played_on >= place.valid_from:
        found.append(Objection("team_has_played", {"day": facts.played_on}))
    return found


def _of_other_squads(facts: Joining) -> list[Objection]:
    place = facts.place
    found: dict[tuple[str, int], Objection] = {}
    for other in (other for other in facts.own if other.meets(place)):
        if other.team.key == place.team.key:
            found["already_in_squad", 0] = Objection("already_in_squad", {"team": place.team.name})
            continue
        both = {other.team.key, place.team.key}
        shared = next((each for each in facts.terms if both <= each.teams), None)
        if shared is not None:
            data = {"team": other.team.name, "competition": shared.name}
            found["two_squads", other.team.key] = Objection("two_squads", data)
        elif other.team.club != place.team.club and _same_game(other.team, place.team):
            found["two_clubs", other.team.key] = _of_two_clubs(other, facts)
    return list(found.values())


def _of_two_clubs(other: Place, facts: Joining) -> Objection:
    """Two clubs at once, as players: as the regulations of the competitions of either team say."""
    if not (other.plays and facts.place.plays):
        return Objection("in_two_clubs", {"team": other.team.name})
    for each in facts.terms:
        if each.asks("two_clubs") == "refused" and each.teams & {other.team.key, facts.place.team.key}:
            return Objection("two_clubs", {"team": other.team.name, "competition": each.name})
    return Objection("in_two_clubs", {"team": other.team.name})


def _of_size(facts: Joining) -> list[Objection]:
    if not facts.place.plays:
        return []
    size = most_at_once(facts.squad, facts.place)
    return [
        Objection("squad_full", {"most": most, "competition": each.name})
        for each in _of_team(facts.terms, facts.place.team)
        if (most := each.asks("squad_max")) is not None and size > most
    ]


def _of_windows(facts: Joining) -> list[Objection]:
    """Where no window for transfers is set, a transfer is a registration like any other."""
    place = facts.place
    if not place.plays:
        return []
    moves = is_transfer(place, facts.own)
    found = []
    for each in _of_team(facts.terms, place.team):
        transfer = moves and each.asks("transfer_window") is not None
        window = each.asks("transfer_window" if transfer else "registration_window")
        if not is_open(window, place.valid_from, each.rounds):
            code = "transfer_closed" if transfer else "registration_closed"
            data = {"competition": each.name, "begin": window["from"], "end": window["to"]}
            found.append(Objection(code, data))
    return found


def _of_licence(facts: Joining) -> list[Objection]:
    if facts.licensed_by is None:
        return [Objection("joins_without_licence")]
    if facts.licensed_by not in (0, facts.place.team.club):
        return [Objection("licence_of_another_club")]
    return []


def _of_team(terms: Iterable[Terms], team: TeamFact) -> list[Terms]:
    return [each for each in terms if team.key in each.teams]


def _same_game(one: TeamFact, other: TeamFact) -> bool:
    """Do two teams play the same game? What is not known may be the same."""
    return not one.disciplines or not other.disciplines or bool(one.disciplines & other.disciplines)


def _earlier(one: date | None, other: date | None) -> date | None:
    if one is None or other is None:
        return one or other
    return min(one, other)
