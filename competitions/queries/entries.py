"""Who takes part in a competition, by name. The one place that standings and calendars read it from."""

from __future__ import annotations

from dataclasses import dataclass

from competitions.models import Competition, Entry


@dataclass(frozen=True)
class Entered:
    """An entry: its key, the number that lots are drawn by, and the name that everybody sees."""

    key: int
    lot: int
    name: str


def entered_in(competition: Competition) -> tuple[Entered, ...]:
    """Everybody who takes part, in the order of the lots. One query."""
    rows = Entry.objects.filter(competition=competition).select_related("team").order_by("lot")
    return tuple(Entered(entry.pk, entry.lot, entry.team.name) for entry in rows)
