"""A sheet act by act: what each one changes and what is refused (art. 6, 18, 20)."""

import pytest

from federation.rules.errors import ConflictError, RuleError
from matches.rules.domino.hands import Totals
from matches.rules.sheet import Entry, EntryKind, HandState, Phase, append, previous_partida, start
from matches.rules.sides import Side
from tests.matches.rules.writer import AWAY, HOME, SEATS, Writer


def refused(code: str):
    return pytest.raises(RuleError, match=f"^{code}( |$)")


def states(writer: Writer) -> list[HandState]:
    return [row.state for row in writer.state.hands]


# ---------------------------------------------------------------- art. 6
def test_naming_comes_first_and_keeps_to_the_pairs():
    writer = Writer(seated=False)
    assert writer.state.phase is Phase.NAMING
    assert writer.state.why_not == "not_seated"

    with refused("naming_needed"):
        writer.put("draw", {"tiles": {"1": "6-6", "2": "1-0", "3": "5-5", "4": "2-0"}})
    with refused("scorer_not_local"):
        writer.name("3", "3")
    with refused("counter_not_visitor"):
        writer.name("1", "2")
    with refused("judge_mode_without_judge"):
        writer.put("naming", {"scorer": "1", "counter": "3", "done_by": "judge", "judge": None})
    writer.name("2", "4")
    assert (writer.state.scorer, writer.state.counter, writer.state.phase) == ("2", "4", Phase.DRAW)


def test_only_the_counter_approves_and_only_once():
    writer = Writer()
    writer.propose("home", 30)
    assert writer.state.hands[0].missing_approvals == ("3",)
    assert writer.state.totals == Totals()
    assert writer.state.proposed_totals == Totals(30, 0)
    with refused("approval_not_theirs"):
        writer.approve("1")
    with refused("approval_pending"):
        writer.propose("home", 30)
    writer.approve("3")
    assert states(writer) == [HandState.APPROVED]
    assert writer.state.totals == Totals(30, 0)
    with refused("hand_not_awaiting_approval"):
        writer.approve("3")


def test_when_the_judge_writes_both_named_players_approve():
    writer = Writer(done_by="judge", approval_mode=["same_device_pin", "judge_marks"])
    writer.propose("away", 30)
    assert writer.state.hands[0].missing_approvals == ("1", "3")
    writer.approve("3", "judge_mark")
    assert states(writer) == [HandState.PROPOSED]
    with refused("approval_already_given"):
        writer.approve("3")
    writer.approve("1")
    assert states(writer) == [HandState.APPROVED]
    assert writer.state.hands[0].approvals == ("3", "1")


def test_a_hand_keeps_the_approvals_that_it_was_proposed_with():
    writer = Writer(done_by="judge")
    writer.propose("away", 30)
    writer.name(done_by="players")
    writer.approve("3")
    assert states(writer) == [HandState.PROPOSED]


def test_the_way_of_approving_must_be_allowed():
    writer = Writer(approval_mode=["own_device"])
    writer.propose("home", 20)
    with refused("approval_mode_not_allowed"):
        writer.approve("3", "pin")
    writer.approve("3", "own_account")
    assert states(writer) == [HandState.APPROVED]


# ---------------------------------------------------------------- hands
def test_the_lead_goes_round_to_the_right():
    writer = Writer()
    led = []
    for _ in range(5):
        led.append(writer.state.next_leader_person)
        writer.play("home", 20)
    assert led == ["1", "3", "2", "4", "1"]
    with refused("leader_not_due"):
        writer.propose("home", 20, leader=0, leader_person="1")


@pytest.mark.parametrize(
    ("option", "next_leader"), [("no_points_lead_passes", 1), ("no_points_same_leader", 0)]
)
def test_a_tied_block_gives_no_points(option: str, next_leader: int):
    writer = Writer(tied_block=option)
    with refused("tied_block_scores_nothing"):
        writer.propose("home", 0, "tied_block")
    with refused("tied_block_scores_nothing"):
        writer.propose(None, 20, "tied_block")
    writer.play(None, 0, "tied_block")
    assert (writer.state.totals, writer.state.next_leader) == (Totals(), next_leader)


