"""The hands of a sheet added up in their order, whether they end it, and who is due to lead. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from matches.rules.domino import drops, infractions
from matches.rules.domino.hands import HandEnding, Totals, partida_winner
from matches.rules.domino.infractions import Infraction, Remedy
from matches.rules.domino.lead import leader_after_block, loses_lead
from matches.rules.sheet_event_entries import AnnulCause
from matches.rules.sheet_facts import HandState, RowFacts, SheetFacts
from matches.rules.sides import Side, right_of

COUNTED = (HandState.APPROVED, HandState.SETTLED)
INFRACTION_OF: Mapping[AnnulCause, Infraction] = {
    AnnulCause.FALSE_THINKING: Infraction.FALSE_THINKING,
    AnnulCause.FALSE_PASS: Infraction.FALSE_PASS,
}


@dataclass(frozen=True)
class Count:
    """What the hands come to.

    `frozen` are those that wait to be settled; `reached` says that the hands make an end,
    `ended_at` which of them did, once nothing before it is frozen; `by_time` that it was the
    clock; `last_hand` that the hand in play is the last one.
    """

    totals: Totals
    after: Mapping[int, Totals]
    frozen: tuple[int, ...]
    reached: bool
    ended_at: int | None
    winner: Side | None = None
    by_time: bool = False
    last_hand: bool = False


def count(facts: SheetFacts) -> Count:
    """Adds the approved and settled hands until the target is reached or the time has run out.

    While an earlier hand is frozen the partida cannot end: what comes after the hand that
    made the end waits, uncounted, until the settlement.
    """
    clock = _Clock(facts)
    totals, after, frozen = facts.awarded, {}, []
    end: _End | None = None
    for row in facts.current:
        if row.state is HandState.DISAGREED:
            frozen.append(row.number)
        if end is not None:
            continue
        if row.state in COUNTED:
            totals = totals.plus(row.figures.side, row.figures.points)
            after[row.number] = totals
        clock.see(row, totals)
        end = _end(row, totals, facts.terms.target, clock)
    if end is None:
        return Count(totals, after, tuple(frozen), reached=False, ended_at=None, last_hand=clock.is_last)
    if any(number <= end.at for number in frozen):
        return Count(totals, after, tuple(frozen), reached=True, ended_at=None)
    return Count(totals, after, (), reached=True, ended_at=end.at, winner=end.winner, by_time=end.by_time)


@dataclass(frozen=True)
class _End:
    at: int
    winner: Side | None
    by_time: bool


def _end(row: RowFacts, totals: Totals, target: int, clock: "_Clock") -> _End | None:
    """Does this hand end the partida, by points or by time?"""
    winner = partida_winner(totals, target)
    if winner is not None:
        return _End(row.number, winner, by_time=False)
    if clock.is_over(row, totals):
        return _End(row.number, clock.winner(totals), by_time=True)
    return None


class _Clock:
    """Which hand is the last once the time is over (`time_limit_ending`, `time_level`).

    The hand that was being played then is finished; with `finish_hand_plus_one` the score is
    marked after it and one more is played, and if that leaves both level the mark stands. Level
    at the end: drawn, or hands go on until one is ahead. Annulled hands are no hands played.
    """

    def __init__(self, facts: SheetFacts) -> None:
        self._mark = facts.time_mark
        parameters = facts.terms.parameters
        self._plus_one = parameters["time_limit_ending"] == "finish_hand_plus_one"
        self._drawn = parameters["time_level"] == "drawn"
        self._allowed = int(self._plus_one) + int(self._mark.hand_in_play if self._mark else False)
        self._done = 0
        self._waits = False
        self._marked: Totals | None = None

    def see(self, row: RowFacts, totals: Totals) -> None:
        """One hand more in its order, with the score after it."""
        if self._mark is None:
            return
        self._waits = self._waits or row.state is HandState.PROPOSED
        if row.number > self._mark.hands and row.state in COUNTED:
            self._done += 1
        if self._plus_one and row.number >= self._mark.hands and self._done == self._allowed - 1:
            self._marked = totals

    def is_over(self, row: RowFacts, totals: Totals) -> bool:
        """Has the last hand been played, and does the score stand?"""
        if self._mark is None or self._waits or row.number < self._mark.hands or self._done < self._allowed:
            return False
        return self._drawn or self.winner(totals) is not None

    @property
    def is_last(self) -> bool:
        """Is the hand that comes now the last, as far as is known?"""
        return self._mark is not None and self._allowed - self._done <= 1

    def winner(self, totals: Totals) -> Side | None:
        """Who wins by time: whoever is ahead; level, whoever was ahead at the mark."""
        return totals.ahead or (self._marked.ahead if self._marked else None)


def due_leads(facts: SheetFacts) -> tuple[int, ...]:
    """The seat that is due to lead each current hand and the one after the last.

    Each is counted from the seat that really led the hand before: a past lead is
    never rewritten (art. 7.3). After a false pass with the rivals' lead the offenders'
    next lead may be passed over (`false_pass_rivals_led`).
    """
    if facts.first_leader is None:
        return ()
    due, passed_over = [facts.first_leader], None
    for row in facts.current:
        following, skips = _after(row, facts.terms.parameters)
        if passed_over is not None and loses_lead(following, passed_over):
            following, passed_over = right_of(following), None
        due.append(following)
        passed_over = skips if skips is not None else passed_over
    return tuple(due)


def _after(row: RowFacts, parameters: Mapping[str, Any]) -> tuple[int, int | None]:
    """Who leads after a hand, and the seat of a pair whose next lead is passed over, if one is."""
    annulled = row.annulled
    if annulled is None or annulled.offender_seat is None or annulled.cause is AnnulCause.RULING:
        tied = row.figures.ending is HandEnding.TIED_BLOCK
        return leader_after_block(row.leader, tied=tied, parameters=parameters), None
    seat = annulled.offender_seat
    own_lead = loses_lead(row.leader, seat)
    if annulled.cause is AnnulCause.DROPPED_TILE:
        return drops.leader_after_annulled(row.leader, own_lead=own_lead, parameters=parameters), None
    infraction = INFRACTION_OF[annulled.cause]
    found = infractions.consequence(infraction, row.leader, seat, Remedy.ANNUL, parameters)
    following = found.next_leader if found.next_leader is not None else row.leader
    skips = found.leader_after_next != right_of(following)
    return following, seat if skips else None
