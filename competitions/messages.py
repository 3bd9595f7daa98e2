"""The words of this app's refusals; those of `federation` are found below."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from competitions.rules.squads import Objection
from federation import messages as below
from federation.rules.errors import RuleError

# What an import finds in the registry, by code; what rules refuse has its words below.
IMPORTED_TEAMS: Mapping[str, Any] = {
    "club_unknown": _("No hay ningún club con ese nombre. ¿Cuál es?"),
    "import_club_closed": _("%(club)s está de baja: vuelve a darlo de alta antes de inscribir equipos."),
    "import_club_missing": _("El equipo es nuevo: falta su club."),
    "import_licence_unknown": _("Nadie tiene la licencia %(number)s esta temporada."),
    "import_other_role": _("Ya está en la plantilla con otra función: cámbialo en la página del equipo."),
    "import_team_of_another_club": _("Ya hay un equipo %(team)s, de otro club."),
    "import_venue_unknown": _("El club no tiene ninguna sede abierta que se llame «%(venue)s»."),
}

IMPORTED_ENCOUNTERS: Mapping[str, Any] = {
    "import_encounter_begun": _("El encuentro ya no está programado: su fecha se cambia en su página."),
    "import_encounter_unknown": _("Ese encuentro no está en el calendario."),
    "import_no_venue": _("%(team)s no tiene sede: ponla en su página, o trae una columna con la sede."),
    "import_outside_season": _("Queda fuera de la temporada: del %(begin)s al %(end)s."),
    "import_rest": _("Descansa: no es un encuentro."),
    "import_result_not_there": _("Todavía no consta ningún resultado oficial."),
    "import_result_other": _("El resultado oficial es %(home)s-%(away)s."),
    "import_result_there": _("La hoja no trae resultado, y el oficial es %(home)s-%(away)s."),
    "import_round_missing": _("Falta el número de la jornada, de 1 a %(most)s."),
    "import_time_missing": _("Falta la fecha o la hora. Escribe las dos: 05/10/2026 20:30."),
    "import_venue_unknown": _("No hay ninguna sede que se llame «%(venue)s»."),
    "import_which_encounter": _("Se encuentran más de una vez: di en qué jornada."),
    "import_which_venue": _("Hay más de una sede que se llama «%(venue)s». Cambia el nombre de una."),
    "team_not_entered": _("%(team)s no está inscrito en la competición. ¿Inscribirlo?"),
    "team_unknown": _("No hay ningún equipo con ese nombre esta temporada. ¿Cuál es?"),
}

MESSAGES: dict[str, Any] = {
    "acting_captain_already": _(
        "Ya hay un capitán en funciones para entonces. Retíralo antes de nombrar a otro."
    ),
    "acting_captaincy_over": _("Ese nombramiento ya había terminado."),
    "action_not_in_state": _("El encuentro ya no está en ese punto. Recarga la página y mira cómo está."),
    "actor_may_not": _("Eso le corresponde a otra persona."),
    "acts_as_captain": _("Está nombrado capitán en funciones para después. Retira antes ese nombramiento."),
    "board_pending": _("Hay una mesa pendiente de resolución: hasta que se decida no puede homologarse."),
    "boards_unfinished": _("Faltan mesas por terminar o por suspender."),
    "captain_already": _(
        "El equipo ya tiene quien lo sea en esos días. Inscríbelo como jugador y cámbialo después."
    ),
    "captain_has_played": _(
        "El equipo jugó el %(day)s: el acta nombra a quien lo capitaneó. Elige un día posterior."
    ),
    "captain_twice": _("Elige a dos personas distintas."),
    "change_decided": _("Esa propuesta ya se ha decidido o retirado. Recarga la página y mira cómo está."),
    "change_scheduled": _(
        "Hay otro cambio previsto para más adelante. Deshazlo antes, o elige ese mismo día."
    ),
    "change_waits": _("Ya hay un cambio que espera al comité. Que se decida antes, o retíralo."),
    "claim_still_possible": _("Todavía cabe reclamación o recurso."),
    "claim_time_over": _("El plazo para reclamar ha terminado."),
    "club_is_closed": _("El club está de baja: vuelve a darlo de alta antes de inscribir equipos."),
    "competition_begun": _("La competición ya ha empezado: vuelve atrás y propón el cambio al comité."),
    "competition_not_begun": _("La competición no ha empezado: vuelve atrás y elige la versión sin más."),
    "dates_past": _("Empieza hoy o más tarde: lo que ya se ha jugado no cambia de capitán."),
    "decision_needed": _("Indica la resolución que lo ordena."),
    "encounter_being_signed": _("Hay un acta pendiente de firma en esos días. Espera a que se firme."),
    "encounter_closed": _("El encuentro ya se ha cerrado: su acta nombra a quien lo capitaneó."),
    "encounter_moved": _("El encuentro ha cambiado de estado mientras tanto. Recarga la página."),
    "entered_already": _("%(who)s ya está en esta competición."),
    "entered_meanwhile": _("Alguien ha inscrito mientras tanto a una de esas personas. Recarga la página."),
    "entry_has_encounters": _("Ya tiene encuentros: no se puede quitar de la competición."),
    "entry_needs_licence": _("%(who)s no tiene licencia de jugador concedida en esta temporada."),
    "format_boards": _("La modalidad necesita al menos una mesa, y ningún número repetido."),
    "format_of_other_entrants": _(
        "Las parejas se enfrentan en una sola mesa, dos contra dos; los jugadores, uno contra uno. Elige "
        "otra modalidad."
    ),
    "holds_that_office": _("Ya lo es ese día."),
    "homologation_days_running": _("Aún corre el plazo de homologación."),
    "in_two_clubs": _("Está también en la plantilla de %(team)s, de otro club."),
    "joins_without_licence": _(
        "No tiene licencia de jugador en vigor ese día: no podrá alinearse hasta tenerla."
    ),
    "judge_absent": _("No está disponible ese día."),
    "judge_elsewhere_that_day": _("Ese día ya tiene otro encuentro."),
    "judge_of_club_playing": _("Es de uno de los dos clubes."),
    "later_than_it_ends": _("Ya tiene fecha de salida, el %(day)s: elige ese día o uno anterior."),
    "left_without_captain": _("%(team)s se queda sin capitán desde el día siguiente."),
    "licence_of_another_club": _("Su licencia de esta temporada es de otro club."),
    "line_up_away_not_locked": _("Falta cerrar la alineación visitante."),
    "line_up_home_not_locked": _("Falta cerrar la alineación local."),
    "new_date_needed": _("Indica la nueva fecha y hora."),
    "nobody_plays_domino_alone": _("Al dominó se juega por parejas: participan equipos o parejas."),
    "not_a_judge": _("Esa licencia no es de juez árbitro en vigor en la fecha del encuentro."),
    "not_a_signatory": _("Esa persona no firma esta acta."),
    "not_entered": _("Alguno de los dos no está inscrito en la competición."),
    "not_in_proposal": _("No estará en la plantilla: márcalo para que entre, o elige a otro."),
    "not_in_squad": _("Elige a alguien de la plantilla en esa fecha que no sea ya el capitán."),
    "not_in_squad_that_day": _("No está en la plantilla ese día."),
    "not_your_encounter": _("Ese equipo no juega ese encuentro."),
    "note_missing": _("Escribe por qué se rechaza."),
    "only_committee": _("Esto lo decide el comité de competición."),
    "only_office_or_direction": _("Esto lo hacen la secretaría o la dirección deportiva."),
    "only_the_captain_or_office": _(
        "Solo el capitán del equipo o la secretaría nombran capitán en funciones."
    ),
    "other_entrants": _("En esta competición no participa nadie así. Recarga la página."),
    "person_needed": _("Elige a alguien de la plantilla."),
    "place_begun": _("Ya ha empezado: en vez de quitarlo, dale de baja con su fecha."),
    "place_follows_another": _(
        "Sigue a otra función en el mismo equipo. Para deshacerlo, cambia la capitanía ese mismo día."
    ),
    "place_over": _("Ya no está en la plantilla. Recarga la página y mira cómo está."),
    "proposer_decides_not": _("Quien propone un cambio no lo decide: le toca a otra persona del comité."),
    "reason_needed": _("Escribe el motivo."),
    "registration_closed": _(
        "%(competition)s admite inscripciones %(window)s. Para inscribir fuera de plazo, escribe el motivo."
    ),
    "reserve_circle": _("Ese equipo está por debajo: un equipo no puede ser filial de su filial."),
    "reserve_of_another_club": _("Solo puede ser filial de un equipo de su club y de su temporada."),
    "same_person_twice": _("La misma persona no puede estar dos veces."),
    "same_team_twice": _("Nadie puede jugar contra sí mismo: elige a otro rival."),
    "season_over": _("La temporada ha terminado: ya no se cambia con qué se jugó."),
    "somebody_has_signed": _("Ya hay una firma: no se puede volver al juego."),
    "squad_full": _("La plantilla está completa: %(competition)s admite %(most)s jugadores."),
    "squad_outside_season": _("La fecha se sale de la temporada, que va del %(begin)s al %(end)s."),
    "squad_proposal_empty": _("No has propuesto ningún cambio."),
    "squad_too_small": _("%(competition)s pide una plantilla de %(least)s como mínimo, y quedan %(size)s."),
    "squads_share_people": _(
        "Están ya en otro equipo de la competición: %(people)s. Sácalos antes de una de las plantillas."
    ),
    "swiss_forced_twice": _(
        "Un emparejamiento hecho a mano repite a alguien, o nombra a quien no juega la ronda."
    ),
    "swiss_no_round": _(
        "No hay ninguna ronda posible sin que alguien repita rival: cierra aquí la competición."
    ),
    "team_has_played": _(
        "El equipo ya jugó el %(day)s. Para que el cambio valga desde antes, escribe el motivo."
    ),
    "team_name_missing": _("Escribe el nombre del equipo."),
    "team_name_taken": _("Ya hay un equipo que se llama así esta temporada."),
    "team_of_another_season": _("El equipo es de otra temporada."),
    "team_plays_already": _("Alguno de los dos ya juega en esa jornada."),
    "transfer_closed": _(
        "%(competition)s admite traspasos %(window)s. Para hacerlo fuera de plazo, escribe el motivo."
    ),
    "transfer_to_itself": _("Ya está en ese equipo."),
    "two_clubs": _("Está en la plantilla de %(team)s, de otro club, y %(competition)s no lo admite."),
    "two_squads": _(
        "Está en la plantilla de %(team)s, que juega también %(competition)s: no puede estar en las dos."
    ),
    "venue_closed": _("La sede está cerrada en esa fecha. Elige otra."),
    "venue_has_encounters": _(
        "Quedan %(count)s encuentros por jugar allí, el último el %(day)s. Cámbialos antes de sede, o "
        "elige un día posterior."
    ),
    "venue_of_another_club": _("Esa sede es de otro club."),
    "version_awaits_seal": _(
        "El comité ha rectificado el acta y la nueva versión se está sellando. Espera un momento."
    ),
    "version_in_use": _("Ya se juega con esa versión."),
    "version_not_yet_valid": _(
        "Vale desde el %(day)s, y el %(play)s ya hay que jugar. Elige otra, o publica una que "
        "valga desde antes."
    ),
    "version_of_another_game": _("Esa versión es de otro juego."),
}


def text(error: RuleError) -> str:
    """What this error says to people; the words of `federation` where it is one of its own."""
    if error.code in MESSAGES:
        return below.fill(MESSAGES[error.code], _with_window(error.data))
    return below.text(error)


def objection_text(objection: Objection) -> str:
    """What speaks against an act in a squad, in words."""
    words = MESSAGES.get(objection.code) or below.MESSAGES[objection.code]
    return below.fill(words, _with_window(objection.data))


def _with_window(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same figures, with a window in words: of days or of rounds."""
    begin, end = data.get("begin"), data.get("end")
    if begin is None or end is None:
        return data
    if isinstance(begin, int):
        return {**data, "window": below.fill(_("de la jornada %(begin)s a la %(end)s"), data)}
    days = {"begin": _day(begin), "end": _day(end)}
    return {**data, **days, "window": below.fill(_("del %(begin)s al %(end)s"), days)}


def _day(day: date | str) -> date:
    return day if isinstance(day, date) else date.fromisoformat(day)
