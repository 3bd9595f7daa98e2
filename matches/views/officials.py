"""Who writes and who counts at a table, and the pen."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from federation.actions.receipts import Answer
from federation.rules.errors import RuleError
from matches.actions import sheets, tables
from matches.actions.identifying import identify
from matches.actions.pins import Identified
from matches.forms.tables import NamingForm, PinForm
from matches.rules.domino.officials import ApprovalHow, DoneBy
from matches.rules.sheet import Phase
from matches.views import play_panels, setup_panels
from matches.views.access import attempt
from matches.views.table import Table
from matches.views.table_answers import answer, at_table, attempt_proved, done_with, show, to_board


@at_table
def name_officials(request: HttpRequest, table: Table) -> HttpResponse:
    """Name scorer and counter; with the scorer's PIN the pen is taken in the same act."""
    if request.method != "POST":
        if not table.writable or table.sheet.phase is Phase.ENDED:
            return to_board(request, table)
        return show(request, table, setup_panels.naming(table))
    form = setup_panels.naming_form(table, request.POST)
    done = attempt_proved(
        request, form, lambda: _who_is_here(table, form), lambda known: _name(table, form, known)
    )
    return answer(request, table, done, lambda fresh: setup_panels.naming(fresh, form))


def _who_is_here(table: Table, form: NamingForm) -> dict[str, Identified]:
    """Those of the two named who have put their PIN, or whose own account this is."""
    known = {}
    for role in ("scorer", "counter"):
        person, pin = int(form.cleaned_data[role]), form.cleaned_data[f"{role}_pin"]
        if pin or table.actor.person_id == person:
            known[role] = identify(person_id=person, pin=pin, by=table.actor, field=f"{role}_pin")
    return known


def _name(table: Table, form: NamingForm, known: dict[str, Identified]) -> Answer:
    entry = sheets.name_officials(
        partida_id=table.partida.pk,
        scorer=int(form.cleaned_data["scorer"]),
        counter=int(form.cleaned_data["counter"]),
        done_by=form.done,
        identified=list(known.values()),
        by=table.actor,
    )
    taker = _own_account(table) if form.done is DoneBy.JUDGE else known.get("scorer")
    if taker is not None:
        tables.take_pen(partida_id=table.partida.pk, who=taker, by=table.actor)
    return done_with(entry)


def _own_account(table: Table) -> Identified | None:
    person = table.actor.person_id
    if person is None:
        return None
    return Identified(person_id=person, how=ApprovalHow.OWN_ACCOUNT.value, device=table.actor.device)


@at_table
def take_pen(request: HttpRequest, table: Table) -> HttpResponse:
    """Take the pen on this device: the scorer with his PIN, scorer or judge in their own account without."""
    if request.method != "POST":
        if not table.writable or table.sheet.scorer is None or table.has_pen:
            return to_board(request, table)
        return show(request, table, play_panels.pen(table))
    form = PinForm(request.POST)

    def prove() -> Identified:
        own = _own_account(table)
        if own is not None and table.is_judge:
            return own
        if table.sheet.scorer is None:
            raise RuleError("naming_needed")
        return identify(person_id=int(table.sheet.scorer), pin=form.cleaned_data["pin"], by=table.actor)

    def act(who: Identified) -> Answer:
        return {"pen": tables.take_pen(partida_id=table.partida.pk, who=who, by=table.actor).pk}

    done = attempt_proved(request, form, prove, act)
    return answer(request, table, done, lambda fresh: play_panels.pen(fresh, form), swaps=True)


@at_table
def give_up_pen(request: HttpRequest, table: Table) -> HttpResponse:
    """Put the pen down on this device in one tap."""
    if request.method != "POST":
        return to_board(request, table)
    form = PinForm(request.POST)

    def act() -> Answer:
        tables.give_up_pen(partida_id=table.partida.pk, by=table.actor)
        return {}

    done = attempt(request, form, act)
    return answer(request, table, done, lambda fresh: play_panels.pen(fresh, form), swaps=True)
