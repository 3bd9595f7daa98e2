"""What may be done to an encounter now and, for what may not, the sentence that says why.

Everything comes from the table of the lifecycle; here are only its words and addresses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from competitions.rules.lifecycle import TRANSITIONS, Action, Facts, State, missing, who_may
from competitions.rules.lifecycle import Actor as Who
from federation import clock
from federation.rules.errors import RuleError
from matches import messages
from matches.queries.agenda import Standing
from matches.rules.sides import Side
from matches.views import halt_words, side_words
from matches.views.board_cards import BoardCard

_SIDE_OF_LINE_UP = {"line_up_home_not_locked": Side.HOME, "line_up_away_not_locked": Side.AWAY}


@dataclass(frozen=True)
class Lack:
    """One thing that is missing, with where to put it right."""

    text: str
    url: str = ""


@dataclass(frozen=True)
class Move:
    """One action: a sentence, and a button or link when whoever looks may do it now."""

    action: str
    text: str
    label: str = ""
    url: str = ""
    icon: str = "arrow-right"
    post: bool = False
    lacks: tuple[Lack, ...] = ()

    @property
    def possible(self) -> bool:
        """Is there something to press?"""
        return bool(self.label)


def who_looks(standing: Standing) -> Who:
    """As what somebody looks at an encounter; those who only oversee count as the office."""
    if standing.is_judge:
        return Who.JUDGE
    if standing.side is not None:
        return Who.HOME_CAPTAIN if standing.side is Side.HOME else Who.AWAY_CAPTAIN
    return Who.OFFICE


def _state(standing: Standing) -> State:
    """The encounter's state, as far as it decides what comes next.

    Where nobody sets a line-up it may begin as soon as it is scheduled: starting opens and locks.
    """
    state = State(standing.encounter.state)
    return State.LINE_UPS if state is State.SCHEDULED and not standing.has_line_ups else state


def moves_of(
    standing: Standing, facts: Facts, cards: Sequence[BoardCard], obstacles: Sequence[str] = ()
) -> tuple[Move, ...]:
    """The actions of the day that the lifecycle knows in this state, in its order.

    `obstacles` say why somebody who is entered may not play.
    """
    state = _state(standing)
    words: dict[Action, Callable[[Standing, bool, tuple[Lack, ...]], Move]] = {
        Action.START: _start,
        Action.RESUME: partial(_resume, nothing_left=all(card.over for card in cards)),
        Action.CLOSE: partial(_close, pending=any(card.waits_for_ruling for card in cards)),
        Action.SUSPEND: _suspend,
        Action.BACK_TO_PLAY: _back_to_play,
        Action.SIGN: _sign,
    }
    moves = [_line_up(standing)] if _owes_line_up(standing) else []
    for action, word in words.items():
        # Whoever does not direct has no use for being told that it may be suspended.
        if (state, action) in TRANSITIONS and (action is not Action.SUSPEND or standing.directs):
            lacks = _lacks(standing, action, facts, cards)
            if action is Action.START:
                lacks += tuple(Lack(text) for text in obstacles)
            moves.append(word(standing, _allowed(standing, action), lacks))
    return tuple(moves)


def _allowed(standing: Standing, action: Action) -> bool:
    may = who_may(_state(standing), action, has_judge=standing.designation is not None)
    return who_looks(standing) in may


def _lacks(standing: Standing, action: Action, facts: Facts, cards: Sequence[BoardCard]) -> tuple[Lack, ...]:
    codes = missing(_state(standing), action, facts)
    found: list[Lack] = []
    for code in codes:
        if code == "reason_needed":
            continue  # asked on the form itself
        if code == "boards_unfinished":
            found += [_unfinished(card) for card in cards if not card.over]
        else:
            found.append(Lack(messages.text(RuleError(code)), _cure(standing, code)))
    return tuple(found)


def _unfinished(card: BoardCard) -> Lack:
    said = {"board": card.number, "state": card.chip.label}
    return Lack(_("Mesa %(board)s: %(state)s.") % said, card.url)


def _cure(standing: Standing, code: str) -> str:
    own = standing.side is not None and _SIDE_OF_LINE_UP.get(code) is standing.side
    return _url("line_up", standing) if own else ""


def _url(name: str, standing: Standing) -> str:
    return reverse(f"matches:{name}", args=[standing.encounter.pk])


def _owes_line_up(standing: Standing) -> bool:
    open_now = standing.encounter.state in ("scheduled", "line_ups")
    owes = standing.has_line_ups and standing.side not in standing.locked
    return open_now and standing.side is not None and owes


def _line_up(standing: Standing) -> Move:
    text = _("Tu alineación no está cerrada. La rival no se ve hasta que lo estén las dos.")
    return Move("line_up", text, _("Poner la alineación"), _url("line_up", standing), "list")


def _start(standing: Standing, allowed: bool, lacks: tuple[Lack, ...]) -> Move:  # noqa: FBT001
    action, of_teams = Action.START.value, standing.has_line_ups
    both = {"both": side_words.both(standing.encounter)}
    if not allowed:
        if not of_teams and standing.designation is not None:
            text = _("Empieza el juez árbitro.")
        elif not of_teams:
            text = _("Empieza cuando lo confirmen %(both)s.") % both
        elif standing.both_locked and standing.designation is not None:
            text = _("Las dos alineaciones están cerradas: empieza el juez árbitro.")
        elif standing.designation is not None:
            text = _("Empieza el juez árbitro, cuando las dos alineaciones estén cerradas.")
        else:
            text = _("Empiezan %(both)s, cuando las dos alineaciones estén cerradas.") % both
        return Move(action, text, lacks=lacks)
    if lacks:
        return Move(action, _("Para empezar falta:"), lacks=lacks)
    if standing.designation is None:
        return _confirmation(
            standing,
            Action.START,
            _("Empieza cuando lo confirmen %(both)s.") % both,
            _("Confirmar el comienzo"),
        )
    text = _("Las dos alineaciones están cerradas.") if of_teams else _("Puede empezar.")
    return Move(action, text, _("Empezar el encuentro"), _url("start", standing), "play", post=True)


def _confirmation(standing: Standing, action: Action, text: str, label: str) -> Move:
    """The act of one of two captains: whether he has said yes, and whether the other has."""
    confirmed = standing.yes_of(action)
    other = {"other": side_words.other(standing.encounter)}
    if standing.side in confirmed:
        return Move(action.value, _("Tú ya has confirmado. Falta que confirme %(other)s.") % other)
    if confirmed:
        text = capfirst(_("%(other)s ya ha confirmado. Faltas tú.") % other)
    routes = {
        Action.START: ("start", "play"),
        Action.CLOSE: ("close", "lock"),
        Action.SUSPEND: ("suspend", "pause"),
        Action.RESUME: ("resume", "play"),
    }
    route, icon = routes[action]
    post = action in (Action.START, Action.RESUME)
    return Move(action.value, text, label, _url(route, standing), icon, post=post)


def _suspend(standing: Standing, _allowed: bool, _lacks: tuple[Lack, ...]) -> Move:  # noqa: FBT001
    text = _("Si hoy no se puede terminar, se suspende: seguirá otro día, o decidirá el comité.")
    label = _("Suspender el encuentro")
    if standing.designation is None:
        return _confirmation(standing, Action.SUSPEND, text, label)
    return Move(Action.SUSPEND.value, text, label, _url("suspend", standing), "pause")


def _resume(standing: Standing, allowed: bool, _lacks: tuple[Lack, ...], *, nothing_left: bool) -> Move:  # noqa: FBT001
    action = Action.RESUME.value
    told = halt_words.told(standing.halt, standing.encounter.venue.time_zone)
    if nothing_left:
        return Move(action, f"{told} {_('No queda nada por jugar: decide el comité (art. 20).')}")
    if not allowed or not halt_words.has_come(standing.halt, clock.now()):
        return Move(action, told)
    text = f"{told} {_('Se juega con el mismo tanteo, los mismos asientos y la misma salida.')}"
    label = _("Reanudar el encuentro")
    if standing.designation is None:
        return _confirmation(standing, Action.RESUME, text, label)
    return Move(action, text, label, _url("resume", standing), "play", post=True)


def _close(standing: Standing, allowed: bool, lacks: tuple[Lack, ...], *, pending: bool) -> Move:  # noqa: FBT001
    action = Action.CLOSE.value
    done = _("Todas las mesas han terminado.")
    if pending:
        done = _("No queda nada por jugar: lo suspendido queda pendiente del comité.")
    if not allowed:
        return Move(action, done if pending else _who_closes(standing, over=not lacks))
    if lacks:
        return Move(action, _("Para cerrar falta terminar:"), lacks=lacks)
    if standing.designation is None:
        return _confirmation(
            standing,
            Action.CLOSE,
            f"{done} {_('Cierran %(both)s.') % {'both': side_words.both(standing.encounter)}}",
            _("Revisar y cerrar"),
        )
    return Move(action, done, _("Revisar y cerrar"), _url("close", standing), "lock")


def _who_closes(standing: Standing, *, over: bool) -> str:
    if standing.designation is None:
        both = {"both": side_words.both(standing.encounter)}
        return _("Cierran %(both)s, cuando terminen todas las mesas.") % both
    if over:
        return _("Todas las mesas han terminado: cierra el juez árbitro.")
    return _("Cierra el juez árbitro, cuando terminen todas las mesas.")


def _back_to_play(standing: Standing, allowed: bool, lacks: tuple[Lack, ...]) -> Move:  # noqa: FBT001
    action = Action.BACK_TO_PLAY.value
    both = {"both": side_words.both(standing.encounter)}
    if not allowed:
        text = (
            _("Solo el juez árbitro puede volver al juego, y mientras nadie haya firmado.")
            if standing.designation is not None
            else _("Solo %(both)s pueden volver al juego, y mientras nadie haya firmado.") % both
        )
        return Move(action, text)
    if lacks:
        return Move(action, _("Ya no se puede volver al juego:"), lacks=lacks)
    if standing.side in standing.yes_of(Action.BACK_TO_PLAY) and not standing.is_judge:
        other = {"other": side_words.other(standing.encounter)}
        return Move(action, _("Has pedido volver al juego. Falta que lo confirme %(other)s.") % other)
    text = _("Mientras nadie haya firmado, se puede volver al juego con un motivo.")
    return Move(action, text, _("Volver al juego"), f"{_url('direction', standing)}#volver", "undo-2")


def _sign(standing: Standing, allowed: bool, lacks: tuple[Lack, ...]) -> Move:  # noqa: FBT001
    action = Action.SIGN.value
    if not allowed or lacks or standing.role is None:
        both = {"both": side_words.both(standing.encounter)}
        return Move(action, _("Firman %(both)s y, si lo hay, el juez árbitro.") % both)
    if standing.role in standing.answered:
        text = _("Ya consta tu firma. Faltan las demás.")
        return Move(action, text, _("Ver las firmas"), _url("signing", standing), "eye")
    text = _("El acta espera tu firma.")
    return Move(action, text, _("Firmar el acta"), _url("signing", standing), "pen-line")
