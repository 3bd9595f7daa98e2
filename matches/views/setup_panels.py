"""Panels before and after the hands: officials, draw, seats, substitutes, incidents, the end of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _

from federation.models import Person
from matches import messages
from matches.forms.tables import (
    DrawForm,
    IncidentForm,
    ManualSeatsForm,
    NamingForm,
    SeatForm,
    SubstitutionForm,
    SwapForm,
)
from matches.rules.domino.draw import tile_value
from matches.rules.incidents import BY_CODE, OFFERED
from matches.rules.sheet import Phase
from matches.rules.sides import Side
from matches.views import panels, partida_words
from matches.views import table_words as words
from matches.views.happening import CAPTAINS, rival_captain, way_of
from matches.views.happenings_of_partidas import AbsenceHappening
from matches.views.noted_words import HINTS
from matches.views.panels import Panel
from matches.views.seats_page import SwapView, swap_view
from matches.views.table import Table
from matches.views.table_words import who_directs

# Substitutes of the locked line-ups, each with his side.
Bench = Sequence[tuple[Person, Side]]


@dataclass(frozen=True)
class Drawn:
    """A tile that somebody lifted, with what it counts."""

    name: str
    high: int
    low: int
    value: int
    again: bool


@dataclass(frozen=True)
class Ended:
    """How a partida of the board ended, or that it is suspended."""

    number: int
    home: int
    away: int
    standing: str
    home_leads: bool
    away_leads: bool
    is_suspended: bool
    url: str


def ended(table: Table) -> list[Ended]:
    """The partidas of the board that have ended or are suspended, in order."""
    found = []
    for number, sheet in enumerate(table.view.state.partidas, start=1):
        if sheet.phase not in (Phase.ENDED, Phase.SUSPENDED):
            continue
        found.append(
            Ended(
                number=number,
                home=sheet.totals.home,
                away=sheet.totals.away,
                standing=partida_words.standing(sheet, table.teams),
                home_leads=sheet.winner is Side.HOME,
                away_leads=sheet.winner is Side.AWAY,
                is_suspended=sheet.phase is Phase.SUSPENDED,
                url=table.url_of("hands", number=number),
            )
        )
    return found


def _names(table: Table, side: Side) -> list[tuple[str, str]]:
    return [(person, table.names.short(person)) for person in table.sheet.sides[side]]


def players(table: Table) -> list[tuple[str, str]]:
    """The four who play now, home first."""
    return [*_names(table, Side.HOME), *_names(table, Side.AWAY)]


def naming_form(table: Table, data: Any = None) -> NamingForm:
    """Who may be named; at a later partida those of the one before are proposed."""
    state = table.sheet
    before = table.view.state.partidas[table.number - 2] if table.number > 1 else state
    initial = {
        "scorer": state.scorer or before.scorer,
        "counter": state.counter or before.counter,
        "done_by": state.done_by.value,
    }
    return NamingForm(
        data, scorers=_names(table, Side.HOME), counters=_names(table, Side.AWAY), initial=initial
    )


def naming(table: Table, form: NamingForm | None = None) -> Panel:
    """Who writes and who counts (art. 6), and the pen at once with the scorer's PIN."""
    state = table.sheet
    # Whoever takes an office over puts his PIN; the first naming is free (as the action has it).
    again = bool(state.hands) or state.scorer is not None or state.counter is not None
    again = again or bool(state.facts.changes)
    return panels.panel_of(
        table,
        "naming",
        form or naming_form(table),
        layout=panels.PLAIN,
        url=table.url_of("name_officials"),
        home=table.name_of_side(Side.HOME),
        away=table.name_of_side(Side.AWAY),
        asks_judge=table.is_judge,
        again=again,
        needed=state.scorer is None or state.counter is None,
        ended=ended(table) if table.is_current and not state.hands else [],
        partida=table.number,
        fix_url=_fix_url(table),
        swap=swap_view(table) if table.number > 1 and state.seats is None else None,
        substitute_url=table.url_of("substitute") if table.is_judge or table.has_pen else "",
    )


def _fix_url(table: Table) -> str:
    """Where the last hand of the partida before is corrected, while nothing rests on it."""
    if table.number == 1 or table.view.entries.get(table.number):
        return ""
    before = table.view.state.partidas[table.number - 2]
    row = next((row for row in reversed(before.hands) if row.number == before.ended_at_hand), None)
    if row is None or before.hands[-1] != row:
        return ""
    return table.url_of("retract", row.number, row.revision, number=table.number - 1)


def draw_form(table: Table, data: Any = None) -> DrawForm:
    """One tile for each who must lift one."""
    return DrawForm(data, players=[(person, table.names.short(person)) for person in table.sheet.must_draw])


def draw(table: Table, form: DrawForm | None = None) -> Panel:
    """The tiles lifted, or those of the players who are level (art. 7.2)."""
    form = form or draw_form(table)
    return panels.panel_of(
        table,
        "draw",
        form,
        layout=panels.PLAIN,
        url=table.url_of("draw"),
        again=table.sheet.phase is Phase.REDRAW,
        why=_why_redraw(table),
        drawn=drawn(table),
        tiles=_with_side(table, form),
        manual_url=f"{table.url_of('seat')}?como=mano",
        substitute_url=table.url_of("substitute"),
    )


def _with_side(table: Table, form: DrawForm) -> list[tuple[BoundField, str]]:
    found = []
    for field in form:
        side = table.side_of(field.name.removeprefix("tile_"))
        found.append((field, table.name_of_side(side) if side else ""))
    return found


