"""A ruling of 8-ball in plain words: what is called out first, then what each thing asks to know."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from matches.rules.pool.balls import Group
from matches.rules.pool.placing import respot_order
from matches.rules.pool.shots import Choice, InHand, Player, Ruling


def verdict(ruling: Ruling) -> str:
    """The one sentence to be called out."""
    if ruling.winner is Player.SHOOTER:
        return _("Gana el juego quien tiraba.")
    if ruling.winner is Player.RIVAL:
        return _("Pierde el juego quien tiraba.")
    if ruling.ask:
        return _("Lo decide el árbitro.")
    if ruling.choice_of is Player.RIVAL:
        return _("Falta, y elige el rival.") if ruling.is_foul else _("Elige el rival.")
    if ruling.choice_of is Player.SHOOTER and len(ruling.options) > 1:
        return _("Elige quien abrió.")
    if ruling.rack_again:
        shooter = ruling.turn is Player.SHOOTER
        return (
            _("Se vuelve a empezar: abre el mismo.") if shooter else _("Se vuelve a empezar: abre el rival.")
        )
    if ruling.is_foul:
        return _("Falta: bola blanca en mano para el rival.")
    if ruling.turn is Player.SHOOTER:
        return _("Sigue tirando.")
    return _("Pierde el turno: tira el rival.")


def tone(ruling: Ruling) -> str:
    """How the sentence looks: a loss, a foul or a choice, or nothing out of the way."""
    if ruling.winner is Player.RIVAL:
        return "stop"
    return "warn" if ruling.is_foul or ruling.choice_of or ruling.ask else "ok"


def facts(ruling: Ruling) -> list[tuple[str, str]]:
    """What follows, line by line: only what there is to say."""
    found = [(_("Falta"), _foul(ruling))]
    if ruling.lost_by is not None:
        found.append(
            (_("Causa de la pérdida"), _("art. 20.1, letra %(letter)s") % {"letter": ruling.lost_by})
        )
    if ruling.winner is None:
        if ruling.in_hand is not None:
            found.append((_("Bola blanca en mano"), in_hand_words(ruling.in_hand)))
        if ruling.stays:
            found.append((_("Se quedan dentro"), _numbers(ruling.stays)))
        if ruling.respot and not ruling.rack_again:
            found.append((_("Se reponen"), respot_words(ruling.respot)))
        found.append((_("Grupo de quien tiraba"), _group(ruling.group)))
    return found


def _foul(ruling: Ruling) -> str:
    if not ruling.is_foul:
        return _("no")
    letters = ", ".join(ruling.foul_letters)
    return _("sí, letra %(letters)s") % {"letters": letters} if letters else _("sí")


def _numbers(balls: Iterable[int]) -> str:
    return ", ".join(str(ball) for ball in balls)


def respot_words(balls: Iterable[int]) -> str:
    """Which balls come back, in which order and where (art. 16)."""
    order = respot_order(balls)
    if len(order) == 1:
        return _("%(ball)s, en la línea de pie detrás del punto") % {"ball": order[0]}
    return _("%(balls)s, en ese orden, en la línea de pie detrás del punto") % {"balls": _numbers(order)}


def in_hand_words(where: InHand) -> str:
    """Where the cue ball is put."""
    if where is InHand.ANYWHERE:
        return _("en cualquier sitio de la mesa")
    return _("detrás de la línea de cabeza, sin tirar directo a una bola que esté detrás")


def _group(group: Group | None) -> str:
    if group is None:
        return _("ninguno: la mesa está abierta")
    return _("lisas (1-7)") if group is Group.LOW else _("rayadas (9-15)")


def option_words(option: Choice) -> str:
    """What may be chosen, as a button says it."""
    return {
        Choice.RESTART: _("Volver a empezar"),
        Choice.RESPOT: _("Reponer la 8"),
        Choice.ACCEPT_TABLE: _("Aceptar la mesa"),
        Choice.RACK_AND_BREAK: _("Colocar y abrir él"),
    }[option]
