"""The ways from a table to its Hoja of paper: to type it in, and to its photo."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.rules.sheet import Phase
from matches.views.table import Table


def may_open(table: Table) -> bool:
    """Is there a partida to be typed in from paper here, and may whoever looks open it for that?"""
    state = table.sheet
    over = state.phase in (Phase.ENDED, Phase.SUSPENDED)
    return table.writable and not over and state.facts.paper is None and table.settles


def links(table: Table) -> list[tuple[str, str, str]]:
    """What a table offers of it: words, address, icon."""
    if table.sheet.facts.paper is not None:
        return [(_("Foto de la Hoja en papel"), table.url_of("paper_photo"), "eye")]
    if may_open(table):
        return [(_("Jugada en papel: transcribir la Hoja"), table.url_of("paper"), "file-text")]
    return []
