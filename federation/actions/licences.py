"""Licences: asked for, granted, suspended, withdrawn, renewed; each step with its date, author and reason."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from federation import clock
from federation.actions import audit
from federation.actions.licence_series import locked_series, next_number
from federation.actions.registry import lock_person, lock_standing
from federation.models import (
    ENDED_LICENCES,
    Club,
    Licence,
    LicenceKind,
    LicenceState,
    LicenceStep,
    Person,
    Season,
    User,
)
from federation.permissions import require_office
from federation.queries import people
from federation.rules import licences as rules
from federation.rules.chains import canonical
from federation.rules.errors import ConflictError, RuleError
from federation.rules.licences import LicenceAct
from federation.rules.searching import backwards


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
    chosen = _checked_number(person, season, number) if number else _own_or_next_number(person, kind)
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
    locked = Licence.objects.select_for_update(of=("self",)).select_related("season").get(pk=licence.pk)
    locked.state = rules.next_state(locked.state, act, reason)
    if act is LicenceAct.GRANT and not locked.number:
        given = _checked_number(person, locked.season, number) if number else None
        locked.number = given or _own_or_next_number(person, LicenceKind(locked.kind))
        locked.reversed_number = backwards(locked.number)
    locked.save(update_fields=["state", "number", "reversed_number"])
    _step(locked, by, f"licence.{act.value}", reason)
    return locked


@transaction.atomic
def change_licence(
    *, licence: Licence, terms: Terms, by: User | None, reason: str = "", read: str = ""
) -> Licence:
    """Correct club, category and dates of a licence that has not ended; its kind and number stay.

    `read` is the mark (`mark_of`) of what it said when the correction was thought out: ConflictError
    `licence_changed` when it says something else by now. RuleError for bad dates; ConflictError
    `licence_moved_on` for one that has ended.
    """
    require_office(by)
    lock_person(licence.person)
    locked = (
        Licence.objects.select_for_update(of=("self",)).select_related("season", "club").get(pk=licence.pk)
    )
    if locked.state in ENDED_LICENCES:
        raise ConflictError("licence_moved_on", state=locked.state)
    if read and read != mark_of(locked):
        raise ConflictError("licence_changed")
    rules.check_dates(terms.valid_from, terms.valid_to, locked.season.starts_on, locked.season.ends_on)
    before = said(locked)
    locked.club, locked.category = terms.club, terms.category
    locked.valid_from, locked.valid_to = terms.valid_from, terms.valid_to
    locked.save(update_fields=["club", "category", "valid_from", "valid_to"])
    audit.record(
        chain=f"person:{locked.person_id}",
        verb="licence.changed",
        subject=f"licence:{locked.pk}",
        by=by,
        data={"before": before, "after": said(locked), "reason": reason.strip()},
    )
    return locked


def terms_of(licence: Licence) -> Terms:
    """What a licence says."""
    return Terms(
        LicenceKind(licence.kind), licence.club, licence.category, licence.valid_from, licence.valid_to
    )


def mark_of(licence: Licence) -> str:
    """What a licence says, in a few signs that change with it."""
    return hashlib.sha256(canonical(said(licence)).encode()).hexdigest()[:16]


def _check(person: Person, season: Season, terms: Terms) -> None:
    rules.check_dates(terms.valid_from, terms.valid_to, season.starts_on, season.ends_on)
    locked = lock_standing(person)
    if people.lacks_guardian(locked, terms.valid_from):
        raise RuleError("guardian_missing", field="person")
    held = Licence.objects.filter(person=person, season=season, kind=terms.kind)
    if held.exclude(state__in=ENDED_LICENCES).exists():
        raise ConflictError("has_licence", field="person")


def _checked_number(person: Person, season: Season, number: str) -> str:
    # Behind one lock, since no constraint can hold a number across seasons for one person.
    locked_series()
    same = Licence.objects.filter(number=number)
    if same.exclude(person=person).exists():
        raise RuleError("licence_number_taken", field="number", number=number)
    if same.filter(season=season).exclude(state__in=ENDED_LICENCES).exists():
        raise RuleError("licence_number_in_use", field="number", number=number)
    return number


def _own_or_next_number(person: Person, kind: LicenceKind) -> str:
    """The number that the person had for this kind, else the next of the series."""
    before = Licence.objects.filter(person=person, kind=kind).exclude(number="")
    had = before.order_by("-season__starts_on", "-pk").values_list("number", flat=True).first()
    return had or next_number(kind)


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


def said(licence: Licence) -> dict[str, object]:
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
    data = said(licence) | ({"reason": reason.strip()} if reason.strip() else {})
    audit.record(
        chain=f"person:{licence.person_id}", verb=verb, subject=f"licence:{licence.pk}", by=by, data=data
    )
