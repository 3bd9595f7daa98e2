"""What was done to an account and to its person, from their chains of the audit."""

from __future__ import annotations

from federation.models import AuditEntry, Person, User
from federation.queries.people import keys_of

MOST = 40


def history(user: User | None, person: Person | None) -> list[AuditEntry]:
    """The last acts on an account and its person, the newest first, with author and detail."""
    chains = []
    if user is not None:
        chains.append(f"account:{user.pk}")
    if person is not None:
        chains += [f"person:{key}" for key in keys_of(person)]
    rows = AuditEntry.objects.filter(chain__in=chains).select_related("actor__person", "detail")
    return list(rows.order_by("-at", "-pk")[:MOST])
