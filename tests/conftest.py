"""What every test shares: which need a database, what surrounds a flush, how two people act at once."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.db import connection, connections
from django.db.backends.base.operations import BaseDatabaseOperations
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

DATABASE_FIXTURES = frozenset(
    {"db", "transactional_db", "live_server", "django_db_setup", "admin_user", "admin_client", "async_client"}
)


def _needs_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("django_db") or DATABASE_FIXTURES.intersection(
        getattr(item, "fixturenames", ())
    ):
        return True
    test_class = getattr(item, "cls", None)
    return test_class is not None and issubclass(test_class, TransactionTestCase)


# What `make test` runs on one engine (`make test-all` runs everything on both). Acts and the rules of the
# database run on both always; each page is asked on PostgreSQL by all actors of the matrix, in its details
# on SQLite.
ON_ONE_ENGINE = {
    "views": "quick_on_sqlite",
    "demo": "quick_on_sqlite",
    "acta": "quick_on_sqlite",
    "matrix": "quick_on_postgres",
    "test_round_trip.py": "quick_on_postgres",
}


# First, so that -m sees the marks that are set here.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test `pure` (it is refused the database) or `database`, and where one engine is enough."""
    for item in items:
        if not _needs_database(item):
            item.add_marker("pure")
            continue
        item.add_marker("database")
        if not item.get_closest_marker("postgres"):
            for part in set(item.path.parts) & ON_ONE_ENGINE.keys():
                item.add_marker(ON_ONE_ENGINE[part])


@pytest.fixture(autouse=True)
def _only_on_postgres(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("postgres") and connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL")


@pytest.fixture(autouse=True)
def _no_loop_of_the_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """What drives the browser leaves its event loop marked as running; the seal begins one of its own."""
    if request.node.get_closest_marker("browser"):
        yield
        return
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture(autouse=True)
def _language_of_the_house() -> Iterator[None]:
    """Each test begins in Spanish, whatever language the one before asked a page in."""
    with translation.override("es"):
        yield


@pytest.fixture(autouse=True)
def _no_page_of_another_test() -> None:
    """What a process keeps of an encounter is of another one when a test gives the same id again."""
    caches["pages"].clear()


# ---------------------------------------------------------------- a flush and the triggers
def _flush_between_triggers(original: Callable[..., None]) -> Callable[..., None]:
    def execute_sql_flush(self: BaseDatabaseOperations, sql_list: list[str]) -> None:
        from federation import triggers

        triggers.drop_all(self.connection)
        try:
            original(self, sql_list)
        finally:
            triggers.install_all(self.connection)
        # A flush empties the tables of models; the cache, with its limits per address, is none.
        cache.clear()

    return execute_sql_flush


@pytest.fixture(scope="session", autouse=True)
def _tables_may_be_emptied_by_tests_only() -> Iterator[None]:
    """Triggers refuse DELETE and TRUNCATE to everybody; a test with real transactions ends in a flush."""
    original = BaseDatabaseOperations.execute_sql_flush
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", _flush_between_triggers(original))
        yield


# ---------------------------------------------------------------- two people at once
@pytest.fixture
def run_together() -> Callable[..., list[Any]]:
    """Run callables at the same moment, each in a thread with its own connection.

    `run_together(first, second)` gives their results in order; an exception takes the
    place of its result, so that a test can count who won. Needs `transaction=True`.
    """

    def run(*callables: Callable[[], Any]) -> list[Any]:
        barrier = threading.Barrier(len(callables))
        results: list[Any] = [None] * len(callables)

        def work(index: int, act: Callable[[], Any]) -> None:
            try:
                barrier.wait(timeout=10)
                results[index] = act()
            except Exception as error:  # noqa: BLE001 - the test judges it
                results[index] = error
            finally:
                connections.close_all()

        threads = [threading.Thread(target=work, args=pair) for pair in enumerate(callables)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        assert not any(thread.is_alive() for thread in threads), "somebody still waits for a lock"
        return results

    return run
