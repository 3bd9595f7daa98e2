"""Licences: asked for, granted, suspended, withdrawn, renewed; each step with its date, author and reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db import transaction

from federation import clock
from federation.actions import audit
from federation.actions.registry import lock_person
from federation.models import (
    ENDED_LICENCES,
    Club,
    Licence,
    LicenceKind,
    LicenceSeries,
    LicenceState,
    LicenceStep,
    Person,
    Season,
    User,
)
from federation.permissions import require_office
from federation.queries import people
from federation.rules import licences as rules
from federation.rules.errors import ConflictError, RuleError
from federation.rules.licences import LicenceAct
from federation.rules.searching import backwards

DEFAULT_PREFIX = {LicenceKind.JUDGE: "J", LicenceKind.CAPTAIN: "C", LicenceKind.COACH: "T"}


@dataclass(frozen=True)
class Terms:
    """What a licence says: whose club, which kind and category, from which day to which."""

    kind: LicenceKind
    club: Club | None
    category: str
    valid_from: date
    valid_to: date


@transaction.atomic
def request_licence(*, person: Person, season: Season, terms: Terms, by: User | None) -> Licence:
    """Enter a licence that has been asked for, without a number yet.

    RuleError for dates that are reversed or outside the season, a minor without a guardian
    (`guardian_missing`), a person erased or merged; ConflictError `has_licence` when there is one
    of that kind in the season. Forbidden for whoever does not run the office.
    """
    require_office(by)
    _check(person, season, terms)
    licence = _create(person, season, terms, number="", state=LicenceState.REQUESTED)
    _step(licence, by, "licence.requested")
    return licence


@transaction.atomic
def grant_licence(
    *,
    person: Person,
    season: Season,
    club: Club | None,
    kind: LicenceKind,
    number: str,
    category: str,
    valid_from: date,
    valid_to: date,
    by: User | None,
) -> Licence:
    """Grant a licence at once with a number; an empty one is taken from the series.

    Refusals as `request_licence`, and RuleError `licence_number_taken` when the number is
    another's, in this season or in any other: it is the key for people at the table.
    """
    require_office(by)
    terms = Terms(kind, club, category, valid_from, valid_to)
    _check(person, season, terms)
    chosen = _checked_number(person, number) if number else _own_or_next_number(person, kind)
    licence = _create(person, season, terms, number=chosen, state=LicenceState.GRANTED)
    _step(licence, by, "licence.granted")
    return licence


@transaction.atomic
def act_on_licence(
    *, licence: Licence, act: LicenceAct, reason: str = "", number: str = "", by: User | None
) -> Licence:
    """Take a licence one step further (`rules.licences.WAY`); granting gives it its number.

    ConflictError `licence_moved_on`, RuleError `reason_missing` or `licence_number_taken`;
    Forbidden for whoever does not run the office.
    """
    require_office(by)
    person = lock_person(licence.person)
    locked = Licence.objects.select_for_update().get(pk=licence.pk)
    locked.state = rules.next_state(locked.state, act, reason)
    if act is LicenceAct.GRANT and not locked.number:
        given = _checked_number(person, number) if number else None
        locked.number = given or _own_or_next_number(person, LicenceKind(locked.kind))
        locked.reversed_number = backwards(locked.number)
    locked.save(update_fields=["state", "number", "reversed_number"])
    _step(locked, by, f"licence.{act.value}", reason)
    return locked


@transaction.atomic
def change_licence(*, licence: Licence, terms: Terms, by: User | None) -> Licence:
    """Correct club, category and dates of a licence that has not ended; its kind and number stay.

    RuleError for bad dates; ConflictError `licence_moved_on` for one that has ended.
    """
    require_office(by)
    lock_person(licence.person)
    locked = Licence.objects.select_for_update(of=("self",)).select_related("season").get(pk=licence.pk)
    if locked.state in ENDED_LICENCES:
        raise ConflictError("licence_moved_on", state=locked.state)
    rules.check_dates(terms.valid_from, terms.valid_to, locked.season.starts_on, locked.season.ends_on)
    before = _said(locked)
    locked.club, locked.category = terms.club, terms.category
    locked.valid_from, locked.valid_to = terms.valid_from, terms.valid_to
    locked.save(update_fields=["club", "category", "valid_from", "valid_to"])
    audit.record(
        chain=f"person:{locked.person_id}",
        verb="licence.changed",
        subject=f"licence:{locked.pk}",
        by=by,
        data={"before": before, "after": _said(locked)},
    )
    return locked


def _check(person: Person, season: Season, terms: Terms) -> None:
    rules.check_dates(terms.valid_from, terms.valid_to, season.starts_on, season.ends_on)
    locked = lock_person(person)
    if locked.merged_into_id is not None or locked.erased_at is not None:
        raise ConflictError("person_gone", field="person")
    if people.lacks_guardian(locked, terms.valid_from):
        raise RuleError("guardian_missing", field="person")
    held = Licence.objects.filter(person=person, season=season, kind=terms.kind)
    if held.exclude(state__in=ENDED_LICENCES).exists():
        raise ConflictError("has_licence", field="person")


def _checked_number(person: Person, number: str) -> str:
    # Behind one lock, since no constraint can hold a number across seasons for one person.
    _locked_series()
    if Licence.objects.filter(number=number).exclude(person=person).exists():
        raise RuleError("licence_number_taken", field="number", number=number)
    return number


def _own_or_next_number(person: Person, kind: LicenceKind) -> str:
    """The number that the person had for this kind, else the next of the series."""
    before = Licence.objects.filter(person=person, kind=kind).exclude(number="")
    had = before.order_by("-season__starts_on", "-pk").values_list("number", flat=True).first()
    return had or next_number(kind)


def _locked_series() -> dict[str, LicenceSeries]:
    """Every series, locked in one order: whoever gives a number waits for whoever is giving one."""
    missing = set(LicenceKind.values) - set(LicenceSeries.objects.values_list("kind", flat=True))
    LicenceSeries.objects.bulk_create(
        [
            LicenceSeries(kind=kind, prefix=DEFAULT_PREFIX.get(LicenceKind(kind), ""))
            for kind in sorted(missing)
        ],
        ignore_conflicts=True,
    )
    return {row.kind: row for row in LicenceSeries.objects.select_for_update().order_by("kind")}


def next_number(kind: LicenceKind) -> str:
    """The next free number of a kind's series, whose row stays locked until the transaction ends."""
    series = _locked_series()[kind]
    while True:
        series.last += 1
        number = rules.number_of(series.prefix, series.width, series.last)
        # Numbers that came from elsewhere (an import, the years before) are passed over.
        if not Licence.objects.filter(number=number).exists():
            break
    series.save(update_fields=["last"])
    return number


def _create(person: Person, season: Season, terms: Terms, *, number: str, state: LicenceState) -> Licence:
    return Licence.objects.create(
        person=person,
        season=season,
        club=terms.club,
        kind=terms.kind,
        number=number,
        reversed_number=backwards(number),
        category=terms.category,
        state=state,
        valid_from=terms.valid_from,
        valid_to=terms.valid_to,
    )


def _said(licence: Licence) -> dict[str, object]:
    """What a licence says, as the audit keeps it."""
    return {
        "number": licence.number,
        "kind": str(licence.kind),
        "club": licence.club_id,
        "category": licence.category,
        "from": licence.valid_from.isoformat(),
        "to": licence.valid_to.isoformat(),
    }


def _step(licence: Licence, by: User | None, verb: str, reason: str = "") -> None:
    LicenceStep.objects.create(
        licence=licence, state=licence.state, reason=reason.strip(), by=by, at=clock.now()
    )
    data = _said(licence) | ({"reason": reason.strip()} if reason.strip() else {})
    audit.record(
        chain=f"person:{licence.person_id}", verb=verb, subject=f"licence:{licence.pk}", by=by, data=data
    )
