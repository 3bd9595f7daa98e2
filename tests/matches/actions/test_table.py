"""At the table: pens, PINs, hands, approvals, disagreement, undo, substitutions."""

from __future__ import annotations

import pytest

from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions import approvals, encounter_day, pins, sheets, tables
from matches.actions.approvals import Count
from matches.actions.pins import Identified
from matches.models import Incident, Pen, SheetEntry, TableSession
from matches.rules.domino.hands import HandEnding
from matches.rules.domino.officials import DoneBy
from matches.rules.sheet import HandState, Phase
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated() -> tuple[world.World, world.Actor]:
    each = world.playing()
    phone = world.phone(each)
    at_table.sit_down(each, each.partida(), phone)
    return each, phone


def counter(each: world.World) -> int:
    return int(at_table.state(each, each.partida()).counter or 0)


def proved(each: world.World, person: int, by: world.Actor) -> Identified:
    return pins.verify_pin(person_id=person, pin=each.pin(person), device=by.device)


# ---------------------------------------------------------------- approvals
def test_a_hand_counts_when_the_counter_approves_it(seated) -> None:
    each, phone = seated
    at_table.propose(each, each.partida(), phone, 35)
    assert at_table.state(each, each.partida()).totals.home == 0
    at_table.approve(each, each.partida(), phone)
    assert at_table.state(each, each.partida()).totals.home == 35


@pytest.mark.parametrize(("side", "index"), [(Side.HOME, 0), (Side.HOME, 1), (Side.AWAY, 1)])
def test_nobody_else_approves(seated, side: Side, index: int) -> None:
    each, phone = seated
    at_table.propose(each, each.partida(), phone, 35)
    who = proved(each, each.person(side, index).pk, phone)
    with pytest.raises(RuleError, match="approval_not_theirs"):
        approvals.approve_hand(
            partida_id=each.partida().pk, hand=1, revision=1, who=who, by=world.again(phone)
        )


def test_the_next_hand_waits_for_the_approval(seated) -> None:
    each, phone = seated
    at_table.propose(each, each.partida(), phone, 35)
    with pytest.raises(RuleError, match="approval_pending"):
        sheets.propose_hand(
            partida_id=each.partida().pk, hand=2, revision=1, side=Side.AWAY, points=20,
            ending=HandEnding.DOMINO, reason="", confirmed=False, by=world.again(phone),
        )  # fmt: skip


def test_no_hand_after_the_end(seated) -> None:
    each, phone = seated
    for points in (90, 90, 90, 90):
        at_table.play_hand(each, each.partida(), phone, points)
    assert at_table.state(each, each.partida()).phase is Phase.ENDED
    with pytest.raises(RuleError, match="partida_over"):
        sheets.propose_hand(
            partida_id=each.partida().pk, hand=5, revision=1, side=Side.AWAY, points=20,
            ending=HandEnding.DOMINO, reason="", confirmed=False, by=world.again(phone),
        )  # fmt: skip


@pytest.mark.parametrize(
    ("ending", "points", "code"),
    [
        (HandEnding.DOMINO, 2, "points_impossible"),
        (HandEnding.DOMINO, 154, "points_impossible"),
        (HandEnding.BLOCK, 127, "points_impossible"),
        (HandEnding.BLOCK, 35, "block_must_be_even"),
        (HandEnding.DOMINO, 131, "domino_beyond_reach"),
        (HandEnding.DOMINO, 95, "doubtful_points"),
        (HandEnding.BLOCK, 112, "doubtful_points"),
    ],
)
def test_figures_that_cannot_be_or_need_a_second_look(seated, ending, points, code) -> None:
    each, phone = seated
    with pytest.raises(RuleError) as found:
        at_table.propose(each, each.partida(), phone, points, ending=ending)
    assert (found.value.code, found.value.field) == (code, "points")
    assert not SheetEntry.objects.filter(kind="hand").exists()


def test_an_odd_block_stands_with_a_reason_that_becomes_an_incident(seated) -> None:
    each, phone = seated
    at_table.propose(
        each, each.partida(), phone, 35, ending=HandEnding.BLOCK, reason="Ficha mal puesta, acordado."
    )
    incident = Incident.objects.get()
    assert (incident.kind, incident.hand, incident.texts.get().text) == (
        "figure_kept_with_reason",
        1,
        "Ficha mal puesta, acordado.",
    )


