"""The sheet of frames, act by act: lags, racks, endings, approvals, disputes, ends that no frame makes."""

import pytest

from federation.rules.errors import RuleError
from federation.rules.parameters import resolve
from matches.rules.pool.break_order import RackCause
from matches.rules.pool.endings import Ending
from matches.rules.pool.frame_entries import FrameEntryKind as Kind
from matches.rules.pool.frame_facts import EndedBy, Ledger
from matches.rules.pool.frame_state import FramePhase
from matches.rules.pool.frames import FrameTerms, check_entry, start
from matches.rules.pool.series import Halves, Length, SeriesTerms
from matches.rules.sheet_facts import HandState
from matches.rules.sides import Side

H, A = "home", "away"
SIDES = {Side.HOME: ("1",), Side.AWAY: ("2",)}
JUDGE = {"judge": "9", "captains": []}
CLEAN = {"legality": "legal", "eight": "on_table", "cue_ball_gone": False, "choice": None}


class Table:
    """A table that writes its sheet."""

    def __init__(self, parameters=None, *, length=Length.RACE, to=3, lag=True, **terms):
        before = terms.pop("before", None)
        self.state = start(
            FrameTerms(SeriesTerms(length, to), resolve(parameters or {}), **terms), SIDES, before
        )
        if lag:
            self.write(Kind.LAG, winner=H, breaks=H)

    def write(self, kind, frame=None, revision=None, /, **data):
        self.state = check_entry(self.state, kind, data, frame, revision)
        return self

    def propose(self, ending, side, *, by=H, run_out=False):
        state = self.state
        return self.write(
            Kind.FRAME,
            state.next_frame,
            state.next_revision,
            ending=ending,
            side=side,
            run_out=run_out,
            breaker=state.next_breaker.value if state.next_breaker else H,
            written_by=by,
        )

    def last(self, kind, **data):
        row = self.state.facts.current[-1]
        return self.write(kind, row.number, row.revision, **data)

    def frame(self, ending="eight", side=H, **more):
        self.propose(ending, side, **more)
        return self.last(Kind.APPROVAL, side=A, person="2", how="pin")


def refused(code):
    return pytest.raises(RuleError, match=rf"^{code}( |$)")


def test_a_race_from_the_lag_to_its_decider():
    table = Table(to=2)
    assert table.state.next_breaker is Side.HOME
    table.frame(side=H)
    assert table.state.next_breaker is Side.AWAY
    table.frame(side=A)
    # Level before the last possible frame: nothing is written before its lag (4.2).
    assert (table.state.phase, table.state.next_breaker) == (FramePhase.LAG, None)
    with refused("lag_needed"):
        table.propose("eight", H)
    table.write(Kind.LAG, winner=A, breaks=A).frame("loss_d", A)
    assert table.state.facts.current[-1].breaker is Side.AWAY
    assert (table.state.winner, table.state.score) == (Side.HOME, Halves(4, 2))
    with refused("partida_over"):
        table.propose("eight", H)


def test_a_fixed_number_ends_level_or_with_one_more_frame():
    drawn = Table(length=Length.FIXED, to=2).frame(side=H).frame("conceded", H)
    assert (drawn.state.phase, drawn.state.winner) == (FramePhase.ENDED, None)
    more = Table({"even_frames_level": "extra_frame_with_lag"}, length=Length.FIXED, to=2)
    more.frame(side=H).frame(side=A)
    assert (more.state.phase, more.state.next_frame, more.state.is_decider) == (FramePhase.LAG, 3, True)
    more.write(Kind.LAG, winner=H, breaks=A).frame(side=A)
    assert more.state.winner is Side.AWAY


def test_a_board_of_a_team_needs_no_lag_of_its_own():
    table = Table(lag=False, team=True, to=2, first_breaker=Side.AWAY)
    assert table.state.next_breaker is Side.AWAY
    with refused("lag_not_due"):
        table.write(Kind.LAG, winner=H, breaks=H)
    table.frame(side=H).frame(side=A)
    assert table.state.next_breaker is Side.AWAY


def test_who_did_not_write_approves_and_both_when_the_judge_writes():
    table = Table().propose("eight", H, by="judge")
    table.last(Kind.APPROVAL, side=H, person="1", how="pin")
    assert table.state.waiting == 1
    with refused("frame_not_awaiting_approval"):
        table.last(Kind.APPROVAL, side=H, person="1", how="pin")
    with refused("frame_approval_pending"):
        table.propose("eight", H)
    table.last(Kind.APPROVAL, side=A, person="2", how="pin")
    assert (table.state.waiting, table.state.score) == (None, Halves(2, 0))
    table.propose("eight", A, by=A)
    with refused("approval_own_frame"):
        table.last(Kind.APPROVAL, side=A, person="2", how="pin")
    with refused("approval_mode_not_allowed"):
        table.last(Kind.APPROVAL, side=H, person="1", how="own_account")


