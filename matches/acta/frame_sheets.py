"""The sheets of frames of one board as the acta prints them, made from their replay."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.acta import words
from matches.acta.frame_words import cause_of, ending_of, mark_of
from matches.acta.people import People
from matches.acta.sheets import BoardSheets, Sheet, SheetLine, approvals, caption_of, title_of, who_met
from matches.rules.frame_board import said
from matches.rules.pool.endings import Ending
from matches.rules.pool.frame_facts import FrameFacts
from matches.rules.pool.frame_state import COUNTED, FrameState
from matches.rules.pool.series import Halves, Length, halves_of
from matches.rules.sheet_facts import HandState
from matches.rules.sides import Side

_AWAY = (HandState.RETRACTED, HandState.SET_ASIDE, HandState.ANNULLED)


def frame_sheets(
    board: Mapping[str, Any], states: Sequence[FrameState | None], people: People, _zone: ZoneInfo
) -> BoardSheets:
    """Give the board as it is printed; `states` are the replays of its partidas, in order."""
    sheets = tuple(
        _sheet(board, partida, state, people)
        for partida, state in zip(board["partidas"], states, strict=True)
    )
    return BoardSheets(
        title=title_of(board),
        who=f"{who_met(board, people)} · {length_of(board['series'])}",
        sheets=sheets,
        is_long=False,
        lead_word=_("N.º, abre"),
        nothing=_("Sin juegos anotados."),
    )


def length_of(series: Mapping[str, Any]) -> str:
    """How long a partida is: "a 5 juegos", "1 juego"."""
    number = series["frames"]
    if series["length"] == Length.RACE.value:
        return ngettext("a %s juego", "a %s juegos", number) % number
    return ngettext("%s juego", "%s juegos", number) % number


def _sheet(
    board: Mapping[str, Any], partida: Mapping[str, Any], state: FrameState | None, people: People
) -> Sheet:
    rows = state.frames if state else ()
    return Sheet(
        title=_("Partida %s") % partida["number"],
        caption=caption_of(partida, people),
        lines=tuple(_lines(state)) if state else (),
        foot=tuple(_foot(partida, state, people)) if state else (),
        remarks=tuple(_remarks(partida, state, people)) if state else (),
        acted=frozenset(_acted(board, state)) if state else frozenset(),
        all_approved=all(row.state in (*COUNTED, *_AWAY) for row in rows),
    )


def _lines(state: FrameState) -> Iterator[SheetLine]:
    """Each frame with the score after it; one that was taken back stands above the one that replaced it."""
    facts = state.facts
    won = {side: facts.late.get(side, 0) for side in Side}
    drawn = 0
    for row in sorted(state.frames, key=lambda each: (each.number, each.revision)):
        if row.state in COUNTED:
            drawn += row.figures.ending is Ending.DRAWN
            if row.winner is not None:
                won[row.winner] += 1
        after = halves_of(won[Side.HOME], won[Side.AWAY], drawn, facts.terms.parameters)
        yield _line(row, after)


def _line(row: FrameFacts, after: Halves) -> SheetLine:
    mark = mark_of(row.figures.ending, run_out=row.figures.run_out)
    cells = {side: mark if row.winner is side or row.figures.ending is Ending.DRAWN else "·" for side in Side}
    breaker = _("L") if row.breaker is Side.HOME else _("V")
    return SheetLine(
        lead=f"{row.number} {breaker}",
        home=cells[Side.HOME],
        away=cells[Side.AWAY],
        total=_total(row, after),
        is_struck=row.state in _AWAY,
    )


def _total(row: FrameFacts, after: Halves) -> str:
    if row.state in COUNTED:
        return f"{'* ' if row.state is HandState.SETTLED else ''}{'–'.join(said(after))}"
    named = {
        HandState.RETRACTED: _("rectificado"),
        HandState.SET_ASIDE: _("se repite"),
        HandState.DISAGREED: _("sin acuerdo"),
    }
    return named.get(row.state, _("sin conforme"))


def _foot(partida: Mapping[str, Any], state: FrameState, people: People) -> Iterator[str]:
    lags = [
        _("arrime del juego %(frame)s: gana %(winner)s, abre %(breaker)s")
        % {"frame": frame or 1, "winner": people.team(lag.winner), "breaker": people.team(lag.breaks)}
        for frame, lag in sorted(state.facts.lags.items())
    ]
    counted = {(row.number, row.revision) for row in state.frames if row.state in COUNTED}
    text = "; ".join(filter(None, [*lags, approvals(partida["entries"], counted)]))
    if text:
        yield text[:1].upper() + text[1:]


def _remarks(partida: Mapping[str, Any], state: FrameState, people: People) -> Iterator[str]:
    for row in state.frames:
        yield from _remarks_of(row, people)
    for given in state.given:
        frames = ngettext("%s juego", "%s juegos", given.frames) % given.frames
        yield _("%(frames)s para %(team)s por %(ending)s.") % {
            "frames": frames,
            "team": people.team(given.side),
            "ending": words_of_given(given.ending),
        }
    for entry in partida["entries"]:
        if entry["kind"] in ("concession", "suspension") and entry["data"].get("reason"):
            yield entry["data"]["reason"]


def words_of_given(ending: Ending) -> str:
    """Why a side got frames without playing them."""
    return str(words.PARTIDA_STATUS["abandonment"]) if ending is Ending.CONCEDED else ending_of(ending)


def _remarks_of(row: FrameFacts, people: People) -> Iterator[str]:
    which = {"frame": row.number}
    for rack in row.open.racks:
        if rack.cause is not None:
            yield _("Juego %(frame)s: nuevo triángulo, %(cause)s; abre %(team)s.") % {
                **which,
                "cause": cause_of(rack.cause),
                "team": people.team(rack.breaker),
            }
    if row.settlement is not None and row.disagreement is not None:
        yield _("Juego %(frame)s, sin acuerdo: «%(one)s» contra «%(other)s»; queda «%(kept)s».") % {
            **which,
            "one": ending_of(row.proposed.ending),
            "other": ending_of(row.disagreement.ending),
            "kept": ending_of(row.settlement.ending),
        }


def _acted(board: Mapping[str, Any], state: FrameState) -> Iterable[str]:
    """The open points of the regulation that decided something in this partida."""
    terms = state.facts.terms
    if terms.team:
        yield "team_break_order"
    if any(row.figures.ending is Ending.DRAWN and row.state in COUNTED for row in state.frames):
        yield "stalemate"
        yield "drawn_frame_value"
    if board["series"]["length"] == Length.FIXED.value and state.score.is_level and state.ended_by:
        yield "even_frames_level"
    causes = {rack.cause.value for row in state.frames for rack in row.open.racks if rack.cause is not None}
    if "illegal_break_other_breaks" in causes:
        yield "break_after_rebreak"
    if causes & {"both_agree", "stalemate"}:
        yield "rerack_breaker"
