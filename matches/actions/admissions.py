"""The judge's help: admitting a captain whom a stranger's attempts, or a lost password, keep out."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import transaction

from competitions.models import Encounter
from federation import clock
from federation.actions import audit
from federation.models import User
from federation.rules.errors import ConflictError, RuleError
from matches.actions.tables import token_digest
from matches.models import CaptainAdmission
from matches.permissions import Actor, require_judge
from matches.queries import admissions as queries
from matches.queries import encounters

GOOD_FOR = timedelta(minutes=10)


@transaction.atomic
def admit_captain(*, encounter_id: int, person_id: int, by: Actor) -> tuple[CaptainAdmission, str]:
    """Admit a captain to this encounter; give the admission and the token that its QR holds.

    The token is good for ten minutes and once; an earlier open admission of the same
    captain ends. RuleError `not_a_captain_here`, `captain_without_account`;
    ConflictError `admission_closed`; ForbiddenError for anybody but the judge.
    """
    encounter = encounters.locked(encounter_id)
    judge = require_judge(by, encounter)
    if encounter.state not in queries.ADMITTING:
        raise ConflictError("admission_closed")
    whom = next((each for each in queries.admissible(encounter) if each.person.pk == person_id), None)
    if whom is None:
        raise RuleError("not_a_captain_here", field="person")
    if whom.account is None:
        raise RuleError("captain_without_account", field="person")
    now = clock.now()
    CaptainAdmission.objects.filter(encounter=encounter, account=whom.account, ended_at=None).update(
        ended_at=now
    )
    token = secrets.token_urlsafe(24)
    admission = CaptainAdmission.objects.create(
        encounter=encounter,
        side=whom.side.value,
        account=whom.account,
        token_digest=token_digest(token),
        given_by=judge,
        given_at=now,
    )
    _record(admission, "captain.admitted", judge, by.device)
    return admission, token


def waiting(token: str) -> CaptainAdmission | None:
    """The admission that a token opens now, or None: unknown, taken, over, or too old."""
    return (
        CaptainAdmission.objects.select_related("encounter", "account__person")
        .filter(token_digest=token_digest(token), taken_at=None, ended_at=None)
        .filter(given_at__gt=clock.now() - GOOD_FOR)
        .filter(encounter__state__in=queries.ADMITTING, account__is_active=True)
        .first()
    )


@transaction.atomic
def take_admission(*, token: str, device: str) -> CaptainAdmission:
    """Take an admission on a phone, once; RuleError("admission_unknown") when it opens nothing."""
    found = waiting(token)
    if found is None:
        raise RuleError("admission_unknown")
    encounters.locked(found.encounter_id)
    taken = CaptainAdmission.objects.filter(pk=found.pk, taken_at=None, ended_at=None).update(
        taken_at=clock.now(), device=device
    )
    if taken != 1:
        raise RuleError("admission_unknown")
    found.refresh_from_db()
    _record(found, "captain.admission_taken", found.account, device)
    return found


def end_admissions(encounter: Encounter) -> None:
    """End every admission of an encounter (at its close), under its lock."""
    CaptainAdmission.objects.filter(encounter=encounter, ended_at=None).update(ended_at=clock.now())


def _record(admission: CaptainAdmission, verb: str, by: User, device: str) -> None:
    audit.record(
        chain=f"encounter:{admission.encounter_id}",
        verb=verb,
        subject=f"user:{admission.account_id}",
        by=by,
        data={"admission": admission.pk, "side": admission.side, "device": device},
    )
