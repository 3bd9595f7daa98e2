"""The worked cases of the rulebooks, one test each; its id is the case's."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from federation.rules.parameters import CATALOGUE, defaults, readings, resolve
from tests.cases.comparing import differences
from tests.cases.folder import COPY, cases_folder
from tests.cases.rulebook import ADAPTERS, answer

FILE = "rulebook-cases.json"


def covered_cases() -> list[Any]:
    path = cases_folder() / FILE
    if not path.is_file():
        return []
    cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return [pytest.param(case, id=case["id"]) for case in cases if case["kind"] in ADAPTERS]


def options_of(case: Mapping[str, Any]) -> dict[str, dict[Any, dict[str, Any]]]:
    """The parameters that decide this case, with the answer under each of their options."""
    found: dict[str, dict[Any, dict[str, Any]]] = {}
    for name in ADAPTERS[case["kind"]].parameters:
        in_force = dict(readings(name, defaults()))
        for reading in case["readings"]:
            # A number has no list of options.
            if reading["parameter"] == name:
                option = CATALOGUE[name].clean(reading["option"])
                in_force.setdefault(option, resolve({name: option}))
        answers = {
            option: answer(case["kind"], case["input"], parameters) for option, parameters in in_force.items()
        }
        if len({json.dumps(one, sort_keys=True) for one in answers.values()}) > 1:
            found[name] = answers
    return found


@pytest.mark.parametrize("case", covered_cases())
def test_case(case: Mapping[str, Any]):
    if case["ambiguous"]:
        check_ambiguous(case)
    else:
        assert differences(case["expected"], answer(case["kind"], case["input"], defaults())) == []


def check_ambiguous(case: Mapping[str, Any]) -> None:
    deciding = options_of(case)
    assert deciding, "no parameter decides what the text leaves open"
    for reading in case["readings"]:
        # Nothing is decided without naming the parameter, and at least two options differ.
        assert reading["parameter"] in deciding
        # A switch is kept as a bool and told as on or off.
        option = CATALOGUE[reading["parameter"]].clean(reading["option"])
        given = deciding[reading["parameter"]][option]
        if reading["expected"].get("ask"):
            assert given.get("ask") is True
            assert given["parameter"] == reading["parameter"]
        else:
            assert "ask" not in given
            assert differences(reading["expected"], given) == []
    for name in {reading["parameter"] for reading in case["readings"]}:
        for given in deciding[name].values():
            # What the case itself expects is certain under every option.
            assert differences(case["expected"], given) == []


def test_every_parameter_of_an_adapter_is_in_the_catalogue():
    assert {name for adapter in ADAPTERS.values() for name in adapter.parameters} <= set(CATALOGUE)


def test_every_kind_of_the_cases_is_covered():
    cases = json.loads((COPY / FILE).read_text(encoding="utf-8"))["cases"]
    assert set(ADAPTERS) == {case["kind"] for case in cases}


def test_a_difference_is_seen():
    expected = {"seats": ["A", None], "points": 3, "redraw": ["B", "A"], "note": "x"}

    assert differences(expected, {"seats": ["A", "Z"], "points": 3, "redraw": ["A", "B"]}) == []
    assert differences(expected, {"seats": ["B", "Z"], "points": True, "redraw": ["A", "C"]}) != []
    assert differences({"points": 1}, {"points": True}) != []
    assert differences({"seats": ["A"]}, {"seats": None}) != []
    assert differences({"stays": [12, 3]}, {"stays": [3, 12]}) == []
    assert differences({"stays": [12, 4]}, {"stays": [3, 12]}) != []
