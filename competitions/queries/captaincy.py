"""Who speaks for a team: its squad says so, and acting captains for a while."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from django.db.models import F, Q, QuerySet

from competitions.models import ActingCaptain, Encounter
from competitions.queries.entries import of_sides
from federation import clock
from federation.models import CAPTAINCY, SPEAKS_FOR_TEAM, Person, RosterEntry, Team, User
from federation.rules.zones import day_in_zone

# States in which the acta's text, with the name of who signs for each side, is written or being written.
BEING_SIGNED = ("closing", "signed")
BEFORE_THE_CLOSE = ("scheduled", "line_ups", "playing", "suspended", "postponed")


def day_of(encounter: Encounter) -> date:
    """The day of the encounter where it is played."""
    return day_in_zone(encounter.scheduled_at, encounter.venue.time_zone)


def acting_captains(encounter: Encounter) -> QuerySet[ActingCaptain]:
    """Those who act as captains in an encounter: those named for it come first, then those of its day."""
    day = day_of(encounter)
    for_it = Q(encounter=encounter) | Q(encounter__isnull=True, valid_from__lte=day, valid_to__gte=day)
    return (
        ActingCaptain.objects.filter(for_it, ended_at__isnull=True)
        .filter(team__in=[encounter.home.team_id, encounter.away.team_id])
        .select_related("person")
        .order_by(F("valid_from").asc(nulls_first=True), "pk")
    )


def standing_of_teams(teams: Collection[int]) -> list[ActingCaptain]:
    """Acting captaincies of teams that nobody has taken back: those for one encounter come first."""
    rows = ActingCaptain.objects.filter(team__in=teams, ended_at__isnull=True).select_related("person")
    return list(rows.order_by(F("valid_from").asc(nulls_first=True), "pk"))


def standing(person_id: int) -> QuerySet[ActingCaptain]:
    """Acting captaincies of a person that nobody has taken back, past ones too."""
    return ActingCaptain.objects.filter(person=person_id, ended_at__isnull=True)


def counts_for(acting: ActingCaptain, encounter: Encounter, day: date) -> bool:
    """Does an acting captaincy (of a team that plays it) count in an encounter of that day?"""
    if acting.encounter_id is not None:
        return acting.encounter_id == encounter.pk
    return (
        acting.valid_from is not None
        and acting.valid_to is not None
        and acting.valid_from <= day <= acting.valid_to
    )


def encounters_visible_to(person_id: int, day: date) -> Q:
    """Encounters that a person sees as acting captain: his own one, and his teams' on his days."""
    teams = standing(person_id).filter(valid_from__lte=day, valid_to__gte=day).values("team")
    named = standing(person_id).filter(encounter__isnull=False).values("encounter")
    return Q(pk__in=named) | Q(home__team__in=teams) | Q(away__team__in=teams)


def of_team(team: Team) -> QuerySet[ActingCaptain]:
    """The team's acting captains who count today or later, the first ones first."""
    today = clock.today()
    ahead = Q(valid_to__gte=today) | Q(encounter__state__in=BEFORE_THE_CLOSE)
    return (
        ActingCaptain.objects.filter(ahead, team=team, ended_at__isnull=True)
        .select_related("person", "given_by__person", *of_sides("encounter__"), "encounter__venue")
        .order_by("given_at", "pk")
    )


def on_roster(day: date) -> Q:
    """Roster entries in force on a day."""
    return Q(valid_from__lte=day) & (Q(valid_to__isnull=True) | Q(valid_to__gte=day))


def squad(team: Team, day: date) -> QuerySet[Person]:
    """People of the team's squad on a day who do not captain it, by name."""
    entries = RosterEntry.objects.filter(on_roster(day), team=team).exclude(role__in=CAPTAINCY)
    return Person.objects.filter(pk__in=entries.values("person")).order_by("sort_key", "pk")


def encounters_ahead(team: Team) -> QuerySet[Encounter]:
    """The team's encounters that have not been closed, the next first."""
    return (
        Encounter.objects.filter(Q(home__team=team) | Q(away__team=team), state__in=BEFORE_THE_CLOSE)
        .select_related(*of_sides(), "venue", "round")
        .order_by("scheduled_at", "pk")
    )


def is_captain(user: User, team: Team) -> bool:
    """Is the account's person captain of the team today?"""
    return _holds(user, team, CAPTAINCY)


def speaks_for(user: User, team: Team) -> bool:
    """Is the account's person captain or vice-captain of the team today?"""
    return _holds(user, team, SPEAKS_FOR_TEAM)


def _holds(user: User, team: Team, roles: tuple[str, ...]) -> bool:
    if not user.is_authenticated or not user.is_active or user.person_id is None:
        return False
    entries = RosterEntry.objects.filter(on_roster(clock.today()), team=team, person=user.person_id)
    return entries.filter(role__in=roles).exists()
