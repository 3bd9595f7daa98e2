"""Writes a sheet in a test, one short call for each act; every entry passes the check first."""

from typing import Any

from federation.rules.parameters import resolve
from matches.rules.domino.seats import PreviousPartida
from matches.rules.sheet import Entry, EntryKind, SheetState, SheetTerms, append, check_entry, start
from matches.rules.sides import Side

# Scorer 1 and partner 2 at home; counter 3 and partner 4 away; seats N 1, O 3, S 2, E 4.
HOME, AWAY = ("1", "2"), ("3", "4")
SEATS = ("1", "3", "2", "4")
JUDGE = "9"


class Writer:
    """A sheet being written; `state` is what it amounts to so far."""

    def __init__(
        self,
        *,
        target: int = 300,
        partida: int = 1,
        team: bool = True,
        previous: PreviousPartida | None = None,
        done_by: str = "players",
        seated: bool = True,
        **parameters: Any,
    ) -> None:
        terms = SheetTerms(target, resolve(parameters), partida, team)
        self.entries: list[Entry] = []
        self.state: SheetState = start(terms, {"home": HOME, "away": AWAY}, previous)
        if seated:
            self.name(done_by=done_by)
            self.put("draw", {"tiles": {"1": "6-6", "2": "1-0", "3": "5-5", "4": "2-0"}})
            self.seat(SEATS, leader=0, origin="draw", chosen_seat=0)

    def put(
        self,
        kind: str,
        data: dict[str, Any],
        hand: int | None = None,
        revision: int | None = None,
        *,
        confirmed: bool = False,
    ) -> None:
        """Checks an entry and appends it."""
        check_entry(self.state, EntryKind(kind), data, hand, revision, "1", confirmed=confirmed)
        entry = Entry(len(self.entries) + 1, EntryKind(kind), hand, revision, "1", data)
        self.state = append(self.state, entry)
        self.entries.append(entry)

    def name(self, scorer: str = "1", counter: str = "3", *, done_by: str = "players") -> None:
        judge = JUDGE if done_by == "judge" else None
        self.put("naming", {"scorer": scorer, "counter": counter, "done_by": done_by, "judge": judge})

    def seat(self, seats: tuple[str, ...], **data: Any) -> None:
        self.put("seating", {"reason": "", "chosen_seat": None} | {"seats": list(seats)} | data)

    def propose(
        self,
        side: Side | str | None,
        points: int,
        ending: str = "domino",
        *,
        reason: str = "",
        confirmed: bool = False,
        **data: Any,
    ) -> None:
        state = self.state
        proposed = {
            "side": side,
            "points": points,
            "ending": ending,
            "leader": state.next_leader,
            "leader_person": state.next_leader_person,
            "reason": reason,
        }
        numbers = (state.next_hand, state.next_revision)
        self.put("hand", proposed | data, *numbers, confirmed=confirmed)

    def last(self) -> tuple[int, int]:
        row = self.state.facts.current[-1]
        return row.number, row.revision

    def approve(self, person: str = "3", how: str = "pin") -> None:
        self.put("approval", {"how": how, "person": person}, *self.last())

    def play(self, side: Side | str | None, points: int, ending: str = "domino", **data: Any) -> None:
        """A hand proposed and approved."""
        self.propose(side, points, ending, **data)
        self.approve()

    def disagree(self, points: int, side: str = "home", ending: str = "domino", person: str = "3") -> None:
        own = {"person": person, "side": side, "points": points, "ending": ending}
        self.put("disagreement", own, *self.last())

    def settle(
        self, number: int, side: Side | str | None, points: int, ending: str = "domino", **data: Any
    ) -> None:
        row = next(row for row in self.state.facts.current if row.number == number)
        settled = {"side": side, "points": points, "ending": ending, "reason": "recuento", "judge": JUDGE}
        self.put("settlement", settled | {"persons": []} | data, number, row.revision)

    def take_back(self, *approved_by: str, judge: str | None = None) -> None:
        data = {"reason": "", "approved_by": list(approved_by), "judge": judge}
        self.put("retraction", data, *self.last())

    def substitute(
        self, out: str, into: str, side: str, *, before_start: bool, reason: str = "lesión"
    ) -> None:
        data = {"out": out, "in": into, "reason": reason, "side": side, "before_start": before_start}
        self.put("substitution", data)
