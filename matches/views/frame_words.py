"""What pages say of a partida of 8-ball: where it stands, who broke, how a frame ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.acta.frame_words import ending_of
from matches.rules.frame_board import FrameBoardTerms, said
from matches.rules.pool.endings import LOSSES, winner_of
from matches.rules.pool.frame_entries import FrameFigures
from matches.rules.pool.frame_facts import EndedBy, FrameFacts
from matches.rules.pool.frame_state import FramePhase, FrameState
from matches.rules.pool.series import HALVES, Length
from matches.rules.sheet_facts import HandState
from matches.rules.sides import Side
from matches.views.next_step import Chip

Names = Mapping[Side, str]

FRAME_STATES = {
    HandState.PROPOSED: ("propuesta", gettext_lazy("Propuesto"), "", "wait"),
    HandState.APPROVED: ("conforme", gettext_lazy("Conforme"), "", ""),
    HandState.DISAGREED: ("protesta", gettext_lazy("En desacuerdo"), "scale", "bad"),
    HandState.SETTLED: ("conforme", gettext_lazy("Resuelto"), "gavel", ""),
    HandState.RETRACTED: ("anulada", gettext_lazy("Rectificado"), "", "void"),
    HandState.SET_ASIDE: ("anulada", gettext_lazy("Se repite"), "", "void"),
}


def length(terms: FrameBoardTerms) -> str:
    """How long each partida of a board is."""
    if terms.length is Length.RACE:
        return ngettext("A %(n)s juego", "A %(n)s juegos", terms.frames) % {"n": terms.frames}
    return ngettext("%(n)s juego", "%(n)s juegos", terms.frames) % {"n": terms.frames}


def score(state: FrameState) -> str:
    """The score, home first."""
    return "–".join(said(state.score))


def total(state: FrameState, side: Side) -> int | str:
    """A side's frames; in words where it has half of a shared one."""
    halves = state.score.home if side is Side.HOME else state.score.away
    return said(state.score)[side is Side.AWAY] if halves % HALVES else halves // HALVES


def target(state: FrameState) -> int | None:
    """To how many frames a race goes on; None once it has ended, or where a fixed number is played."""
    series = state.facts.terms.series
    whole = not (state.score.home % HALVES or state.score.away % HALVES)
    race = series.length is Length.RACE
    return series.frames if race and whole and state.phase is not FramePhase.ENDED else None


def result(figures: FrameFigures, winner: Side | None, names: Names) -> str:
    """How a frame ended in a sentence: "gana Ana, bola 8 legal"."""
    how = ending_of(figures.ending, run_out=figures.run_out)
    if winner is None:
        return how
    if figures.ending in LOSSES:
        return _("pierde %(who)s, %(how)s") % {"who": names[winner.other], "how": how}
    return _("gana %(who)s, %(how)s") % {"who": names[winner], "how": how}


def figures_result(figures: FrameFigures, names: Names) -> str:
    """How a frame ended, as somebody saw it."""
    return result(figures, winner_of(figures.ending, figures.side), names)


def row_result(row: FrameFacts, names: Names) -> str:
    """The same of a row as it stands."""
    return result(row.figures, row.winner, names)


def row_ending(row: FrameFacts) -> str:
    """How a frame ended, as a cell of the list says it."""
    return _first_capital(ending_of(row.figures.ending, run_out=row.figures.run_out))


def ended(state: FrameState, names: Names) -> str:
    """Who won the partida, and how where it was not by its frames."""
    if state.is_void:
        return _("nula, sin ganador")
    if state.winner is None:
        return _("empatada")
    winner = _("gana %(team)s") % {"team": names[state.winner]}
    how = {
        EndedBy.NO_SHOW: _("por incomparecencia"),
        EndedBy.LATE: _("por retraso"),
        EndedBy.CONCESSION: _("concedida"),
        EndedBy.NULL_GAME: _("partida nula"),
        EndedBy.DISQUALIFICATION: _("por descalificación"),
        EndedBy.RULING: _("por resolución"),
    }.get(state.ended_by or EndedBy.SCORE, "")
    return f"{winner}, {how}" if how else winner


def chip(state: FrameState, partida: int, *, several: bool, over: bool, waits: bool) -> Chip:
    """Where a board stands, as shape and words."""
    if over:
        return Chip("conforme", "circle-check", _("Terminada"))
    if waits:
        return Chip("suspendida", "pause", _("Pendiente del comité"))
    where = _("Partida %(partida)s, ") % {"partida": partida} if several else ""
    if state.disputed:
        return Chip("protesta", "scale", _first_capital(where + _("juego en desacuerdo")))
    if not state.facts.has_begun:
        return Chip("provisional", "clock", _first_capital(where + _("sin empezar")))
    number = state.waiting or state.next_frame or len(state.facts.current)
    return Chip("live", "radio", _first_capital(where + _("juego %(frame)s") % {"frame": number}))


def _first_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def breaker(state: FrameState) -> Side | None:
    """Who breaks the rack that is up, while no frame waits for its approval."""
    return None if state.waiting is not None else state.rack_breaker


def people(keys: Sequence[str], names: Mapping[str, str]) -> str:
    """The players of a side."""
    return " · ".join(names.get(key, "?") for key in keys)
