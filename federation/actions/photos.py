"""Photos of people: kept as they were drawn, replaced, taken away."""

from __future__ import annotations

import hashlib

from django.db import transaction

from federation import clock
from federation.actions import audit, registry
from federation.models import Person, PersonPhoto, User
from federation.permissions import require_office
from federation.rules.errors import ConflictError


@transaction.atomic
def store_photo(*, person: Person, jpeg: bytes, by: User | None) -> PersonPhoto:
    """Keep a photo that `photos.drawing` drew, in place of the one that was there.

    ConflictError `person_gone` for a record merged or erased. Forbidden for whoever does not run
    the office.
    """
    require_office(by)
    locked = registry.lock_person(person)
    if locked.merged_into_id is not None or locked.erased_at is not None:
        raise ConflictError("person_gone")
    digest = hashlib.sha256(jpeg).hexdigest()
    values = {"jpeg": jpeg, "sha256": digest, "at": clock.now(), "by": by}
    photo, _made = PersonPhoto.objects.update_or_create(person=locked, defaults=values)
    _record(locked, by, "photo.stored", {"sha256": digest})
    return photo


@transaction.atomic
def remove_photo(*, person: Person, by: User | None) -> None:
    """Take a photo away; nothing happens where there is none. Forbidden for whoever is not the office."""
    require_office(by)
    locked = registry.lock_person(person)
    gone, _by_table = PersonPhoto.objects.filter(person=locked).delete()
    if gone:
        _record(locked, by, "photo.removed", {})


def _record(person: Person, by: User | None, verb: str, data: dict[str, object]) -> None:
    chain = f"person:{person.pk}"
    audit.record(chain=chain, verb=verb, subject=chain, by=by, data=data)
