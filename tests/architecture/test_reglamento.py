"""docs/reglamento.md is true: each function, route and test that it names is there."""

import ast
import re
from pathlib import Path

import pytest
from django.urls import NoReverseMatch, get_resolver

from tests.cases.rulebook import ADAPTERS

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "reglamento.md").read_text(encoding="utf-8")
DOMINO, POOL = TEXT.split("## 8-ball")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", TEXT)))
ROUTES = sorted(set(re.findall(r"`(matches:\w+)`", TEXT)))


def _file(name: str) -> Path:
    places = [ROOT / "matches" / "rules" / name, ROOT / "tests" / name, ROOT / name]
    found = [place for place in places if place.is_file()]
    assert found, f"{name} is nowhere"
    return found[0]


@pytest.mark.parametrize(("file", "function"), NAMED)
def test_it_is_there(file: str, function: str) -> None:
    tree = ast.parse(_file(file).read_text(encoding="utf-8"))
    names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert not function or function in names


@pytest.mark.parametrize("route", ROUTES)
def test_the_page_is_there(route: str) -> None:
    namespace, name = route.split(":")
    _prefix, resolver = get_resolver().namespace_dict[namespace]
    assert resolver.reverse_dict.getlist(name), NoReverseMatch(route)


@pytest.mark.parametrize(("text", "first", "last"), [(DOMINO, 6, 20), (POOL, 1, 24)], ids=["domino", "pool"])
def test_each_article_has_a_row(text: str, first: int, last: int) -> None:
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    numbers = {int(part) for cell in cells for part in re.findall(r"(?<![.\d-])(\d+)", cell)}
    assert set(range(first, last + 1)) <= numbers


def test_both_articles_of_the_same_number_have_rows() -> None:
    assert all(title in POOL for title in ("12 Anotación", "12 Faltas", "18 combinados", "18 contacto"))


def test_the_worked_kinds_are_those_of_the_adapters() -> None:
    of_domino = {"seat_draw", "lead_rotation", "hand_score", "second_partida_seats", "scorer_and_counter"}
    assert of_domino | {"loss", "break_order", "shot_clock"} <= set(ADAPTERS)
