"""Printing many actas on the other processors of the machine, while this one goes on writing.

A new process reads this module before Django is set up: it imports nothing of the project.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from types import TracebackType
from typing import TypeVar

import django

Material = TypeVar("Material")
Printed = Callable[[], bytes]


def spare_processors() -> int:
    """How many processors this process may use besides its own."""
    return max(0, len(os.sched_getaffinity(0)) - 1)


class Press:
    """Prints documents in `workers` processes; with none, when the document is asked for.

    A process gets plain data and gives bytes. It is started anew, not forked: it has none
    of our connections, and it looks at no database.
    """

    def __init__(self, workers: int = 0) -> None:
        self._pool = (
            ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_begin)
            if workers
            else None
        )

    def __enter__(self) -> Press:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def order(self, printed: Callable[[Material], bytes], material: Material) -> Printed:
        """Have a document printed from its material; the answer gives it, and waits for it when it must."""
        if self._pool is None:
            return partial(printed, material)
        return self._pool.submit(printed, material).result


def _begin() -> None:
    # Ctrl-C reaches every process of the terminal; who ordered decides, and ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    django.setup()
