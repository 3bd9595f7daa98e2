"""The page of a board at the table, and the whole list of one partida's hands."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.views import board_notes, board_page
from matches.views.setup_panels import ended
from matches.views.table import Table
from matches.views.table_answers import at_table, due_panel, show


@require_safe
@at_table
def board(request: HttpRequest, table: Table) -> HttpResponse:
    """Show what a board has to do now; its live part answers 304 while nothing is written."""
    return show(request, table, due_panel(table))


@require_safe
@at_table
def hands(request: HttpRequest, table: Table) -> HttpResponse:
    """Show one partida's hands whole, with its result."""
    title, subtitle = board_page.titles(table)
    home, away = board_page.halves(table)
    context = {
        "table": table,
        "title": title,
        "subtitle": subtitle,
        "home": home,
        "away": away,
        "target": board_page.goal(table),
        "rows": board_page.rows(table),
        "notes": board_notes.notes(table),
        "ended": [each for each in ended(table) if each.number == table.number],
    }
    return render(request, "matches/hands.html", context)
