"""What each parameter of a regulation decides, in plain words for whoever sets one up for the first time."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation import parameter_explanations_pool as pool

EXPLANATIONS: Mapping[str, str | Promise] = {
    **pool.EXPLANATIONS,
    "target_points": _(
        "Los tantos con los que una pareja gana la partida. El artículo pone 300; muchas ligas juegan a 200."
    ),
    "time_limit_minutes": _(
        "Minutos que dura la partida como mucho. Sin poner nada se juega sin reloj, hasta el límite "
        "de tantos."
    ),
    "time_warning_minutes": _("Cuántos minutos antes de acabarse el tiempo avisa el reloj de la mesa."),
    "time_limit_ending": _(
        "Qué pasa cuando suena el reloj: se termina la jugada que está en la mesa, o además se marca "
        "el tanteo y se juega una última."
    ),
    "time_level": _("Qué pasa si al acabarse el tiempo las parejas van iguales."),
    "hand_entry": _(
        "Cómo se escribe cada jugada: sus tantos ya contados, los puntos que le quedan a cada "
        "jugador, o las fichas una a una. Con lo segundo y lo tercero la suma la hace el programa."
    ),
    "approval_mode": _(
        "Cómo da su conforme el encargado del recuento. Se pueden permitir varias formas a la vez."
    ),
    "home_pair_when_neutral": _("Qué pareja hace de local, y pone al anotador, cuando nadie juega en casa."),
    "seat_draw_value": _(
        "Qué se compara en las fichas del sorteo: la suma de sus puntos o su mitad más alta."
    ),
    "seat_draw_tie": _("Qué se hace cuando dos fichas del sorteo valen lo mismo."),
    "seat_swap_scope": _("Dónde la pareja que pierde la primera partida cambia sus asientos en la segunda."),
    "second_partida_seats_outside_teams": _(
        "Cómo se sientan en la segunda partida de un torneo individual o por parejas. Solo cuenta si "
        "el cambio de asientos es de las competiciones por equipos."
    ),
    "second_partida_leader": _("Quién sale en la primera jugada de la segunda partida."),
    "swap_in_later_partidas": _(
        "Si una mesa tiene tres partidas o más, el cambio de asientos se repite también en la "
        "tercera y siguientes."
    ),
    "swap_without_winner": _("Qué se hace con los asientos si la primera partida acabó sin ganador."),
    "block_winner": _(
        "Quién se lleva los tantos de un cierre: se suman los puntos de cada pareja, o se mira solo "
        "al jugador que menos tiene."
    ),
    "tied_block": _("Quién sale después de un cierre en el que nadie gana tantos."),
    "points_over_target": _(
        "Los tantos que pasan del límite se escriben siempre en la Hoja. Esto decide si cuentan "
        "también en la clasificación."
    ),
    "false_thinking_request_until": _(
        "Hasta cuándo puede la pareja rival pedir que se anule o se repita una jugada por pensar en falso."
    ),
    "false_thinking_equal_ends": _(
        "Si los dos extremos de la mesa son iguales, cuántas opciones se entiende que tiene quien "
        "piensa con una sola ficha que cabe."
    ),
    "false_pass_request_until": _(
        "Hasta cuándo puede la pareja rival pedir que se anule o se repita una jugada por un pase en falso."
    ),
    "false_pass_rivals_led": _(
        "Quién sale después de anular por pase en falso, si había salido la pareja que no cometió la falta."
    ),
    "dropped_tiles_note_from": _("A partir de qué ficha caída de una misma pareja se anota en el acta."),
    "dropped_tile_while_taking": _("Qué se hace si una ficha cae boca arriba mientras se están tomando."),
    "dropped_while_shuffling_counts": _(
        "Si las fichas que caen al mover cuentan para llegar a las que se anotan en el acta."
    ),
    "dropped_tile_annulled_lead": _("Quién sale después de anular una jugada por una ficha caída."),
    "comment_seconds": _(
        "Segundos que pueden hablar los compañeros al acabar una jugada. El artículo no deja pasar de 60."
    ),
    "justified_absence_without_substitute": _(
        "Qué pasa si un jugador tiene que irse con motivo y ya no queda suplente."
    ),
    "abandonment_second_partida": _(
        "Qué pasa con la segunda partida de la mesa cuando alguien abandonó la primera."
    ),
    "absence_without_judge": _(
        "Quién permite que un suplente entre por una ausencia justificada cuando no hay juez árbitro."
    ),
    "validated_score_winner": _(
        "Si el comité da por válido el tanteo de una partida suspendida, quién la gana."
    ),
    "level_ahead_decision": _(
        "Si en una partida suspendida van iguales, el comité puede o no nombrar una ganadora."
    ),
    "no_show_score": _("Con qué tanteo se da por ganada una mesa a la que el rival no se presenta."),
    "no_show_counts_in_totals": _(
        "Si los tantos de una incomparecencia suman en los totales de la clasificación."
    ),
    "late_arrival": _(
        "Tantos que pierde cada mesa según los minutos de retraso; el último escalón es la "
        "incomparecencia. Sin escalones no hay penalización."
    ),
    "encounter_result_by": _(
        "Qué se cuenta para saber quién gana el encuentro: partidas, mesas enteras, o partidas con "
        "el peso que les da el formato."
    ),
    "level_knockout": _(
        "Cómo se deshace el empate en una eliminatoria. En liga un encuentro igualado es un empate."
    ),
    "encounter_points": _("Puntos de la clasificación por ganar, empatar y perder un encuentro."),
    "encounter_bonus_points": _("Puntos de más para quien gana todas las partidas del encuentro."),
    "line_up_mode": _("Si cada capitanía alinea sin ver la del rival, por turnos o a la vista."),
    "line_up_lock_minutes": _(
        "Minutos antes de la hora a los que la alineación tiene que estar fijada. Sin poner nada, "
        "basta con fijarla antes de empezar."
    ),
    "min_players_to_start": _(
        "Cuántos jugadores hacen falta para empezar. Sin poner nada, los que pidan las mesas del formato."
    ),
    "max_boards_per_player": _(
        "En cuántas mesas de un mismo encuentro puede jugar una persona; en bola 8, en cuántas de cada "
        "bloque."
    ),
    "signatures_required": _("Quiénes firman el acta. El juez árbitro, solo si está designado."),
    "signature_quorum": _("Con cuántas de esas firmas basta. Sin poner nada, hacen falta todas."),
    "claim_hours": _("Horas que hay para reclamar desde que se firma bajo protesta."),
    "homologation_days": _(
        "Días después de los cuales el acta queda homologada aunque la secretaría no haga nada."
    ),
    "acta_deadline_hours": _("Horas que hay para cerrar y firmar el acta después del encuentro."),
    "squad_min": _("Cuántos jugadores tiene que tener un equipo. Sin poner nada no hay mínimo."),
    "squad_max": _("Cuántos jugadores puede tener un equipo. Sin poner nada no hay máximo."),
    "reserve_team_rule": _(
        "Cuántas veces puede jugar en el equipo superior alguien del filial antes de quedarse en él. "
        "Sin poner nada puede subir siempre."
    ),
    "registration_window": _(
        "Entre qué fechas o jornadas se puede inscribir a un jugador nuevo. Sin poner nada, siempre."
    ),
    "transfer_window": _(
        "Entre qué fechas o jornadas se puede pasar de un equipo a otro. Sin poner nada, siempre."
    ),
    "two_clubs": _(
        "Si alguien puede estar a la vez en plantillas de dos clubes, en competiciones distintas del "
        "mismo juego."
    ),
    "postponements_per_season": _("Cuántos encuentros puede aplazar un equipo en la temporada."),
    "postponement_notice_days": _("Con cuántos días de antelación hay que pedirlo."),
    "postponement_before_next_leg": _(
        "Si el encuentro aplazado tiene que jugarse antes de que empiece la vuelta siguiente."
    ),
    "postponement_accepted_by": _("Quiénes tienen que aceptarlo."),
    "standings_criteria": _(
        "Por qué se ordena la clasificación: lo primero decide, y cada criterio siguiente deshace el "
        "empate del anterior."
    ),
    "ranking_minimum_played": _(
        "Cuántas jornadas hay que haber jugado para salir en ella. Sin poner nada, un tercio."
    ),
    "swiss_first_round": _("Cómo se empareja la primera ronda, cuando nadie tiene puntos todavía."),
    "rest_score": _("Qué recibe quien descansa porque son impares."),
    "late_entry_score": _("Qué recibe por cada ronda que no jugó quien se incorpora con el torneo empezado."),
    "unplayed_in_buchholz": _("Cómo cuenta una ronda que el rival no jugó al calcular el Buchholz."),
    "withdrawal_policy": _("Qué se hace con los encuentros de un equipo que se retira."),
    "forfeit_score": _("Con qué partidas se da por ganado. Sin poner nada, todas las del formato."),
    "forfeit_enters_differences": _("Si ese tanteo cuenta también para las diferencias de la clasificación."),
    "serving_counts_awarded": _(
        "Si un encuentro que no se jugó, pero se dio por ganado o perdido, cuenta como cumplido."
    ),
    "serving_counts_double_days": _("Si en un día con dos encuentros se cumplen dos."),
    "serving_counts_other_competitions": _("Si se cumple también con los encuentros de otra competición."),
    "deemed_notified_days": _(
        "Días después de los cuales una resolución se da por recibida aunque nadie la abra."
    ),
    "statement_working_days": _("Días hábiles para contestar a un expediente."),
    "appeal_working_days": _("Días hábiles para recurrir una resolución."),
    "holidays": _("Los días que no son hábiles en la sede de la federación, además de sábados y domingos."),
    "prescription_minor_days": _(
        "Días después de los cuales una infracción leve ya no se persigue. Sin poner nada, la "
        "federación aún no lo ha fijado."
    ),
    "prescription_serious_days": _(
        "Días después de los cuales una infracción grave ya no se persigue. Sin poner nada, la "
        "federación aún no lo ha fijado."
    ),
    "prescription_very_serious_days": _(
        "Días después de los cuales una infracción muy grave ya no se persigue. Sin poner nada, la "
        "federación aún no lo ha fijado."
    ),
}
