"""Periods after which data go: set by the administration, applied a batch at a time.

Each batch is a transaction of its own; killed between two, nothing is half done, and the next run goes
on. Nothing is left for a second run: what has gone is not found again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.utils.module_loading import import_string
from django.utils.translation import gettext

from federation import clock
from federation.actions import audit, duplicates, erasing
from federation.models import (
    ClubRequest,
    DataAccess,
    ErasureBasis,
    Import,
    ImportRow,
    ImportState,
    OutgoingMail,
    Person,
    PersonalData,
    PersonPhoto,
    Retention,
    User,
    WriteReceipt,
)
from federation.permissions import require_administrator
from federation.queries import retention as queries
from federation.rules import retention as rules
from federation.rules.erasure import ErasureRefusedError
from federation.rules.errors import ConflictError, RuleError
from federation.rules.retention import What

AT_ONCE = 200
CHAIN = "retention"


@dataclass(frozen=True)
class Done:
    """A batch of one class: how many rows went, and how many were left because something forbids it."""

    what: What
    gone: int
    left: int = 0


@transaction.atomic
def change_period(*, what: What, months: int | None, reason: str, by: User | None) -> Retention:
    """Set or confirm the period of a class; None keeps it until somebody asks for its erasure.

    RuleError as `rules.retention.check_months`, `reason_missing`; ConflictError `period_same` when
    it is confirmed so already. Forbidden for whoever is no administrator.
    """
    require_administrator(by)
    rules.check_months(what, months)
    if not reason.strip():
        raise RuleError("reason_missing", field="reason")
    held = Retention.objects.select_for_update().filter(what=what).first()
    if held is not None and held.months == months:
        raise ConflictError("period_same", field="months")
    before = held.months if held else None
    made, _new = Retention.objects.update_or_create(what=what, defaults={"months": months})
    data = {"what": what.value, "before": before, "months": months, "reason": reason.strip()}
    audit.record(chain=CHAIN, verb="retention.changed", subject=f"retention:{what}", by=by, data=data)
    return made


def apply_all(only: Sequence[What] = tuple(What)) -> Iterator[Done]:
    """Apply the periods in force, class by class; give each batch when it is done."""
    confirmed = queries.confirmed()
    for what in only:
        months = rules.in_force(what, confirmed)
        if months is not None:
            yield from apply(what, months)


def apply(what: What, months: int) -> Iterator[Done]:
    """Take away what has been kept for so many months; give each batch when it is done."""
    last: Any = None
    while True:
        found = queries.due(what, months)
        keys = list(
            (found if last is None else found.filter(pk__gt=last)).values_list("pk", flat=True)[:AT_ONCE]
        )
        if not keys:
            return
        last = keys[-1]
        yield _batch(what, months, keys)


def _batch(what: What, months: int, keys: Sequence[Any]) -> Done:
    if what is What.NAME:
        return _erase_people(keys)
    with transaction.atomic():
        appliers: Mapping[What, Callable[[What, Sequence[Any]], None]] = {**APPLIERS, **_above()}
        if what in PEOPLE:
            keys = _still_due(what, months, keys)
        appliers[what](what, keys)
        if keys:
            data = {"what": what.value, "months": months, "rows": len(keys)}
            audit.record(
                chain=CHAIN, verb="retention.applied", subject=f"retention:{what}", by=None, data=data
            )
    return Done(what, len(keys))


def _above() -> dict[What, Callable[[What, Sequence[Any]], None]]:
    return {What(name): import_string(path) for name, path in settings.RETENTION_APPLIERS.items()}


def _still_due(what: What, months: int, keys: Sequence[Any]) -> list[Any]:
    """Those whose time is over still, under the lock of their records: one may have a licence since."""
    list(Person.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))
    return list(queries.due(what, months).filter(pk__in=keys).values_list("pk", flat=True))


def _erase_people(keys: Sequence[int]) -> Done:
    gone = left = 0
    for person in Person.objects.filter(pk__in=keys).order_by("pk"):
        try:
            erasing.erase(
                person=person,
                basis=ErasureBasis.ENDED,
                reason=gettext("Plazo de conservación cumplido."),
                by=None,
            )
            gone += 1
        except (ErasureRefusedError, ConflictError):
            left += 1
    return Done(What.NAME, gone, left)


def _empty_data(what: What, keys: Sequence[int]) -> None:
    columns = DOCUMENT if what is What.DOCUMENT else queries.CONTACTS
    PersonalData.objects.filter(person__in=keys).update(**dict.fromkeys(columns, ""))
    # Whoever has the form open has read something else.
    people = Person.objects.filter(pk__in=keys)
    people.update(version=models.F("version") + 1)
    if what is What.DOCUMENT:
        for person in people.order_by("pk"):
            duplicates.look_at(person)
    _record(what, keys)


def _remove_photos(what: What, keys: Sequence[int]) -> None:
    PersonPhoto.objects.filter(person__in=keys).delete()
    _record(what, keys)


def _record(what: What, keys: Sequence[int]) -> None:
    acts = [
        audit.Act(f"person:{key}", "retention.applied", f"person:{key}", {"what": what.value}) for key in keys
    ]
    audit.record_batch(acts, by=None)


def _empty_requests(_what: What, keys: Sequence[int]) -> None:
    ClubRequest.objects.filter(pk__in=keys).update(data={}, photo=None)


def _empty_imports(_what: What, keys: Sequence[int]) -> None:
    held = Import.objects.filter(pk__in=keys)
    lying = (ImportState.UPLOADED, ImportState.CHECKING, ImportState.READY)
    held.filter(state__in=lying).update(state=ImportState.DISCARDED)
    held.update(file=None, file_name="", choices={}, detected={}, problem={})
    ImportRow.objects.filter(source__in=keys).update(values={}, changes=[], remarks=[], written={})


def _delete(table: type[models.Model]) -> Callable[[What, Sequence[Any]], None]:
    def delete(_what: What, keys: Sequence[Any]) -> None:
        models.QuerySet(table).filter(pk__in=keys).delete()

    return delete


def _end_logins(_what: What, keys: Sequence[int]) -> None:
    UserSession.objects.filter(pk__in=keys).delete()
    Session.objects.filter(expire_date__lt=clock.now()).delete()


DOCUMENT = ("document_kind", "document", "document_country", "reversed_document")
PEOPLE = frozenset({What.DOCUMENT, What.CONTACT, What.PHOTO})
"""Classes whose rows are people: their records are locked and looked at again."""
APPLIERS: Mapping[What, Callable[[What, Sequence[Any]], None]] = {
    What.DOCUMENT: _empty_data,
    What.CONTACT: _empty_data,
    What.PHOTO: _remove_photos,
    What.REQUEST: _empty_requests,
    What.IMPORT_FILE: _empty_imports,
    # The database lets go only of accesses that are old enough (`DataAccess.kept_days`).
    What.ACCESS_LOG: _delete(DataAccess),
    What.RECEIPT: _delete(WriteReceipt),
    What.MAIL: _delete(OutgoingMail),
    What.LOGIN_SESSION: _end_logins,
}
