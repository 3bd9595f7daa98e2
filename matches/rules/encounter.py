"""The result of an encounter from its partidas. Pure.

Decided by partidas won, boards won or weighted points of the format
(`encounter_result_by`); level in a league is a draw, in a knock-out `level_knockout`
says what follows. Tantos are kept beside, as they count outside the sheet.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from competitions.rules.standings.facts import Winner
from competitions.rules.standings.scoring import Scoring
from federation.rules.errors import RuleError
from matches.rules.domino.hands import Totals
from matches.rules.sides import Side


@dataclass(frozen=True)
class PartidaResult:
    """What one partida gave; no winner when it was void, level or is pending."""

    board: int
    partida: int
    winner: Side | None
    home: int
    away: int
    counted_home: int
    counted_away: int
    is_pending: bool = False


@dataclass(frozen=True)
class EncounterTerms:
    """Resolved parameters, the weight of each board (1 where none is named), and the stage."""

    parameters: Mapping[str, Any]
    weights: Mapping[int, int] = field(default_factory=dict)
    knockout: bool = False


@dataclass(frozen=True)
class EncounterResult:
    """The result, each figure by side.

    `needs` names what a level knock-out still needs (`extra_partida` or `replay`), or
    `boards_pending` when a partida waits for a decision: then there is no winner yet.
    """

    partidas: Totals
    boards: Totals
    weighted: Totals
    tantos: Totals
    winner: Side | None
    points: Totals
    needs: str | None


def encounter_result(results: Iterable[PartidaResult], terms: EncounterTerms) -> EncounterResult:
    """The encounter's result; RuleError `partida_twice` when one partida comes twice."""
    partidas = sorted(results, key=lambda result: (result.board, result.partida))
    keys = [(result.board, result.partida) for result in partidas]
    if len(set(keys)) != len(keys):
        raise RuleError("partida_twice")
    won = _sum(partidas, lambda _: 1)
    weighted = _sum(partidas, lambda result: terms.weights.get(result.board, 1))
    tantos = Totals(
        sum(result.counted_home for result in partidas), sum(result.counted_away for result in partidas)
    )
    boards = _boards(partidas)
    by = {"partidas": won, "boards": boards, "weighted": weighted}
    deciding = by[terms.parameters["encounter_result_by"]]
    if any(result.is_pending for result in partidas):
        return EncounterResult(won, boards, weighted, tantos, None, Totals(), "boards_pending")
    winner, needs = _winner(deciding, tantos, terms)
    points = _points(won, winner, len(partidas), terms)
    return EncounterResult(won, boards, weighted, tantos, winner, points, needs)


def _sum(partidas: list[PartidaResult], value: Callable[[PartidaResult], int]) -> Totals:
    total = Totals()
    for result in partidas:
        total = total.plus(result.winner, value(result))
    return total


def _boards(partidas: list[PartidaResult]) -> Totals:
    """A board goes to the side with more of its partidas; a level one to nobody."""
    total = Totals()
    for board in sorted({result.board for result in partidas}):
        own = _sum([result for result in partidas if result.board == board], lambda _: 1)
        total = total.plus(own.ahead, 1)
    return total


def _winner(deciding: Totals, tantos: Totals, terms: EncounterTerms) -> tuple[Side | None, str | None]:
    if deciding.ahead is not None or not terms.knockout:
        return deciding.ahead, None
    level = terms.parameters["level_knockout"]
    if level != "tantos":
        return None, level
    # Level in tantos too: only the board can decide, so one more partida is needed.
    return (tantos.ahead, None) if tantos.ahead is not None else (None, "extra_partida")


def _points(won: Totals, winner: Side | None, played: int, terms: EncounterTerms) -> Totals:
    ended = Winner.NOBODY if winner is None else Winner(winner.value)
    return Totals(*Scoring.of(terms.parameters).points(won.home, won.away, ended, played))
