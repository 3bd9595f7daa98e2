"""The words of what is refused to whoever decides about a whole encounter, by code."""

from typing import Any

from django.utils.translation import gettext_lazy as _

DECISION_MESSAGES: dict[str, Any] = {
    "asked_by_needed": _("Di quién pide el aplazamiento."),
    "awarded_to_absent": _("No se presentó: la secretaría no puede darle el resultado. Lo decide el comité."),
    "awarded_to_needed": _("Di a quién se da el resultado."),
    "cause_needed": _("Di por qué no se ha jugado."),
    "decision_effect_changed": _(
        "El encuentro ha cambiado desde que abriste la página. Mira otra vez qué cambia."
    ),
    "decision_not_yours": _("Esto no te corresponde decidirlo en este encuentro."),
    "replay_of_played": _(
        "Este encuentro llegó a jugarse: su hoja se conserva. Para jugarlo otra vez, reabre su acta y ordena "
        "repetir las partidas."
    ),
    "result_is_awarded": _(
        "Su resultado es de una decisión, no del acta: para cambiarlo hay que anularlo antes."
    ),
    "wait_impossible": _("Los minutos de espera van de 0 a %(most)s."),
}
