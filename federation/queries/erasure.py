"""What stands against erasing somebody's data, what would become of each row, and what betrays him."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Q
from django.utils.module_loading import import_string

from federation import clock
from federation.models import (
    OPEN_REQUESTS,
    AuditDetail,
    Club,
    ClubDelegation,
    ClubRequest,
    ErasureHold,
    Invitation,
    Licence,
    LicenceState,
    Person,
    PersonalData,
    PersonMerge,
    Role,
    RosterEntry,
    User,
)
from federation.queries.in_play import participations
from federation.queries.people import keys_of
from federation.queries.roles import current_roles
from federation.queries.ties import Tie, ties
from federation.rules.erasure import Standing
from federation.rules.merging import Block
from federation.rules.traces import Traces, traces

NAME = ("given_name", "surname_1", "surname_2")


@dataclass(frozen=True)
class Fate:
    """What an erasure does with the rows of one table: "deleted", "emptied" or "kept", and why."""

    table: str
    words: str
    rows: int
    what: str
    why: str


def fates(records: Sequence[int]) -> list[Fate]:
    """What would become of each table's rows; tables without rows are left out. A query for each table."""
    counted: dict[str, int] = {}
    by_table: dict[str, Tie] = {}
    for tie in ties():
        counted[tie.label] = counted.get(tie.label, 0) + tie.rows(list(records)).count()
        by_table[tie.label] = tie
    return [_fate(tie, counted[label]) for label, tie in by_table.items() if counted[label]]


def fate_of(tie: Tie) -> str:
    """What an erasure does with the rows of a table: "deleted", "emptied" or "kept"."""
    if tie.rule.deleted and not tie.written_once:
        return "deleted"
    if tie.rule.emptied or tie.model in (User, Person):
        return "emptied"
    return "kept"


def _fate(tie: Tie, rows: int) -> Fate:
    what = fate_of(tie)
    return Fate(tie.label, tie.words, rows, what, "" if what == "deleted" else str(tie.rule.kept_because))


def holds_of(person: Person) -> list[ErasureHold]:
    """Duties to keep a person's data, with the records merged into his: those that stand first."""
    rows = ErasureHold.objects.filter(person__in=keys_of(person)).select_related(
        "by__person", "lifted_by__person"
    )
    return sorted(rows, key=lambda row: (row.lifted_at is not None, -row.pk))


def standing_of(person: Person) -> Standing:
    """What a person still has to do with the federation, with the records that were merged into his."""
    if person.merged_into_id is not None or person.erased_at is not None:
        return Standing(is_record=False)
    records, today = keys_of(person), clock.today()
    account = User.objects.filter(person=person).first()
    holds = ErasureHold.objects.filter(person__in=records, lifted_at__isnull=True)
    licences = Licence.objects.filter(
        person__in=records,
        state__in=[LicenceState.REQUESTED, LicenceState.GRANTED, LicenceState.SUSPENDED],
        valid_to__gte=today,
    ).select_related("season")
    squads = RosterEntry.objects.filter(person__in=records, team__season__ends_on__gte=today).filter(
        Q(valid_to__isnull=True) | Q(valid_to__gte=today)
    )
    delegations = ClubDelegation.objects.filter(person__in=records, ended_at__isnull=True).filter(
        Q(valid_to__isnull=True) | Q(valid_to__gte=today)
    )
    return Standing(
        holds=[row.reason for row in holds],
        open_encounters=sorted({each.label for each in participations(records) if each.open}),
        roles=sorted(str(Role(role).label) for role in current_roles(account)) if account else [],
        licences=[
            f"{row.number or row.get_kind_display()} ({row.season})" for row in licences.order_by("pk")
        ],
        squads=[str(row.team) for row in squads.select_related("team").order_by("pk")],
        delegations=[str(row.club) for row in delegations.select_related("club").order_by("pk")],
        requests=_open_requests(records),
        contact_of=[str(club) for club in _clubs_that_name(person)],
        more=[block for path in settings.ERASURE_OBSTACLES for block in _from(path, records)],
    )


def _from(path: str, records: Collection[int]) -> list[Block]:
    found: list[Block] = import_string(path)(records)
    return found


def _open_requests(records: Collection[int]) -> list[str]:
    """What clubs wait for an answer to and he is in; a squad's names him by his key among its values."""
    waiting = ClubRequest.objects.filter(state__in=OPEN_REQUESTS).select_related("club").order_by("pk")
    keys = frozenset(records)
    nobody = Traces(keys=keys, names=frozenset(), documents=frozenset(), addresses=frozenset())
    return [
        f"{row.club}, {row.get_kind_display()}"
        for row in waiting.iterator(chunk_size=200)
        if row.person_id in keys or nobody.surely_in(row.data)
    ]


def _clubs_that_name(person: Person) -> list[Club]:
    """Clubs whose contact he seems to be: by his whole name, or by his own address or telephone."""
    data = PersonalData.objects.filter(person=person).first() or PersonalData()
    same = Q(contact_name__iexact=person.full_name)
    for column in ("email", "phone"):
        if value := getattr(data, column):
            same |= Q(**{f"{column}__iexact": value})
    return list(Club.objects.filter(same).order_by("sort_key", "pk"))


def traces_of(records: Sequence[int]) -> Traces:
    """What betrays a person: every name, document and address that is or was on record for him."""
    people = Person.objects.filter(pk__in=records)
    data = list(PersonalData.objects.filter(person__in=records))
    accounts = list(User.objects.filter(person__in=records))
    addresses = [*(each.email for each in data), *(each.email for each in accounts)]
    addresses += Invitation.objects.filter(person__in=records).values_list("email", flat=True)
    addresses += EmailAddress.objects.filter(user__in=accounts).values_list("email", flat=True)
    return traces(
        keys=records,
        names=[*people.values_list(*NAME), *_names_before(records)],
        documents=[each.document for each in data],
        addresses=addresses,
    )


def _names_before(records: Sequence[int]) -> Iterator[Sequence[str]]:
    """Names that the records had: before a merge gave them one, and before each change."""
    for moved in PersonMerge.objects.filter(kept__in=records).values_list("moved", flat=True):
        told: Mapping[str, list[Any]] = moved.get("person", {})
        for side in (0, 1):
            yield [str(told[column][side] or "") for column in NAME if column in told]
    chains = [f"person:{key}" for key in records]
    verbs = ("person.registered", "person.changed")
    details = AuditDetail.objects.filter(
        entry__chain__in=chains, entry__verb__in=verbs, erased_at__isnull=True
    )
    for kept in details.values_list("data", flat=True):
        if "name" in kept:
            yield [str(kept["name"])]
        for when in ("before", "after"):
            if when in kept:
                yield [str(kept[when].get(column) or "") for column in NAME]