def test_figures_are_refused_asked_or_explained():
    writer = Writer()
    for points, ending in ((2, "domino"), (154, "domino"), (4, "block"), (127, "block"), (-5, "block")):
        with refused("points_impossible"):
            writer.propose("home", points, ending, reason="motivo", confirmed=True)
    with refused("hand_needs_side"):
        writer.propose(None, 20)
    with refused("doubtful_points"):
        writer.propose("home", 91)
    with refused("doubtful_points"):
        writer.propose("home", 112, "block")
    with refused("block_must_be_even"):
        writer.propose("home", 41, "block", confirmed=True)
    with refused("domino_beyond_reach"):
        writer.propose("home", 130, confirmed=True, reason="  ")
    writer.propose("home", 41, "block", reason="paso en falso no visto")
    assert writer.state.hands[0].reason == "paso en falso no visto"
    writer.approve()
    writer.play("home", 91, confirmed=True)
    assert writer.state.totals == Totals(132, 0)


def test_the_partida_ends_at_the_target_and_stays_so():
    writer = Writer(target=100, points_over_target="cap")
    writer.play("home", 99, confirmed=True)
    assert writer.state.phase is Phase.PLAYING
    writer.play("home", 20)
    state = writer.state
    assert (state.phase, state.winner, state.ended_at_hand) == (Phase.ENDED, Side.HOME, 2)
    assert state.totals == Totals(119, 0)
    assert state.counts_outside == Totals(100, 0)
    for refuse in (
        lambda: writer.propose("home", 20),
        writer.name,
        lambda: writer.substitute("1", "7", "home", before_start=False),
        writer.approve,
        lambda: writer.settle(1, "home", 20),
        lambda: writer.put("draw", {"tiles": {"1": "6-6"}}),
        lambda: writer.seat(SEATS, leader=0, origin="draw", chosen_seat=0),
    ):
        with refused("partida_over"):
            refuse()


def test_a_hand_is_written_once_and_in_its_order():
    writer = Writer()
    writer.propose("home", 20)
    first = writer.entries[-1]
    with pytest.raises(ConflictError, match="hand_already_written"):
        append(writer.state, Entry(99, EntryKind.HAND, 1, 1, "3", first.data))
    writer.approve()
    with pytest.raises(ConflictError, match="hand_out_of_order"):
        append(writer.state, Entry(99, EntryKind.HAND, 3, 1, "3", first.data))
    with refused("entries_out_of_order"):
        append(writer.state, Entry(1, EntryKind.HAND, 2, 1, "3", first.data))


# ---------------------------------------------------------------- undo
def test_the_last_hand_is_taken_back_and_written_again():
    writer = Writer()
    writer.play("home", 20)
    writer.propose("away", 30)
    writer.take_back()
    assert states(writer) == [HandState.APPROVED, HandState.RETRACTED]
    assert (writer.state.next_hand, writer.state.next_revision, writer.state.next_leader) == (2, 2, 1)
    writer.play("away", 31)
    assert (writer.state.totals, writer.state.hands[-1].revision) == (Totals(20, 31), 2)
    with refused("retraction_not_last"):
        writer.put("retraction", {"reason": "", "approved_by": [], "judge": "9"}, 1, 1)
    with refused("hand_not_current"):
        writer.put("retraction", {"reason": "", "approved_by": [], "judge": "9"}, 2, 1)


def test_an_approved_hand_goes_with_both_or_the_judge():
    writer = Writer()
    writer.play("home", 20)
    for some in ((), ("1",), ("3",), ("1", "2"), ("2", "4")):
        with refused("retraction_needs_both"):
            writer.take_back(*some)
    writer.take_back("3", "1")
    writer.play("home", 20)
    writer.take_back(judge="9")
    writer.play("home", 20)
    writer.take_back("9")
    assert states(writer) == [HandState.RETRACTED] * 3
    assert writer.state.next_revision == 4


def test_taking_back_the_last_hand_reopens_the_partida():
    writer = Writer(target=20)
    writer.play("home", 25)
    writer.take_back("1", "3")
    assert (writer.state.phase, writer.state.winner) == (Phase.PLAYING, None)


# ---------------------------------------------------------------- disagreement
def test_a_disagreement_freezes_only_its_hand():
    writer = Writer(target=100)
    writer.propose("home", 40)
    with refused("approval_not_theirs"):
        writer.disagree(41, person="4")
    with refused("disagreement_same_figures"):
        writer.disagree(40)
    with refused("points_impossible"):
        writer.disagree(400)
    writer.disagree(14)
    row = writer.state.hands[0]
    assert (row.state, row.proposed.points, row.disagreement.points) == (HandState.DISAGREED, 40, 14)
    assert (writer.state.frozen, writer.state.totals, writer.state.can_propose) == ((1,), Totals(), True)
    with refused("frozen_hand_is_settled"):
        writer.take_back(judge="9")
    writer.play("away", 30)
    assert writer.state.totals == Totals(0, 30)

    with refused("reason_required"):
        writer.settle(1, "home", 40, reason=" ")
    with refused("settlement_needs_both"):
        writer.settle(1, "home", 40, judge=None, persons=["1"])
    with refused("points_impossible"):
        writer.settle(1, "home", 200)
    with refused("hand_not_frozen"):
        writer.settle(2, "home", 40)
    writer.settle(1, "home", 40, judge=None, persons=["1", "3"])
    assert writer.state.totals == Totals(40, 30)
    assert [row.totals for row in writer.state.hands] == [Totals(40, 0), Totals(40, 30)]


