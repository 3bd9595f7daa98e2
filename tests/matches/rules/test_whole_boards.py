"""Whole boards of two partidas with everything that may happen at a table, under any regulation.

Each rule tries one act with drawn values, sensible or not; the invariants look at the board after each.
`BOARDS=2000 pytest tests/matches/rules/test_whole_boards.py` plays that many, and shrinks what fails.
"""

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, event, settings
from hypothesis import Phase as Phases
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from federation.rules.errors import RuleError
from federation.rules.parameters import resolve
from matches.rules.board import BoardTerms
from matches.rules.domino.drops import DropDecision, DropMoment, ruling
from matches.rules.domino.hands import Totals
from matches.rules.domino.lead import numbers
from matches.rules.sheet import EndedHow, EntryKind, Phase, SheetState
from matches.rules.sheet_event_entries import RulingKind
from matches.rules.sides import Side, partners_sit_opposite
from tests.matches.rules.ledger import Ledger
from tests.matches.rules.played_board import (
    SUBSTITUTES,
    Act,
    PlayedBoard,
    hand_due,
    open_points,
    seating_due,
)
from tests.strategies import drawn_tiles, figures, nonsense_data

pytestmark = pytest.mark.pure

SIDE = st.sampled_from(Side)
MOSTLY = st.sampled_from([True, True, True, False])
TEXT = st.sampled_from(["circunstancias", "circunstancias", "circunstancias", ""])
# Which partida an act speaks of: nearly always the one in play.
WHICH = st.sampled_from([0, 0, 0, 0, 1, 2])
# The methods of the machine, the likely ones several times.
HAPPENINGS = (
    *("write_a_hand",) * 6,
    *("infringe", "drop", "settle") * 3,
    *("disagree", "rule_on_it", "take_back", "substitute", "run_out_of_time") * 2,
    *("name", "draw_tiles", "sit_down", "come_late", "interrupt", "take_from_paper"),
    *("suspend", "abandon", "stay_away", "send_nonsense"),
)
Draw = Callable[[st.SearchStrategy[Any]], Any]


