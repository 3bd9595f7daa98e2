"""What a form sends for a parameter: read back the same, or refused with what to do."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.messages import MESSAGES
from federation.rules.errors import RuleError
from federation.rules.parameter_reading import MOST_DAYS, read, written
from federation.rules.parameters import CATALOGUE, Parameter, ParameterKind
from tests.strategies import values_of

ALL = st.sampled_from(list(CATALOGUE.values()))
TEXTS = st.one_of(
    st.sampled_from(["", " ", "0", "1", "5", "300", "-1", "1.5", "²", "999999999999", "31/02/2026", "on"]),
    st.sampled_from([str(option) for each in CATALOGUE.values() for option in each.options]),
    st.text(max_size=12),
)
ANYTHING = st.one_of(
    TEXTS,
    st.lists(TEXTS, max_size=4),
    st.lists(st.tuples(TEXTS, TEXTS), max_size=4),
    st.dictionaries(
        st.sampled_from(["from", "to", "for", "against", "pts", "lots", "gd", "x"]), TEXTS, max_size=5
    ),
)


@pytest.mark.parametrize("parameter", CATALOGUE.values(), ids=list(CATALOGUE))
@given(data=st.data())
def test_what_a_form_shows_of_a_value_reads_back_the_same(parameter: Parameter, data: st.DataObject):
    value = data.draw(values_of(parameter))
    assert read(parameter, written(parameter, value)) == value


@given(ALL, ANYTHING)
def test_anything_is_a_value_or_a_refusal_that_names_its_field(parameter: Parameter, sent: object):
    refusal, value = None, None
    try:
        value = read(parameter, sent)  # type: ignore[arg-type]
    except RuleError as error:
        refusal = error
    if refusal is None:
        assert parameter.clean(value) == value
    else:
        assert refusal.field == parameter.name and refusal.code in MESSAGES


@pytest.mark.parametrize(
    ("name", "sent", "code"),
    [
        ("target_points", "", "parameter_required"),
        ("target_points", "19", "parameter_out_of_range"),
        ("target_points", "three", "parameter_out_of_range"),
        ("comment_seconds", "61", "parameter_out_of_range"),
        ("time_level", "maybe", "parameter_option"),
        ("approval_mode", [], "parameter_mark_one"),
        ("standings_criteria", {}, "position_missing"),
        ("standings_criteria", {"pts": "1", "gd": "1"}, "position_twice"),
        ("standings_criteria", {"pts": "0"}, "position_not_a_number"),
        ("standings_criteria", {"pts": "first"}, "position_not_a_number"),
        ("late_arrival", [("5", "")], "ladder_step_half"),
        ("late_arrival", [("15", "10"), ("5", "50")], "ladder_not_rising"),
        ("late_arrival", [("5", "10"), ("15", "5")], "ladder_not_rising"),
        ("late_arrival", [("5", "1001")], "parameter_out_of_range"),
        ("holidays", "6 de enero", "day_unreadable"),
        ("holidays", "31/02/2027", "day_unreadable"),
        ("holidays", "\n".join(["1/1/2027"] * (MOST_DAYS + 1)), "too_many_days"),
        ("transfer_window", {"from": "5", "to": ""}, "window_half"),
        ("transfer_window", {"from": "5", "to": "1/1/2027"}, "window_mixed"),
        ("transfer_window", {"from": "7", "to": "5"}, "window_reversed"),
        ("transfer_window", {"from": "2/1/2027", "to": "1/1/2027"}, "window_reversed"),
        ("forfeit_score", {"for": "8", "against": ""}, "score_half"),
    ],
)
def test_each_refusal(name, sent, code):
    with pytest.raises(RuleError, match=f"^{code}( |$)"):
        read(CATALOGUE[name], sent)


def test_places_may_have_gaps_and_only_their_order_counts():
    sent = {"pts": "2", "lots": "9", "gd": " 5 "}
    assert read(CATALOGUE["standings_criteria"], sent) == ("pts", "gd", "lots")


def test_days_are_read_as_people_write_them():
    sent = "6/1/2027\r\n\r\n2026-12-25, 01.05.2027"
    assert read(CATALOGUE["holidays"], sent) == ("2026-12-25", "2027-01-06", "2027-05-01")


def test_each_kind_has_a_parameter_here():
    assert {each.kind for each in CATALOGUE.values()} == set(ParameterKind)
    assert date(2027, 1, 6).isoformat() in read(CATALOGUE["holidays"], "06-01-2027")
