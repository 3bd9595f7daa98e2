"""Who speaks for a side, who judges, and what they may see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from competitions.models import ActingCaptain, Encounter, Entry, JudgeDesignation
from competitions.queries import captaincy
from competitions.queries.entries import is_of_teams, of_sides, played_by
from federation import clock
from federation.models import (
    SPEAKS_FOR_TEAM,
    Licence,
    LicenceKind,
    LicenceState,
    Person,
    RosterEntry,
    User,
)
from federation.queries.roles import current_roles
from federation.rules.zones import day_in_zone
from matches.rules.sides import Side

OVERSEES = frozenset({"office", "committee", "sporting_director", "administrator"})


def encounter_day(encounter: Encounter) -> date:
    """The day of the encounter where it is played."""
    return day_in_zone(encounter.scheduled_at, encounter.venue.time_zone)


def on_roster(day: date) -> Q:
    """Roster entries in force on a day."""
    return Q(valid_from__lte=day) & (Q(valid_to__isnull=True) | Q(valid_to__gte=day))


def side_of(user: User, encounter: Encounter) -> Side | None:
    """The side that a user speaks for on the encounter's day; None for nobody's.

    Captain and vice-captain by the squad, and whoever was named acting captain; of a pair, both of it.
    """
    if user.person_id is None:
        return None
    if not is_of_teams(encounter):
        return side_of_player(user.person_id, encounter)
    teams = {encounter.home.team_id: Side.HOME, encounter.away.team_id: Side.AWAY}
    entry = (
        RosterEntry.objects.filter(team__in=teams, person=user.person_id, role__in=SPEAKS_FOR_TEAM)
        .filter(on_roster(encounter_day(encounter)))
        .first()
    )
    found = entry or captaincy.acting_captains(encounter).filter(person=user.person_id).first()
    return teams[found.team_id] if found else None


def entries_of(encounter: Encounter) -> dict[Side, Entry]:
    """Both sides as they are entered."""
    return {Side.HOME: encounter.home, Side.AWAY: encounter.away}


def side_of_player(person: int, encounter: Encounter) -> Side | None:
    """The side of an encounter of pairs or players that somebody plays for."""
    return next((side for side, entry in entries_of(encounter).items() if person in entry.people), None)


def captain_of(encounter: Encounter, side: Side) -> Person | None:
    """Who signs for a side: an acting captain, else its captain on that day, else the vice-captain.

    For a pair the one who was entered first, or his partner in his own account.
    """
    return captains_of([encounter])[encounter.pk][side]


def captains_of(encounters: Sequence[Encounter]) -> dict[int, dict[Side, Person | None]]:
    """Who signs for each side of each encounter, as `captain_of`. Constant queries for any number."""
    entries = [(each.home, each.away) for each in encounters]
    teams = {entry.team_id for sides in entries for entry in sides if entry.team_id is not None}
    squads: dict[int, list[RosterEntry]] = defaultdict(list)
    speakers = RosterEntry.objects.filter(team__in=teams, role__in=SPEAKS_FOR_TEAM)
    for entry in speakers.select_related("person").order_by("pk"):
        squads[entry.team_id].append(entry)
    acting = captaincy.standing_of_teams(teams)
    return {
        each.pk: {
            side: _captain(each, entry.team_id, squads[entry.team_id], acting)
            if entry.team_id is not None
            else entry.player
            for side, entry in ((Side.HOME, each.home), (Side.AWAY, each.away))
        }
        for each in encounters
    }


def _captain(
    encounter: Encounter, team: int, squad: Sequence[RosterEntry], acting: Sequence[ActingCaptain]
) -> Person | None:
    day = encounter_day(encounter)
    for row in acting:
        if row.team_id == team and captaincy.counts_for(row, encounter, day):
            return row.person
    people = {
        entry.role: entry.person
        for entry in squad
        if entry.valid_from <= day and (entry.valid_to is None or entry.valid_to >= day)
    }
    return people.get("captain") or people.get("non_playing_captain") or people.get("vice_captain")


def designation(encounter: Encounter) -> JudgeDesignation | None:
    """The judge's designation that is not replaced."""
    return encounter.designations.exclude(state="replaced").select_related("licence__person").first()


def judges_person(encounter: Encounter) -> int | None:
    """The person of the designated judge. One query."""
    standing = JudgeDesignation.objects.filter(encounter=encounter).exclude(state="replaced")
    return standing.values_list("licence__person", flat=True).first()


def is_judge(user: User, encounter: Encounter) -> bool:
    """Is the user the judge designated to this encounter?"""
    if user.person_id is None:
        return False
    return encounter.designations.exclude(state="replaced").filter(licence__person=user.person_id).exists()


def licence_numbers(encounter: Encounter, persons: Iterable[int]) -> dict[int, str]:
    """The number of each person's player's licence in the encounter's season, where there is one."""
    season = encounter.round.competition.season_id
    rows = Licence.objects.filter(person__in=persons, season=season, kind=LicenceKind.PLAYER)
    return dict(rows.exclude(state=LicenceState.WITHDRAWN).values_list("person", "number"))


def visible_encounters(user: User | AnonymousUser) -> QuerySet[Encounter]:
    """Encounters that a user may see: his teams' or his own, designated to him, or all for overseers."""
    everything = Encounter.objects.select_related(
        "round__competition__season", *of_sides(club=True), "venue", "format"
    )
    if current_roles(user) & OVERSEES:
        return everything
    if not isinstance(user, User) or user.person_id is None:
        return everything.none()
    teams = RosterEntry.objects.filter(person=user.person_id, role__in=SPEAKS_FOR_TEAM).filter(
        on_roster(clock.today())
    )
    mine = Q(home__team__in=teams.values("team")) | Q(away__team__in=teams.values("team"))
    mine |= played_by(user.person_id)
    judged = JudgeDesignation.objects.filter(licence__person=user.person_id).exclude(state="replaced")
    acting = captaincy.encounters_visible_to(user.person_id, clock.today())
    return everything.filter(mine | acting | Q(pk__in=judged.values("encounter")))
