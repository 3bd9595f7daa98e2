"""The bench: builds its world, starts the servers, measures in turns, prints a table and writes JSON.

`.ci/bench` runs it (`make bench`); it expects a migrated PostgreSQL and the product's settings
in the environment.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.load.settings")
django.setup()

# Only now: models can be read once the applications are there.
from tests.load import documents, figures, ratios, registry_figures  # noqa: E402
from tests.load.client import Repeater, get  # noqa: E402
from tests.load.figures import Figure  # noqa: E402
from tests.load.hands import Inserter, Phones, Spectator, live_part  # noqa: E402
from tests.load.servers import Server, peak_megabytes  # noqa: E402
from tests.load.slices import Kind, in_turns, summary  # noqa: E402
from tests.load.steps import Step, steps_of_a_hand  # noqa: E402
from tests.load.world import Ground, build  # noqa: E402

CLIENTS = 16
STEP_SHEETS = 3


def main() -> None:
    """Measure everything and tell it."""
    wanted = _arguments()
    # Enough tables for every slice: a client proposes and approves at each in turn.
    tables_each = max(2, round(wanted.rounds * wanted.seconds * 1.5))
    if wanted.registry:
        offices, questions, kinds = registry_figures.figures_of(
            rounds=wanted.rounds, seconds=wanted.seconds, tell=_say
        )
        _tell(offices, {}, questions, kinds, wanted.json)
        return
    _say("building the world…")
    ground = build(CLIENTS, tables_each + 1)
    _say(f"  {ground.seconds:.0f} s")
    spare = [line.pop() for line in ground.sheets]
    with ExitStack() as stack:
        whole = stack.enter_context(_serving("federation.wsgi"))
        bare = stack.enter_context(_serving("tests.load.bare_wsgi"))
        hands, hand_kinds = _hands(whole, bare, ground, wanted)
        pages, page_kinds = _pages(whole, bare, ground, wanted)
        web_peak = max(peak_megabytes(process) for process in whole.workers())
    steps = steps_of_a_hand(spare[:STEP_SHEETS])
    _say("documents…")
    paper, plain, _sealed = documents.figures_of(ground.signed)
    plain |= {
        "web worker, peak MB": web_peak,
        "job worker, peak MB while sealing": documents.worker_peak(),
    }
    offices, questions, office_kinds = registry_figures.figures_of(
        rounds=wanted.rounds, seconds=wanted.seconds / 2, tell=_say
    )
    every = [*hand_kinds, *page_kinds, *office_kinds]
    _tell([*hands, *pages, *paper, *offices], steps, {**plain, **questions}, every, wanted.json)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--json", type=Path, default=Path("var/bench.json"))
    parser.add_argument("--registry", action="store_true")
    return parser.parse_args()


@contextmanager
def _serving(application: str) -> Iterator[Server]:
    """A server for as long as the block lasts."""
    server = Server(application, dict(os.environ))
    try:
        yield server
    finally:
        server.stop()


def _mode(phones: Sequence[Phones], *, approves: bool) -> Callable[[], None]:
    def set_mode() -> None:
        for phone in phones:
            phone.approves = approves

    return set_mode


def _hands(
    whole: Server, bare: Server, ground: Ground, wanted: argparse.Namespace
) -> tuple[list[Figure], list[Kind]]:
    """A hand proposed and approved, against one insert with everything around it and with nothing."""
    phones = [Phones(sheets, whole.host) for sheets in ground.sheets]
    around = Kind("insert, whole stack", whole, [Inserter(key, whole.host) for key in ground.sessions])
    alone = Kind("insert, bare view", bare, [Inserter(key, bare.host) for key in ground.sessions])
    propose = Kind("hand proposed", whole, phones, _mode(phones, approves=False))
    approve = Kind("hand approved", whole, phones, _mode(phones, approves=True))
    in_turns([around, alone], [propose, approve], rounds=wanted.rounds, seconds=wanted.seconds, tell=_say)
    made = [_noise(around), _noise(alone)]
    for kind in (propose, approve):
        made += [*_both(kind, around, 0.5), *_both(kind, alone, 0.25)]
    return made, [around, alone, propose, approve]


def _pages(
    whole: Server, bare: Server, ground: Ground, wanted: argparse.Namespace
) -> tuple[list[Figure], list[Kind]]:
    """The public page of an encounter in play: unchanged, its live part, and whole."""
    host, path = whole.host, f"/directo/encuentros/{ground.watched}/"
    unchanged = get("/banco/sin-cambios/", host)
    floor = Kind("304, bare view", whole, [Repeater(unchanged, 304)] * CLIENTS)
    alone = Kind("304, no middleware", bare, [Repeater(get("/banco/sin-cambios/", bare.host), 304)] * CLIENTS)
    rows = Kind("page of 30 rows", whole, [Repeater(get("/banco/tabla/", host), 200)] * CLIENTS)
    live = Kind("live 304", whole, [Spectator(path, host) for _ in range(CLIENTS)])
    part = Kind("live part", whole, [Repeater(live_part(path, host, "vivo"), 200)] * CLIENTS)
    page = Kind("live page", whole, [Repeater(get(path, host), 200)] * CLIENTS)
    floors, kinds = [floor, alone, rows], [live, part, page]
    in_turns(floors, kinds, rounds=wanted.rounds, seconds=wanted.seconds, tell=_say)
    made = [_noise(floor), _noise(rows), *_both(live, floor, 0.7), *_both(live, alone, None)]
    return [*made, *_both(part, rows, 0.5), *_both(page, rows, 0.5)], [*floors, *kinds]


def _noise(floor: Kind) -> Figure:
    return Figure(floor.name, "itself (noise)", ratios.noise(floor.rates()))


def _both(kind: Kind, floor: Kind, aim: float | None) -> list[Figure]:
    """By answers a second, and by the processor's time that an answer takes."""
    return [
        Figure(f"{kind.name}, a second", floor.name, ratios.against(kind.rates(), floor.rates()), aim),
        Figure(f"{kind.name}, by processor", floor.name, ratios.against(kind.speeds(), floor.speeds())),
    ]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _tell(
    found: Sequence[Figure],
    steps: dict[str, list[Step]],
    plain: dict[str, float],
    kinds: Sequence[Kind],
    path: Path,
) -> None:
    _say(f"\n{figures.told(found, steps, plain)}")
    figures.write(path, found, steps, plain, {kind.name: summary(kind) for kind in kinds})
    _say(f"\n{path}")


if __name__ == "__main__":
    main()
