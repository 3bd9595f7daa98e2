"""May this entry be appended now? Pure.

Two families. The *flow* checks ask whether the act has its place in the sheet as it
stands; the replay makes them too, so that a stream that cannot be is refused. The
*content* checks ask whether what it says may be accepted (figures, seats that are
due, reasons); only `sheet.check_entry` makes them, before an entry is kept: what was
accepted once is never judged again by a later version of them.
"""

from collections.abc import Mapping

from federation.rules.errors import ConflictError, RuleError
from matches.rules.domino.counting import LeftOver, check_counted_so, check_left, count
from matches.rules.domino.draw import check_round, seats_from_draw
from matches.rules.domino.figures import check_figures, check_possible
from matches.rules.domino.hands import HandEnding
from matches.rules.domino.officials import ApprovalHow, Naming, check_how, check_naming
from matches.rules.domino.seats import SeatsBy, next_leader, seatings_of_ask
from matches.rules.sheet_entries import (
    ApprovalData,
    DisagreementData,
    Figures,
    HandData,
    RetractionData,
    Seating,
    SeatOrigin,
    SettlementData,
    SubstitutionData,
)
from matches.rules.sheet_facts import HandState, RowFacts
from matches.rules.sheet_state import Phase, SheetState
from matches.rules.sides import Seats, partners_sit_opposite, seat_of
from matches.rules.tiles import Tile


def _not_over(state: SheetState) -> None:
    if state.phase is Phase.ENDED:
        raise RuleError("partida_over", hand=state.ended_at_hand)
    if state.phase is Phase.SUSPENDED:
        raise RuleError("partida_suspended")


def naming_flow(state: SheetState, naming: Naming) -> None:
    """A naming may come at any time before the end (art. 6)."""
    _not_over(state)
    check_naming(naming, *state.facts.pairs)


def draw_flow(state: SheetState) -> None:
    """A draw comes before the four sit down (art. 7.2).

    Who has to draw follows from the partida before, which may be opened again: that is no matter of
    the stream.
    """
    _not_over(state)
    if state.seats is not None:
        raise ConflictError("already_seated")
    if state.phase is Phase.NAMING:
        raise RuleError("naming_needed")


def draw_content(state: SheetState, drawn: Mapping[str, Tile]) -> None:
    """A draw, or the redraw of exactly those who are level (art. 7.2)."""
    if not state.must_draw:
        raise ConflictError("draw_already_settled")
    check_round(drawn, state.must_draw)


def seating_flow(state: SheetState, seating: Seating) -> None:
    """The four sit down when there is nothing left to name, and not once a hand is written."""
    _not_over(state)
    if state.facts.rows:
        raise ConflictError("already_seated")
    if state.phase is Phase.NAMING:
        raise RuleError("naming_needed")
    players = {person for pair in state.facts.pairs for person in pair}
    if set(seating.seats) != players:
        raise RuleError("seating_wrong_players")
    if not partners_sit_opposite(seating.seats, *state.facts.pairs):
        raise RuleError("partners_not_opposite")


def seating_content(state: SheetState, seating: Seating) -> None:
    """The seats and the leader that are due, and no others (art. 7.2, 7.4).

    Sitting down again is for seats that are due no more, since the partida before has ended in another way.
    """
    if state.seats is not None and not state.seats_are_stale:
        raise ConflictError("already_seated")
    if {person for pair in state.facts.pairs for person in pair} & state.facts.gone:
        raise RuleError("substitute_for_the_one_who_left")
    if state.plan.by is SeatsBy.DRAW:
        _drawn_seating(state, seating)
    elif state.must_draw:
        raise RuleError("draw_not_settled")
    elif state.plan.by is SeatsBy.ASK:
        _asked_seating(state, seating)
    else:
        _due_seating(state, seating)


def _drawn_seating(state: SheetState, seating: Seating) -> None:
    if seating.origin is SeatOrigin.MANUAL:
        _need_reason(seating.reason)
        return
    if seating.origin is not SeatOrigin.DRAW:
        raise RuleError("seating_origin_wrong", origin=seating.origin.value)
    if state.draw_result is None or state.must_draw:
        raise RuleError("draw_not_settled")
    if seating.chosen_seat is None:
        raise RuleError("seat_not_chosen")
    due = seats_from_draw(state.draw_result, seating.chosen_seat)
    if seating.seats != due or seating.leader != seating.chosen_seat:
        raise RuleError("seating_not_as_drawn")


