"""The words that the acta and its verification need. Spanish is the source language."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

Words = Mapping[str, str | Promise]

# Seats counter-clockwise from north (art. 7).
SEAT_LETTERS = (_("N"), _("O"), _("S"), _("E"))

SIDES: Words = {"home": _("local"), "away": _("visitante")}

# Marks beside a figure: nothing for a domino, which is the rule.
ENDING_MARKS: Words = {"domino": "", "block": _("c"), "tied_block": _("ce"), "annulled": ""}

SIGNATORIES: Words = {
    "home_captain": _("Capitanía local"),
    "away_captain": _("Capitanía visitante"),
    "judge": _("Juez árbitro"),
}

# Of pairs and players each answers for his own: nobody is captain.
_OFFICES: Mapping[str, Words] = {
    "pairs": {"home_captain": _("Pareja local"), "away_captain": _("Pareja visitante")},
    "players": {"home_captain": _("Jugador local"), "away_captain": _("Jugador visitante")},
}
_CLOSED_BY_BOTH: Words = {
    "pairs": _("Cerrada por ambas parejas"),
    "players": _("Cerrada por ambos jugadores"),
}

SIGNATURE_KINDS: Words = {
    "plain": _("Conforme"),
    "protest": _("Bajo protesta"),
    "refused": _("Se niega a firmar"),
    "absent": _("Ausente"),
}

IDENTIFIED: Words = {
    "password": _("Identificación: su cuenta, con contraseña"),
    "pin_in_judge_session": _("Identificación: su PIN, en la sesión del juez árbitro"),
    "witness": _("Lo hace constar un testigo"),
    "judge": _("Lo hace constar el juez árbitro"),
    "deadline": _("No consta su firma al acabar el plazo"),
}

APPROVED_HOW: Words = {
    "pin": _("con PIN"),
    "own_account": _("con su cuenta"),
    "judge_mark": _("con marca del juez árbitro"),
    "paper": _("por firma en la Hoja de papel"),
}

SEATING_ORIGINS: Words = {
    "draw": _("por sorteo"),
    "swap": _("cambio de asientos"),
    "keep": _("los mismos asientos"),
    "manual": _("puestos a mano"),
}

PARTIDA_STATUS: Words = {
    "time": _("por tiempo"),
    "pending": _("pendiente"),
    "void": _("nula"),
    "no_show": _("por incomparecencia"),
    "abandonment": _("por abandono"),
    "decided": _("por resolución"),
    "not_played": _("no jugada"),
}

REPLACED_HOW: Words = {
    "correct": _("Diligencia de rectificación"),
    "reopen": _("Reapertura por resolución"),
}

CLOSED_HOW: Words = {
    "judge": _("Cerrada por el juez árbitro"),
    "captains": _("Cerrada por ambas capitanías"),
    "both_captains": _("Cerrada por ambas capitanías"),
    "committee": _("Cerrada por decisión del comité"),
}

# Why a file is or is not what it seems; the codes of `verify.Verification.reasons`.
REASONS: Words = {
    "stored": _("El archivo es, byte a byte, el que guarda la federación."),
    "sealed": _("El sello de la federación es correcto y el archivo no ha cambiado desde que se puso."),
    "too_large": _("El archivo pasa de 5 MB: ningún acta es tan grande."),
    "not_pdf": _("El archivo no es un PDF."),
    "not_sealed": _("El archivo no lleva el sello de la federación."),
    "unreadable": _("El archivo está dañado y no se puede leer."),
    "too_expensive": _("El archivo no se ha podido examinar con los medios previstos."),
    "seal_broken": _("El sello no corresponde al contenido: el archivo ha cambiado después de sellarse."),
    "foreign_seal": _("Lo firma alguien que no es esta federación."),
    "added_after_seal": _("Se ha añadido algo después de sellarse."),
    "content_unreadable": _("Los datos que lleva dentro no son los de un acta."),
    "result_differs": _("El resultado no es el que dan las Hojas de Anotaciones que lleva dentro."),
    "not_the_stored_file": _("La federación guarda otro archivo con este código: este no es el que selló."),
    "not_stored_here": _("El sello es correcto, pero esta acta no consta aquí."),
}


def figures_called(content: Mapping[str, Any]) -> str:
    """What the acta's boards are counted in: tantos, frames, half frames, or both of a mixed encounter."""
    sports = {"series" in board for board in content["boards"]}
    if sports == {True}:
        shared = content["regulation"]["parameters"].get("drawn_frame_value") == "half_each"
        return gettext("Medios juegos") if shared else gettext("Juegos")
    return gettext("Tantos y juegos") if len(sports) > 1 else gettext("Tantos")


def figures_in(content: Mapping[str, Any], number: int, shown: str) -> str:
    """So many of them: "312 tantos", "5 juegos"."""
    if not any("series" in board for board in content["boards"]):
        return ngettext("%s tanto", "%s tantos", number) % shown
    return f"{shown} {figures_called(content).lower()}"


def office(role: str, entrants: str) -> str:
    """As what somebody signs, where teams, pairs or players meet."""
    return str(_OFFICES.get(entrants, {}).get(role) or SIGNATORIES[role])


def closed_how(how: str, entrants: str) -> str:
    """In which way an acta was closed; empty for a way that these words do not know."""
    if how in ("captains", "both_captains") and entrants in _CLOSED_BY_BOTH:
        return str(_CLOSED_BY_BOTH[entrants])
    return str(CLOSED_HOW.get(how, ""))


def reason_words(code: str) -> str:
    """Say a reason of the verification in the current language."""
    return str(REASONS[code])
