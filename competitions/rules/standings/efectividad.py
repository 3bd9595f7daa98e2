"""The figures of one partida that only some criteria ask for: cut at its target, and against it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class ByPartida:
    """What partidas come to: tantos cut at the target (home, away), and the home side's efectividad."""

    capped: tuple[int, int]
    target_difference: int


def by_partida(partidas: Iterable[tuple[int, int]], target: int) -> ByPartida:
    """Add up the partidas of an encounter, each as (home, away)."""
    played = list(partidas)
    return ByPartida(
        (
            sum(capped(home, target) for home, _ in played),
            sum(capped(away, target) for _, away in played),
        ),
        sum(target_difference(home, away, target) for home, away in played),
    )


def capped(tantos: int, target: int) -> int:
    """Tantos of a partida, cut at its target (`td_capped`)."""
    return min(tantos, target)


def target_difference(own: int, rival: int, target: int) -> int:
    """Efectividad of a partida by its target (`efectividad_target`), for the side that has `own`.

    Whoever reached the target takes what the loser lacked to it, the loser the same below zero: what
    passes the target is ignored. When nobody reached it (time ended the partida) it is the plain
    difference; 0 when level.
    """
    if own == rival:
        return 0
    if max(own, rival) < target:
        return own - rival
    missing = target - min(own, rival)
    # Both past the target: the winner's excess is ignored, so is the loser's.
    missing = max(missing, 0)
    return missing if own > rival else -missing
