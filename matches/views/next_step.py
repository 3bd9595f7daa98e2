"""Where an encounter stands, in a word and a shape, and what whoever looks does next."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from competitions.models.encounters import STATE_LABELS
from competitions.rules.lifecycle import Action
from federation import clock
from matches.queries.agenda import Standing
from matches.views import halt_words, moments, side_words

# Shape and icon of each state; the word is the state's own.
_SHAPES = {
    "scheduled": ("", "calendar"),
    "line_ups": ("provisional", "list"),
    "playing": ("live", "radio"),
    "suspended": ("suspendida", "pause"),
    "closing": ("propuesta", "pen-line"),
    "signed": ("propuesta", "stamp"),
    "sealed": ("provisional", "stamp"),
    "homologated": ("conforme", "circle-check"),
    "final": ("firme", "shield-check"),
    "disputed": ("protesta", "flag"),
    "postponed": ("aviso", "calendar-clock"),
    "not_played": ("bloqueo", "octagon-x"),
    "annulled": ("anulada", "ban"),
}


@dataclass(frozen=True)
class Chip:
    """A state as shape, icon and word."""

    kind: str
    icon: str
    label: str


@dataclass(frozen=True)
class Step:
    """What is due: a sentence, and where to do it when it is this account's turn."""

    text: str
    label: str = ""
    url: str = ""
    icon: str = "arrow-right"
    mine: bool = False


def chip_of(state: str) -> Chip:
    """The chip of an encounter's state."""
    kind, icon = _SHAPES[state]
    return Chip(kind, icon, capfirst(str(STATE_LABELS[state])))


def next_step(standing: Standing) -> Step:
    """The one thing to do next for whoever looks, or what is being waited for."""
    steps = {
        "scheduled": _before_play,
        "line_ups": _before_play,
        "playing": _in_play,
        "closing": _signing,
        "signed": _sealing,
        "suspended": _suspended,
        "postponed": lambda _standing: Step(_("Está aplazado: la secretaría fijará la nueva fecha.")),
        "not_played": lambda _standing: Step(_("No se ha disputado: lo resuelve la federación.")),
        "annulled": lambda _standing: Step(_("Está anulado: lo que sigue lo decide el comité.")),
    }
    return steps.get(standing.encounter.state, _sealed)(standing)


def _url(name: str, standing: Standing) -> str:
    return reverse(f"matches:{name}", args=[standing.encounter.pk])


def _before_play(standing: Standing) -> Step:
    if standing.side is not None:
        return _captain_before_play(standing)
    if standing.is_judge:
        return _judge_before_play(standing)
    if not standing.has_line_ups:
        return Step(_("Puede empezar cuando estén los dos lados."))
    if standing.both_locked:
        return Step(_("Las dos alineaciones están cerradas: puede empezar."))
    return Step(_("Los capitanes preparan las alineaciones."))


def _captain_before_play(standing: Standing) -> Step:
    side = standing.side
    assert side is not None  # noqa: S101 - the caller has asked
    if not standing.has_line_ups:
        return _entered_before_play(standing)
    if side not in standing.locked and standing.rival_locks_first:
        text = _("Antes cierra la suya el rival. Mientras, puedes preparar la tuya.")
        return Step(text, _("Preparar la alineación"), _url("line_up", standing), "list")
    if side not in standing.locked:
        started = standing.encounter.state == "line_ups"
        text = _("Tu alineación no está cerrada.") if started else _("Aún no has puesto la alineación.")
        return Step(text, _("Poner la alineación"), _url("line_up", standing), "list", mine=True)
    when = moments.hour(standing.locked[side], standing.encounter.venue.time_zone)
    if not standing.both_locked:
        text = _("Cerraste tu alineación a las %(hour)s. Falta la del rival.") % {"hour": when}
        return Step(text, _("Ver mi alineación"), _url("line_up", standing), "list")
    if standing.designation is not None:
        text = _("Las dos alineaciones están cerradas. Empieza el juez árbitro.")
        return Step(text, _("Ver las alineaciones"), _url("encounter", standing), "eye")
    return _start_without_judge(standing)


