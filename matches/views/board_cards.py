"""Each board as a card: what is being played, how it stands, what it waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Board
from matches.queries.sheets import BoardView
from matches.rules.domino.hands import HandEnding
from matches.rules.sheet import Figures, HandRow, HandState, Phase, SheetState
from matches.rules.sheet_facts import AWAY
from matches.rules.sides import Side
from matches.views import partida_words
from matches.views.next_step import Chip


@dataclass(frozen=True)
class Half:
    """One side of a board's score tile."""

    name: str
    total: int | str
    lead: bool
    missing: int
    proposed: int
    note: str


@dataclass(frozen=True)
class Wait:
    """Something that a board waits for, with its tone ("warn", "stop" or none)."""

    text: str
    tone: str = ""


@dataclass(frozen=True)
class BoardCard:
    """One board, ready to be shown."""

    number: int
    table: str
    url: str
    code: str
    over: bool
    chip: Chip
    home: Half
    away: Half
    target: int | None
    pairs: Mapping[str, tuple[str, ...]]
    score: str
    leader: str
    writer: str
    waits: tuple[Wait, ...]
    past: tuple[str, ...]
    happenings_url: str
    waits_for_ruling: bool = False
    # Of 8-ball: who breaks.
    breaker: str = ""

    @property
    def stopped(self) -> bool:
        """Does a disagreement wait to be settled?"""
        return any(wait.tone == "stop" for wait in self.waits)


def hands_card(view: BoardView, names: Mapping[str, str], teams: Mapping[Side, str]) -> BoardCard:
    """One board of domino. Reads nothing."""
    sheet, over = view.sheet, view.state.is_done
    pen = view.pens.get(view.state.current)
    scorer = _scorer(sheet, names)
    totals = {side: view.state.won(side) if over else sheet.totals.of(side) for side in Side}
    return BoardCard(
        number=view.board.number,
        table=other_table(view.board),
        url=reverse("matches:board", args=[view.board.pk]),
        code=view.board.code,
        over=over,
        chip=_chip(view, sheet),
        home=_half(Side.HOME, sheet, totals, teams, over=over),
        away=_half(Side.AWAY, sheet, totals, teams, over=over),
        target=None if over else sheet.terms.target,
        pairs={side.value: tuple(names.get(person, "") for person in sheet.sides[side]) for side in Side},
        score=f"{totals[Side.HOME]}–{totals[Side.AWAY]}",
        leader="" if over else names.get(sheet.next_leader_person or "", ""),
        writer="" if over else (pen.person.short_name if pen else scorer),
        waits=(
            *_suspended(view),
            *(_waits(sheet, names, teams, has_pen=pen is not None) if not over else ()),
        ),
        past=_past(view, teams, over=over),
        waits_for_ruling=view.state.waits_for_ruling,
        happenings_url=""
        if over
        else reverse("matches:happenings", args=[view.board.pk, view.state.current]),
    )


def other_table(board: Board) -> str:
    """The table of the venue, where it is not called by the board's number."""
    return "" if board.table == f"Mesa {board.number}" else board.table


def _scorer(sheet: SheetState, names: Mapping[str, str]) -> str:
    return names.get(sheet.scorer or "", "")


def _proposed(sheet: SheetState) -> HandRow | None:
    last = next((row for row in reversed(sheet.hands) if row.state not in AWAY), None)
    return last if last is not None and last.state is HandState.PROPOSED else None


def _half(
    side: Side, sheet: SheetState, totals: Mapping[Side, int], teams: Mapping[Side, str], *, over: bool
) -> Half:
    row = None if over else _proposed(sheet)
    return Half(
        name=teams[side],
        total=totals[side],
        lead=totals[side] > totals[side.other],
        missing=max(sheet.terms.target - totals[side], 0),
        proposed=row.points if row is not None and row.side is side else 0,
        note=_("partidas") if over else "",
    )


