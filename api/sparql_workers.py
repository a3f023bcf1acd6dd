"""The processes in which SPARQL queries run: so many at once, each ended where it takes too long or too much."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from api.problems import Problem
from api.settings import Settings
from kb.sparql_worker import read_message, write_message

_START = 60.0


class SparqlWorkers:
    """Worker processes, started when first needed and kept for the next query. Threads may share it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._idle: queue.SimpleQueue[subprocess.Popen[bytes]] = queue.SimpleQueue()
        self._free = threading.Semaphore(settings.sparql_workers)
        self._running: set[subprocess.Popen[bytes]] = set()

    def answer(self, asked: dict[str, Any]) -> tuple[str, bytes]:
        """The media type and the body of a query's answer; it blocks. Problem where there is none.

        503 where all workers are busy; 400 where the query is refused; 406; 422 where it takes too much.
        """
        if not self._free.acquire(blocking=False):
            most = self.settings.sparql_workers
            detail = f"{most} queries are running already; HEXLAW_SPARQL_WORKERS sets the limit."
            raise Problem(503, "sparql-busy", detail, headers={"Retry-After": "1"})
        try:
            head, body = self._put(asked)
        finally:
            self._free.release()
        if "media_type" in head:
            return str(head["media_type"]), body
        raise _problem(head)

    def close(self) -> None:
        """End all of them."""
        for process in list(self._running):
            self._end(process)

    def _put(self, asked: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        process = self._worker()
        limit = self.settings.sparql_time
        late = threading.Event()

        def end() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(limit, end)
        timer.start()
        message = None
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            with contextlib.suppress(BrokenPipeError):
                write_message(process.stdin, asked)
                message = read_message(process.stdout)
        finally:
            timer.cancel()
            if message is None or late.is_set():
                self._end(process)
            else:
                self._idle.put(process)
        if message is not None:
            return message
        if late.is_set():
            detail = f"the query was ended after {limit:g} seconds; HEXLAW_SPARQL_TIME sets the limit"
            return {"code": "sparql-timeout", "message": detail}, b""
        memory = self.settings.sparql_memory
        detail = f"the query takes more than {memory} bytes of memory; HEXLAW_SPARQL_MEMORY sets the limit"
        return {"code": "sparql-memory", "message": detail}, b""

    def _worker(self) -> subprocess.Popen[bytes]:
        """A worker that waits for a query."""
        while not self._idle.empty():
            with contextlib.suppress(queue.Empty):
                process = self._idle.get_nowait()
                if process.poll() is None:
                    return process
                self._end(process)
        return self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        settings = self.settings
        folder = str(Path(__file__).resolve().parent.parent)
        path = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH", "")]))
        sizes = (str(settings.sparql_memory), str(settings.sparql_result))
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "kb.sparql_worker", str(settings.home), *sizes],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._running.add(process)
        timer = threading.Timer(_START, process.kill)
        timer.start()
        assert process.stdout is not None
        ready = read_message(process.stdout)
        timer.cancel()
        if ready is None:
            self._end(process)
            raise Problem(503, "sparql-worker", "A process for queries could not be started; try again.")
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        self._running.discard(process)
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()


def _problem(head: dict[str, Any]) -> Problem:
    code, message = str(head["code"]), str(head["message"])
    if code.startswith("graph-"):
        return Problem(503, code, message)
    status = 422 if code in ("sparql-timeout", "sparql-memory", "sparql-result") else 400
    hint = {"hint": head["hint"]} if head.get("hint") else {}
    return Problem(status, code, message, [{"code": code, "detail": message, **hint}])
