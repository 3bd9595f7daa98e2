"""The partidas of one board of domino in their order: each starts from what the one before it left. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matches.rules.encounter import PartidaResult
from matches.rules.partidas_in_order import PartidasInOrder
from matches.rules.sheet import (
    EndedHow,
    Entry,
    Phase,
    SheetState,
    SheetTerms,
    following_sides,
    lost_with_the_one_before,
    previous_partida,
    replay,
)
from matches.rules.sides import Pair, Person, Side


@dataclass(frozen=True)
class BoardTerms:
    """What is fixed for a board: target and parameters of the encounter, how many partidas."""

    target: int
    parameters: Mapping[str, Any]
    team_competition: bool
    partidas: int


class BoardState(PartidasInOrder[BoardTerms, SheetState]):
    """Where a board of domino stands."""


def replay_board(
    terms: BoardTerms, starters: Mapping[Side, Pair], streams: Sequence[Iterable[Entry]]
) -> BoardState:
    """The state of each partida of a board from its streams of entries, in order.

    A partida begins when the one before it has ended or is suspended; one that has begun is
    looked at even if the one before it has been reopened since. Entries of one that cannot have
    begun are not looked at. Raises RuleError as `sheet.replay` does.
    """
    states: list[SheetState] = []
    pairs, previous, gone = starters, None, frozenset[Person]()
    lost: SheetState | None = None
    written = [tuple(stream) for stream in streams]
    for number in range(1, terms.partidas + 1):
        stream = written[number - 1] if number <= len(written) else ()
        if states and not stream and states[-1].phase not in (Phase.ENDED, Phase.SUSPENDED):
            break
        sheet_terms = SheetTerms(
            target=terms.target,
            parameters=terms.parameters,
            partida=number,
            team_competition=terms.team_competition,
        )
        if lost is not None and not stream:
            state = lost_with_the_one_before(sheet_terms, pairs, lost, previous)
        else:
            state = replay(sheet_terms, pairs, stream, previous, gone)
        states.append(state)
        lost = state if state.ended_how is EndedHow.ABANDONMENT and _loses_next(terms) else None
        previous, pairs = previous_partida(state), following_sides(state)
        gone |= {state.facts.left} if state.facts.left else frozenset()
    return BoardState(terms, tuple(states))


def _loses_next(terms: BoardTerms) -> bool:
    """Does an abandonment lose the next partida too (`abandonment_second_partida`)?"""
    return bool(terms.parameters["abandonment_second_partida"] == "lost")


STATUS_OF_END: Mapping[EndedHow, str] = {
    EndedHow.TARGET: "ended",
    EndedHow.TIME: "time",
    EndedHow.ABANDONMENT: "abandonment",
    EndedHow.DECISION: "decided",
    EndedHow.NOT_PLAYED: "no_show",
}


def status_of(sheet: SheetState) -> str:
    """How a partida stands in the acta: how it ended, or `pending`."""
    return "pending" if sheet.ended_how is None else STATUS_OF_END[sheet.ended_how]


def counted_hands(sheet: SheetState) -> int:
    """How many hands entered the score."""
    return sum(row.totals is not None for row in sheet.hands)


def results(board: int, state: BoardState) -> list[PartidaResult]:
    """The results of the partidas of a board that have ended, and those that wait for a ruling."""
    return [
        PartidaResult(
            board=board,
            partida=number,
            winner=sheet.winner,
            home=sheet.totals.home,
            away=sheet.totals.away,
            counted_home=sheet.counts_outside.home,
            counted_away=sheet.counts_outside.away,
            is_pending=sheet.phase is Phase.SUSPENDED,
        )
        for number, sheet in enumerate(state.partidas, start=1)
        if sheet.phase in (Phase.ENDED, Phase.SUSPENDED)
    ]
