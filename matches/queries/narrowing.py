"""What a list of encounters is narrowed to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EncounterFilter:
    """Words of either side, a competition by its key, a state; empty means all."""

    text: str = ""
    competition: int | None = None
    state: str = ""
