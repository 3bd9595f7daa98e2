"""Sixteen browsers in one thread: keep-alive connections that each ask again as soon as they are answered.

As light as can be, since it shares the machine with what it measures: requests are sent
as bytes, and of an answer no more is read than its status, its length and its tag.
"""

from __future__ import annotations

import re
import selectors
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

PATIENCE = 30.0
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
_TAG = re.compile(rb"\r\netag: ([^\r]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    head: bytes
    body: bytes

    @property
    def tag(self) -> str:
        """Its entity tag; empty without one."""
        found = _TAG.search(self.head)
        return found.group(1).decode() if found else ""


class Client(Protocol):
    """Somebody who asks and looks at the answers."""

    def request(self) -> bytes | None:
        """The next request; None when there is nothing left to ask."""

    def answered(self, answer: Answer) -> None:
        """Take the answer; raise when it is not the one that was due."""


class UnexpectedAnswerError(Exception):
    """A server answered something else than it should: nothing that was measured counts."""


def expect(answer: Answer, status: int) -> None:
    """Raise UnexpectedAnswerError for another status."""
    if answer.status != status:
        raise UnexpectedAnswerError(f"{answer.status} instead of {status}: {answer.body[:300]!r}")


class Connection:
    """A connection that is kept; one request at a time."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = b""

    def send(self, request: bytes) -> None:
        """Send a whole request."""
        self._received = b""
        self.socket.sendall(request)

    def receive(self) -> Answer | None:
        """Read what is there; the answer once it is whole."""
        data = self.socket.recv(262144)
        if not data:
            raise UnexpectedAnswerError("the server closed the connection")
        self._received += data
        end = self._received.find(b"\r\n\r\n")
        if end < 0:
            return None
        head = self._received[:end]
        status = int(head[9:12])
        length = _LENGTH.search(head)
        if length is None and status != 304:
            raise UnexpectedAnswerError(f"an answer without a length: {head[:300]!r}")
        body = self._received[end + 4 :]
        if length is not None and status != 304 and len(body) < int(length.group(1)):
            return None
        return Answer(status, head, body)

    def ask(self, request: bytes) -> Answer:
        """Send and wait."""
        self.send(request)
        while True:
            answer = self.receive()
            if answer is not None:
                return answer

    def close(self) -> None:
        """Hang up."""
        self.socket.close()


def connect_evenly(port: int, count: int, workers: int, who: bytes) -> list[Connection]:
    """Connections shared out evenly over the server's processes.

    A kept connection stays with the process that took it; a slice in which one process
    has most of the clients would measure luck. `who` is the request that tells the process.
    """
    share = count // workers
    kept: dict[bytes, list[Connection]] = {}
    spare: list[Connection] = []
    for _try in range(count * 50):
        connection = Connection(port)
        answer = connection.ask(who)
        expect(answer, 200)
        of_one = kept.setdefault(answer.body, [])
        (of_one if len(of_one) < share else spare).append(connection)
        if sum(map(len, kept.values())) == share * workers:
            break
    for connection in spare:
        connection.close()
    mixed = [each for together in zip(*kept.values(), strict=True) for each in together]
    if len(mixed) != share * workers:
        raise UnexpectedAnswerError("one of the server's processes takes no connections")
    return mixed


@dataclass
class Work:
    """What was done: how many answers within the measured time, and how many with those still under way."""

    within: int = 0
    all: int = 0
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.within / self.seconds


@dataclass
class _Conversation:
    client: Client
    connection: Connection
    sent: float = 0.0

    def go_on(self) -> bool:
        """Ask the next thing; False when there is none."""
        request = self.client.request()
        if request is None:
            return False
        self.sent = time.perf_counter()
        self.connection.send(request)
        return True


def work(clients: Sequence[Client], connections: Sequence[Connection], seconds: float) -> Work:
    """Let each client ask on its connection, again and again, for some seconds or until one has nothing left.

    Answers that are still under way then are waited for and given to their clients, but
    not counted in the rate.
    """
    done = Work()
    with selectors.DefaultSelector() as selector:
        begin = time.perf_counter()
        last = begin + seconds
        running, waiting = True, 0
        for client, connection in zip(clients, connections, strict=True):
            talk = _Conversation(client, connection)
            selector.register(connection.socket, selectors.EVENT_READ, talk)
            waiting += talk.go_on()
        while waiting:
            events = selector.select(PATIENCE)
            if not events:
                raise UnexpectedAnswerError("no answer")
            for key, _mask in events:
                talk = key.data
                answer = talk.connection.receive()
                if answer is None:
                    continue
                now = time.perf_counter()
                done.all += 1
                if running:
                    done.within += 1
                    done.waits.append(now - talk.sent)
                talk.client.answered(answer)
                if running and now < last and talk.go_on():
                    continue
                if running:
                    running, done.seconds = False, now - begin
                waiting -= 1
    return done


def get(path: str, host: str, headers: dict[str, str] | None = None) -> bytes:
    """A GET as a phone sends it."""
    return _request("GET", path, host, headers or {}, b"")


def post(path: str, host: str, body: str, headers: dict[str, str]) -> bytes:
    """A POST of a form."""
    encoded = body.encode()
    form = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": str(len(encoded)),
        "Origin": f"http://{host}",
    }
    return _request("POST", path, host, {**form, **headers}, encoded)


def _request(method: str, path: str, host: str, headers: dict[str, str], body: bytes) -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: {host}",
        "User-Agent: Mozilla/5.0 (Linux; Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
        "Accept: */*",
        "Accept-Language: es-ES,es;q=0.8,en;q=0.5",
        "Accept-Encoding: gzip, deflate, br",
        *(f"{name}: {value}" for name, value in headers.items()),
        "",
        "",
    ]
    return "\r\n".join(lines).encode() + body


Make = Callable[[], bytes]


class Repeater:
    """A client that asks the same thing for ever, or what `make` makes each time."""

    def __init__(self, make: Make | bytes, status: int) -> None:
        self._make = make if callable(make) else lambda: make
        self._status = status

    def request(self) -> bytes:
        """The next request."""
        return self._make()

    def answered(self, answer: Answer) -> None:
        """Look at the status."""
        expect(answer, self._status)
