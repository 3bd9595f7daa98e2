"""What two records hold, side by side, and what a merge would move. Constant queries."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from federation.models import (
    ENDED_LICENCES,
    Licence,
    Person,
    PersonalData,
    PersonMerge,
    PersonPhoto,
    PossibleDuplicate,
    User,
)
from federation.queries.in_play import participations
from federation.queries.people import keys_of
from federation.queries.ties import Tie, clashing, ties
from federation.rules.merging import Block, Record, blocks

Values = dict[str, object]


@dataclass(frozen=True)
class Moved:
    """How many rows of a table would move, and how many stay with the record that goes."""

    words: str
    moving: int
    staying: int


def record_of(person: Person) -> Record:
    """What a record says and holds, as the rule looks at it."""
    held = (
        Licence.objects.filter(person=person)
        .exclude(state__in=ENDED_LICENCES)
        .select_related("season")
        .order_by("pk")
    )
    taken_part = participations(keys_of(person))
    return Record(
        values=values_of(person),
        standing=person.merged_into_id is None and person.erased_at is None,
        account=_account(person),
        licences={
            (row.season_id, row.kind): f"{row.number or row.get_kind_display()} ({row.season.name})"
            for row in held
        },
        encounters={each.encounter: each.label for each in taken_part},
        in_play={each.encounter: each.label for each in taken_part if each.named},
    )


def _account(person: Person) -> str:
    active = User.objects.filter(person=person).values_list("is_active", flat=True).first()
    return "" if active is None else "open" if active else "closed"


def values_of(person: Person) -> Values:
    """What a record says in each field that two records could say differently; empty ones are left out."""
    data = PersonalData.objects.filter(person=person).first() or PersonalData()
    photo = PersonPhoto.objects.filter(person=person).values_list("sha256", flat=True).first()
    found: Values = {
        "given_name": person.given_name,
        "surname_1": person.surname_1,
        "surname_2": person.surname_2,
        "birth_date": person.birth_date,
        "consent_on": person.public_name_consent_on,
        "document": (data.document_kind, data.document, data.document_country) if data.document else None,
        "email": data.email,
        "phone": data.phone,
        "address": data.address,
        "guardian": _guardian(data),
        "photo": photo,
    }
    return {name: value for name, value in found.items() if value}


def _guardian(data: PersonalData) -> tuple[str, str, str] | None:
    found = (data.guardian_name, data.guardian_email, data.guardian_phone)
    return found if any(found) else None


def everything_against(kept: Person, gone: Person) -> list[Block]:
    """What forbids making these two one: the rule's reasons, and rows that may not stand side by side."""
    found = blocks(record_of(kept), record_of(gone))
    # Those have words of their own.
    told = {"federation.user", "federation.licence"}
    return found + [
        Block("merge_clash", {"table": tie.words, "row": str(row)})
        for tie in ties()
        if tie.label not in told and not tie.rule.yields
        for row in clashing(tie, kept.pk, gone.pk)[:1]
    ]


def would_move(kept: Person, gone: Person) -> list[Moved]:
    """What a merge would move and what would stay, by table; tables without rows are left out."""
    counted = []
    for tie in ties():
        moving, all_rows = movable(tie, kept.pk, gone.pk).count(), tie.rows(gone.pk).count()
        if all_rows and tie.label not in SEEN_ELSEWHERE:
            counted.append(Moved(tie.words, moving, all_rows - moving))
    return counted


SEEN_ELSEWHERE = frozenset(
    {
        "federation.personaldata",
        "federation.personkey",
        "federation.personphoto",
        "federation.personword",
        "federation.possibleduplicate",
    }
)
"""Tables that the comparison shows field by field, or that only serve to find people."""


def movable(tie: Tie, kept: int, gone: int) -> QuerySet:
    """The rows of a table that a merge moves."""
    rows = tie.moving(gone)
    if tie.rule.yields:
        rows = rows.exclude(pk__in=clashing(tie, kept, gone).values("pk"))
    return rows


def merges_of(person: Person) -> list[PersonMerge]:
    """The merges into this record, the last one first."""
    rows = PersonMerge.objects.filter(kept=person).select_related("gone", "by__person", "undone_by__person")
    return list(rows.order_by("-at", "-pk"))


Place = tuple[int, int]


def place_of(text: str) -> Place | None:
    """Where a page of pairs begins (after which reason and key); None for the first page."""
    reason, _dash, key = text.partition("-")
    return (int(reason), int(key)) if _is_number(reason) and _is_number(key) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < LONGEST_KEY


LONGEST_KEY = 19


def to_look_at(after: Place | None = None) -> QuerySet[PossibleDuplicate]:
    """Pairs that nobody has looked at yet, the likeliest first; those that follow `after`."""
    rows = _standing_pairs()
    if after is not None:
        rows = rows.filter(Q(reason__gt=after[0]) | Q(reason=after[0], pk__gt=after[1]))
    return rows


def with_licences(rows: QuerySet[PossibleDuplicate]) -> QuerySet[PossibleDuplicate]:
    """The same with the licences of both, the last one first, in two queries more."""
    held = Licence.objects.select_related("season", "club").order_by("-season__starts_on", "-pk")
    return rows.prefetch_related(
        Prefetch("first__licences", queryset=held), Prefetch("second__licences", queryset=held)
    )


def _standing_pairs() -> QuerySet[PossibleDuplicate]:
    return (
        PossibleDuplicate.objects.filter(dismissed_at__isnull=True)
        .filter(first__merged_into__isnull=True, second__merged_into__isnull=True)
        .filter(first__erased_at__isnull=True, second__erased_at__isnull=True)
        .select_related("first", "second")
        .order_by("reason", "pk")
    )
