"""What the competent body rules of a partida that is suspended, or that has ended (art. 20). Pure.

A suspended partida gets one of five decisions: the score stands, it is resumed, the hand or the
whole of it is played again, or whoever is ahead wins. Before or after that a hand may be declared
valid or void. A finished partida is opened again where what happened has distorted its result.
Until the acta is closed the body may put another decision in the place of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from federation.rules.errors import ConflictError, RuleError
from matches.rules.domino import ending
from matches.rules.domino.hands import Totals
from matches.rules.domino.seats import EndedHow
from matches.rules.sheet_counting import count
from matches.rules.sheet_event_entries import AnnulCause, RulingData, RulingKind, read_ruling
from matches.rules.sheet_facts import AWAY, Annulled, End, HandState, RowFacts, SheetFacts
from matches.rules.sheet_following import handed_on
from matches.rules.sheet_state import Phase, SheetState

Data = Mapping[str, Any]

OF_SUSPENDED = (RulingKind.RESUME, RulingKind.VALIDATE, RulingKind.AHEAD_WINS)
"""What only a suspended partida gets, or one that such a decision has ended."""
OF_A_HAND = (RulingKind.VOID_HAND, RulingKind.HAND_STANDS)
"""What is said of one hand that was written."""
OPENS = (RulingKind.VOID_HAND, RulingKind.REPLAY_HAND, RulingKind.REPLAY_PARTIDA)
"""What a finished partida gets only with the finding that its result was distorted."""


@dataclass(frozen=True)
class _Ruled:
    state: SheetState
    facts: SheetFacts
    data: RulingData
    hand: int | None
    revision: int | None

    @property
    def open_again(self) -> SheetFacts:
        return replace(self.facts, suspended=None, end=None, left=None)


def ruling(state: SheetState, data: Data, hand: int | None, revision: int | None) -> SheetFacts:
    """The facts after a ruling; RuleError where the partida is not in a state for it."""
    ruled = read_ruling(data)
    if state.phase not in (Phase.SUSPENDED, Phase.ENDED) or state.facts.last_seq == 0:
        raise RuleError("nothing_to_rule")
    if ruled.kind in OF_SUSPENDED and not is_undecided(state):
        raise RuleError("partida_not_suspended")
    facts = state.facts
    if ruled.next_begun:
        facts = replace(facts, handed_on=handed_on(state))
    return _RULED[ruled.kind](_Ruled(state, facts, ruled, hand, revision))


def is_undecided(state: SheetState) -> bool:
    """Does a partida wait for a decision, or may its decision still be another?"""
    return state.phase is Phase.SUSPENDED or state.ended_how is EndedHow.DECISION


def check_finding(state: SheetState, data: Data) -> None:
    """A result made at the table is set aside only with the finding; RuleError `finding_needed`."""
    ruled = read_ruling(data)
    if ruled.kind in OPENS and not is_undecided(state) and not ruled.distorted:
        raise RuleError("finding_needed", field="distorted")


def _decided(ruled: _Ruled) -> SheetFacts:
    state, named = ruled.state, ruled.data.winner
    decision = ending.Decision(ruled.data.kind.value)
    found = ending.decide(decision, state.totals, state.terms.parameters, named=named)
    if found.final is None:
        needs = found.needs is ending.Needs.NAMED_WINNER
        raise RuleError("winner_needed", field="winner") if needs else RuleError("ruling_needs_another")
    return replace(ruled.facts, end=End(EndedHow.DECISION, found.winner, found.final))


def _resumed(ruled: _Ruled) -> SheetFacts:
    return ruled.open_again


def _stands(ruled: _Ruled) -> SheetFacts:
    _row(ruled)
    return ruled.facts


def _void(ruled: _Ruled) -> SheetFacts:
    """The hand counts nothing; a suspended partida still waits, a finished one goes on where it is not."""
    facts = ruled.facts.with_row(_row(ruled), annulled=Annulled(AnnulCause.RULING, None, None))
    end = facts.end
    if end is None or end.how is not EndedHow.ABANDONMENT or end.winner is None:
        # What was decided about the old score is to be decided again.
        return replace(facts, end=None)
    target = ruled.state.terms.target
    found = ending.abandonment(count(facts).totals, target, end.winner.other)
    return replace(facts, end=replace(end, final=found.final))


def _hand_again(ruled: _Ruled) -> SheetFacts:
    """The last hand that was written is played again; or that in play then, and nothing is struck."""
    if ruled.hand is None:
        if not is_undecided(ruled.state):
            raise RuleError("hand_needed", field="hand")
        return ruled.open_again
    row = _row(ruled)
    last = ruled.state.ended_at_hand or len(ruled.facts.current)
    if row.number < last:
        raise RuleError("replay_only_of_the_last", hand=row.number, field="hand")
    # Hands that were struck, since an earlier one had ended the partida, go with it.
    rows = tuple(
        replace(each, set_aside=True) if each.state not in AWAY and each.number >= row.number else each
        for each in ruled.facts.rows
    )
    return replace(ruled.open_again, rows=rows)


def _all_again(ruled: _Ruled) -> SheetFacts:
    """From nothing to nothing, with the same seats and the same first lead; the old hands stay to be read."""
    facts = ruled.open_again
    rows = tuple(row if row.state in AWAY else replace(row, set_aside=True) for row in facts.rows)
    return replace(facts, rows=rows, time_mark=None, awarded=Totals(), drops=())


def _row(ruled: _Ruled) -> RowFacts:
    row = ruled.facts.row(ruled.hand, ruled.revision)
    if row is None or row.state is HandState.ANNULLED:
        raise ConflictError("hand_not_current", hand=ruled.hand, field="hand")
    return row


_RULED: Mapping[RulingKind, Callable[[_Ruled], SheetFacts]] = MappingProxyType(
    {
        RulingKind.RESUME: _resumed,
        RulingKind.VALIDATE: _decided,
        RulingKind.AHEAD_WINS: _decided,
        RulingKind.REPLAY_HAND: _hand_again,
        RulingKind.REPLAY_PARTIDA: _all_again,
        RulingKind.VOID_HAND: _void,
        RulingKind.HAND_STANDS: _stands,
    }
)
