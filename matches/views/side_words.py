"""What those who answer for the sides of an encounter are called: captains, or pairs, or players."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.models import Encounter

_BOTH: Mapping[str, Promise] = {
    "teams": _("los dos capitanes"),
    "pairs": _("las dos parejas"),
    "players": _("los dos jugadores"),
}
_OTHER: Mapping[str, Promise] = {
    "teams": _("el otro capitán"),
    "pairs": _("la otra pareja"),
    "players": _("el otro jugador"),
}
_OWN: Mapping[str, Promise] = {
    "teams": _("Presencia y PIN de mi equipo"),
    "pairs": _("Presencia y PIN de mi pareja"),
    "players": _("Mi presencia y mi PIN"),
}


def both(encounter: Encounter) -> str:
    """Whoever answers for each of the sides, within a sentence; a plural in any case."""
    return str(_BOTH[encounter.home.entrants])


def other(encounter: Encounter) -> str:
    """Whoever answers for the other side, within a sentence."""
    return str(_OTHER[encounter.home.entrants])


def own_presence(encounter: Encounter) -> str:
    """What the way to one's own check-in is called."""
    return str(_OWN[encounter.home.entrants])
