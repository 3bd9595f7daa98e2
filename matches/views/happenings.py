"""Telling what has happened at a table: choose it, say what its article asks, see the effect, write it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from federation.http import add_rule_error
from federation.rules.errors import RuleError
from matches import messages
from matches.forms.happenings import HappeningForm
from matches.views import happening_page as pages
from matches.views.access import status_of
from matches.views.happening import Happening
from matches.views.happening_kinds import BY_SLUG
from matches.views.panels import Panel
from matches.views.table import Table
from matches.views.table_answers import answer, at_table, attempt_proved, show, to_board


@at_table
def happenings(request: HttpRequest, table: Table) -> HttpResponse:
    """Choose what has happened, in plain words."""
    if request.method == "POST" or not table.writable:
        return to_board(request, table)
    return show(request, table, pages.chooser(table))


@at_table
def happening(request: HttpRequest, table: Table, kind: str) -> HttpResponse:
    """Ask what the article wants, show what it changes, and only then write it."""
    if kind not in BY_SLUG:
        raise Http404
    told = BY_SLUG[kind](table)
    if request.method != "POST":
        if not table.writable or not told.is_open():
            return to_board(request, table)
        return show(request, table, pages.tell(told, told.form()))
    form = told.form(request.POST)
    if not form.is_confirmed:
        panel, status = _next_step(told, form)
        return show(request, table, panel, status=status)
    done = attempt_proved(request, form, lambda: told.prove(form), lambda proof: told.write(form, proof))
    return answer(
        request, table, done, lambda fresh: _again(BY_SLUG[kind](fresh), form), said=_("Anotado en la hoja.")
    )


def _next_step(told: Happening, form: HappeningForm) -> tuple[Panel, int]:
    """The effect of what was told, or the facts again with what is missing."""
    if not form.is_valid():
        return pages.tell(told, form), 422
    if form.data.get("change"):
        return pages.tell(told, form), 200
    try:
        found = told.effect(form)
    except RuleError as error:
        add_rule_error(form, error, messages.text)
        return pages.tell(told, form), status_of(error)
    return pages.confirm(told, form, found), 200


def _again(told: Happening, form: HappeningForm) -> Panel:
    """After a refusal: the step that it belongs to."""
    if form.fails_in_facts():
        return pages.tell(told, form)
    try:
        return pages.confirm(told, form, told.effect(form))
    except RuleError as error:
        add_rule_error(form, error, messages.text)
        return pages.tell(told, form)