def _chip(view: BoardView, sheet: SheetState) -> Chip:
    if view.state.is_over:
        return Chip("conforme", "circle-check", _("Terminada"))
    if view.state.waits_for_ruling:
        return Chip("suspendida", "pause", _("Pendiente del comité"))
    partida = view.state.current
    if sheet.phase is Phase.SETTLEMENT or sheet.frozen:
        return Chip("protesta", "scale", _("Partida %(partida)s, en desacuerdo") % {"partida": partida})
    if sheet.phase is not Phase.PLAYING:
        return Chip("provisional", "clock", _("Partida %(partida)s, sin empezar") % {"partida": partida})
    row = _proposed(sheet)
    hand = row.number if row is not None else sheet.next_hand
    if sheet.last_hand and row is None:
        return Chip("live", "timer", _("Partida %(partida)s, última jugada") % {"partida": partida})
    return Chip(
        "live", "radio", _("Partida %(partida)s, jugada %(hand)s") % {"partida": partida, "hand": hand}
    )


_BEFORE_PLAY = {
    Phase.DRAW: gettext_lazy("Falta el sorteo de asientos."),
    Phase.REDRAW: gettext_lazy("Falta repetir el sorteo de quienes empataron."),
    Phase.CHOOSE_SEAT: gettext_lazy("Falta que elija asiento quien ganó el sorteo."),
    Phase.SWAP: gettext_lazy("Falta confirmar los asientos."),
}


def _waits(
    sheet: SheetState, names: Mapping[str, str], teams: Mapping[Side, str], *, has_pen: bool
) -> list[Wait]:
    if sheet.scorer is None or sheet.counter is None:
        return [Wait(_("Falta señalar anotador y encargado del recuento."), "warn")]
    found = [Wait(_disagreed(row, teams), "stop") for row in sheet.hands if row.state is HandState.DISAGREED]
    row = _proposed(sheet)
    if row is not None:
        who = ", ".join(names.get(person, "") for person in row.missing_approvals)
        said = {"figures": _figures(row, teams), "who": who}
        found.append(Wait(_("Propuesta: %(figures)s. Falta el conforme de %(who)s.") % said, "warn"))
    elif sheet.phase in _BEFORE_PLAY:
        found.append(Wait(str(_BEFORE_PLAY[sheet.phase]), "warn"))
    if sheet.facts.time_mark is not None:
        found.append(Wait(_("Se ha cumplido el tiempo.")))
    fallen = partida_words.drops(sheet, teams)
    if fallen:
        found.append(Wait(fallen))
    if not has_pen:
        found.append(Wait(_("Nadie está anotando.")))
    return found


def _suspended(view: BoardView) -> list[Wait]:
    return [
        Wait(partida_words.suspended(number, state), "warn")
        for number, state in enumerate(view.state.partidas, start=1)
        if state.phase is Phase.SUSPENDED
    ]


def _disagreed(row: HandRow, teams: Mapping[Side, str]) -> str:
    other = row.disagreement
    said = {
        "hand": row.number,
        "proposed": _figures(row.proposed, teams),
        "counted": _figures(other, teams) if other else "",
    }
    return _("Jugada %(hand)s en desacuerdo: %(proposed)s contra %(counted)s. Falta resolverla.") % said


def _figures(figures: Figures | HandRow, teams: Mapping[Side, str]) -> str:
    if figures.side is None:
        return _("cierre empatado")
    endings = {HandEnding.DOMINO: _("por dominó"), HandEnding.BLOCK: _("por cierre")}
    said = {
        "points": figures.points,
        "team": teams[figures.side],
        "ending": endings.get(figures.ending, ""),
    }
    return _("%(points)s para %(team)s %(ending)s") % said


def _past(view: BoardView, teams: Mapping[Side, str], *, over: bool) -> tuple[str, ...]:
    states = view.state.partidas if over else view.state.partidas[: view.state.current - 1]
    return tuple(
        _past_one(number, state, teams)
        for number, state in enumerate(states, start=1)
        if state.phase is not Phase.SUSPENDED
    )


def _past_one(number: int, state: SheetState, teams: Mapping[Side, str]) -> str:
    said = {"number": number, "home": state.totals.home, "away": state.totals.away}
    text = _("Partida %(number)s: %(home)s–%(away)s") % said
    if not partida_words.how_ended(state):
        return text
    return f"{text}, {partida_words.standing(state, teams)}"
