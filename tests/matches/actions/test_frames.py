"""8-ball at a table: pen, lag, frames, approvals, disputes, retractions, and who may what."""

from __future__ import annotations

import pytest

from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions import frame_approvals, frames, pins, sheets
from matches.actions.frames import Break, Place
from matches.models import Board, Incident
from matches.rules.pool.endings import Ending
from matches.rules.pool.frame_entries import Agreed, EightOnBreak, FrameFigures, Legality
from matches.rules.pool.frames import FramePhase
from matches.rules.pool.shots import Choice
from matches.rules.sides import Side
from tests.factories import pool, world

pytestmark = pytest.mark.django_db


def _play(*specs, **kwargs):
    return world.playing(specs=specs or (pool.singles(1),), bench=1, **kwargs)


def _who(each, side: Side, phone, index: int = 0):
    person = each.person(side, index)
    return pins.verify_pin(person_id=person.pk, pin=each.pin(person.pk), device=phone.device)


def test_a_race_is_played_from_the_lag_to_its_last_frame():
    each = _play()
    partida, phone = each.partida(), world.phone(each)
    pool.take_pen(each, partida, phone)
    pool.lag(each, partida, phone, Side.HOME, Side.AWAY)
    assert pool.state(each, partida).next_breaker is Side.AWAY
    pool.play(each, partida, phone, Side.HOME)
    pool.play(each, partida, phone, Side.AWAY, Ending.LOSS_D)
    now = pool.state(each, partida)
    assert (now.frames_won[Side.HOME], now.frames_won[Side.AWAY]) == (1, 1)
    # In a team competition the decider needs no lag (`team_decider_lag` off): they alternate.
    assert (now.phase, now.next_breaker) == (FramePhase.PLAYING, Side.AWAY)
    pool.play(each, partida, phone, Side.AWAY)
    now = pool.state(each, partida)
    assert (now.phase, now.winner) == (FramePhase.ENDED, Side.AWAY)
    assert pool.view(each, partida).state.is_over


def test_one_lag_says_who_breaks_at_every_board_of_a_team_encounter():
    each = _play(pool.singles(1), pool.singles(2), pool.singles(3))
    phone = world.phone(each, 2)
    pool.take_pen(each, each.partida(2), phone)
    pool.lag(each, each.partida(2), phone, Side.AWAY)
    assert list(Board.objects.order_by("number").values_list("first_breaker", flat=True)) == [
        "home",
        "",
        "home",
    ]
    assert [pool.state(each, each.partida(number)).next_breaker for number in (1, 2, 3)] == [
        Side.HOME,
        Side.AWAY,
        Side.HOME,
    ]
    first = world.phone(each)
    pool.take_pen(each, each.partida(1), first)
    pool.write(each, each.partida(1), first, Side.HOME)
    # Another board has begun from it.
    with pytest.raises(ConflictError, match="lag_passed_on"):
        pool.lag(each, each.partida(2), phone, Side.HOME)


@pytest.mark.parametrize(
    ("order", "stored"),
    [("home_first", ["home", "away"]), ("away_first", ["away", "home"]), ("lag_each_board", ["", ""])],
)
def test_the_regulation_may_say_who_breaks_first(order, stored):
    _play(pool.singles(1), pool.singles(2), parameters={"team_break_order": order})
    assert list(Board.objects.order_by("number").values_list("first_breaker", flat=True)) == stored


def test_a_fixed_number_of_frames_that_ends_level_is_drawn_or_decided_by_one_more_with_its_lag():
    each = _play(pool.singles(1, 2, length="fixed"))
    partida, phone = each.partida(), world.phone(each)
    pool.take_pen(each, partida, phone)
    pool.play(each, partida, phone, Side.HOME)
    pool.play(each, partida, phone, Side.AWAY)
    now = pool.state(each, partida)
    assert (now.phase, now.winner) == (FramePhase.ENDED, None)


