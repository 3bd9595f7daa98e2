"""Where a partida stands and how it ended, in the same words on every page."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.rules.event_reports import drops_of
from matches.rules.sheet import EndedHow, Phase, SheetState
from matches.rules.sheet_event_entries import AnnulCause
from matches.rules.sides import Side

Teams = Mapping[Side, str]

# How a partida ended, where it was not by points.
ENDED_HOW = {
    EndedHow.TIME: gettext_lazy("por tiempo"),
    EndedHow.ABANDONMENT: gettext_lazy("por abandono"),
    EndedHow.NOT_PLAYED: gettext_lazy("por incomparecencia"),
    EndedHow.DECISION: gettext_lazy("por resolución"),
}
ARTICLE_OF_CAUSE = {
    AnnulCause.FALSE_THINKING: "15",
    AnnulCause.FALSE_PASS: "16",
    AnnulCause.DROPPED_TILE: "19",
    AnnulCause.RULING: "20",
}


def how_ended(state: SheetState) -> str:
    """By time, by abandonment…; nothing when it was by points, or has not ended."""
    return str(ENDED_HOW.get(state.ended_how, "")) if state.ended_how is not None else ""


def standing(state: SheetState, teams: Teams) -> str:
    """Where a partida stands, in few words."""
    if state.phase is Phase.SUSPENDED:
        return _("suspendida")
    if state.phase is Phase.ENDED:
        return ended(state, teams)
    if state.phase is Phase.SETTLEMENT:
        return _("falta resolver un desacuerdo")
    if state.phase is not Phase.PLAYING:
        return _("sin empezar")
    return _("última jugada") if state.last_hand else _("en juego")


def ended(state: SheetState, teams: Teams) -> str:
    """Who won a partida, and how when it was not by points."""
    winner = _("gana %(team)s") % {"team": teams[state.winner]} if state.winner else _("sin ganador")
    how = how_ended(state)
    return f"{winner}, {how}" if how else winner


def suspended(number: int, state: SheetState) -> str:
    """A suspended partida, with its score and who decides."""
    said = {"number": number, "home": state.totals.home, "away": state.totals.away}
    return _("Partida %(number)s suspendida con %(home)s–%(away)s: decide el comité.") % said


def drops(state: SheetState, teams: Teams) -> str:
    """The dropped tiles of each pair that count; nothing while there are none."""
    counted = drops_of(state).by_side
    said = [f"{teams[side]} {counted[side]}" for side in Side if counted.get(side)]
    return _("Fichas caídas: %(counts)s.") % {"counts": ", ".join(said)} if said else ""
