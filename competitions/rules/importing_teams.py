"""What a row of teams would do: the team, its venue, and who joins its squad as what. Pure.

A team is found by its name in the season; people by the number of a licence of the season. Whoever is in
the squad stays as he is: to change his office or to take him out is done on the team's page. What the
rules of squads refuse is refused; what asks for a reason is left to that page too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from competitions.rules.captains import joins_as
from competitions.rules.squads import (
    Joining,
    Place,
    TeamFact,
    Terms,
    Weight,
    objections_to_joining,
)
from federation.rules.errors import ConflictError
from federation.rules.importing import Plan
from federation.rules.importing_clubs import ClubFact, club_of
from federation.rules.names import search_key

PLAYER = "player"
MEMBERS = {"captain": "captain", "vice_captain": "vice_captain"}
"""Columns that name somebody, and as what."""


@dataclass
class KnownTeam:
    """A team of the season as it is recorded, or as an earlier row of the file makes it."""

    key: int | None
    name: str
    club: int
    venue: int | None = None
    venue_name: str = ""
    row: int = 0

    @property
    def number(self) -> int:
        """What it is told from others by: its key, or the row that makes it as a negative number."""
        return self.key if self.key is not None else -self.row


@dataclass(frozen=True)
class VenueFact:
    """A venue that is played in, and whose it is (None: anybody's)."""

    key: int
    name: str
    club: int | None


@dataclass(frozen=True)
class LicensedFact:
    """Whose licence of the season a number is; `plays_for` is the club of his player's licence (0: none)."""

    person: int
    name: str
    plays_for: int | None = None


@dataclass
class Member:
    """Somebody who joins a squad; a later row of the file may still give him an office."""

    person: int
    role: str
    day: date
    row: int


@dataclass
class Facts:
    """What the registry knows that rows of teams could be about."""

    season: tuple[date, date]
    today: date
    teams: Sequence[KnownTeam] = ()
    clubs: Sequence[ClubFact] = ()
    venues: Sequence[VenueFact] = ()
    games: Mapping[int, frozenset[str]] = field(default_factory=dict)
    places: Sequence[tuple[int, int, str, date, date | None]] = ()
    terms: Sequence[Terms] = ()
    played_on: Mapping[int, date] = field(default_factory=dict)
    licensed: Mapping[str, LicensedFact] = field(default_factory=dict)


class TeamRows:
    """Plans the rows of one file, in their order: what one enters, the next ones find."""

    def __init__(self, facts: Facts, choices: Mapping[str, Any]) -> None:
        self._facts, self._choices = facts, choices
        self._teams = {search_key(team.name): team for team in facts.teams}
        self._clubs: dict[str, list[ClubFact]] = defaultdict(list)
        for club in facts.clubs:
            for key in club.keys:
                self._clubs[key].append(club)
        by_number = {team.number: team for team in facts.teams}
        self._own: dict[int, list[Place]] = defaultdict(list)
        self._squads: dict[int, list[Place]] = defaultdict(list)
        for person, team, role, begins, ends in facts.places:
            self._note(Place(person, self._fact(by_number[team]), role, begins, ends))
        self._names = {each.person: each.name for each in facts.licensed.values()}
        self._plays_for = {each.person: each.plays_for for each in facts.licensed.values()}
        # Who joins by this file, so that a later row may give him an office.
        self._joining: dict[tuple[int, int], Member] = {}

    def _note(self, place: Place) -> None:
        self._own[place.person].append(place)
        self._squads[place.team.key].append(place)

    def _fact(self, team: KnownTeam) -> TeamFact:
        games = self._facts.games.get(team.number, frozenset())
        return TeamFact(team.number, team.name, team.club, games)

    def plan(self, number: int, values: Mapping[str, Any]) -> Plan:
        """What this row would do."""
        plan = Plan(number, values)
        found = self._teams.get(search_key(str(values["name"])))
        club = club_of(plan, self._clubs, self._facts.clubs, self._choices)
        team = found or self._made(plan, club)
        if found is not None and club is not None and club.key != found.club:
            plan.refuse("club", "import_team_of_another_club", team=found.name)
        venue = self._venue(plan, team) if team is not None else None
        joins = self._joins(plan, team) if team is not None and not plan.stays_out else []
        new = False
        if team is not None and not plan.stays_out:
            new = self._enter(plan, team, venue, joins, made=found is None)
        plan.settle(new=new)
        return plan

    def _made(self, plan: Plan, club: ClubFact | None) -> KnownTeam | None:
        if club is None:
            if not plan.stays_out:
                plan.refuse("club", "import_club_missing")
            return None
        if not club.active:
            plan.refuse("club", "import_club_closed", club=club.name)
        return KnownTeam(None, str(plan.values["name"]), club.key, row=plan.number)

    def _venue(self, plan: Plan, team: KnownTeam) -> VenueFact | None:
        written = str(plan.values.get("venue") or "")
        if not written:
            return None
        named = [each for each in self._facts.venues if search_key(each.name) == search_key(written)]
        own = [each for each in named if each.club == team.club] or [
            each for each in named if each.club is None
        ]
        if len(own) != 1:
            plan.refuse("venue", "import_venue_unknown", venue=written)
            return None
        return own[0] if own[0].key != team.venue else None

    def _joins(self, plan: Plan, team: KnownTeam) -> list[Member]:
        """Everybody whom the row puts into the squad, checked one after the other."""
        said: dict[int, tuple[str, str | None]] = {}
        for column, role in (*MEMBERS.items(), (PLAYER, None)):
            number = str(plan.values.get(column) or "")
            if not number:
                continue
            licensed = self._facts.licensed.get(number)
            if licensed is None:
                plan.refuse(column, "import_licence_unknown", number=number)
                continue
            asked = role or plan.values.get("role")
            if licensed.person not in said or (asked and said[licensed.person][1] is None):
                said[licensed.person] = (column, str(asked) if asked else None)
        before: list[Place] = []
        joins = []
        for person, (column, role) in said.items():
            member = self._join(plan, team, person, column, role, before)
            if member is not None:
                joins.append(member)
        return joins

    def _join(
        self, plan: Plan, team: KnownTeam, person: int, column: str, role: str | None, before: list[Place]
    ) -> Member | None:
        day = self._day(plan, team)
        held = next(
            (each for each in self._squads[team.number] if each.person == person and each.holds(day)), None
        )
        if held is not None:
            return self._again(plan, team, person, column, role, held)
        place = Place(person, self._fact(team), role or PLAYER, day)
        squad = [each for each in [*self._squads[team.number], *before] if each.person != person]
        self._object(plan, column, place, squad)
        before.append(place)
        return Member(person, place.role, day, plan.number)

    def _again(
        self, plan: Plan, team: KnownTeam, person: int, column: str, role: str | None, held: Place
    ) -> Member | None:
        """Somebody who is in the squad: nothing to do, unless the file itself gives him an office now."""
        if role is None or role == held.role:
            return None
        joining = self._joining.get((team.number, person))
        if joining is None or joining.role != PLAYER:
            plan.refuse(column, "import_other_role", role=held.role)
            return None
        promoted = Place(person, held.team, role, held.valid_from)
        self._object_to_office(plan, column, promoted)
        return Member(person, role, joining.day, plan.number)

    def _day(self, plan: Plan, team: KnownTeam) -> date:
        if plan.values.get("joined_on"):
            return date.fromisoformat(str(plan.values["joined_on"]))
        begins = self._facts.season[0]
        return begins if team.number not in self._facts.played_on else max(begins, self._facts.today)

    def _object(self, plan: Plan, column: str, place: Place, squad: Sequence[Place]) -> None:
        facts = Joining(
            place=place,
            own=self._own[place.person],
            squad=squad,
            terms=self._facts.terms,
            season=self._facts.season,
            played_on=self._facts.played_on.get(place.team.key),
            licensed_by=self._plays_for.get(place.person),
        )
        self._object_to_office(plan, column, place)
        for objection in objections_to_joining(facts):
            if objection.weight is Weight.WARNING:
                plan.warn(column, objection.code, **objection.data)
            else:
                data = {
                    name: value.isoformat() if isinstance(value, date) else value
                    for name, value in objection.data.items()
                }
                plan.refuse(column, objection.code, **data)

    def _object_to_office(self, plan: Plan, column: str, place: Place) -> None:
        others = [each for each in self._squads[place.team.key] if each.person != place.person]
        try:
            joins_as(others, place)
        except ConflictError as error:
            plan.refuse(column, error.code)

    def _enter(
        self, plan: Plan, team: KnownTeam, venue: VenueFact | None, joins: Sequence[Member], *, made: bool
    ) -> bool:
        """What this row says holds for the next ones; give whether it adds something to a new team."""
        if made:
            self._teams[search_key(team.name)] = team
        if team.key is not None:
            plan.keys["team"] = team.key
        if venue is not None:
            if team.key is not None:
                plan.changes.append(("venue", team.venue_name, venue.name))
            team.venue, team.venue_name = venue.key, venue.name
        promoted = []
        for member in joins:
            earlier = self._joining.get((team.number, member.person))
            place = Place(member.person, self._fact(team), member.role, member.day)
            if earlier is not None:
                promoted.append((earlier, member.role))
                self._squads[team.number] = [
                    each for each in self._squads[team.number] if each.person != member.person
                ]
            else:
                self._joining[team.number, member.person] = member
            self._note(place)
            if team.key is not None:
                plan.changes.append((f"as_{member.role}", "", self._names.get(member.person, "")))
        if joins:
            plan.keys["people"] = [{"person": member.person} for member in joins]
        fresh = [each for each in joins if self._joining.get((team.number, each.person)) is each]
        plan.work |= {"team": team, "made": made, "venue": venue, "joins": fresh, "promoted": promoted}
        return team.key is None and bool(made or venue or joins)