def _entered_before_play(standing: Standing) -> Step:
    """Of pairs and players nobody sets a line-up: they come, show their licences, and play."""
    if standing.designation is not None:
        text = _("Preséntate con la licencia: empieza el juez árbitro.")
        return Step(text, _("Ver el encuentro"), _url("encounter", standing), "eye")
    return _start_without_judge(standing)


def _start_without_judge(standing: Standing) -> Step:
    if standing.side in standing.yes_of(Action.START):
        said = {"other": side_words.other(standing.encounter)}
        text = _("Has confirmado el comienzo. Falta que lo confirme %(other)s.") % said
        return Step(text, _("Ver el encuentro"), _url("encounter", standing), "eye")
    text = _("Empieza cuando lo confirmen %(both)s.") % {"both": side_words.both(standing.encounter)}
    if standing.has_line_ups:
        text = f"{_('Las dos alineaciones están cerradas.')} {text}"
    return Step(text, _("Ir a empezar"), _url("direction", standing), "play", mine=True)


def _judge_before_play(standing: Standing) -> Step:
    if not standing.in_charge:
        text = _("Estás designado. Hazte cargo cuando llegues a la sede.")
        return Step(text, _("Ir al encuentro"), _url("direction", standing), "gavel", mine=True)
    if not standing.has_line_ups:
        text = _("Comprueba licencias, pon los PIN y empieza.")
        return Step(text, _("Dirigir el encuentro"), _url("direction", standing), "gavel", mine=True)
    if standing.both_locked:
        text = _("Las dos alineaciones están cerradas: puedes empezar.")
        return Step(text, _("Ir a empezar"), _url("direction", standing), "play", mine=True)
    text = _("Faltan alineaciones por cerrar. Mientras, comprueba licencias y pon los PIN.")
    return Step(text, _("Control de presencia"), _url("check_in", standing), "user-check", mine=True)


def _in_play(standing: Standing) -> Step:
    if standing.is_judge:
        return Step(
            _("Se está jugando."), _("Dirigir las mesas"), _url("direction", standing), "radio", mine=True
        )
    if standing.side is not None:
        text = _("Se está jugando. Abre las mesas en los teléfonos y sigue las hojas.")
        return Step(text, _("Ver las mesas"), _url("encounter", standing), "smartphone", mine=True)
    return Step(_("Se está jugando."), _("Ver las mesas"), _url("encounter", standing), "radio")


def _suspended(standing: Standing) -> Step:
    text = halt_words.told(standing.halt, standing.encounter.venue.time_zone)
    if standing.directs and halt_words.has_come(standing.halt, clock.now()):
        return Step(text, _("Ir al encuentro"), _url("direction", standing), "gavel", mine=True)
    return Step(text, _("Ver el encuentro"), _url("encounter", standing), "eye")


def _signing(standing: Standing) -> Step:
    role = standing.role
    if role is not None and role not in standing.answered:
        return Step(
            _("El acta espera tu firma."),
            _("Firmar el acta"),
            _url("signing", standing),
            "pen-line",
            mine=True,
        )
    if role is not None:
        return Step(
            _("Ya consta tu firma. Faltan las demás."), _("Ver las firmas"), _url("signing", standing), "eye"
        )
    return Step(_("Está cerrado: faltan firmas."))


def _sealing(standing: Standing) -> Step:
    text = _("El acta está firmada y se está sellando.")
    return Step(text, _("Ver el acta"), _url("acta", standing), "file-text")


def _sealed(standing: Standing) -> Step:
    mine = standing.role is not None
    return Step(_("El acta está sellada."), _("Ver el acta"), _url("acta", standing), "file-text", mine=mine)
