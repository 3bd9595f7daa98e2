"""What happens beside the hands of a sheet: one step of the fold for each kind (art. 15 to 20). Pure.

As in `sheet`: a *step* asks whether the act has its place in the sheet as it stands and
gives the facts with it; the *content* checks, made only before an entry is kept, are in
`sheet_event_checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from federation.rules.errors import ConflictError, RuleError
from matches.rules import sheet_event_entries as entries_of
from matches.rules import sheet_rulings
from matches.rules.domino import ending
from matches.rules.domino.drops import DropDecision
from matches.rules.domino.hands import HandEnding, Totals
from matches.rules.domino.infractions import Remedy
from matches.rules.domino.seats import EndedHow
from matches.rules.sheet_entries import EntryKind, Figures
from matches.rules.sheet_event_entries import AnnulCause, AnnulmentData
from matches.rules.sheet_facts import (
    Annulled,
    Drop,
    End,
    HandState,
    Replay,
    RowFacts,
    SheetFacts,
    TimeMark,
)
from matches.rules.sheet_state import Phase, SheetState
from matches.rules.sides import Person, Side, seat_of

Data = Mapping[str, Any]
NOTHING = Figures(None, 0, HandEnding.ANNULLED)


# --- annulment and replay of a hand (art. 15, 16) -----------------------------------------


def annulment(state: SheetState, data: Data, hand: int | None, revision: int | None) -> SheetFacts:
    """The hand in play, the last one, or a past one: annulled, or played again from the infraction."""
    asked = entries_of.read_annulment(data)
    facts = state.facts
    _at_table(state, asked.offender)
    row = facts.row(hand, revision)
    if row is None:
        _in_play(state, hand, revision)
        return _annul_in_play(state, asked)
    if facts.end is not None:
        raise RuleError("partida_over", hand=state.ended_at_hand)
    if row.state is HandState.ANNULLED:
        raise ConflictError("hand_annulled_already", hand=hand)
    last = row is facts.current[-1]
    if asked.remedy is Remedy.REPLAY:
        if not last:
            raise RuleError("replay_only_of_the_last", hand=hand)
        return _noted(facts.with_row(row, set_aside=True), asked, row.number)
    return facts.with_row(row, annulled=_annulled(facts, asked.cause, asked.offender))


def _annul_in_play(state: SheetState, asked: AnnulmentData) -> SheetFacts:
    number = state.next_hand or 0
    if asked.remedy is Remedy.REPLAY:
        # The hand goes on from the infraction: nothing was written of it yet.
        return _noted(state.facts, asked, number)
    return _with_annulled_row(state, _annulled(state.facts, asked.cause, asked.offender))


def _noted(facts: SheetFacts, asked: AnnulmentData, number: int) -> SheetFacts:
    return replace(facts, replays=(*facts.replays, Replay(number, asked.cause, asked.offender)))


def _annulled(facts: SheetFacts, cause: AnnulCause, offender: Person | None) -> Annulled:
    seat = seat_of(facts.seats, offender) if facts.seats is not None and offender else None
    return Annulled(cause, offender, seat)


def _with_annulled_row(state: SheetState, annulled: Annulled) -> SheetFacts:
    """The hand that was being played, with its place and its leader and no figures."""
    if state.next_hand is None or state.next_leader is None or state.next_leader_person is None:
        raise RuleError("not_seated")
    row = RowFacts(
        number=state.next_hand,
        revision=state.next_revision or 1,
        proposed=NOTHING,
        leader=state.next_leader,
        leader_person=state.next_leader_person,
        reason="",
        roles=(),
        annulled=annulled,
    )
    return replace(state.facts, rows=(*state.facts.rows, row))


# --- dropped tiles, interruptions, time (art. 17, 19) ---------------------------------------


def drop(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> SheetFacts:
    """A tile that fell in the hand in play, which the rivals may have annulled."""
    fallen = entries_of.read_drop(data)
    _playing(state)
    if fallen.person is not None and fallen.person not in state.sides[fallen.side]:
        raise RuleError("not_of_this_side", person=fallen.person)
    number = state.next_hand or 0
    facts = state.facts
    if fallen.decision is DropDecision.ANNUL:
        _nothing_waits(state)
        whose = fallen.person or state.sides[fallen.side][0]
        facts = _with_annulled_row(state, _annulled(facts, AnnulCause.DROPPED_TILE, whose))
    noted = Drop(number, fallen.side, fallen.person, fallen.moment, fallen.decision)
    return replace(facts, drops=(*facts.drops, noted))


def interruption(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> SheetFacts:
    """A partida that stood still: noted, always (art. 17)."""
    stood = entries_of.read_interruption(data)
    _not_over(state)
    if stood.person is not None:
        _at_table(state, stood.person)
    return replace(state.facts, interruptions=(*state.facts.interruptions, stood))


def time(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> SheetFacts:
    """The time is over: from here on the hands that are left are counted."""
    mark = entries_of.read_time(data)
    _playing(state)
    if state.terms.parameters["time_limit_minutes"] is None:
        raise RuleError("no_time_limit")
    if state.facts.time_mark is not None:
        raise ConflictError("time_marked_already")
    if not state.facts.current and not mark.hand_in_play:
        raise RuleError("time_before_play")
    return replace(state.facts, time_mark=TimeMark(len(state.facts.current), mark.hand_in_play))


def paper(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> SheetFacts:
    """From here on the partida is typed in from its Hoja of paper, once photographed."""
    sheet = entries_of.read_paper(data)
    _not_over(state)
    if state.facts.paper is not None:
        raise ConflictError("on_paper_already")
    return replace(state.facts, paper=sheet.photo)


# --- ends that no hand makes (art. 20) ------------------------------------------------------


def suspension(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> SheetFacts:
    """The partida cannot go on: score, leader and seats stay as they are."""
    stopped = entries_of.read_suspension(data)
    _not_over(state)
    return replace(state.facts, suspended=stopped.reason)


def abandonment(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> SheetFacts:
    """A player left without a justified cause: the rivals win and are filled up to the target."""
    left = entries_of.read_abandonment(data)
    _not_over(state)
    if state.seats is None:
        raise RuleError("not_seated")
    if state.phase is Phase.SETTLEMENT:
        # The target is reached: what is left is to settle the hand that is in dispute.
        raise _settle_first(state)
    side = next((side for side, pair in state.sides.items() if left.person in pair), None)
    if side is None:
        raise RuleError("not_at_this_table", person=left.person)
    found = ending.abandonment(state.totals, state.terms.target, side)
    end = End(EndedHow.ABANDONMENT, found.winner, found.final)
    return replace(state.facts, end=end, left=left.person)


def no_show(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> SheetFacts:
    """One side, or both, were not there: no hand is played."""
    absent = entries_of.read_no_show(data).sides
    _before_play(state)
    return replace(state.facts, end=not_played(state, absent))


def late(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> SheetFacts:
    """A side came late: the rival gets what the ladder says; past its last rung it is a no-show."""
    came = entries_of.read_late(data)
    _before_play(state)
    ladder = state.terms.parameters["late_arrival"]
    if ladder is None:
        raise RuleError("no_late_ladder")
    if state.facts.awarded != Totals():
        raise ConflictError("late_noted_already")
    reached = [(minutes, points) for minutes, points in ladder if came.minutes >= minutes]
    if len(reached) == len(ladder):
        return replace(state.facts, end=not_played(state, (came.side,)))
    points = reached[-1][1] if reached else 0
    # A hand is still to be played: what lateness gives never reaches the target by itself.
    points = min(points, state.terms.target - 1)
    return replace(state.facts, awarded=Totals().plus(came.side.other, points))


def not_played(state: SheetState, absent: tuple[Side, ...]) -> End:
    """The end of a partida to which a side, or both, did not come (`no_show_score`)."""
    if len(absent) > 1:
        return End(EndedHow.NOT_PLAYED, None, Totals())
    target = state.terms.target
    half = target // 2 if state.terms.parameters["no_show_score"] == "target_to_half" else 0
    final = Totals().plus(absent[0].other, target).plus(absent[0], half)
    return End(EndedHow.NOT_PLAYED, absent[0].other, final)


# --- what the steps share -------------------------------------------------------------------


def _not_over(state: SheetState) -> None:
    if state.phase is Phase.ENDED:
        raise RuleError("partida_over", hand=state.ended_at_hand)
    if state.phase is Phase.SUSPENDED:
        raise RuleError("partida_suspended")


def _playing(state: SheetState) -> None:
    _not_over(state)
    if state.phase is Phase.SETTLEMENT:
        raise _settle_first(state)
    if state.phase is not Phase.PLAYING:
        raise RuleError("not_seated")


def _settle_first(state: SheetState) -> RuleError:
    return RuleError("settlement_needed", hands=", ".join(map(str, state.frozen)))


def _nothing_waits(state: SheetState) -> None:
    if state.why_not == "approval_pending":
        raise RuleError("approval_pending", hand=state.facts.current[-1].number)


def _before_play(state: SheetState) -> None:
    _not_over(state)
    if state.facts.rows:
        raise ConflictError("partida_begun")


def _in_play(state: SheetState, hand: int | None, revision: int | None) -> None:
    _playing(state)
    _nothing_waits(state)
    if (hand, revision) != (state.next_hand, state.next_revision):
        raise ConflictError("hand_out_of_order", expected=state.next_hand)


def _at_table(state: SheetState, person: Person) -> None:
    if not any(person in pair for pair in state.sides.values()):
        raise RuleError("not_at_this_table", person=person)


STEPS: Mapping[EntryKind, Any] = MappingProxyType(
    {
        EntryKind.ANNULMENT: annulment,
        EntryKind.DROP: drop,
        EntryKind.INTERRUPTION: interruption,
        EntryKind.TIME: time,
        EntryKind.SUSPENSION: suspension,
        EntryKind.RULING: sheet_rulings.ruling,
        EntryKind.ABANDONMENT: abandonment,
        EntryKind.NO_SHOW: no_show,
        EntryKind.LATE: late,
        EntryKind.PAPER: paper,
    }
)
