"""What a hand costs, step by step: questions to the database and milliseconds of each.

The product is not touched: named functions are wrapped for as long as the measuring
takes. The time of a step is its own, without that of the steps inside it, so the parts
add up to the whole. It is the time of the processor, which other processes of the machine
do not lengthen.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from statistics import median
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from django.db import connection
from django.db.transaction import Atomic
from django.test import Client
from django.utils.crypto import get_random_string

from tests.load.world import Sheet

REST = "middleware, routing, CSRF"
STEPS: Sequence[tuple[str, str]] = (
    ("table session, board", "matches.views.table_answers.board_or_404"),
    ("form", "matches.forms.sheets.HandForm.full_clean"),
    ("form", "matches.forms.sheets.ApprovalForm.full_clean"),
    ("PIN", "matches.actions.identifying.verify_pin"),
    ("view, receipt", "matches.views.table_answers.attempt"),
    ("view, receipt", "matches.views.hands.attempt"),
    ("receipt", "federation.models.WriteReceipt.save"),
    ("action", "matches.actions.sheets.propose_hand"),
    ("action", "matches.actions.approvals.approve_hand"),
    ("lock of the encounter", "matches.actions.stream.locked_partida"),
    ("permission", "matches.actions.stream.require_at_table"),
    ("version raised", "matches.actions.stream.bump"),
    ("entries read", "matches.queries.sheets.board_view"),
    ("replay", "matches.queries.sheets.replay_board"),
    ("checks", "matches.actions.stream.check_entry"),
    ("entry inserted", "matches.models.SheetEntry.save"),
    ("audit", "federation.actions.audit.record"),
    ("answer: names", "matches.views.any_table.encounters.team_names"),
    ("answer: names", "matches.views.any_table.people.judges_person"),
    ("answer: names", "matches.views.any_table.tables.people_of"),
    ("answer put together", "matches.views.table_answers.due_panel"),
    ("answer put together", "matches.views.table_answers.page_of"),
    ("answer rendered", "matches.views.table_answers.render"),
)
COMMIT = "begin, savepoints, commit"


@dataclass(frozen=True)
class Step:
    """One step of a request, in the middle of many."""

    name: str
    questions: float
    processor: float
    """Milliseconds of processor in the web process."""
    database: float
    """Milliseconds until the database had answered."""


class Watch:
    """Charges time and questions to the step that runs."""

    def __init__(self) -> None:
        self._running = [REST]
        self._since = time.thread_time()
        self.spent: dict[str, float] = defaultdict(float)
        self.waited: dict[str, float] = defaultdict(float)
        self.asked: dict[str, int] = defaultdict(int)

    def _charge(self) -> None:
        now = time.thread_time()
        self.spent[self._running[-1]] += now - self._since
        self._since = now

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Within this block time belongs to `name`."""
        self._charge()
        self._running.append(name)
        try:
            yield
        finally:
            self._charge()
            self._running.pop()

    def wrapped(self, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        """A function that does the same and is charged to `name`."""

        def wrapper(*args: Any, **kwargs: Any) -> Any:
            with self.step(name):
                return original(*args, **kwargs)

        return wrapper

    def question(self, execute: Callable[..., Any], *args: Any) -> Any:
        """For `connection.execute_wrapper`."""
        begin = time.perf_counter()
        try:
            return execute(*args)
        finally:
            self.asked[self._running[-1]] += 1
            self.waited[self._running[-1]] += time.perf_counter() - begin

    def take(self) -> dict[str, tuple[int, float, float]]:
        """What was charged since the last time."""
        self._charge()
        found = {name: (self.asked[name], self.spent[name], self.waited[name]) for name in self.spent}
        for each in (self.spent, self.waited, self.asked):
            each.clear()
        return found


def _found(path: str) -> tuple[Any, str]:
    """The module or class in which a dotted name stands, and the last part of the name."""
    owner, _, name = path.rpartition(".")
    try:
        return import_module(owner), name
    except ModuleNotFoundError:
        module, _, cls = owner.rpartition(".")
        return getattr(import_module(module), cls), name


@contextmanager
def watching() -> Iterator[Watch]:
    """Wrap every step, and the database's questions."""
    watch = Watch()
    with ExitStack() as stack:
        for name, path in STEPS:
            owner, attribute = _found(path)
            stack.enter_context(
                patch.object(owner, attribute, watch.wrapped(name, getattr(owner, attribute)))
            )
        for edge in ("__enter__", "__exit__"):
            stack.enter_context(patch.object(Atomic, edge, watch.wrapped(COMMIT, getattr(Atomic, edge))))
        stack.enter_context(connection.execute_wrapper(watch.question))
        yield watch


class Phone:
    """A phone at a table, in this process."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.token = get_random_string(32)
        self.client = Client(enforce_csrf_checks=True)
        self.client.cookies.load({"mesa": sheet.token, "csrf": self.token})

    def propose(self) -> None:
        """Write the next hand."""
        hand = self.sheet.hand
        body = {"hand": hand, "revision": 1, "side": "home" if hand % 2 else "away", "points": 20 + hand}
        self._post("jugada/", {**body, "ending": "domino"}, "panel")

    def approve(self) -> None:
        """Approve it."""
        rest = f"jugada/{self.sheet.hand}/1/conforme/"
        self._post(rest, {"person": self.sheet.counter, "pin": self.sheet.pin}, "sheet")
        self.sheet.hand += 1

    def _post(self, rest: str, body: dict[str, object], target: str) -> None:
        headers = {"HX-Request": "true", "HX-Target": target, "X-CSRFToken": self.token}
        data = {"client_id": str(uuid4()), "device_time": "", **body}
        answer = self.client.post(self.sheet.path + rest, data, headers=headers)
        if answer.status_code != 200:
            raise RuntimeError(f"{answer.status_code}: {answer.content[:300]!r}")


def steps_of_a_hand(sheets: Sequence[Sheet]) -> dict[str, list[Step]]:
    """The steps of proposing and of approving, over all hands of some sheets; the first is not counted."""
    seen: dict[str, list[dict[str, tuple[int, float, float]]]] = {"propose": [], "approve": []}
    for number, sheet in enumerate(sheets):
        phone = Phone(sheet)
        with watching() as watch:
            while not sheet.is_full:
                for act in ("propose", "approve"):
                    watch.take()
                    getattr(phone, act)()
                    if number:
                        seen[act].append(watch.take())
    return {act: _middles(found) for act, found in seen.items()}


def _middles(found: Sequence[dict[str, tuple[int, float, float]]]) -> list[Step]:
    names = dict.fromkeys([*(name for name, _path in STEPS), COMMIT, REST])
    made = []
    for name in names:
        of_one = [each.get(name, (0, 0.0, 0.0)) for each in found]
        if any(spent for _asked, spent, _waited in of_one):
            asked, spent, waited = (median(column) for column in zip(*of_one, strict=True))
            made.append(Step(name, asked, 1000 * spent, 1000 * waited))
    return made
