"""Everything that gives somebody rights, his acting captaincies and designations too, and what he lacks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Q
from django.utils import timezone

from competitions.models import ActingCaptain, EntryPlayer, JudgeDesignation
from competitions.queries.captaincy import BEFORE_THE_CLOSE, day_of, standing
from competitions.queries.entries import of_sides
from federation import clock
from federation.models import CAPTAINCY, Invitation, Licence, LicenceState, Person, User
from federation.queries import rights as below
from federation.queries.accounts import has_factor
from federation.queries.invitations import open_invitation
from federation.queries.rights import Right

# A judge still has something to do in these.
JUDGED = (*BEFORE_THE_CLOSE, "closing", "signed")
MOST_DESIGNATIONS = 20


@dataclass(frozen=True)
class Lack:
    """Something without which a right cannot be used: its code, and what it is about."""

    code: str
    of: str = ""


@dataclass(frozen=True)
class Rights:
    """What somebody may do, why, and what he lacks."""

    rights: list[Right]
    lacks: list[Lack]
    invitation: Invitation | None


def rights_of(user: User | None, person: Person | None) -> Rights:
    """Everything about an account, a person, or a person with his account. Constant queries."""
    found = below.roles_of(user) if user else []
    licences: list[Licence] = []
    invitation = None
    if person is not None:
        found += below.captaincies_of(person) + _acting(person) + _entered(person)
        found += below.delegations_of(person)
        licences = list(Licence.objects.filter(person=person, state=LicenceState.GRANTED))
        judged, unlicensed = _designations(person, licences)
        found += judged
        lacks = _without_licence(found, licences) + unlicensed
        invitation = open_invitation(person) if user is None else None
    else:
        lacks = [Lack("no_person")] if user else []
    return Rights(found, _of_the_account(user, found, invitation) + lacks, invitation)


def _acting(person: Person) -> list[Right]:
    ahead = Q(valid_to__gte=clock.today()) | Q(encounter__state__in=BEFORE_THE_CLOSE)
    rows = (
        standing(person.pk)
        .filter(ahead)
        .select_related(
            "team",
            "given_by__person",
            *of_sides("encounter__"),
            "encounter__venue",
        )
        .order_by("given_at", "pk")
    )
    return [_acting_right(row) for row in rows]


def _acting_right(row: ActingCaptain) -> Right:
    if row.encounter is None:
        of, since, until = row.team.name, row.valid_from, row.valid_to
    else:
        of = f"{row.team.name} ({row.encounter})"
        since = until = day_of(row.encounter)
    return Right(
        kind="acting_captain",
        of=of,
        since=since,
        until=until,
        given_by=str(row.given_by) if row.given_by else "",
        object_id=row.team_id,
        source_id=row.pk,
        # The one who is named for an encounter prepares it before its day.
        pending=row.encounter is None and row.valid_from is not None and row.valid_from > clock.today(),
    )


def _entered(person: Person) -> list[Right]:
    """Pairs that the person plays in, and where he plays by himself, in seasons that are not over."""
    rows = EntryPlayer.objects.filter(person=person, competition__season__ends_on__gte=clock.today())
    related = rows.select_related("entry__player", "entry__partner", "competition__season")
    return [
        Right(
            kind=row.entry.entrants,
            of=f"{row.entry.name} ({row.competition})",
            since=row.competition.season.starts_on,
            until=row.competition.season.ends_on,
            given_by="",
            object_id=row.entry_id,
            source_id=row.pk,
        )
        for row in related.order_by("pk")
    ]


def _designations(person: Person, licences: list[Licence]) -> tuple[list[Right], list[Lack]]:
    rows = (
        JudgeDesignation.objects.filter(licence__person=person, encounter__state__in=JUDGED)
        .exclude(state="replaced")
        .select_related(*of_sides("encounter__"), "encounter__venue")
        .order_by("encounter__scheduled_at", "pk")[:MOST_DESIGNATIONS]
    )
    rights, lacks = [], []
    for row in rows:
        day = day_of(row.encounter)
        right = Right(
            kind="judge",
            of=str(row.encounter),
            since=timezone.localtime(row.designated_at).date(),
            until=day,
            given_by="",
            object_id=row.encounter_id,
            source_id=row.pk,
        )
        rights.append(right)
        if not any(licence.kind == "judge" and _in_force(licence, day) for licence in licences):
            lacks.append(Lack("no_judge_licence", right.of))
    return rights, lacks


def _without_licence(found: list[Right], licences: list[Licence]) -> list[Lack]:
    today = clock.today()
    if any(licence.kind in ("player", "captain") and _in_force(licence, today) for licence in licences):
        return []
    captained = [
        right.of for right in found if right.kind in (*CAPTAINCY, "vice_captain") and not right.pending
    ]
    return [Lack("no_licence", of) for of in captained]


def _of_the_account(user: User | None, found: list[Right], invitation: Invitation | None) -> list[Lack]:
    if user is None:
        if invitation is None:
            return [Lack("no_account")] if found else []
        over = invitation.expires_at <= clock.now()
        return [Lack("invitation_expired" if over else "invitation_unanswered")]
    lacks = []
    if not user.is_active:
        lacks.append(Lack("account_closed"))
    if below.demands_factor(found) and not has_factor(user):
        lacks.append(Lack("no_second_factor"))
    return lacks


def _in_force(licence: Licence, day: date) -> bool:
    return licence.valid_from <= day <= licence.valid_to


__all__ = ["Lack", "Right", "Rights", "rights_of"]
