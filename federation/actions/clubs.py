"""Clubs, entered, changed, closed and reopened by the office; each act in the club's chain of the audit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from django.db import IntegrityError, transaction

from federation.actions import audit, registry
from federation.models import Club, ClubState, User
from federation.permissions import require_office
from federation.rules.clubs import check_club
from federation.rules.errors import ConflictError, RuleError
from federation.rules.names import sort_key

TOLD = frozenset({"name", "short_name", "tax_id", "colours"})
"""What the audit tells with its words; of contacts it tells only that they changed."""


@dataclass(frozen=True)
class ClubDetails:
    """What is known of a club. The tax number in its normal form (`rules.identity`)."""

    name: str
    short_name: str
    tax_id: str = ""
    contact_name: str = ""
    email: str = ""
    phone: str = ""
    address: str = ""
    colours: str = ""


DETAILS = tuple(field.name for field in fields(ClubDetails))


@transaction.atomic
def enter_club(*, details: ClubDetails, by: User | None) -> Club:
    """Enter a club with what is known of it.

    RuleError as `rules.clubs.check_club`, and `club_name_taken` or `tax_id_taken` when another
    club has it. Forbidden for whoever does not run the office.
    """
    require_office(by)
    _check(details, None)
    try:
        with transaction.atomic():
            club = registry.register_club(name=details.name, short_name=details.short_name, by=by)
            _write(club, details)
    except IntegrityError:
        # Somebody else entered the name or the number between our look and our write.
        _refuse_taken(details, None)
        raise
    told = {name: getattr(details, name) for name in DETAILS if name in TOLD and getattr(details, name)}
    _record(club, by, "club.details_entered", {"after": told})
    return club


@transaction.atomic
def change_club(*, club: Club, details: ClubDetails, by: User | None) -> Club:
    """Change what is known of a club; refusals as `enter_club`. What was sealed keeps its name."""
    require_office(by)
    locked = Club.objects.select_for_update().get(pk=club.pk)
    before = details_of(locked)
    if before == details:
        return locked
    _check(details, locked)
    try:
        with transaction.atomic():
            _write(locked, details)
    except IntegrityError:
        _refuse_taken(details, locked)
        raise
    changed = [name for name in DETAILS if getattr(before, name) != getattr(details, name)]
    _record(locked, by, "club.changed", {"fields": changed, **_told(before, details, changed)})
    return locked


@transaction.atomic
def close_club(*, club: Club, reason: str, by: User | None) -> Club:
    """Take a club out of the federation's life, with a reason; nothing is erased.

    ConflictError `club_closed_already`, RuleError `reason_missing`.
    """
    return _move(club, ClubState.INACTIVE, "club.closed", reason, by)


@transaction.atomic
def reopen_club(*, club: Club, reason: str, by: User | None) -> Club:
    """Take a closed club back; ConflictError `club_open_already`, RuleError `reason_missing`."""
    return _move(club, ClubState.ACTIVE, "club.reopened", reason, by)


def details_of(club: Club) -> ClubDetails:
    """What is known of a club, as it stands."""
    return ClubDetails(**{name: getattr(club, name) for name in DETAILS})


def _move(club: Club, state: ClubState, verb: str, reason: str, by: User | None) -> Club:
    require_office(by)
    locked = Club.objects.select_for_update().get(pk=club.pk)
    if locked.state == state:
        code = "club_open_already" if state == ClubState.ACTIVE else "club_closed_already"
        raise ConflictError(code)
    if not reason.strip():
        raise RuleError("reason_missing", field="reason")
    locked.state = state
    locked.save(update_fields=["state"])
    _record(locked, by, verb, {"reason": reason.strip()})
    return locked


def _check(details: ClubDetails, club: Club | None) -> None:
    check_club(name=details.name, short_name=details.short_name, tax_id=details.tax_id)
    _refuse_taken(details, club)


def _refuse_taken(details: ClubDetails, club: Club | None) -> None:
    others = Club.objects.exclude(pk=club.pk) if club else Club.objects.all()
    # By the key: two clubs whose names differ by a capital or an accent would be taken for each other.
    if others.filter(sort_key=sort_key(details.name, "", "")).exists():
        raise RuleError("club_name_taken", field="name")
    if details.tax_id and (other := others.filter(tax_id=details.tax_id).first()):
        raise RuleError("tax_id_taken", field="tax_id", club=other.name)


def _write(club: Club, details: ClubDetails) -> None:
    for name, value in asdict(details).items():
        setattr(club, name, value)
    club.sort_key = sort_key(details.name, "", "")
    club.save()


def _told(before: ClubDetails, after: ClubDetails, changed: list[str]) -> dict[str, object]:
    return {
        key: {name: getattr(details, name) for name in changed if name in TOLD}
        for key, details in (("before", before), ("after", after))
    }


def _record(club: Club, by: User | None, verb: str, data: Mapping[str, object]) -> None:
    chain = f"club:{club.pk}"
    audit.record(chain=chain, verb=verb, subject=chain, by=by, data=data)