def drawn(table: Table) -> list[Drawn]:
    """The tiles of the draw so far, with what each counts."""
    parameters = table.sheet.terms.parameters
    return [
        Drawn(
            name=table.names.short(person),
            high=tile.high,
            low=tile.low,
            value=tile_value(tile, parameters),
            again=number > 0,
        )
        for number, round_ in enumerate(table.sheet.facts.rounds)
        for person, tile in round_.items()
    ]


def _why_redraw(table: Table) -> str:
    state = table.sheet
    if state.draw_result is None or not state.must_draw:
        return ""
    who = words.joined([table.names.given(person) for person in state.must_draw])
    if state.draw_result.leader is None:
        return _("%(who)s empatan con la ficha más alta: solo ellos levantan otra.") % {"who": who}
    leader = table.names.given(state.draw_result.leader)
    return _("Sale %(leader)s. %(who)s empatan por el asiento a su derecha: solo ellos levantan otra.") % {
        "leader": leader,
        "who": who,
    }


def choose_seat(table: Table, form: SeatForm | None = None) -> Panel:
    """The winner of the draw chooses his seat; the other three follow (art. 7.4)."""
    result = table.sheet.draw_result
    names = table.names
    return panels.panel_of(
        table,
        "choose_seat",
        form or SeatForm(),
        layout=panels.PLAIN,
        url=table.url_of("seat"),
        leader=names.short(result.leader) if result else "",
        partner=names.given(result.partner) if result else "",
        right=names.given(result.right_of_leader) if result else "",
        left=names.given(result.left_of_leader) if result else "",
        drawn=drawn(table),
        manual_url=f"{table.url_of('seat')}?como=mano",
    )


def manual_form(table: Table, data: Any = None) -> ManualSeatsForm:
    """The four at any seats."""
    return ManualSeatsForm(data, players=players(table))


def manual(table: Table, form: ManualSeatsForm | None = None) -> Panel:
    """Seats in another way than drawn, with the reason that goes to the acta."""
    return panels.panel_of(
        table,
        "manual_seats",
        form or manual_form(table),
        layout=panels.PLAIN,
        url=f"{table.url_of('seat')}?como=mano",
        back=table.url,
    )


def swap(table: Table, form: SwapForm | None = None) -> Panel:
    """The seats that are due for a later partida, before and after, with the reason (art. 7.2)."""
    seen: SwapView | None = swap_view(table)
    return panels.panel_of(
        table,
        "swap",
        form or SwapForm(),
        layout=panels.PLAIN,
        url=table.url_of("seat"),
        swap=seen,
        substitute_url=table.url_of("substitute"),
    )


def substitution_form(table: Table, bench: Bench, data: Any = None) -> SubstitutionForm:
    """Who may go and who may come."""
    return SubstitutionForm(
        data,
        players=[(person, f"{name} · {_team(table, person)}") for person, name in players(table)],
        bench=[(str(who.pk), f"{who.short_name} · {table.name_of_side(side)}") for who, side in bench],
    )


def _team(table: Table, person: str) -> str:
    side = table.side_of(person)
    return table.name_of_side(side) if side else ""


def substitute(table: Table, bench: Bench, form: SubstitutionForm | None = None) -> Panel:
    """A substitute of the locked line-up for a player (art. 7.2, 20)."""
    started = bool(table.sheet.facts.rows)
    rival = rival_captain(table) if started and way_of(table, directed=True) == CAPTAINS else None
    absence_url = table.url_of("happening", AbsenceHappening.slug) if started else ""
    return panels.panel_of(
        table,
        "substitute",
        form or substitution_form(table, bench),
        layout=panels.PLAIN,
        url=table.url_of("substitute"),
        started=started,
        has_bench=bool(bench),
        may=table.is_judge or rival is not None or (table.has_pen and not started),
        rival=rival.short_name if rival else "",
        who=who_directs(table),
        absence_url=absence_url,
        pen_url=table.url_of("take_pen"),
        back=table.url,
    )


def told_kind(code: str) -> str:
    """The kind of incident that an address names, if it is one that may be chosen."""
    return code if any(kind.code == code for kind in OFFERED) else ""


def incident_form(table: Table, data: Any = None, *, told: str = "") -> IncidentForm:
    """What may be written of this table; `told` is the kind when it was chosen before."""
    rows = table.sheet.hands
    initial = {"hand": rows[-1].number if rows else None, "kind": told}
    return IncidentForm(data, players=players(table), told=bool(told), initial=initial)


def incident(table: Table, form: IncidentForm | None = None, *, told: str = "") -> Panel:
    """Something that shall reach the acta."""
    kind = BY_CODE.get(told)
    url = table.url_of("incident")
    return panels.panel_of(
        table,
        "incident",
        form or incident_form(table, told=told),
        layout=panels.PLAIN,
        url=f"{url}?tipo={told}" if told else url,
        kind=messages.incident_title(told) if kind else "",
        article=kind.article if kind else "",
        hint=HINTS.get(told, ""),
        back=table.url_of("happenings") if told else table.url,
    )


def over(table: Table) -> Panel:
    """The board has ended or waits for a ruling, or its encounter is no longer in play."""
    row = table.last_hand()
    sheet = table.sheet
    undoes = row is not None and table.writable and sheet.ended_at_hand is not None
    return panels.panel_of(
        table,
        "over",
        None,
        layout=panels.PLAIN,
        ended=ended(table),
        is_over=table.view.state.is_over,
        writable=table.writable,
        state=table.encounter.get_state_display(),
        waits=table.view.state.waits_for_ruling,
        reason=sheet.facts.suspended or "",
        undo_url=table.url_of("retract", row.number, row.revision) if row and undoes else "",
        happenings_url=table.url_of("happenings") if table.writable else "",
    )
