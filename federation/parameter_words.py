"""The parameters of a regulation, their options and their groups, in words: for the acta and for pages."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation import parameter_words_pool as pool
from federation.rules.parameters import CATALOGUE, ParameterKind

Words = Mapping[str, str | Promise]

_LABELS: Words = {
    **pool.LABELS,
    "abandonment_second_partida": _("segunda partida tras un abandono"),
    "absence_without_judge": _("ausencia justificada sin juez árbitro"),
    "acta_deadline_hours": _("plazo del acta, en horas"),
    "appeal_working_days": _("plazo de recurso, en días hábiles"),
    "approval_mode": _("formas de dar el conforme"),
    "block_winner": _("gana el cierre"),
    "claim_hours": _("plazo de reclamación, en horas"),
    "comment_seconds": _("comentario entre compañeros, en segundos"),
    "deemed_notified_days": _("se da por notificado, en días"),
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
    "forfeit_enters_differences": _("el tanteo por sanción entra en las diferencias"),
    "forfeit_score": _("tanteo del encuentro perdido por sanción"),
    "hand_entry": _("la jugada se anota"),
    "holidays": _("festivos"),
    "home_pair_when_neutral": _("pareja local en campo neutral"),
    "homologation_days": _("plazo de homologación, en días"),
    "justified_absence_without_substitute": _("ausencia justificada sin suplente"),
    "late_arrival": _("llegada tarde"),
    "late_entry_score": _("rondas antes de incorporarse"),
    "level_ahead_decision": _("dar por ganadora a la que va delante con empate"),
    "level_knockout": _("eliminatoria empatada"),
    "line_up_lock_minutes": _("minutos antes para fijar la alineación"),
    "line_up_mode": _("orden de las alineaciones"),
    "max_boards_per_player": _("mesas por jugador, como máximo"),
    "min_players_to_start": _("jugadores para empezar"),
    "no_show_counts_in_totals": _("la incomparecencia cuenta en los totales"),
    "no_show_score": _("tanteo de la incomparecencia"),
    "points_over_target": _("tantos que pasan del límite"),
    "postponement_accepted_by": _("acepta el aplazamiento"),
    "postponement_before_next_leg": _("se juega antes de la vuelta"),
    "postponement_notice_days": _("aviso del aplazamiento, en días"),
    "postponements_per_season": _("aplazamientos por temporada"),
    "prescription_minor_days": _("prescripción de las leves, en días"),
    "prescription_serious_days": _("prescripción de las graves, en días"),
    "prescription_very_serious_days": _("prescripción de las muy graves, en días"),
    "ranking_minimum_played": _("mínimo jugado para la clasificación individual"),
    "registration_window": _("plazo de inscripción"),
    "reserve_team_rule": _("encuentros arriba sin quedarse"),
    "rest_score": _("descanso en el suizo"),
    "seat_draw_tie": _("empate en el sorteo de asientos"),
    "seat_draw_value": _("valor de la ficha en el sorteo"),
    "seat_swap_scope": _("cambio de asientos"),
    "second_partida_leader": _("salida de la segunda partida"),
    "second_partida_seats_outside_teams": _("asientos de la segunda partida fuera de equipos"),
    "serving_counts_awarded": _("la sanción corre en encuentros dados por ganados"),
    "serving_counts_double_days": _("la sanción corre dos veces en jornada doble"),
    "serving_counts_other_competitions": _("la sanción corre en otras competiciones"),
    "signature_quorum": _("firmas que bastan"),
    "signatures_required": _("firmas que se piden"),
    "squad_max": _("plantilla, como máximo"),
    "squad_min": _("plantilla, como mínimo"),
    "standings_criteria": _("orden de la clasificación"),
    "statement_working_days": _("plazo de alegaciones, en días hábiles"),
    "swap_in_later_partidas": _("cambio de asientos en las partidas siguientes"),
    "swap_without_winner": _("cambio de asientos sin ganador"),
    "swiss_first_round": _("primera ronda del suizo"),
    "target_points": _("tantos de la partida"),
    "tied_block": _("cierre empatado"),
    "time_level": _("empate por tiempo"),
    "time_limit_ending": _("al acabar el tiempo"),
    "time_limit_minutes": _("tiempo de la partida, en minutos"),
    "time_warning_minutes": _("aviso antes de acabar, en minutos"),
    "transfer_window": _("plazo de traspasos"),
    "two_clubs": _("en dos clubes a la vez"),
    "unplayed_in_buchholz": _("rondas sin jugar en el Buchholz"),
    "validated_score_winner": _("ganador si se valida el tanteo"),
    "withdrawal_policy": _("retirada de un equipo"),
}

_OPTIONS: Words = {
    "2-1-0": _("2 por ganar, 1 por empatar"),
    "3-1-0": _("3 por ganar, 1 por empatar"),
    "abandonment": _("abandono"),
    "ahead_wins": _("la que va delante"),
    "all": _("en todas las competiciones"),
    "allowed": _("se permite"),
    "alternate_by_block": _("alternas por bloques"),
    "as_19_2": _("como antes de salir (art. 19.2)"),
    "as_draw": _("como un empate"),
    "as_zero": _("como cero"),
    "ask_judge": _("lo decide el juez árbitro"),
    "asked": _("se pregunta en la mesa"),
    "at_once": _("en el acto"),
    "away_captain": _("capitanía visitante"),
    "away_wins": _("victorias fuera de casa"),
    "blind_both_lock": _("a ciegas, hasta fijar las dos"),
    "boards": _("por mesas"),
    "both_captains": _("ambas capitanías"),
    "buchholz": _("Buchholz"),
    "buchholz_cut1": _("Buchholz sin el peor"),
    "buchholz_median": _("Buchholz sin el mejor ni el peor"),
    "by_half_of_calendar": _("antes de la mitad se borra; después se da por perdido lo que falta"),
    "cap": _("fuera de la Hoja no cuentan"),
    "committee": _("el comité"),
    "count": _("cuentan"),
    "direct_encounter": _("enfrentamiento directo"),
    "double_first": _("el doble; si no, nuevo sorteo"),
    "drawn": _("empatada"),
    "efectividad": _("efectividad (tantos a favor menos en contra)"),
    "efectividad_target": _("efectividad hasta el límite"),
    "end_of_hand": _("hasta el fin de la jugada"),
    "extra_hand": _("una jugada más"),
    "extra_partida": _("una partida más"),
    "finish_hand": _("se acaba la jugada"),
    "finish_hand_plus_one": _("se acaba la jugada y se juega otra"),
    "first_named": _("la nombrada primero"),
    "first_partida_leader": _("quien salió en la primera"),
    "free": _("la nombra el comité"),
    "gd": _("diferencia de partidas"),
    "gf": _("partidas ganadas"),
    "h2h_gd": _("diferencia de partidas entre los empatados"),
    "h2h_gf": _("partidas ganadas entre los empatados"),
    "h2h_pts": _("puntos entre los empatados"),
    "half": _("la mitad"),
    "higher_half": _("la mitad más alta"),
    "highest_half": _("la mitad más alta"),
    "home_captain": _("capitanía local"),
    "home_first": _("primero la local"),
    "judge": _("juez árbitro"),
    "judge_marks": _("marca del juez árbitro"),
    "keep": _("los mismos"),
    "keep_played_forfeit_rest": _("vale lo jugado y se da por perdido el resto"),
    "koya": _("Koya"),
    "lead_passes": _("pasa la salida a la derecha"),
    "lost": _("perdida"),
    "lost_if_own_lead": _("se pierde si salía la pareja"),
    "lot": _("por sorteo"),
    "lots": _("sorteo"),
    "lowest_pair": _("la pareja con menos puntos"),
    "lowest_player": _("el jugador con menos puntos"),
    "never": _("nunca"),
    "new_draw": _("nuevo sorteo"),
    "next_lead": _("hasta la salida siguiente"),
    "no_points_lead_passes": _("sin tantos, pasa la salida a la derecha"),
    "no_points_same_leader": _("sin tantos, repite el salidor"),
    "no_swap": _("no se cambian"),
    "none": _("ninguna"),
    "office": _("la secretaría"),
    "one_option": _("una sola opción"),
    "open": _("abiertas"),
    "own_device": _("desde su teléfono"),
    "partidas": _("por partidas"),
    "penalty_points": _("menos puntos de sanción"),
    "per_partida": _("uno por partida ganada"),
    "pip_sum": _("suma de los puntos"),
    "pips_per_player": _("por los puntos de cada jugador"),
    "played": _("menos encuentros jugados"),
    "played_with_substitute": _("se juega con suplente"),
    "points": _("por sus tantos"),
    "pts": _("puntos"),
    "rating": _("por puntuación previa"),
    "redraw": _("nuevo sorteo entre los empatados"),
    "refused": _("no se admite"),
    "replay": _("se repite"),
    "right_of_last_leader": _("a la derecha del último salidor"),
    "right_of_last_leader_player": _("el jugador que seguía en la primera, donde se siente"),
    "rival": _("el rival"),
    "same_device_pin": _("PIN en el mismo teléfono"),
    "same_leader": _("repite el salidor"),
    "sheet_closed": _("hasta cerrar el encuentro"),
    "shuffle_again": _("se mueven de nuevo"),
    "skip_offenders_next_lead": _("los infractores pierden su próxima salida"),
    "sonneborn_berger": _("Sonneborn-Berger"),
    "spread_clubs": _("separando a los del mismo club"),
    "strike_out_all": _("se borran todos"),
    "suspended_to_committee": _("se suspende y decide el comité"),
    "swap": _("cambio de asientos"),
    "tantos": _("por tantos"),
    "target_to_half": _("el límite a la mitad"),
    "target_to_zero": _("el límite a cero"),
    "td": _("diferencia de tantos"),
    "td_capped": _("diferencia de tantos hasta el límite"),
    "team_competitions": _("en competiciones por equipos"),
    "tf": _("tantos a favor"),
    "tiles": _("por las fichas de cada jugador"),
    "two_options": _("dos opciones"),
    "weighted": _("por puntos ponderados"),
    "win_to_half": _("partida ganada, el límite a la mitad"),
    "win_to_zero": _("partida ganada, el límite a cero"),
    "wins": _("encuentros ganados"),
    "zero": _("cero"),
}

GROUP_TITLES: Words = {
    "absences": _("Ausencias y abandonos"),
    "acta": _("Firmas y plazos del acta"),
    "discipline": _("Disciplina"),
    "infractions": _("Infracciones en la mesa"),
    "line_ups": _("Alineaciones"),
    "play": _("Cómo se juega"),
    "pool_break": _("Bola 8: la apertura"),
    "pool_conduct": _("Bola 8: avisos, reloj y sanciones"),
    "pool_frames": _("Bola 8: los juegos"),
    "pool_stroke": _("Bola 8: cada tacada"),
    "result": _("Resultado del encuentro"),
    "scoring": _("Cierres y tanteo"),
    "seats": _("Sorteo y asientos"),
    "squads": _("Plantillas y aplazamientos"),
    "standings": _("Clasificación"),
    "swiss": _("Sistema suizo"),
}

SET_TITLES: Words = {
    "caribbean": _("Caribeño con efectividad"),
    "fed_300": _("Estilo FED a 300"),
    "league_200_timed": _("Liga a 200 con tiempo"),
    "pool_book": _("Bola 8 según el reglamento"),
}


def describe(name: str, value: Any) -> tuple[str, str]:
    """Give a parameter and its value in words; the regulation's own codes where there are none."""
    return str(_LABELS.get(name, name)), _of_its_kind(name, value)