def test_the_decider_waits_for_its_lag():
    each = _play(pool.singles(1, 2), parameters={"team_decider_lag": True})
    partida, phone = each.partida(), world.phone(each)
    pool.take_pen(each, partida, phone)
    pool.play(each, partida, phone, Side.HOME)
    pool.play(each, partida, phone, Side.AWAY)
    now = pool.state(each, partida)
    assert (now.phase, now.is_decider) == (FramePhase.LAG, True)
    at = Place(now.next_frame, now.next_revision)
    with pytest.raises(RuleError, match="lag_needed"):
        frames.write_frame(
            partida_id=partida.pk, at=at, figures=FrameFigures(Ending.EIGHT, Side.HOME), by=world.again(phone)
        )
    pool.lag(each, partida, phone, Side.AWAY, Side.HOME)
    assert pool.state(each, partida).next_breaker is Side.HOME


def test_the_captain_of_the_side_that_did_not_write_approves_and_nobody_else():
    each = _play(pool.singles(1), pool.singles(2))
    # On the second board the captains do not play: a player of it writes, the rival captain approves.
    partida, phone = each.partida(2), world.phone(each, 2)
    pool.take_pen(each, partida, phone, Side.AWAY)
    pool.lag(each, partida, phone)
    at = pool.write(each, partida, phone, Side.HOME)

    def approve(who):
        frame_approvals.approve_frame(partida_id=partida.pk, at=at, who=who, by=world.again(phone))

    with pytest.raises(RuleError, match="frame_approval_not_theirs"):
        approve(_who(each, Side.HOME, phone, 1))
    with pytest.raises(RuleError, match="approval_own_frame"):
        approve(_who(each, Side.AWAY, phone))
    approve(_who(each, Side.HOME, phone))
    assert pool.state(each, partida).frames_won[Side.HOME] == 1
    with pytest.raises(ConflictError, match="frame_not_awaiting_approval"):
        approve(_who(each, Side.HOME, phone))


def test_what_the_judge_writes_both_captains_approve():
    each = _play()
    partida, judge = each.partida(), each.director()
    frames.take_frame_pen(
        partida_id=partida.pk,
        who=pins.Identified(each.judge.person_id, "own_account", judge.device),
        by=judge,
    )
    pool.lag(each, partida, judge)
    pool.write(each, partida, judge, Side.HOME)
    assert pool.state(each, partida).facts.current[-1].sides_missing == (Side.HOME, Side.AWAY)
    pool.approve(each, partida, judge)
    assert pool.state(each, partida).waiting is None


def test_who_is_of_neither_side_takes_no_pen_and_another_board_none_of_this_one():
    each = _play(pool.singles(1), pool.singles(2))
    phone = world.phone(each)
    with pytest.raises(RuleError, match="pen_only_sides"):
        frames.take_frame_pen(
            partida_id=each.partida().pk, who=_who(each, Side.HOME, phone, 1), by=world.again(phone)
        )
    with pytest.raises(ForbiddenError):
        pool.take_pen(each, each.partida(2), phone)
    with pytest.raises(ConflictError, match="nobody_has_pen"):
        pool.lag(each, each.partida(), phone)
    with pytest.raises(ConflictError, match="other_discipline"):
        sheets.record_draw(partida_id=each.partida().pk, tiles={}, by=world.again(phone))


def test_a_frame_that_waits_goes_in_one_tap_and_an_approved_one_with_one_of_each_side():
    each = _play()
    partida, phone = each.partida(), world.phone(each)
    pool.take_pen(each, partida, phone)
    pool.lag(each, partida, phone)
    at = pool.write(each, partida, phone, Side.AWAY)
    frames.retract_frame(partida_id=partida.pk, at=at, identified=[], by=world.again(phone))
    assert pool.place(each, partida) == Place(1, 2)
    pool.play(each, partida, phone, Side.HOME)
    taken = {"partida_id": partida.pk, "at": Place(1, 2)}
    home = _who(each, Side.HOME, phone)
    with pytest.raises(RuleError, match="frame_retraction_needs_both"):
        frames.retract_frame(**taken, identified=[home, home], by=world.again(phone))
    frames.retract_frame(**taken, identified=[home, _who(each, Side.AWAY, phone)], by=world.again(phone))
    assert pool.state(each, partida).frames_won[Side.HOME] == 0


