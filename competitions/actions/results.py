"""Publishing the official result downward: `matches` calls this, standings read only its rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from competitions.models import Encounter, Outcome
from federation.actions import audit


@dataclass(frozen=True)
class Score:
    """What one side has."""

    partidas: int
    boards: int
    tantos: int
    points: int
    capped: int | None = None


def publish_outcome(
    *,
    encounter: Encounter,
    version: int,
    kind: str,
    home: Score,
    away: Score,
    winner: str,
    is_pending: bool,
    at: datetime,
    target_difference: int | None = None,
) -> Outcome:
    """Append the outcome of one version, inside the caller's transaction and under the encounter's lock.

    `winner` is "home", "away" or "" (level). A pending outcome moves no standings. `capped` and
    `target_difference` (the home side's) are what standings ask for and totals do not tell.
    """
    outcome = Outcome.objects.create(
        encounter=encounter,
        version=version,
        kind=kind,
        is_pending=is_pending,
        winner=winner,
        home_partidas=home.partidas,
        away_partidas=away.partidas,
        home_boards=home.boards,
        away_boards=away.boards,
        home_tantos=home.tantos,
        away_tantos=away.tantos,
        home_points=home.points,
        away_points=away.points,
        home_capped=home.capped,
        away_capped=away.capped,
        target_difference=target_difference,
        at=at,
    )
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="outcome.published",
        subject=f"outcome:{outcome.pk}",
        by=None,
        data={"version": version, "home": home.partidas, "away": away.partidas, "kind": kind},
    )
    return outcome
