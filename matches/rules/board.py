"""The partidas of one board in their order: each starts from what the one before it left. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matches.rules.encounter import PartidaResult
from matches.rules.sheet import Entry, Phase, SheetState, SheetTerms, previous_partida, replay
from matches.rules.sides import Pair, Side


@dataclass(frozen=True)
class BoardTerms:
    """What is fixed for a board: target and parameters of the encounter, how many partidas."""

    target: int
    parameters: Mapping[str, Any]
    team_competition: bool
    partidas: int


@dataclass(frozen=True)
class BoardState:
    """Where a board stands: the partidas that have begun or may begin, in order."""

    terms: BoardTerms
    partidas: tuple[SheetState, ...]

    @property
    def current(self) -> int:
        """Number of the partida in play, or of the last one when all have ended."""
        return len(self.partidas)

    @property
    def is_over(self) -> bool:
        """Have all its partidas ended?"""
        return len(self.partidas) == self.terms.partidas and self.partidas[-1].phase is Phase.ENDED


def replay_board(
    terms: BoardTerms, starters: Mapping[Side, Pair], streams: Sequence[Iterable[Entry]]
) -> BoardState:
    """The state of each partida of a board from its streams of entries, in order.

    A partida begins when the one before it has ended; entries of one that cannot have
    begun yet are not looked at. Raises RuleError as `sheet.replay` does.
    """
    states: list[SheetState] = []
    pairs, previous = starters, None
    for number in range(1, terms.partidas + 1):
        sheet_terms = SheetTerms(
            target=terms.target,
            parameters=terms.parameters,
            partida=number,
            team_competition=terms.team_competition,
        )
        stream = streams[number - 1] if number <= len(streams) else ()
        state = replay(sheet_terms, pairs, stream, previous)
        states.append(state)
        if state.phase is not Phase.ENDED:
            break
        previous, pairs = previous_partida(state), state.sides
    return BoardState(terms, tuple(states))


def results(board: int, state: BoardState) -> list[PartidaResult]:
    """The results of the partidas of a board that have ended."""
    return [
        PartidaResult(
            board=board,
            partida=number,
            winner=sheet.winner,
            home=sheet.totals.home,
            away=sheet.totals.away,
            counted_home=sheet.counts_outside.home,
            counted_away=sheet.counts_outside.away,
        )
        for number, sheet in enumerate(state.partidas, start=1)
        if sheet.phase is Phase.ENDED
    ]
