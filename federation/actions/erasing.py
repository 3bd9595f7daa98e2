"""Somebody's data erased: what the actas need stays under a pseudonym, the rest goes, a report remains.

Everything happens in one transaction under the lock of the person's record. What each table does is
its `person_tie`; what was typed or brought by files is found by what it says (`erasing_places`).
Sheets, signatures and sealed actas stay as they are: what was sealed must go on being verifiable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction

from federation import clock
from federation.actions import audit, erasing_account, erasing_places, registry
from federation.models import (
    Erasure,
    ErasureBasis,
    ErasureHold,
    Invitation,
    Person,
    User,
)
from federation.models.invitations import OPEN
from federation.permissions import require_administrator
from federation.queries import erasure as queries
from federation.queries.in_play import participations
from federation.queries.people import keys_of
from federation.queries.ties import Tie, ties
from federation.rules.erasure import ErasureRefusedError, blocks, check_reason, pseudonym
from federation.rules.errors import ConflictError, RuleError
from federation.rules.names import sort_key


@transaction.atomic
def erase(*, person: Person, basis: ErasureBasis, reason: str, by: User | None) -> Erasure:
    """Erase a person's data, with those of the records that were merged into his; give the report.

    ErasureRefusedError with everything that forbids it; RuleError `reason_missing` and
    `reason_names_person`. Forbidden for whoever is no administrator.
    """
    require_administrator(by)
    registry.lock_standing(person)
    records = [
        row.pk for row in Person.objects.select_for_update().filter(pk__in=keys_of(person)).order_by("pk")
    ]
    fresh = Person.objects.get(pk=person.pk)
    against = blocks(queries.standing_of(fresh))
    if against:
        raise ErasureRefusedError(against)
    of = queries.traces_of(records)
    told = check_reason(reason, of)
    encounters = sorted({each.encounter for each in participations(records)})
    counts = _counts(records)
    account = User.objects.select_for_update().filter(person__in=records).first()
    _add(counts, erasing_places.erase_mail(of, account))
    if account is not None:
        _add(counts, erasing_account.close_for_good(account))
    _add(counts, erasing_places.erase_words(of))
    erasing_places.erase_details(of, records=records, account=account, encounters=encounters)
    Invitation.objects.filter(OPEN, person__in=records).update(withdrawn_at=clock.now())
    for tie in ties():
        _apply(tie, records)
    for key in records:
        _pseudonymise(key)
    made = Erasure.objects.create(
        person=fresh, basis=basis, reason=told, counts=counts, by=by, at=clock.now()
    )
    _record("person.erased", fresh, by, {"basis": str(basis), "erasure": made.pk})
    return made


def _counts(records: Sequence[int]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {"deleted": {}, "emptied": {}, "kept": {}}
    for fate in queries.fates(records):
        found[fate.what][fate.table] = fate.rows
    return found


def _add(counts: dict[str, dict[str, int]], more: Mapping[str, Mapping[str, int]]) -> None:
    for what, tables in more.items():
        for table, rows in tables.items():
            if rows:
                counts[what][table] = counts[what].get(table, 0) + rows


def _apply(tie: Tie, records: Sequence[int]) -> None:
    if tie.written_once:
        return
    rows = tie.rows(list(records))
    if tie.rule.deleted:
        rows.delete()
    elif tie.rule.emptied:
        rows.update(**tie.rule.emptied)


def _pseudonymise(key: int) -> None:
    given_name, surname = pseudonym(key)
    row = Person.objects.get(pk=key)
    row.given_name, row.surname_1, row.surname_2 = given_name, surname, ""
    row.birth_date = row.public_name_consent_on = None
    row.sort_key = sort_key(surname, "", given_name)
    row.erased_at = clock.now()
    # Whoever has its form open has read something else.
    row.version += 1
    row.save()


@transaction.atomic
def hold(*, person: Person, reason: str, by: User | None) -> ErasureHold:
    """Forbid the erasure of a person's data until it is lifted; ConflictError `hold_already`."""
    require_administrator(by)
    locked = registry.lock_standing(person)
    told = reason.strip()
    if not told:
        raise RuleError("reason_missing", field="reason")
    if ErasureHold.objects.filter(person__in=keys_of(locked), lifted_at__isnull=True).exists():
        raise ConflictError("hold_already")
    made = ErasureHold.objects.create(person=locked, reason=told, by=by, at=clock.now())
    _record("erasure.held", locked, by, {"hold": made.pk, "reason": told})
    return made


@transaction.atomic
def lift(*, hold: ErasureHold, reason: str, by: User | None) -> ErasureHold:
    """Lift a duty to keep somebody's data; ConflictError `hold_lifted_already`."""
    require_administrator(by)
    registry.lock_person(hold.person)
    locked = ErasureHold.objects.select_for_update().get(pk=hold.pk)
    if locked.lifted_at is not None:
        raise ConflictError("hold_lifted_already")
    if not reason.strip():
        raise RuleError("reason_missing", field="reason")
    locked.lifted_at, locked.lifted_by = clock.now(), by
    locked.save(update_fields=["lifted_at", "lifted_by"])
    _record("erasure.released", locked.person, by, {"hold": locked.pk, "reason": reason.strip()})
    return locked


def _record(verb: str, person: Person, by: User | None, data: Mapping[str, object]) -> None:
    chain = f"person:{person.pk}"
    audit.record(chain=chain, verb=verb, subject=chain, by=by, data=data)
