"""The state of one partida's sheet: what follows from what was written. Pure.

`derive` works everything out from the facts each time, so no total, leader or phase
is ever kept beside the entries that it comes from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from matches.rules.domino.draw import DrawResult, draw_result, fitting_rounds
from matches.rules.domino.hands import HandEnding, Totals, counts_outside
from matches.rules.domino.officials import DoneBy
from matches.rules.domino.seats import EndedHow, SeatPlan, SeatsBy, plan
from matches.rules.sheet_counting import Count, count, due_leads
from matches.rules.sheet_entries import Figures, SeatOrigin
from matches.rules.sheet_facts import AWAY, Annulled, HandState, RowFacts, SheetFacts, SheetTerms
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
    SUSPENDED = "suspended"  # the competent body rules what becomes of it (art. 20)
    ENDED = "ended"


# Why a hand cannot be proposed now; each code has its words.
WHY_NOT_CODES = (
    "not_seated",
    "naming_needed",
    "approval_pending",
    "settlement_needed",
    "partida_suspended",
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
    annulled: Annulled | None


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
    ended_how: EndedHow | None
    last_hand: bool
    due_leads: tuple[int, ...]
    # The partida before has ended in another way since they sat down, and nobody has led yet.
    seats_are_stale: bool
    facts: SheetFacts = field(repr=False)

    @cached_property
    def hands(self) -> tuple[HandRow, ...]:
        """Every revision of every hand, retracted ones too, in the order of writing."""
        return _hand_rows(self.facts)

    def side_of(self, person: Person) -> Side | None:
        """The side for which somebody plays now."""
        return next((side for side, pair in self.sides.items() if person in pair), None)

    @property
    def next_leader_person(self) -> Person | None:
        """Who leads the next hand."""
        if self.seats is None or self.next_leader is None:
            return None
        return self.seats[self.next_leader]


def _row(facts: SheetFacts, row: RowFacts, counted: Count, due: Mapping[int, int]) -> HandRow:
    struck = counted.ended_at is not None and row.number > counted.ended_at
    there = row.state not in AWAY
    state = HandState.STRUCK if struck and there else row.state
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
        totals=counted.after.get(row.number) if there else None,
        lead_mismatch=there and due.get(row.number) != row.leader,
        annulled=row.annulled,
    )


def _hand_rows(facts: SheetFacts) -> tuple[HandRow, ...]:
    counted, due = count(facts), due_leads(facts)
    due_of = dict(zip((row.number for row in facts.current), due, strict=False))
    return tuple(_row(facts, row, counted, due_of) for row in facts.rows)


def _draw_state(facts: SheetFacts, seating: SeatPlan) -> tuple[DrawResult | None, bool]:
    """What the draw has settled, when this partida has a draw to make, and whether any was made for it."""
    if seating.by is not SeatsBy.DRAW and not seating.lead_by_draw:
        return None, False
    pairs, parameters, lead_only = facts.pairs, facts.terms.parameters, seating.lead_by_draw
    rounds = fitting_rounds(pairs, facts.rounds, parameters, lead_only=lead_only)
    return draw_result(pairs, rounds, parameters, lead_only=lead_only), bool(rounds)


def _phase(
    facts: SheetFacts, seating: SeatPlan, drawn: DrawResult | None, counted: Count, *, again: bool
) -> Phase:
    if facts.end is not None or counted.ended_at is not None:
        return Phase.ENDED
    if facts.suspended is not None:
        return Phase.SUSPENDED
    if counted.reached:
        return Phase.SETTLEMENT
    if facts.seats is not None:
        return Phase.PLAYING
    if facts.scorer is None or facts.counter is None:
        return Phase.NAMING
    if drawn is not None and drawn.must_draw:
        return Phase.REDRAW if again else Phase.DRAW
    return Phase.CHOOSE_SEAT if seating.by is SeatsBy.DRAW else Phase.SWAP


def _why_not(facts: SheetFacts, phase: Phase) -> str | None:
    if phase is Phase.ENDED:
        return "partida_over"
    if phase is Phase.SUSPENDED:
        return "partida_suspended"
    if phase is Phase.SETTLEMENT:
        return "settlement_needed"
    if phase is not Phase.PLAYING:
        return "not_seated"
    if any(row.state is HandState.PROPOSED for row in facts.current):
        return "approval_pending"
    if facts.scorer is None or facts.counter is None:
        return "naming_needed"
    return None


def _proposed_totals(facts: SheetFacts, counted: Count) -> Totals:
    last = facts.current[-1] if facts.current else None
    if facts.end is not None:
        return facts.end.final
    if last is None or counted.reached or last.state is not HandState.PROPOSED:
        return counted.totals
    return counted.totals.plus(last.figures.side, last.figures.points)


def _due_leader(seating: SeatPlan, drawn: DrawResult | None) -> int | None:
    if seating.seats is None or not seating.lead_by_draw:
        return seating.leader
    if drawn is None or drawn.leader is None:
        return None
    return seating.seats.index(drawn.leader)


def _ended_how(facts: SheetFacts, counted: Count) -> EndedHow | None:
    if facts.end is not None:
        return facts.end.how
    if counted.ended_at is None:
        return None
    return EndedHow.TIME if counted.by_time else EndedHow.TARGET


def _outside(facts: SheetFacts, totals: Totals) -> Totals:
    """What averages and tables take: nothing of a no-show, where the regulation says so."""
    end, parameters = facts.end, facts.terms.parameters
    if end is not None and end.how is EndedHow.NOT_PLAYED and not parameters["no_show_counts_in_totals"]:
        return Totals()
    return counts_outside(totals, facts.terms.target, parameters)


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
    counted, leads = count(facts), due_leads(facts)
    drawn, has_drawn = _draw_state(facts, seating)
    phase = _phase(facts, seating, drawn, counted, again=has_drawn)
    why_not = _why_not(facts, phase)
    playing = phase is Phase.PLAYING
    next_hand = len(facts.current) + 1 if playing else None
    totals = facts.end.final if facts.end is not None else counted.totals
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
        draw_result=drawn if has_drawn else None,
        due_seats=seating.seats,
        due_leader=_due_leader(seating, drawn),
        totals=totals,
        proposed_totals=_proposed_totals(facts, counted),
        counts_outside=_outside(facts, totals),
        frozen=counted.frozen,
        next_hand=next_hand,
        next_revision=_next_revision(facts, next_hand),
        next_leader=leads[-1] if playing else None,
        can_propose=why_not is None,
        why_not=why_not,
        winner=facts.end.winner if facts.end is not None else counted.winner,
        ended_at_hand=None if facts.end is not None else counted.ended_at,
        ended_how=_ended_how(facts, counted),
        last_hand=playing and counted.last_hand,
        seats_are_stale=_stale(facts, seating, _due_leader(seating, drawn)),
        due_leads=leads[:-1] if counted.ended_at is None else leads[: counted.ended_at],
        facts=facts,
    )


def _stale(facts: SheetFacts, seating: SeatPlan, leader: int | None) -> bool:
    """Are the seats, or the lead, of a later partida no longer those that are due (art. 7.2, 7.3)?

    Only while nobody has led, and once it is known who leads.
    """
    if facts.rows or facts.seats is None or seating.seats is None or leader is None:
        return False
    return facts.seats != seating.seats or facts.first_leader != leader


def _next_revision(facts: SheetFacts, number: int | None) -> int | None:
    if number is None:
        return None
    return 1 + max((row.revision for row in facts.rows if row.number == number), default=0)
