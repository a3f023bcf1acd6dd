"""How long ingest takes, against the HTML parser alone on the same file, and how much memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from api.bench.machine import Machine, this_machine
from api.bench.memory import Memory, measure
from api.bench.timing import Times, in_turn
from ingest.nodes import Document
from ingest.pipeline import ingest
from ontology.books import load_books

LIMIT = 3.0
"""Ingest takes at most so many times what the parser takes."""

GROWTH = 1.25
"""Memory counts as linear if each further byte of the file takes at most so many times what it took before."""


@dataclass(frozen=True, slots=True)
class IngestBench:
    """The figures: ingest from bytes to records, the parser alone, and memory by number of copies."""

    file: str
    size: int
    document: str
    machine: Machine
    rounds: int
    ingest: Times
    parser: Times
    memory: tuple[Memory, ...]

    @property
    def ratio(self) -> float:
        """How many times the parser's median the median of ingest is."""
        return self.ingest.median / self.parser.median

    @property
    def growth(self) -> float | None:
        """Memory for each byte that the last step of copies added, by that of the step before; None without two steps."""
        if len(self.memory) < 3:
            return None
        one, two, three = self.memory[-3:]
        before = (two.peak - one.peak) / (two.size - one.size)
        return (three.peak - two.peak) / (three.size - two.size) / before if before > 0 else None

    @property
    def linear(self) -> bool | None:
        """Whether memory grows no faster than the file; None where that cannot be told."""
        return None if self.growth is None else self.growth <= GROWTH

    @property
    def holds(self) -> bool:
        """Whether nothing that was measured is beyond its limit."""
        return self.ratio <= LIMIT and self.linear is not False


def bench_ingest(
    path: Path, data: bytes, document: Document, rounds: int, copies: Sequence[int]
) -> IngestBench:
    """Measure with this file, whose bytes and document are given."""
    from bs4 import BeautifulSoup

    books = load_books()
    name = f"{document.rulebook}:{document.id}"
    ours, parser = in_turn(
        rounds,
        lambda: ingest(data, str(path), books, as_document=name),
        lambda: BeautifulSoup(data, "lxml"),
    )
    machine = this_machine(("beautifulsoup4", "lxml"))
    memory = tuple(measure(path, name, copies))
    return IngestBench(str(path), len(data), name, machine, rounds, ours, parser, memory)


def as_data(bench: IngestBench) -> dict[str, Any]:
    """The figures as JSON has them: times in milliseconds on the processor, memory in bytes, `seconds` by the clock."""
    return {
        "bench": "ingest",
        "file": bench.file,
        "bytes": bench.size,
        "document": bench.document,
        "machine": asdict(bench.machine),
        "time": {
            "rounds": bench.rounds,
            "ingest": asdict(bench.ingest),
            "parser": asdict(bench.parser),
            "ratio": bench.ratio,
            "limit": LIMIT,
        },
        "memory": {
            "repeated": "byte for byte",
            "copies": [asdict(memory) | {"per_byte": memory.per_byte} for memory in bench.memory],
            "growth": bench.growth,
            "limit": GROWTH,
            "linear": bench.linear,
        },
        "holds": bench.holds,
    }


def render(bench: IngestBench) -> str:
    """The figures as text."""
    machine = bench.machine
    libraries = ", ".join(f"{name} {number}" for name, number in machine.libraries.items())
    ours, parser = bench.ingest, bench.parser
    held = "within" if bench.ratio <= LIMIT else "over"
    lines = [
        f"{bench.document}: {bench.file}, {bench.size} bytes",
        f"on {machine.processor}, {machine.cores} cores, {machine.system}, {machine.python}, {libraries}",
        "",
        f"processor time, medians of {bench.rounds} rounds in turn (least in parentheses):",
        f"  ingest, bytes to records    {ours.median:8.2f} ms ({ours.least:.2f})",
        f"  beautifulsoup4 with lxml    {parser.median:8.2f} ms ({parser.least:.2f})",
        f"  ratio                       {bench.ratio:8.2f}, {held} the limit of {LIMIT:g}",
    ]
    if bench.memory:
        lines += [
            "",
            "memory at the most, beyond what the process has without the file; the file repeated byte for byte:",
            "  copies       file     memory   bytes a byte   time",
        ]
    for memory in bench.memory:
        lines.append(
            f"  {memory.copies:6} {memory.size / 1e6:7.2f} MB {memory.peak / 1e6:7.1f} MB {memory.per_byte:14.1f}"
            f" {memory.seconds:5.2f} s"
        )
    if bench.growth is not None:
        is_linear = "linear" if bench.linear else "not linear"
        lines.append(
            f"  each byte of the last step takes {bench.growth:.2f} times what it took in the step before: "
            f"{is_linear} (limit {GROWTH:g})"
        )
    return "\n".join(lines)
