"""The words of the refusals of 8-ball, by code; `messages` holds them with the others."""

from typing import Any

from django.utils.translation import gettext_lazy as _

POOL_MESSAGES: dict[str, Any] = {
    "approval_own_frame": _("El conforme lo da el lado que no escribió el juego."),
    "ball_down_and_off": _(
        "La bola %(ball)s no puede estar dos veces: o cayó en tronera o saltó de la mesa."
    ),
    "ball_not_valid": _("«%(ball)s» no es una bola de color: van del 1 al 15."),
    "ball_of_other_group": _("La bola %(ball)s no es del grupo de quien tira."),
    "ball_was_gone": _("La bola %(ball)s ya no estaba en la mesa: mira las que le quedaban."),
    "both_must_agree": _("Para volver a colocar las bolas han de estar de acuerdo los dos."),
    "break_choice_needed": _("Indica qué se elige después de la apertura."),
    "break_choice_not_open": _("Después de esa apertura no se puede elegir eso. Mira los artículos 6 y 7."),
    "break_noted_already": _("La apertura ya está anotada. Mira cómo está antes de seguir."),
    "breaker_not_due": _("Le toca abrir al otro lado. Recarga la página y mira quién abre."),
    "called_ball_gone": _("La bola anunciada, la %(ball)s, ya no estaba en la mesa."),
    "disputed_frame_is_settled": _("El juego %(frame)s está en desacuerdo: se resuelve, no se deshace."),
    "drawn_decides_nothing": _("Un juego empatado no puede decidir la partida: se repite."),
    "drawn_not_here": _("En esta partida un juego empatado se repite con el mismo abridor (art. 21.1)."),
    "ending_not_here": _("Ese final no se escribe en la mesa: elige otro."),
    "frame_already_written": _("El juego %(frame)s ya está anotado. Mira lo que pone antes de seguir."),
    "frame_approval_pending": _("Falta el conforme del juego %(frame)s antes de seguir."),
    "frame_not_awaiting_approval": _("El juego %(frame)s ya no espera conforme."),
    "frame_not_current": _("Esa anotación ha cambiado. Recarga la página y mira cómo está el juego."),
    "frame_not_disputed": _("El juego %(frame)s no está en desacuerdo."),
    "frame_out_of_order": _("Toca anotar el juego %(expected)s."),
    "frame_retraction_needs_both": _(
        "El juego %(frame)s ya tenía conforme: para deshacerlo hacen falta los dos lados, o el juez árbitro."
    ),
    "frame_retraction_not_last": _("Solo se puede deshacer el último juego."),
    "frame_same_figures": _("Es lo mismo que está escrito: da el conforme."),
    "frame_settlement_needed": _("Antes hay que resolver lo que está en desacuerdo: juego %(frames)s."),
    "frame_side_needed": _("Indica de qué lado se trata; en un juego empatado, de ninguno."),
    "group_needed": _("Indica si quien tira juega lisas o rayadas."),
    "groups_set_already": _("Los grupos ya están anotados en este juego."),
    "lag_needed": _("Falta el arrime que decide quién abre (art. 4)."),
    "lag_not_due": _("Ahora no hay que tirar sobre banda (art. 4)."),
    "limit_before_warning": _("Antes de poner el límite hay que amonestar al jugador (art. 24)."),
    "null_needs_warning": _(
        "Solo hay partida nula (el juego) si el jugador fue advertido y ha reincidido (art. 18, "
        "bola blanca en contacto)."
    ),
    "player_not_here": _("Esa persona no juega esta partida con ese lado."),
    "players_of_frames": _(
        "En una partida de bola 8 juega uno contra uno o dos contra dos, y nadie dos veces."
    ),
    "pocket_not_valid": _("«%(pocket)s» no es una tronera: van del 1 al 6."),
    "referee_needed": _("Lo decide el árbitro; sin él, ambas capitanías si el reglamento lo permite."),
    "run_out_needs_eight": _("La tacada completa solo va con la bola 8 entronerada."),
    "series_length": _("La partida ha de tener entre 1 y %(most)s juegos."),
    "stalemate_is_drawn": _("En esta partida el juego empatado se anota así y no se repite (art. 21.1)."),
}
