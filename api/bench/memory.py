"""Memory that an ingest takes at most, measured in a process of its own: `python -m api.bench.memory FILE DOCUMENT COPIES`.

The process imports all that ingest needs and reads the file; what its resident memory grows by at the most beyond that,
while it ingests the file repeated, is the figure. It prints JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")
_ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True)
class Memory:
    """What ingest of so many copies took: bytes of text, the most memory beyond what the process had, seconds."""

    copies: int
    size: int
    peak: int
    seconds: float

    @property
    def per_byte(self) -> float:
        """Bytes of memory for each byte of the file."""
        return self.peak / self.size


def measure(path: Path, document: str, copies: Sequence[int]) -> list[Memory]:
    """Measure each number of copies in a process of its own."""
    return [_measured(path, document, count) for count in copies]


def _measured(path: Path, document: str, copies: int) -> Memory:
    words = [sys.executable, "-m", "api.bench.memory", str(path.resolve()), document, str(copies)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=_ROOT, check=True)
    return Memory(**json.loads(done.stdout))


def _main(name: str, document: str, copies: int) -> None:
    from ingest.pipeline import ingest
    from ontology.books import load_books

    books = load_books()
    once = Path(name).read_bytes()
    data = once * copies
    before = _peak(reset=True)
    begun = time.perf_counter()
    read = ingest(data, name, books, as_document=document, max_bytes=len(data))
    seconds = time.perf_counter() - begun
    peak = _peak() - before
    assert read.nodes
    print(json.dumps({"copies": copies, "size": len(data), "peak": max(peak, 0), "seconds": seconds}))


def _peak(*, reset: bool = False) -> int:
    """The most memory that this process had in bytes; from now on, where it can be reset."""
    if _STATUS.exists():
        if reset:
            _CLEAR.write_text("5")
        lines = _STATUS.read_text(encoding="utf-8").splitlines()
        fields = dict(line.split(":", 1) for line in lines if ":" in line)
        return int(fields["VmHWM"].split()[0]) * 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # in bytes on macOS, which has no /proc


if __name__ == "__main__":
    _main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
