"""What the registry knows of one person beside his name: licences with their steps, teams, photo."""

from __future__ import annotations

from collections import defaultdict

from federation.models import AuditEntry, Licence, LicenceStep, Person, PersonPhoto, RosterEntry
from federation.queries.licences import TOLD_VERBS
from federation.queries.people import keys_of


def licences_of(person: Person) -> list[Licence]:
    """The licences of a person, the last season first."""
    rows = Licence.objects.filter(person=person).select_related("person", "club", "season")
    return list(rows.order_by("-season__starts_on", "kind", "-pk"))


def licence_histories(person: Person) -> dict[int, list[LicenceStep | AuditEntry]]:
    """Steps and corrections of each of a person's licences, in order, with their authors. Three queries."""
    found: dict[int, list[LicenceStep | AuditEntry]] = defaultdict(list)
    for step in LicenceStep.objects.filter(licence__person=person).select_related("by__person"):
        found[step.licence_id].append(step)
    # What was done under a record that was merged into this one stands in that one's chain.
    chains = [f"person:{key}" for key in keys_of(person)]
    changes = AuditEntry.objects.filter(chain__in=chains, verb__in=TOLD_VERBS)
    for entry in changes.select_related("actor__person", "detail"):
        found[int(entry.subject.partition(":")[2])].append(entry)
    return {key: sorted(rows, key=lambda row: (row.at, row.pk)) for key, rows in found.items()}


def squads_of(person: Person) -> list[RosterEntry]:
    """The teams that a person is or was in, the last first."""
    rows = RosterEntry.objects.filter(person=person).select_related("team__club", "team__season")
    return list(rows.order_by("-valid_from", "-pk"))


def photo_mark(person: Person) -> str:
    """What tells one photo of a person from another; empty when there is none."""
    return PersonPhoto.objects.filter(person=person).values_list("sha256", flat=True).first() or ""
