"""Which licences of a season can be renewed in the next, and why the others cannot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from federation.models import ENDED_LICENCES, Club, ClubState, Licence, LicenceKind, Season
from federation.queries.people import guardian_of
from federation.rules import people as person_rules
from federation.rules.licences import NotRenewed, not_renewed


@dataclass(frozen=True)
class Renewal:
    """A licence of the season before, and the reason that keeps it from being renewed, if any."""

    licence: Licence
    reason: NotRenewed | None


def renewals(before: Season, after: Season, kind: LicenceKind, club: Club | None = None) -> list[Renewal]:
    """Every licence of a kind of the season `before` (of one club, or of all), by name. Three queries."""
    return plan(_of_season(before, kind, club), after)


def plan(licences: QuerySet[Licence], after: Season) -> list[Renewal]:
    """The same for given licences of one kind and one season."""
    rows = list(
        licences.select_related("person__personal_data", "club", "season").order_by(
            "person__sort_key", "person"
        )
    )
    having = _having(rows, after)
    return [Renewal(row, _reason(row, after, having)) for row in rows]


def _of_season(season: Season, kind: LicenceKind, club: Club | None) -> QuerySet[Licence]:
    found = Licence.objects.filter(season=season, kind=kind).exclude(state__in=ENDED_LICENCES)
    return found.filter(club=club) if club else found


def _having(rows: Sequence[Licence], after: Season) -> set[int]:
    """Who has a licence of the same kind in the season after."""
    kinds = {row.kind for row in rows}
    held = Licence.objects.filter(season=after, kind__in=kinds).exclude(state__in=ENDED_LICENCES)
    return set(held.values_list("person", flat=True))


def _reason(row: Licence, after: Season, having: set[int]) -> NotRenewed | None:
    person = row.person
    guardian = guardian_of(getattr(person, "personal_data", None))
    return not_renewed(
        state=row.state,
        has_one=person.pk in having,
        club_active=row.club is None or row.club.state == ClubState.ACTIVE,
        erased=person.erased_at is not None,
        merged=person.merged_into_id is not None,
        lacks_guardian=person_rules.lacks_guardian(person.birth_date, guardian, after.starts_on),
    )
