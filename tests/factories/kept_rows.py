"""Worlds that many tests begin with are built once by their acts and laid down again as rows.

Building a world through actions takes some hundred queries; most of a suite's time would go there.
`kept` builds as ever the first time a process asks, remembers the rows, and gives the next test the same rows
under the same keys: what a test finds is what the acts wrote.
"""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, ParamSpec, TypeVar

import psycopg
import time_machine
from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model

from federation import clock

Arguments = ParamSpec("Arguments")
Built = TypeVar("Built")

# What is written at a moment (a PIN, a session) must be as fresh as if it had just been built.
GOOD_FOR = timedelta(minutes=2)
# Tests that begin at one and the same second find it written before that second, whichever builds first.
# Where the minute matters, a test calls the builder's `__wrapped__`, which builds at the test's own time.
HEAD_START = timedelta(seconds=5)
# Written by migrate, the same for every test.
GIVEN = frozenset({"contenttypes.ContentType", "auth.Permission", "sites.Site"})


@dataclass(frozen=True)
class _Table:
    """The rows of one table and the statement that inserts one of them."""

    statement: str
    rows: list[tuple[Any, ...]]


@dataclass(frozen=True)
class _Kept:
    """What was built, when, and its rows; on PostgreSQL also as the one text that inserts them all."""

    at: datetime
    tables: list[_Table]
    text: str
    built: bytes


_kept: dict[object, _Kept] = {}


def kept(build: Callable[Arguments, Built]) -> Callable[Arguments, Built]:
    """Make a builder that is called on an empty database lay down what it made the last time.

    A database with rows of its own, or arguments that cannot be compared, make it build as ever.
    """

    @functools.wraps(build)
    def again(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Built:
        if not _is_empty():
            return build(*args, **kwargs)
        key = (build.__qualname__, build.__module__, repr(args), repr(sorted(kwargs.items())))
        now = clock.now()
        known = _kept.get(key)
        if known is None or not timedelta(0) <= now - known.at <= GOOD_FOR:
            with time_machine.travel(now - HEAD_START, tick=True):
                built = build(*args, **kwargs)
                _kept[key] = _remembered(clock.now(), built)
            return built
        _lay_down(known)
        return pickle.loads(known.built)

    return again


@functools.cache
def _models() -> list[type[Model]]:
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model._meta.label not in GIVEN
    ]


@functools.cache
def _question() -> str:
    quoted = (connection.ops.quote_name(model._meta.db_table) for model in _models())
    return " OR ".join(f"EXISTS (SELECT 1 FROM {name})" for name in quoted)


def _is_empty() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {_question()}")
        return not cursor.fetchone()[0]


def _remembered(now: datetime, built: object) -> _Kept:
    quote = connection.ops.quote_name
    tables = []
    with connection.cursor() as cursor:
        for model in _models():
            table, names = (
                quote(model._meta.db_table),
                [quote(field.column) for field in model._meta.concrete_fields],
            )
            cursor.execute(f"SELECT {', '.join(names)} FROM {table}")
            rows = [tuple(map(_plain, row)) for row in cursor.fetchall()]
            marks = ", ".join(["%s"] * len(names))
            statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"
            if rows:
                tables.append(_Table(statement, rows))
        text = ""
        if connection.vendor == "postgresql":
            # Values stand in the text: one journey for a whole world, which no statement with gaps can be.
            written = psycopg.ClientCursor(connection.connection)
            text = "; ".join(written.mogrify(each.statement, row) for each in tables for row in each.rows)
    return _Kept(now, tables, text, pickle.dumps(built))


def _plain(value: Any) -> Any:
    """SQLite keeps moments as text, and what it reads as moments it must be given as text again."""
    return str(value) if connection.vendor == "sqlite" and isinstance(value, date | time) else value


def _lay_down(known: _Kept) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        if known.text:
            cursor.cursor.execute(known.text, prepare=False)
            return
        for table in known.tables:
            cursor.executemany(table.statement, table.rows)
