"""How long it takes to load every rulebook from its files, as after a change to one of them: in a process that is warm, the
libraries imported and ready."""

from __future__ import annotations

import gc
import time
from dataclasses import asdict, dataclass
from typing import Any

from api.bench.machine import Machine, this_machine
from kb.rulefiles import read_rulebook
from ontology.books import book_folder, rulebook_ids

LIMIT = 2.0
"""Seconds for all rulebooks together."""


@dataclass(frozen=True, slots=True)
class LoadBench:
    """The figures: for each rulebook the seconds on the processor and how many rules it has."""

    machine: Machine
    books: tuple[tuple[str, float, int], ...]

    @property
    def seconds(self) -> float:
        """The time for all of them."""
        return sum(seconds for _, seconds, _ in self.books)

    @property
    def holds(self) -> bool:
        """Whether that is within the limit."""
        return self.seconds <= LIMIT


def bench_load() -> LoadBench:
    """Measure with every rulebook there is."""
    rows = []
    ids = rulebook_ids()
    for rulebook in ids[:1]:
        read_rulebook(rulebook, book_folder(rulebook))
    for rulebook in ids:
        gc.collect()  # what the rulebook before it left is not counted
        begun = time.process_time()
        book, _ = read_rulebook(rulebook, book_folder(rulebook))
        rows.append((rulebook, time.process_time() - begun, len(book.program.entries)))
    return LoadBench(this_machine(("rdflib", "owlready2")), tuple(rows))


def as_data(bench: LoadBench) -> dict[str, Any]:
    """The figures as JSON has them."""
    return {
        "bench": "load",
        "machine": asdict(bench.machine),
        "rulebooks": [
            {"rulebook": name, "seconds": seconds, "rules": rules} for name, seconds, rules in bench.books
        ],
        "seconds": bench.seconds,
        "limit": LIMIT,
        "holds": bench.holds,
    }


def render(bench: LoadBench) -> str:
    """The figures as text."""
    machine = bench.machine
    libraries = ", ".join(f"{name} {number}" for name, number in machine.libraries.items())
    held = "within" if bench.holds else "over"
    return "\n".join(
        [
            f"on {machine.processor}, {machine.cores} cores, {machine.system}, {machine.python}, {libraries}",
            *(f"  {name:<16} {seconds:6.2f} s, {rules} rules" for name, seconds, rules in bench.books),
            f"  together         {bench.seconds:6.2f} s, {held} the limit of {LIMIT:g} s",
        ]
    )