def _due_seating(state: SheetState, seating: Seating) -> None:
    if seating.origin.value != state.plan.by.value:
        raise RuleError("seating_origin_wrong", origin=seating.origin.value)
    if seating.seats != state.due_seats:
        raise RuleError("swap_is_obligatory")
    if seating.leader != state.due_leader:
        raise RuleError("leader_not_due", field="leader")


def _asked_seating(state: SheetState, seating: Seating) -> None:
    facts, previous = state.facts, state.facts.previous
    if previous is None:
        raise RuleError("draw_not_settled")
    _need_reason(seating.reason)
    allowed = seatings_of_ask(previous, facts.starting, facts.changes)
    if seating.seats not in allowed:
        raise RuleError("seating_not_a_swap")
    origin = SeatOrigin.KEEP if seating.seats == allowed[0] else SeatOrigin.SWAP
    if seating.origin is not origin:
        raise RuleError("seating_origin_wrong", origin=seating.origin.value)
    if seating.leader != leader_for_answer(state, seating.seats):
        raise RuleError("leader_not_due", field="leader")


def leader_for_answer(state: SheetState, seats: Seats) -> int | None:
    """Who leads when a person answers `swap_without_winner` with these seats."""
    facts = state.facts
    if state.plan.lead_by_draw:
        drawn = state.draw_result.leader if state.draw_result is not None else None
        return None if drawn is None else seat_of(seats, drawn)
    if facts.previous is None:
        return None
    return next_leader(facts.previous, seats, facts.changes, facts.terms.parameters)


def _need_reason(reason: str) -> None:
    if not reason.strip():
        raise RuleError("reason_required", field="reason")


def hand_flow(state: SheetState, hand: int | None, revision: int | None) -> None:
    """The next hand, with the revision that is due, when nothing stands before it."""
    written = {(row.number, row.revision) for row in state.facts.rows}
    if (hand, revision) in written:
        raise ConflictError("hand_already_written", hand=hand)
    if state.why_not == "partida_over":
        raise RuleError("partida_over", hand=state.ended_at_hand)
    if state.why_not == "partida_suspended":
        raise RuleError("partida_suspended")
    if state.why_not == "settlement_needed":
        raise RuleError("settlement_needed", hands=", ".join(map(str, state.frozen)))
    if state.why_not == "not_seated":
        raise RuleError("not_seated")
    if state.why_not == "approval_pending":
        raise RuleError("approval_pending", hand=state.facts.current[-1].number)
    if state.why_not == "naming_needed":
        raise RuleError("naming_needed")
    if (hand, revision) != (state.next_hand, state.next_revision):
        raise ConflictError("hand_out_of_order", expected=state.next_hand)


def hand_content(state: SheetState, data: HandData, *, confirmed: bool) -> None:
    """The leader that is due, and figures that can be true (art. 7.3, 18)."""
    if data.leader != state.next_leader or data.leader_person != state.next_leader_person:
        raise ConflictError("leader_not_due", field="leader")
    if state.seats_are_stale:
        raise RuleError("seats_changed")
    figures = data.figures
    check_figures(figures.ending, figures.side, figures.points, reason=data.reason, confirmed=confirmed)
    # A Hoja of paper has points alone; beside that the judge answers for them, with a reason.
    by_judge = data.left is None and data.judge is not None
    excused = by_judge or state.facts.paper is not None
    check_counted_so(data.left, state.terms.parameters, excused=excused)
    if by_judge:
        _need_reason(data.reason)
    if data.left is not None:
        _left_content(state, data.left, figures, data.reason)


def _left_content(state: SheetState, left: LeftOver, figures: Figures, reason: str) -> None:
    """What was left gives the same figures, and can have been left."""
    said = HandEnding.DOMINO if figures.ending is HandEnding.DOMINO else HandEnding.BLOCK
    counted = count(state.sides, left, said, state.terms.parameters, asked=figures.side)
    if (counted.side, counted.points, counted.ending) != (figures.side, figures.points, figures.ending):
        raise RuleError("left_differs", field="points")
    check_left(left, counted, reason=reason)


def current_row(state: SheetState, hand: int | None, revision: int | None) -> RowFacts:
    """The row in force that an entry speaks of; somebody may have been first."""
    for row in state.facts.current:
        if row.number == hand and row.revision == revision:
            return row
    raise ConflictError("hand_not_current", hand=hand)


def _awaited(state: SheetState, hand: int | None, revision: int | None) -> RowFacts:
    _not_over(state)
    row = current_row(state, hand, revision)
    if row.state is not HandState.PROPOSED:
        raise ConflictError("hand_not_awaiting_approval", hand=hand)
    return row


