"""What may be published: parameters that make sense together, and a version that follows the last."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.messages import MESSAGES
from federation.rules.errors import ConflictError, RuleError
from federation.rules.parameters import CATALOGUE, carried, defaults, plain, resolve
from federation.rules.publishing import LastVersion, Proposal, check_seen, check_succession, objections
from federation.rules.ready_made_sets import SETS
from tests.strategies import values_of

PROPOSAL = Proposal("Liga", "domino", date(2026, 9, 1), "Asamblea", defaults())


@pytest.mark.parametrize("each", SETS, ids=[each.code for each in SETS])
def test_a_ready_made_set_may_be_published(each):
    assert objections(resolve(each.overrides)) == []


@pytest.mark.parametrize(
    ("values", "code", "field"),
    [
        ({"time_limit_ending": "finish_hand_plus_one"}, "acts_only_with_clock", "time_limit_ending"),
        ({"time_level": "extra_hand"}, "acts_only_with_clock", "time_level"),
        (
            {"seat_swap_scope": "all", "second_partida_seats_outside_teams": "swap"},
            "acts_only_with_team_swap",
            "second_partida_seats_outside_teams",
        ),
        ({"late_arrival": ((5, 300), (15, 300))}, "ladder_reaches_target", "late_arrival"),
        ({"standings_criteria": ("pts", "gd")}, "lots_last", "standings_criteria"),
        ({"standings_criteria": ("lots", "pts")}, "lots_last", "standings_criteria"),
        ({"min_players_to_start": 9, "squad_max": 8}, "more_to_start_than_squad", "min_players_to_start"),
        ({"forfeit_score": {"for": 0, "against": 8}}, "forfeit_reversed", "forfeit_score"),
        (
            {"prescription_minor_days": 90, "prescription_very_serious_days": 30},
            "prescription_not_rising",
            "prescription_very_serious_days",
        ),
        ({"time_limit_minutes": 20, "time_warning_minutes": 20}, "warning_not_before_limit", None),
        ({"squad_min": 9, "squad_max": 8}, "squad_limits_crossed", "squad_max"),
        ({"signature_quorum": 3, "signatures_required": ("judge",)}, "quorum_above_signatories", None),
    ],
)
def test_what_cannot_stand_together_is_told_beside_its_field(values, code, field):
    (error,) = objections({**defaults(), **values})
    assert error.code == code and error.field in (field or error.field, None) and error.code in MESSAGES


def test_all_objections_are_told_at_once():
    values = {"time_level": "extra_hand", "standings_criteria": ("pts",), "squad_min": 9, "squad_max": 8}
    assert {error.field for error in objections({**defaults(), **values})} == {
        "time_level",
        "standings_criteria",
        "squad_max",
    }


def test_the_last_step_of_the_ladder_may_reach_the_target_and_a_clock_may_have_an_ending():
    values = {
        "late_arrival": ((5, 10), (15, 300)),
        "time_limit_minutes": 60,
        "time_limit_ending": "finish_hand_plus_one",
        "time_level": "extra_hand",
    }
    assert objections({**defaults(), **values}) == []


@pytest.mark.parametrize(
    ("last", "code"),
    [
        (None, None),
        (LastVersion(1, "domino", date(2026, 9, 1)), None),
        (LastVersion(1, "pool", date(2026, 1, 1)), "regulation_of_another_game"),
        (LastVersion(4, "domino", date(2026, 9, 2)), "version_before_the_last"),
    ],
)
def test_a_version_follows_the_last_of_its_regulation(last, code):
    if code is None:
        check_succession(PROPOSAL, last)
    else:
        with pytest.raises(RuleError, match=f"^{code} "):
            check_succession(PROPOSAL, last)


def test_who_saw_another_last_version_looks_again():
    last = LastVersion(2, "domino", date(2026, 9, 1))
    check_seen(last, after=2)
    check_seen(None, after=0)
    check_seen(last, after=None)
    for after, found in ((1, last), (0, last), (2, None)):
        with pytest.raises(ConflictError, match=r"^regulation_moved_on "):
            check_seen(found, after=after)


@given(st.data())
def test_a_stamp_tells_what_was_seen_from_anything_else(data):
    name = data.draw(st.sampled_from(list(CATALOGUE)))
    value = data.draw(values_of(CATALOGUE[name]))
    other = Proposal("Liga", "domino", PROPOSAL.valid_from, "Asamblea", {**defaults(), name: value})
    assert (other.stamp(1) == PROPOSAL.stamp(1)) is (plain({name: value}) == plain({name: defaults()[name]}))
    assert PROPOSAL.stamp(1) != PROPOSAL.stamp(2)


def test_what_is_carried_into_a_new_version_is_always_whole():
    stored = {**plain(defaults()), "target_points": 200, "time_level": "gone", "forgotten": 1}
    found = carried(stored)
    assert found.keys() == CATALOGUE.keys()
    assert found["target_points"] == 200 and found["time_level"] == "drawn"
    assert carried(plain(defaults())) == defaults()
