"""Delegates of clubs: named and dismissed by the office."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from federation import clock
from federation.actions import audit
from federation.actions.registry import lock_standing
from federation.models import Club, ClubDelegation, Person, User
from federation.permissions import require_office
from federation.rules.errors import ConflictError, RuleError


@transaction.atomic
def name_delegate(
    *, club: Club, person: Person, valid_from: date, valid_to: date | None, by: User | None
) -> ClubDelegation:
    """Name a person delegate of a club, from one day to another (or with no end).

    RuleError `dates_reversed`; ConflictError `delegate_already` when he is on some of those
    days. Forbidden for whoever is neither office nor administrator.
    """
    require_office(by)
    if valid_to is not None and valid_to < valid_from:
        raise RuleError("dates_reversed", field="valid_to")
    # Dates that overlap are kept out by the lock on the person's row (design, invariant 2).
    lock_standing(person)
    for other in ClubDelegation.objects.filter(club=club, person=person, ended_at__isnull=True):
        ends_before = other.valid_to is not None and other.valid_to < valid_from
        begins_after = valid_to is not None and other.valid_from > valid_to
        if not (ends_before or begins_after):
            raise ConflictError("delegate_already", field="club")
    made = ClubDelegation.objects.create(
        club=club,
        person=person,
        valid_from=valid_from,
        valid_to=valid_to,
        given_by=by,
        given_at=clock.now(),
    )
    data = {
        "club": club.pk,
        "from": valid_from.isoformat(),
        "to": valid_to.isoformat() if valid_to else None,
    }
    _record("delegate.named", made, by, data)
    return made


@transaction.atomic
def dismiss_delegate(*, delegation: ClubDelegation, by: User | None) -> ClubDelegation:
    """Take a delegation away now; ConflictError `delegation_over` when it had ended."""
    require_office(by)
    locked = ClubDelegation.objects.select_for_update().get(pk=delegation.pk)
    past = locked.valid_to is not None and locked.valid_to < clock.today()
    if locked.ended_at is not None or past:
        raise ConflictError("delegation_over")
    locked.ended_at = clock.now()
    locked.save(update_fields=["ended_at"])
    _record("delegate.dismissed", locked, by, {"club": locked.club_id})
    return locked


def _record(verb: str, delegation: ClubDelegation, by: User | None, data: dict[str, object]) -> None:
    chain = f"person:{delegation.person_id}"
    audit.record(chain=chain, verb=verb, subject=f"delegation:{delegation.pk}", by=by, data=data)
