"""Days on which a judge is not available: entered by himself or by the office, and taken back."""

from __future__ import annotations

from datetime import date, timedelta

from django.db import transaction

from federation import clock
from federation.actions import audit, registry
from federation.models import JudgeAbsence, Person, User
from federation.permissions import require_absences
from federation.queries.judges import is_judge
from federation.rules.errors import ConflictError, RuleError

LONGEST = 366
"""Days; who is away for longer has no licence to judge."""


@transaction.atomic
def note_absence(
    *, person: Person, starts_on: date, ends_on: date, note: str = "", by: User | None
) -> JudgeAbsence:
    """Note that a judge is not available from one day to another, both included.

    RuleError `dates_reversed`, `absence_past`, `absence_too_long`, `not_a_judge_now`; ConflictError
    `absence_already` when some of those days are noted. Forbidden for whoever is neither himself
    nor runs the office.
    """
    require_absences(by, person)
    if ends_on < starts_on:
        raise RuleError("dates_reversed", field="ends_on")
    if ends_on < clock.today():
        raise RuleError("absence_past", field="ends_on")
    if (ends_on - starts_on).days >= LONGEST:
        raise RuleError("absence_too_long", field="ends_on")
    # Days that overlap are kept out behind the person's row (design, invariant 2).
    registry.lock_person(person)
    if not is_judge(person.pk):
        raise RuleError("not_a_judge_now")
    if JudgeAbsence.objects.filter(person=person, starts_on__lte=ends_on, ends_on__gte=starts_on).exists():
        raise ConflictError("absence_already", field="starts_on")
    made = JudgeAbsence.objects.create(
        person=person, starts_on=starts_on, ends_on=ends_on, note=note.strip(), by=by, at=clock.now()
    )
    _record("absence.noted", made, by)
    return made


@transaction.atomic
def take_back_absence(*, absence: JudgeAbsence, by: User | None) -> None:
    """Take an absence back; one that has begun ends yesterday. ConflictError `absence_over`."""
    require_absences(by, absence.person)
    registry.lock_person(absence.person)
    found = JudgeAbsence.objects.filter(pk=absence.pk).first()
    today = clock.today()
    if found is None or found.ends_on < today:
        raise ConflictError("absence_over")
    _record("absence.taken_back", found, by)
    if found.starts_on < today:
        found.ends_on = today - timedelta(days=1)
        found.save(update_fields=["ends_on"])
    else:
        found.delete()


def _record(verb: str, absence: JudgeAbsence, by: User | None) -> None:
    # The days, and never the note: why somebody is away is nobody's business.
    data = {"from": absence.starts_on.isoformat(), "to": absence.ends_on.isoformat()}
    chain = f"person:{absence.person_id}"
    audit.record(chain=chain, verb=verb, subject=f"absence:{absence.pk}", by=by, data=data)
