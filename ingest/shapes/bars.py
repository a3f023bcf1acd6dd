"""Tables in running text: cells between bars, as in Markdown, or set apart by tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.flow import trimmed

#: A row: cells between bars, or set apart by tabs.
ROW = re.compile(r"[ \t]*+(?:\|[^\n]*\||[^\n]*\S[ \t]*\t[ \t]*\S[^\n]*)[ \t\r]*(?:\n|\Z)")
_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_CELL = re.compile(r"\|([^|\n]*)(?=\|)")
_RULED = re.compile(r"[|:\s-]+")


def piped(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The pieces of a table between bars: cells set apart by tabs, the line below the heads left out."""
    first = True
    for line in _LINE.finditer(text, start, end):
        a, b = trimmed(text, line.start(), line.end())
        if a == b or _RULED.fullmatch(text, a, b):
            continue
        if not first:
            yield "\n", a, a + 1
        first = False
        for index, cell in enumerate(_CELL.finditer(text, a, b)):
            if index:
                yield "\t", cell.start(), cell.start() + 1
            yield cell[1].strip() or " ", *trimmed(text, *cell.span(1))
