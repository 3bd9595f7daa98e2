"""What gives somebody his rights: roles, places in squads, delegations; each with its dates and author."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Q
from django.utils import timezone

from federation import clock
from federation.models import SPEAKS_FOR_TEAM, ClubDelegation, Person, RoleAssignment, RosterEntry, User
from federation.queries.roles import PRIVILEGED

AUTHOR = ("given_by__person",)


@dataclass(frozen=True)
class Right:
    """One thing that gives rights, now or from a later day on.

    `kind` names what it is (a role, `captain`, `club_delegate`, `judge`…), `of` the object that
    it is on (empty: the whole federation), `object_id` and `source_id` the keys of object and
    source. `given_by` is empty where the registry or the system gave it.
    """

    kind: str
    of: str
    since: date | None
    until: date | None
    given_by: str
    object_id: int
    source_id: int
    pending: bool = False


def roles_of(user: User) -> list[Right]:
    """Roles over the whole federation, in force or still to come."""
    now = clock.now()
    rows = (
        RoleAssignment.objects.filter(Q(valid_to__isnull=True) | Q(valid_to__gt=now), user=user)
        .select_related(*AUTHOR)
        .order_by("valid_from", "pk")
    )
    return [
        Right(
            kind=row.role,
            of="",
            since=timezone.localtime(row.valid_from).date(),
            until=timezone.localtime(row.valid_to).date() if row.valid_to else None,
            given_by=_name(row.given_by),
            object_id=user.pk,
            source_id=row.pk,
            pending=row.valid_from > now,
        )
        for row in rows
    ]


def captaincies_of(person: Person) -> list[Right]:
    """Teams that the person captains or seconds, from their squads."""
    today = clock.today()
    rows = (
        RosterEntry.objects.filter(person=person, role__in=SPEAKS_FOR_TEAM)
        .filter(Q(valid_to__isnull=True) | Q(valid_to__gte=today), team__season__ends_on__gte=today)
        .select_related("team__season")
        .order_by("valid_from", "pk")
    )
    return [
        Right(
            kind=row.role,
            of=f"{row.team.name} ({row.team.season.name})",
            since=row.valid_from,
            until=row.valid_to,
            given_by="",
            object_id=row.team_id,
            source_id=row.pk,
            pending=row.valid_from > today,
        )
        for row in rows
    ]


def delegations_of(person: Person) -> list[Right]:
    """Clubs that the person is delegate of."""
    today = clock.today()
    rows = (
        ClubDelegation.objects.filter(person=person, ended_at__isnull=True)
        .filter(Q(valid_to__isnull=True) | Q(valid_to__gte=today))
        .select_related("club", *AUTHOR)
        .order_by("valid_from", "pk")
    )
    return [
        Right(
            kind="club_delegate",
            of=row.club.name,
            since=row.valid_from,
            until=row.valid_to,
            given_by=_name(row.given_by),
            object_id=row.club_id,
            source_id=row.pk,
            pending=row.valid_from > today,
        )
        for row in rows
    ]


def demands_factor(rights: list[Right]) -> bool:
    """Do some of these rights demand a second factor?"""
    return any(right.kind in PRIVILEGED for right in rights)


def _name(user: User | None) -> str:
    return str(user) if user else ""
