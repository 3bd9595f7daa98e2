"""The words of the refusals of 8-ball, by code; `messages` holds them with the others."""

from typing import Any

from django.utils.translation import gettext_lazy as _

POOL_MESSAGES: dict[str, Any] = {
    "ball_down_and_off": _(
        "La bola %(ball)s no puede estar dos veces: o cayó en tronera o saltó de la mesa."
    ),
    "ball_not_valid": _("«%(ball)s» no es una bola de color: van del 1 al 15."),
    "ball_of_other_group": _("La bola %(ball)s no es del grupo de quien tira."),
    "ball_was_gone": _("La bola %(ball)s ya no estaba en la mesa: mira las que le quedaban."),
    "called_ball_gone": _("La bola anunciada, la %(ball)s, ya no estaba en la mesa."),
    "group_needed": _("Indica si quien tira juega lisas o rayadas."),
    "pocket_not_valid": _("«%(pocket)s» no es una tronera: van del 1 al 6."),
    "series_length": _("La partida ha de tener entre 1 y %(most)s juegos."),
}
