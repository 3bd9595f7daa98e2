"""Incidents written at a table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from federation.actions.receipts import Answer
from matches.actions.incidents import write_incident
from matches.views import setup_panels
from matches.views.access import attempt
from matches.views.panels import Panel
from matches.views.table import Table
from matches.views.table_answers import answer, at_table, show, to_board


@at_table
def incident(request: HttpRequest, table: Table) -> HttpResponse:
    """Write what shall reach the acta: kind with its article, to whom, in which hand, in words."""
    told = setup_panels.told_kind(request.GET.get("tipo", ""))
    if request.method != "POST":
        if not table.writable:
            return to_board(request, table)
        return show(request, table, setup_panels.incident(table, told=told))
    form = setup_panels.incident_form(table, request.POST, told=told)

    def act() -> Answer:
        data = form.cleaned_data
        made = write_incident(
            encounter_id=table.encounter.pk,
            partida_id=table.partida.pk,
            hand=data["hand"],
            kind=data["kind"],
            text=data["text"],
            people_ids=data["people"],
            by=table.actor,
        )
        return {"incident": made.pk}

    def failed(fresh: Table) -> Panel:
        return setup_panels.incident(fresh, form, told=told)

    said = _("Incidencia anotada: saldrá en el acta.")
    return answer(request, table, attempt(request, form, act), failed, said=said)
