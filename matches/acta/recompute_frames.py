"""Replays the sheets of frames inside an acta, as `recompute` does those of hands. Pure."""

from collections.abc import Mapping
from typing import Any

from federation.rules.errors import RuleError
from matches.rules.frame_board import FrameBoardTerms, counted_frames, frames_of, status_of_frames
from matches.rules.pool.frames import FrameEntry, FrameEntryKind, FrameState, replay
from matches.rules.pool.series import Length
from matches.rules.sides import Side


def frame_states(
    content: Mapping[str, Any], parameters: Mapping[str, Any], board: Mapping[str, Any]
) -> list[FrameState | None]:
    """The state of each partida of a board of 8-ball, None where nothing was written; raises RuleError."""
    series = board["series"]
    terms = FrameBoardTerms(
        length=Length(series["length"]),
        frames=series["frames"],
        parameters=parameters,
        team_competition=content["encounter"]["format"].get("team_competition", True),
        partidas=len(board["partidas"]),
        takes_coins=series["takes_coins"],
        first_breaker=Side(series["first_breaker"]) if series["first_breaker"] else None,
    )
    return [
        replay(terms.of_partida(partida["number"]), _players(partida), map(_entry, partida["entries"]))
        if partida["entries"]
        else None
        for partida in board["partidas"]
    ]


def _players(partida: Mapping[str, Any]) -> Mapping[Side, tuple[str, ...]]:
    return {side: tuple(partida["starting"][side.value]) for side in Side}


def _entry(data: Mapping[str, Any]) -> FrameEntry:
    try:
        kind = FrameEntryKind(data["kind"])
    except ValueError:
        raise RuleError("malformed_entry", part="kind") from None
    return FrameEntry(data["seq"], kind, data["hand"], data["revision"], data["by"], data["data"])


def figures_of_frames(state: FrameState | None) -> dict[str, Any] | None:
    """What a sheet of frames gives, as the result of a partida is stated."""
    if state is None:
        return None
    score = frames_of(state)
    figures = {"home": score.home, "away": score.away}
    return {
        "winner": state.winner,
        **figures,
        "hands": counted_frames(state),
        "counted": figures,
        "status": status_of_frames(state),
    }