def test_a_partida_cannot_end_while_a_hand_is_frozen():
    writer = Writer(target=100)
    writer.propose("away", 60)
    writer.disagree(16, "away")
    writer.play("home", 70)
    writer.play("home", 70)
    assert (writer.state.phase, writer.state.winner) == (Phase.SETTLEMENT, None)
    with refused("settlement_needed"):
        writer.propose("home", 20)
    writer.settle(1, "away", 16)
    assert (writer.state.phase, writer.state.winner) == (Phase.ENDED, Side.HOME)
    assert writer.state.totals == Totals(140, 16)


def test_a_settlement_that_ends_it_earlier_strikes_the_later_hands():
    writer = Writer(target=100)
    writer.play("home", 60)
    writer.propose("home", 50)
    writer.disagree(5)
    writer.play("away", 80)
    writer.propose("away", 30)
    writer.settle(2, "home", 50)
    assert states(writer) == [HandState.APPROVED, HandState.SETTLED, HandState.STRUCK, HandState.STRUCK]
    assert (writer.state.totals, writer.state.winner) == (Totals(110, 0), Side.HOME)
    assert [row.totals for row in writer.state.hands][2:] == [None, None]
    assert len(previous_partida(writer.state).leads) == 2
    with refused("retraction_of_struck_hand"):
        writer.take_back(judge="9")


def test_a_settlement_never_rewrites_a_past_lead():
    writer = Writer(tied_block="no_points_same_leader")
    writer.propose(None, 0, "tied_block")
    writer.disagree(20, "away", "block")
    writer.play("home", 20)
    assert writer.state.hands[1].leader == 0
    writer.settle(1, "away", 20, "block")
    assert [row.lead_mismatch for row in writer.state.hands] == [False, True]
    assert (writer.state.hands[1].leader, writer.state.next_leader) == (0, 1)
    assert writer.state.due_leads == (0, 1)


# ---------------------------------------------------------------- substitutions
def test_a_substitute_keeps_seat_and_score_and_needs_a_reason_once_playing():
    writer = Writer()
    writer.play("home", 20)
    with refused("reason_required"):
        writer.substitute("2", "7", "home", before_start=False, reason="")
    with refused("substitution_moment_wrong"):
        writer.substitute("2", "7", "home", before_start=True)
    with refused("not_of_this_side"):
        writer.substitute("3", "7", "home", before_start=False)
    with refused("person_at_table_already"):
        writer.substitute("2", "3", "home", before_start=False)
    writer.substitute("2", "7", "home", before_start=False)
    assert writer.state.seats == ("1", "3", "7", "4")
    assert writer.state.sides == {"home": ("1", "7"), "away": AWAY}
    assert writer.state.totals == Totals(20, 0)
    assert writer.state.can_propose


@pytest.mark.parametrize(("out", "side", "new"), [("1", "home", ("7", "3")), ("3", "away", ("1", "7"))])
def test_a_substituted_scorer_or_counter_is_replaced_before_the_next_hand(out, side, new):
    writer = Writer()
    writer.propose("home", 20)
    writer.substitute(out, "7", side, before_start=False)
    if out == "3":
        with refused("naming_needed"):
            writer.approve("3")
        writer.name(*new)
        writer.approve("7")
        writer.substitute("7", "8", side, before_start=False)
        new = ("1", "8")
    else:
        writer.approve("3")
    assert writer.state.why_not == "naming_needed"
    with refused("naming_needed"):
        writer.propose("home", 20)
    writer.name(*new)
    writer.propose("home", 20)


def test_sides_must_be_four_different_people():
    terms = Writer(seated=False).state.terms
    for sides in ({"home": HOME}, {"home": HOME, "away": HOME}, {"home": "12", "away": AWAY}, {}):
        with refused("four_different_players"):
            start(terms, sides)
