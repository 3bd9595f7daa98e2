"""The words for how a frame of 8-ball ends and why one is racked again: acta and pages say the same."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.rules.pool.break_order import RackCause
from matches.rules.pool.endings import LOSSES, Ending

Words = Mapping[str, str | Promise]

ENDINGS: Words = {
    "eight": gettext_lazy("bola 8 legal"),
    "loss_a": gettext_lazy("falta al entronerar la 8"),
    "loss_b": gettext_lazy("la 8 junto a su última bola"),
    "loss_c": gettext_lazy("la 8 fuera de la mesa"),
    "loss_d": gettext_lazy("la 8 en otra tronera"),
    "loss_e": gettext_lazy("la 8 con bolas suyas en la mesa"),
    "loss_f": gettext_lazy("la 8 y la blanca en el mismo tiro"),
    "drawn": gettext_lazy("empatado"),
    "conceded": gettext_lazy("concedido"),
    "walkover": gettext_lazy("incomparecencia"),
    "late": gettext_lazy("retraso"),
    "null": gettext_lazy("juego nulo"),
    "disqualified": gettext_lazy("descalificación"),
    "ruled": gettext_lazy("resolución"),
    "not_noted": gettext_lazy("final no anotado"),
}

RACK_CAUSES: Words = {
    "both_agree": gettext_lazy("de acuerdo los dos (art. 21.2)"),
    "eight_on_break_restart": gettext_lazy("la 8 entró en la apertura y se volvió a empezar (art. 6)"),
    "illegal_break_other_breaks": gettext_lazy("apertura no legal y abrió el rival (art. 7.2)"),
    "stalemate": gettext_lazy("juego empatado que se repite (art. 21.1)"),
    "null_game": gettext_lazy("juego nulo que se repite (art. 18)"),
}


def ending_of(ending: Ending, *, run_out: bool = False) -> str:
    """How a frame ended, with its article and letter where it has one."""
    said = str(ENDINGS[ending.value])
    if ending in LOSSES:
        said = _("art. 20.%(letter)s, %(ending)s") % {"letter": LOSSES[ending].value, "ending": said}
    return _("%(ending)s, tacada completa") % {"ending": said} if run_out else said


def mark_of(ending: Ending, *, run_out: bool = False) -> str:
    """The same in as few signs as a column takes."""
    if ending in LOSSES:
        return f"20.{LOSSES[ending].value}"
    marks = {
        Ending.EIGHT: "8",
        Ending.DRAWN: _("emp."),
        Ending.CONCEDED: _("conc."),
        Ending.NULL: _("nulo"),
        Ending.NOT_NOTED: "×",
    }
    return f"{marks.get(ending, '·')}{' tc' if run_out else ''}"


def cause_of(cause: RackCause) -> str:
    """Why a frame was racked again."""
    return str(RACK_CAUSES[cause.value])
