"""When suspended encounters are played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from competitions.models import Encounter
from matches.models import Incident, Resumption


def resumption_of(encounter: Encounter) -> Resumption | None:
    """The day that is set for what is left to play of a suspended encounter, if one is. One query at most."""
    return resumptions_of([encounter]).get(encounter.pk)


def resumptions_of(encounters: Sequence[Encounter]) -> dict[int, Resumption]:
    """As `resumption_of`, by the encounter's key. One query, none where nothing is suspended."""
    epochs = {each.pk: each.epoch for each in encounters if each.state == "suspended"}
    if not epochs:
        return {}
    rows = Resumption.objects.filter(encounter__in=epochs).select_related("venue").order_by("number")
    # The last one that was set remains.
    return {row.encounter_id: row for row in rows if row.epoch == epochs[row.encounter_id]}


@dataclass(frozen=True)
class Halt:
    """A suspended encounter: since when, and the day on which it goes on, where one is set."""

    since: datetime | None
    resumption: Resumption | None


def halts_of(encounters: Sequence[Encounter]) -> dict[int, Halt]:
    """How each of these encounters that is suspended stands. Two queries, none where none is."""
    keys = [each.pk for each in encounters if each.state == "suspended"]
    if not keys:
        return {}
    days = resumptions_of(encounters)
    rows = Incident.objects.filter(encounter__in=keys, kind="suspension").order_by("number")
    since = dict(rows.values_list("encounter", "at"))
    return {key: Halt(since.get(key), days.get(key)) for key in keys}
