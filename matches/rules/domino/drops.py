"""Dropped tiles: who decides, what may be decided, the lead after it, and the note (art. 19). Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from federation.rules.errors import RuleError
from matches.rules.domino.lead import next_lead
from matches.rules.sides import Side


class DropMoment(StrEnum):
    """When a tile fell."""

    SHUFFLING = "while_shuffling"
    TAKING = "while_taking"  # not everybody has seven yet
    ALL_HAVE_SEVEN = "all_have_seven"
    DURING_HAND = "during_hand"


class DropDecision(StrEnum):
    """What the rivals of the pair may decide."""

    SHUFFLE_AGAIN = "shuffle_again"
    GO_ON = "go_on"
    ANNUL = "annul"


@dataclass(frozen=True)
class DropRuling:
    """What is done after a drop: by itself (`shuffled_again`), or what the rivals may decide."""

    rivals_decide: bool
    shuffled_again: bool
    options: tuple[DropDecision, ...]


BEFORE_LEAD = (DropDecision.SHUFFLE_AGAIN, DropDecision.GO_ON)
AFTER_LEAD = (DropDecision.GO_ON, DropDecision.ANNUL)


def ruling(moment: DropMoment, parameters: Mapping[str, Any], *, face_up: bool | None = None) -> DropRuling:
    """Who decides about a dropped tile and between what (19.1 to 19.3).

    Shuffling, a tile that showed its face is turned and all are shuffled again; one that fell
    face down shows nothing. While tiles are being taken: `dropped_tile_while_taking`.
    """
    if moment is DropMoment.SHUFFLING:
        return DropRuling(rivals_decide=False, shuffled_again=face_up is not False, options=())
    if moment is DropMoment.TAKING and parameters["dropped_tile_while_taking"] == "shuffle_again":
        return DropRuling(rivals_decide=False, shuffled_again=True, options=())
    options = AFTER_LEAD if moment is DropMoment.DURING_HAND else BEFORE_LEAD
    return DropRuling(rivals_decide=True, shuffled_again=False, options=options)


def check_decision(
    moment: DropMoment, decision: DropDecision | None, parameters: Mapping[str, Any], *, face_up: bool | None
) -> None:
    """RuleError `drop_decision_missing`, or `drop_decision_not_open` where there is no such choice."""
    found = ruling(moment, parameters, face_up=face_up)
    if found.rivals_decide and decision is None:
        raise RuleError("drop_decision_missing", field="decision")
    if decision is not None and decision not in found.options:
        raise RuleError("drop_decision_not_open", field="decision")


def leader_after_annulled(leader: int, *, own_lead: bool, parameters: Mapping[str, Any]) -> int:
    """The seat that leads after a hand annulled for a drop (`dropped_tile_annulled_lead`).

    `own_lead`: had the pair that dropped the tile led that hand?
    """
    lost = parameters["dropped_tile_annulled_lead"] == "lost_if_own_lead" and own_lead
    return next_lead(leader, keeps_lead=not lost)


@dataclass(frozen=True)
class Drop:
    """One drop of a pair in a partida, in the order of time."""

    partida: int
    side: Side
    moment: DropMoment = DropMoment.DURING_HAND


def counts(drop: Drop, parameters: Mapping[str, Any]) -> bool:
    """Does this drop count for 19.4 (`dropped_while_shuffling_counts`)?"""
    return drop.moment is not DropMoment.SHUFFLING or bool(parameters["dropped_while_shuffling_counts"])


def ordinals(drops: Iterable[Drop], parameters: Mapping[str, Any]) -> list[int]:
    """For each drop, how many its pair has had in that partida; 0 for one that does not count."""
    so_far: dict[tuple[int, Side], int] = {}
    found = []
    for drop in drops:
        if not counts(drop, parameters):
            found.append(0)
            continue
        key = (drop.partida, drop.side)
        so_far[key] = so_far.get(key, 0) + 1
        found.append(so_far[key])
    return found


def is_noted(ordinal: int, parameters: Mapping[str, Any]) -> bool:
    """Does the drop with this ordinal go to the acta (19.4, `dropped_tiles_note_from`)?"""
    return ordinal >= int(parameters["dropped_tiles_note_from"])
