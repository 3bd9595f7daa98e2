"""Reading licences: the office's list, how each stands on a day, whom the number is of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from federation import clock
from federation.models import (
    AuditEntry,
    Club,
    Licence,
    LicenceState,
    LicenceStep,
    Person,
    PersonalData,
    Season,
)
from federation.queries.people import found_by, keys_of
from federation.rules.licences import EXPIRED, NOT_YET
from federation.rules.searching import backwards, looks_like_number

STANDINGS = (
    LicenceState.REQUESTED.value,
    LicenceState.GRANTED.value,
    NOT_YET,
    EXPIRED,
    LicenceState.SUSPENDED.value,
    LicenceState.WITHDRAWN.value,
    LicenceState.REFUSED.value,
)
"""Every way in which a licence can stand, in the order in which lists offer them."""

# Of several licences of a person in a season the one that says most about him.
_WEIGHT = {
    LicenceState.GRANTED: 0,
    LicenceState.SUSPENDED: 1,
    LicenceState.REQUESTED: 2,
    LicenceState.WITHDRAWN: 3,
    LicenceState.REFUSED: 4,
}


@dataclass(frozen=True)
class LicenceFilter:
    """What the list of licences is narrowed to; empty means all."""

    text: str = ""
    season: int | None = None
    kind: str = ""
    standing: str = ""
    club: int | None = None
    category: str = ""


def standing_on(standing: str, day: date) -> Q:
    """Licences that stand so on a day: the same as `rules.licences.standing`, for the database."""
    if standing == EXPIRED:
        return Q(state__in=[LicenceState.GRANTED, LicenceState.SUSPENDED], valid_to__lt=day)
    if standing == NOT_YET:
        return Q(state=LicenceState.GRANTED, valid_from__gt=day)
    if standing == LicenceState.GRANTED:
        return Q(state=standing, valid_from__lte=day, valid_to__gte=day)
    if standing == LicenceState.SUSPENDED:
        return Q(state=standing, valid_to__gte=day)
    return Q(state=standing)


def licences(chosen: LicenceFilter) -> QuerySet[Licence]:
    """The licences of a filter, each with person, club and season; the caller orders and bounds them."""
    found = Licence.objects.select_related("person", "club", "season")
    exact = {
        "season": chosen.season,
        "kind": chosen.kind or None,
        "club": chosen.club,
        "category": chosen.category or None,
    }
    found = found.filter(**{name: value for name, value in exact.items() if value is not None})
    if chosen.standing:
        found = found.filter(standing_on(chosen.standing, clock.today()))
    if chosen.text:
        found = found.filter(_by_text(chosen.text))
    return found


def _by_text(text: str) -> Q:
    if not looks_like_number(text):
        return Q(person__in=Person.objects.filter(found_by(text, documents=False)))
    documents = PersonalData.objects.filter(reversed_document__startswith=backwards(text))
    by_number = Licence.objects.filter(reversed_number__startswith=backwards(text)).values("pk")
    by_document = Licence.objects.filter(person__in=documents.values("person")).values("pk")
    # Joined by "or" they would be asked of every licence; a union is walked by the indexes of both.
    return Q(pk__in=by_number.union(by_document))


def shown_for(people: Iterable[Person], season: Season | None) -> dict[int, Licence]:
    """For each of these people the licence of a season that says most about him. One query."""
    rows = Licence.objects.filter(person__in=[who.pk for who in people], season=season)
    best: dict[int, Licence] = {}
    for row in sorted(rows.select_related("club"), key=_weight):
        best.setdefault(row.person_id, row)
    return best


def _weight(licence: Licence) -> tuple[int, bool, int]:
    return (_WEIGHT[LicenceState(licence.state)], licence.kind != "player", -licence.pk)


def last_of(person: Person) -> Licence | None:
    """The licence of a person's last season that has one."""
    held = Licence.objects.filter(person=person).select_related("club", "season")
    return held.order_by("-season__starts_on", "-pk").first()


TOLD_VERBS = ("licence.changed", "licence.imported")
"""What the audit tells of a licence that no step of it does."""


def history(licence: Licence) -> list[LicenceStep | AuditEntry]:
    """The steps of a licence and its corrections, in order, each with author. Three queries."""
    authors = ("by__person",)
    steps = list(LicenceStep.objects.filter(licence=licence).select_related(*authors))
    chains = [f"person:{key}" for key in keys_of(licence.person)]
    changes = AuditEntry.objects.filter(
        chain__in=chains, verb__in=TOLD_VERBS, subject=f"licence:{licence.pk}"
    ).select_related("actor__person", "detail")
    both: list[LicenceStep | AuditEntry] = [*steps, *changes]
    return sorted(both, key=lambda each: (each.at, each.pk))


def club_names(history: Iterable[LicenceStep | AuditEntry]) -> dict[int, str]:
    """The names of the clubs that corrections in a history speak of. One query."""
    details = [each.detail for each in history if isinstance(each, AuditEntry) and hasattr(each, "detail")]
    told = [part for each in details for part in (each.data or {}).values() if isinstance(part, dict)]
    keys = {key for part in told if (key := part.get("club")) is not None}
    return dict(Club.objects.filter(pk__in=keys).values_list("pk", "name"))