def test_an_illegal_break_needs_the_rivals_choice_and_gives_him_the_rack():
    table = Table()
    with refused("break_choice_needed"):
        table.write(Kind.BREAK, breaker=H, **{**CLEAN, "legality": "illegal"})
    with refused("break_choice_not_open"):
        table.write(Kind.BREAK, breaker=H, **{**CLEAN, "legality": "illegal", "choice": "restart"})
    with refused("breaker_not_due"):
        table.write(Kind.BREAK, breaker=A, **CLEAN)
    table.write(Kind.BREAK, breaker=H, **{**CLEAN, "legality": "illegal", "choice": "rack_and_break"})
    assert table.state.rack_breaker is Side.AWAY
    table.write(Kind.BREAK, breaker=A, **CLEAN)
    with refused("break_noted_already"):
        table.write(Kind.BREAK, breaker=A, **CLEAN)
    table.frame(side=A, run_out=True)
    row = table.state.facts.current[0]
    assert (row.breaker, row.last_breaker, row.is_break_and_run) == (Side.HOME, Side.AWAY, True)
    assert [rack.cause for rack in row.open.racks] == [None, RackCause.ILLEGAL_BREAK]
    # The alternation follows the right, not who broke.
    assert table.state.next_breaker is Side.AWAY


@pytest.mark.parametrize(("choice", "racks"), [("restart", 2), ("respot", 1)])
def test_the_8_on_the_break_is_chosen_by_the_breaker(choice, racks):
    table = Table().write(Kind.BREAK, breaker=H, **{**CLEAN, "eight": "pocketed", "choice": choice})

    assert len(table.state.facts.open.racks) == racks and table.state.rack_breaker is Side.HOME


def test_racked_again_by_agreement_or_after_a_stalemate():
    table = Table().write(Kind.GROUPS, side=A, group="high")
    with refused("groups_set_already"):
        table.write(Kind.GROUPS, side=H, group="low")
    with refused("both_must_agree"):
        table.write(Kind.NEW_RACK, cause="both_agree", judge=None, captains=["1"])
    table.write(Kind.NEW_RACK, cause="both_agree", judge=None, captains=["1", "2"])
    assert (table.state.facts.open.home_group, table.state.rack_breaker) == (None, Side.HOME)
    table.write(Kind.NEW_RACK, cause="stalemate", **JUDGE)
    with refused("drawn_not_here"):
        table.propose("drawn", None)
    fixed = Table({"drawn_frame_value": "half_each"}, length=Length.FIXED, to=3)
    with refused("stalemate_is_drawn"):
        fixed.write(Kind.NEW_RACK, cause="stalemate", **JUDGE)
    assert fixed.frame("drawn", None).state.score == Halves(1, 1)


def test_half_a_frame_never_ends_a_race():
    table = Table({"stalemate": "drawn_frame", "drawn_frame_value": "half_each"}, to=2)
    table.frame("drawn", None).frame(side=H)
    with refused("drawn_decides_nothing"):
        table.propose("drawn", None)
    assert table.frame(side=H).state.score == Halves(4, 1)


@pytest.mark.parametrize(
    ("code", "ending", "side", "run_out"),
    [
        ("ending_not_here", "walkover", H, False),
        ("ending_not_here", "null", H, False),
        ("frame_side_needed", "eight", None, False),
        ("run_out_needs_eight", "loss_a", H, True),
        ("malformed_entry", "loss_g", H, False),
    ],
)
def test_what_a_table_may_not_write_as_an_ending(code, ending, side, run_out):
    with refused(code):
        Table().propose(ending, side, run_out=run_out)


def test_a_dispute_freezes_the_frame_and_the_end_waits_for_it():
    table = Table(to=2).propose("loss_e", A)
    with refused("frame_same_figures"):
        table.last(Kind.DISAGREEMENT, of=A, ending="loss_e", side=A, run_out=False)
    table.last(Kind.DISAGREEMENT, of=A, ending="eight", side=A, run_out=False)
    assert (table.state.disputed, table.state.phase) == ((1,), FramePhase.PLAYING)
    table.frame(side=H)
    assert table.state.phase is FramePhase.SETTLEMENT
    with refused("frame_settlement_needed"):
        table.propose("eight", H)
    settled = {"ending": "loss_e", "side": A, "run_out": False, "reason": "se vio", "persons": []}
    with refused("settlement_needs_both"):
        table.write(Kind.SETTLEMENT, 1, 1, **settled, judge=None)
    table.write(Kind.SETTLEMENT, 1, 1, **settled, judge="9")
    assert table.state.winner is Side.HOME


def test_the_last_frame_is_taken_back_with_what_was_written_of_it():
    table = Table().write(Kind.BREAK, breaker=H, **CLEAN).frame(side=H)
    with refused("frame_retraction_needs_both"):
        table.last(Kind.RETRACTION, judge=None, approved_by=["1"])
    table.last(Kind.RETRACTION, judge=None, approved_by=["1", "2"])
    assert (table.state.next_frame, table.state.next_revision, table.state.score) == (1, 2, Halves())
    assert table.state.facts.open.racks[0].told is not None
    table.frame(side=A)
    assert [row.state for row in table.state.frames] == [HandState.RETRACTED, HandState.APPROVED]


