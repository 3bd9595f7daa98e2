"""What each parameter of 8-ball decides, in plain words for whoever sets one up for the first time."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

EXPLANATIONS: Mapping[str, str | Promise] = MappingProxyType(
    {
        "pool_capture_level": _(
            "Cuánto se escribe de cada juego: solo el resultado de la partida, quién gana cada juego y "
            "cómo acaba, o también las faltas, los avisos y cada vez que se colocan las bolas."
        ),
        "team_break_order": _(
            "El artículo 4.2 solo habla de competiciones individuales. Aquí se dice quién abre cada juego "
            "en un encuentro por equipos."
        ),
        "team_decider_lag": _(
            "Si también por equipos se tira de nuevo sobre banda cuando se llega iguales al último juego."
        ),
        "even_frames_level": _(
            "Qué pasa si se juega un número fijo de juegos y acaban iguales: empate, o un juego más al "
            "que se llega con otro arrime."
        ),
        "stalemate": _(
            "El artículo 21.1 declara el empate y no dice qué sigue. Por formato: se anota empatado cuando "
            "el número de juegos es fijo, y se repite cuando se juega a ganar una cantidad."
        ),
        "drawn_frame_value": _("Qué vale en el marcador un juego que queda empatado."),
        "rerack_breaker": _(
            "Quién abre cuando los dos acuerdan volver a colocar las bolas, si antes había abierto otro "
            "de quien tocaba."
        ),
        "walkover_in_individual_figures": _(
            "Si los juegos ganados por incomparecencia o por retraso cuentan en las cifras de cada jugador."
        ),
        "legal_break": _(
            "El artículo 7.1 pide una bola entronerada y cuatro a las bandas sin decir si basta una de las "
            "dos cosas. Lo corriente es que baste una."
        ),
        "break_after_rebreak": _(
            "Si tras una apertura no legal abre el rival, a quién le toca el juego siguiente: a quien le "
            "habría tocado, o al otro de quien abrió de hecho."
        ),
        "cue_on_illegal_break": _(
            "Qué pasa si en una apertura que no es legal cae además la bola blanca. En los dos casos la "
            "blanca se juega desde detrás de la línea de cabeza."
        ),
        "break_pot_keeps_turn": _(
            "Si quien entronera una bola en una apertura legal sigue tirando, aunque aún no tenga grupo."
        ),
        "eight_and_cue_on_break": _(
            "Si en la apertura caen la 8 y la blanca: el artículo 8.1 repone la 8, y el 20.f, sin hacer "
            "excepción, da el juego por perdido."
        ),
        "eight_off_on_break": _(
            "El artículo 20.c excluye la apertura. Aquí se dice qué pasa entonces: como el 15, o como el 6."
        ),
        "eight_on_break_coin_table": _(
            "En una mesa de monedas la 8 no vuelve sola. Aquí se dice si aun así se puede elegir reponerla."
        ),
        "open_table_wrong_pocket": _(
            "Con la mesa abierta nadie tiene grupo. Qué se hace con una bola que cae sin estar anunciada, "
            "en otra tronera o con falta."
        ),
        "open_table_cushion": _(
            "El artículo 10 exceptúa la mesa abierta. Aquí se dice si aun así hay que entronerar o llevar "
            "una bola a banda."
        ),
        "off_table_on_open_table": _(
            "El artículo 15 repone las del grupo propio y da por entroneradas las del rival. Qué se hace "
            "cuando todavía no hay grupos."
        ),
        "eight_on_open_table": _(
            "Qué pasa si la 8 cae después de la apertura, cuando aún no hay grupos: vale el artículo 20.e, "
            "o se repone."
        ),
        "eight_not_called": _(
            "Qué pasa si cae la 8 jugándola sin haber dicho la tronera: lo que dicen los artículos 19 y "
            "20.d, o lo que dice el 2.1."
        ),
        "combination_through_eight": _(
            "El artículo prohíbe combinar con la 8 y no dice qué sigue si la bola anunciada entra así."
        ),
        "coin_table_official": _(
            "El artículo 2.4 deja las bolas dentro solo en competiciones no oficiales; el 14.3 no distingue."
        ),
        "null_game": _(
            "Quien ya fue advertido y repite una falta intencionada se castiga con partida nula, que aquí "
            "es el juego. El artículo no dice más: qué se hace con él."
        ),
        "null_game_scope": _("Si la partida nula es el juego en que se repite la falta o toda la partida."),
        "intentional_warning_scope": _(
            "Hasta dónde llega una advertencia por falta intencionada para que repetirla sea reincidir."
        ),
        "slow_warning_scope": _("Hasta dónde llega una amonestación por juego lento."),
        "clock_needs_warning": _(
            "Si hay que amonestar antes de poner el límite de tiempo, o se pueden hacer las dos cosas "
            "a la vez."
        ),
        "shot_limit_seconds": _(
            "Segundos entre tiros para quien tiene límite. El artículo 24 pone un minuto: otra cifra se "
            "aparta de él."
        ),
        "one_overrun_is_foul": _(
            "Si ya la primera vez que se pasa del límite es falta, o hace falta que se repita."
        ),
        "without_referee": _(
            "Quién pone el reloj, advierte y aprecia el juego empatado cuando no hay árbitro."
        ),
        "partner_advice_in_doubles": _(
            "El artículo hace falta que un compañero de equipo aconseje. Aquí se dice si eso vale también "
            "entre los dos de una pareja que juega en dobles."
        ),
        "disqualification_results": _(
            "El descalificado pierde todo premio. Aquí se dice qué pasa con lo que ya había jugado."
        ),
    }
)
