"""A process that answers SPARQL queries, one after the other, and that can be ended at any moment.

`python -m kb.sparql_worker HOME MEMORY RESULT`: it reads the current graph under HOME with at most MEMORY bytes of address
space beyond what it starts with, and writes results of at most RESULT bytes. A message is the length of a JSON head and
of a body, each in 8 bytes, then both; in: a query, out: its answer. It ends where its input ends, or its parent.
"""

from __future__ import annotations

import io
import json
import os
import resource
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

from ingest.diagnostics import HexlawError
from kb.sparql import check, check_graphs
from kb.store import Store

_LENGTH = 8


def write_message(stream: IO[bytes], head: dict[str, Any], body: bytes = b"") -> None:
    """Write one message."""
    text = json.dumps(head).encode()
    stream.write(len(text).to_bytes(_LENGTH, "big") + len(body).to_bytes(_LENGTH, "big") + text + body)
    stream.flush()


def read_message(stream: IO[bytes]) -> tuple[dict[str, Any], bytes] | None:
    """Read one message; None where the stream ends before it does."""
    lengths = _exactly(stream, 2 * _LENGTH)
    if lengths is None:
        return None
    head = _exactly(stream, int.from_bytes(lengths[:_LENGTH], "big"))
    body = _exactly(stream, int.from_bytes(lengths[_LENGTH:], "big"))
    return None if head is None or body is None else (json.loads(head), body)


class TooLarge(Exception):
    """The result is larger than it may be."""


class Bounded(io.RawIOBase):
    """What is written, up to so many bytes; then TooLarge."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.written = bytearray()

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: Any) -> int:
        """Keep the bytes."""
        if len(self.written) + len(data) > self.most:
            raise TooLarge
        self.written += data
        return len(data)


def answer(store: Store, asked: dict[str, Any], most: int) -> tuple[dict[str, Any], bytes]:
    """The head and body that a query is answered with: `media_type`, or `code` and `message` of what is wrong.

    `asked` has the query, the media types for rows and for a graph (None: the client accepts none), and the graphs.
    """
    output = Bounded(most)
    try:
        checked = check(asked["query"])
        check_graphs([*(asked["default"] or ()), *(asked["named"] or ())])
        media_type = asked["rows" if checked.form in ("SELECT", "ASK") else "graph"]
        if media_type is None:
            return {"code": "not-acceptable", "message": checked.form}, b""
        store.refresh()
        store.write_answer(
            asked["query"],
            output,  # type: ignore[arg-type]  # a RawIOBase is a stream of bytes
            media_type,
            asked["default"],
            asked["named"],
            union=not checked.own_dataset,
        )
    except TooLarge:
        return {"code": "sparql-result", "message": f"the result is larger than {most} bytes"}, b""
    except HexlawError as error:
        first = error.diagnostics[0]
        code = "sparql-syntax" if first.code == "graph-query" else first.code
        return {"code": code, "message": first.message, "hint": first.hint}, b""
    except MemoryError:
        return {"code": "sparql-memory", "message": "the query takes more memory than it may"}, b""
    except (ValueError, OSError, RuntimeError) as error:
        return {"code": "sparql-failed", "message": f"the query cannot be answered: {error}"}, b""
    return {"media_type": media_type}, bytes(output.written)


def main(home: str, memory: str, result: str) -> None:
    """Answer queries until the input ends."""
    parent = os.getppid()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    sys.setrecursionlimit(5_000)
    store = Store.open_current(Path(home))
    check("SELECT * WHERE { ?s ?p ?o }")  # reads the grammar in, before somebody waits for it
    most = _in_use() + int(memory)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    write_message(sys.stdout.buffer, {"ready": store.opened})
    while (message := read_message(sys.stdin.buffer)) is not None:
        head, body = answer(store, message[0], int(result))
        write_message(sys.stdout.buffer, head, body)


def _end_with(parent: int) -> None:
    """End where the parent has ended, whatever a query is doing."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _in_use() -> int:
    """The bytes of address space that are taken; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 1_000_000_000
    return pages * resource.getpagesize()


def _exactly(stream: IO[bytes], length: int) -> bytes | None:
    data = stream.read(length)
    return data if len(data) == length else None


if __name__ == "__main__":
    main(*sys.argv[1:])
