"""What a row of a calendar would do: the round, the encounter in it, its moment and venue. Pure.

Teams are found by their names in the season; one that is not entered in the competition yet is entered
when somebody says so. Only an encounter that is still to be played, with its date standing, is changed.
A rest is no encounter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from difflib import get_close_matches
from typing import Any
from zoneinfo import ZoneInfo

from competitions.rules.lifecycle import State
from federation.rules.importing import Plan, Told, Weight, answer_to
from federation.rules.names import search_key
from federation.rules.zones import day_in_zone

MOST_ROUNDS = 200
DAY_ALONE = 10
SUGGESTED = 3
SIDES = ("home", "away")


@dataclass(frozen=True)
class VenueFact:
    """A venue: whose (None: anybody's), on which clocks, and until which day it is played in."""

    key: int
    name: str
    club: int | None
    zone: str
    closed_on: date | None = None


@dataclass
class TeamFact:
    """A team of the season; `entry` is None until it is entered in the competition."""

    key: int
    name: str
    club: int
    venue: int | None
    entry: int | None = None


@dataclass(frozen=True)
class EncounterFact:
    """An encounter by the keys of its teams; `key` is None for one that an earlier row brings."""

    key: int | None
    round: int
    home: int
    away: int
    venue: int
    at: datetime
    state: str = State.SCHEDULED.value
    row: int = 0


@dataclass
class Facts:
    """What is known of a competition."""

    season: tuple[date, date]
    teams: Sequence[TeamFact] = ()
    venues: Sequence[VenueFact] = ()
    rounds: Mapping[int, int] = field(default_factory=dict)
    encounters: Sequence[EncounterFact] = ()


@dataclass(frozen=True)
class Meeting:
    """What a row says of an encounter, once its teams and its venue are found."""

    round: int
    home: TeamFact
    away: TeamFact
    venue: VenueFact
    at: datetime


class TeamFinder:
    """Finds the teams that rows name; a name that nobody has is asked about, once for all its rows."""

    def __init__(self, teams: Sequence[TeamFact], choices: Mapping[str, Any]) -> None:
        self._by_name = {search_key(team.name): team for team in teams}
        self._by_mark = {f"t:{team.key}": team for team in teams}
        self._choices = choices

    def find(self, plan: Plan, side: str) -> TeamFact | None:
        """The team of one side of a row; None where it is missing or has to be asked about."""
        written = str(plan.values.get(side) or "")
        key = search_key(written)
        found = self._by_name.get(key)
        if found is not None or not written:
            if not written:
                plan.refuse(side, "value_missing")
            return found
        like = [
            self._by_name[each] for each in get_close_matches(key, self._by_name, n=SUGGESTED, cutoff=0.6)
        ]
        answer = answer_to(self._choices, "team_unknown", key, "team")
        if answer is not None and answer[0] == "take":
            chosen = answer[1] if answer[1] is not None or len(like) != 1 else f"t:{like[0].key}"
            if chosen in self._by_mark:
                return self._by_mark[chosen]
        plan.ask(
            Told(
                Weight.QUESTION,
                side,
                "team_unknown",
                {"team": written},
                key=f"team_unknown:{key}:team",
                shown=written,
                offers=tuple((f"t:{team.key}", team.name) for team in like),
                ways=("take", "leave_out"),
            )
        )
        return None

    def entered(self, plan: Plan, team: TeamFact, side: str) -> bool:
        """Is the team in the competition, or has somebody said that it shall be?"""
        if team.entry is not None:
            return True
        answer = answer_to(self._choices, "team_not_entered", team.key, "team")
        if answer is not None and answer[0] == "take":
            return True
        plan.ask(
            Told(
                Weight.QUESTION,
                side,
                "team_not_entered",
                {"team": team.name},
                key=f"team_not_entered:{team.key}:team",
                shown=team.name,
                offers=((f"t:{team.key}", team.name),),
                ways=("take", "leave_out"),
            )
        )
        return False


class CalendarRows:
    """Plans the rows of one calendar, in their order: what one enters, the next ones find."""

    def __init__(self, facts: Facts, choices: Mapping[str, Any]) -> None:
        self._facts = facts
        self._finder = TeamFinder(facts.teams, choices)
        self._venues = {venue.key: venue for venue in facts.venues}
        self._met = {(each.round, each.home, each.away): each for each in facts.encounters}
        self._busy: dict[tuple[int, int], EncounterFact] = {}
        for each in facts.encounters:
            self._busy[each.round, each.home] = self._busy[each.round, each.away] = each

    def plan(self, number: int, values: Mapping[str, Any]) -> Plan:
        """What this row would do."""
        plan = Plan(number, values)
        if values.get("state") == "rest":
            plan.warn(None, "import_rest")
            plan.verdict = "skipped"
            return plan
        meeting = self._meeting(plan)
        new = False
        if meeting is not None and not plan.stays_out:
            new = self._settle(plan, meeting)
        plan.settle(new=new)
        return plan

    def _meeting(self, plan: Plan) -> Meeting | None:
        number = plan.values.get("round")
        if number is None or not 1 <= int(number) <= MOST_ROUNDS:
            plan.refuse("round", "import_round_missing", most=MOST_ROUNDS)
        home, away = (self._finder.find(plan, side) for side in SIDES)
        if home is None or away is None:
            return None
        if home is away:
            plan.refuse("away", "same_team_twice")
        known = [self._finder.entered(plan, team, side) for team, side in ((home, "home"), (away, "away"))]
        venue = self._venue(plan, home)
        if not all(known) or venue is None or plan.stays_out:
            return None
        at = self._moment(plan, venue)
        return Meeting(int(number or 0), home, away, venue, at) if at is not None else None

    def _venue(self, plan: Plan, home: TeamFact) -> VenueFact | None:
        written = str(plan.values.get("venue") or "")
        if not written:
            found = self._venues.get(home.venue or 0)
            if found is None:
                plan.refuse("venue", "import_no_venue", team=home.name)
            return found
        named = [each for each in self._facts.venues if search_key(each.name) == search_key(written)]
        own = [each for each in named if each.club == home.club] or [
            each for each in named if each.club is None
        ]
        chosen = own or named
        if len(chosen) != 1:
            plan.refuse("venue", "import_which_venue" if chosen else "import_venue_unknown", venue=written)
            return None
        return chosen[0]

    def _moment(self, plan: Plan, venue: VenueFact) -> datetime | None:
        written = str(plan.values.get("date") or "")
        if len(written) <= DAY_ALONE:
            plan.refuse("date", "import_time_missing")
            return None
        at = datetime.fromisoformat(written)
        # Without an offset it is what the clocks of the place show.
        at = at if at.tzinfo is not None else at.replace(tzinfo=ZoneInfo(venue.zone))
        day, (begins, ends) = day_in_zone(at, venue.zone), self._facts.season
        if not begins <= day <= ends:
            plan.refuse("date", "import_outside_season", begin=begins.isoformat(), end=ends.isoformat())
        if venue.closed_on is not None and day > venue.closed_on:
            plan.refuse("venue", "venue_closed")
        return at.astimezone(UTC)

    def _settle(self, plan: Plan, meeting: Meeting) -> bool:
        """Compare with the encounter that is there, or enter a new one; give whether it is new."""
        key = (meeting.round, meeting.home.key, meeting.away.key)
        found = self._met.get(key)
        if found is not None:
            self._compare(plan, meeting, found)
            return False
        for side, team in zip(SIDES, (meeting.home, meeting.away), strict=True):
            if (meeting.round, team.key) in self._busy:
                plan.refuse(side, "team_plays_already")
        if plan.stays_out:
            return False
        made = EncounterFact(
            None,
            meeting.round,
            meeting.home.key,
            meeting.away.key,
            meeting.venue.key,
            meeting.at,
            row=plan.number,
        )
        self._met[key] = made
        self._busy[meeting.round, made.home] = self._busy[meeting.round, made.away] = made
        plan.work["meeting"] = meeting
        return True

    def _compare(self, plan: Plan, meeting: Meeting, found: EncounterFact) -> None:
        before = self._venues.get(found.venue)
        zone = before.zone if before else meeting.venue.zone
        if abs(found.at - meeting.at) >= timedelta(minutes=1):
            plan.changes.append(("date", _shown(found.at, zone), _shown(meeting.at, meeting.venue.zone)))
        if found.venue != meeting.venue.key and plan.values.get("venue"):
            plan.changes.append(("venue", before.name if before else "", meeting.venue.name))
        if not plan.changes:
            return
        if found.state != State.SCHEDULED:
            plan.refuse("date", "import_encounter_begun")
            return
        if found.key is not None:
            plan.keys["encounter"] = found.key
            plan.work["moved"] = meeting


def _shown(at: datetime, zone: str) -> str:
    return f"{at.astimezone(ZoneInfo(zone)):%d/%m/%Y %H:%M}"
