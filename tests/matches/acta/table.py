"""One partida played at a test's table: everything passes the checks that it passes in the hall."""

from datetime import datetime, timedelta
from typing import Any

from federation.rules.parameters import resolve
from matches.rules.domino.draw import seats_from_draw
from matches.rules.sheet import (
    Entry,
    EntryKind,
    Phase,
    PreviousPartida,
    SheetTerms,
    append,
    check_entry,
    start,
)

PARAMETERS = resolve(
    {
        "claim_hours": 24,
        "tied_block": "no_points_same_leader",
        "approval_mode": ["same_device_pin", "judge_marks"],
    }
)


class Table:
    """One partida being played: what is written goes through the same checks as in the hall."""

    def __init__(
        self, number: int, home: list[str], away: list[str], previous: PreviousPartida | None, at: datetime
    ):
        self.number, self.starting, self.at = number, {"home": home, "away": away}, at
        terms = SheetTerms(300, PARAMETERS, partida=number, team_competition=True)
        self.state = start(terms, {"home": tuple(home), "away": tuple(away)}, previous)
        self.entries: list[dict[str, Any]] = []

    def write(
        self,
        kind: str,
        data: dict[str, Any],
        hand: int | None = None,
        revision: int | None = None,
        *,
        by: str = "",
        minutes: int = 0,
    ) -> None:
        self.at += timedelta(seconds=40, minutes=minutes)
        check_entry(self.state, EntryKind(kind), data, hand, revision, by, confirmed=True)
        seq = len(self.entries) + 1
        self.state = append(self.state, Entry(seq, EntryKind(kind), hand, revision, by, data))
        self.entries.append(
            {
                "seq": seq,
                "kind": kind,
                "hand": hand,
                "revision": revision,
                "by": by or self.state.scorer,
                "data": data,
                "server_time": self.at.isoformat(),
                "device_time": (self.at - timedelta(seconds=1)).isoformat(),
                "how": "table_session",
            }
        )

    def name(self, scorer: str, counter: str) -> None:
        self.write(
            "naming", {"scorer": scorer, "counter": counter, "done_by": "players", "judge": None}, by=scorer
        )

    def sit(self, tiles: tuple[str, ...] = ()) -> None:
        if self.state.phase is Phase.DRAW:
            players = [*self.starting["home"], *self.starting["away"]]
            self.write("draw", {"tiles": dict(zip(players, tiles, strict=True))})
            if self.state.must_draw:
                self.write("draw", {"tiles": dict(zip(self.state.must_draw, ("1-0", "4-2"), strict=True))})
            seats = seats_from_draw(self.state.draw_result, 0)
            self.write(
                "seating",
                {"seats": list(seats), "leader": 0, "origin": "draw", "reason": "", "chosen_seat": 0},
            )
        else:
            seats, leader = self.state.due_seats, self.state.due_leader
            data = {
                "seats": list(seats),
                "leader": leader,
                "origin": "swap",
                "reason": "",
                "chosen_seat": None,
            }
            self.write("seating", data)

    def propose(self, text: str, reason: str = "") -> tuple[int, int]:
        data = {
            **figures(text),
            "leader": self.state.next_leader,
            "leader_person": self.state.next_leader_person,
            "reason": reason,
        }
        hand, revision = self.state.next_hand, self.state.next_revision
        self.write("hand", data, hand, revision, minutes=3)
        return hand, revision

    def approve(self, hand: int, revision: int, how: str = "pin") -> None:
        counter = self.state.counter
        self.write("approval", {"how": how, "person": counter}, hand, revision, by=counter)

    def play(self, text: str, how: str = "pin") -> None:
        self.approve(*self.propose(text), how)

    def partida(self) -> dict[str, Any]:
        totals = self.state.totals
        return {
            "number": self.number,
            "starting": self.starting,
            "entries": self.entries,
            "result": {
                "winner": self.state.winner,
                "home": totals.home,
                "away": totals.away,
                "hands": self.state.ended_at_hand,
                "status": "ended",
            },
        }


def figures(text: str) -> dict[str, Any]:
    """Read H57, A62c or T."""
    if text == "T":
        return {"side": None, "points": 0, "ending": "tied_block"}
    points = text[1:].removesuffix("c")
    return {
        "side": "home" if text[0] == "H" else "away",
        "points": int(points),
        "ending": "block" if text.endswith("c") else "domino",
    }
