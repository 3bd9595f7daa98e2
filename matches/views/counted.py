"""Writing a hand by what each player has left."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from federation.actions.receipts import Answer
from matches.actions import sheets
from matches.views import counted_panel
from matches.views.access import attempt
from matches.views.table import Table
from matches.views.table_answers import Left, answer, at_table, to_board


@at_table
def propose_counted(request: HttpRequest, table: Table) -> HttpResponse:
    """Write the next hand by what each has left; an unlikely figure is asked again."""
    if request.method != "POST" or table.sheet.seats is None:
        return to_board(request, table)
    form = counted_panel.counted_form(table, request.POST)

    def act() -> Answer:
        assert form.counted is not None  # noqa: S101 - a valid form has its figures
        written = sheets.propose_hand(
            partida_id=table.partida_id,
            hand=form.cleaned_data["hand"],
            revision=form.cleaned_data["revision"],
            side=form.counted.side,
            points=form.counted.points,
            ending=form.counted.ending,
            reason=form.cleaned_data["reason"],
            confirmed=form.is_confirmed,
            left=form.left,
            by=table.actor,
        )
        return Left(written)

    done = attempt(request, form, act)
    return answer(
        request, table, done, lambda fresh: counted_panel.entry(fresh, form, done.error), swaps=True
    )
