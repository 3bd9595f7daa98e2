"""What something that has happened changes, in words: before and after, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.rules.domino.drops import is_noted
from matches.rules.event_reports import Effect, drops_of
from matches.rules.sheet import EndedHow, HandState, Phase, SheetState
from matches.rules.sides import Side
from matches.views import partida_words
from matches.views import table_words as words
from matches.views.table import Table


@dataclass(frozen=True)
class Change:
    """One figure or fact before and after."""

    label: str
    before: str
    after: str

    @property
    def changed(self) -> bool:
        """Does it differ?"""
        return self.before != self.after


def changes(table: Table, found: Effect) -> list[Change]:
    """Totals, who leads, and where the partida stands."""
    before, after = found.before, found.after
    rows = [
        Change(table.name_of_side(side), str(before.totals.of(side)), str(after.totals.of(side)))
        for side in Side
    ]
    if before.seats is not None and (before.next_hand or after.next_hand):
        rows.append(Change(_("Sale"), _leader(table, before), _leader(table, after)))
    rows.append(
        Change(
            _("Partida"),
            partida_words.standing(before, table.teams),
            partida_words.standing(after, table.teams),
        )
    )
    return rows


def _leader(table: Table, state: SheetState) -> str:
    if state.next_hand is None or state.next_leader_person is None:
        return "–"
    name = table.names.given(state.next_leader_person)
    return _("%(name)s, la %(hand)s") % {"name": name, "hand": state.next_hand}


def sentences(table: Table, found: Effect) -> list[str]:
    """What the figures alone do not tell."""
    return [*_rows(table, found), *_replays(table, found), *_drops(table, found), *_ends(table, found)]


def _rows(table: Table, found: Effect) -> Iterator[str]:
    known = {(row.number, row.revision): row for row in found.before.hands}
    for row in found.after.hands:
        was = known.get((row.number, row.revision))
        gone = row.state in (HandState.ANNULLED, HandState.SET_ASIDE)
        if gone and was is None:
            yield _("La jugada %(hand)s no se juega: queda anulada y no cuenta.") % {"hand": row.number}
        elif gone and was is not None and was.state is not row.state:
            said = {"hand": row.number, "figures": words.figures(table, row)}
            if row.state is HandState.ANNULLED:
                yield _("La jugada %(hand)s (%(figures)s) queda tachada y no cuenta.") % said
            else:
                yield _("La jugada %(hand)s (%(figures)s) queda tachada y se juega otra vez.") % said
        if row.lead_mismatch and not (was and was.lead_mismatch):
            said = {"hand": row.number, "name": table.names.given(row.leader_person)}
            yield _("En la %(hand)s salió %(name)s, a quien ya no correspondía: queda señalado.") % said


def _replays(table: Table, found: Effect) -> Iterator[str]:
    for replay in found.after.facts.replays[len(found.before.facts.replays) :]:
        said = {"hand": replay.number, "name": table.names.given(replay.offender)}
        yield _("La jugada %(hand)s sigue desde la infracción: le toca a %(name)s.") % said


def _drops(table: Table, found: Effect) -> Iterator[str]:
    if len(found.after.facts.drops) == len(found.before.facts.drops):
        return
    counted, parameters = drops_of(found.after), found.after.terms.parameters
    team = table.name_of_side(found.after.facts.drops[-1].side)
    if not counted.last_ordinal:
        yield _("Al revolver no se cuenta: se voltea y se revuelve otra vez.")
        return
    said = {"team": team, "n": counted.last_ordinal}
    yield _("Es la n.º %(n)s de %(team)s en esta partida.") % said
    if is_noted(counted.last_ordinal, parameters):
        yield _("Sale en el acta (art. 19.4).")
    else:
        yield _("Desde la n.º %(from)s sale en el acta.") % {"from": parameters["dropped_tiles_note_from"]}


def _ends(table: Table, found: Effect) -> Iterator[str]:
    before, after = found.before, found.after
    if after.phase is Phase.SUSPENDED and before.phase is not Phase.SUSPENDED:
        yield _("Se guardan el tanteo, los asientos y a quién toca salir. Decide el comité (art. 20).")
    if before.phase is Phase.ENDED and after.phase is not Phase.ENDED:
        yield _("La partida había terminado: se abre otra vez.")
    if after.ended_how is EndedHow.ABANDONMENT and after.winner is not None:
        added = after.totals.of(after.winner) - before.totals.of(after.winner)
        said = {"team": table.name_of_side(after.winner), "added": added}
        yield _("A %(team)s se le suman %(added)s tantos hasta completar la partida.") % said
    if after.facts.time_mark is not None and before.facts.time_mark is None and after.next_hand:
        yield _last_hands(after)


def _last_hands(after: SheetState) -> str:
    if after.last_hand:
        return _("La jugada %(hand)s es la última.") % {"hand": after.next_hand}
    return _("Quedan dos jugadas: esta y una más.")
