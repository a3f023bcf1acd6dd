"""A service to measure, in a process of its own on loopback, and connections to it that are kept open.

The client is small on purpose: what is measured is the service, on the same machine.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from api.process import Running, answers, running
from ingest.diagnostics import Diagnostic, HexlawError, Place

_PATIENCE = 60.0


@contextlib.contextmanager
def service_on_loopback(home: Path | None = None, **environment: str) -> Iterator[Running]:
    """A service on a free port of 127.0.0.1, ended afterwards; its home is `home`, else an empty one of its own.

    HexlawError where it does not start.
    """
    with contextlib.ExitStack() as kept:
        if home is None:
            home = Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="hexlaw-bench-")))
        folder = str(Path(__file__).resolve().parent.parent.parent)
        path = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH", "")]))
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "api.cli.main", "serve", "--host", "127.0.0.1", "--port", "0"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, **environment, "HEXLAW_HOME": str(home), "PYTHONPATH": path},
        )
        try:
            yield _ready(process, home)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.communicate(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


def _ready(process: subprocess.Popen[bytes], home: Path) -> Running:
    deadline = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        service = running(home)
        if service is not None and service.pid == process.pid and answers(service):
            return service
        time.sleep(0.05)
    process.kill()
    said = process.communicate()[1].decode(errors="replace").strip().splitlines()
    raise HexlawError(
        Diagnostic(
            "service-start",
            "error",
            f"the service did not start: {said[-1] if said else ''}",
            Place(str(home)),
        )
    )


def memory_of(pid: int) -> int:
    """The bytes of memory that a process holds (its resident set); 0 where the system does not tell."""
    try:
        text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0
    line = next((line for line in text.splitlines() if line.startswith("VmRSS:")), "VmRSS: 0 kB")
    return int(line.split()[1]) * 1024


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the status, and the body."""

    status: int
    body: bytes


def posted(path: str, body: bytes) -> bytes:
    """A request that posts JSON, as it goes over the wire."""
    head = f"POST {path} HTTP/1.1\r\nHost: hexlaw\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def got(path: str, accept: str = "application/json") -> bytes:
    """A request for what is at a path, as it goes over the wire."""
    return f"GET {path} HTTP/1.1\r\nHost: hexlaw\r\nAccept: {accept}\r\n\r\n".encode()


class Connection:
    """A connection that is kept open, for one request after the other. `OSError` where it breaks."""

    def __init__(self, service: Running) -> None:
        self._socket = socket.create_connection((service.host, service.port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""

    def ask(self, request: bytes) -> Reply:
        """Send a request and wait for what comes back."""
        self.send(request)
        return self.reply()

    def send(self, request: bytes) -> None:
        """Send a request; `reply` takes what comes back."""
        self._socket.sendall(request)

    def reply(self) -> Reply:
        """Wait for what comes back for the request that was sent first."""
        held = self._rest
        while (end := held.find(b"\r\n\r\n")) < 0:
            held += self._more()
        head = held[:end].lower()
        at = head.find(b"content-length:")
        if at < 0:
            raise OSError("an answer without its length")
        size = int(head[at + 15 :].split(b"\r\n", 1)[0])
        missing = end + 4 + size - len(held)
        parts = [held]
        while missing > 0:
            parts.append(self._more())
            missing -= len(parts[-1])
        whole = b"".join(parts)
        self._rest = whole[end + 4 + size :]
        return Reply(int(head[9:12]), whole[end + 4 : end + 4 + size])

    def _more(self) -> bytes:
        data = self._socket.recv(65_536)
        if not data:
            raise OSError("the connection was closed")
        return data

    def close(self) -> None:
        """Close it."""
        self._socket.close()
