"""The drawn tables before and after, for a later partida of a board, and why they are so (art. 7.2, 7.3)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.queries.encounters import terms_of
from matches.rules.domino.lead import number_of
from matches.rules.domino.seats import SeatsBy
from matches.rules.sheet import SheetState
from matches.rules.sides import Seats
from matches.views import table_words as words
from matches.views.board_page import Seat, Step
from matches.views.table import Table


@dataclass(frozen=True)
class SwapView:
    """The seats of the partida before, those that are due, and the sentences about them."""

    title: str
    text: str
    moves: str
    before_number: int
    before: list[Seat]
    before_cloth: str
    number: int
    after: list[Seat] | None
    why: list[Step]
    asks: bool


def swap_view(table: Table) -> SwapView | None:
    """How the four sit down for this partida; None when its seats are drawn."""
    state = table.sheet
    before = table.view.state.partidas[table.number - 2]
    if state.plan.by is SeatsBy.DRAW or before.seats is None:
        return None
    after = _after(table, before)
    moving = [seat.letter for seat in after or [] if seat.moves]
    score = f"{before.totals.home}–{before.totals.away}"
    return SwapView(
        title=_title(table, before, moving=bool(moving)),
        text=_text(table, before),
        moves=_("%(seats)s cambian") % {"seats": words.joined(moving)} if moving else "",
        before_number=table.number - 1,
        before=[
            Seat(letter=str(words.LETTERS[index]), name=table.names.given(person))
            for index, person in enumerate(before.seats)
        ],
        before_cloth=score,
        number=table.number,
        after=after,
        why=_why(table, before),
        asks=state.plan.by is SeatsBy.ASK,
    )


def _after(table: Table, before: SheetState) -> list[Seat] | None:
    due, leader = table.sheet.due_seats, table.sheet.due_leader
    if due is None or before.seats is None:
        return None
    return [
        Seat(
            letter=str(words.LETTERS[index]),
            name=table.names.given(person),
            number=None if leader is None else number_of(index, leader),
            leader=index == leader,
            moves=person != before.seats[index],
        )
        for index, person in enumerate(due)
    ]


def _title(table: Table, before: SheetState, *, moving: bool) -> str:
    if table.sheet.plan.by is SeatsBy.ASK:
        return _("¿Quién cambia de asiento?")
    if before.winner is None or not moving:
        return _("Siguen en los mismos asientos")
    return _("%(team)s: cambio de asientos") % {"team": table.name_of_side(before.winner.other)}


def _text(table: Table, before: SheetState) -> str:
    if before.winner is None or table.sheet.plan.by is not SeatsBy.SWAP:
        return ""
    losers = words.pair(table.names, before.sides[before.winner.other])
    winners = words.pair(table.names, before.sides[before.winner])
    lost, won = before.totals.of(before.winner.other), before.totals.of(before.winner)
    return _(
        "Perdieron la partida %(number)s por %(lost)s–%(won)s. %(losers)s invierten sus asientos; "
        "%(winners)s siguen donde están."
    ) % {"number": table.number - 1, "lost": lost, "won": won, "losers": losers, "winners": winners}


def _why(table: Table, before: SheetState) -> list[Step]:
    state, terms = table.sheet, terms_of(table.encounter)
    by = {
        SeatsBy.SWAP: _("La pareja que pierde invierte los suyos (art. 7.2, cambio de asientos)"),
        SeatsBy.KEEP: _("El reglamento los deja como estaban (art. 7.2)"),
        SeatsBy.ASK: _("Nadie perdió la partida anterior: lo decide quien dirige, con un motivo"),
    }[state.plan.by]
    steps = [Step(_("Asientos"), by)]
    if state.due_seats is not None and state.due_leader is not None:
        who = table.names.short(state.due_seats[state.due_leader])
        steps.append(Step(_("Sale %(name)s") % {"name": who}, _why_leader(table, before)))
    regulation = _("%(name)s, versión %(version)s") % {
        "name": terms.regulation,
        "version": terms.regulation_version,
    }
    return [*steps, Step(_("Reglamento"), regulation)]


def _why_leader(table: Table, before: SheetState) -> str:
    state = table.sheet
    due, leader, seats = state.due_seats, state.due_leader, before.seats
    if due is None or leader is None or seats is None or not before.due_leads:
        return ""
    reading = state.terms.parameters["second_partida_leader"]
    name, letter = table.names.given(due[leader]), words.LETTERS[leader]
    if state.plan.lead_by_draw:
        return _("Le ha tocado por sorteo (art. 7.3)")
    if reading == "first_partida_leader":
        return _("Salió también en la partida anterior (art. 7.3)")
    last = before.due_leads[-1]
    opener = table.names.given(seats[last])
    # By the player rather than by the seat, it is the old right neighbour, wherever he sits now.
    by_seat = reading == "right_of_last_leader"
    return _(
        "La última jugada le tocaba abrirla a %(opener)s (%(seat)s). A su derecha%(where)s está "
        "%(name)s (%(letter)s)."
    ) % {
        "opener": opener,
        "seat": words.LETTERS[last],
        "where": _seats_words(seats, due) if by_seat else "",
        "name": name,
        "letter": letter,
    }


def _seats_words(before: Seats, after: Seats) -> str:
    return "" if before == after else _(", en los asientos nuevos,")
