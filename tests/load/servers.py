"""The measured processes: gunicorn as in production, and what the system says that they used."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.load.client import Connection, expect, get

WORKERS, THREADS = 2, 4
PATIENCE = 60.0
_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(processes: Iterable[int]) -> float:
    """The time that processes have spent, in their own code and in the system's."""
    return sum(map(_cpu_of, processes))


def _cpu_of(process: int) -> float:
    try:
        # The name in brackets may hold spaces.
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS


def children_of(process: int) -> list[int]:
    """The processes that one has started and that still live."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == process:
            found.append(int(entry.name))
    return sorted(found)


def parent_of(process: int) -> int:
    """Who started a process."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def peak_megabytes(process: int) -> float:
    """The most memory that a process has held so far."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise ValueError("the system does not tell")


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """Gunicorn with two processes of four threads, the way docs/operations.md starts it."""

    def __init__(self, application: str, environment: Mapping[str, str]) -> None:
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "gunicorn", application, "--bind", self.host]
        command += ["--worker-class", "gthread", "--workers", str(WORKERS), "--threads", str(THREADS)]
        # A client that waits for its slice is not hung up on.
        command += ["--keep-alive", "60", "--log-level", "warning"]
        # With its own group: an interrupt ends it through `stop`, in order.
        self._process = subprocess.Popen(
            command, env=dict(environment), stdin=subprocess.DEVNULL, start_new_session=True
        )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def _wait(self) -> None:
        last = time.monotonic() + PATIENCE
        while time.monotonic() < last:
            if self._process.poll() is not None:
                raise RuntimeError("the server ended by itself")
            try:
                connection = Connection(self.port)
            except ConnectionRefusedError:
                time.sleep(0.05)
                continue
            # The port is open before the application is loaded: this waits for an answer.
            expect(connection.ask(get("/banco/proceso/", self.host)), 200)
            connection.close()
            return
        raise RuntimeError("the server does not answer")

    def workers(self) -> list[int]:
        """Its processes that answer."""
        return children_of(self._process.pid)

    def stop(self) -> None:
        """End it and wait."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
