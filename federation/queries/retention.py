"""What of each class of data has been kept for long enough. Every answer is a query."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Coalesce, Concat
from django.utils.module_loading import import_string

from federation import clock
from federation.models import (
    OPEN_REQUESTS,
    AuditEntry,
    ClubDelegation,
    ClubRequest,
    DataAccess,
    ErasureHold,
    Import,
    ImportState,
    Licence,
    OutgoingMail,
    Person,
    RequestStep,
    Retention,
    RosterEntry,
    User,
    WriteReceipt,
)
from federation.rules import retention as rules
from federation.rules.retention import What

CONTACTS = ("email", "phone", "address", "guardian_name", "guardian_email", "guardian_phone")
Due = Callable[[datetime], QuerySet[Any]]


def confirmed() -> dict[str, int | None]:
    """The periods that the federation has set, by class. One query."""
    return dict(Retention.objects.values_list("what", "months"))


def due(what: What, months: int) -> QuerySet[Any]:
    """The rows of a class whose time is over, in the order of their keys."""
    before = rules.limit(clock.now(), months)
    finders: Mapping[What, Due] = {**FINDERS, **_above()}
    return finders[what](before).order_by("pk")


def _above() -> dict[What, Due]:
    """What the apps above this one keep."""
    return {What(name): import_string(path) for name, path in settings.RETENTION_FINDERS.items()}


def idle(before: datetime) -> QuerySet[Person]:
    """People with whom the federation has had nothing to do since: no licence, squad or delegation that
    reached that day, no open account, no duty to keep their data, and nothing written about them.
    """
    day = before.date()
    person: dict[str, Any] = {"person": OuterRef("pk")}
    chain = Concat(Value("person:"), Cast(OuterRef("pk"), CharField()), output_field=CharField())
    squads = RosterEntry.objects.filter(**person).annotate(
        until=Coalesce("valid_to", "team__season__ends_on")
    )
    open_ended = Q(valid_to__isnull=True) | Q(valid_to__gte=day)
    since = (
        Licence.objects.filter(**person, valid_to__gte=day),
        squads.filter(until__gte=day),
        ClubDelegation.objects.filter(open_ended, **person, ended_at__isnull=True),
        ClubDelegation.objects.filter(**person, ended_at__gte=before),
        User.objects.filter(**person, is_active=True),
        ErasureHold.objects.filter(**person, lifted_at__isnull=True),
        # That something of his went already is nothing that was done with him.
        AuditEntry.objects.filter(chain=chain, at__gte=before).exclude(verb="retention.applied"),
    )
    found = Person.objects.filter(erased_at__isnull=True)
    for each in since:
        found = found.filter(~Exists(each))
    return found


def _documents(before: datetime) -> QuerySet[Person]:
    return idle(before).filter(personal_data__isnull=False).exclude(personal_data__document="")


def _contacts(before: datetime) -> QuerySet[Person]:
    said = Q()
    for name in CONTACTS:
        said |= Q(personal_data__isnull=False) & ~Q(**{f"personal_data__{name}": ""})
    return idle(before).filter(said)


def _photos(before: datetime) -> QuerySet[Person]:
    return idle(before).filter(photo__isnull=False)


def _names(before: datetime) -> QuerySet[Person]:
    # A record that was merged goes with the one that it leads to.
    return idle(before).filter(merged_into__isnull=True)


def _requests(before: datetime) -> QuerySet[ClubRequest]:
    answered = (
        ClubRequest.objects.exclude(state__in=OPEN_REQUESTS)
        .exclude(data={}, photo=None)
        .filter(sent_at__lt=before)
    )
    return answered.filter(~Exists(RequestStep.objects.filter(request=OuterRef("pk"), at__gte=before)))


def _imports(before: datetime) -> QuerySet[Import]:
    """Files that were imported, or left lying: whatever state they are in, but one that is being imported."""
    lying = Import.objects.exclude(state=ImportState.APPLYING).annotate(
        last=Coalesce("undone_at", "applied_at", "at")
    )
    return lying.filter(last__lt=before).filter(Q(file__isnull=False) | ~Q(file_name=""))


def _accesses(before: datetime) -> QuerySet[Any]:
    return models.QuerySet(DataAccess).filter(at__lt=before)


def _receipts(before: datetime) -> QuerySet[Any]:
    return WriteReceipt.objects.filter(at__lt=before)


def _mail(before: datetime) -> QuerySet[Any]:
    return OutgoingMail.objects.filter(created_at__lt=before, expires_at__lt=clock.now())


def _logins(before: datetime) -> QuerySet[Any]:
    alive = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=clock.now())
    return UserSession.objects.filter(~Exists(alive), last_seen_at__lt=before)


FINDERS: Mapping[What, Due] = {
    What.DOCUMENT: _documents,
    What.CONTACT: _contacts,
    What.PHOTO: _photos,
    What.NAME: _names,
    What.REQUEST: _requests,
    What.IMPORT_FILE: _imports,
    What.ACCESS_LOG: _accesses,
    What.RECEIPT: _receipts,
    What.MAIL: _mail,
    What.LOGIN_SESSION: _logins,
}
