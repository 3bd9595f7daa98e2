"""The boards of 8-ball as spectators see them: approved frames, and that one is in dispute."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.acta.frame_words import ending_of
from matches.queries.live import LiveFrames, WrittenFrame
from matches.rules.frame_board import said
from matches.rules.pool.endings import Ending
from matches.rules.pool.frame_facts import FrameFacts
from matches.rules.pool.frame_state import COUNTED, FramePhase, FrameState
from matches.rules.pool.frames import FrameEntryKind
from matches.rules.pool.series import Halves, halves_of
from matches.rules.sheet_facts import HandState
from matches.rules.sides import Side
from matches.views import frame_words
from matches.views.live_boards import Half, HandLine, LiveCard, Names, Player, Sheet, Teams
from matches.views.live_words import Told, Words
from matches.views.next_step import Chip


def frames_card(board: LiveFrames, names: Names, teams: Teams, *, playing: bool) -> LiveCard:
    """One board of 8-ball; `playing` says whether the encounter is in play now."""
    state, over = board.state, board.state.is_done
    table = "" if board.table == f"Mesa {board.number}" else board.table
    return LiveCard(
        number=board.number,
        title=_("Mesa %(number)s") % {"number": board.number},
        table=table,
        chip=_chip(board, playing=playing),
        over=over or frame_words.target(state.sheet) is None,
        home=_half(board, Side.HOME, names, teams, playing=playing and not over),
        away=_half(board, Side.AWAY, names, teams, playing=playing and not over),
        target=state.terms.frames,
        officials=frame_words.length(state.terms),
        sheets=tuple(_sheets(board, names, teams)),
        lead_word=_("Abre"),
        leads=_("abre"),
    )


def _chip(board: LiveFrames, *, playing: bool) -> Chip:
    state, several = board.state, board.state.terms.partidas > 1
    if not playing and not state.is_done:
        return Chip("suspendida", "pause", _("Sin terminar"))
    return frame_words.chip(
        state.sheet, state.current, several=several, over=state.is_over, waits=state.waits_for_ruling
    )


def _half(board: LiveFrames, side: Side, names: Names, teams: Teams, *, playing: bool) -> Half:
    sheet = board.state.sheet
    several = board.state.is_done and board.state.terms.partidas > 1
    total = board.state.won(side) if several else frame_words.total(sheet, side)
    halves = {Side.HOME: sheet.score.home, Side.AWAY: sheet.score.away}
    lead = (
        board.state.won(side) > board.state.won(side.other) if several else halves[side] > halves[side.other]
    )
    breaks = playing and frame_words.breaker(sheet) is side
    return Half(
        team=teams[side],
        players=tuple(Player(names.get(each, "?"), "", breaks) for each in board.players[side]),
        total=total,
        lead=lead,
        label=_("%(name)s, %(total)s de %(target)s")
        % {"name": teams[side], "total": total, "target": board.state.terms.frames},
    )


def _sheets(board: LiveFrames, names: Names, teams: Teams) -> Iterator[Sheet]:
    for number, state in enumerate(board.state.partidas, start=1):
        key = f"m{board.number}p{number}"
        lines = [_line(key, board, row, after, names, teams) for row, after in public_rows(state)]
        note = frame_words.ended(state, teams) if state.phase is FramePhase.ENDED else ""
        if lines or note:
            yield Sheet(
                key=key,
                title=_("Partida %(partida)s") % {"partida": number},
                caption=_("Juegos de la partida %(partida)s") % {"partida": number},
                score=frame_words.score(state),
                note=note or ngettext("%(n)s juego", "%(n)s juegos", len(lines)) % {"n": len(lines)},
                lines=tuple(reversed(lines)),
                is_told=bool(note),
            )


def public_rows(state: FrameState) -> Iterator[tuple[FrameFacts, Halves]]:
    """The frames that are public, in their order, with the score after each: agreed on, or in dispute."""
    won = {side: state.facts.late.get(side, 0) for side in Side}
    drawn = 0
    for row in state.facts.current:
        if row.state in COUNTED:
            drawn += row.figures.ending is Ending.DRAWN
            if row.winner is not None:
                won[row.winner] += 1
        if row.state in (*COUNTED, HandState.DISAGREED):
            yield row, halves_of(won[Side.HOME], won[Side.AWAY], drawn, state.facts.terms.parameters)


def _line(
    key: str, board: LiveFrames, row: FrameFacts, after: Halves, names: Names, _teams: Teams
) -> HandLine:
    breaker = frame_words.people(board.players[row.last_breaker], names)
    where = f"{key}j{row.number}"
    if row.state is HandState.DISAGREED:
        return HandLine(where, row.number, breaker, "", None, None, 0, 0, "bad", _("En desacuerdo"))
    home, away = said(after)
    return HandLine(
        key=where,
        number=row.number,
        leader=breaker,
        ending=ending_of(row.figures.ending, run_out=row.figures.run_out),
        home=home,
        away=away,
        home_gain=int(row.winner is Side.HOME),
        away_gain=int(row.winner is Side.AWAY),
    )


def frames_told(board: LiveFrames, names: Names, teams: Teams) -> Iterator[Told]:
    """What happened at a board of 8-ball that is public, in the order in which it was written."""
    for number, state in enumerate(board.state.partidas, start=1):
        yield from _told(board, number, state, names, teams)


def _told(board: LiveFrames, number: int, state: FrameState, names: Names, teams: Teams) -> Iterator[Told]:
    stream = board.streams[number - 1]
    rows = {(row.number, row.revision): (row, after) for row, after in public_rows(state)}
    last_word = {
        (each.entry.frame, each.entry.revision): each
        for each in stream
        if each.entry.kind in (FrameEntryKind.APPROVAL, FrameEntryKind.SETTLEMENT)
    }
    for each in stream:
        words = _words_of(board, each, last_word, rows, names, teams)
        if words is not None:
            yield Told(each.at, f"u-m{board.number}p{number}-{each.entry.seq}", words)
    if state.phase is FramePhase.ENDED and stream:
        yield Told(
            stream[-1].at, f"u-m{board.number}p{number}-fin", lambda: _end(board, number, state, teams)
        )


def _words_of(
    board: LiveFrames,
    written: WrittenFrame,
    last_word: Mapping[tuple[int | None, int | None], WrittenFrame],
    rows: Mapping[tuple[int, int], tuple[FrameFacts, Halves]],
    names: Names,
    teams: Teams,
) -> Callable[[], Words] | None:
    entry = written.entry
    if entry.kind is FrameEntryKind.LAG:
        return lambda: _lag(board, written, names)
    row, after = rows.get((entry.frame or 0, entry.revision or 0), (None, None))
    if row is None or after is None:
        return None
    title = _("Mesa %(board)s, juego %(frame)s") % {"board": board.number, "frame": row.number}
    if entry.kind is FrameEntryKind.DISAGREEMENT:
        return lambda: Words(title, _("En desacuerdo: falta resolverlo."))
    if written is last_word.get((entry.frame, entry.revision)) and row.state in COUNTED:
        result = frame_words.row_result(row, teams)
        return lambda: Words(title, f"{result[:1].upper()}{result[1:]}.", "–".join(said(after)))
    return None


def _lag(board: LiveFrames, written: WrittenFrame, names: Names) -> Words:
    title = _("Mesa %(board)s, arrime") % {"board": board.number}
    breaks = written.entry.data.get("breaks")
    who = frame_words.people(board.players[Side(breaks)], names) if breaks in list(Side) else ""
    return Words(title, _("Abre %(who)s.") % {"who": who} if who else "")


def _end(board: LiveFrames, number: int, state: FrameState, teams: Teams) -> Words:
    said_of = {"board": board.number, "partida": number}
    title = (
        _("Mesa %(board)s termina") % said_of
        if number == board.state.terms.partidas
        else _("Mesa %(board)s, fin de la partida %(partida)s") % said_of
    )
    how = frame_words.ended(state, teams)
    return Words(title, f"{how[:1].upper()}{how[1:]}.", frame_words.score(state))
