"""Two records of one person, and what they may hold: for the tests of merging and erasure."""

from __future__ import annotations

from datetime import date
from typing import Any

from federation import clock
from federation.actions import accounts, merging, people, registry
from federation.models import Person, PersonMerge, PersonPhoto, RosterEntry, RosterRole
from federation.rules.merging import Origin
from tests.federation.registry_world import Registry


def details(**values: str) -> people.Details:
    """Document and contacts."""
    return people.Details(**values)


def photo(who: Person, data: bytes) -> PersonPhoto:
    """A photo with these bytes."""
    return PersonPhoto.objects.create(person=who, jpeg=data, sha256=data.hex(), at=clock.now())


def merge(each: Registry, kept: Person, gone: Person, **chosen: Origin) -> PersonMerge:
    """Make one of two, by the office."""
    return merging.merge(kept=kept, gone=gone, chosen=chosen, by=each.office)


def undo(each: Registry, made: PersonMerge) -> PersonMerge:
    """Make two of one again."""
    return merging.undo(merge=made, by=each.office)


def team(each: Registry, name: str = "Equipo") -> Any:
    """A team of the first club in the first season."""
    venue = registry.register_venue(
        club=each.club, name=f"Sede de {name}", address="", time_zone="Europe/Madrid", tables=[], by=None
    )
    return registry.register_team(club=each.club, season=each.before, name=name, venue=venue, by=None)


def join(of: Any, who: Person, role: RosterRole = RosterRole.PLAYER) -> RosterEntry:
    """Put somebody into a squad, without an end."""
    return registry.add_to_squad(
        team=of, person=who, role=role, valid_from=date(2025, 9, 1), valid_to=None, by=None
    )


def account(who: Person, email: str = "i@example.org") -> Any:
    """An account of a person."""
    return accounts.create_account(email=email, password="una-clave-larga", person=who, by=None)
