"""What the list of hands alone does not tell: what happened beside it, what was undone, what is frozen."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.acta.event_remarks import is_told, tell_event
from matches.queries.tables import undone_at
from matches.rules.sheet import HandState
from matches.views import partida_words
from matches.views import table_words as words
from matches.views.board_page import two_counts
from matches.views.moments import hour
from matches.views.table import Table


def notes(table: Table) -> list[str]:
    """What the list alone does not tell: when a hand was undone, why a figure stands, what is frozen."""
    said = [*_events(table), *_undone(table)]
    for row in table.sheet.hands:
        if row.lead_mismatch:
            said.append(
                _("Jugada %(hand)s: salió %(name)s, a quien no correspondía la salida.")
                % {"hand": row.number, "name": table.names.short(row.leader_person)}
            )
        if row.state is HandState.DISAGREED:
            said.append(
                _("Jugada %(hand)s, sin contar hasta que se resuelva. %(counts)s")
                % {"hand": row.number, "counts": two_counts(table, row)}
            )
        if row.reason and row.state is not HandState.RETRACTED:
            said.append(
                _("Jugada %(hand)s, cifra mantenida: %(reason)s") % {"hand": row.number, "reason": row.reason}
            )
    return said


def _events(table: Table) -> list[str]:
    """What happened beside the hands, as the acta will say it, and the drops of each pair."""
    told = []
    for entry in table.view.entries.get(table.number, ()):
        if is_told(entry.kind):
            data = {"kind": entry.kind, "hand": entry.hand, "data": entry.data}
            at = hour(entry.server_time, table.encounter.venue.time_zone)
            told.append(tell_event(data, table.people, at))
    return [text for text in (*told, partida_words.drops(table.sheet, table.teams)) if text]


def _undone(table: Table) -> list[str]:
    """When what is struck was taken back, one sentence for each hand."""
    moments: dict[int, list[str]] = {}
    for (hand, _revision), moment in undone_at(table.view, table.number).items():
        moments.setdefault(hand, []).append(hour(moment, table.encounter.venue.time_zone))
    return [
        ngettext(
            "Jugada %(hand)s: una anotación deshecha a las %(times)s queda en el historial.",
            "Jugada %(hand)s: quedan en el historial las anotaciones deshechas a las %(times)s.",
            len(times),
        )
        % {"hand": hand, "times": words.joined(times)}
        for hand, times in moments.items()
    ]
