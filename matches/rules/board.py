"""The partidas of one board in their order: each starts from what the one before it left. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from matches.rules.encounter import PartidaResult
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


@dataclass(frozen=True)
class BoardState:
    """Where a board stands: the partidas that have begun or may begin, in order."""

    terms: BoardTerms
    partidas: tuple[SheetState, ...]

    @property
    def current(self) -> int:
        """Number of the partida in play: the first that neither ended nor is suspended, else the last."""
        for number, sheet in enumerate(self.partidas, start=1):
            if sheet.phase not in (Phase.ENDED, Phase.SUSPENDED):
                return number
        return len(self.partidas)

    @property
    def sheet(self) -> SheetState:
        """The sheet of the partida in play, or of the last one."""
        return self.partidas[self.current - 1]

    @property
    def is_over(self) -> bool:
        """Have all its partidas ended?"""
        return self._all_are(Phase.ENDED)

    @property
    def waits_for_ruling(self) -> bool:
        """Is nothing left to be played until the competent body rules (art. 20)?"""
        return not self.is_over and self._all_are(Phase.ENDED, Phase.SUSPENDED)

    def with_sheet(self, number: int, sheet: SheetState) -> "BoardState | None":
        """The board with one partida in another state, where no other can follow from that; else None."""
        if number != len(self.partidas) or sheet.phase in (Phase.ENDED, Phase.SUSPENDED):
            return None
        return replace(self, partidas=(*self.partidas[:-1], sheet))

    @property
    def is_done(self) -> bool:
        """Is nothing left to be played here now: all over, or what is not waits for a ruling?"""
        return self.is_over or self.waits_for_ruling

    def _all_are(self, *phases: Phase) -> bool:
        return len(self.partidas) == self.terms.partidas and all(
            sheet.phase in phases for sheet in self.partidas
        )


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