class WholeBoard(RuleBasedStateMachine):
    """Two partidas of one board, and beside them a ledger kept by hand."""

    @initialize(
        chosen=open_points(),
        goal=st.sampled_from([60, 150, 300, 300]),
        team=st.booleans(),
        ahead=st.integers(0, 9),
    )
    def sit_at_the_board(self, *, chosen: dict[str, Any], goal: int, team: bool, ahead: int) -> None:
        terms = BoardTerms(goal, resolve(chosen), team_competition=team, partidas=2)
        self.board = PlayedBoard(terms)
        self.ledgers = {1: Ledger(goal), 2: Ledger(goal)}
        self.leads: dict[tuple[int, int, int], tuple[int, str]] = {}
        for _ in range(ahead):
            self.play_on(1)

    # --- how an act is tried -------------------------------------------------------------

    def number(self, which: int) -> int:
        return which if 0 < which <= len(self.board.state.partidas) else self.board.state.current

    def sheet(self, which: int = 0) -> SheetState:
        return self.board.state.partidas[self.number(which) - 1]

    def attempt(self, which: int, kind: EntryKind, data: dict[str, Any], row: Any = (None, None)) -> bool:
        """Was it accepted? A refused act leaves everything as it was; nothing but RuleError refuses."""
        act = Act(self.number(which), kind, data, row[0], row[1])
        before, ended = self.board.state, self.sheet(which).phase is Phase.ENDED
        try:
            after = self.board.act(act)
        except RuleError as error:
            event(f"{kind}: {error.code}")
            assert self.board.replayed() == before
            return False
        event(f"{kind}: written")
        assert not (ended and kind is EntryKind.HAND), "no hand is written after the end"
        # One entry more on the sheet is the replay of all of them.
        assert after == self.board.state.partidas[act.number - 1]
        left = before.with_sheet(act.number, after)
        assert left is None or left == self.board.state
        self.ledgers[act.number].note(act, before.partidas[act.number - 1])
        return True

    def is_lost_with_the_first(self, number: int) -> bool:
        """Was it never begun, since an abandonment lost both (`abandonment_second_partida`)?"""
        return not self.board.streams[number - 1] and self.board.state.partidas[number - 1].winner is not None

    def row(self, which: int, back: int) -> tuple[int | None, int | None]:
        """The numbers of a hand in force, counted back from the last; the one to come where none is."""
        sheet = self.sheet(which)
        current = sheet.facts.current
        if back < len(current):
            row = current[-1 - back]
            return row.number, row.revision
        return sheet.next_hand, sheet.next_revision

    # --- the ordinary table ------------------------------------------------------------------

    @rule(acts=st.integers(1, 3))
    def play_on(self, acts: int) -> None:
        """The table does what comes next of itself: only a ruling is nobody's here."""
        for _ in range(acts):
            act = self.board.ordinary_act()
            if act is not None and act.kind is not EntryKind.RULING:
                assert self.attempt(act.number, act.kind, dict(act.data), (act.hand, act.revision))

    def until_a_hand_may_come(self, draw: Draw) -> None:
        """Mostly: what happens in a hand happens when one is being played."""
        if not draw(MOSTLY):
            return
        for _ in range(10):
            if self.sheet().can_propose or self.board.state.is_done:
                break
            self.play_on(1)

    @rule(what=st.sampled_from(HAPPENINGS), data=st.data(), which=WHICH)
    def something_happens(self, what: str, data: st.DataObject, which: int) -> None:
        getattr(self, what)(which, data.draw)

    def write_a_hand(self, which: int, draw: Draw) -> None:
        self.until_a_hand_may_come(draw)
        sheet = self.sheet(which)
        data = hand_due(sheet, 14) | {"reason": "ficha mal colocada"} | draw(figures())
        if sheet.next_leader is None:
            data |= {"leader": 0, "leader_person": "1"}
        done = self.attempt(which, EntryKind.HAND, data, (sheet.next_hand or 1, sheet.next_revision or 1))
        if done and draw(MOSTLY):
            self.approve(which)

    def approve(self, which: int) -> None:
        for row in self.sheet(which).hands:
            for person in row.missing_approvals:
                yes = {"how": "pin", "person": person}
                assert self.attempt(which, EntryKind.APPROVAL, yes, (row.number, row.revision))

    def name(self, which: int, draw: Draw) -> None:
        sides, by_judge = self.sheet(which).sides, draw(st.booleans())
        data = {
            "scorer": draw(st.sampled_from(sides[Side.HOME])),
            "counter": draw(st.sampled_from(sides[Side.AWAY])),
            "done_by": "judge" if by_judge else "players",
            "judge": "9" if by_judge else None,
        }
        self.attempt(which, EntryKind.NAMING, data)

    def draw_tiles(self, _which: int, draw: Draw) -> None:
        must = self.sheet().must_draw
        if must and self.sheet().phase in (Phase.DRAW, Phase.REDRAW):
            assert self.attempt(0, EntryKind.DRAW, {"tiles": draw(drawn_tiles(must))})

    def sit_down(self, _which: int, draw: Draw) -> None:
        sheet, chosen = self.sheet(), draw(st.integers(0, 3))
        sits = sheet.seats is not None and not sheet.seats_are_stale
        if sits or sheet.phase is Phase.NAMING or sheet.must_draw:
            return
        data = seating_due(sheet, chosen=chosen, answer=chosen)
        if sheet.plan.by == "draw" and draw(st.booleans()):
            data |= {"origin": "manual", "chosen_seat": None, "leader": (chosen + 1) % 4, "reason": "motivo"}
        self.attempt(0, EntryKind.SEATING, data)

    def disagree(self, which: int, draw: Draw) -> None:
        self.until_a_hand_may_come(draw)
        if self.sheet().can_propose:
            self.play_on(1)
        for row in self.sheet(which).hands:
            if row.missing_approvals:
                data = draw(figures()) | {"person": row.missing_approvals[-1]}
                self.attempt(which, EntryKind.DISAGREEMENT, data, (row.number, row.revision))

    def settle(self, which: int, draw: Draw) -> None:
        if not self.sheet(which).frozen and draw(MOSTLY):
            self.disagree(which, draw)
        sheet = self.sheet(which)
        row = self.row(which, draw(st.integers(0, 3)))
        if sheet.frozen and draw(MOSTLY):
            number = draw(st.sampled_from(sheet.frozen))
            row = (number, max(each.revision for each in sheet.facts.current if each.number == number))
        judge = draw(st.sampled_from(["9", None]))
        data = draw(figures()) | {"reason": "recuento", "judge": judge, "persons": ["1", "3"]}
        self.attempt(which, EntryKind.SETTLEMENT, data, row)

    def take_back(self, which: int, draw: Draw) -> None:
        data = {"reason": "", "approved_by": ["1", "3"], "judge": draw(st.sampled_from(["9", "9", None]))}
        self.attempt(which, EntryKind.RETRACTION, data, self.row(which, 0 if draw(MOSTLY) else 1))

    def infringe(self, which: int, draw: Draw) -> None:
        self.until_a_hand_may_come(draw)
        sheet = self.sheet(which)
        everybody = [person for pair in sheet.sides.values() for person in pair]
        seat, back = draw(st.integers(0, 3)), draw(st.sampled_from([-1, -1, 0, 0, 1, 2]))
        offender, rival = everybody[seat], everybody[(seat + 2) % 4]
        who = draw(st.sampled_from(["judge", "judge", "captains", "agreed", "nobody"]))
        fits = "at_once" if back < 0 else "after_hand" if back == 0 else "after_next_lead"
        other = ["at_once", "later_in_hand", "after_hand", "after_next_lead"]
        data = {
            "cause": draw(st.sampled_from(["false_thinking", "false_thinking", "false_pass"])),
            "remedy": draw(st.sampled_from(["annul", "annul", "replay_from_infraction"])),
            "when": fits if draw(MOSTLY) else draw(st.sampled_from(other)),
            "offender": offender, "asked_by": rival,
            "agreed": [offender, rival] if who == "agreed" else [],
            "captains": ["1", "3"] if who == "captains" else [],
            "judge": "9" if who == "judge" else None,
            "text": "circunstancias", "declared": False,
        }  # fmt: skip
        row = (sheet.next_hand, sheet.next_revision) if back < 0 else self.row(which, back)
        self.attempt(which, EntryKind.ANNULMENT, data, row)

    def drop(self, which: int, draw: Draw) -> None:
        self.until_a_hand_may_come(draw)
        moment = draw(st.sampled_from(DropMoment))
        open_to_them = ruling(moment, self.board.terms.parameters).options
        decision = draw(st.sampled_from(open_to_them)) if open_to_them else None
        if not draw(MOSTLY):
            decision = draw(st.sampled_from([None, *DropDecision]))
        data = {"side": draw(SIDE).value, "person": None, "moment": moment.value, "face_up": None}
        self.attempt(which, EntryKind.DROP, data | {"decision": decision and decision.value})

    def interrupt(self, which: int, draw: Draw) -> None:
        person = draw(st.sampled_from([None, self.sheet(which).sides[Side.HOME][0], "x"]))
        data = {
            "cause": draw(TEXT),
            "minutes": draw(st.integers(0, 30)),
            "announced": False,
            "person": person,
        }
        self.attempt(which, EntryKind.INTERRUPTION, data)

    def run_out_of_time(self, _which: int, draw: Draw) -> None:
        self.until_a_hand_may_come(draw)
        self.attempt(0, EntryKind.TIME, {"hand_in_play": draw(st.booleans())})

    def substitute(self, which: int, draw: Draw) -> None:
        sheet, side = self.sheet(which), draw(SIDE)
        data = {
            "out": draw(st.sampled_from(sheet.sides[side])),
            "in": draw(st.sampled_from(SUBSTITUTES[side])),
            "reason": draw(TEXT),
            "side": side.value,
            "before_start": not sheet.facts.rows,
        }
        self.attempt(which, EntryKind.SUBSTITUTION, data)

    def take_from_paper(self, which: int, draw: Draw) -> None:
        judge = draw(st.sampled_from(["9", "9", None]))
        self.attempt(which, EntryKind.PAPER, {"photo": "a" * 64, "judge": judge, "captains": []})

    def come_late(self, _which: int, draw: Draw) -> None:
        self.attempt(0, EntryKind.LATE, {"side": draw(SIDE).value, "minutes": draw(st.integers(0, 16))})

    def suspend(self, which: int, draw: Draw) -> None:
        self.attempt(which, EntryKind.SUSPENSION, {"reason": draw(TEXT)})

    def abandon(self, which: int, draw: Draw) -> None:
        if draw(st.booleans()):
            return
        person = draw(st.sampled_from(self.sheet(which).sides[draw(SIDE)]))
        self.attempt(which, EntryKind.ABANDONMENT, {"person": person, "reason": "se va"})

    def stay_away(self, _which: int, draw: Draw) -> None:
        if draw(MOSTLY):
            return
        sides = draw(st.sampled_from([["home"], ["away"], ["home", "away"]]))
        self.attempt(0, EntryKind.NO_SHOW, {"sides": sides})

    def rule_on_it(self, which: int, draw: Draw) -> None:
        if draw(st.booleans()):
            self.suspend(which, draw)
        to_be_ruled = [
            number
            for number, sheet in enumerate(self.board.state.partidas, start=1)
            if sheet.phase in (Phase.ENDED, Phase.SUSPENDED)
        ]
        which = draw(st.sampled_from(to_be_ruled)) if to_be_ruled and draw(MOSTLY) else which
        number, kind = self.number(which), draw(st.sampled_from(RulingKind))
        data = {
            "kind": kind.value,
            "reason": "a juicio del comité",
            "winner": draw(st.sampled_from([None, None, "home", "away"])),
            "distorted": draw(MOSTLY),
            "next_begun": any(self.board.streams[number:]),
        }
        of_none = kind is RulingKind.REPLAY_HAND and draw(st.booleans())
        row = (None, None) if of_none else self.row(which, draw(st.sampled_from([0, 0, 1, 2])))
        self.attempt(which, EntryKind.RULING, data, row)

    def send_nonsense(self, which: int, draw: Draw) -> None:
        kind = draw(st.sampled_from(EntryKind))
        self.attempt(which, kind, draw(nonsense_data(kind)), self.row(which, draw(st.integers(0, 2))))

    # --- what always holds --------------------------------------------------------------------------

    @invariant()
    def the_totals_are_those_of_the_ledger(self) -> None:
        for number, sheet in enumerate(self.board.state.partidas, start=1):
            assert min(sheet.totals.home, sheet.totals.away, sheet.counts_outside.home) >= 0
            assert min(sheet.proposed_totals.home, sheet.proposed_totals.away) >= 0
            if self.is_lost_with_the_first(number):
                assert sheet.winner is self.board.state.partidas[0].winner
                continue
            self.ledgers[number].agrees_with(sheet)

    @invariant()
    def one_leader_while_playing_and_none_otherwise(self) -> None:
        for sheet in self.board.state.partidas:
            assert (sheet.next_leader is not None) == (sheet.phase is Phase.PLAYING)
            if sheet.seats is None:
                continue
            assert partners_sit_opposite(sheet.seats, *sheet.facts.pairs)
            for leader in sheet.seats:
                found = numbers(sheet.seats, leader)
                assert sorted(found) == [1, 2, 3, 4]
                assert sorted(found.values()) == sorted(sheet.seats)
                assert found[1] == leader

    @invariant()
    def a_past_lead_is_never_rewritten(self) -> None:
        for number, sheet in enumerate(self.board.state.partidas, start=1):
            for row in sheet.hands:
                lead = (row.leader, row.leader_person)
                assert self.leads.setdefault((number, row.number, row.revision), lead) == lead

    @invariant()
    def both_pairs_never_win(self) -> None:
        for sheet in self.board.state.partidas:
            target = sheet.terms.target
            reached = [side for side in Side if sheet.totals.of(side) >= target]
            assert len(reached) < 2
            assert (sheet.ended_how is not None) == (sheet.phase is Phase.ENDED)
            if sheet.phase is not Phase.ENDED:
                assert sheet.winner is None
                assert not reached or sheet.phase in (Phase.SETTLEMENT, Phase.SUSPENDED)
            elif sheet.ended_at_hand is not None:
                waiting = [row.number for row in sheet.hands if row.state == "disagreed"]
                assert not waiting, "what is in dispute keeps the partida open"
            if reached and sheet.winner is not None:
                assert sheet.winner is reached[0]
            elif sheet.phase is Phase.ENDED:
                assert sheet.ended_how in (EndedHow.TIME, EndedHow.DECISION, EndedHow.NOT_PLAYED)
            if sheet.ended_how is EndedHow.NOT_PLAYED and sheet.winner is None:
                assert sheet.totals == Totals()

    @invariant()
    def nobody_wins_by_lot_of_the_clock(self) -> None:
        for sheet in self.board.state.partidas:
            if sheet.ended_how is EndedHow.TIME:
                assert sheet.totals.ahead is None or sheet.winner is sheet.totals.ahead
                drawn = sheet.terms.parameters["time_level"] == "drawn"
                assert sheet.winner is not None or drawn, "level, the hands go on"

    @invariant()
    def there_is_always_a_next_act(self) -> None:
        """Found by trying: what an ordinary table does next is accepted, until the board is over."""
        act = self.board.ordinary_act()
        assert (act is None) == self.board.state.is_over
        if act is not None:
            trial = PlayedBoard(self.board.terms)
            trial.streams = [list(stream) for stream in self.board.streams]
            trial.state = self.board.state
            trial.act(act)

    def teardown(self) -> None:
        """Whatever has happened, an ordinary table brings the board to its end from here."""
        if not hasattr(self, "board"):
            return
        for sheet in self.board.state.partidas:
            event(f"at last {sheet.phase}, {sheet.ended_how}")
        acts, self.board.points = 0, 80
        while (act := self.board.ordinary_act()) is not None:
            self.board.act(act)
            acts += 1
            assert acts < 100, "the board never ends"
        assert self.board.state.is_over


# Without being asked for more, a failure is told as it was found: to shrink it takes minutes.
MORE = os.environ.get("BOARDS")
FAST = (Phases.explicit, Phases.reuse, Phases.generate)
WholeBoard.TestCase.settings = settings(
    max_examples=int(MORE or "50"),
    phases=tuple(Phases) if MORE else FAST,
    stateful_step_count=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestWholeBoard = WholeBoard.TestCase
