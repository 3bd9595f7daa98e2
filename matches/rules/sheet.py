"""The sheet of one domino partida as a fold over its entries (art. 6, 7, 18, 20). Pure.

    state = replay(terms, sides, entries)          what the entries amount to
    check_entry(state, kind, data, hand, revision, by)   the same, when this may be appended now
    state = append(state, entry)                   the same with one entry more

Entries are append-only: a hand is corrected by a retraction and a next revision, a
frozen one by a settlement. Whatever comes in, the answer is a state or a RuleError.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from federation.rules.errors import RuleError
from matches.rules import sheet_checks as checks
from matches.rules import sheet_entries as entries_of
from matches.rules import sheet_event_checks, sheet_events
from matches.rules.domino.officials import ApprovalHow, roles_needed
from matches.rules.domino.seats import EndedHow, PreviousPartida
from matches.rules.entry_reading import malformed
from matches.rules.sheet_entries import Entry, EntryKind, Figures, SeatOrigin
from matches.rules.sheet_facts import HandState, RowFacts, SheetFacts, SheetTerms
from matches.rules.sheet_following import following_sides, previous_partida
from matches.rules.sheet_state import HandRow, Phase, SheetState, derive
from matches.rules.sides import Pair, Person, Seats, Side, partners_sit_opposite

__all__ = [
    "EndedHow",
    "Entry",
    "EntryKind",
    "Figures",
    "HandRow",
    "HandState",
    "Phase",
    "PreviousPartida",
    "SeatOrigin",
    "SheetState",
    "SheetTerms",
    "append",
    "check_entry",
    "following_sides",
    "lost_with_the_one_before",
    "previous_partida",
    "replay",
    "start",
]


def start(
    terms: SheetTerms,
    sides: Mapping[Side, Pair] | Mapping[str, Pair],
    previous: PreviousPartida | None = None,
    gone: frozenset[Person] = frozenset(),
) -> SheetState:
    """The state before the first entry.

    `sides` holds who starts this partida, before its own substitutions: for a later
    one, the players whom the one before ended with. Raises RuleError
    `four_different_players` or `previous_seats_differ`.
    """
    pairs = {side: _pair(sides.get(side)) for side in Side}
    if len({person for pair in pairs.values() for person in pair}) != 4:
        raise RuleError("four_different_players")
    if previous is not None and previous.ended_how is not EndedHow.NOT_PLAYED:
        known = partners_sit_opposite(previous.seats, pairs[Side.HOME], pairs[Side.AWAY])
        if not known or not all(lead in range(4) for lead in previous.leads):
            raise RuleError("previous_seats_differ")
    frozen = MappingProxyType(pairs)
    return derive(SheetFacts(terms, starting=frozen, sides=frozen, previous=previous, gone=gone))


def _pair(value: object) -> Pair:
    if isinstance(value, list | tuple) and len(value) == 2:
        first, second = value
        if isinstance(first, str) and isinstance(second, str) and first and second:
            return (first, second)
    raise RuleError("four_different_players")


def replay(
    terms: SheetTerms,
    sides: Mapping[Side, Pair] | Mapping[str, Pair],
    entries: Iterable[Entry],
    previous: PreviousPartida | None = None,
    gone: frozenset[Person] = frozenset(),
) -> SheetState:
    """The state that the entries amount to, in the order of `seq`.

    Raises the errors of `start`, and RuleError when an entry has no place in the
    stream: a sheet that no table could have written.
    """
    state = start(terms, sides, previous, gone)
    for entry in entries:
        state = append(state, entry)
    return state


def append(state: SheetState, entry: Entry) -> SheetState:
    """The state with one entry more; RuleError as in `replay`."""
    if entry.seq <= state.facts.last_seq:
        raise RuleError("entries_out_of_order", seq=entry.seq)
    step = _STEPS.get(entry.kind)
    if step is None or not isinstance(entry.data, Mapping):
        raise RuleError("malformed_entry", part="kind" if step is None else "data")
    facts = step(state, entry.data, entry.hand, entry.revision)
    return derive(replace(facts, last_seq=entry.seq))


def check_entry(
    state: SheetState,
    entry_kind: EntryKind,
    data: Mapping[str, Any],
    hand: int | None = None,
    revision: int | None = None,
    by: Person | None = None,
    *,
    confirmed: bool = False,
) -> SheetState:
    """The state with it, when this may be appended now; else RuleError.

    `confirmed` says that a doubtful figure was asked again and stands. `by` is who
    writes: whether he may is a matter of permissions, not of this rule. A
    ConflictError means that the sheet has moved on since the page was shown.
    """
    content = _CONTENT.get(entry_kind)
    if content is None:
        raise RuleError("malformed_entry", part="kind")
    after = append(state, Entry(state.facts.last_seq + 1, entry_kind, hand, revision, by, data))
    content(state, data, hand, revision, confirmed)
    return after


def lost_with_the_one_before(
    terms: SheetTerms, sides: Mapping[Side, Pair], before: SheetState, previous: PreviousPartida | None
) -> SheetState:
    """A partida that is lost with the one that its pair abandoned (`abandonment_second_partida`).

    Nothing is written of it: it ends as a no-show of the pair that left.
    """
    if before.winner is None:
        raise RuleError("partida_not_over")
    state = start(terms, sides, previous)
    return derive(replace(state.facts, end=sheet_events.not_played(state, (before.winner.other,))))


# --- one step for each kind of entry: flow check, then the facts with it ---------------

Data = Mapping[str, Any]


def _naming(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> SheetFacts:
    naming = entries_of.read_naming(data)
    checks.naming_flow(state, naming)
    return replace(
        state.facts,
        scorer=naming.scorer,
        counter=naming.counter,
        done_by=naming.done_by,
        judge=naming.judge,
    )


def _draw(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> SheetFacts:
    drawn = entries_of.read_draw(data)
    checks.draw_flow(state)
    return replace(state.facts, rounds=(*state.facts.rounds, drawn))


def _seating(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> SheetFacts:
    seating = entries_of.read_seating(data)
    checks.seating_flow(state, seating)
    return replace(
        state.facts,
        seats=seating.seats,
        first_leader=seating.leader,
        seats_origin=seating.origin,
        seats_reason=seating.reason,
    )


def _hand(state: SheetState, data: Data, hand: int | None, revision: int | None) -> SheetFacts:
    # First whether a hand may come at all: without one due there is no leader to send.
    checks.hand_flow(state, hand, revision)
    proposed = entries_of.read_hand(data)
    if hand is None or revision is None:
        raise malformed("hand")
    row = RowFacts(
        number=hand,
        revision=revision,
        proposed=proposed.figures,
        leader=proposed.leader,
        leader_person=proposed.leader_person,
        reason=proposed.reason,
        roles=roles_needed(state.done_by),
    )
    return replace(state.facts, rows=(*state.facts.rows, row))


def _approval(state: SheetState, data: Data, hand: int | None, revision: int | None) -> SheetFacts:
    approval = entries_of.read_approval(data)
    checks.approval_flow(state, approval, hand, revision)
    row = checks.current_row(state, hand, revision)
    holders = ((role, state.facts.holder(role)) for role in row.roles_missing)
    # A Hoja of paper is signed by all who are named for it.
    given = tuple(
        (role, person)
        for role, person in holders
        if person is not None and (person == approval.person or approval.how is ApprovalHow.PAPER)
    )
    return state.facts.with_row(row, approved=(*row.approved, *given))


def _disagreement(state: SheetState, data: Data, hand: int | None, revision: int | None) -> SheetFacts:
    own = entries_of.read_disagreement(data)
    checks.disagreement_flow(state, own, hand, revision)
    row = checks.current_row(state, hand, revision)
    return state.facts.with_row(row, disagreement=own.figures, disagreed_by=own.person)


def _settlement(state: SheetState, data: Data, hand: int | None, revision: int | None) -> SheetFacts:
    settled = entries_of.read_settlement(data)
    checks.settlement_flow(state, hand, revision)
    row = checks.current_row(state, hand, revision)
    return state.facts.with_row(row, settlement=settled.figures)


def _retraction(state: SheetState, data: Data, hand: int | None, revision: int | None) -> SheetFacts:
    entries_of.read_retraction(data)
    checks.retraction_flow(state, hand, revision)
    row = checks.current_row(state, hand, revision)
    return state.facts.with_row(row, retracted=True)


def _substitution(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> SheetFacts:
    change = entries_of.read_substitution(data)
    checks.substitution_flow(state, change)
    facts, out, into = state.facts, change.player_out, change.player_in

    def replaced(person: Person) -> Person:
        return into if person == out else person

    first, second = (replaced(person) for person in facts.sides[change.side])
    sides = {**facts.sides, change.side: (first, second)}
    return replace(
        facts,
        sides=MappingProxyType(sides),
        changes=_changes(facts, out, into),
        # Whoever takes the place also takes the tile drawn for it.
        rounds=tuple(
            MappingProxyType({replaced(person): tile for person, tile in drawn.items()})
            for drawn in facts.rounds
        ),
        seats=None if facts.seats is None else _reseated(facts.seats, out, into),
        scorer=None if facts.scorer == out else facts.scorer,
        counter=None if facts.counter == out else facts.counter,
    )


def _changes(facts: SheetFacts, out: Person, into: Person) -> Mapping[Person, Person]:
    """Starting player to who sits for him now, through a chain of substitutes."""
    started = {facts.changes.get(p, p): p for pair in facts.starting.values() for p in pair}
    changes = {**facts.changes, started[out]: into}
    return MappingProxyType({p: now for p, now in changes.items() if p != now})


def _reseated(seats: Seats, out: Person, into: Person) -> Seats:
    north, west, south, east = (into if person == out else person for person in seats)
    return (north, west, south, east)


_STEPS: Mapping[EntryKind, Any] = MappingProxyType(
    {
        EntryKind.NAMING: _naming,
        EntryKind.DRAW: _draw,
        EntryKind.SEATING: _seating,
        EntryKind.HAND: _hand,
        EntryKind.APPROVAL: _approval,
        EntryKind.DISAGREEMENT: _disagreement,
        EntryKind.SETTLEMENT: _settlement,
        EntryKind.RETRACTION: _retraction,
        EntryKind.SUBSTITUTION: _substitution,
        **sheet_events.STEPS,
    }
)


def _event(check: sheet_event_checks.Check) -> Any:
    """The content check of an event, which knows no doubtful figure to be confirmed."""
    return lambda state, data, hand, revision, _confirmed: check(state, data, hand, revision)


# --- the content checks of each kind; (state, data, hand, revision, confirmed) -----------

_CONTENT: Mapping[EntryKind, Any] = MappingProxyType(
    {
        EntryKind.NAMING: lambda *_: None,
        EntryKind.DRAW: lambda state, data, *_: checks.draw_content(state, entries_of.read_draw(data)),
        EntryKind.SEATING: lambda state, data, *_: checks.seating_content(
            state, entries_of.read_seating(data)
        ),
        EntryKind.HAND: lambda state, data, _hand, _revision, confirmed: checks.hand_content(
            state, entries_of.read_hand(data), confirmed=confirmed
        ),
        EntryKind.APPROVAL: lambda state, data, *_: checks.approval_content(
            state, entries_of.read_approval(data)
        ),
        EntryKind.DISAGREEMENT: lambda state, data, hand, *_: checks.disagreement_content(
            state, entries_of.read_disagreement(data), hand
        ),
        EntryKind.SETTLEMENT: lambda _state, data, *_: checks.settlement_content(
            entries_of.read_settlement(data)
        ),
        EntryKind.RETRACTION: lambda state, data, hand, revision, _: checks.retraction_content(
            state, entries_of.read_retraction(data), hand, revision
        ),
        EntryKind.SUBSTITUTION: lambda _state, data, *_: checks.substitution_content(
            entries_of.read_substitution(data)
        ),
        **{kind: _event(check) for kind, check in sheet_event_checks.CONTENT.items()},
    }
)
