"""Identity numbers and names as Spain writes them, one test each; its id is the case's."""

import json
import unicodedata
from collections.abc import Mapping
from typing import Any

import pytest

from tests.cases.folder import cases_folder
from tests.cases.spain_people import identity_answer, name_answer, sorted_answer


def family(name: str) -> dict[str, Any]:
    path = cases_folder() / "spain" / name
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def cases_of(name: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in family(name).get("cases", [])]


@pytest.mark.parametrize("case", cases_of("ids.json"))
def test_identity(case: Mapping[str, Any]):
    given = identity_answer(case["raw"])

    if case.get("ambiguous") and given["way"] == "refuse":
        assert "refuse" in case["one_of"]
        return
    if case.get("ambiguous"):
        assert "accept" in case["one_of"]
    assert given["valid"] is case["valid"]
    assert given["normalised"] == case["normalised"]
    assert case["kind"] in (None, given["kind"])
    assert given["valid"] or given["told"]


@pytest.mark.parametrize("case", cases_of("names.json"))
def test_name(case: Mapping[str, Any]):
    given = name_answer(case["raw"])

    assert given["way"] in (case["one_of"] or ["accept"])
    if given["way"] == "refuse":
        return
    main = {key: case[key] for key in ("given", "surname1", "surname2")} | {"link": None}
    right = [main, *({"link": None} | one for one in case["alternatives"])]
    assert {key: given[key] for key in main} in right
    assert case["search_key"] in (None, given["search_key"])


def sorted_examples() -> list[Any]:
    example = family("names.json").get("sorted_example")
    return [pytest.param(example, id=example["id"])] if example else []


@pytest.mark.parametrize("example", sorted_examples())
def test_order_of_names(example: Mapping[str, Any]):
    right = [words for key, words in example.items() if key.startswith("expected")]

    assert sorted_answer(example["input"]) in right


def test_the_same_name_in_other_writings_has_one_key():
    """Composed and decomposed accents are one name; lost accents only sound alike."""
    raw = "Núñez Ibáñez, Íñigo"
    composed, decomposed, bare = (
        name_answer(one)
        for one in (raw, unicodedata.normalize("NFD", raw), raw.translate(str.maketrans("úñáÍ", "unaI")))
    )
    assert composed == decomposed
    assert composed["surname1"] != bare["surname1"]
    assert composed["search_key"] == bare["search_key"]
