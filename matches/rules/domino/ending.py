"""Partidas that do not end at the table: abandonment, absence, suspension, decisions (art. 20). Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from federation.rules.errors import RuleError
from matches.rules.domino.hands import Totals, partida_winner
from matches.rules.sides import Person, Side


@dataclass(frozen=True)
class Abandonment:
    """What abandoning leaves: the rival wins and is filled up to the target, the leaver keeps what he had."""

    winner: Side
    final: Totals
    added: int


def abandonment(totals: Totals, target: int, leaves: Side) -> Abandonment:
    """A player of `leaves` went away without a justified cause; nobody enters in his place.

    RuleError `partida_over` when a pair has the target already.
    """
    if partida_winner(totals, target) is not None:
        raise RuleError("partida_over")
    winner = leaves.other
    added = target - totals.of(winner)
    return Abandonment(winner, totals.plus(winner, added), added)


class AbsenceOutcome(StrEnum):
    """What becomes of the partida when a player must go."""

    GOES_ON = "goes_on"
    SUSPENDED = "suspended"
    ABANDONMENT = "abandonment"


@dataclass(frozen=True)
class Absence:
    """Who may enter for whoever had to go, and what becomes of the partida otherwise."""

    may_enter: tuple[Person, ...]
    outcome: AbsenceOutcome
    abandoned: Abandonment | None


def absence(
    totals: Totals,
    target: int,
    absent: Side,
    substitutes: Sequence[Person],
    parameters: Mapping[str, Any],
    *,
    justified: bool,
) -> Absence:
    """A player of `absent` goes away: for a justified cause one of the named substitutes may enter.

    Nobody left: `justified_absence_without_substitute`. Without a cause it is an abandonment.
    """
    if justified and substitutes:
        return Absence(tuple(substitutes), AbsenceOutcome.GOES_ON, None)
    if justified and parameters["justified_absence_without_substitute"] == "suspended_to_committee":
        return Absence((), AbsenceOutcome.SUSPENDED, None)
    return Absence((), AbsenceOutcome.ABANDONMENT, abandonment(totals, target, absent))


class Decision(StrEnum):
    """What the competent body may decide about a suspended partida."""

    VALIDATE = "validate"
    RESUME = "resume"
    REPLAY_HAND = "replay_hand"
    REPLAY_PARTIDA = "replay_partida"
    AHEAD_WINS = "ahead_wins"


class Needs(StrEnum):
    """What a decision still lacks."""

    NOTHING = "nothing"
    NAMED_WINNER = "named_winner"
    ANOTHER_DECISION = "another_decision"


@dataclass(frozen=True)
class HandPoints:
    """The points of the hand that caused the suspension, and whether the score holds them."""

    side: Side | None
    points: int
    included: bool


@dataclass(frozen=True)
class Decided:
    """What a decision does: a final score with or without a winner, or a score to go on from.

    Nobody is ever filled up to the target: the article writes that for an abandonment alone.
    """

    accepted: bool
    needs: Needs
    starts_at: Totals | None = None
    final: Totals | None = None
    winner: Side | None = None
    old_score_kept: bool = False


def decide(
    decision: Decision,
    totals: Totals,
    parameters: Mapping[str, Any],
    *,
    hand: HandPoints | None = None,
    named: Side | None = None,
) -> Decided:
    """What a decision of the competent body does to a suspended partida.

    `named`: the pair that the body names where it may (`validated_score_winner` none,
    `level_ahead_decision` free). RuleError `suspension_hand_unknown` when a hand is to be
    replayed whose points lie in the score and are not told.
    """
    if decision is Decision.RESUME:
        return Decided(accepted=True, needs=Needs.NOTHING, starts_at=totals)
    if decision is Decision.REPLAY_PARTIDA:
        return Decided(accepted=True, needs=Needs.NOTHING, starts_at=Totals(), old_score_kept=True)
    if decision is Decision.REPLAY_HAND:
        start = _without(totals, hand)
        return Decided(accepted=True, needs=Needs.NOTHING, starts_at=start, old_score_kept=True)
    if decision is Decision.VALIDATE:
        return _validated(totals, parameters, named)
    return _ahead_wins(totals, parameters, named)


def _without(totals: Totals, hand: HandPoints | None) -> Totals:
    if hand is None or not hand.included or hand.side is None:
        return totals
    if hand.points > totals.of(hand.side):
        raise RuleError("suspension_hand_unknown")
    return totals.plus(hand.side, -hand.points)


def _validated(totals: Totals, parameters: Mapping[str, Any], named: Side | None) -> Decided:
    winner = totals.ahead if parameters["validated_score_winner"] == "ahead_wins" else named
    needs = Needs.NOTHING if winner is not None else Needs.NAMED_WINNER
    return Decided(accepted=True, needs=needs, final=totals, winner=winner)


def _ahead_wins(totals: Totals, parameters: Mapping[str, Any], named: Side | None) -> Decided:
    if totals.ahead is not None:
        return Decided(accepted=True, needs=Needs.NOTHING, final=totals, winner=totals.ahead)
    if parameters["level_ahead_decision"] == "refused":
        return Decided(accepted=False, needs=Needs.ANOTHER_DECISION)
    if named is None:
        return Decided(accepted=True, needs=Needs.NAMED_WINNER)
    return Decided(accepted=True, needs=Needs.NOTHING, final=totals, winner=named)
