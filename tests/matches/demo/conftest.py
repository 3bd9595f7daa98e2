"""A demonstration season, written once for all tests of a module that only read it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.db import transaction

from matches.demo import season

DAY = date(2026, 11, 30)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[season.World]:
    """The season of seed 7; it is taken away again with the module."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield season.build(seed=7, today=DAY)
        transaction.set_rollback(True)


@pytest.fixture
def debug(settings: Any) -> None:
    """The commands as they work for a developer."""
    settings.DEBUG = True
