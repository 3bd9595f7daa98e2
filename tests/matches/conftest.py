"""Shared by the tests of several folders: an encounter of somebody whose values stand wherever they can."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from federation.models import Person
from tests.factories import world
from tests.matches import marked
from tests.matches.views.after_close import kept


@pytest.fixture(scope="module")
def marked_play(django_db_setup: Any, django_db_blocker: Any) -> Iterator[tuple[world.World, Person]]:
    """The world and the person, built once for a module."""

    def build() -> tuple[world.World, Person]:
        each, who, _acta = marked.play()
        marked.fill(each, who)
        return each, who

    with kept(django_db_blocker, build) as built:
        yield built
