"""The state of one partida's sheet: what follows from what was written. Pure.

`derive` works everything out from the facts each time, so no total, leader or phase
is ever kept beside the entries that it comes from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from matches.rules.domino.draw import DrawResult, draw_result
from matches.rules.domino.hands import HandEnding, Totals, counts_outside, partida_winner
from matches.rules.domino.lead import leader_after_block
from matches.rules.domino.officials import DoneBy
from matches.rules.domino.seats import SeatPlan, SeatsBy, plan
from matches.rules.sheet_entries import Figures, SeatOrigin
from matches.rules.sheet_facts import HandState, RowFacts, SheetFacts, SheetTerms
from matches.rules.sides import Pair, Person, Seats, Side


class Phase(StrEnum):
    """What a table has to do next."""

    NAMING = "naming"
    DRAW = "draw"
    REDRAW = "redraw"
    CHOOSE_SEAT = "choose_seat"
    SWAP = "swap"  # a later partida's seating, known or to be asked, must be confirmed
    PLAYING = "playing"
    SETTLEMENT = "settlement"  # a frozen hand must be settled before the partida can end
    ENDED = "ended"


# Why a hand cannot be proposed now; each code has its words.
WHY_NOT_CODES = (
    "not_seated",
    "naming_needed",
    "approval_pending",
    "settlement_needed",
    "partida_over",
)


@dataclass(frozen=True)
class HandRow:
    """One revision of a hand as a sheet shows it.

    `side`, `points` and `ending` are the figures that stand; `proposed` what was
    proposed, `disagreement` what the other counted, when it came to that. `totals`
    are those after the hand, for a counted one.
    """

    number: int
    revision: int
    side: Side | None
    points: int
    ending: HandEnding
    leader: int
    leader_person: Person
    reason: str
    state: HandState
    approvals: tuple[Person, ...]
    missing_approvals: tuple[Person, ...]
    proposed: Figures
    disagreement: Figures | None
    disagreed_by: Person | None
    totals: Totals | None
    lead_mismatch: bool


@dataclass(frozen=True)
class SheetState:
    """A partida as its entries leave it: what pages, the acta and the next check read."""

    phase: Phase
    terms: SheetTerms
    sides: Mapping[Side, Pair]
    scorer: Person | None
    counter: Person | None
    done_by: DoneBy
    judge: Person | None
    plan: SeatPlan
    seats: Seats | None
    seats_origin: SeatOrigin | None
    seats_reason: str
    first_leader: int | None
    must_draw: tuple[Person, ...]
    draw_result: DrawResult | None
    due_seats: Seats | None
    due_leader: int | None
    totals: Totals
    proposed_totals: Totals
    counts_outside: Totals
    frozen: tuple[int, ...]
    next_hand: int | None
    next_revision: int | None
    next_leader: int | None
    can_propose: bool
    why_not: str | None
    winner: Side | None
    ended_at_hand: int | None
    due_leads: tuple[int, ...]
    facts: SheetFacts = field(repr=False)

    @cached_property
    def hands(self) -> tuple[HandRow, ...]:
        """Every revision of every hand, retracted ones too, in the order of writing."""
        return _hand_rows(self.facts)

    @property
    def next_leader_person(self) -> Person | None:
        """Who leads the next hand."""
        if self.seats is None or self.next_leader is None:
            return None
        return self.seats[self.next_leader]


@dataclass(frozen=True)
class _Count:
    """The hands added up in their order."""

    totals: Totals
    after: Mapping[int, Totals]
    frozen: tuple[int, ...]
    reached: bool
    ended_at: int | None


def _count(facts: SheetFacts) -> _Count:
    """Adds the approved and settled hands until the target is reached.

    While an earlier hand is frozen the partida cannot end: what comes after the hand
    that reached the target waits, uncounted, until the settlement.
    """
    totals, after, frozen = Totals(), {}, []
    reached_at: int | None = None
    for row in facts.current:
        if row.state is HandState.DISAGREED:
            frozen.append(row.number)
        if reached_at is not None or row.state not in (HandState.APPROVED, HandState.SETTLED):
            continue
        totals = totals.plus(row.figures.side, row.figures.points)
        after[row.number] = totals
        if partida_winner(totals, facts.terms.target) is not None:
            reached_at = row.number
    if reached_at is None:
        return _Count(totals, after, tuple(frozen), reached=False, ended_at=None)
    waiting = any(number < reached_at for number in frozen)
    ended_at = None if waiting else reached_at
    open_frozen = tuple(frozen) if waiting else ()
    return _Count(totals, after, open_frozen, reached=True, ended_at=ended_at)


def _due_leads(facts: SheetFacts) -> tuple[int, ...]:
    """The seat that is due to lead each current hand and the one after the last.

    Each is counted from the seat that really led the hand before: a past lead is
    never rewritten (art. 7.3).
    """
    if facts.first_leader is None:
        return ()
    due = [facts.first_leader]
    for row in facts.current:
        tied = row.figures.ending is HandEnding.TIED_BLOCK
        due.append(leader_after_block(row.leader, tied=tied, parameters=facts.terms.parameters))
    return tuple(due)


def _row(facts: SheetFacts, row: RowFacts, count: _Count, due: Mapping[int, int]) -> HandRow:
    struck = count.ended_at is not None and row.number > count.ended_at
    state = HandState.STRUCK if struck and not row.retracted else row.state
    waiting = row.roles_missing if state is HandState.PROPOSED else ()
    holders = (facts.holder(role) for role in waiting)
    return HandRow(
        number=row.number,
        revision=row.revision,
        side=row.figures.side,
        points=row.figures.points,
        ending=row.figures.ending,
        leader=row.leader,
        leader_person=row.leader_person,
        reason=row.reason,
        state=state,
        approvals=tuple(person for _, person in row.approved),
        missing_approvals=tuple(person for person in holders if person is not None),
        proposed=row.proposed,
        disagreement=row.disagreement,
        disagreed_by=row.disagreed_by,
        totals=None if row.retracted else count.after.get(row.number),
        lead_mismatch=not row.retracted and due.get(row.number) != row.leader,
    )


def _hand_rows(facts: SheetFacts) -> tuple[HandRow, ...]:
    count, due = _count(facts), _due_leads(facts)
    due_of = dict(zip((row.number for row in facts.current), due, strict=False))
    return tuple(_row(facts, row, count, due_of) for row in facts.rows)


def _draw_state(facts: SheetFacts, seating: SeatPlan) -> DrawResult | None:
    """What the draw has settled, when this partida has a draw to make."""
    if seating.by is not SeatsBy.DRAW and not seating.lead_by_draw:
        return None
    return draw_result(facts.pairs, facts.rounds, facts.terms.parameters, lead_only=seating.lead_by_draw)


def _phase(facts: SheetFacts, seating: SeatPlan, drawn: DrawResult | None, count: _Count) -> Phase:
    if count.ended_at is not None:
        return Phase.ENDED
    if count.reached:
        return Phase.SETTLEMENT
    if facts.seats is not None:
        return Phase.PLAYING
    if facts.scorer is None or facts.counter is None:
        return Phase.NAMING
    if drawn is not None and drawn.must_draw:
        return Phase.REDRAW if facts.rounds else Phase.DRAW
    return Phase.CHOOSE_SEAT if seating.by is SeatsBy.DRAW else Phase.SWAP


def _why_not(facts: SheetFacts, phase: Phase) -> str | None:
    if phase is Phase.ENDED:
        return "partida_over"
    if phase is Phase.SETTLEMENT:
        return "settlement_needed"
    if phase is not Phase.PLAYING:
        return "not_seated"
    if facts.current and facts.current[-1].state is HandState.PROPOSED:
        return "approval_pending"
    if facts.scorer is None or facts.counter is None:
        return "naming_needed"
    return None


def _proposed_totals(facts: SheetFacts, count: _Count) -> Totals:
    last = facts.current[-1] if facts.current else None
    if last is None or count.reached or last.state is not HandState.PROPOSED:
        return count.totals
    return count.totals.plus(last.figures.side, last.figures.points)


def _due_leader(seating: SeatPlan, drawn: DrawResult | None) -> int | None:
    if seating.seats is None or not seating.lead_by_draw:
        return seating.leader
    if drawn is None or drawn.leader is None:
        return None
    return seating.seats.index(drawn.leader)


def derive(facts: SheetFacts) -> SheetState:
    """The whole state that the facts amount to."""
    terms = facts.terms
    seating = plan(
        facts.previous,
        facts.starting,
        facts.changes,
        terms.parameters,
        team_competition=terms.team_competition,
        partida=terms.partida,
    )
    count, due_leads = _count(facts), _due_leads(facts)
    drawn = _draw_state(facts, seating)
    phase = _phase(facts, seating, drawn, count)
    why_not = _why_not(facts, phase)
    playing = phase is Phase.PLAYING
    next_hand = len(facts.current) + 1 if playing else None
    ended = count.ended_at is not None
    return SheetState(
        phase=phase,
        terms=terms,
        sides=MappingProxyType(dict(facts.sides)),
        scorer=facts.scorer,
        counter=facts.counter,
        done_by=facts.done_by,
        judge=facts.judge,
        plan=seating,
        seats=facts.seats,
        seats_origin=facts.seats_origin,
        seats_reason=facts.seats_reason,
        first_leader=facts.first_leader,
        must_draw=drawn.must_draw if drawn is not None and facts.seats is None else (),
        draw_result=drawn if facts.rounds else None,
        due_seats=seating.seats,
        due_leader=_due_leader(seating, drawn),
        totals=count.totals,
        proposed_totals=_proposed_totals(facts, count),
        counts_outside=counts_outside(count.totals, terms.target, terms.parameters),
        frozen=count.frozen,
        next_hand=next_hand,
        next_revision=_next_revision(facts, next_hand),
        next_leader=due_leads[-1] if playing else None,
        can_propose=why_not is None,
        why_not=why_not,
        winner=partida_winner(count.totals, terms.target) if ended else None,
        ended_at_hand=count.ended_at,
        due_leads=due_leads[:-1] if count.ended_at is None else due_leads[: count.ended_at],
        facts=facts,
    )


def _next_revision(facts: SheetFacts, number: int | None) -> int | None:
    if number is None:
        return None
    return 1 + max((row.revision for row in facts.rows if row.number == number), default=0)
