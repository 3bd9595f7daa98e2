"""Words of the table's pages: seats, endings, states of a hand."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.forms.sheets import ENDINGS
from matches.rules.domino.hands import HandEnding
from matches.rules.sheet import HandRow, HandState
from matches.rules.sheet_entries import Figures
from matches.rules.sides import Side
from matches.views import side_words
from matches.views.partida_words import ARTICLE_OF_CAUSE
from matches.views.table import Names, Table

LETTERS = (gettext_lazy("N"), gettext_lazy("O"), gettext_lazy("S"), gettext_lazy("E"))

# Kind of state (its shape), word, icon where it is not the kind's own, tone of the row.
HAND_STATES = {
    HandState.PROPOSED: ("propuesta", gettext_lazy("Propuesta"), "", "wait"),
    HandState.APPROVED: ("conforme", gettext_lazy("Conforme"), "", ""),
    HandState.DISAGREED: ("protesta", gettext_lazy("En desacuerdo"), "scale", "bad"),
    HandState.SETTLED: ("conforme", gettext_lazy("Resuelta"), "gavel", ""),
    HandState.RETRACTED: ("anulada", gettext_lazy("Rectificada"), "", "void"),
    HandState.STRUCK: ("anulada", gettext_lazy("No cuenta"), "", "void"),
    HandState.ANNULLED: ("anulada", gettext_lazy("Anulada"), "", "void"),
    HandState.SET_ASIDE: ("anulada", gettext_lazy("Se repite"), "", "void"),
}


def letters(seats: tuple[int, ...]) -> str:
    """Where a pair sits: "N·S"."""
    return "·".join(str(LETTERS[seat]) for seat in seats)


def ending(kind: HandEnding) -> str:
    """How a hand ended, in a narrow column."""
    own = {HandEnding.TIED_BLOCK: _("Empatado"), HandEnding.ANNULLED: _("Anulada")}
    return own.get(kind) or str(ENDINGS[kind])


def note(row: HandRow) -> str:
    """What a line of the list tells beside its figures: why it is annulled, and a lead that was not due."""
    said = []
    if row.annulled is not None:
        said.append(_("art. %(article)s") % {"article": ARTICLE_OF_CAUSE[row.annulled.cause]})
    if row.lead_mismatch:
        said.append(_("no le tocaba"))
    return ", ".join(said)


def points(figures: Figures | HandRow) -> str:
    """The points of a hand; a dash for a level block or an annulled one."""
    return "–" if figures.ending in (HandEnding.TIED_BLOCK, HandEnding.ANNULLED) else str(figures.points)


def figures(table: Table, counted: Figures | HandRow) -> str:
    """A count in words: "46 Los Molinos, cierre"."""
    if counted.side is None:
        return _("cierre empatado")
    return f"{counted.points} {table.name_of_side(counted.side)}, {ending(counted.ending).lower()}"


def pair(names: Names, people: tuple[str, ...]) -> str:
    """Two names: "Iván y Paca"."""
    return joined([names.given(person) for person in people])


def joined(names: list[str]) -> str:
    """Names in a sentence: "Iván, Paca y Julián"."""
    if len(names) < 2:
        return "".join(names)
    last = names[-1]
    # «y» becomes «e» before the sound i (except in diphthong): "Paca e Iván".
    link = _("e") if _sounds_i(last) else _("y")
    return f"{', '.join(names[:-1])} {link} {last}"


def _sounds_i(name: str) -> bool:
    start = name[:3].lower()
    if start.startswith("h"):
        start = start[1:]
    return start[:1] in ("i", "í") and start[1:2] not in ("a", "e", "o", "á", "é", "ó")


def who_settles(table: Table) -> str:
    """Who settles a frozen hand, for those who cannot."""
    if table.judge is not None:
        return _("La resuelve %(judge)s, juez árbitro, desde su cuenta.") % {"judge": table.judge.short_name}
    both = {"both": side_words.both(table.encounter)}
    return _("La resuelven %(both)s: uno desde su cuenta, el otro con su PIN.") % both


def who_directs(table: Table) -> str:
    """Who writes what a table may not, for those who cannot."""
    if table.judge is not None:
        said = {"judge": table.judge.short_name}
        return _("Lo anota %(judge)s, juez árbitro, desde su cuenta.") % said
    both = {"both": side_words.both(table.encounter)}
    return _("Lo anotan %(both)s: uno desde su cuenta, el otro con su PIN.") % both


def counted(table: Table, side: Side | None, points_: int, how: HandEnding) -> str:
    """A count that is not on the sheet, in the same words as `figures`."""
    if side is None:
        return figures(table, Figures(None, 0, HandEnding.TIED_BLOCK)) if how is HandEnding.TIED_BLOCK else ""
    return figures(table, Figures(side, points_, how))


def headline(table: Table, row: HandRow) -> str:
    """A hand's figures for the head of its approval: "Jugada 7: 46 para Los Molinos"."""
    if row.side is None:
        return _("Jugada %(hand)s: cierre empatado") % {"hand": row.number}
    return _("Jugada %(hand)s: %(points)s para %(team)s") % {
        "hand": row.number,
        "points": row.points,
        "team": table.name_of_side(row.side),
    }


def role_of(table: Table, person: str) -> str:
    """What somebody does at this table."""
    return _("anota") if person == table.sheet.scorer else _("lleva el recuento")
