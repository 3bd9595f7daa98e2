"""The boards of 8-ball of an encounter as cards, beside those of domino."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.queries.frames import FrameView
from matches.rules.pool.frame_state import FramePhase, FrameState
from matches.rules.sides import Side
from matches.views import frame_words
from matches.views.board_cards import BoardCard, Half, Wait, other_table


def frame_card(view: FrameView, names: Mapping[str, str], teams: Mapping[Side, str]) -> BoardCard:
    """One board of 8-ball. Reads nothing."""
    state, sheet, over = view.state, view.sheet, view.state.is_done
    pen = view.pens.get(state.current)
    several = state.terms.partidas > 1
    breaker = frame_words.breaker(sheet)
    halves = {side: _half(view, side, teams) for side in Side}
    return BoardCard(
        number=view.board.number,
        table=other_table(view.board),
        url=reverse("matches:board", args=[view.board.pk]),
        code=view.board.code,
        over=over,
        chip=frame_words.chip(
            sheet, state.current, several=several, over=state.is_over, waits=state.waits_for_ruling
        ),
        home=halves[Side.HOME],
        away=halves[Side.AWAY],
        target=None if over else frame_words.target(sheet),
        pairs={side.value: tuple(names.get(each, "") for each in view.starters[side]) for side in Side},
        score=f"{halves[Side.HOME].total}–{halves[Side.AWAY].total}",
        leader="",
        breaker=frame_words.people(view.starters[breaker], names) if breaker and not over else "",
        writer="" if over or pen is None else pen.person.short_name,
        waits=() if over else tuple(_waits(sheet, teams, has_pen=pen is not None)),
        past=_past(view, teams),
        waits_for_ruling=state.waits_for_ruling,
        happenings_url="",
    )


def _half(view: FrameView, side: Side, teams: Mapping[Side, str]) -> Half:
    sheet, state = view.sheet, view.state
    several = state.terms.partidas > 1
    if state.is_done and several:
        own, rival = state.won(side), state.won(side.other)
        return Half(teams[side], own, lead=own > rival, missing=0, proposed=0, note=_("partidas"))
    total = frame_words.total(sheet, side)
    ahead = sheet.score.home - sheet.score.away
    return Half(
        name=teams[side],
        total=total,
        lead=ahead > 0 if side is Side.HOME else ahead < 0,
        missing=max(sheet.facts.terms.series.frames - total, 0) if isinstance(total, int) else 0,
        proposed=0,
        note=_("juegos"),
    )


def _waits(sheet: FrameState, teams: Mapping[Side, str], *, has_pen: bool) -> list[Wait]:
    found = [
        Wait(_("Juego %(frame)s en desacuerdo. Falta resolverlo.") % {"frame": number}, "stop")
        for number in sheet.disputed
    ]
    row = next((each for each in sheet.facts.current if each.number == sheet.waiting), None)
    if row is not None:
        waiting = ", ".join(teams[side] for side in row.sides_missing)
        said = {"frame": row.number, "result": frame_words.row_result(row, teams), "who": waiting}
        found.append(Wait(_("Juego %(frame)s: %(result)s. Falta el conforme de %(who)s.") % said, "warn"))
    elif sheet.phase is FramePhase.LAG:
        found.append(Wait(_("Falta el arrime que decide quién abre."), "warn"))
    if not has_pen:
        found.append(Wait(_("Nadie está anotando.")))
    return found


def _past(view: FrameView, teams: Mapping[Side, str]) -> tuple[str, ...]:
    return tuple(
        _("Partida %(number)s: %(score)s, %(how)s")
        % {"number": number, "score": frame_words.score(sheet), "how": frame_words.ended(sheet, teams)}
        for number, sheet in enumerate(view.state.partidas, start=1)
        if sheet.phase is FramePhase.ENDED
    )
