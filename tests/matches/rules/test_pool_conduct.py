"""Frozen cue ball, slow play, stalemates, advice, disqualification, and balls put back by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.parameters import resolve
from matches.rules.pool.conduct import (
    Adviser,
    EarlierResults,
    Measure,
    Official,
    disqualification,
    may_disqualify,
    rule_advice,
)
from matches.rules.pool.frame_facts import Ledger
from matches.rules.pool.frozen import FrozenTo, Scope, rule_contact
from matches.rules.pool.ledgers import carried
from matches.rules.pool.placing import (
    PlacedWith,
    is_foul_in_front,
    may_be_played_from_behind,
    may_place_with,
    must_ask_pocket,
    places,
    respot_order,
)
from matches.rules.pool.series import Length
from matches.rules.pool.slow_play import Event, Pace, Step, StepOutcome, departs_from_article, outcomes
from matches.rules.pool.stalemate import Next, after_stalemate, balls_of_new_rack, is_stalemate, may_decide
from tests.pool_strategies import pool_regulations

USUAL = resolve({})


def contact(frozen_to, parameters=USUAL, *, straight=True, left=True, times=1, warned=False):
    return rule_contact(
        frozen_to, parameters, straight=straight, own_balls_left=left, times=times, warned_before=warned
    )


@pytest.mark.parametrize(
    ("frozen_to", "left", "is_foul"),
    [
        (FrozenTo.OWN_BALL, True, False),
        (FrozenTo.RIVAL_BALL, True, True),
        (FrozenTo.EIGHT, True, True),
        (FrozenTo.EIGHT, False, False),
    ],
)
def test_which_ball_a_frozen_cue_ball_may_push(frozen_to, left, is_foul):
    assert contact(frozen_to, left=left).is_foul is is_foul
    assert not contact(frozen_to, left=left, straight=False).is_foul


def test_each_time_is_a_foul_and_only_a_repeat_after_a_recorded_warning_is_a_null_game():
    assert contact(FrozenTo.RIVAL_BALL).must_warn
    again = contact(FrozenTo.RIVAL_BALL, times=3)
    assert again.is_foul and again.must_warn and again.null_game is None
    warned = contact(FrozenTo.RIVAL_BALL, times=2, warned=True)
    assert warned.is_foul and not warned.must_warn and warned.null_game.lost_by_offender
    assert contact(FrozenTo.RIVAL_BALL, times=1, warned=True).null_game is None


@pytest.mark.parametrize(
    ("how", "lost", "again"),
    [
        ("lost_by_offender", True, False),
        ("void_and_replayed", False, True),
        ("void_for_nobody", False, False),
    ],
)
def test_what_becomes_of_a_null_game(how, lost, again):
    parameters = resolve({"null_game": how, "null_game_scope": "partida"})
    found = contact(FrozenTo.EIGHT, parameters, times=2, warned=True).null_game

    assert (found.lost_by_offender, found.played_again, found.scope) == (lost, again, Scope.PARTIDA)


def test_the_ladder_of_slow_play():
    steps = [
        Event(Step.LIMIT_SET),
        Event(Step.WARNING),
        Event(Step.SHOT, 400),
        Event(Step.LIMIT_SET),
        Event(Step.SHOT, 60),
        Event(Step.SHOT, 61),
        Event(Step.SHOT, 90),
    ]
    found = [outcome.value for outcome in outcomes(Pace(), steps, USUAL)]
    assert found == ["refused", "warned", "nothing", "limit_set", "fair", "foul", "foul"]
    lenient = resolve({"one_overrun_is_foul": "off", "clock_needs_warning": "off", "shot_limit_seconds": 45})
    found = [outcome.value for outcome in outcomes(Pace(), steps, lenient)]
    assert found == ["limit_set", "warned", "over_no_foul", "limit_set", "foul", "foul", "foul"]
    assert departs_from_article(lenient) and not departs_from_article(USUAL)


@pytest.mark.parametrize(
    ("scope", "same_encounter", "reaches"),
    [
        ("partida", True, False),
        ("encounter", True, True),
        ("encounter", False, False),
        ("competition", False, True),
    ],
)
def test_how_far_a_warning_reaches(scope, same_encounter, reaches):
    ledger = Ledger(on_purpose=2, warned=True, pace=Pace(warned=True, limit=60, overruns=1))
    both = resolve({"intentional_warning_scope": scope, "slow_warning_scope": scope})
    found = carried(ledger, both, same_encounter=same_encounter)
    # The limit itself ends with its partida.
    assert found == (Ledger(on_purpose=2, warned=True, pace=Pace(warned=True)) if reaches else Ledger())
    slow = resolve({"intentional_warning_scope": "partida", "slow_warning_scope": "competition"})
    assert carried(ledger, slow, same_encounter=False) == Ledger(pace=Pace(warned=True))


@given(
    st.lists(st.builds(Event, st.sampled_from(Step), st.none() | st.integers(0, 300)), max_size=8),
    pool_regulations(),
)
def test_no_foul_for_time_without_a_limit(steps, parameters):
    found = outcomes(Pace(), steps, parameters)

    assert len(found) == len(steps)
    before_limit = found[: found.index(StepOutcome.LIMIT_SET)] if StepOutcome.LIMIT_SET in found else found
    assert StepOutcome.FOUL not in before_limit


@pytest.mark.parametrize("turns", [(3, 3), (5, 3), (3, 2), (0, 9)])
def test_a_stalemate_needs_three_turns_each_both_heard_and_the_referee(turns):
    enough = min(turns) >= 3
    assert is_stalemate(turns, players_heard=True, accepted=True) is enough
    assert not is_stalemate(turns, players_heard=False, accepted=True)
    assert not is_stalemate(turns, players_heard=True, accepted=False)


def test_what_follows_a_stalemate():
    assert after_stalemate(Length.RACE, USUAL) is Next.REPLAY
    assert after_stalemate(Length.FIXED, USUAL) is Next.DRAWN
    assert after_stalemate(None, USUAL) is None
    assert after_stalemate(Length.RACE, resolve({"stalemate": "drawn_frame"})) is Next.DRAWN
    assert after_stalemate(Length.FIXED, resolve({"stalemate": "replay_same_breaker"})) is Next.REPLAY
    assert (balls_of_new_rack(both_agree=True), balls_of_new_rack(both_agree=False)) == (15, 0)


def test_without_a_referee_both_captains_or_nobody():
    nobody = resolve({"without_referee": "off"})
    assert may_decide(USUAL, by_referee=False) and may_decide(nobody, by_referee=True)
    assert not may_decide(nobody, by_referee=False)


def test_advice_and_spectators():
    assert rule_advice(Adviser.TEAM_MATE, 1, USUAL).is_foul
    assert rule_advice(Adviser.PARTNER, 1, USUAL).is_foul
    assert not rule_advice(Adviser.PARTNER, 1, resolve({"partner_advice_in_doubles": "allowed"})).is_foul
    first, second = (rule_advice(Adviser.SPECTATOR, times, USUAL) for times in (1, 2))
    assert not first.is_foul and first.measure is Measure.ASKS_TO_STOP
    assert not second.is_foul and second.measure is Measure.TELLS_TO_LEAVE


def test_only_the_sporting_director_disqualifies_and_every_prize_is_lost():
    assert may_disqualify(Official.SPORTING_DIRECTOR) and not may_disqualify(Official.REFEREE)
    found = disqualification(resolve({"disqualification_results": "struck_out"}))
    assert found.prizes_lost and found.earlier_results is EarlierResults.STRUCK_OUT


def test_the_cue_ball_in_hand():
    assert [how for how in PlacedWith if not may_place_with(how)] == [PlacedWith.TIP]
    assert is_foul_in_front(asked_to_correct=True, corrected=False)
    assert not is_foul_in_front(asked_to_correct=False, corrected=False)
    assert not is_foul_in_front(asked_to_correct=True, corrected=True)
    assert not may_be_played_from_behind(base_in_front=False, goes_in_front_first=False)
    assert may_be_played_from_behind(base_in_front=False, goes_in_front_first=True)
    assert must_ask_pocket(is_clear=False) and not must_ask_pocket(is_clear=True)


def test_balls_come_back_by_number_touching_what_is_in_the_way_but_the_cue_ball():
    assert respot_order([12, 3, 12, 8]) == (3, 8, 12)
    assert places([3], [], None, 57) == ((3, 0),)
    assert places([12, 3], [0], None, 57) == ((3, 57), (12, 114))
    assert places([3], [], 0, 57) == ((3, 58),)
    assert places([3], [20], 77, 57) == ((3, 135),)


@given(
    st.sets(st.integers(1, 15), max_size=6),
    st.lists(st.integers(-200, 900), max_size=6),
    st.none() | st.integers(-200, 900),
)
def test_balls_put_back_never_overlap(balls, others, cue_ball):
    found = places(balls, others, cue_ball, 57)

    assert [ball for ball, _ in found] == sorted(balls)
    placed = [place for _, place in found]
    assert all(place >= 0 for place in placed)
    assert all(abs(place - other) >= 57 for place in placed for other in others)
    assert all(abs(one - other) >= 57 for n, one in enumerate(placed) for other in placed[:n])
    assert cue_ball is None or all(abs(place - cue_ball) > 57 for place in placed)
