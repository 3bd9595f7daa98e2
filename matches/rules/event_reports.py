"""What somebody reports of a table, as an entry of its sheet, and what that would change. Pure.

A report is what was asked on a form; `data` puts it, with whoever resolved it, in the shape in
which the sheet keeps it. `effect` replays the sheet with it: the same for the page that shows
what will happen and for the act that makes it happen.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from federation.rules.errors import RuleError
from matches.rules.board import BoardState
from matches.rules.domino.drops import Drop as Fallen
from matches.rules.domino.drops import DropDecision, DropMoment, is_noted, ordinals
from matches.rules.domino.ending import AbsenceOutcome, absence
from matches.rules.domino.infractions import Infraction, Remedy
from matches.rules.sheet import Entry, EntryKind, Phase, SheetState, append, check_entry
from matches.rules.sheet_event_entries import MomentWord, RulingKind
from matches.rules.sides import Person, Side

Data = dict[str, Any]


@dataclass(frozen=True)
class Resolution:
    """Who resolved something: the judge, or the persons who agreed; captains where there is no judge."""

    judge: Person | None = None
    agreed: tuple[Person, ...] = ()
    captains: tuple[Person, ...] = ()

    def directed(self) -> Data:
        """As the entries that judge or captains write hold it."""
        return {"judge": self.judge, "captains": list(self.captains)}


@dataclass(frozen=True)
class InfractionReport:
    """A false thinking or a false pass, and what the rivals ask (nothing: the hand stands)."""

    infraction: Infraction
    offender: Person
    declared: bool
    hand: int
    revision: int
    when: MomentWord
    remedy: Remedy | None
    asked_by: Person | None
    text: str
    effect: str = ""
    tile: str = ""
    ends: str = ""

    def data(self, resolved: Resolution) -> Data:
        """The entry's data; only where a remedy is asked."""
        return {
            "cause": self.infraction.value,
            "offender": self.offender,
            "remedy": self.remedy.value if self.remedy else None,
            "when": self.when.value,
            "asked_by": self.asked_by,
            "agreed": list(resolved.agreed),
            "captains": list(resolved.captains),
            "judge": resolved.judge,
            "text": " ".join(filter(None, (self.text.strip(), self.effect.strip()))),
            "declared": self.declared,
            "tile": self.tile,
            "ends": self.ends,
        }


@dataclass(frozen=True)
class DropReport:
    """A tile that fell, and what the rivals decided."""

    side: Side
    person: Person
    moment: DropMoment
    face_up: bool | None = None
    decision: DropDecision | None = None
    decided_by: Person | None = None

    def data(self) -> Data:
        """The entry's data."""
        return {
            "side": self.side.value,
            "person": self.person,
            "moment": self.moment.value,
            "face_up": self.face_up,
            "decision": self.decision.value if self.decision else None,
            "decided_by": self.decided_by,
        }


@dataclass(frozen=True)
class RulingReport:
    """What the competent body rules of a partida (art. 20), about one of its hands where it says which."""

    kind: RulingKind
    reason: str
    winner: Side | None = None
    distorted: bool = False
    hand: int | None = None
    revision: int | None = None

    def data(self, *, next_begun: bool) -> Data:
        """The entry's data; `next_begun`: has the next partida of the board begun by now?"""
        return {
            "kind": self.kind.value,
            "reason": self.reason.strip(),
            "winner": self.winner.value if self.winner else None,
            "distorted": self.distorted,
            "next_begun": next_begun,
        }


@dataclass(frozen=True)
class Effect:
    """A sheet before and after something, and the data of the entry that would make it so."""

    before: SheetState
    after: SheetState
    data: Mapping[str, Any] = field(default_factory=dict)


def effect(
    state: SheetState,
    kind: EntryKind,
    data: Mapping[str, Any],
    hand: int | None = None,
    revision: int | None = None,
) -> Effect:
    """What an entry would make of the sheet; RuleError as `check_entry` when it may not be written."""
    check_entry(state, kind, data, hand, revision)
    after = append(state, Entry(state.facts.last_seq + 1, kind, hand, revision, None, data))
    return Effect(state, after, data)


def effect_of_infraction(state: SheetState, report: InfractionReport, *, by_judge: bool) -> Effect:
    """What the remedy would do if those who must resolve it agree; nothing asked changes nothing."""
    if report.remedy is None:
        return Effect(state, state)
    asked_by = report.asked_by or ""
    assumed = Resolution(judge="?" if by_judge else None, agreed=(asked_by, report.offender))
    return effect(state, EntryKind.ANNULMENT, report.data(assumed), report.hand, report.revision)


def effect_of_ruling(board: BoardState, number: int, report: RulingReport) -> Effect:
    """What a ruling makes of the partida `number` of a board; RuleError as `check_entry`.

    RuleError `later_partida_in_play` where it would be played while a later one of the board is.
    """
    later = board.partidas[number:]
    begun = any(state.facts.last_seq for state in later)
    data = report.data(next_begun=begun)
    found = effect(board.partidas[number - 1], EntryKind.RULING, data, report.hand, report.revision)
    if is_open(found.after) and any(_in_play(state) for state in later):
        raise RuleError("later_partida_in_play", field="kind")
    return found


def is_open(state: SheetState) -> bool:
    """Is something left to be played of a partida?"""
    return state.phase not in (Phase.ENDED, Phase.SUSPENDED)


def _in_play(state: SheetState) -> bool:
    return bool(state.facts.rows) and state.phase in (Phase.PLAYING, Phase.SETTLEMENT)


@dataclass(frozen=True)
class DropCount:
    """How many drops of each pair count so far in this partida, and which of the last one is noted."""

    by_side: Mapping[Side, int] = field(default_factory=dict)
    last_ordinal: int = 0
    last_noted: bool = False


def drops_of(state: SheetState) -> DropCount:
    """The dropped tiles of a partida counted for each pair (19.4)."""
    parameters, number = state.terms.parameters, state.terms.partida
    fallen = [Fallen(number, each.side, each.moment) for each in state.facts.drops]
    counted = ordinals(fallen, parameters)
    by_side = dict.fromkeys(Side, 0)
    for each, ordinal in zip(fallen, counted, strict=True):
        by_side[each.side] = max(by_side[each.side], ordinal)
    last = counted[-1] if counted else 0
    return DropCount(by_side, last, is_noted(last, parameters))


def effect_of_absence(state: SheetState, person: Person, reason: str, free: tuple[Person, ...]) -> Effect:
    """What a justified absence makes of the partida when nobody enters (art. 20).

    `free` are the substitutes who could. RuleError `substitute_may_enter` while there is one.
    """
    kind = outcome_of_absence(state, person, free)
    data: Data = {"reason": reason}
    if kind is EntryKind.ABANDONMENT:
        data["person"] = person
    return effect(state, kind, data)


def outcome_of_absence(state: SheetState, person: Person, free: tuple[Person, ...]) -> EntryKind:
    """Is the partida suspended, or lost as an abandonment (`justified_absence_without_substitute`)?"""
    side = state.side_of(person)
    if side is None:
        raise RuleError("not_at_this_table", field="person")
    parameters, target = state.terms.parameters, state.terms.target
    found = absence(state.totals, target, side, free, parameters, justified=True)
    if found.outcome is AbsenceOutcome.GOES_ON:
        raise RuleError("substitute_may_enter", field="person")
    return EntryKind.SUSPENSION if found.outcome is AbsenceOutcome.SUSPENDED else EntryKind.ABANDONMENT
