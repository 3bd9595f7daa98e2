"""The day on which everybody knocks: that of the world's encounter, whenever the tests run."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.factories import world


@pytest.fixture(autouse=True)
def _the_day() -> Iterator[None]:
    with time_machine.travel(world.NOW, tick=True):
        yield
