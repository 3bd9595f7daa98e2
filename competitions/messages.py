"""The words of this app's refusals; those of `federation` are found below."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from federation import messages as below
from federation.rules.errors import RuleError

MESSAGES: dict[str, Any] = {
    "acting_captain_already": _(
        "Ya hay un capitán en funciones para entonces. Retíralo antes de nombrar a otro."
    ),
    "acting_captaincy_over": _("Ese nombramiento ya había terminado."),
    "action_not_in_state": _("El encuentro ya no está en ese punto. Recarga la página y mira cómo está."),
    "actor_may_not": _("Eso le corresponde a otra persona."),
    "board_pending": _("Hay una mesa pendiente de resolución: hasta que se decida no puede homologarse."),
    "boards_unfinished": _("Faltan mesas por terminar o por suspender."),
    "claim_still_possible": _("Todavía cabe reclamación o recurso."),
    "claim_time_over": _("El plazo para reclamar ha terminado."),
    "dates_past": _("Empieza hoy o más tarde: lo que ya se ha jugado no cambia de capitán."),
    "decision_needed": _("Indica la resolución que lo ordena."),
    "encounter_being_signed": _("Hay un acta pendiente de firma en esos días. Espera a que se firme."),
    "encounter_closed": _("El encuentro ya se ha cerrado: su acta nombra a quien lo capitaneó."),
    "encounter_moved": _("El encuentro ha cambiado de estado mientras tanto. Recarga la página."),
    "format_boards": _("La modalidad necesita al menos una mesa, y ningún número repetido."),
    "homologation_days_running": _("Aún corre el plazo de homologación."),
    "line_up_away_not_locked": _("Falta cerrar la alineación visitante."),
    "line_up_home_not_locked": _("Falta cerrar la alineación local."),
    "new_date_needed": _("Indica la nueva fecha y hora."),
    "not_a_judge": _("Esa licencia no es de juez árbitro en vigor en la fecha del encuentro."),
    "not_a_signatory": _("Esa persona no firma esta acta."),
    "not_entered": _("Alguno de los equipos no está inscrito en la competición."),
    "not_in_squad": _("Elige a alguien de la plantilla en esa fecha que no sea ya el capitán."),
    "not_your_encounter": _("Ese equipo no juega ese encuentro."),
    "only_the_captain_or_office": _(
        "Solo el capitán del equipo o la secretaría nombran capitán en funciones."
    ),
    "reason_needed": _("Escribe el motivo."),
    "same_team_twice": _("Un equipo no puede jugar contra sí mismo."),
    "somebody_has_signed": _("Ya hay una firma: no se puede volver al juego."),
    "team_of_another_season": _("El equipo es de otra temporada."),
    "team_plays_already": _("Alguno de los equipos ya juega en esa jornada."),
    "venue_closed": _("La sede está cerrada en esa fecha. Elige otra."),
    "venue_has_encounters": _(
        "Quedan %(count)s encuentros por jugar allí, el último el %(day)s. Cámbialos antes de sede, o "
        "elige un día posterior."
    ),
}


def text(error: RuleError) -> str:
    """What this error says to people; the words of `federation` where it is one of its own."""
    if error.code in MESSAGES:
        return below.fill(MESSAGES[error.code], error.data)
    return below.text(error)