def _check_approver(state: SheetState, row: RowFacts, person: str) -> None:
    holders = {role: state.facts.holder(role) for role in row.roles}
    awaited = [holders[role] for role in row.roles_missing]
    if person in awaited:
        return
    if None in awaited:
        raise RuleError("naming_needed")
    if person in holders.values():
        raise ConflictError("approval_already_given", field="person")
    raise RuleError("approval_not_theirs", field="person")


def approval_flow(state: SheetState, data: ApprovalData, hand: int | None, revision: int | None) -> None:
    """Only whoever is named for it approves, once (art. 6); by paper only where there is a photo of it."""
    if data.how is ApprovalHow.PAPER and state.facts.paper is None:
        raise RuleError("approval_mode_not_allowed", how=data.how.value)
    row = _awaited(state, hand, revision)
    _check_approver(state, row, data.person)


def approval_content(state: SheetState, data: ApprovalData) -> None:
    """In one of the ways that the regulation allows (`approval_mode`)."""
    check_how(data.how, state.terms.parameters)


def disagreement_flow(
    state: SheetState, data: DisagreementData, hand: int | None, revision: int | None
) -> None:
    """Whoever should approve counts something else: the hand freezes."""
    row = _awaited(state, hand, revision)
    _check_approver(state, row, data.person)


def disagreement_content(state: SheetState, data: DisagreementData, hand: int | None) -> None:
    """Other figures, and possible ones."""
    figures = data.figures
    check_possible(figures.ending, figures.side, figures.points)
    if any(row.number == hand and row.figures == figures for row in state.facts.current):
        raise RuleError("disagreement_same_figures")


def settlement_flow(state: SheetState, hand: int | None, revision: int | None) -> None:
    """Only a frozen hand is settled, later hands or not."""
    _not_over(state)
    row = current_row(state, hand, revision)
    if row.state is not HandState.DISAGREED:
        raise ConflictError("hand_not_frozen", hand=hand)


def settlement_content(data: SettlementData) -> None:
    """By the judge or by at least two persons, with a reason, and with possible figures."""
    figures = data.figures
    _need_reason(data.reason)
    if data.judge is None and len(set(data.persons)) < 2:
        raise RuleError("settlement_needs_both")
    check_figures(figures.ending, figures.side, figures.points, reason=data.reason, confirmed=True)


def retraction_flow(state: SheetState, hand: int | None, revision: int | None) -> None:
    """Only the last hand can be taken back, and not while it is frozen, struck or annulled."""
    if state.phase is Phase.SUSPENDED or state.facts.end is not None:
        _not_over(state)
    row = current_row(state, hand, revision)
    if row != state.facts.current[-1]:
        raise ConflictError("retraction_not_last", hand=hand)
    if state.ended_at_hand is not None and row.number > state.ended_at_hand:
        raise RuleError("retraction_of_struck_hand", hand=hand)
    if row.state is HandState.DISAGREED:
        raise RuleError("frozen_hand_is_settled", hand=hand)
    if row.state is HandState.ANNULLED:
        raise RuleError("annulled_hand_stays", hand=hand)


def retraction_content(
    state: SheetState, data: RetractionData, hand: int | None, revision: int | None
) -> None:
    """An approved hand goes only with scorer and counter, or with the judge."""
    row = current_row(state, hand, revision)
    if row.state is HandState.PROPOSED or data.judge is not None:
        return
    players = {person for pair in state.facts.pairs for person in pair}
    both = {state.scorer, state.counter}
    # Whoever approves and does not play at this table can only be the judge.
    if both <= set(data.approved_by) or set(data.approved_by) - players:
        return
    raise RuleError("retraction_needs_both", hand=hand)


def substitution_flow(state: SheetState, data: SubstitutionData) -> None:
    """A player of that side goes, somebody who does not sit at this table comes."""
    _not_over(state)
    if data.player_out not in state.facts.sides[data.side]:
        raise RuleError("not_of_this_side", person=data.player_out)
    if any(data.player_in in pair for pair in state.facts.pairs):
        raise RuleError("person_at_table_already", person=data.player_in)
    if data.before_start == bool(state.facts.rows):
        raise RuleError("substitution_moment_wrong")


def substitution_content(data: SubstitutionData) -> None:
    """During a partida it needs the justified cause of art. 20."""
    if not data.before_start:
        _need_reason(data.reason)
