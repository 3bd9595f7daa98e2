"""The catalogue of parameters, and what a regulation may and may not say."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.errors import RuleError
from federation.rules.parameters import CATALOGUE, ParameterKind, defaults, plain, resolve
from tests.strategies import JSON, regulations


def refused(code: str):
    return pytest.raises(RuleError, match=f"^{code}( |$)")


@pytest.mark.parametrize("parameter", CATALOGUE.values(), ids=list(CATALOGUE))
def test_a_default_is_a_value_of_its_parameter(parameter):
    assert parameter.clean(parameter.default) == parameter.default
    if parameter.kind is ParameterKind.CHOICE:
        assert parameter.default == parameter.options[0]
    for option in parameter.options:
        if parameter.kind in (ParameterKind.CHOICE, ParameterKind.SWITCH):
            assert resolve({parameter.name: option})[parameter.name] == option


def test_defaults_of_the_specification():
    found = defaults()
    expected = {
        "target_points": 300, "time_limit_minutes": None, "seat_draw_value": "pip_sum",
        "seat_draw_tie": "redraw", "seat_swap_scope": "team_competitions",
        "second_partida_leader": "right_of_last_leader", "block_winner": "lowest_pair",
        "tied_block": "no_points_lead_passes", "points_over_target": "count", "swap_in_later_partidas": True,
        "dropped_tiles_note_from": 3, "dropped_while_shuffling_counts": False, "comment_seconds": 60,
        "encounter_result_by": "partidas", "encounter_points": "3-1-0", "line_up_mode": "blind_both_lock",
        "max_boards_per_player": 1, "claim_hours": 48, "homologation_days": 7, "acta_deadline_hours": 24,
        "standings_criteria": ("pts", "h2h_pts", "h2h_gd", "gd", "gf", "td", "tf", "lots"),
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected


@given(regulations())
def test_what_is_kept_as_json_reads_back_the_same(parameters):
    assert resolve(json.loads(json.dumps(plain(parameters)))) == parameters


def test_every_kind_reads_back_from_json():
    given_values = {
        "late_arrival": [[5, 10], [15, 50]],
        "holidays": ["2027-05-01", "2027-01-06"],
        "registration_window": {"from": "2026-09-01", "to": "2026-10-01"},
        "transfer_window": {"from": 5, "to": 7},
        "forfeit_score": {"for": 8, "against": 0},
        "approval_mode": ["judge_marks", "same_device_pin"],
    }
    found = resolve(given_values)
    assert found["late_arrival"] == ((5, 10), (15, 50))
    assert found["holidays"] == ("2027-01-06", "2027-05-01")
    assert found["approval_mode"] == ("same_device_pin", "judge_marks")
    assert resolve(json.loads(json.dumps(plain(found)))) == found


@pytest.mark.parametrize(
    ("overrides", "code"),
    [
        ({"nothing": 1}, "unknown_parameter"),
        ({"target_points": 19}, "parameter_out_of_range"),
        ({"target_points": 1001}, "parameter_out_of_range"),
        ({"target_points": None}, "parameter_required"),
        ({"target_points": 300.0}, "parameter_not_valid"),
        ({"target_points": True}, "parameter_not_valid"),
        ({"target_points": "3OO"}, "parameter_not_valid"),
        ({"comment_seconds": 61}, "parameter_out_of_range"),
        ({"tied_block": "points"}, "parameter_option"),
        ({"dropped_tiles_note_from": 4}, "parameter_option"),
        ({"dropped_tiles_note_from": True}, "parameter_option"),
        ({"swap_in_later_partidas": 1}, "parameter_not_valid"),
        ({"approval_mode": []}, "parameter_not_valid"),
        ({"approval_mode": ["own_device", "own_device"]}, "parameter_not_valid"),
        ({"standings_criteria": ["pts", "goals"]}, "parameter_option"),
        ({"standings_criteria": "pts"}, "parameter_not_valid"),
        ({"late_arrival": [[5, 10], [5, 20]]}, "parameter_not_valid"),
        ({"late_arrival": [[5, 10], [9, 2]]}, "parameter_not_valid"),
        ({"late_arrival": [[5]]}, "parameter_not_valid"),
        ({"late_arrival": []}, "parameter_not_valid"),
        ({"holidays": ["2027-02-30"]}, "parameter_not_valid"),
        ({"transfer_window": {"from": 7, "to": 5}}, "parameter_not_valid"),
        ({"transfer_window": {"from": 7}}, "parameter_not_valid"),
        ({"forfeit_score": {"for": -1, "against": 0}}, "parameter_out_of_range"),
        ({"time_limit_minutes": 20, "time_warning_minutes": 20}, "warning_not_before_limit"),
        ({"squad_min": 9, "squad_max": 8}, "squad_limits_crossed"),
        ({"signature_quorum": 3, "signatures_required": ["judge"]}, "quorum_above_signatories"),
    ],
)  # fmt: skip
def test_what_no_regulation_may_say(overrides, code):
    with refused(code):
        resolve(overrides)


def test_a_form_sends_texts():
    found = resolve({"target_points": "200", "dropped_tiles_note_from": "2", "swap_in_later_partidas": "off"})
    assert (found["target_points"], found["dropped_tiles_note_from"]) == (200, 2)
    assert found["swap_in_later_partidas"] is False


@given(st.dictionaries(st.sampled_from(list(CATALOGUE)), JSON, max_size=3))
def test_any_value_resolves_or_is_refused(overrides):
    try:
        found = resolve(overrides)
    except RuleError:
        return
    json.dumps(plain(found))


def test_a_resolved_regulation_cannot_be_changed():
    with pytest.raises(TypeError):
        defaults()["target_points"] = 1


def test_every_parameter_in_the_worked_cases_is_here():
    kinds = (Path(__file__).parents[2] / "cases" / "data" / "rulebook-kinds.md").read_text(encoding="utf-8")
    named = {
        name
        for line in kinds.splitlines()
        if line.startswith("Parameters:")
        # Only the names: what stands in brackets or after them are options and remarks.
        for name in re.findall(r"`(\w+)`", re.sub(r"\(.*?\)", "", line).split(". ")[0])
    }
    assert named <= set(CATALOGUE)
