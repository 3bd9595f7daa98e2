"""Ready-made sets: regulations that most federations play by, to begin from and change two or three things.

Pure data: what each departs in from the defaults, and the few points that whoever takes it looks at first.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class ReadyMadeSet:
    """One set: its code, what departs from the usual, which points are asked first, of which game it is."""

    code: str
    overrides: Mapping[str, Any]
    asked_first: tuple[str, ...]
    discipline: str = "domino"


SETS: tuple[ReadyMadeSet, ...] = (
    # The rulebook as it stands: its article 18 says 300.
    ReadyMadeSet("fed_300", MappingProxyType({}), ("target_points", "encounter_points", "line_up_mode")),
    ReadyMadeSet(
        "league_200_timed",
        MappingProxyType(
            {"target_points": 200, "time_limit_minutes": 60, "time_limit_ending": "finish_hand_plus_one"}
        ),
        ("target_points", "time_limit_minutes", "time_limit_ending"),
    ),
    # Events with clock, ordered by what is won and then by how far above the rival each partida ended.
    ReadyMadeSet(
        "caribbean",
        MappingProxyType(
            {
                "target_points": 200,
                "time_limit_minutes": 40,
                "points_over_target": "cap",
                "seat_swap_scope": "never",
                "standings_criteria": ("gf", "efectividad_target", "tf", "lots"),
            }
        ),
        ("target_points", "time_limit_minutes", "standings_criteria"),
    ),
    # 8-ball as its rules stand.
    ReadyMadeSet(
        "pool_book",
        MappingProxyType({}),
        ("team_break_order", "even_frames_level", "encounter_points"),
        discipline="pool",
    ),
)
