"""The sheet of one partida of frames as a fold over its entries. Pure.

    state = replay(terms, sides, entries)                  what the entries amount to
    check_entry(state, kind, data, frame, revision, by)    the same, when this may be appended now
    state = append(state, entry)                           the same with one entry more

Designed as `matches.rules.sheet` is for domino: entries are append-only, a frame is corrected by a
retraction and a next revision, a disputed one by a settlement. Breakers stand in the entries, so that no
later parameter changes who broke. Whatever comes in, the answer is a state or a RuleError.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from federation.rules.errors import ConflictError, RuleError
from matches.rules.entry_reading import malformed
from matches.rules.pool import frame_checks as checks
from matches.rules.pool import frame_entries as entries_of
from matches.rules.pool import frame_events as events
from matches.rules.pool.break_order import Lag, RackCause
from matches.rules.pool.frame_entries import Agreed, FrameEntry, FrameEntryKind
from matches.rules.pool.frame_facts import FrameFacts, FrameTerms, Ledger, OpenFrame, Rack, SheetOfFrames
from matches.rules.pool.frame_state import FramePhase, FrameState, derive, lag_key, rack_again, racks_of
from matches.rules.pool.shots import Choice
from matches.rules.sides import Person, Side

__all__ = [
    "FrameEntry",
    "FrameEntryKind",
    "FramePhase",
    "FrameState",
    "FrameTerms",
    "append",
    "check_entry",
    "replay",
    "start",
]

Data = Mapping[str, Any]
MOST_PLAYERS = 2
CAUSE_OF_CHOICE = MappingProxyType(
    {Choice.RESTART: RackCause.EIGHT_ON_BREAK, Choice.RACK_AND_BREAK: RackCause.ILLEGAL_BREAK}
)


def start(
    terms: FrameTerms,
    sides: Mapping[Side, tuple[Person, ...]],
    before: Mapping[Person, Ledger] | None = None,
) -> FrameState:
    """The state before the first entry: singles, or doubles with two a side.

    `before` is what stands against the players from earlier partidas, as far as the scope of warnings
    reaches. Raises RuleError `players_of_frames`.
    """
    players = {side: _players(sides.get(side)) for side in Side}
    everybody = [person for side in Side for person in players[side]]
    if len(set(everybody)) < len(everybody) or len(players[Side.HOME]) != len(players[Side.AWAY]):
        raise RuleError("players_of_frames")
    ledger = MappingProxyType(dict(before or {}))
    return derive(SheetOfFrames(terms, sides=MappingProxyType(players), ledger=ledger))


def _players(value: object) -> tuple[Person, ...]:
    several = tuple(value) if isinstance(value, list | tuple) else ()
    if not 1 <= len(several) <= MOST_PLAYERS or not all(isinstance(one, str) and one for one in several):
        raise RuleError("players_of_frames")
    return several


def replay(
    terms: FrameTerms,
    sides: Mapping[Side, tuple[Person, ...]],
    entries: Iterable[FrameEntry],
    before: Mapping[Person, Ledger] | None = None,
) -> FrameState:
    """The state that the entries amount to, in the order of `seq`; RuleError for one without a place."""
    state = start(terms, sides, before)
    for entry in entries:
        state = append(state, entry)
    return state


def append(state: FrameState, entry: FrameEntry) -> FrameState:
    """The state with one entry more; RuleError as in `replay`."""
    if entry.seq <= state.facts.last_seq:
        raise RuleError("entries_out_of_order", seq=entry.seq)
    step = _STEPS.get(entry.kind)
    if step is None or not isinstance(entry.data, Mapping):
        raise malformed("kind" if step is None else "data")
    facts = step(state, entry.data, entry.frame, entry.revision)
    return derive(replace(facts, last_seq=entry.seq))


def check_entry(
    state: FrameState,
    kind: FrameEntryKind,
    data: Data,
    frame: int | None = None,
    revision: int | None = None,
    by: Person | None = None,
) -> FrameState:
    """The state with it, when this may be appended now; else RuleError.

    Whether `by` may write it is a matter of permissions. A ConflictError means that the sheet has moved
    on since the page was shown.
    """
    after = append(state, FrameEntry(state.facts.last_seq + 1, kind, frame, revision, by, data))
    content = _CONTENT.get(kind)
    if content is not None:
        content(state, data, frame, revision)
    return after


# --- one step for each kind of entry ------------------------------------------------------------


def _lag(state: FrameState, data: Data, _frame: int | None, _revision: int | None) -> SheetOfFrames:
    told = entries_of.read_lag(data)
    checks.lag_flow(state)
    key = lag_key(state.facts, state.next_frame or 0)
    lags = {**state.facts.lags, key: Lag(told.winner, told.breaks)}
    return replace(state.facts, lags=MappingProxyType(lags))


def _break(state: FrameState, data: Data, _frame: int | None, _revision: int | None) -> SheetOfFrames:
    told = entries_of.read_break(data)
    checks.break_flow(state, told)
    facts, breaker = state.facts, checks.frame_in_play(state)
    racks = racks_of(facts, breaker)
    racks = (*racks[:-1], replace(racks[-1], told=told))
    facts = replace(facts, open=replace(facts.open, racks=racks))
    cause = CAUSE_OF_CHOICE.get(told.choice) if told.choice is not None else None
    if cause is None:
        return facts
    return _racked(facts, rack_again(facts, breaker, cause))


def _racked(facts: SheetOfFrames, racks: tuple[Rack, ...]) -> SheetOfFrames:
    """A new rack: nobody has a group any more, the fouls stay noted."""
    return replace(facts, open=OpenFrame(racks=racks, fouls=facts.open.fouls))


def _new_rack(state: FrameState, data: Data, _frame: int | None, _revision: int | None) -> SheetOfFrames:
    told = entries_of.read_new_rack(data)
    breaker = checks.frame_in_play(state)
    agreed = told.cause is Agreed.BOTH_AGREE
    cause = RackCause.BOTH_AGREE if agreed else RackCause.STALEMATE
    return _racked(state.facts, rack_again(state.facts, breaker, cause))


def _groups(state: FrameState, data: Data, _frame: int | None, _revision: int | None) -> SheetOfFrames:
    side, group = entries_of.read_groups(data)
    checks.frame_in_play(state)
    if state.facts.open.home_group is not None:
        raise ConflictError("groups_set_already")
    home = group if side is Side.HOME else group.other
    return replace(state.facts, open=replace(state.facts.open, home_group=home))


def _frame(state: FrameState, data: Data, frame: int | None, revision: int | None) -> SheetOfFrames:
    told = entries_of.read_frame(data)
    checks.frame_flow(state, told, frame, revision)
    if frame is None or revision is None:
        raise malformed("frame")
    row = FrameFacts(
        number=frame,
        revision=revision,
        proposed=told.figures,
        breaker=told.breaker,
        written_by=told.written_by,
        open=state.facts.open,
    )
    return replace(state.facts, rows=(*state.facts.rows, row), open=OpenFrame())


def _with_row(facts: SheetOfFrames, old: FrameFacts, **changes: Any) -> SheetOfFrames:
    new = replace(old, **changes)
    return replace(facts, rows=tuple(new if row is old else row for row in facts.rows))


def _approval(state: FrameState, data: Data, frame: int | None, revision: int | None) -> SheetOfFrames:
    told = entries_of.read_approval(data)
    row = checks.awaited(state, told.side, frame, revision)
    return _with_row(state.facts, row, approved=(*row.approved, (told.side, told.person)))


def _disagreement(state: FrameState, data: Data, frame: int | None, revision: int | None) -> SheetOfFrames:
    side, figures = entries_of.read_disagreement(data)
    row = checks.awaited(state, side, frame, revision)
    return _with_row(state.facts, row, disagreement=figures)


def _settlement(state: FrameState, data: Data, frame: int | None, revision: int | None) -> SheetOfFrames:
    told = entries_of.read_settlement(data)
    row = checks.disputed_row(state, frame, revision)
    return _with_row(state.facts, row, settlement=told.figures)


def _retraction(state: FrameState, data: Data, frame: int | None, revision: int | None) -> SheetOfFrames:
    entries_of.read_retraction(data)
    row = checks.last_row(state, frame, revision)
    # What was written of it before its end is there again.
    return replace(_with_row(state.facts, row, retracted=True), open=row.open)


_STEPS: Mapping[FrameEntryKind, Any] = MappingProxyType(
    {
        FrameEntryKind.LAG: _lag,
        FrameEntryKind.BREAK: _break,
        FrameEntryKind.NEW_RACK: _new_rack,
        FrameEntryKind.GROUPS: _groups,
        FrameEntryKind.FOUL: events.foul,
        FrameEntryKind.WARNING: events.warning,
        FrameEntryKind.PACE: events.pace,
        FrameEntryKind.FRAME: _frame,
        FrameEntryKind.NULL_GAME: events.null,
        FrameEntryKind.APPROVAL: _approval,
        FrameEntryKind.DISAGREEMENT: _disagreement,
        FrameEntryKind.SETTLEMENT: _settlement,
        FrameEntryKind.RETRACTION: _retraction,
        FrameEntryKind.LATE: events.late,
        FrameEntryKind.NO_SHOW: events.no_show,
        FrameEntryKind.CONCESSION: events.concession,
        FrameEntryKind.DISQUALIFICATION: events.disqualification,
        FrameEntryKind.SUSPENSION: events.suspension,
        FrameEntryKind.RULING: events.ruling,
    }
)


# --- the content checks; (state before, data, frame, revision) ------------------------------------


def _disagreed(state: FrameState, data: Data, frame: int | None, revision: int | None) -> None:
    _, figures = entries_of.read_disagreement(data)
    checks.disagreement_content(state, figures, checks.current_row(state, frame, revision))


def _retracted(state: FrameState, data: Data, frame: int | None, revision: int | None) -> None:
    told = entries_of.read_retraction(data)
    checks.retraction_content(checks.current_row(state, frame, revision), told)


_CONTENT: Mapping[FrameEntryKind, Any] = MappingProxyType(
    {
        FrameEntryKind.BREAK: lambda state, data, *_: checks.break_content(
            state, entries_of.read_break(data)
        ),
        FrameEntryKind.NEW_RACK: lambda state, data, *_: checks.new_rack_content(
            state, entries_of.read_new_rack(data)
        ),
        FrameEntryKind.WARNING: lambda state, data, *_: checks.by_referee(
            state, entries_of.read_warning(data).by
        ),
        FrameEntryKind.PACE: lambda state, data, *_: checks.pace_content(state, entries_of.read_pace(data)),
        FrameEntryKind.FRAME: lambda state, data, *_: checks.frame_content(
            state, entries_of.read_figures(data)
        ),
        FrameEntryKind.NULL_GAME: lambda state, data, *_: checks.null_content(
            state, entries_of.read_null_game(data)
        ),
        FrameEntryKind.APPROVAL: lambda state, data, *_: checks.approval_content(
            state, entries_of.read_approval(data)
        ),
        FrameEntryKind.DISAGREEMENT: _disagreed,
        FrameEntryKind.SETTLEMENT: lambda state, data, *_: checks.settlement_content(
            state, entries_of.read_settlement(data)
        ),
        FrameEntryKind.RETRACTION: _retracted,
        FrameEntryKind.CONCESSION: lambda state, data, *_: events.reason_content(state, data),
        FrameEntryKind.DISQUALIFICATION: lambda state, data, *_: events.reason_content(state, data),
        FrameEntryKind.SUSPENSION: lambda state, data, *_: events.reason_content(state, data),
        FrameEntryKind.RULING: lambda state, data, *_: events.reason_content(state, data),
    }
)
