"""Measuring kinds of requests in turns: a short slice of each, round after round."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from django.db import connection

from tests.load import ratios
from tests.load.client import Client, Connection, Work, connect_evenly, get, work
from tests.load.servers import WORKERS, Server, children_of, cpu_seconds, parent_of


@dataclass(frozen=True)
class Slice:
    """What was counted in one slice."""

    rate: float
    """Answers a second."""
    web: float
    """Milliseconds of processor for an answer, in the server's processes."""
    database: float
    """The same in those of PostgreSQL."""
    wait: float
    """Milliseconds until an answer was there, in the middle."""
    generator: float
    """Share of one processor that the clients themselves took."""

    @property
    def cost(self) -> float:
        """Milliseconds of processor for an answer, server and database."""
        return self.web + self.database


@dataclass
class Kind:
    """One kind of request: at which server, by which clients."""

    name: str
    server: Server
    clients: Sequence[Client]
    before: Callable[[], None] = lambda: None
    slices: list[Slice] = field(default_factory=list)

    def rates(self) -> list[float]:
        """Answers a second, slice by slice."""
        return [each.rate for each in self.slices]

    def speeds(self) -> list[float]:
        """Answers for a second of processor, slice by slice."""
        return ratios.inverted([each.cost for each in self.slices])


def database_processes() -> list[int]:
    """The processes of the throw-away PostgreSQL; empty where they cannot be seen."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        own = cursor.fetchone()[0]
    return [each for each in children_of(parent_of(own)) if each != own]


def measure(kind: Kind, seconds: float) -> Slice:
    """One slice, on connections of its own; it is also added to the kind."""
    kind.before()
    web = kind.server.workers()
    links = _connected(kind)
    database = database_processes()
    used = cpu_seconds(web), cpu_seconds(database), time.process_time()
    try:
        done = work(kind.clients, links, seconds)
    finally:
        for link in links:
            link.close()
    spent = [now - then for now, then in zip(_used(web, database), used, strict=True)]
    made = _slice(done, *spent)
    kind.slices.append(made)
    return made


def _used(web: Sequence[int], database: Sequence[int]) -> tuple[float, float, float]:
    return cpu_seconds(web), cpu_seconds(database), time.process_time()


def _connected(kind: Kind) -> list[Connection]:
    who = get("/banco/proceso/", kind.server.host)
    return connect_evenly(kind.server.port, len(kind.clients), WORKERS, who)


def _slice(done: Work, web: float, database: float, generator: float) -> Slice:
    if not done.within:
        raise RuntimeError("nothing was answered in a slice")
    return Slice(
        rate=done.rate,
        web=1000 * web / done.all,
        database=1000 * database / done.all,
        wait=1000 * median(done.waits),
        generator=generator / done.seconds,
    )


def in_turns(
    floors: Sequence[Kind],
    kinds: Sequence[Kind],
    *,
    rounds: int,
    seconds: float,
    tell: Callable[[str], None],
) -> None:
    """Measure floors and kinds in turns; the floors once more at the end: they stand on both sides."""
    every = (*floors, *kinds)
    for number in range(1, rounds + 1):
        for kind in every:
            measure(kind, seconds)
        rates = ", ".join(f"{kind.name} {kind.slices[-1].rate:.0f}/s" for kind in every)
        tell(f"  round {number} of {rounds}: {rates}")
    for kind in floors:
        measure(kind, seconds)


def summary(kind: Kind) -> Mapping[str, float]:
    """The middle of a kind's slices."""
    fields = ("rate", "web", "database", "wait", "generator")
    return {name: round(median(getattr(each, name) for each in kind.slices), 3) for name in fields}
