"""What somebody who keeps his own count beside a sheet would have: it shares no code with the fold."""

from dataclasses import dataclass
from typing import Any

from matches.rules.sheet import Phase, SheetState
from tests.matches.rules.played_board import Act


@dataclass
class Line:
    """One revision of a hand, as the acts left it."""

    number: int
    revision: int
    side: str | None
    points: int
    standing: str
    awaited: int

    @property
    def is_there(self) -> bool:
        return self.standing not in ("retracted", "set_aside")

    @property
    def counts(self) -> bool:
        return self.standing in ("approved", "settled")


class Ledger:
    """The hands of one partida, added by hand."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.lines: list[Line] = []
        self.awarded = {"home": 0, "away": 0}
        # Approvals by the judge's way need both who are named, else the counter's alone.
        self.approvers = 1
        # What the last end that no hand made left in the sheet.
        self.final: dict[str, int] | None = None
        self.has_time_mark = False

    def note(self, act: Act, before: SheetState) -> None:
        """One act that was accepted, and the sheet as it stood when it was."""
        getattr(self, f"_{act.kind.value}", lambda *_: None)(act, act.data, before)

    def _line(self, act: Act) -> Line:
        return next(line for line in self.lines if (line.number, line.revision) == (act.hand, act.revision))

    def _naming(self, _act: Act, data: Any, _before: SheetState) -> None:
        self.approvers = 2 if data["done_by"] == "judge" else 1

    def _hand(self, act: Act, data: Any, _before: SheetState) -> None:
        assert act.hand is not None
        assert act.revision is not None
        self.lines.append(
            Line(act.hand, act.revision, data["side"], data["points"], "proposed", self.approvers)
        )

    def _approval(self, act: Act, data: Any, before: SheetState) -> None:
        line = self._line(act)
        line.awaited = 0 if data["how"] == "paper" else line.awaited - 1
        if line.awaited == 0:
            line.standing = "approved"

    def _disagreement(self, act: Act, _data: Any, _before: SheetState) -> None:
        self._line(act).standing = "disagreed"

    def _settlement(self, act: Act, data: Any, _before: SheetState) -> None:
        line = self._line(act)
        line.side, line.points, line.standing = data["side"], data["points"], "settled"

    def _retraction(self, act: Act, _data: Any, _before: SheetState) -> None:
        self._line(act).standing = "retracted"

    def _annulment(self, act: Act, data: Any, before: SheetState) -> None:
        written = [line for line in self.lines if (line.number, line.revision) == (act.hand, act.revision)]
        if not written:
            if data["remedy"] == "annul":
                self._annulled_in_play(before)
            return
        written[0].standing = "annulled" if data["remedy"] == "annul" else "set_aside"

    def _annulled_in_play(self, before: SheetState) -> None:
        there = [line for line in self.lines if line.is_there]
        number = len(there) + 1
        revision = 1 + max((line.revision for line in self.lines if line.number == number), default=0)
        self.lines.append(Line(number, revision, None, 0, "annulled", 0))

    def _drop(self, _act: Act, data: Any, before: SheetState) -> None:
        if data["decision"] == "annul":
            self._annulled_in_play(before)

    def _time(self, _act: Act, _data: Any, _before: SheetState) -> None:
        self.has_time_mark = True

    def _late(self, _act: Act, data: Any, before: SheetState) -> None:
        ladder = before.terms.parameters["late_arrival"]
        if data["minutes"] >= ladder[-1][0]:
            self._not_there([data["side"]], before)
            return
        points = max((points for minutes, points in ladder if data["minutes"] >= minutes), default=0)
        self.awarded[_other(data["side"])] += min(points, self.target - 1)

    def _no_show(self, _act: Act, data: Any, before: SheetState) -> None:
        self._not_there(data["sides"], before)

    def _not_there(self, sides: list[str], before: SheetState) -> None:
        self.final = {"home": 0, "away": 0}
        if len(sides) == 1:
            half = before.terms.parameters["no_show_score"] == "target_to_half"
            self.final = {_other(sides[0]): self.target, sides[0]: self.target // 2 if half else 0}

    def _abandonment(self, _act: Act, data: Any, before: SheetState) -> None:
        leaver = next(side.value for side, pair in before.sides.items() if data["person"] in pair)
        self.final = {**self.added(before), _other(leaver): self.target}

    def _ruling(self, act: Act, data: Any, before: SheetState) -> None:
        getattr(self, f"_ruled_{data['kind']}", self._opened)(act, before)

    def _ruled_validate(self, _act: Act, before: SheetState) -> None:
        self.final = self.added(before)

    _ruled_ahead_wins = _ruled_validate

    def _ruled_hand_stands(self, _act: Act, _before: SheetState) -> None:
        """Nothing changes."""

    def _ruled_void_hand(self, act: Act, before: SheetState) -> None:
        self._line(act).standing = "annulled"
        if before.ended_how != "abandonment" or before.winner is None:
            self.final = None
            return
        self.final = {**self.added(before), before.winner.value: self.target}

    def _ruled_replay_hand(self, act: Act, before: SheetState) -> None:
        self._opened(act, before)
        for line in self.lines:
            if act.hand is not None and line.is_there and line.number >= act.hand:
                line.standing = "set_aside"

    def _ruled_replay_partida(self, act: Act, before: SheetState) -> None:
        self._opened(act, before)
        for line in self.lines:
            line.standing = "set_aside" if line.is_there else line.standing
        self.awarded, self.has_time_mark = {"home": 0, "away": 0}, False

    def _opened(self, _act: Act, _before: SheetState) -> None:
        self.final = None

    def added(self, sheet: SheetState) -> dict[str, int]:
        """The hands that count, up to the one that reached the target, or that the clock made the last."""
        totals = dict(self.awarded)
        ended_by_clock = sheet.ended_at_hand if sheet.ended_how == "time" else None
        for line in self.lines:
            if not line.is_there:
                continue
            if line.counts and line.side is not None:
                totals[line.side] += line.points
            if max(totals.values()) >= self.target or line.number == ended_by_clock:
                break
        return totals

    def agrees_with(self, sheet: SheetState) -> None:
        """Does the sheet say the same?"""
        assert [(row.number, row.revision) for row in sheet.hands] == [
            (line.number, line.revision) for line in self.lines
        ]
        for row, line in zip(sheet.hands, self.lines, strict=True):
            assert row.state in (line.standing, "struck"), (row, line)
            assert row.state != "struck" or (line.is_there and row.totals is None)
        there = [line.number for line in self.lines if line.is_there]
        assert there == list(range(1, len(there) + 1)), "each hand has one row in force"
        if self.has_time_mark and sheet.phase is Phase.SETTLEMENT:
            return
        expected = self.final if self.final is not None else self.added(sheet)
        assert {"home": sheet.totals.home, "away": sheet.totals.away} == expected


def _other(side: str) -> str:
    return "away" if side == "home" else "home"
