"""Who looked at personal data, or took them away: the log, newest first, and what it is narrowed to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from federation.models import DataAccess, Person, User
from federation.queries.people import found_by, keys_of


@dataclass(frozen=True)
class AccessFilter:
    """What the log is narrowed to; empty means all.

    `person` is one person's key (with the records that were merged into his), `whose` and `who` texts
    that find the people looked at and those who looked. Both days are included.
    """

    person: int | None = None
    whose: str = ""
    who: str = ""
    kind: str = ""
    first: date | None = None
    last: date | None = None


def accesses(chosen: AccessFilter) -> QuerySet[DataAccess]:
    """The accesses of a filter, each with the person and the account; the caller orders and bounds them.

    An access to a list names nobody: it is found by what and when and by who looked, not by a person.
    """
    found = DataAccess.objects.select_related("person", "by__person")
    if chosen.person is not None:
        who = Person.objects.filter(pk=chosen.person).first()
        found = found.filter(person__in=keys_of(who) if who else [])
    if chosen.whose:
        found = found.filter(person__in=_people(chosen.whose, documents=True))
    if chosen.who:
        found = found.filter(by__in=_accounts(chosen.who))
    if chosen.kind:
        found = found.filter(kind=chosen.kind)
    if chosen.first is not None:
        found = found.filter(at__gte=_beginning(chosen.first))
    if chosen.last is not None:
        found = found.filter(at__lt=_beginning(chosen.last + timedelta(days=1)))
    return found


def _people(text: str, *, documents: bool) -> QuerySet[Person]:
    found = Person.objects.filter(found_by(text, documents=documents))
    return Person.objects.filter(Q(pk__in=found.values("pk")) | Q(merged_into__in=found.values("pk")))


def _accounts(text: str) -> QuerySet[User]:
    by_name = Q(person__in=_people(text, documents=False).values("pk"))
    return User.objects.filter(by_name | Q(email__startswith=text.strip().lower()))


def _beginning(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
