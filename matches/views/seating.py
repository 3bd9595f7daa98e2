"""The draw, the seats, and substitutes."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from federation.actions.receipts import Answer
from matches.actions import sheets
from matches.actions.pins import Identified
from matches.forms.tables import SeatForm, SwapForm
from matches.queries import line_ups
from matches.rules.domino.seats import SeatsBy
from matches.rules.sheet import Phase
from matches.rules.sides import Side
from matches.views import setup_panels
from matches.views.access import attempt
from matches.views.happening import CAPTAINS, prove_rival, way_of
from matches.views.table import Table
from matches.views.table_answers import answer, at_table, attempt_proved, done_with, show, to_board

MANUAL = "mano"


@at_table
def draw(request: HttpRequest, table: Table) -> HttpResponse:
    """Write the tiles lifted for the seats, or the redraw of those who are level."""
    if request.method != "POST":
        return to_board(request, table)
    form = setup_panels.draw_form(table, request.POST)

    def act() -> Answer:
        entry = sheets.record_draw(partida_id=table.partida.pk, tiles=form.tiles, by=table.actor)
        return done_with(entry)

    def failed(fresh: Table) -> setup_panels.Panel:
        return setup_panels.draw(fresh, form)

    return answer(request, table, attempt(request, form, act), failed)


@at_table
def seat(request: HttpRequest, table: Table) -> HttpResponse:
    """Sit down: where the draw's winner chose, by hand with a reason, or as a later partida is due."""
    manual = request.GET.get("como") == MANUAL
    if request.method != "POST":
        by_draw = table.sheet.plan.by is SeatsBy.DRAW and table.sheet.seats is None
        if not (manual and by_draw and table.writable and table.sheet.phase is not Phase.NAMING):
            return to_board(request, table)
        return show(request, table, setup_panels.manual(table))
    if manual:
        return _seat_by_hand(request, table)
    if table.sheet.plan.by is SeatsBy.DRAW:
        return _choose_seat(request, table)
    return _confirm_seats(request, table)


def _choose_seat(request: HttpRequest, table: Table) -> HttpResponse:
    form = SeatForm(request.POST)

    def act() -> Answer:
        seat = form.cleaned_data["seat"]
        return done_with(sheets.choose_seat(partida_id=table.partida.pk, seat=seat, by=table.actor))

    def failed(fresh: Table) -> setup_panels.Panel:
        return setup_panels.choose_seat(fresh, form)

    return answer(request, table, attempt(request, form, act), failed)


def _seat_by_hand(request: HttpRequest, table: Table) -> HttpResponse:
    form = setup_panels.manual_form(table, request.POST)

    def act() -> Answer:
        entry = sheets.seat_by_hand(
            partida_id=table.partida.pk,
            seats=form.seats,
            leader=form.leader,
            reason=form.cleaned_data["reason"],
            by=table.actor,
        )
        return done_with(entry)

    def failed(fresh: Table) -> setup_panels.Panel:
        return setup_panels.manual(fresh, form)

    said = _("Asientos puestos a mano: el motivo queda como incidencia en el acta.")
    return answer(request, table, attempt(request, form, act), failed, said=said)


def _confirm_seats(request: HttpRequest, table: Table) -> HttpResponse:
    form = SwapForm(request.POST)

    def act() -> Answer:
        entry = sheets.confirm_seats(
            partida_id=table.partida.pk,
            answer=form.cleaned_data["answer"],
            reason=form.cleaned_data["reason"],
            by=table.actor,
        )
        return done_with(entry)

    def failed(fresh: Table) -> setup_panels.Panel:
        return setup_panels.swap(fresh, form)

    return answer(request, table, attempt(request, form, act), failed)


@at_table
def substitute(request: HttpRequest, table: Table) -> HttpResponse:
    """Put a substitute of the locked line-up in for a player."""
    sitting = {person for pair in table.sheet.sides.values() for person in pair}
    bench = [
        (person, side)
        for side in Side
        for person in line_ups.substitutes(table.encounter, side)
        if str(person.pk) not in sitting
    ]
    if request.method != "POST":
        if not table.writable or table.sheet.phase in (Phase.ENDED, Phase.SUSPENDED):
            return to_board(request, table)
        return show(request, table, setup_panels.substitute(table, bench))
    form = setup_panels.substitution_form(table, bench, request.POST)

    def prove() -> Identified | None:
        both = table.sheet.facts.rows and way_of(table, directed=True) == CAPTAINS
        return prove_rival(table, form.cleaned_data["pin"]) if both else None

    def act(rival: Identified | None) -> Answer:
        entry = sheets.substitute(
            partida_id=table.partida.pk,
            player_out=form.cleaned_data["player_out"],
            player_in=form.cleaned_data["player_in"],
            reason=form.cleaned_data["reason"],
            rival=rival,
            by=table.actor,
        )
        return done_with(entry)

    def failed(fresh: Table) -> setup_panels.Panel:
        return setup_panels.substitute(fresh, bench, form)

    said = _("Sustitución anotada.")
    return answer(request, table, attempt_proved(request, form, prove, act), failed, said=said)
