"""Which tables of a page hold data and which only lay it out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.markup import Cut, Tag, Words

_CELLS = ("td", "th")


@dataclass(slots=True)
class _Table:
    start: int
    rows_of_two: int = 0
    cells_in_row: int = 0
    headed: bool = False
    layout: bool = False


class DataTables:
    """The data tables among a page's events, found in one pass.

    A table is data if it has `th` cells, or two rows of two cells, and holds no other table, no heading and no anchor
    of a rule; the words of its cells are one block, cells set apart by a tab and rows by a line break.
    """

    def __init__(self, events: Sequence[Tag | Words | Cut], section: str) -> None:
        self._separators: dict[int, str] = {}
        self._bounds: set[int] = set()
        self._inside: set[int] = set()
        open_tables: list[_Table] = []
        anchor = re.compile(rf"{re.escape(section)}\.\d")
        for index, event in enumerate(events):
            if not isinstance(event, Tag):
                continue
            if event.name == "table" and not event.closes:
                if open_tables:
                    open_tables[-1].layout = True
                open_tables.append(_Table(index))
            elif not open_tables:
                continue
            elif event.name == "table":
                table = open_tables.pop()
                if not table.layout and (table.headed or table.rows_of_two > 1):
                    self._keep(events, table.start, index)
            elif not open_tables[-1].layout:
                self._look(open_tables[-1], event, anchor)

    def _look(self, table: _Table, tag: Tag, anchor: re.Pattern[str]) -> None:
        if tag.name == "tr" and not tag.closes:
            table.cells_in_row = 0
        elif tag.name in _CELLS and not tag.closes:
            table.cells_in_row += 1
            table.rows_of_two += table.cells_in_row == 2
            table.headed = table.headed or tag.name == "th"
        elif tag.name == "a":
            table.layout = table.layout or anchor.match(tag.attributes.get("id", "")) is not None
        elif tag.name in ("h1", "h2", "h3", "h4", "h5", "h6"):
            table.layout = True

    def _keep(self, events: Sequence[Tag | Words | Cut], start: int, end: int) -> None:
        self._bounds |= {start, end}
        for index in range(start + 1, end):
            event = events[index]
            if isinstance(event, Tag):
                self._inside.add(index)
                if event.closes and event.name in (*_CELLS, "tr", "caption"):
                    self._separators[index] = "\t" if event.name in _CELLS else "\n"

    @property
    def found(self) -> bool:
        """Whether there are any."""
        return bool(self._bounds)

    def bounds(self, index: int) -> bool:
        """Whether this event begins or ends a data table."""
        return index in self._bounds

    def inside(self, index: int) -> bool:
        """Whether this event is a tag inside a data table."""
        return index in self._inside

    def separator(self, index: int) -> str | None:
        """What this tag inside a data table stands for between two cells or rows, if anything."""
        return self._separators.get(index)
