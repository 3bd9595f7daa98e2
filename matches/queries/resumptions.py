"""When suspended encounters are played on."""

from __future__ import annotations

from collections.abc import Sequence

from competitions.models import Encounter
from matches.models import Resumption


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
