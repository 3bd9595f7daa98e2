"""Groups, ready-made sets, and what differs between two versions of a regulation."""

from datetime import date

import pytest
from django.utils import translation
from hypothesis import given

from federation import parameter_words as words
from federation.parameter_explanations import EXPLANATIONS
from federation.parameter_words_pool import OPTIONS
from federation.rules.parameter_groups import GROUPS
from federation.rules.parameters import CATALOGUE, defaults, departing, differences, plain, resolve
from federation.rules.ready_made_sets import SETS
from tests.strategies import regulations

USUAL = plain(defaults())


def test_every_parameter_stands_in_one_group_and_every_group_has_its_title():
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(CATALOGUE)
    assert words.GROUP_TITLES.keys() == GROUPS.keys()


def test_every_parameter_and_each_of_its_options_has_words():
    for name, parameter in CATALOGUE.items():
        assert words.describe(name, parameter.default)[0] != name
        assert len(str(EXPLANATIONS[name])) > 20
        codes = [option for option in parameter.options if not isinstance(option, int)]
        assert [code for code in codes if code not in words._OPTIONS and (name, code) not in OPTIONS] == []
    assert EXPLANATIONS.keys() == CATALOGUE.keys()


@pytest.mark.parametrize("language", ["es", "en"])
def test_no_two_options_of_a_parameter_are_told_alike(language):
    with translation.override(language):
        for name, parameter in CATALOGUE.items():
            told = [words.option_words(name, option) for option in parameter.options]
            assert len(set(told)) == len(told), name


def test_explanations_are_told_in_english_too():
    with translation.override("es"):
        spanish = {name: str(text) for name, text in EXPLANATIONS.items()}
    with translation.override("en"):
        assert [name for name, text in EXPLANATIONS.items() if str(text) == spanish[name]] == []


@pytest.mark.parametrize("each", SETS, ids=[each.code for each in SETS])
def test_a_ready_made_set_is_valid_and_says_only_what_departs(each):
    found = resolve(each.overrides)
    assert set(departing(plain(found))) == set(each.overrides)
    assert len(each.asked_first) == 3 and set(each.asked_first) <= set(CATALOGUE)
    assert each.code in words.SET_TITLES


def test_the_sets_of_domino_say_what_their_names_say():
    fed, league, caribbean = (resolve(each.overrides) for each in SETS if each.discipline == "domino")
    assert (fed["target_points"], fed["time_limit_minutes"]) == (300, None)
    assert league["target_points"] == 200 and league["time_limit_minutes"]
    assert "efectividad_target" in caribbean["standings_criteria"]
    assert caribbean["standings_criteria"][-1] == "lots"


@given(regulations(), regulations())
def test_two_versions_differ_in_what_is_not_the_same_in_both(before, after):
    first, second = plain(before), plain(after)
    found = differences(first, second)
    assert set(found) == {name for name in CATALOGUE if first[name] != second[name]}
    assert differences(second, first) == found and differences(first, first) == ()


def test_an_old_version_plays_by_the_default_of_what_it_did_not_know():
    old = {name: value for name, value in USUAL.items() if name != "block_winner"}
    assert differences(old, USUAL) == ()
    assert differences(old, {**USUAL, "block_winner": "asked"}) == ("block_winner",)
    assert differences({**USUAL, "forgotten": 1}, USUAL) == ("forgotten",)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("late_arrival", [[5, 10], [15, 50]], "a los 5 minutos, 10 tantos; a los 15 minutos, 50 tantos"),
        ("forfeit_score", {"for": 8, "against": 0}, "8 a 0"),
        ("transfer_window", {"from": 5, "to": 7}, "de la jornada 5 a la jornada 7"),
        ("holidays", [], "ninguno"),
        ("time_limit_minutes", None, "no se usa"),
        ("swap_in_later_partidas", False, "no"),
        ("unknown", "something", "something"),
    ],
)
def test_a_value_is_told_as_what_it_is(name, value, told):
    assert words.describe(name, value)[1] == told


def test_days_are_told_as_people_write_them():
    window = {"from": date(2026, 9, 1).isoformat(), "to": "2026-10-01"}
    assert "2026" in words.describe("registration_window", window)[1]
    assert "2026-09-01" not in words.describe("registration_window", window)[1]


def test_the_other_values_of_a_choice_are_told():
    assert words.other_values("time_level", "drawn") == ["una jugada más"]
    assert words.other_values("target_points", 300) == [] == words.other_values("unknown", 1)
