"""PostgreSQL remembers the statements that a connection repeats; each answer stays the one asked for."""

from __future__ import annotations

import pytest
from django.db import connection

from federation.models import Club

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def _asked(name: str) -> list[str]:
    return list(Club.objects.filter(name=name, short_name=name).values_list("name", flat=True))


def _remembered() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", ["%short_name%"]
        )
        return cursor.fetchone()[0]


def test_what_is_asked_again_is_remembered_and_asks_with_its_own_values() -> None:
    Club.objects.create(name="Uno", short_name="Uno")
    Club.objects.create(name="Dos", short_name="Dos")
    before = _remembered()

    found = [_asked(name) for name in ("Uno", "Dos", "Tres", "Uno")]

    assert found == [["Uno"], ["Dos"], [], ["Uno"]]
    assert _remembered() == before + 1
