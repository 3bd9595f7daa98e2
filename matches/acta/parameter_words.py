"""The parameters that govern an encounter, and their options, as the acta words them."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

Words = Mapping[str, str | Promise]

_LABELS: Words = {
    "abandonment_second_partida": _("segunda partida tras un abandono"),
    "absence_without_judge": _("ausencia justificada sin juez árbitro"),
    "acta_deadline_hours": _("plazo del acta, en horas"),
    "approval_mode": _("formas de dar el conforme"),
    "block_winner": _("gana el cierre"),
    "claim_hours": _("plazo de reclamación, en horas"),
    "comment_seconds": _("comentario entre compañeros, en segundos"),
    "dropped_tile_annulled_lead": _("salida tras anular por ficha caída"),
    "dropped_tile_while_taking": _("ficha caída al tomarlas"),
    "dropped_tiles_note_from": _("fichas caídas que se anotan, desde la"),
    "dropped_while_shuffling_counts": _("la ficha caída al mover cuenta"),
    "encounter_bonus_points": _("puntos de bonificación"),
    "encounter_points": _("puntos del encuentro"),
    "encounter_result_by": _("decide el encuentro"),
    "false_pass_request_until": _("el pase en falso se reclama"),
    "false_pass_rivals_led": _("pase en falso con salida rival"),
    "false_thinking_equal_ends": _("pensada con extremos iguales"),
    "false_thinking_request_until": _("la pensada en falso se reclama"),
    "hand_entry": _("la jugada se anota"),
    "home_pair_when_neutral": _("pareja local en campo neutral"),
    "homologation_days": _("plazo de homologación, en días"),
    "justified_absence_without_substitute": _("ausencia justificada sin suplente"),
    "late_arrival": _("llegada tarde"),
    "level_ahead_decision": _("dar por ganadora a la que va delante con empate"),
    "level_knockout": _("eliminatoria empatada"),
    "line_up_lock_minutes": _("minutos antes para fijar la alineación"),
    "line_up_mode": _("orden de las alineaciones"),
    "max_boards_per_player": _("mesas por jugador, como máximo"),
    "min_players_to_start": _("jugadores para empezar"),
    "no_show_counts_in_totals": _("la incomparecencia cuenta en los totales"),
    "no_show_score": _("tanteo de la incomparecencia"),
    "points_over_target": _("tantos que pasan del límite"),
    "seat_draw_tie": _("empate en el sorteo de asientos"),
    "seat_draw_value": _("valor de la ficha en el sorteo"),
    "seat_swap_scope": _("cambio de asientos"),
    "second_partida_leader": _("salida de la segunda partida"),
    "second_partida_seats_outside_teams": _("asientos de la segunda partida fuera de equipos"),
    "signature_quorum": _("firmas que bastan"),
    "signatures_required": _("firmas que se piden"),
    "swap_in_later_partidas": _("cambio de asientos en las partidas siguientes"),
    "swap_without_winner": _("cambio de asientos sin ganador"),
    "target_points": _("tantos de la partida"),
    "tied_block": _("cierre empatado"),
    "time_level": _("empate por tiempo"),
    "time_limit_ending": _("al acabar el tiempo"),
    "time_limit_minutes": _("tiempo de la partida, en minutos"),
    "time_warning_minutes": _("aviso antes de acabar, en minutos"),
    "validated_score_winner": _("ganador si se valida el tanteo"),
}

_OPTIONS: Words = {
    "abandonment": _("abandono"),
    "ahead_wins": _("la que va delante"),
    "all": _("en todas las competiciones"),
    "alternate_by_block": _("alternas por bloques"),
    "as_19_2": _("como antes de salir (art. 19.2)"),
    "ask_judge": _("lo decide el juez árbitro"),
    "asked": _("se pregunta en la mesa"),
    "at_once": _("en el acto"),
    "away_captain": _("capitanía visitante"),
    "blind_both_lock": _("a ciegas, hasta fijar las dos"),
    "boards": _("por mesas"),
    "both_captains": _("ambas capitanías"),
    "cap": _("fuera de la Hoja no cuentan"),
    "committee": _("el comité"),
    "count": _("cuentan"),
    "double_first": _("el doble; si no, nuevo sorteo"),
    "drawn": _("empatada"),
    "end_of_hand": _("hasta el fin de la jugada"),
    "extra_hand": _("una jugada más"),
    "extra_partida": _("una partida más"),
    "finish_hand": _("se acaba la jugada"),
    "finish_hand_plus_one": _("se acaba la jugada y se juega otra"),
    "first_named": _("la nombrada primero"),
    "first_partida_leader": _("quien salió en la primera"),
    "free": _("la nombra el comité"),
    "higher_half": _("la mitad más alta"),
    "highest_half": _("la mitad más alta"),
    "home_captain": _("capitanía local"),
    "home_first": _("primero la local"),
    "judge": _("juez árbitro"),
    "judge_marks": _("marca del juez árbitro"),
    "keep": _("los mismos"),
    "lead_passes": _("pasa la salida a la derecha"),
    "lost": _("perdida"),
    "lost_if_own_lead": _("se pierde si salía la pareja"),
    "lot": _("por sorteo"),
    "lowest_pair": _("la pareja con menos puntos"),
    "lowest_player": _("el jugador con menos puntos"),
    "never": _("nunca"),
    "new_draw": _("nuevo sorteo"),
    "next_lead": _("hasta la salida siguiente"),
    "no_points_lead_passes": _("sin tantos, pasa la salida a la derecha"),
    "no_points_same_leader": _("sin tantos, repite el salidor"),
    "no_swap": _("no se cambian"),
    "none": _("ninguna"),
    "one_option": _("una sola opción"),
    "open": _("abiertas"),
    "own_device": _("desde su teléfono"),
    "partidas": _("por partidas"),
    "per_partida": _("uno por partida ganada"),
    "pip_sum": _("suma de los puntos"),
    "pips_per_player": _("por los puntos de cada jugador"),
    "played_with_substitute": _("se juega con suplente"),
    "points": _("por sus tantos"),
    "redraw": _("nuevo sorteo entre los empatados"),
    "refused": _("no se admite"),
    "replay": _("se repite"),
    "right_of_last_leader": _("a la derecha del último salidor"),
    "right_of_last_leader_player": _("el jugador que seguía en la primera, donde se siente"),
    "same_device_pin": _("PIN en el mismo teléfono"),
    "same_leader": _("repite el salidor"),
    "sheet_closed": _("hasta cerrar el encuentro"),
    "shuffle_again": _("se mueven de nuevo"),
    "skip_offenders_next_lead": _("los infractores pierden su próxima salida"),
    "suspended_to_committee": _("se suspende y decide el comité"),
    "swap": _("cambio de asientos"),
    "tantos": _("por tantos"),
    "target_to_half": _("el límite a la mitad"),
    "target_to_zero": _("el límite a cero"),
    "team_competitions": _("en competiciones por equipos"),
    "tiles": _("por las fichas de cada jugador"),
    "two_options": _("dos opciones"),
    "weighted": _("por puntos ponderados"),
}


def describe(name: str, value: Any) -> tuple[str, str]:
    """Give a parameter and its value in words; the regulation's own codes where there are none."""
    return str(_LABELS.get(name, name)), _value(value)


def _value(value: Any) -> str:
    if value is None:
        return gettext("no se usa")
    if isinstance(value, bool):
        return gettext("sí") if value else gettext("no")
    if isinstance(value, list):
        return ", ".join(_value(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_value(item)}" for key, item in value.items())
    return str(_OPTIONS.get(str(value), value))
