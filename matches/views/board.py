"""The page of a board at the table, whatever is played there, and the whole list of a partida's hands."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.views import board_notes, board_page
from matches.views.frame_answers import at_any_table
from matches.views.frames import board_of_frames
from matches.views.setup_panels import ended
from matches.views.table import Table
from matches.views.table_answers import at_table, due_panel, show


def _of_hands(request: HttpRequest, table: Table) -> HttpResponse:
    """Show what a board of domino has to do now."""
    return show(request, table, due_panel(table))


# What a board has to do now, whatever is played there; its live part answers 304 while nothing is written.
board = require_safe(at_any_table(_of_hands, board_of_frames))


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
