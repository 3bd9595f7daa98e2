"""What is only noted for the acta: as people tell it, and what its article wants told."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

NOTED = {
    "shuffling_order": _("No se ha guardado el orden al revolver o al coger"),
    "lifted_early": _("El compañero del salidor ha levantado antes de la salida"),
    "tiles_arranged": _("Un jugador separa u ordena sus fichas"),
    "first_tile": _("La ficha de salida está mal puesta o se ha movido"),
    "tiles_touched": _("Un jugador toca sus fichas sin jugarlas"),
    "laying_changed": _("Un jugador cambia su forma de colocar las fichas"),
    "table_struck": _("Un jugador golpea la mesa o enfatiza al colocar"),
    "start_procedure": _("Otra cosa al preparar la jugada"),
    "object_on_table": _("Hay un vaso u otro objeto en la mesa"),
    "posture": _("Un jugador no mantiene la postura"),
    "signs_observed": _("Un jugador cree que se hacen señas"),
    "comment": _("Se ha comentado la jugada o hablado con los rivales"),
    "touched_tile": _("Ha tocado una ficha que cabía y no la juega"),
    "closing_word": _("Ha dicho «cerrado» o «abierto»"),
    "circumstance": _("Un jugador avisa de algo antes de la partida"),
    "not_in_rules": _("Algo que el reglamento no recoge"),
    "material": _("La mesa o las fichas están mal"),
    "other": _("Otra cosa"),
}

HINTS = {
    "shuffling_order": _(
        "Quién y qué. Revuelve primero el que está a la izquierda del salidor y luego el salidor (8.2, 8.3); "
        "cogen por orden el 2, el 3, el 4 y el salidor (8.4). Y si se enmendó."
    ),
    "lifted_early": _("El número 3 levanta cuando la ficha de salida está en la mesa (8.5, 8.8)."),
    "tiles_arranged": _(
        "Quién y cómo: las fichas se quedan como caen, sin separarlas ni ordenarlas (8.6, 8.9)."
    ),
    "first_tile": _(
        "Un doble va atravesado; las demás, con el lado de más valor hacia el compañero del salidor. "
        "Nadie la mueve del centro (8.7)."
    ),
    "tiles_touched": _("Qué hizo: las fichas no se tocan más que para jugarlas (8.10)."),
    "laying_changed": _("Cómo las colocaba y cómo las coloca ahora (8.11)."),
    "table_struck": _("Qué hizo, cuántas veces y si se le había avisado (8.11)."),
    "start_procedure": _("Quién y qué, y si se enmendó: por ejemplo, fichas sin voltear (8.1)."),
    "posture": _("Qué hace y desde cuándo. Recriminar la postura de un rival tampoco se permite (art. 11)."),
    "signs_observed": _(
        "Quién observa, de quién y a quién se lo dice: su capitán o el juez árbitro. "
        "Consta aunque no se admita."
    ),
    "comment": _(
        "Si fue durante la jugada, en voz alta, sobre los contrarios, entre las dos parejas "
        "o de más de un minuto."
    ),
    "touched_tile": _("Qué ficha tocó, si le tocaba jugar y si cabía."),
    "closing_word": _("Qué dijo y cómo quedó la ficha: vale como está en la mesa."),
    "circumstance": _("De qué avisa, a quién (juez árbitro o capitán rival) y qué medida se toma."),
    "not_in_rules": _("El hecho tal como fue. La partida sigue; el comité puede mirarlo después."),
}
