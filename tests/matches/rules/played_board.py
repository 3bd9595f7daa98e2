"""A board of partidas being played in a test: every act passes the check first, as at a real table.

`act` writes one entry or says that it was refused; `ordinary_act` is what a table would do next when
nothing more happens to it, so that a test can ask whether a board ever comes to its end.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from federation.rules.errors import ConflictError, RuleError
from federation.rules.parameters import CATALOGUE
from matches.rules.board import BoardState, BoardTerms, replay_board
from matches.rules.domino.draw import seats_from_draw
from matches.rules.domino.infractions import Infraction, Moment, is_admitted
from matches.rules.domino.seats import SeatsBy, seatings_of_ask
from matches.rules.sheet import Entry, EntryKind, Phase, SheetState, check_entry
from matches.rules.sheet_checks import leader_for_answer
from matches.rules.sides import Pair, Person, Side
from tests.matches.rules.writer import AWAY, HOME, JUDGE
from tests.strategies import DOMINO_CHOICES

STARTERS: Mapping[Side, Pair] = {Side.HOME: HOME, Side.AWAY: AWAY}
# Who is named as substitute of each side in the line-up.
SUBSTITUTES: Mapping[Side, tuple[Person, ...]] = {Side.HOME: ("5", "6", "7"), Side.AWAY: ("8", "0", "s")}
TILES_WITHOUT_TIE = ("6-6", "5-5", "4-4", "3-3")
LADDER = [[5, 10], [10, 20], [15, 20]]
LAST = {parameter.name: parameter.options[-1] for parameter in DOMINO_CHOICES} | {
    "approval_mode": list(CATALOGUE["approval_mode"].options),
    "time_limit_minutes": 20,
    "late_arrival": LADDER,
}


@st.composite
def open_points(draw: st.DrawFn) -> dict[str, Any]:
    """All defaults, all last options, or any mix of them."""
    extreme = draw(st.sampled_from(["defaults", "last", "mixed", "mixed"]))
    if extreme != "mixed":
        return {} if extreme == "defaults" else dict(LAST)
    mixed = {one.name: draw(st.sampled_from(one.options)) for one in DOMINO_CHOICES}
    timed = {"time_limit_minutes": 20, "late_arrival": LADDER} if draw(st.booleans()) else {}
    return mixed | timed


@dataclass(frozen=True)
class Act:
    """One entry that somebody wants to write in the partida `number`."""

    number: int
    kind: EntryKind
    data: Mapping[str, Any]
    hand: int | None = None
    revision: int | None = None
    confirmed: bool = True


class PlayedBoard:
    """The streams of a board's partidas, and what they amount to."""

    def __init__(self, terms: BoardTerms) -> None:
        self.terms = terms
        # What an ordinary hand gives.
        self.points = 14
        self.streams: list[list[Entry]] = [[] for _ in range(terms.partidas)]
        self.state: BoardState = self.replayed()

    def replayed(self) -> BoardState:
        """The board read anew from its streams."""
        return replay_board(self.terms, STARTERS, self.streams)

    def act(self, act: Act) -> SheetState:
        """Write it; RuleError when it may not be written. Gives the sheet with it."""
        sheet = self.state.partidas[act.number - 1]
        after = check_entry(sheet, act.kind, act.data, act.hand, act.revision, JUDGE, confirmed=act.confirmed)
        self._allow(act)
        entry = Entry(sheet.facts.last_seq + 1, act.kind, act.hand, act.revision, JUDGE, act.data)
        self.streams[act.number - 1].append(entry)
        self.state = self.replayed()
        return after

    def _allow(self, act: Act) -> None:
        """What the actions ask of the later partidas before they write in an earlier one."""
        later = [entry for stream in self.streams[act.number :] for entry in stream]
        if act.kind in (EntryKind.RETRACTION, EntryKind.SUBSTITUTION) and later:
            raise ConflictError("next_partida_begun")
        led = any(entry.kind is EntryKind.HAND for entry in later)
        if act.kind is EntryKind.ANNULMENT and led:
            cause = Infraction(act.data["cause"])
            if not is_admitted(cause, Moment.AFTER_NEXT_LEAD, self.terms.parameters):
                raise RuleError("asked_too_late")

    def ordinary_act(self) -> Act | None:
        """What comes next when nothing more happens; nothing once the board is over."""
        if self.state.is_over:
            return None
        if self.state.waits_for_ruling:
            phases = [sheet.phase for sheet in self.state.partidas]
            number = phases.index(Phase.SUSPENDED) + 1
            resumed = {"kind": "resume", "reason": "Se reanuda.", "winner": None, "next_begun": True}
            return Act(number, EntryKind.RULING, resumed)
        return _next(self.state.current, self.state.sheet, self.points)


