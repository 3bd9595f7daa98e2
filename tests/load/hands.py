"""Hands as phones send them: proposed and approved, and the floor's insert sent in the same way."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import count
from urllib.parse import urlencode
from uuid import uuid4

from django.utils.crypto import get_random_string

from tests.load.client import Answer, expect, get, post
from tests.load.world import Sheet

INSERT = "/banco/insercion/"


class Phones:
    """One client: it goes round its tables, proposing or approving one hand at each.

    As in the page, a write is sent by htmx and answered with the changed parts.
    """

    def __init__(self, sheets: Iterable[Sheet], host: str) -> None:
        self.host = host
        self.csrf = get_random_string(32)
        self.free = deque(sheets)
        self.proposed: deque[Sheet] = deque()
        self.approves = False
        self.sent = 0
        self._at: Sheet | None = None

    def request(self) -> bytes | None:
        """The next proposal or approval; None when no table waits for one."""
        queue = self.proposed if self.approves else self.free
        if not queue:
            return None
        self._at = queue.popleft()
        return self.approval(self._at) if self.approves else self.proposal(self._at)

    def answered(self, answer: Answer) -> None:
        """The write was done, and its answer shows the table as it stands now."""
        expect(answer, 200)
        sheet = self._at
        assert sheet is not None
        self.sent += 1
        if not self.approves:
            self.proposed.append(sheet)
            return
        sheet.hand += 1
        if not sheet.is_full:
            self.free.append(sheet)

    def proposal(self, sheet: Sheet) -> bytes:
        """The form of a hand: each pair wins in turn, so that nobody reaches the target."""
        body = {
            "hand": sheet.hand,
            "revision": 1,
            "side": "home" if sheet.hand % 2 else "away",
            "points": 20 + sheet.hand,
            "ending": "domino",
        }
        return self._post(sheet, "jugada/", body, target="panel")

    def approval(self, sheet: Sheet) -> bytes:
        """The form of an approval, with the counter's PIN."""
        body = {"person": sheet.counter, "pin": sheet.pin}
        return self._post(sheet, f"jugada/{sheet.hand}/1/conforme/", body, target="sheet")

    def _post(self, sheet: Sheet, rest: str, body: dict[str, object], *, target: str) -> bytes:
        path = sheet.path + rest
        headers = {
            "Cookie": f"csrf={self.csrf}; mesa={sheet.token}",
            "X-CSRFToken": self.csrf,
            "HX-Request": "true",
            "HX-Target": target,
            "HX-Current-URL": f"http://{self.host}/mesas/{sheet.board}/",
        }
        data = {"client_id": str(uuid4()), "device_time": "2026-11-28T21:00:00+01:00", **body}
        return post(path, self.host, urlencode(data), headers)


class Inserter:
    """One client of the floor: the same headers, a form of the same size, a session where there is one."""

    def __init__(self, session: str, host: str) -> None:
        self.host = host
        self.csrf = get_random_string(32)
        self.session = session
        self._number = count(1)

    def request(self) -> bytes:
        """The next insert."""
        headers = {
            "Cookie": f"csrf={self.csrf}; sesion={self.session}",
            "X-CSRFToken": self.csrf,
            "HX-Request": "true",
            "HX-Target": "panel",
            "HX-Current-URL": f"http://{self.host}/",
        }
        data = {
            "client_id": str(uuid4()),
            "device_time": "2026-11-28T21:00:00+01:00",
            "hand": next(self._number),
            "revision": 1,
            "side": "home",
            "points": 20,
            "ending": "domino",
        }
        return post(INSERT, self.host, urlencode(data), headers)

    def answered(self, answer: Answer) -> None:
        """It was inserted."""
        expect(answer, 200)


class Spectator:
    """Somebody who follows a live page: asks with the tag of what he has seen, which a new answer replaces.

    Nothing is written, but the page's tag moves on with the clock now and then.
    """

    def __init__(self, path: str, host: str) -> None:
        self._path, self._host, self._tag = path, host, ""

    def request(self) -> bytes:
        """The next look."""
        return live_part(self._path, self._host, "vivo", self._tag)

    def answered(self, answer: Answer) -> None:
        """Unchanged, or the new contents with their tag."""
        if answer.status == 200:
            self._tag = answer.tag
        else:
            expect(answer, 304)


def live_part(path: str, host: str, target: str, tag: str = "") -> bytes:
    """The question of a live page for its own part; with the tag of what it shows."""
    headers = {"HX-Request": "true", "HX-Target": target, "HX-Current-URL": f"http://{host}{path}"}
    if tag:
        headers["If-None-Match"] = tag
    return get(path, host, headers)
