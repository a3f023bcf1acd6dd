"""Ways to run the command line and the service."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi.testclient import TestClient

from api.app import create_app
from api.cli.main import main
from api.connection import Connection
from api.ingestion import ingest_recognised, shipped_files
from api.settings import Settings

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Result:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


Hexlaw = Callable[..., Result]


@pytest.fixture
def hexlaw(home: Path, capsys: pytest.CaptureFixture[str]) -> Hexlaw:
    """Run a command in this process, in the test's home."""

    def run(*words: str) -> Result:
        capsys.readouterr()
        code = main(words)
        printed = capsys.readouterr()
        return Result(code, printed.out, printed.err)

    return run


@pytest.fixture
def hexlaw_process(home: Path) -> Hexlaw:
    """Run a command in a process of its own, in the test's home, its output not a terminal."""

    def run(*words: str, stdin: str = "", **environment: str) -> Result:
        done = subprocess.run(
            [sys.executable, "-m", "api.cli.main", *words],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=ROOT,
            env={**os.environ, **environment},
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def client(home: Path) -> Iterator[TestClient]:
    """The service in memory, on the test's home, with the default settings but for its patience."""
    with client_with(home) as client:
        yield client


def patient(home: Path, **settings: Any) -> Settings:
    """These settings, with time enough on a slow or busy machine: the clock cuts an answer short only in a test that sets a
    limit."""
    return Settings(home=home, **{"time_limit": 120.0, "playaid_time": 600.0, **settings})


def client_with(home: Path, **settings: Any) -> TestClient:
    """The service in memory with these settings; an unexpected error is a response, not an exception."""
    app = create_app(patient(home, **settings))
    return TestClient(app, raise_server_exceptions=False, follow_redirects=False)


@pytest.fixture(scope="session")
def served_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which what is shipped is ingested, for tests that only read."""
    home = tmp_path_factory.mktemp("served")
    ingest_recognised(shipped_files(), Settings(home=home))
    return home


@pytest.fixture(scope="session")
def served(served_home: Path) -> Iterator[TestClient]:
    """The service in memory on that home."""
    with client_with(served_home) as client:
        yield client


@pytest.fixture(scope="session")
def address(served_home: Path) -> Iterator[str]:
    """The URL of the service on that home, on a port of its own, for clients that need one."""
    with listening(served_home) as url:
        yield url


@contextmanager
def listening(home: Path, **settings: Any) -> Iterator[str]:
    """The service with these settings on a free port of this machine: its URL."""
    bound = socket.create_server(("127.0.0.1", 0))
    app = create_app(patient(home, **settings))
    server = uvicorn.Server(
        uvicorn.Config(app, http=Connection, log_level="critical", access_log=False, lifespan="on")
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        bound.close()
