"""Everything that may be told of a table, in the order in which it is offered."""

from __future__ import annotations

from collections.abc import Mapping

from matches.views import happenings_of_hands as hands
from matches.views import happenings_of_partidas as partidas
from matches.views.happening import Happening

KINDS: tuple[type[Happening], ...] = (
    hands.FalseThinkingHappening,
    hands.FalsePassHappening,
    hands.DropHappening,
    partidas.InterruptionHappening,
    partidas.TimeHappening,
    partidas.AbsenceHappening,
    partidas.AbandonmentHappening,
    partidas.SuspensionHappening,
    partidas.NoShowHappening,
    partidas.LateHappening,
)
BY_SLUG: Mapping[str, type[Happening]] = {kind.slug: kind for kind in KINDS}