# ---------------------------------------------------------------- disagreement
def test_disagreement_freezes_one_hand_until_the_judge_settles_it(seated) -> None:
    each, phone = seated
    partida = each.partida()
    at_table.propose(each, partida, phone, 46)
    approvals.disagree(
        partida_id=partida.pk, hand=1, revision=1, count=Count(Side.HOME, 36, HandEnding.DOMINO),
        who=proved(each, counter(each), phone), by=world.again(phone),
    )  # fmt: skip
    at_table.play_hand(each, partida, phone, 20, Side.AWAY)
    state = at_table.state(each, partida)
    assert (state.frozen, state.totals.home, state.totals.away) == ((1,), 0, 20)
    with pytest.raises(RuleError, match="boards_unfinished"):
        encounter_day.close(encounter_id=each.encounter.pk, by=each.director())

    settle = {
        "partida_id": partida.pk,
        "hand": 1,
        "revision": 1,
        "count": Count(Side.HOME, 36, HandEnding.DOMINO),
    }
    with pytest.raises(ForbiddenError, match="only_the_judge"):
        approvals.settle(**settle, reason="Recontado.", rival=None, by=world.again(phone))
    with pytest.raises(RuleError, match="reason_required"):
        approvals.settle(**settle, reason=" ", rival=None, by=each.director())
    approvals.settle(**settle, reason="Recontado ante los dos.", rival=None, by=each.director())

    state = at_table.state(each, partida)
    assert (state.frozen, state.totals.home, state.hands[0].state) == ((), 36, HandState.SETTLED)
    assert Incident.objects.get().kind == "disagreement_settled"


def test_without_a_judge_both_captains_settle() -> None:
    each = world.playing(judge=False)
    phone = world.phone(each)
    at_table.sit_down(each, each.partida(), phone)
    at_table.propose(each, each.partida(), phone, 46)
    count = Count(Side.HOME, 36, HandEnding.DOMINO)
    approvals.disagree(
        partida_id=each.partida().pk, hand=1, revision=1, count=count,
        who=proved(each, counter(each), phone), by=world.again(phone),
    )  # fmt: skip
    captain, rival = each.captain(Side.HOME), each.person(Side.AWAY, 0).pk
    options = {
        "partida_id": each.partida().pk,
        "hand": 1,
        "revision": 1,
        "count": count,
        "reason": "De acuerdo.",
    }
    with pytest.raises(RuleError, match="settlement_needs_both"):
        approvals.settle(**options, rival=None, by=captain)
    own = Identified(each.person(Side.HOME, 0).pk, "pin", captain.device)
    with pytest.raises(RuleError, match="settlement_needs_both"):
        approvals.settle(**options, rival=own, by=captain)
    approvals.settle(**options, rival=proved(each, rival, captain), by=world.again(captain))
    assert at_table.state(each, each.partida()).totals.home == 36


# ---------------------------------------------------------------- undo
def test_undo_takes_back_a_proposed_hand_and_keeps_it_struck(seated) -> None:
    each, phone = seated
    at_table.propose(each, each.partida(), phone, 46)
    approvals.retract_hand(
        partida_id=each.partida().pk, hand=1, revision=1, reason="", identified=[], by=world.again(phone)
    )
    state = at_table.state(each, each.partida())
    assert (state.next_hand, state.next_revision, state.hands[0].state) == (1, 2, HandState.RETRACTED)
    at_table.play_hand(each, each.partida(), phone, 64)
    assert at_table.state(each, each.partida()).totals.home == 64


def test_an_approved_hand_is_taken_back_by_both_or_the_judge(seated) -> None:
    each, phone = seated
    at_table.play_hand(each, each.partida(), phone, 46)
    options = {"partida_id": each.partida().pk, "hand": 1, "revision": 1, "reason": "Pareja equivocada."}
    scorer = each.person(Side.HOME, 0).pk
    with pytest.raises(RuleError, match="retraction_needs_both"):
        approvals.retract_hand(**options, identified=[proved(each, scorer, phone)], by=world.again(phone))
    both = [proved(each, person, phone) for person in (scorer, counter(each))]
    approvals.retract_hand(**options, identified=both, by=world.again(phone))
    assert at_table.state(each, each.partida()).totals.home == 0
    at_table.play_hand(each, each.partida(), phone, 40)
    options |= {"revision": 2}
    approvals.retract_hand(**options, identified=[], by=each.director())
    assert at_table.state(each, each.partida()).totals.home == 0


