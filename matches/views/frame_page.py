"""What the page of a board of 8-ball shows around its panel: bar, score, frames, who writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.rules.pool.endings import LETTERS
from matches.rules.pool.frame_facts import FrameFacts
from matches.rules.pool.frame_state import COUNTED, FramePhase
from matches.rules.sheet_facts import HandState
from matches.rules.sides import Side
from matches.views import frame_words
from matches.views.frame_table import FrameTable

# More places than this would be too narrow to be read on a phone.
MOST_PLACES = 11


@dataclass(frozen=True)
class Half:
    """One side of the score tile."""

    name: str
    total: int | str
    note: str
    breaks: str
    lead: bool


@dataclass(frozen=True)
class FramePlace:
    """One place of the strip: a frame that was played, the one in play, or one to come."""

    number: int
    who: str
    how: str
    about: str
    css: str


@dataclass(frozen=True)
class FrameRow:
    """One line of the list of frames."""

    number: int
    breaker: str
    winner: str
    ending: str
    state: str
    label: str
    icon: str
    tone: str
    note: str


def page_of(table: FrameTable) -> dict[str, Any]:
    """Everything that the page shows but its panel."""
    sheet = table.sheet
    title, subtitle = titles(table)
    back_url, back_label = back(table)
    return {
        "table": table,
        "title": title,
        "subtitle": subtitle,
        "back_url": back_url,
        "back_label": back_label,
        "halves": halves(table),
        "target": frame_words.target(sheet),
        "strip": strip(table),
        "rows": rows(table),
        "disputed": disputed(table),
        "writer": writer(table),
        "more": more(table),
    }


def titles(table: FrameTable) -> tuple[str, str]:
    """The bar's two lines: which board, and how long its partida is."""
    terms = table.view.state.terms
    title = _("Mesa %(board)s · Bola 8") % {"board": table.board.number}
    if terms.partidas > 1:
        title = _("Mesa %(board)s · Partida %(partida)s") % {
            "board": table.board.number,
            "partida": table.number,
        }
    teams = f"{table.name_of_side(Side.HOME)} – {table.name_of_side(Side.AWAY)}"
    where = table.board.table
    return title, " · ".join(filter(None, [frame_words.length(terms), where, teams]))


def back(table: FrameTable) -> tuple[str, str]:
    """Where the arrow leads: an account to its encounter, a shared phone out of the board."""
    if table.on_shared_phone:
        return reverse("matches:leave_board"), _("Salir de la mesa")
    return reverse("matches:encounter", args=[table.encounter.pk]), _("Volver al encuentro")


def halves(table: FrameTable) -> tuple[Half, Half]:
    """Both halves of the score tile: approved frames only."""
    sheet = table.sheet
    breaker = frame_words.breaker(sheet)
    made = []
    for side in Side:
        number = sheet.next_frame or 0
        breaks = _("abre el %(frame)s") % {"frame": number} if breaker is side else ""
        made.append(
            Half(
                name=table.sides[side],
                total=frame_words.total(sheet, side),
                note=table.name_of_side(side),
                breaks=breaks,
                lead=sheet.winner is side,
            )
        )
    return made[0], made[1]


def strip(table: FrameTable) -> list[FramePlace]:
    """The frames of the partida in their order, with those to come as far as they are sure to be shown."""
    sheet = table.sheet
    late = sum(sheet.facts.late.values())
    places = [FramePlace(number, "·", "T", _("por retraso"), "") for number in range(1, late + 1)]
    places += [_place(table, row) for row in sheet.facts.current]
    if sheet.phase not in (FramePhase.ENDED, FramePhase.SUSPENDED) and sheet.waiting is None:
        number = sheet.next_frame or len(places) + 1
        breaker = table.sides[sheet.rack_breaker] if sheet.rack_breaker else _("por arrime")
        about = _("en juego, abre %(who)s") % {"who": breaker}
        places.append(FramePlace(number, "–", "…", about, "now"))
    if sheet.phase is not FramePhase.ENDED:
        last = min(sheet.facts.terms.series.last_frame, MOST_PLACES)
        places += [
            FramePlace(number, "·", "·", _("por jugar"), "next")
            for number in range(len(places) + 1, last + 1)
        ]
    return places[-MOST_PLACES:] if len(places) > MOST_PLACES else places


