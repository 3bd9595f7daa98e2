"""What the next partida of a board takes from the one before it. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from matches.rules.domino.seats import EndedHow, PreviousPartida
from matches.rules.sheet_facts import HandedOn
from matches.rules.sheet_state import SheetState
from matches.rules.sides import Pair, Side


def previous_partida(
    state: SheetState, ended_how: EndedHow | None = None, winner: Side | None = None
) -> PreviousPartida:
    """What the next partida of the board takes from this one: one that has no end yet is suspended.

    `ended_how` and `winner` are given where something outside the sheet made them. A partida that
    the competent body opened again after the next one had begun changes nothing of that one.
    """
    if state.facts.handed_on is not None:
        return state.facts.handed_on.previous
    how = ended_how or state.ended_how or EndedHow.SUSPENDED
    if state.seats is None:
        # Nobody ever sat down: who sits where is still to be drawn.
        (home, partner), (away, other) = (state.sides[side] for side in (Side.HOME, Side.AWAY))
        return PreviousPartida((home, away, partner, other), (), winner or state.winner, EndedHow.NOT_PLAYED)
    return PreviousPartida(state.seats, state.due_leads, winner or state.winner, how)


def following_sides(state: SheetState) -> Mapping[Side, Pair]:
    """Who starts the next partida, before its own substitutions."""
    return state.sides if state.facts.handed_on is None else state.facts.handed_on.sides


def handed_on(state: SheetState) -> HandedOn:
    """What the next partida has begun with, as the sheet stands."""
    return HandedOn(previous_partida(state), following_sides(state))
