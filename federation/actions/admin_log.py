"""What is done in the administration stands in the audit too."""

from __future__ import annotations

from django.contrib.admin.models import LogEntry
from django.db import transaction

from federation.actions import audit


@transaction.atomic
def mirror(entry: LogEntry) -> None:
    """Write a line of Django's log of the administration into the audit."""
    table = entry.content_type
    name = f"{table.app_label}.{table.model}" if table else "?"
    audit.record(
        chain="administration",
        verb="administration.acted",
        subject=f"{name}:{entry.object_id}"[:80],
        by=entry.user,
        data={"log": entry.pk, "message": entry.get_change_message()},
    )
