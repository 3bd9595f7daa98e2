"""The office's pages at 30 and at 30,000 licences: two databases of one PostgreSQL, measured in turns."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from django.conf import settings

from tests.load import ratios
from tests.load.client import Repeater, get
from tests.load.figures import Figure
from tests.load.servers import Server
from tests.load.slices import Kind, in_turns

FEW, MANY = 30, 30_000
CLIENTS = 4
AIM = 1.5
WITHOUT_AIM = frozenset({"search, a common surname"})
"""It finds one page of people among few, and a whole page among many."""


@dataclass(frozen=True)
class Sized:
    """One size: where its database is, who looks, what he asks, how many questions each page puts."""

    url: str
    session: str
    pages: Mapping[str, str]
    questions: Mapping[str, int]


def figures_of(
    *, rounds: int, seconds: float, tell: Callable[[str], None]
) -> tuple[list[Figure], dict[str, float], list[Kind]]:
    """The ratios of times, many to few, the questions of each page at both, and what was measured."""
    few, many = (_sized(count, tell) for count in (FEW, MANY))
    made: list[Figure] = []
    kinds: list[Kind] = []
    with ExitStack() as stack:
        small, large = (stack.enter_context(_serving(each.url)) for each in (few, many))
        for name in few.pages:
            floor = _kind(f"{name}, {FEW}", small, few, name)
            kind = _kind(f"{name}, {MANY}", large, many, name)
            in_turns([floor], [kind], rounds=rounds, seconds=seconds, tell=tell)
            made += _ratios(name, kind, floor)
            kinds += [floor, kind]
    questions = {
        f"{name}: queries at {count}": float(each.questions[name])
        for name in few.pages
        for count, each in ((FEW, few), (MANY, many))
    }
    return made, questions, kinds


def _kind(name: str, server: Server, sized: Sized, page: str) -> Kind:
    asked = get(sized.pages[page], server.host, {"Cookie": f"{settings.SESSION_COOKIE_NAME}={sized.session}"})
    return Kind(name, server, [Repeater(asked, 200)] * CLIENTS)


def _ratios(name: str, kind: Kind, floor: Kind) -> list[Figure]:
    """Times, so that 1.5 is half as long again."""
    aim = None if name in WITHOUT_AIM else AIM
    waits = ratios.against(ratios.inverted(kind.rates()), ratios.inverted(floor.rates()))
    costs = ratios.against(ratios.inverted(kind.speeds()), ratios.inverted(floor.speeds()))
    return [
        Figure(f"{name}, time", f"{FEW} licences", waits, aim, at_least=False),
        Figure(f"{name}, by processor", f"{FEW} licences", costs, at_least=False),
    ]


def _sized(count: int, tell: Callable[[str], None]) -> Sized:
    """A database of its own, made from the migrated one before anything was written there."""
    base, name = os.environ["DATABASE_URL"].rsplit("/", 1)
    own = f"{name}_{count}"
    with psycopg.connect(f"{base}/postgres", autocommit=True) as link:
        link.execute(f'CREATE DATABASE "{own}" TEMPLATE "{name}_empty"')
    environment = {**os.environ, "DATABASE_URL": f"{base}/{own}"}
    tell(f"building a registry of {count}…")
    told = subprocess.run(
        [sys.executable, "-m", "tests.load.registry", str(count)],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if told.returncode != 0:
        raise RuntimeError(told.stderr)
    found: dict[str, Any] = json.loads(told.stdout)
    return Sized(environment["DATABASE_URL"], found["session"], found["pages"], found["questions"])


@contextmanager
def _serving(url: str) -> Iterator[Server]:
    server = Server("federation.wsgi", {**os.environ, "DATABASE_URL": url})
    try:
        yield server
    finally:
        server.stop()
