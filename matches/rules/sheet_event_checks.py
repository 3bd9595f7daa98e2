"""May what happened beside the hands be written so? The content checks of `sheet_events`. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from federation.rules.errors import RuleError
from matches.rules import sheet_event_entries as entries_of
from matches.rules.domino.drops import check_decision
from matches.rules.domino.infractions import Infraction, Moment, check_breach, is_admitted
from matches.rules.sheet_entries import EntryKind
from matches.rules.sheet_event_entries import RulingKind
from matches.rules.sheet_rulings import check_finding
from matches.rules.sheet_state import SheetState
from matches.rules.sides import Person, Side

Data = Mapping[str, Any]
Check = Callable[[SheetState, Data, int | None, int | None], None]


def annulment(state: SheetState, data: Data, hand: int | None, revision: int | None) -> None:
    """The rivals asked in time, and judge, both captains or both pairs resolve it (art. 15, 16)."""
    asked = entries_of.read_annulment(data)
    offending = _side_of(state, asked.offender)
    if asked.asked_by not in state.sides[offending.other]:
        raise RuleError("only_the_rivals_ask", field="asked_by")
    moment = asked.when.moment
    if moment is not _moment_of(state, hand, revision, moment):
        raise RuleError("moment_wrong", field="when")
    if not is_admitted(Infraction(asked.cause.value), moment, state.terms.parameters):
        raise RuleError("asked_too_late", field="when")
    by_captains = len(set(asked.captains)) > 1
    if asked.judge is None and not by_captains and not _both_pairs(state, asked.agreed):
        raise RuleError("annulment_needs_both", field="agreed")
    _need(asked.text, "text")
    infraction = Infraction(asked.cause.value)
    check_breach(
        infraction, asked.tile, asked.ends, state.terms.parameters, judge_says=asked.judge is not None
    )


def _moment_of(state: SheetState, hand: int | None, revision: int | None, said: Moment) -> Moment:
    """The moment that the sheet itself shows, as far as it shows one."""
    row = next((row for row in state.facts.current if (row.number, row.revision) == (hand, revision)), None)
    if row is None:
        return said if said in (Moment.AT_ONCE, Moment.LATER_IN_HAND) else Moment.LATER_IN_HAND
    return Moment.AFTER_HAND if row is state.facts.current[-1] else Moment.AFTER_NEXT_LEAD


def drop(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> None:
    """What the rivals may decide then, and nothing else (art. 19)."""
    fallen = entries_of.read_drop(data)
    check_decision(fallen.moment, fallen.decision, state.terms.parameters, face_up=fallen.face_up)
    if fallen.decided_by is not None and fallen.decided_by not in state.sides[fallen.side.other]:
        raise RuleError("only_the_rivals_decide", field="decided_by")


def interruption(_state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> None:
    """With its cause."""
    _need(entries_of.read_interruption(data).cause, "cause")


def paper(_state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> None:
    """Opened by the judge, or by both captains."""
    opened = entries_of.read_paper(data)
    if opened.judge is None and len(set(opened.captains)) < 2:
        raise RuleError("paper_needs_both", field="pin")


def suspension(_state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> None:
    """With its reason."""
    _need(entries_of.read_suspension(data).reason, "reason")


def abandonment(_state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> None:
    """With its circumstances."""
    _need(entries_of.read_abandonment(data).reason, "reason")


def ruling(state: SheetState, data: Data, _hand: int | None, _revision: int | None) -> None:
    """With its reasons and its finding; a winner is named only where the body may name one."""
    ruled = entries_of.read_ruling(data)
    _need(ruled.reason, "reason")
    check_finding(state, data)
    if ruled.winner is None:
        return
    parameters = state.terms.parameters
    level = state.totals.ahead is None
    may = (ruled.kind is RulingKind.VALIDATE and parameters["validated_score_winner"] == "none") or (
        ruled.kind is RulingKind.AHEAD_WINS and level and parameters["level_ahead_decision"] == "free"
    )
    if not may:
        raise RuleError("winner_not_named_here", field="winner")


def nothing_more(_state: SheetState, _data: Data, _hand: int | None, _revision: int | None) -> None:
    """The step has asked everything."""


def _need(text: str, field: str) -> None:
    if not text.strip():
        raise RuleError("reason_required", field=field)


def _side_of(state: SheetState, person: Person) -> Side:
    for side, pair in state.sides.items():
        if person in pair:
            return side
    raise RuleError("not_at_this_table", person=person)


def _both_pairs(state: SheetState, agreed: tuple[Person, ...]) -> bool:
    return all(any(person in pair for person in agreed) for pair in state.sides.values())


CONTENT: Mapping[EntryKind, Check] = MappingProxyType(
    {
        EntryKind.ANNULMENT: annulment,
        EntryKind.DROP: drop,
        EntryKind.INTERRUPTION: interruption,
        EntryKind.TIME: nothing_more,
        EntryKind.SUSPENSION: suspension,
        EntryKind.RULING: ruling,
        EntryKind.ABANDONMENT: abandonment,
        EntryKind.NO_SHOW: nothing_more,
        EntryKind.LATE: nothing_more,
        EntryKind.PAPER: paper,
    }
)
