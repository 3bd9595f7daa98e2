"""Setting and checking the short PINs of people at tables."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction

from competitions.models import Encounter
from federation import clock
from federation.actions import audit
from federation.models import User
from federation.rules.errors import ForbiddenError, RuleError
from matches.actions.versions import bump
from matches.models import CheckIn, PinMisses, TablePin
from matches.permissions import Actor, require_direction
from matches.queries import line_ups, people
from matches.rules import pins


@dataclass(frozen=True)
class Identified:
    """A person who has just identified himself, how, and on which device."""

    person_id: int
    how: str
    device: str


def verify_pin(*, person_id: int, pin: str, device: str) -> Identified:
    """Check a person's PIN on a device, in a transaction of its own so that a miss is kept whatever follows.

    RuleError: `pin_not_set`, `pin_expired`, `pin_wrong` (with `left`), `pin_blocked` (with `minutes`).
    """
    with transaction.atomic():
        # The row of the PIN is what two guesses at once wait for, on whatever devices.
        stored = TablePin.objects.select_for_update().filter(person_id=person_id).first()
        everywhere = list(PinMisses.objects.filter(person_id=person_id))
        own = next((each for each in everywhere if each.device == device), None)
        misses = own or PinMisses(person_id=person_id, device=device)
        error = _judge_pin(stored, pin, misses, total=sum(each.total for each in everywhere))
    if error is not None:
        raise error
    return Identified(person_id=person_id, how="pin", device=device)


def _judge_pin(stored: TablePin | None, pin: str, misses: PinMisses, *, total: int) -> RuleError | None:
    now = clock.now()
    if misses.blocked_until is not None:
        if misses.blocked_until > now:
            minutes = -(-int((misses.blocked_until - now).total_seconds()) // 60)
            return RuleError("pin_blocked", field="pin", minutes=max(minutes, 1))
        misses.blocked_until, misses.misses = None, 0
    if total >= settings.TABLE_PIN_MISSES_EVERYWHERE:
        return RuleError("pin_blocked_everywhere", field="pin")
    if stored is None:
        return RuleError("pin_not_set", field="pin")
    if stored.expires_on < clock.today():
        return RuleError("pin_expired", field="pin")
    given = pins.digest(pin, salt=stored.salt, pepper=settings.TABLE_PIN_PEPPER)
    if hmac.compare_digest(given, stored.digest):
        if misses.pk is not None:
            misses.delete()
        return None
    misses.misses += 1
    misses.total += 1
    left = settings.TABLE_PIN_MISSES - misses.misses
    if left <= 0:
        misses.blocked_until = now + timedelta(seconds=settings.TABLE_PIN_BLOCK_SECONDS)
    misses.save()
    if left <= 0:
        return RuleError("pin_blocked", field="pin", minutes=settings.TABLE_PIN_BLOCK_SECONDS // 60)
    return RuleError("pin_wrong", field="pin", left=left)


@transaction.atomic
def check_in(*, encounter_id: int, person_id: int, pin: str, by: Actor) -> CheckIn:
    """Note that a person is here with the licence and set his PIN (empty: only the presence).

    On the judge's phone for anybody of the encounter; on a captain's for his own side.
    RuleError: `not_in_this_encounter`, `pin_four_figures`, `pin_too_easy`.
    """
    encounter = (
        Encounter.objects.select_for_update()
        .select_related("round__competition__season")
        .get(pk=encounter_id)
    )
    account = _require_check_in_right(by, encounter, person_id)
    # Also while signing: a captain without an account signs with his PIN in the judge's session.
    if encounter.state not in ("scheduled", "line_ups", "playing", "closing"):
        raise RuleError("encounter_not_open_for_check_in")
    now = clock.now()
    entry, _made = CheckIn.objects.get_or_create(
        encounter=encounter, person_id=person_id, defaults={"at": now, "by": account}
    )
    if pin:
        code = pins.problem(pin)
        if code:
            raise RuleError(code, field="pin")
        _store_pin(person_id, pin, encounter, account)
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="person.checked_in",
        subject=f"person:{person_id}",
        by=by.user,
        data={"pin": bool(pin), "device": by.device},
    )
    bump(encounter.pk)
    return entry


def _store_pin(person_id: int, pin: str, encounter: Encounter, by: User) -> None:
    salt = secrets.token_hex(8)
    TablePin.objects.update_or_create(
        person_id=person_id,
        defaults={
            "salt": salt,
            "digest": pins.digest(pin, salt=salt, pepper=settings.TABLE_PIN_PEPPER),
            "expires_on": encounter.round.competition.season.ends_on,
            "set_at": clock.now(),
            "set_by": by,
        },
    )
    # A new PIN shown with the licence in hand is also what ends a block.
    PinMisses.objects.filter(person_id=person_id).delete()


def _require_check_in_right(by: Actor, encounter: Encounter, person_id: int) -> User:
    """The account that may do it; ForbiddenError for the rival's captain."""
    sides = line_ups.sides_of_people(encounter)
    if by.user is None or person_id not in sides:
        raise RuleError("not_in_this_encounter", field="person")
    if not people.is_judge(by.user, encounter) and people.side_of(by.user, encounter) != sides[person_id]:
        raise ForbiddenError("only_own_side")
    return by.user


@transaction.atomic
def unblock(*, encounter_id: int, person_id: int, by: Actor) -> None:
    """The judge (or a captain where there is none) ends a person's block on every device."""
    encounter = Encounter.objects.select_for_update().get(pk=encounter_id)
    require_direction(by, encounter)
    if person_id not in line_ups.sides_of_people(encounter):
        raise RuleError("not_in_this_encounter", field="person")
    PinMisses.objects.filter(person_id=person_id).delete()
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="pin.unblocked",
        subject=f"person:{person_id}",
        by=by.user,
        data={"device": by.device},
    )