def option_words(name: str, option: Any) -> str:
    """An option of a parameter in words, with a capital."""
    said = _option(name, option)
    return said[:1].upper() + said[1:]


def other_values(name: str, value: Any) -> list[str]:
    """The values that a choice or a switch could have instead, in words; none for figures and dates."""
    parameter = CATALOGUE.get(name)
    if parameter is None or parameter.kind not in (ParameterKind.CHOICE, ParameterKind.SWITCH):
        return []
    return [_option(name, option) for option in parameter.options if option != value]


def _of_its_kind(name: str, value: Any) -> str:
    kind = CATALOGUE[name].kind if name in CATALOGUE else None
    if value is None:
        return gettext("no se usa")
    if kind is ParameterKind.SCORE:
        return gettext("%(won)s a %(lost)s") % {"won": value["for"], "lost": value["against"]}
    if kind is ParameterKind.WINDOW:
        return gettext("de %(first)s a %(last)s") % {"first": _day(value["from"]), "last": _day(value["to"])}
    if kind is ParameterKind.LADDER:
        step = gettext("a los %(minutes)s minutos, %(points)s tantos")
        return "; ".join(step % {"minutes": minutes, "points": points} for minutes, points in value)
    if kind is ParameterKind.DATES:
        return ", ".join(_day(day) for day in value) or gettext("ninguno")
    return _option(name, value)


def _option(name: str, value: Any) -> str:
    """An option as its parameter means it, where one code says different things."""
    told = None if isinstance(value, list | tuple | Mapping) else pool.OPTIONS.get((name, str(value)))
    return _value(value) if told is None else str(told)


def _day(written: int | str) -> str:
    """A date as people write it; a round by its number."""
    if isinstance(written, int):
        return gettext("la jornada %(number)s") % {"number": written}
    return date_format(date.fromisoformat(written), "SHORT_DATE_FORMAT")


def _value(value: Any) -> str:
    if value is None:
        return gettext("no se usa")
    if isinstance(value, bool):
        return gettext("sí") if value else gettext("no")
    if isinstance(value, list | tuple):
        return ", ".join(_value(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_value(item)}" for key, item in value.items())
    return str(_OPTIONS.get(str(value), value))
