"""Encodings and the texts they were written against: the hashes in the headers of a rules file.

The outline that ships with a rulebook has the hash of every statement and exception clause of the original that it was made
from. A header names the hash that its encoding was written against; where the two, or the user's edition, differ, the encoding
is stale.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

from ingest.diagnostics import Diagnostic, Place
from ingest.outline import read_outline


def outlined_hashes(folder: Path) -> dict[str, str]:
    """The hash of every statement and exception clause in the outlines of a rulebook's folder; empty without outlines."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("outline-*.json")):
        outline = read_outline(path)
        found.update((statement.id, statement.hash) for statement in outline.statements)
        found.update((clause.id, clause.hash) for clause in outline.exceptions)
    return found


def unknown_statements(places: Mapping[str, Place], hashes: Mapping[str, str]) -> Iterator[Diagnostic]:
    """An error for every encoded statement that no outline has; nothing where there are no outlines."""
    if not hashes:
        return
    for statement, place in places.items():
        if statement not in hashes:
            near = difflib.get_close_matches(statement, hashes, n=3)
            yield Diagnostic(
                "unknown-statement",
                "error",
                f"there is no statement {statement}",
                place,
                f"nearest: {', '.join(near)}" if near else None,
            )
