"""The service as a process: bound to a port, known by a file in the home folder, started detached, stopped.

While the service runs it holds a lock on `service.json` in its home folder and says there where it listens. The lock
goes with the process, however that ends, so a file left behind never names a stranger's process.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from ingest.diagnostics import Diagnostic, HexlawError, Place

# How many ports after the wanted one are tried.
_NEXT_PORTS = 50


@dataclass(frozen=True)
class Running:
    """A running service."""

    pid: int
    host: str
    port: int

    @property
    def address(self) -> str:
        """Its URL, without a slash at the end."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


def running(home: Path) -> Running | None:
    """The service that runs on this home folder; None if there is none."""
    try:
        with _file(home).open(encoding="utf-8") as file:
            if _try_lock(file.fileno(), fcntl.LOCK_SH):
                return None
            return Running(**json.load(file))
    except (OSError, ValueError, TypeError):
        return None


@contextlib.contextmanager
def registered(home: Path, service: Running) -> Iterator[None]:
    """Hold the home folder's place for this process; HexlawError if another service has it."""
    home.mkdir(parents=True, exist_ok=True)
    path = _file(home)
    with path.open("a+", encoding="utf-8") as file:
        if not _lock(file.fileno()):
            there = running(home)
            where = f" at {there.address}" if there else ""
            raise HexlawError(
                Diagnostic(
                    "service-running",
                    "error",
                    f"a service runs here already{where}",
                    Place(str(home)),
                    "`hexlaw stop` stops it; another HEXLAW_HOME has a service of its own",
                )
            )
        file.truncate(0)
        json.dump(asdict(service), file)
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


def listen(host: str, port: int, *, or_next: bool = False) -> socket.socket:
    """A socket bound to this port; with `or_next`, to the first free one from it on. HexlawError if there is none."""
    last = min(port + _NEXT_PORTS, 65_535) if or_next else port
    for number in range(port, last + 1):
        try:
            family, kind, _, _, address = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
        except (OSError, UnicodeError):
            hint = "set HEXLAW_HOST to an address of this machine, such as 127.0.0.1"
            raise HexlawError(
                Diagnostic("address", "error", f"there is no address {host!r}", Place("environment"), hint)
            ) from None
        bound = socket.socket(family, kind)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind(address)
            bound.listen(2048)
        except OSError as error:
            bound.close()
            refusal = error.strerror
        else:
            return bound
    ports = f"port {port} of {host}" if last == port else f"each of the ports {port} to {last} of {host}"
    raise HexlawError(
        Diagnostic(
            "port",
            "error",
            f"{ports} cannot be used: {refusal}",
            Place("--port"),
            "choose another with --port N",
        )
    )


def start(home: Path, host: str, port: int, *, patience: float = 60.0) -> Running:
    """Start the service in a session of its own, its output in `service.log`; returns once it answers.

    If the port is taken, the next free one is used. HexlawError, with the end of the log, if the service ends or does
    not answer within `patience` seconds.
    """
    home.mkdir(parents=True, exist_ok=True)
    log = home / "service.log"
    command = [
        sys.executable,
        "-P",
        "-m",
        "api.cli.main",
        "serve",
        "--next-free",
        "--host",
        host,
        "--port",
        str(port),
    ]
    folder = str(Path(__file__).resolve().parent.parent)
    path = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH", "")]))
    with log.open("wb") as output:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={**os.environ, "HEXLAW_HOME": str(home), "PYTHONPATH": path},
        )
    deadline = time.monotonic() + patience
    while child.poll() is None and time.monotonic() < deadline:
        service = running(home)
        if service is not None and service.pid == child.pid and answers(service):
            with warnings.catch_warnings():
                # It outlives this process, which is the point, and of which `Popen` warns.
                warnings.simplefilter("ignore", ResourceWarning)
                del child
            return service
        time.sleep(0.05)
    child.terminate()
    child.wait()
    tail = "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-5:])
    raise HexlawError(
        Diagnostic(
            "service-start",
            "error",
            f"the service did not start:\n{tail}",
            Place(str(log)),
            "`hexlaw serve` runs it in the foreground",
        )
    )


def answers(service: Running) -> bool:
    """Whether the service answers GET /health."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{service.address}/health", timeout=5) as response:
            return bool(response.status == 200)
    except urllib.error.HTTPError:
        return True  # it listens, and says itself what is wrong
    except OSError:
        return False


def stop(home: Path, *, patience: float = 10.0) -> Running | None:
    """Stop the service of this home folder and wait until it is gone; None if there is none."""
    service = running(home)
    if service is None:
        return None
    with contextlib.suppress(ProcessLookupError):
        os.kill(service.pid, signal.SIGTERM)
    deadline = time.monotonic() + patience
    while running(home) is not None and time.monotonic() < deadline:
        time.sleep(0.05)
    if running(home) is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(service.pid, signal.SIGKILL)
    return service


def _file(home: Path) -> Path:
    return home / "service.json"


def _lock(descriptor: int) -> bool:
    """Take the lock for as long as the file is open; waits a second, for somebody may just be looking."""
    for _ in range(20):
        if _try_lock(descriptor, fcntl.LOCK_EX):
            return True
        time.sleep(0.05)
    return False


def _try_lock(descriptor: int, mode: int) -> bool:
    """Take the lock if it is free; closing the file gives it back. Who only looks shares it with others who look."""
    try:
        fcntl.flock(descriptor, mode | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
