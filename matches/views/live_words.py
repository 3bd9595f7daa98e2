"""How something that happened is told to spectators, whatever is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple


class Words(NamedTuple):
    """What happened, more of it, and how it stood then."""

    title: str
    text: str = ""
    score: str = ""


@dataclass(frozen=True)
class Told:
    """Something that happened, whose words are made only when it is among the last."""

    at: datetime
    key: str
    words: Callable[[], Words]
