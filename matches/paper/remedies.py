"""What each article asks for at the table, short enough for the back of a Hoja, by the regulation in force.

In our own words: an article is named by its number and a short title.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Texts = Mapping[Any, str | Promise]


@dataclass(frozen=True)
class Remedy:
    """One line of the back: which article, about what, and what is done; `goes_to_acta` when it must."""

    article: str
    title: str
    text: str
    goes_to_acta: bool = False


_UNTIL: Texts = {
    "at_once": gettext_lazy("Se pide en el acto."),
    "end_of_hand": gettext_lazy("Se pide hasta que acabe la jugada."),
    "next_lead": gettext_lazy("Se pide hasta la salida siguiente."),
    "sheet_closed": gettext_lazy("Se pide hasta cerrar el encuentro."),
}
_DRAW_VALUE: Texts = {
    "pip_sum": gettext_lazy("Cuenta la suma de la ficha."),
    "highest_half": gettext_lazy("Cuenta la mitad más alta de la ficha."),
}
_DRAW_TIE: Texts = {
    "redraw": gettext_lazy("Con empate, nueva ficha entre los empatados."),
    "higher_half": gettext_lazy("Con empate, decide la mitad más alta."),
    "double_first": gettext_lazy("Con empate, va delante el doble; si no lo hay, nueva ficha."),
}
_SECOND_SEATS: Texts = {
    "keep": gettext_lazy("Se conservan los asientos."),
    "draw": gettext_lazy("Se sortean otra vez los asientos."),
    "swap": gettext_lazy("La pareja que perdió intercambia sus dos asientos."),
}
_SECOND_LEADER: Texts = {
    "right_of_last_leader": gettext_lazy("Sale quien quede a la derecha del último salidor debido."),
    "right_of_last_leader_player": gettext_lazy("Sale el jugador a quien tocaba seguir, donde se siente."),
    "new_draw": gettext_lazy("La salida se sortea."),
    "first_partida_leader": gettext_lazy("Sale quien salió primero en la anterior."),
}
_EQUAL_ENDS: Texts = {
    "two_options": gettext_lazy("Con los dos extremos iguales hay elección: no es falta."),
    "one_option": gettext_lazy("Con los dos extremos iguales también es falta."),
    "ask_judge": gettext_lazy("Con los dos extremos iguales, decide el juez árbitro."),
}
_RIVALS_LED: Texts = {
    "same_leader": gettext_lazy("si había salido la otra pareja, repite quien salió"),
    "lead_passes": gettext_lazy("si había salido la otra pareja, la salida pasa a la derecha"),
    "skip_offenders_next_lead": gettext_lazy(
        "si había salido la otra pareja, repite quien salió y la infractora pierde su salida siguiente"
    ),
}
_BLOCK_WINNER: Texts = {
    "lowest_pair": gettext_lazy("Cierre: gana la pareja con menos puntos en la mano."),
    "lowest_player": gettext_lazy("Cierre: gana la pareja del jugador con menos puntos en la mano."),
    "asked": gettext_lazy("Cierre: los jugadores dicen quién lo gana."),
}
_TIED_BLOCK: Texts = {
    "no_points_lead_passes": gettext_lazy("Igualado, nadie suma y la salida pasa a la derecha."),
    "no_points_same_leader": gettext_lazy("Igualado, nadie suma y repite quien salió."),
}
_OVER_TARGET: Texts = {
    "count": gettext_lazy("Los tantos que pasan del límite se anotan y cuentan."),
    "cap": gettext_lazy("Los tantos que pasan del límite se anotan; fuera de la Hoja no cuentan."),
}
_TIME_ENDING: Texts = {
    "finish_hand": gettext_lazy("al acabar el tiempo se termina la jugada"),
    "finish_hand_plus_one": gettext_lazy("al acabar el tiempo se termina la jugada y se juega otra"),
}
_TIME_LEVEL: Texts = {
    "drawn": gettext_lazy("con empate, queda empatada"),
    "extra_hand": gettext_lazy("con empate, se juega otra"),
}
_DROP_TAKING: Texts = {
    "as_19_2": gettext_lazy("Mientras se cogen o con siete cada uno"),
    "shuffle_again": gettext_lazy("Mientras se cogen, se revuelve otra vez. Con siete cada uno"),
}
_DROP_LEAD: Texts = {
    "same_leader": gettext_lazy("Anulada, repite quien salió."),
    "lost_if_own_lead": gettext_lazy("Anulada, pierde la salida la pareja a quien se le cayó, si era suya."),
}
_NOTE_FROM: Texts = {2: gettext_lazy("segunda"), 3: gettext_lazy("tercera")}
_WITHOUT_JUDGE: Texts = {
    "both_captains": gettext_lazy("sin él, los dos capitanes"),
    "committee": gettext_lazy("sin él, decide el comité"),
}
_WITHOUT_SUBSTITUTE: Texts = {
    "suspended_to_committee": gettext_lazy("Sin suplente, se suspende y decide el comité."),
    "abandonment": gettext_lazy("Sin suplente, es abandono."),
}


def remedies(parameters: Mapping[str, Any], *, target: int, second_seats: str) -> list[Remedy]:
    """Articles 6 to 20 in order; `second_seats`: where those of a second partida come from (`SeatsBy`)."""
    return [
        *_before(parameters, second_seats),
        *_conduct(parameters),
        *_infractions(parameters),
        _score(parameters, target),
        *_damages(parameters, target),
    ]


def _before(parameters: Mapping[str, Any], second_seats: str) -> list[Remedy]:
    return [
        Remedy(
            "6",
            _("Anotar y recontar"),
            _(
                "Anota un jugador local y recuenta uno visitante, que da su conforme a cada jugada. "
                "Si cuenta y anota el juez árbitro, dan el conforme los dos."
            ),
        ),
        Remedy(
            "7",
            _("Sorteo y salida"),
            _join(
                _(
                    "La ficha más alta sale y elige sitio; enfrente, su compañero; a su derecha, el "
                    "rival más alto."
                ),
                _DRAW_VALUE[parameters["seat_draw_value"]],
                _DRAW_TIE[parameters["seat_draw_tie"]],
                _("Después, la salida pasa siempre a la derecha."),
            ),
        ),
        Remedy(
            "7.2",
            _("Segunda partida"),
            _join(_SECOND_SEATS[second_seats], _SECOND_LEADER[parameters["second_partida_leader"]]),
        ),
        Remedy(
            "8",
            _("Antes de jugar"),
            _(
                "1 es quien sale; 2, a su derecha; 3, su compañero; 4, a su izquierda. Revuelve "
                "el 4 y luego el 1. "
                "Cogen 2, 3, 4 y 1. Levantan 1, 2 y 4; el 3, tras la salida. "
                "Un doble sale atravesado; otra ficha, con su mitad alta hacia el 3."
            ),
            goes_to_acta=True,
        ),
    ]


def _conduct(parameters: Mapping[str, Any]) -> list[Remedy]:
    return [
        Remedy("9", _("Objetos"), _("Nada sobre la mesa: vasos y demás, en una auxiliar.")),
        Remedy(
            "10, 11",
            _("Postura y señas"),
            _("Sin reproches al rival: se dice al propio capitán o al juez árbitro, y lo dicho se anota."),
            goes_to_acta=True,
        ),
        Remedy(
            "12",
            _("Comentarios"),
            _(
                "Entre jugadas, con el compañero, en voz baja y hasta %(seconds)s segundos. Con "
                "los rivales, nada."
            )
            % {"seconds": parameters["comment_seconds"]},
            goes_to_acta=True,
        ),
        Remedy("13", _("Ficha tocada"), _("Tocada en su turno, si cabe, se juega.")),
        Remedy("14", _("El cierre"), _("No se canta. Manda la ficha puesta, no lo que se diga.")),
    ]


def _infractions(parameters: Mapping[str, Any]) -> list[Remedy]:
    asks = _("La otra pareja puede pedir anular la jugada, repetirla desde ahí, o nada.")
    return [
        Remedy(
            "15",
            _("Pensada en falso"),
            _join(
                _(
                    "Con una sola ficha y un solo sitio, parar a pensar es falta; se dice antes de "
                    "que siga el otro."
                ),
                _EQUAL_ENDS[parameters["false_thinking_equal_ends"]],
                asks,
                _UNTIL[parameters["false_thinking_request_until"]],
                _("Anulada, pierde la salida la pareja infractora, si era suya; si no, repite quien salió."),
                _("Median los capitanes y el juez árbitro. Anotad el número de licencia y lo ocurrido."),
            ),
            goes_to_acta=True,
        ),
        Remedy(
            "16",
            _("Pase en falso"),
            _join(
                asks,
                _UNTIL[parameters["false_pass_request_until"]],
                _("Anulada, pierde la salida la pareja infractora, si era suya; %(rivals)s.")
                % {"rivals": _RIVALS_LED[parameters["false_pass_rivals_led"]]},
            ),
        ),
        Remedy(
            "17",
            _("Interrupción"),
            _(
                "Lo previsible se avisa antes de empezar. Si se interrumpe, anotad siempre la "
                "causa y los minutos."
            ),
            goes_to_acta=True,
        ),
    ]


def _score(parameters: Mapping[str, Any], target: int) -> Remedy:
    time = ""
    if parameters["time_limit_minutes"] is not None:
        time = _("Con %(minutes)s minutos: %(ending)s; %(level)s.") % {
            "minutes": parameters["time_limit_minutes"],
            "ending": _TIME_ENDING[parameters["time_limit_ending"]],
            "level": _TIME_LEVEL[parameters["time_level"]],
        }
    return Remedy(
        "18",
        _("Tantos y final"),
        _join(
            _("Quien gana la jugada suma lo que queda en las cuatro manos."),
            _BLOCK_WINNER[parameters["block_winner"]],
            _TIED_BLOCK[parameters["tied_block"]],
            _("Un cierre siempre suma par: si sale impar, recontad."),
            _("Acaba al llegar a %(target)s.") % {"target": target},
            _OVER_TARGET[parameters["points_over_target"]],
            time,
        ),
    )


def _damages(parameters: Mapping[str, Any], target: int) -> list[Remedy]:
    return [
        Remedy(
            "19",
            _("Fichas caídas"),
            _join(
                _("Al revolver, si enseña la cara, se vuelve y se revuelve otra vez."),
                _("%(when)s, la otra pareja dice si se revuelve. En juego, dice si se sigue o se anula.")
                % {"when": _DROP_TAKING[parameters["dropped_tile_while_taking"]]},
                _DROP_LEAD[parameters["dropped_tile_annulled_lead"]],
                _("Desde la %(ordinal)s de una pareja en la partida, va al acta con su ordinal.")
                % {"ordinal": _NOTE_FROM[parameters["dropped_tiles_note_from"]]},
            ),
        ),
        Remedy(
            "20",
            _("Suspensión"),
            _(
                "Solo por lo imprevisible. Anotad tantos, asientos, salida y hechos: decide el "
                "comité, no la mesa."
            ),
            goes_to_acta=True,
        ),
        Remedy(
            "20",
            _("Ausencia justificada"),
            _join(
                _(
                    "El juez árbitro puede dejar entrar a un suplente de la alineación (%(else)s), "
                    "con su asiento."
                )
                % {"else": _WITHOUT_JUDGE[parameters["absence_without_judge"]]},
                _WITHOUT_SUBSTITUTE[parameters["justified_absence_without_substitute"]],
            ),
            goes_to_acta=True,
        ),
        Remedy(
            "20",
            _("Abandono"),
            _("Sin suplente. Gana la otra pareja, que completa %(target)s; la que se va conserva lo suyo.")
            % {"target": target},
            goes_to_acta=True,
        ),
        Remedy(
            "20",
            _("Lo no previsto"),
            _("Se anota y se sigue jugando; después, el comité puede revisarlo."),
            goes_to_acta=True,
        ),
    ]


def _join(*sentences: str | Promise) -> str:
    return " ".join(str(each) for each in sentences if each)
