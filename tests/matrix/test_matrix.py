"""Who meets what where: every route, GET and POST, every role, on own and foreign objects.

The expected answers are written in `table.txt`, to be read by a person; a route that
is not there fails. To see what the product answers now: `python -m tests.matrix.write`.
"""

from __future__ import annotations

import itertools

import pytest
from django.urls import get_resolver, reverse

from tests.matrix.cast import set_stage
from tests.matrix.reading import GENERATED_ROUTES, answer, answers, rows, written

pytestmark = pytest.mark.django_db


def _routes() -> set[str]:
    found: set[str] = set()

    def walk(resolver: object, prefix: str = "") -> None:
        for each in resolver.url_patterns:  # type: ignore[attr-defined]
            if hasattr(each, "url_patterns"):
                walk(each, prefix + (f"{each.namespace}:" if each.namespace else ""))
            else:
                found.add(f"{prefix}{each.name}")

    walk(get_resolver())
    return found


def test_every_route_is_in_the_table() -> None:
    named = {route for route, _method, _path in rows()}
    missing = {route for route in _routes() - named if not route.startswith(GENERATED_ROUTES)}
    assert missing == set()
    assert named - _routes() == set()


def test_each_cell_is_as_written() -> None:
    stage = set_stage()
    expected = written()
    found = {row: answers(stage, *row[1:]) for row in rows()}
    wrong = {
        f"{method} {route} {path} · {actor}": (status, found[route, method, path][actor])
        for (route, method, path), cells in expected.items()
        for actor, status in cells.items()
        if found[route, method, path][actor] != status
    }
    assert wrong == {}


def test_the_administration_is_for_administrators_alone() -> None:
    """Django makes these routes from our tables; one rule holds for all of them."""
    stage = set_stage()
    lists = [route for route in _routes() if route.startswith("admin:") and route.endswith("_changelist")]
    pages = [reverse(route) for route in sorted(lists)]
    assert len(pages) > 30
    found = answers(stage, "GET", "/admin/")
    assert found.pop("administrator") == "200"
    refused = {"302", "403", "404"}
    assert set(found.values()) <= refused, found
    # Each table is asked by two actors and each actor asks for several: that administrators see them all,
    # tests/federation/views/test_admin.py holds.
    strangers = itertools.cycle(found)
    for page in pages:
        for actor in itertools.islice(strangers, 2):
            assert answer(stage, actor, "GET", page) in refused, (page, actor)
            assert answer(stage, actor, "POST", f"{page}add/") in refused, (page, actor)
