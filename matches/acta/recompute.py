"""Replays the sheets inside an acta and compares what they give with what it states. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from federation.rules.errors import RuleError
from federation.rules.parameters import CATALOGUE, resolve
from matches.acta.recompute_frames import figures_of_frames, frame_states
from matches.rules.board import counted_hands, status_of
from matches.rules.domino.hands import Totals, counts_outside
from matches.rules.encounter import EncounterTerms, PartidaResult, encounter_result
from matches.rules.pool.frames import FrameState
from matches.rules.sheet import (
    EndedHow,
    Entry,
    EntryKind,
    PreviousPartida,
    SheetState,
    SheetTerms,
    previous_partida,
    replay,
)
from matches.rules.sides import Side

# A body may decide these outside the sheet; then they are taken as stated.
_DECIDED = ("no_show", "abandonment", "decided", "void", "not_played")


@dataclass(frozen=True)
class Hands:
    """The partidas of a board of domino."""

    states: list[SheetState | None]


@dataclass(frozen=True)
class Frames:
    """The partidas of a board of 8-ball."""

    states: list[FrameState | None]


Board = Hands | Frames


def recompute(content: Mapping[str, Any]) -> list[str]:
    """Say every figure of the acta that its own sheets do not give; an empty list when all agree.

    Partidas that a body decided outside the sheet are taken as stated; what the encounter
    makes of them is computed all the same. Never raises on account of the content.
    """
    try:
        boards = replayed(content)
        differences = list(_partida_differences(content, boards))
        differences.extend(_result_differences(content))
        differences.extend(_version_differences(content))
    except RuleError as error:
        return [f"boards: a sheet that cannot be replayed ({error})"]
    return differences


def replayed(content: Mapping[str, Any]) -> list[Board]:
    """Give the state of each partida by board, None where nothing was written; raises RuleError."""
    return [
        Frames(frame_states(content, _parameters(content), board))
        if "series" in board
        else Hands(_board_states(content, board))
        for board in content["boards"]
    ]


def _parameters(content: Mapping[str, Any]) -> Mapping[str, Any]:
    stated = content["regulation"]["parameters"]
    # A name that later versions of the catalogue no longer have decides nothing here.
    return resolve({name: value for name, value in stated.items() if name in CATALOGUE})


def _board_states(content: Mapping[str, Any], board: Mapping[str, Any]) -> list[SheetState | None]:
    parameters = _parameters(content)
    states: list[SheetState | None] = []
    previous: PreviousPartida | None = None
    gone: frozenset[str] = frozenset()
    for partida in board["partidas"]:
        state = None
        if partida["entries"]:
            if content["regulation"]["target"] is None:
                raise RuleError("malformed_entry", part="target")
            terms = SheetTerms(
                target=content["regulation"]["target"],
                parameters=parameters,
                partida=partida["number"],
                team_competition=content["encounter"]["format"].get("team_competition", True),
            )
            sides = {side: tuple(partida["starting"][side]) for side in ("home", "away")}
            state = replay(terms, sides, map(_entry, partida["entries"]), previous, gone)
            gone |= {state.facts.left} if state.facts.left else frozenset()
        previous = _previous(state, partida["result"])
        states.append(state)
    return states


def _entry(data: Mapping[str, Any]) -> Entry:
    try:
        kind = EntryKind(data["kind"])
    except ValueError:
        raise RuleError("malformed_entry", part="kind") from None
    return Entry(data["seq"], kind, data["hand"], data["revision"], data["by"], data["data"])


def _previous(state: SheetState | None, result: Mapping[str, Any]) -> PreviousPartida | None:
    if state is None:
        return None
    how = EndedHow.VOID if _status(result) == "void" else None
    return previous_partida(state, how)


def _status(result: Mapping[str, Any]) -> str:
    return str(result.get("status", "ended"))


def _partida_differences(content: Mapping[str, Any], boards: list[Board]) -> Iterator[str]:
    for board, replay_of in zip(content["boards"], boards, strict=True):
        given = (
            [figures_of_frames(state) for state in replay_of.states]
            if isinstance(replay_of, Frames)
            else [_figures(state) for state in replay_of.states]
        )
        for partida, figures in zip(board["partidas"], given, strict=True):
            where = f"board {board['number']}, partida {partida['number']}"
            yield from _sheet_differences(partida["result"], figures, where)


def _figures(state: SheetState | None) -> dict[str, Any] | None:
    """What a sheet gives, as the result of a partida is stated."""
    if state is None:
        return None
    return {
        "winner": state.winner,
        "home": state.totals.home,
        "away": state.totals.away,
        "hands": counted_hands(state),
        "counted": {"home": state.counts_outside.home, "away": state.counts_outside.away},
        "status": status_of(state),
    }


def _sheet_differences(
    stated: Mapping[str, Any], given: Mapping[str, Any] | None, where: str
) -> Iterator[str]:
    status = _status(stated)
    if given is None:
        if status not in _DECIDED:
            yield f"{where}: a result without a sheet"
        return
    if status in _DECIDED and status != given["status"]:
        # Decided outside the sheet, which keeps what was written on it.
        return
    for name, value in given.items():
        if name != "status" and name in stated and stated[name] != value:
            yield f"{where}: {name} is {stated[name]}, the sheet gives {value}"
    if status != given["status"]:
        yield f"{where}: stated as {status}, the sheet says {given['status']}"


def _version_differences(content: Mapping[str, Any]) -> Iterator[str]:
    """A first version replaces nothing, and a later one the version just before it."""
    before = content["replaces"]["version"] if content["replaces"] else 0
    if content["version"] != before + 1:
        yield f"version: stated as {content['version']}, after version {before}"


def _result_differences(content: Mapping[str, Any]) -> Iterator[str]:
    parameters = _parameters(content)
    form = content["encounter"]["format"]
    terms = EncounterTerms(
        parameters=parameters,
        weights={int(board): weight for board, weight in form.get("weights", {}).items()},
        knockout=form.get("knockout", False),
    )
    given = encounter_result(_partida_results(content, parameters), terms)
    stated = content["result"]
    for name in ("partidas", "boards", "tantos", "points", "weighted"):
        pair = getattr(given, name)
        for side in ("home", "away"):
            if name in stated and stated[name][side] != pair[side]:
                yield f"result: {name} {side} is {stated[name][side]}, the partidas give {pair[side]}"
    for name in ("winner", "needs"):
        value = getattr(given, name)
        if name in stated and stated[name] != value:
            yield f"result: {name} is {stated[name]}, the partidas give {value}"


def _partida_results(content: Mapping[str, Any], parameters: Mapping[str, Any]) -> Iterator[PartidaResult]:
    target = content["regulation"]["target"]
    for board in content["boards"]:
        for partida in board["partidas"]:
            stated = partida["result"]
            # Frames have no target that they could pass.
            counted = _as_stated(stated) if "series" in board else _counted(stated, target, parameters)
            yield PartidaResult(
                board=board["number"],
                partida=partida["number"],
                winner=Side(stated["winner"]) if stated["winner"] else None,
                home=stated["home"],
                away=stated["away"],
                counted_home=counted.home,
                counted_away=counted.away,
                is_pending=_status(stated) == "pending",
            )


def _as_stated(stated: Mapping[str, Any]) -> Totals:
    found = stated.get("counted", stated)
    return Totals(found["home"], found["away"])


def _counted(stated: Mapping[str, Any], target: int, parameters: Mapping[str, Any]) -> Totals:
    """What the tables take from a partida: as a body decided it, or by `points_over_target`."""
    if _status(stated) in _DECIDED and "counted" in stated:
        return _as_stated(stated)
    return counts_outside(Totals(stated["home"], stated["away"]), target, parameters)
