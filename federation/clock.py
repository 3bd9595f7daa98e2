"""What time it is: the one place that actions and queries ask.

It is the machine's clock. A demonstration season plays weeks that are past; inside
`standing_at` everything is written with the moment that it would have had. Nothing that
serves a request calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime

from django.utils import timezone

_hands: ContextVar[Callable[[], datetime] | None] = ContextVar("clock_hands", default=None)


def now() -> datetime:
    """The present moment, aware."""
    hands = _hands.get()
    return timezone.now() if hands is None else hands()


def today() -> date:
    """The present day in the federation's time zone."""
    return timezone.localdate(now())


@contextmanager
def standing_at(hands: Callable[[], datetime]) -> Iterator[None]:
    """Let `now` give what `hands` gives (aware moments) within this block and this thread."""
    token = _hands.set(hands)
    try:
        yield
    finally:
        _hands.reset(token)