@pytest.mark.parametrize(
    ("parameters", "phase", "score"),
    [
        ({}, FramePhase.PLAYING, Halves(2, 0)),
        ({"null_game": "void_for_nobody"}, FramePhase.PLAYING, Halves()),
        ({"null_game": "void_and_replayed"}, FramePhase.PLAYING, Halves()),
        ({"null_game_scope": "partida"}, FramePhase.ENDED, Halves(6, 0)),
        ({"null_game_scope": "partida", "null_game": "void_for_nobody"}, FramePhase.ENDED, Halves()),
        ({"null_game_scope": "partida", "null_game": "void_and_replayed"}, FramePhase.PLAYING, Halves()),
    ],
)
def test_a_null_game_only_of_somebody_warned_who_repeats(parameters, phase, score):
    table = Table(parameters)
    foul = {"side": A, "person": "2", "letter": "a", "on_purpose": True}
    null = {"person": "2", "reason": "reincide", "judge": "9"}
    table.write(Kind.FOUL, **foul).write(Kind.FOUL, **foul)
    with refused("null_needs_warning"):
        table.write(Kind.NULL_GAME, 1, 1, **null)
    with refused("referee_needed"):
        table.write(Kind.WARNING, person="2", judge=None, captains=["1"])
    table.write(Kind.WARNING, person="2", **JUDGE).write(Kind.NULL_GAME, 1, 1, **null)
    assert (table.state.phase, table.state.score) == (phase, score)


def test_what_stands_against_a_player_comes_from_earlier_partidas():
    before = {"2": Ledger(on_purpose=1, warned=True)}
    table = Table(before=before).write(Kind.FOUL, side=A, person="2", letter="a", on_purpose=True)
    table.write(Kind.NULL_GAME, 1, 1, person="2", reason="reincide", judge="9")
    assert table.state.facts.current[0].figures.ending is Ending.NULL
    with refused("limit_before_warning"):
        table.write(Kind.PACE, person="1", step="limit_set", seconds=None, **JUDGE)


@pytest.mark.parametrize(
    ("kind", "data", "by", "score"),
    [
        (Kind.NO_SHOW, {"sides": [A]}, EndedBy.NO_SHOW, Halves(6, 0)),
        (Kind.LATE, {"side": A, "minutes": 31}, EndedBy.LATE, Halves(6, 0)),
        (Kind.CONCESSION, {"side": H, "reason": "se retira"}, EndedBy.CONCESSION, Halves(0, 6)),
        (
            Kind.DISQUALIFICATION,
            {"person": "1", "director": "8", "reason": "conducta"},
            EndedBy.DISQUALIFICATION,
            Halves(0, 6),
        ),
    ],
)
def test_ends_that_no_frame_makes_give_what_was_to_be_played(kind, data, by, score):
    table = Table({"late_arrival": [[10, 1], [30, 2]]}).write(kind, **data)
    assert (table.state.ended_by, table.state.score) == (by, score)


def test_a_late_side_gives_frames_and_the_first_lag_stays():
    table = Table({"late_arrival": [[10, 1], [30, 2]]}).write(Kind.LATE, side=A, minutes=12)
    assert (table.state.score, table.state.next_frame, table.state.next_breaker) == (
        Halves(2, 0),
        2,
        Side.HOME,
    )
    with refused("late_noted_already"):
        table.write(Kind.LATE, side=H, minutes=12)
    table.frame(side=H)
    with refused("partida_begun"):
        table.write(Kind.NO_SHOW, sides=[A])
    assert table.state.given[0].ending is Ending.LATE


def test_suspended_until_a_ruling():
    table = Table().frame(side=H).write(Kind.SUSPENSION, reason="sin luz")
    with refused("partida_suspended"):
        table.propose("eight", H)
    table.write(Kind.RULING, kind="resume", winner=None, reason="vuelve").frame(side=H)
    table.write(Kind.SUSPENSION, reason="otra vez")
    with refused("frame_side_needed"):
        table.write(Kind.RULING, kind="named_winner", winner=None, reason="x")
    stands = Table().frame(side=H).write(Kind.SUSPENSION, reason="sin luz")
    stands.write(Kind.RULING, kind="score_stands", winner=None, reason="vale")
    assert (stands.state.winner, stands.state.score) == (Side.HOME, Halves(2, 0))
    table.write(Kind.RULING, kind="void", winner=None, reason="nula")
    assert table.state.is_void and table.state.score == Halves() and table.state.winner is None


def test_the_players_are_one_or_two_a_side_and_nobody_twice():
    terms = FrameTerms(SeriesTerms(Length.RACE, 3), resolve({}))
    for home, away in [(("1",), ("1",)), (("1", "2"), ("3",)), (("1", "2", "3"), ("4", "5", "6")), ((), ())]:
        with refused("players_of_frames"):
            start(terms, {Side.HOME: home, Side.AWAY: away})
    assert start(terms, {Side.HOME: ["1", "2"], Side.AWAY: ["3", "4"]}).phase is FramePhase.LAG
