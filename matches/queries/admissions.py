"""Whom the judge may help in, and whether an admission still holds."""

from __future__ import annotations

from dataclasses import dataclass

from competitions.models import Encounter
from competitions.queries import captaincy
from competitions.queries.entries import is_of_teams
from federation.models import SPEAKS_FOR_TEAM, Person, RosterEntry, User
from matches.models import CaptainAdmission
from matches.queries.line_ups import sides_of_people, team_of
from matches.queries.people import encounter_day, on_roster
from matches.rules.sides import Side

ADMITTING = ("scheduled", "line_ups", "playing")
"""States of an encounter in which a captain may be admitted and an admission holds."""


@dataclass(frozen=True)
class Admissible:
    """Somebody who speaks for a side, with the account that he would be admitted to."""

    side: Side
    person: Person
    account: User | None
    open: CaptainAdmission | None


def admissible(encounter: Encounter) -> list[Admissible]:
    """Captains, vice-captains and acting captains of both sides, home first. Constant queries.

    Of pairs everybody: each answers for his own.
    """
    open_ones = {
        each.account_id: each
        for each in CaptainAdmission.objects.filter(encounter=encounter, ended_at__isnull=True)
    }
    if not is_of_teams(encounter):
        sides = sides_of_people(encounter)
        players = Person.objects.select_related("user").in_bulk(sides)
        return [_admissible(side, players[key], open_ones) for key, side in sides.items()]
    teams = {team_of(encounter, side): side for side in Side}
    entries = (
        RosterEntry.objects.filter(team__in=teams, role__in=SPEAKS_FOR_TEAM)
        .filter(on_roster(encounter_day(encounter)))
        .select_related("person__user")
        .order_by("role", "person__sort_key")
    )
    speakers = {(each.team_id, each.person_id): each.person for each in entries}
    for acting in captaincy.acting_captains(encounter).select_related("person__user"):
        speakers[acting.team_id, acting.person_id] = acting.person
    found = [_admissible(teams[team], person, open_ones) for (team, _key), person in speakers.items()]
    return sorted(found, key=lambda each: each.side is Side.AWAY)


def _admissible(side: Side, person: Person, open_ones: dict[int, CaptainAdmission]) -> Admissible:
    account = getattr(person, "user", None)
    if account is not None and not account.is_active:
        account = None
    return Admissible(side, person, account, open_ones.get(account.pk) if account else None)


def holding(pk: int) -> CaptainAdmission | None:
    """The admission with this key, when it was taken and still holds."""
    return (
        CaptainAdmission.objects.filter(pk=pk, taken_at__isnull=False, ended_at__isnull=True)
        .filter(encounter__state__in=ADMITTING, account__is_active=True)
        .first()
    )
