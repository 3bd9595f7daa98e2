"""The words of this app's refusals and of the problems of a line-up; the rest is found below."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from competitions import messages as below
from federation.messages import fill
from federation.rules.errors import RuleError
from matches.decision_messages import DECISION_MESSAGES
from matches.pool_messages import POOL_MESSAGES
from matches.rules.eligibility import Problem

_MESSAGES: dict[str, Any] = {
    "absence_to_committee": _(
        "Sin juez árbitro, el reglamento deja la ausencia al comité: suspended la partida (art. 20)."
    ),
    "acta_changed": _("El texto del acta ha cambiado desde que lo abriste. Léelo otra vez antes de firmar."),
    "acta_has_newer_version": _("El acta en vigor ya es la versión %(version)s. Mírala antes de decidir."),
    "admission_closed": _(
        "El encuentro está cerrado: la firma se hace con PIN en el teléfono del juez árbitro."
    ),
    "admission_unknown": _("Ese dibujo ya no vale: pide otro al juez árbitro."),
    "already_seated": _("Los jugadores ya están sentados."),
    "annulled_hand_stays": _("La jugada %(hand)s está anulada: queda así en la hoja."),
    "annulment_needs_both": _(
        "Hace falta la conformidad de las dos parejas, o que resuelva el juez árbitro."
    ),
    "approval_already_given": _("Ese conforme ya está dado."),
    "approval_mode_not_allowed": _("El reglamento no admite dar el conforme de esta forma."),
    "approval_not_theirs": _("El conforme lo da el encargado del recuento (art. 6, recuento)."),
    "approval_pending": _("Falta el conforme de la jugada %(hand)s antes de proponer otra."),
    "asked_too_late": _("El reglamento ya no admite la petición a estas alturas."),
    "asker_not_here": _("Quien lo pide ha de poner su PIN."),
    "block_must_be_even": _(
        "Recontad: un cierre siempre suma par y habéis anotado %(points)s. "
        "Si la cifra es cierta, indicad el motivo."
    ),
    "block_number_not_closed": _(
        "Con esas fichas no hay cierre: ningún número está jugado por completo. Revisad lo que queda."
    ),
    "board_code_unknown": _(
        "Ese código no abre ninguna mesa en juego. Míralo otra vez en el teléfono del juez "
        "árbitro o del capitán."
    ),
    "both_sides_over_target": _("No pueden llegar las dos parejas al tanteo de la partida."),
    "captain_without_account": _("Esa persona no tiene cuenta: firma con PIN, con el juez árbitro."),
    "captains_needed": _("Sin juez árbitro hacen falta los dos lados: pon el PIN del rival."),
    "counter_not_visitor": _(
        "El encargado del recuento ha de ser de la pareja visitante (art. 6, recuento)."
    ),
    "decision_long": _("La resolución se identifica con %(most)s caracteres como mucho."),
    "disagreement_same_figures": _("Esa cuenta es la misma que la propuesta: da el conforme."),
    "domino_beyond_reach": _(
        "Recontad: por dominó no pueden quedar más de %(maximum)s tantos sin un paso en falso. "
        "Si la cifra es cierta, indicad el motivo."
    ),
    "domino_line_impossible": _(
        "Con esas fichas no pudo cerrarse la jugada. Revisad lo que queda a cada uno."
    ),
    "domino_needs_one_empty_hand": _(
        "Por dominó, solo quien gana se queda sin fichas. Revisad lo que queda."
    ),
    "doubtful_points": _("¿Seguro que son %(points)s tantos? Es una cifra poco corriente: confírmala."),
    "draw_already_settled": _("El sorteo ya está resuelto."),
    "draw_not_settled": _("Falta resolver el sorteo de asientos."),
    "draw_tile_twice": _("La ficha %(tile)s está dos veces: cada jugador levanta una distinta."),
    "draw_wrong_players": _("Indica la ficha de los jugadores que han de sacar, y de nadie más."),
    "drop_decision_missing": _("La pareja contraria decide: elige qué ha decidido."),
    "drop_decision_needs_rival": _("Para anular la jugada pone su PIN un jugador de la pareja contraria."),
    "drop_decision_not_open": _(
        "En ese momento no se puede decidir eso. Mira lo que permite el artículo 19."
    ),
    "encounter_not_open_for_check_in": _("Este encuentro ya no admite controles de presencia."),
    "encounter_not_playing": _("El encuentro no está en juego: la hoja ya no se puede cambiar."),
    "encounter_not_suspended": _("El encuentro ya no está suspendido. Recarga la página."),
    "entered_may_not_play": _("%(who)s no puede jugar este encuentro. %(why)s"),
    "entries_out_of_order": _("Las anotaciones de la mesa no están en orden. Avisa a la federación."),
    "finding_needed": _(
        "La partida terminó en la mesa: su resultado solo cae si lo ocurrido lo ha tergiversado. "
        "Márcalo, o decide otra cosa."
    ),
    "four_different_players": _("En una mesa juegan cuatro personas distintas, dos por pareja."),
    "frozen_hand_is_settled": _(
        "La jugada %(hand)s está en desacuerdo: se resuelve con su recuento, no se deshace."
    ),
    "frame_approval_not_theirs": _(
        "El conforme de un juego lo da la capitanía del otro lado; en individual, su jugador."
    ),
    "hand_already_written": _("La jugada %(hand)s ya está anotada. Mira lo que pone antes de seguir."),
    "hand_annulled_already": _("La jugada %(hand)s ya está anulada."),
    "hand_needed": _("Elige la jugada."),
    "hand_needs_left": _(
        "Aquí cada jugada se anota por lo que queda a cada jugador. Solo con los tantos la anota el juez "
        "árbitro, con su motivo."
    ),
    "hand_needs_side": _("Indica qué pareja gana la jugada."),
    "hand_not_awaiting_approval": _("La jugada %(hand)s ya no espera conforme."),
    "hand_not_current": _("Esa anotación ha cambiado. Recarga la página y mira cómo está."),
    "hand_not_frozen": _("La jugada %(hand)s no está en desacuerdo."),
    "hand_out_of_order": _("Toca anotar la jugada %(expected)s."),
    "incident_kind_unknown": _("Elige el tipo de incidencia de la lista."),
    "incident_people_needed": _("Indica a qué jugador se refiere."),
    "incident_people_unknown": _("Esa persona no es de ninguno de los dos lados."),
    "incident_text_long": _("El texto es demasiado largo: caben %(most)s letras."),
    "incident_text_needed": _("Cuenta qué ha pasado."),
    "incidents_closed": _("El acta está cerrada: ya no se añaden incidencias."),
    "judge_mode_without_judge": _("Sin juez árbitro cuentan y anotan los jugadores."),
    "judge_says_if_infraction": _(
        "Con las dos puntas iguales, el reglamento deja que el juez árbitro diga si hubo infracción."
    ),
    "late_noted_already": _("El retraso ya consta."),
    "later_partida_in_play": _(
        "En esta mesa se está jugando una partida posterior: espera a que termine, o toma otra decisión."
    ),
    "leader_not_due": _("Le toca salir a otro jugador. Recarga la página y mira quién sale."),
    "left_differs": _("Lo que queda a cada uno no da esa cifra. Revisadlo."),
    "left_wrong_players": _("Indica lo que queda a cada uno de los cuatro."),
    "licence_number_missing": _(
        "No consta el número de licencia de ese jugador, y el artículo 15 lo pide en el acta. "
        "Avisa a la federación."
    ),
    "lag_passed_on": _("De ese arrime ya se ha empezado a jugar en otra mesa: no se cambia."),
    "line_up_block_locked": _("Las mesas del bloque %(block)s ya están cerradas y no se pueden cambiar."),
    "line_up_changed": _("Otra persona ha cambiado la alineación mientras tanto."),
    "line_up_locked": _("La alineación ya está cerrada y no se puede cambiar."),
    "line_up_refused": _("La alineación no se puede cerrar: mira lo que falta en cada mesa."),
    "line_up_shape": _("Falta alguna mesa o sobra algún nombre. Recarga la página."),
    "line_ups_closed": _("Este encuentro ya no admite cambios de alineación."),
    "malformed_entry": _("Falta un dato o no se entiende. Recarga la página y escríbelo otra vez."),
    "missing_kind": _("Indica si se niega a firmar o si está ausente."),
    "moment_wrong": _("Según la hoja, la petición se hizo en otro momento. Elige el que corresponde."),
    "naming_needed": _("Señalad antes anotador y encargado del recuento (art. 6, recuento)."),
    "naming_needs_pin": _("Quien pasa a anotar o a recontar ha de poner su PIN."),
    "next_partida_begun": _(
        "La partida siguiente ya ha empezado: la anterior no se puede corregir aquí. Anota una incidencia."
    ),
    "next_partida_seated": _(
        "La partida siguiente ya está preparada con estos jugadores: aquí no entra nadie más. "
        "Si falta uno, suspended la partida."
    ),
    "no_judge_designated": _("Este encuentro no tiene juez árbitro designado."),
    "no_late_ladder": _("El reglamento no da puntos por llegar tarde."),
    "no_line_ups_here": _("Aquí no se hacen alineaciones: juega quien está inscrito."),
    "no_pen": _(
        "Ahora anota %(holder)s en otro teléfono. Pide que te ceda la anotación o tómala con tu PIN."
    ),
    "no_time_limit": _("El reglamento no pone tiempo a esta partida."),
    "nobody_has_pen": _("Nadie está anotando: toma la anotación con tu PIN."),
    "not_a_captain_here": _("Esa persona no habla por ninguno de los dos lados."),
    "not_a_named_substitute": _("Solo entra un suplente de la alineación cerrada."),
    "not_at_table": _("No tienes acceso a esta mesa."),
    "not_at_this_table": _("Esa persona no está en esta mesa."),
    "not_in_this_encounter": _("Esa persona no es de ninguno de los dos lados."),
    "not_in_this_squad": _("Solo se alinea a jugadores de la plantilla del equipo."),
    "not_of_this_side": _("Quien sale no juega en esa pareja."),
    "not_partners": _("Solo invierten sus asientos dos compañeros."),
    "not_seated": _("Falta sentar a los jugadores."),
    "not_signing_now": _("El acta no está abierta a la firma."),
    "not_your_signature": _("Solo puedes firmar en tu propio nombre."),
    "nothing_to_resume": _("Con esa decisión no queda nada por jugar: no pongas día."),
    "nothing_to_rule": _("Solo se decide sobre una partida suspendida o terminada."),
    "on_paper_already": _("Esta partida ya tiene la foto de su Hoja en papel."),
    "other_discipline": _("En esa mesa se juega a otra cosa. Recarga la página."),
    "only_captains": _("Esto lo hace el capitán o el subcapitán del equipo, o quien juega en la pareja."),
    "only_own_side": _("Desde tu cuenta solo puedes hacerlo con los tuyos."),
    "only_the_author": _("Solo quien anotó la incidencia puede corregirla."),
    "only_the_committee": _("Esto lo decide el comité de competición."),
    "only_the_judge": _("Esto lo hace el juez árbitro designado."),
    "only_the_judge_substitutes": _(
        "Durante la partida, la sustitución la permite el juez árbitro (art. 20, ausencia justificada)."
    ),
    "only_the_rival_records_it": _("La negativa o la ausencia la hace constar el rival."),
    "only_the_rivals_ask": _("Solo puede pedirlo la pareja contraria a quien cometió la infracción."),
    "only_the_rivals_decide": _("Lo decide la pareja contraria a la que se le cae la ficha (art. 19)."),
    "other_board": _("Este teléfono está abierto en otra mesa."),
    "paper_needs_both": _("Sin juez árbitro pasan la Hoja los dos capitanes: falta el PIN del otro."),
    "partida_begun": _("La partida ya ha empezado."),
    "partida_not_over": _("La partida todavía no ha terminado."),
    "partida_not_suspended": _("La partida no está suspendida."),
    "partida_over": _("La partida ha terminado: no admite más anotaciones."),
    "partida_suspended": _("La partida está suspendida: el comité decide cómo sigue."),
    "partida_twice": _("La misma partida figura dos veces en el resultado."),
    "partners_not_opposite": _("Los compañeros se sientan uno frente al otro (art. 7.4, asientos)."),
    "password_too_often": _("Demasiados intentos seguidos. Espera cinco minutos y prueba otra vez."),
    "password_wrong": _("La contraseña no es correcta."),
    "pen_only_sides": _(
        "En esta mesa anota quien juega en ella, una de las dos capitanías o el juez árbitro."
    ),
    "pen_only_named": _(
        "La anotación solo la toma quien está señalado como anotador, o el juez árbitro. Para "
        "otra persona, señaladla antes (art. 6)."
    ),
    "person_at_table_already": _("Quien entra ya está sentado en esta mesa."),
    "pin_blocked": _("Demasiados intentos. Espera %(minutes)s min o pide ayuda al juez árbitro."),
    "pin_blocked_everywhere": _("Demasiados intentos con este PIN. El juez árbitro tiene que desbloquearlo."),
    "pin_expired": _("Ese PIN es de otra temporada. Pide uno nuevo al juez árbitro o a tu capitán."),
    "pin_four_figures": _("El PIN tiene cuatro cifras."),
    "pin_not_set": _(
        "Esa persona aún no tiene PIN. Lo pone el juez árbitro, o su capitán, al ver la licencia."
    ),
    "pin_signs_with_the_judge": _("Con PIN solo se firma en la sesión del juez árbitro."),
    "pin_too_easy": _("Ese PIN se adivina enseguida: elige otro."),
    "pin_wrong": _("El PIN no es correcto. Quedan %(left)s intentos."),
    "player_without_tiles": _("Revisad lo que queda: hay un jugador sin fichas que no ganó por dominó."),
    "plays_already": _("Alguno de los nombres ya juega en otra mesa o en otro encuentro de esta jornada."),
    "points_impossible": _("Esa cifra no puede darse: han de ser entre %(minimum)s y %(maximum)s tantos."),
    "previous_partida_not_over": _("Falta terminar la partida anterior de esta mesa."),
    "previous_seats_differ": _("Los asientos de la partida anterior no son de estos jugadores."),
    "protest_text_long": _("El texto de la protesta es demasiado largo: caben %(most)s letras."),
    "protest_text_needed": _("Escribe qué protestas: saldrá en el acta."),
    "reason_long": _("El motivo tiene que caber en %(most)s caracteres."),
    "reason_required": _("Escribe el motivo."),
    "replay_changes_nothing": _(
        "Con esa decisión no queda nada por jugar. Elige otra, o declara la jugada válida o nula."
    ),
    "replay_only_of_the_last": _(
        "Solo se reproduce la última jugada: después de la %(hand)s ya se ha jugado otra."
    ),
    "resumption_not_yet": _("El comité ha fijado otro día para reanudarlo: no puede seguir antes."),
    "resumption_past": _("Ese momento ya ha pasado: pon un día y una hora que estén por llegar."),
    "resumption_too_far": _("Falta más de un año: revisa el día."),
    "resumption_while_playing": _(
        "El encuentro se está jugando: la partida sigue ahora. Para otro día, antes tiene que suspenderse "
        "el encuentro."
    ),
    "retraction_needs_both": _(
        "La jugada %(hand)s ya tenía conforme: para deshacerla hacen falta anotador y encargado "
        "del recuento, o el juez árbitro."
    ),
    "retraction_not_last": _("Solo se puede deshacer la última jugada."),
    "retraction_of_struck_hand": _("La jugada %(hand)s quedó fuera de la partida: no hay nada que deshacer."),
    "rival_needed": _("Hace falta el acuerdo del otro lado: su PIN en este teléfono."),
    "review_effect_changed": _(
        "Lo que la decisión cambia ya no es lo que viste. Míralo otra vez antes de confirmarla."
    ),
    "review_hand_needed": _("Elige la jugada."),
    "review_hand_unknown": _("Esa jugada no está en la Hoja o ya no cuenta. Elige otra."),
    "review_not_of_frames": _(
        "De una partida de bola 8 solo se hace constar la decisión: sus juegos se corrigen en la mesa."
    ),
    "review_name_erased": _(
        "Los datos de esa persona se han suprimido: el acta conserva el nombre que tenía."
    ),
    "review_name_same": _(
        "El registro dice lo mismo que el acta. Corrige antes la ficha de la persona o su licencia."
    ),
    "review_partida_needed": _("Elige la partida."),
    "review_partida_unknown": _("Esa partida no es de este encuentro."),
    "review_person_needed": _("Elige la persona."),
    "review_person_unknown": _("El acta no nombra a esa persona."),
    "review_text_needed": _("Escribe lo que se hace constar."),
    "rival_locks_first": _("Ahora le toca cerrar al rival. Cuando cierre, cierras tú."),
    "ruling_in_own_encounter": _("Diriges o capitaneas este encuentro: lo decide otra persona del comité."),
    "ruling_needs_another": _(
        "El tanteo está igualado y el reglamento no deja nombrar ganador: toma otra decisión."
    ),
    "ruling_not_now": _(
        "El encuentro está cerrado: el comité decide cuando se vuelve al juego, o sobre el acta sellada."
    ),
    "scorer_not_local": _("El anotador ha de ser de la pareja local (art. 6, anotación)."),
    "seat_not_chosen": _("Falta el asiento que elige quien gana el sorteo."),
    "seat_not_valid": _("Ese asiento no existe: elige N, O, S o E."),
    "seating_not_a_swap": _("O siguen como estaban, o una pareja invierte sus asientos."),
    "seating_not_as_drawn": _("Esos no son los asientos que salen del sorteo (art. 7.4, asientos)."),
    "seating_origin_wrong": _("Los asientos de esta partida no se deciden así (art. 7, asientos)."),
    "seating_wrong_players": _("Han de sentarse los cuatro jugadores de esta mesa."),
    "seats_changed": _(
        "La partida anterior ha terminado de otra manera: sentaos antes como corresponde ahora (art. 7.2)."
    ),
    "settlement_needed": _("Antes hay que resolver lo que está en desacuerdo: jugada %(hands)s."),
    "settlement_needs_both": _("Lo resuelve el juez árbitro, o dos personas de acuerdo."),
    "sheet_moved": _("La Hoja ha cambiado desde que la abriste. Mira cómo está antes de decidir."),
    "signature_kind": _("Indica si firmas conforme o bajo protesta."),
    "signature_not_drawn": _("Dibuja la firma, o elige firmar sin dibujar."),
    "signed_already": _("Esa firma ya consta en el acta."),
    "strokes_invalid": _("El dibujo de la firma no se ha recibido bien. Bórralo y dibújalo otra vez."),
    "substitute_for_the_one_who_left": _(
        "Quien abandonó no juega más en esta mesa: antes de sentarse hace falta su sustituto."
    ),
    "substitute_may_enter": _("Queda un suplente que puede entrar: anota la sustitución."),
    "substitution_moment_wrong": _("Ese cambio no corresponde al momento de la partida. Recarga la página."),
    "suspension_hand_unknown": _("Los puntos de la jugada que se repite no caben en el tanteo. Revísalos."),
    "swap_answer_needed": _("Indica qué pareja cambia de asiento y el motivo."),
    "swap_is_obligatory": _(
        "El cambio de asientos es obligatorio: no se puede elegir otro orden (art. 7.2)."
    ),
    "tied_block_scores_nothing": _("Un cierre empatado no da tantos a nadie."),
    "tile_does_not_fit": _("La ficha %(tile)s no cabe en ninguna de las puntas."),
    "tile_has_two_places": _(
        "Esa ficha tenía dos sitios donde jugarse: pararse a pensar no es infracción (art. 15)."
    ),
    "tile_not_valid": _("«%(tile)s» no es una ficha: escríbela como 6-3."),
    "tile_twice": _("La ficha %(tile)s está dos veces. Revisad lo que queda a cada uno."),
    "time_before_play": _("El tiempo no puede cumplirse antes de la primera jugada."),
    "time_marked_already": _("El final del tiempo ya está marcado."),
    "time_not_over": _("El tiempo de la partida aún no se ha cumplido."),
    "too_many_tiles": _("Nadie puede tener más de %(most)s fichas."),
    "venue_unknown": _("Elige la sede de la lista."),
    "winner_has_tiles_left": _("Quien gana por dominó no tiene fichas. Revisad lo que queda."),
    "winner_needed": _("Indica qué pareja gana."),
    "winner_not_named_here": _("Con esta decisión no se nombra ganador."),
    "witness_needed": _("Escribe el nombre del testigo."),
}

MESSAGES: dict[str, Any] = dict(sorted({**_MESSAGES, **DECISION_MESSAGES, **POOL_MESSAGES}.items()))

# The problems of a line-up are no refusals: a list of them is shown, each with its severity.
PROBLEMS: dict[str, Any] = {
    "already_in_round": _("Ya está alineado en otro encuentro de esta jornada."),
    "board_incomplete": _("Mesa %(board)s: hay %(given)s jugadores y hacen falta %(needed)s."),
    "in_rival_squad": _("Es del equipo contrario."),
    "licence_not_granted": _("Su licencia %(number)s no está concedida."),
    "licence_not_in_force": _("Su licencia %(number)s no vale el día del encuentro."),
    "no_player_licence": _("No tiene licencia de jugador."),
    "not_in_squad": _("No está en la plantilla el día del encuentro."),
    "reserve_last_time": _(
        "Es de %(own)s: con este encuentro completa los %(limit)s que puede ayudar sin quedarse aquí."
    ),
    "reserve_same_competition": _("Es de %(own)s, que juega esta misma competición."),
    "reserve_will_stay": _(
        "Es de %(own)s y ya ha ayudado %(times)s veces: si juega este encuentro se queda aquí, y no "
        "podrá volver a su equipo."
    ),
    "squad_below_minimum": _(
        "El reglamento pide una plantilla de %(least)s jugadores como mínimo, y hay %(size)s."
    ),
    "stays_above": _(
        "Ha jugado %(times)s encuentros con %(above)s (el límite son %(limit)s): se queda en ese equipo."
    ),
    "substitute_also_starts": _("Es titular: no puede ser también suplente."),
    "substitute_twice": _("Está dos veces entre los suplentes."),
    "too_many_boards": _("Está en %(boards)s mesas y el máximo es %(most)s."),
    "twice_on_board": _("Está dos veces en la mesa %(board)s."),
    "unknown_person": _("No es una persona de la federación."),
    "wrong_number_of_boards": _("Hay %(given)s mesas y el encuentro tiene %(needed)s."),
}

INCIDENT_TITLES: dict[str, Any] = {
    "abandonment": _("Abandono de la partida"),
    "circumstance": _("Circunstancia avisada antes de la partida"),
    "closing_word": _("Voz de cerrado o abierto"),
    "comment": _("Comentarios durante la partida"),
    "committee_note": _("Diligencia del comité"),
    "concession": _("Partida concedida"),
    "disagreement_settled": _("Desacuerdo en el recuento"),
    "dropped_tiles": _("Caída de fichas"),
    "false_pass": _("Paso en falso"),
    "false_thinking": _("Pensada en falso"),
    "figure_kept_with_reason": _("Cifra mantenida con motivo"),
    "first_tile": _("Ficha de salida mal puesta o movida"),
    "frame_settled": _("Desacuerdo sobre un juego"),
    "interruption": _("Interrupción de la partida"),
    "late": _("Retraso"),
    "late_line_up": _("Alineación fuera de plazo"),
    "laying_changed": _("Cambio en la forma de colocar las fichas"),
    "lifted_early": _("Fichas levantadas antes de la salida"),
    "manual_seats": _("Asientos puestos a mano"),
    "material": _("Mesa o material defectuoso"),
    "no_show": _("Incomparecencia"),
    "not_in_rules": _("Hecho no recogido"),
    "object_on_table": _("Objetos sobre la mesa"),
    "other": _("Otra incidencia"),
    "posture": _("Postura del jugador"),
    "resumption": _("Fecha de reanudación"),
    "ruling": _("Decisión del comité"),
    "shuffling_order": _("Orden al revolver o coger las fichas"),
    "signature_refused": _("Negativa a firmar"),
    "signs_observed": _("Observación sobre señas"),
    "start_procedure": _("Otra infracción al preparar la jugada"),
    "substitution_in_play": _("Sustitución durante la partida"),
    "suspension": _("Suspensión de la partida"),
    "table_struck": _("Golpe en la mesa al colocar"),
    "tiles_arranged": _("Fichas separadas u ordenadas"),
    "tiles_touched": _("Fichas tocadas sin jugarlas"),
    "touched_tile": _("Ficha tocada"),
}


def text(error: RuleError) -> str:
    """What this error says to people; the words of the apps below where it is one of theirs."""
    if error.code in MESSAGES:
        return fill(MESSAGES[error.code], error.data)
    return below.text(error)


def problem_text(problem: Problem) -> str:
    """What one problem of a line-up says; who it is about stands beside it."""
    return fill(PROBLEMS[problem.code], problem.data)


def incident_title(kind: str) -> str:
    """Our short title of a kind of incident, as pages and the acta show it."""
    return str(INCIDENT_TITLES[kind])
