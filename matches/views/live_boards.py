"""The boards of an encounter as spectators see them: nothing that two have not agreed on.

A proposed hand is not there, a disputed one is there without figures, one that was taken
back is gone. People go by the names that may be published.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.queries.live import LiveBoard
from matches.rules.domino.hands import HandEnding
from matches.rules.domino.officials import DoneBy
from matches.rules.sheet import HandRow, HandState, Phase, SheetState
from matches.rules.sheet_facts import RowFacts
from matches.rules.sides import Side
from matches.views import partida_words
from matches.views.next_step import Chip
from matches.views.table_words import LETTERS, ending

AGREED = (HandState.APPROVED, HandState.SETTLED)
Names = Mapping[str, str]
Teams = Mapping[Side, str]


@dataclass(frozen=True)
class Player:
    """Somebody at a board: where he sits and whether he leads the hand in play."""

    name: str
    seat: str
    leads: bool


@dataclass(frozen=True)
class Half:
    """One side of a board: its total in the partida in play, or the partidas that it won."""

    team: str
    players: tuple[Player, ...]
    total: int | str
    lead: bool
    label: str


@dataclass(frozen=True)
class HandLine:
    """A hand in the list: who led, how it ended, what each side has after it and what it gave."""

    key: str
    number: int
    leader: str
    ending: str
    home: int | str | None
    away: int | str | None
    home_gain: int
    away_gain: int
    css: str = ""
    word: str = ""


@dataclass(frozen=True)
class Sheet:
    """The hands of one partida, the newest on top."""

    key: str
    title: str
    caption: str
    score: str
    note: str
    lines: tuple[HandLine, ...]
    # Is there something to say of it without a hand?
    is_told: bool = False


@dataclass(frozen=True)
class LiveCard:
    """One board, ready to be shown."""

    number: int
    title: str
    table: str
    chip: Chip
    over: bool
    home: Half
    away: Half
    target: int
    officials: str
    sheets: tuple[Sheet, ...]
    # The head of the column that says who began, and what is said beside his name.
    lead_word: str
    leads: str


def shown(sheet: SheetState) -> Iterator[tuple[HandRow, RowFacts]]:
    """The hands of a sheet that are public, in their order: agreed on, in dispute, or annulled."""
    for row, facts in zip(sheet.hands, sheet.facts.rows, strict=True):
        if facts.state in (*AGREED, HandState.DISAGREED, HandState.ANNULLED):
            yield row, facts


def hand_in_play(sheet: SheetState) -> tuple[int | None, str]:
    """Number and leader of the hand that is being played; one that waits for its approval still is."""
    last = sheet.hands[-1] if sheet.hands else None
    if last is not None and last.state is HandState.PROPOSED:
        return last.number, last.leader_person
    return sheet.next_hand, sheet.next_leader_person or ""


def hands_card(board: LiveBoard, names: Names, teams: Teams, *, playing: bool) -> LiveCard:
    """One board of domino; `playing` says whether the encounter is in play now."""
    sheet, over = board.state.sheet, board.state.is_done
    halves = {side: _half(board, side, names, teams, playing=playing and not over) for side in Side}
    return LiveCard(
        number=board.number,
        title=_("Mesa %(number)s") % {"number": board.number},
        table="" if board.table.split()[-1:] == [str(board.number)] else board.table,
        chip=_chip(board, sheet, playing=playing),
        over=over,
        home=halves[Side.HOME],
        away=halves[Side.AWAY],
        target=sheet.terms.target,
        officials="" if over else _officials(sheet, names),
        sheets=_sheets(board, names, teams),
        lead_word=_("Sale"),
        leads=_("sale"),
    )


def _half(board: LiveBoard, side: Side, names: Names, teams: Teams, *, playing: bool) -> Half:
    sheet = board.state.sheet
    if board.state.is_done:
        totals = {each: sum(state.winner is each for state in board.state.partidas) for each in Side}
    else:
        totals = {each: sheet.totals.of(each) for each in Side}
    leader = hand_in_play(sheet)[1] if playing else ""
    seats = sheet.seats if playing else None
    return Half(
        team=teams[side],
        players=tuple(
            Player(names.get(each, "?"), str(LETTERS[seats.index(each)]) if seats else "", each == leader)
            for each in sheet.sides[side]
        ),
        total=totals[side],
        lead=totals[side] > totals[side.other],
        label=_("%(name)s, %(total)s de %(target)s")
        % {"name": teams[side], "total": totals[side], "target": sheet.terms.target},
    )


def _chip(board: LiveBoard, sheet: SheetState, *, playing: bool) -> Chip:
    if board.state.is_over:
        return Chip("conforme", "circle-check", _("Terminada"))
    if board.state.waits_for_ruling:
        return Chip("suspendida", "pause", _("Pendiente del comité"))
    partida = {"partida": board.state.current}
    if not playing:
        return Chip("suspendida", "pause", _("Partida %(partida)s, sin terminar") % partida)
    if sheet.frozen:
        return Chip("protesta", "scale", _("Partida %(partida)s, en desacuerdo") % partida)
    if sheet.phase is Phase.SWAP:
        return Chip("provisional", "clock", _("Partida %(partida)s, cambio de asientos") % partida)
    if sheet.phase in (Phase.DRAW, Phase.REDRAW, Phase.CHOOSE_SEAT):
        return Chip("provisional", "clock", _("Partida %(partida)s, sorteo de asientos") % partida)
    if sheet.phase is not Phase.PLAYING:
        return Chip("provisional", "clock", _("Partida %(partida)s, sin empezar") % partida)
    hand = hand_in_play(sheet)[0]
    if sheet.last_hand:
        return Chip("live", "timer", _("Partida %(partida)s, última jugada") % partida)
    return Chip("live", "radio", _("Partida %(partida)s, jugada %(hand)s") % {**partida, "hand": hand})


def _officials(sheet: SheetState, names: Names) -> str:
    if sheet.scorer is None or sheet.counter is None:
        return ""
    if sheet.done_by is DoneBy.JUDGE:
        return _("Anota el juez árbitro.")
    said = {"scorer": names.get(sheet.scorer, "?"), "counter": names.get(sheet.counter, "?")}
    return _("Anota %(scorer)s, recuenta %(counter)s.") % said


def _sheets(board: LiveBoard, names: Names, teams: Teams) -> tuple[Sheet, ...]:
    """The partidas that have begun: the one in play on top, or all in order when the board is over."""
    found = [
        _sheet(board.number, number, state, names, teams)
        for number, state in enumerate(board.state.partidas, start=1)
    ]
    ordered = found if board.state.is_done else reversed(found)
    return tuple(sheet for sheet in ordered if sheet.lines or sheet.is_told)


def _sheet(board: int, number: int, state: SheetState, names: Names, teams: Teams) -> Sheet:
    key = f"m{board}p{number}"
    lines = [_line(key, row, facts, names) for row, facts in shown(state)]
    return Sheet(
        key=key,
        title=_("Partida %(partida)s") % {"partida": number},
        caption=_("Jugadas de la partida %(partida)s") % {"partida": number},
        score=f"{state.totals.home}–{state.totals.away}",
        note=_note(state, teams) or _hands(len(lines)),
        lines=tuple(reversed(lines)),
        is_told=bool(_note(state, teams)),
    )


def _note(state: SheetState, teams: Teams) -> str:
    """Who won it and how, or that it is suspended; nothing while it is played."""
    if state.phase is Phase.SUSPENDED:
        return partida_words.standing(state, teams)
    if state.phase is not Phase.ENDED:
        return ""
    how = partida_words.how_ended(state)
    return partida_words.ended(state, teams) if how or not state.winner else teams[state.winner]


def _hands(count: int) -> str:
    return ngettext("%(n)s jugada", "%(n)s jugadas", count) % {"n": count}


def _line(key: str, row: HandRow, facts: RowFacts, names: Names) -> HandLine:
    leader = names.get(row.leader_person, "?")
    if facts.state is HandState.DISAGREED:
        word = _("No cuenta") if row.state is HandState.STRUCK else _("En desacuerdo")
        css = "void" if row.state is HandState.STRUCK else "bad"
        return HandLine(f"{key}j{row.number}", row.number, leader, "", None, None, 0, 0, css, word)
    if row.state is HandState.ANNULLED:
        return HandLine(f"{key}j{row.number}", row.number, leader, "", None, None, 0, 0, "void", _("Anulada"))
    struck = row.state is HandState.STRUCK
    return HandLine(
        key=f"{key}j{row.number}",
        number=row.number,
        leader=leader,
        ending=ending(row.ending),
        home=row.totals.home if row.totals else None,
        away=row.totals.away if row.totals else None,
        home_gain=row.points if row.side is Side.HOME else 0,
        away_gain=row.points if row.side is Side.AWAY else 0,
        css="void" if struck else "",
        word=_("No cuenta") if struck else "",
    )


def figures(row: HandRow, teams: Teams) -> str:
    """What a hand gave, in a sentence: "La Seis Doble, 55 por cierre"."""
    if row.side is None:
        return _("Cierre empatado.")
    said = {"team": teams[row.side], "points": row.points}
    if row.ending is HandEnding.DOMINO:
        return _("%(team)s, %(points)s por dominó.") % said
    return _("%(team)s, %(points)s por cierre.") % said
