"""Who breaks: alternation, new racks, the decider and its lag, and what a series may look like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.errors import RuleError
from federation.rules.parameters import resolve
from matches.rules.pool.break_order import Outcome, RackCause, lag_each_board
from matches.rules.pool.series import (
    HALVES,
    Halves,
    Length,
    NewRack,
    Played,
    SeriesTerms,
    halves_of,
    is_last_and_level,
    is_reached,
    order_of,
)
from tests.pool_strategies import pool_regulations

SIDES = ("P", "Q")


def ordered(parameters=None, *, frames=4, length=Length.RACE, to=5, **played):
    series = Played(**{"sides": SIDES, "first": "P", **played})
    return order_of(SeriesTerms(length, to), series, frames, resolve(parameters or {}))


@pytest.mark.parametrize(
    ("parameters", "breakers"),
    [
        ({}, ("Q", "P", "Q", "P")),
        ({"team_break_order": "home_first"}, ("P", "Q", "P", "Q")),
        ({"team_break_order": "away_first"}, ("Q", "P", "Q", "P")),
    ],
)
def test_in_teams_the_regulation_says_who_begins(parameters, breakers):
    assert ordered(parameters, first="Q", team=True).breakers == breakers
    # 4.2 is of individual competitions: there the lag alone decides.
    assert ordered(parameters, first="P").breakers == ("P", "Q", "P", "Q")


def test_a_lag_at_each_board_only_in_teams():
    parameters = resolve({"team_break_order": "lag_each_board"})
    assert lag_each_board(parameters, team=True) and not lag_each_board(parameters, team=False)


@pytest.mark.parametrize(
    ("cause", "parameters", "racks"),
    [
        (RackCause.BOTH_AGREE, {}, ("P", "P", "Q")),
        (RackCause.EIGHT_ON_BREAK, {}, ("P", "P", "Q")),
        (RackCause.ILLEGAL_BREAK, {}, ("P", "Q", "Q")),
        (RackCause.ILLEGAL_BREAK, {"break_after_rebreak": "actual"}, ("P", "Q", "P")),
        (RackCause.STALEMATE, {"break_after_rebreak": "actual"}, ("P", "P", "Q")),
    ],
)
def test_a_new_rack_is_no_step_of_the_alternation(cause, parameters, racks):
    assert ordered(parameters, frames=2, new_racks=(NewRack(1, cause),)).racks == racks


def test_an_agreed_rack_after_an_illegal_break_goes_to_who_was_due_or_who_broke():
    again = (NewRack(1, RackCause.ILLEGAL_BREAK), NewRack(1, RackCause.BOTH_AGREE))
    assert ordered(frames=1, new_racks=again).racks == ("P", "Q", "P")
    assert ordered({"rerack_breaker": "actual"}, frames=1, new_racks=again).racks == ("P", "Q", "Q")


def test_level_before_the_last_frame_a_new_lag_decides_in_teams_by_parameter():
    level = {"to": 2, "frames": 3, "winners": ("P", "Q"), "decider_breaker": "Q"}
    assert (ordered(**level).breakers, ordered(**level).decider_lag) == (("P", "Q", "Q"), True)
    assert ordered(**level, team=True).breakers == ("P", "Q", "P")
    assert ordered({"team_decider_lag": "on"}, **level, team=True).breakers == ("P", "Q", "Q")
    assert ordered(**{**level, "decider_breaker": None}).breakers == ("P", "Q", None)
    # A fixed odd number has a decider too; a series of one frame has its lag already.
    assert ordered(**{**level, "length": Length.FIXED, "to": 3}).decider_lag is True
    assert ordered(to=1, frames=1, winners=()).decider_lag is False


def test_a_fixed_number_that_ends_level():
    level = {"length": Length.FIXED, "to": 2, "frames": 3, "winners": ("P", "Q"), "decider_breaker": "Q"}
    assert (ordered(**level).outcome, ordered(**level).breakers[2]) == (Outcome.DRAW, None)
    extra = ordered({"even_frames_level": "extra_frame_with_lag"}, **level)
    assert (extra.outcome, extra.breakers, extra.decider_lag) == (Outcome.EXTRA_FRAME, ("P", "Q", "Q"), True)


@given(
    st.lists(st.sampled_from(SIDES), max_size=12),
    st.sampled_from(Length),
    st.integers(1, 7),
    pool_regulations(),
    st.lists(
        st.builds(NewRack, st.integers(1, 5), st.sampled_from(RackCause), st.integers(1, 3)), max_size=3
    ),
)
def test_every_series_has_its_breakers(winners, length, to, parameters, again):
    terms = SeriesTerms(length, to)
    played = Played(SIDES, "P", tuple(winners), tuple(again), "Q")
    found = order_of(terms, played, len(winners) + 1, parameters)

    assert len(found.breakers) == len(winners) + 1
    assert len(found.racks) == len(winners) + 1 + sum(
        one.times for one in again if one.frame <= len(winners) + 1
    )
    # After the end nobody breaks; before it somebody does.
    for frame, breaker in enumerate(found.breakers, start=1):
        won = [winners[: frame - 1].count(side) * HALVES for side in SIDES]
        over = is_reached(terms, Halves(*won), frame - 1) and not (
            found.outcome is Outcome.EXTRA_FRAME and frame == to + 1
        )
        assert (breaker is None) == over


def test_scores_are_whole_half_frames():
    assert halves_of(2, 1, 3, resolve({})) == Halves(4, 2)
    assert halves_of(2, 1, 3, resolve({"drawn_frame_value": "half_each"})) == Halves(7, 5)
    assert is_last_and_level(SeriesTerms(Length.FIXED, 3), Halves(2, 2), 3)
    with pytest.raises(RuleError, match="series_length"):
        SeriesTerms(Length.RACE, 0)