# ---------------------------------------------------------------- the pen
def test_only_the_named_scorer_or_the_judge_takes_the_pen(seated) -> None:
    each, phone = seated
    other = each.person(Side.HOME, 1).pk
    with pytest.raises(RuleError, match="pen_only_named"):
        at_table.take_pen(each, each.partida(), phone, other)
    judge = Identified(each.judge.person_id, "own_account", "cuenta-juez")
    tables.take_pen(partida_id=each.partida().pk, who=judge, by=each.director())
    assert Pen.objects.get(given_up_at=None).device == "cuenta-juez"
    with pytest.raises(ConflictError, match="no_pen"):
        at_table.propose(each, each.partida(), phone, 30)


def test_a_phone_that_gave_the_pen_up_writes_no_more(seated) -> None:
    each, phone = seated
    tables.give_up_pen(partida_id=each.partida().pk, by=world.again(phone))
    with pytest.raises(ConflictError, match="nobody_has_pen"):
        at_table.propose(each, each.partida(), phone, 30)


def test_a_phone_of_another_board_is_refused() -> None:
    each = world.playing(boards=2)
    phone = world.phone(each, board=2)
    with pytest.raises(ForbiddenError, match="other_board"):
        at_table.name(each, each.partida(1), phone)


def test_sessions_and_pens_end_at_the_close() -> None:
    each = world.playing()
    phone = world.phone(each)
    at_table.play_board(each, 1, phone)
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    assert (
        TableSession.objects.filter(ended_at=None).count()
        == Pen.objects.filter(given_up_at=None).count()
        == 0
    )
    with pytest.raises(RuleError, match="board_code_unknown"):
        tables.open_board(code=each.boards()[0].code, device="otro", by=None)
    with pytest.raises(ConflictError, match="encounter_not_playing"):
        at_table.take_pen(each, each.partida(1, 2), phone, each.person(Side.HOME, 0).pk)


# ---------------------------------------------------------------- naming and substitutions
def test_a_new_scorer_proves_himself(seated) -> None:
    each, phone = seated
    options = {
        "partida_id": each.partida().pk, "scorer": each.person(Side.HOME, 1).pk, "counter": counter(each),
        "done_by": DoneBy.PLAYERS,
    }  # fmt: skip
    with pytest.raises(RuleError, match="naming_needs_pin"):
        sheets.name_officials(**options, identified=[], by=world.again(phone))
    sheets.name_officials(
        **options, identified=[proved(each, each.person(Side.HOME, 1).pk, phone)], by=world.again(phone)
    )
    assert at_table.state(each, each.partida()).scorer == str(each.person(Side.HOME, 1).pk)


def test_only_the_judge_says_that_the_judge_counts(seated) -> None:
    each, phone = seated
    options = {
        "partida_id": each.partida().pk, "scorer": each.person(Side.HOME, 0).pk, "counter": counter(each),
        "done_by": DoneBy.JUDGE, "identified": [],
    }  # fmt: skip
    with pytest.raises(ForbiddenError, match="only_the_judge"):
        sheets.name_officials(**options, by=world.again(phone))
    sheets.name_officials(**options, by=each.director())
    assert at_table.state(each, each.partida()).done_by is DoneBy.JUDGE


def test_a_substitute_takes_the_seat_that_was_due() -> None:
    each = world.playing()
    phone = world.phone(each)
    tables_of = each.partida(1, 1)
    at_table.play_partida(each, tables_of, phone, Side.HOME)
    before = at_table.state(each, tables_of).seats
    second = each.partida(1, 2)
    out, into = each.person(Side.AWAY, 0).pk, each.person(Side.AWAY, 2).pk
    at_table.name(each, second, phone)
    at_table.take_pen(each, second, phone, each.person(Side.HOME, 0).pk)
    sheets.substitute(partida_id=second.pk, player_out=out, player_in=into, reason="", by=world.again(phone))
    at_table.name(each, second, phone)
    sheets.confirm_seats(partida_id=second.pk, answer="", reason="", by=world.again(phone))
    after = at_table.state(each, second).seats
    assert before is not None
    assert after is not None
    assert after[3 if before.index(str(out)) == 1 else 1] == str(into)
    assert not Incident.objects.exists()