def _next(number: int, sheet: SheetState, points: int) -> Act:
    left = next((person for pair in sheet.facts.pairs for person in pair if person in sheet.facts.gone), None)
    if left is not None and not sheet.facts.rows:
        return _replaced(number, sheet, left)
    if sheet.scorer is None or sheet.counter is None:
        home, away = (sheet.sides[side][0] for side in (Side.HOME, Side.AWAY))
        data = {"scorer": home, "counter": away, "done_by": "players", "judge": None}
        return Act(number, EntryKind.NAMING, data)
    if sheet.phase is Phase.SETTLEMENT:
        return _settled(number, sheet)
    if sheet.must_draw:
        tiles = dict(zip(sheet.must_draw, TILES_WITHOUT_TIE, strict=False))
        return Act(number, EntryKind.DRAW, {"tiles": tiles})
    if sheet.seats is None or sheet.seats_are_stale:
        return Act(number, EntryKind.SEATING, seating_due(sheet))
    row = next((row for row in sheet.hands if row.missing_approvals), None)
    if row is not None:
        data = {"how": "pin", "person": row.missing_approvals[0]}
        return Act(number, EntryKind.APPROVAL, data, row.number, row.revision)
    return Act(number, EntryKind.HAND, hand_due(sheet, points), sheet.next_hand, sheet.next_revision)


def _replaced(number: int, sheet: SheetState, left: Person) -> Act:
    side = next(side for side, pair in sheet.sides.items() if left in pair)
    seated = {person for pair in sheet.facts.pairs for person in pair} | sheet.facts.gone
    into = next(person for person in SUBSTITUTES[side] if person not in seated)
    data = {"out": left, "in": into, "reason": "", "side": side.value, "before_start": True}
    return Act(number, EntryKind.SUBSTITUTION, data)


def _settled(number: int, sheet: SheetState) -> Act:
    row = next(row for row in sheet.hands if row.number in sheet.frozen and row.state == "disagreed")
    data = {
        "side": row.side,
        "points": row.points,
        "ending": row.ending,
        "reason": "Recuento.",
        "judge": JUDGE,
    }
    return Act(number, EntryKind.SETTLEMENT, data | {"persons": []}, row.number, row.revision)


def hand_due(sheet: SheetState, points: int) -> dict[str, Any]:
    """A hand, each third one for away, with the leader that is due."""
    return {
        "side": "home" if (sheet.next_hand or 1) % 3 else "away",
        "points": points,
        "ending": "domino",
        "leader": sheet.next_leader,
        "leader_person": sheet.next_leader_person,
        # Where hands are counted by what is left, the judge answers for the points.
        "reason": "Solo los tantos.",
        "judge": JUDGE,
    }


def seating_due(sheet: SheetState, *, chosen: int = 0, answer: int = 0) -> dict[str, Any]:
    """The seats that are due: drawn (with the seat that the leader chose), swapped or kept, or answered."""
    data: dict[str, Any] = {"reason": "", "chosen_seat": None, "origin": sheet.plan.by.value}
    if sheet.plan.by is SeatsBy.DRAW and sheet.draw_result is not None:
        seats = list(seats_from_draw(sheet.draw_result, chosen))
        return data | {"seats": seats, "leader": chosen, "chosen_seat": chosen}
    if sheet.plan.by is not SeatsBy.ASK or sheet.facts.previous is None:
        return data | {"seats": list(sheet.due_seats or ()), "leader": sheet.due_leader}
    allowed = seatings_of_ask(sheet.facts.previous, sheet.facts.starting, sheet.facts.changes)
    seats_answered = allowed[answer]
    origin = "keep" if seats_answered == allowed[0] else "swap"
    leader = leader_for_answer(sheet, seats_answered)
    return data | {"seats": list(seats_answered), "leader": leader, "origin": origin, "reason": "El juez."}
