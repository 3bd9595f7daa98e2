"""What is only noted for the acta: as people tell it, and what its article wants told."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

NOTED = {
    "start_procedure": _("No se ha guardado el orden al revolver, coger, levantar o salir"),
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
    "start_procedure": _(
        "Quién y qué: revolver o coger fuera de orden, el 3 levanta antes de la salida, la primera ficha "
        "mal puesta o movida, fichas separadas, ordenadas o tocadas, otra forma de colocarlas, golpear "
        "la mesa. Y si se enmendó."
    ),
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