@pytest.mark.parametrize("who", ["starter", "rival", "stranger"])
def test_only_a_named_substitute_enters(who: str) -> None:
    each = world.playing()
    phone = world.phone(each)
    at_table.name(each, each.partida(), phone)
    at_table.take_pen(each, each.partida(), phone, each.person(Side.HOME, 0).pk)
    ids = {"starter": each.person(Side.HOME, 1).pk, "rival": each.person(Side.AWAY, 2).pk, "stranger": 10**9}
    with pytest.raises(RuleError, match="not_a_named_substitute"):
        sheets.substitute(
            partida_id=each.partida().pk, player_out=each.person(Side.HOME, 0).pk, player_in=ids[who],
            reason="", by=world.again(phone),
        )  # fmt: skip


def test_a_substitute_plays_at_one_table_only() -> None:
    each = world.playing(boards=2)
    into = each.person(Side.HOME, 4).pk
    for board, code in ((1, None), (2, "plays_already")):
        phone = world.phone(each, board)
        partida = each.partida(board)
        at_table.name(each, partida, phone)
        at_table.take_pen(each, partida, phone, each.person(Side.HOME, 2 * board - 2).pk)
        options = {
            "partida_id": partida.pk, "player_out": each.person(Side.HOME, 2 * board - 1).pk,
            "player_in": into, "reason": "", "by": world.again(phone),
        }  # fmt: skip
        if code is None:
            sheets.substitute(**options)
        else:
            with pytest.raises(ConflictError, match=code):
                sheets.substitute(**options)
            assert not SheetEntry.objects.filter(partida=partida, kind="substitution").exists()


def test_during_a_partida_only_the_judge_with_a_reason_and_it_is_an_incident(seated) -> None:
    each, phone = seated
    at_table.play_hand(each, each.partida(), phone, 30)
    options = {
        "partida_id": each.partida().pk, "player_out": each.person(Side.HOME, 1).pk,
        "player_in": each.person(Side.HOME, 2).pk,
    }  # fmt: skip
    with pytest.raises(ForbiddenError, match="only_the_judge_substitutes"):
        sheets.substitute(**options, reason="Se ha mareado.", by=world.again(phone))
    with pytest.raises(RuleError, match="reason_required"):
        sheets.substitute(**options, reason="", by=each.director())
    sheets.substitute(**options, reason="Se ha mareado.", by=each.director())
    incident = Incident.objects.get()
    assert (incident.kind, incident.concerned.count()) == ("substitution_in_play", 2)
    assert at_table.state(each, each.partida()).totals.home == 30


# ---------------------------------------------------------------- the swap is obligatory
def test_another_seating_than_the_due_one_is_refused() -> None:
    each = world.playing()
    phone = world.phone(each)
    at_table.play_partida(each, each.partida(1, 1), phone, Side.HOME)
    second = each.partida(1, 2)
    seats = at_table.state(each, each.partida(1, 1)).seats
    assert seats is not None
    at_table.name(each, second, phone)
    at_table.take_pen(each, second, phone, each.person(Side.HOME, 0).pk)
    for act in (
        lambda: sheets.seat_by_hand(
            partida_id=second.pk, seats=[int(each) for each in seats], leader=0, reason="Así quedamos.",
            by=world.again(phone),
        ),
        lambda: sheets.choose_seat(partida_id=second.pk, seat=0, by=world.again(phone)),
    ):  # fmt: skip
        with pytest.raises(RuleError):
            act()
    assert not SheetEntry.objects.filter(partida=second, kind="seating").exists()


def test_the_second_partida_waits_for_the_first(seated) -> None:
    each, phone = seated
    with pytest.raises(ConflictError, match="previous_partida_not_over"):
        tables.take_pen(
            partida_id=each.partida(1, 2).pk,
            who=proved(each, each.person(Side.HOME, 0).pk, phone),
            by=world.again(phone),
        )
