"""The partidas of one board of 8-ball in their order, and what each gives to the encounter. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matches.rules.domino.hands import Totals
from matches.rules.encounter import PartidaResult
from matches.rules.partidas_in_order import PartidasInOrder
from matches.rules.pool import break_order
from matches.rules.pool.frame_facts import EndedBy
from matches.rules.pool.frame_state import COUNTED, FramePhase, FrameState
from matches.rules.pool.frames import FrameEntry, FrameTerms, replay
from matches.rules.pool.series import HALVES, Halves, Length, SeriesTerms
from matches.rules.sides import Person, Side


@dataclass(frozen=True)
class FrameBoardTerms:
    """What is fixed for a board: the length of its partidas, how many, parameters, the kind of table.

    `first_breaker` breaks the first frame of the board where no lag of its own decides it.
    """

    length: Length
    frames: int
    parameters: Mapping[str, Any]
    team_competition: bool
    partidas: int
    takes_coins: bool = False
    first_breaker: Side | None = None

    def of_partida(self, number: int) -> FrameTerms:
        """The terms of one partida; from one to the next whoever breaks first alternates."""
        first = self.first_breaker
        return FrameTerms(
            series=SeriesTerms(self.length, self.frames),
            parameters=self.parameters,
            team=self.team_competition,
            coin_table=self.takes_coins,
            first_breaker=first if first is None or number % 2 else first.other,
        )


class FrameBoardState(PartidasInOrder[FrameBoardTerms, FrameState]):
    """Where a board of 8-ball stands."""


def replay_frames(
    terms: FrameBoardTerms,
    players: Mapping[Side, tuple[Person, ...]],
    streams: Sequence[Iterable[FrameEntry]],
) -> FrameBoardState:
    """The state of each partida of a board from its streams of entries, in order.

    As `board.replay_board`: a partida begins when the one before it has ended or is suspended.
    """
    states: list[FrameState] = []
    written = [tuple(stream) for stream in streams]
    for number in range(1, terms.partidas + 1):
        stream = written[number - 1] if number <= len(written) else ()
        if states and not stream and states[-1].phase not in (FramePhase.ENDED, FramePhase.SUSPENDED):
            break
        states.append(replay(terms.of_partida(number), players, stream))
    return FrameBoardState(terms, tuple(states))


STATUS_OF_END: Mapping[EndedBy, str] = {
    EndedBy.SCORE: "ended",
    EndedBy.NO_SHOW: "no_show",
    EndedBy.LATE: "no_show",
    EndedBy.CONCESSION: "abandonment",
    EndedBy.NULL_GAME: "decided",
    EndedBy.DISQUALIFICATION: "decided",
    EndedBy.RULING: "decided",
}


def status_of_frames(sheet: FrameState) -> str:
    """How a partida stands in the acta: how it ended, or `pending`."""
    if sheet.is_void:
        return "void"
    return "pending" if sheet.ended_by is None else STATUS_OF_END[sheet.ended_by]


def counted_frames(sheet: FrameState) -> int:
    """How many frames that were played entered the score."""
    return sum(row.state in COUNTED for row in sheet.facts.current)


def shares_drawn_frames(parameters: Mapping[str, Any]) -> bool:
    """Does a drawn frame give half to each? Then figures count half frames, so that they stay integers."""
    return bool(parameters["drawn_frame_value"] == "half_each")


def frames_of(sheet: FrameState) -> Totals:
    """The score as the acta and the standings keep it: frames, or half frames where drawn ones are shared."""
    parts = 1 if shares_drawn_frames(sheet.facts.terms.parameters) else HALVES
    return Totals(sheet.score.home // parts, sheet.score.away // parts)


def said(score: Halves) -> tuple[str, str]:
    """The score as people say it: "3", or "2½" after a shared frame."""
    return _said(score.home), _said(score.away)


def _said(halves: int) -> str:
    whole, half = divmod(halves, HALVES)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


def results_of_frames(board: int, state: FrameBoardState) -> list[PartidaResult]:
    """The results of the partidas of a board that have ended, and those that wait for a ruling."""
    return [
        PartidaResult(
            board=board,
            partida=number,
            winner=sheet.winner,
            home=(score := frames_of(sheet)).home,
            away=score.away,
            counted_home=score.home,
            counted_away=score.away,
            is_pending=sheet.phase is FramePhase.SUSPENDED,
        )
        for number, sheet in enumerate(state.partidas, start=1)
        if sheet.phase in (FramePhase.ENDED, FramePhase.SUSPENDED)
    ]


def opening_breakers(
    boards: int, parameters: Mapping[str, Any], *, team: bool, lag: tuple[int, Side] | None = None
) -> tuple[Side | None, ...]:
    """Who breaks the first frame of each board of 8-ball of an encounter, in their order (4, ours).

    In a team competition they alternate from one board to the next (`team_break_order`): from the home
    or the away side, or from the one lag of the encounter, `lag`: at which board (from 0), and who breaks
    there. None where a lag is still to say it, which is each board's own elsewhere.
    """
    if not team or break_order.lag_each_board(parameters, team=team):
        return (None,) * boards
    at, by_lag = lag or (0, None)
    first = break_order.first_breaker((Side.HOME, Side.AWAY), by_lag, parameters, team=team)
    if first is None:
        return (None,) * boards
    return tuple(first if (number - at) % 2 == 0 else first.other for number in range(boards))


def passes_its_lag_on(parameters: Mapping[str, Any], *, team: bool) -> bool:
    """Does one lag decide who breaks at all boards of the encounter?"""
    return team and bool(parameters["team_break_order"] == "alternate")