def test_a_disputed_frame_is_settled_by_both_captains_where_there_is_no_judge():
    each = _play(judge=False)
    partida, phone = each.partida(), world.phone(each)
    pool.take_pen(each, partida, phone)
    pool.lag(each, partida, phone)
    at = pool.write(each, partida, phone, Side.HOME)
    seen = FrameFigures(Ending.LOSS_A, Side.HOME)
    frame_approvals.disagree_with_frame(
        partida_id=partida.pk, at=at, figures=seen, who=_who(each, Side.AWAY, phone), by=world.again(phone)
    )
    settle = {"partida_id": partida.pk, "at": at, "figures": seen, "reason": "Lo reconoce."}
    with pytest.raises(ForbiddenError):
        frame_approvals.settle_frame(**settle, rival=None, by=world.again(phone))
    captain = each.captain(Side.HOME)
    with pytest.raises(RuleError, match="settlement_needs_both"):
        frame_approvals.settle_frame(**settle, rival=None, by=captain)
    frame_approvals.settle_frame(**settle, rival=_who(each, Side.AWAY, phone), by=each.captain(Side.HOME))
    assert pool.state(each, partida).frames_won[Side.AWAY] == 1
    assert Incident.objects.get().kind == "frame_settled"


def test_racks_of_a_frame_keep_their_reasons_and_are_no_step_in_the_alternation():
    each = _play()
    partida, phone = each.partida(), world.phone(each)
    pool.take_pen(each, partida, phone)
    pool.lag(each, partida, phone)
    told = Break(Side.HOME, Legality.LEGAL, EightOnBreak.POCKETED, False, Choice.RESTART)
    frames.write_break(partida_id=partida.pk, told=told, by=world.again(phone))
    with pytest.raises(RuleError, match="both_must_agree"):
        frames.rack_again(partida_id=partida.pk, cause=Agreed.BOTH_AGREE, rival=None, by=world.again(phone))
    rival = _who(each, Side.AWAY, phone)
    frames.rack_again(partida_id=partida.pk, cause=Agreed.BOTH_AGREE, rival=rival, by=world.again(phone))
    pool.play(each, partida, phone, Side.HOME)
    now = pool.state(each, partida)
    causes = [rack.cause.value if rack.cause else None for rack in now.frames[0].open.racks]
    assert causes == [None, "eight_on_break_restart", "both_agree"]
    assert now.next_breaker is Side.AWAY


def test_lateness_walkover_and_concession_are_the_judges_and_go_to_the_acta():
    each = _play(pool.singles(1, 3), pool.singles(2), parameters={"late_arrival": [[10, 1], [30, 2]]})
    phone, judge = world.phone(each), each.director
    late = {"partida_id": each.partida().pk, "side": Side.AWAY, "minutes": 12}
    with pytest.raises(ForbiddenError):
        frame_approvals.report_late_side(**late, by=phone)
    frame_approvals.report_late_side(**late, by=judge())
    assert pool.state(each, each.partida()).frames_won[Side.HOME] == 1
    frame_approvals.concede_partida(
        partida_id=each.partida().pk, side=Side.AWAY, reason="Se lesiona.", by=judge()
    )
    frame_approvals.report_absent(partida_id=each.partida(2).pk, sides=[Side.HOME], by=judge())
    assert [pool.state(each, each.partida(number)).winner for number in (1, 2)] == [Side.HOME, Side.AWAY]
    assert [each.kind for each in Incident.objects.order_by("number")] == ["late", "concession", "no_show"]