def _place(table: FrameTable, row: FrameFacts) -> FramePlace:
    if row.state is HandState.DISAGREED:
        return FramePlace(row.number, "?", "≠", _("en desacuerdo"), "disputed")
    waits = "" if row.state in COUNTED else "waits"
    who = table.sides[row.winner][:1] if row.winner else "="
    about = frame_words.row_result(row, table.sides)
    return FramePlace(row.number, who, f"{LETTERS[row.figures.ending]}", about, waits)


def rows(table: FrameTable) -> list[FrameRow]:
    """The frames, the newest on top; what was taken back stays, struck."""
    return [_row(table, row) for row in reversed(table.sheet.frames)]


def _row(table: FrameTable, row: FrameFacts) -> FrameRow:
    kind, label, icon, tone = frame_words.FRAME_STATES[row.state]
    disputed = row.state is HandState.DISAGREED
    return FrameRow(
        number=row.number,
        breaker=table.sides[row.last_breaker],
        winner="" if disputed or row.winner is None else table.sides[row.winner],
        ending="" if disputed else frame_words.row_ending(row),
        state=kind,
        label=str(label),
        icon=icon,
        tone=tone,
        note=note_of(row),
    )


def disputed(table: FrameTable) -> list[dict[str, object]]:
    """The frames that both sides saw otherwise and nobody has settled."""
    return [
        {
            "frame": row.number,
            "text": _("Uno: %(one)s. Otro: %(other)s.")
            % {
                "one": frame_words.figures_result(row.proposed, table.sides),
                "other": frame_words.figures_result(row.disagreement, table.sides),
            },
            "url": table.url_of("settle_frame", row.number, row.revision),
        }
        for row in table.sheet.facts.current
        if row.state is HandState.DISAGREED and row.disagreement is not None and table.writable
    ]


def note_of(row: FrameFacts) -> str:
    """How many times it was racked, and the fouls of it, where there is something to say."""
    racks = len(row.open.racks)
    said = [ngettext("%(n)s triángulo", "%(n)s triángulos", racks) % {"n": racks}] if racks > 1 else []
    if row.is_break_and_run:
        said.append(_("de quien abrió"))
    return ", ".join(said)


def writer(table: FrameTable) -> dict[str, str]:
    """Who writes, visible on every device, with the way to give or to take the pen."""
    pen = table.pen
    take = table.url_of("take_frame_pen") if table.writable else ""
    if pen is None:
        return {
            "title": _("Nadie anota ahora"),
            "where": _("anota un lado o el juez árbitro"),
            "take_url": take,
        }
    name = table.names.short(str(pen.person_id))
    title = _("Anota %(name)s") % {"name": name}
    side = table.writes_for()
    role = _("por %(team)s") % {"team": table.name_of_side(side)} if side else _("juez árbitro")
    if table.has_pen:
        where = _("%(role)s · este teléfono") % {"role": role}
        return {"title": title, "where": where, "give_up_url": table.url_of("give_up_frame_pen")}
    return {"title": title, "where": _("%(role)s · en otro teléfono") % {"role": role}, "take_url": take}


def more(table: FrameTable) -> list[tuple[str, str, str]]:
    """What is done seldom, below the frames: words, address, icon."""
    sheet, found = table.sheet, []
    playing = table.writable and sheet.phase in (FramePhase.LAG, FramePhase.PLAYING)
    if playing and sheet.phase is FramePhase.PLAYING and sheet.waiting is None:
        if table.has_pen:
            found.append((_("Anotar la apertura"), table.url_of("break"), "circle-dashed"))
        if table.has_pen or table.is_judge:
            found.append((_("Volver a colocar las bolas"), table.url_of("rack"), "refresh-cw"))
    if playing and (table.is_judge or table.settles):
        found.append((_("Un lado concede la partida"), table.url_of("concede"), "flag"))
        if not sheet.facts.has_begun:
            found.append((_("Alguien no se ha presentado"), table.url_of("absent"), "user-x"))
            if sheet.facts.terms.parameters["late_arrival"] is not None:
                found.append((_("Un lado llega tarde"), table.url_of("late_side"), "clock"))
    found.extend(
        (
            _("Partida %(number)s: juegos") % {"number": number},
            table.url_of("frame_list", number=number),
            "list-ordered",
        )
        for number in range(1, table.view.state.current + 1)
        if number != table.number
    )
    if table.on_shared_phone:
        found.append((_("Salir de la mesa en este teléfono"), reverse("matches:leave_board"), "log-out"))
    return found
