"""A play aid: tables in tab-separated lines, the text of their cells in lists of HTML.

    Landing Play Aid                                  the root: the first line that is not empty
    Terrain <tab> LOS <tab> Movement                  the heads of the columns: PA.1
    Marsh <tab> none <tab> <ul><li>Infantry: 1 …      a row: PA.1.1, its first cell is its title

An empty line ends a table; a line without tabs between two tables is the title of the second, unless it is the
document's own title once more. Each item of a list in a cell is a paragraph of its own, and one statement; a cell
without a list is one paragraph. Where a list does not mark its items, they are told by their looks: behind a full stop,
behind a parenthesis or "NA" that a capital follows, at a unit with its cost, and where the document's `layout` says how
one begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ingest.blocks import Block
from ingest.diagnostics import Diagnostic
from ingest.flow import Flow, trimmed
from ingest.levels import root_of
from ingest.markup import BLOCKS, Tag, Words, scan
from ingest.nodes import fold
from ingest.numbering import Number
from ingest.shapes.lines import fits_first_line
from ingest.source import Source, Span

NAME = "tab-tables"

_LINE = re.compile(r"[^\n]+")
_CELL = re.compile(r"[^\t]+|\t")
_BEGINS = (
    r"(?<=\bNA )(?=[A-Z][a-z])"
    r"|(?<=[a-z] )(?=(?:May|Must|Can|Cannot|There|If|Only|No|See|Treat|Considered)\b)"
)
_UNIT_COST = re.compile(  # a capital begins a unit, and so does any letter behind the cost of another
    r"(?:(?<![+\w/])(?!(?:COT|NA|MP|MF)\b)[A-Z]|(?:(?<=[\d ]M[PF])|(?<=\+COT)) [a-z])"
    r"[\w.-]*(?:(?: ?/ ?| (?:(?:and|or|&) )?)[\w.-]+){0,2}: ?(?:\d|COT\b|ALL\b)"
)
_BEHIND_PARENTHESIS = re.compile(r"\((?P<inside>[^()]*)\)\s+(?=[A-Z])(?!(?:MP|MF|DRM|TEM|FP|EXC|ONLY)\b)")
_ACRONYM = re.compile(r"[A-Z]{1,3}(?:-?[A-Z]){0,3}")


def matches(source: Source, document: Mapping[str, Any]) -> bool:
    """Whether the first line that is not empty fits the document's `line` pattern."""
    return fits_first_line(source, document)


def read(source: Source, document: Mapping[str, Any]) -> tuple[list[Block], list[Diagnostic]]:
    """The title, the heads and the paragraphs of all cells; nothing here can be broken, so there are no findings."""
    return list(_Reader(source, document).blocks()), []


@dataclass(slots=True)
class _Piece:
    """The words of a cell, or of one item of a list in it."""

    item: bool
    listed: bool
    pieces: list[tuple[str, int, int]] = field(default_factory=list)


class _Reader:
    """Goes through the lines once; what it remembers is the table at hand, its columns and its count of rows."""

    def __init__(self, source: Source, document: Mapping[str, Any]) -> None:
        self.text = source.text
        self.root = root_of(document)
        self.tables = self.rows = 0
        self.columns: tuple[str, ...] = ()
        self.title = ""
        begins = (*document.get("layout", {}).get("begins", ()), _BEGINS)
        self.begins = re.compile("|".join(f"(?:{pattern})" for pattern in begins))
        self.begun = self.titled = self.seen_row = False

    def blocks(self) -> Iterator[Block]:
        """The blocks in order."""
        behind = 0
        for line in _LINE.finditer(self.text):
            start, end = trimmed(self.text, line.start(), line.end())
            if start == end:
                self.columns = ()
                continue
            if self.text.count("\n", behind, line.start()) > 1:
                self.columns = ()
            behind = line.end()
            if not any(_words(self.text, *cell).text.strip() for cell in _cells(self.text, start, end)):
                continue
            if "\t" not in self.text[start:end]:
                yield self._words(start, end)
            elif not self.columns:
                yield from self._heads(line.start(), line.end())
            else:
                yield from self._row(line.start(), line.end())

    def _words(self, start: int, end: int) -> Block:
        """A line that is no row: the document's title, a table's title, or front matter."""
        flow, span = _words(self.text, start, end), Span(start, end)
        self.columns = ()
        if not self.begun:
            self.begun, self.title = True, fold(flow.text)
            return Block("root", flow, span, self.root, (0, len(flow)), len(flow))
        if not self.seen_row:
            return Block("front", flow, span)
        if fold(flow.text) == self.title:  # the document's title on a further page
            return Block("heading", flow, span, body=len(flow))
        self.titled = True
        return self._table(flow, span, (0, len(flow)))

    def _heads(self, start: int, end: int) -> Iterator[Block]:
        """The line with the heads of the columns: it begins a table if no title did."""
        cells = list(_cells(self.text, start, end))
        self.columns = tuple(fold(_words(self.text, a, b).text) for a, b in cells)
        start, end = trimmed(self.text, start, end)
        flow, span = _words(self.text, start, end), Span(start, end)
        self.seen_row = True
        if self.titled:
            self.titled = False
            yield Block("table", flow, span, cells=self.columns)
        else:
            yield self._table(flow, span, (0, 0))

    def _table(self, flow: Flow, span: Span, title: tuple[int, int]) -> Block:
        self.tables, self.rows = self.tables + 1, 0
        number = Number(self.root.chapter, self.root.section, str(self.tables))
        return Block("rule", flow, span, number, title, len(flow), node="table", cells=self.columns)

    def _row(self, start: int, end: int) -> Iterator[Block]:
        self.rows += 1
        number = Number(self.root.chapter, self.root.section, f"{self.tables}.{self.rows}")
        cells = list(_cells(self.text, start, end))
        texts = tuple(
            fold(" ".join(Flow(part.pieces).text for part in _parts(self.text, a, b))) for a, b in cells
        )
        begun = False
        for index, (begin, stop) in enumerate(cells):
            column = self.columns[index] if index < len(self.columns) else ""
            for flow, part in self._items(begin, stop):
                if not flow.text.strip():
                    continue
                a, b = trimmed(flow.text, 0, len(flow))
                span = flow.span(a, b)
                if not begun:
                    begun = True
                    title, body = ((a, b), len(flow)) if index == 0 else ((0, 0), 0)
                    head = column if index else None
                    yield Block("rule", flow, span, number, title, body, node="row", cells=texts, column=head)
                elif not any(character.isalnum() for character in flow.text):
                    yield Block("mark", flow, span)
                else:
                    yield Block("text", flow, span, column=column, item=part.item, listed=part.listed)

    def _items(self, start: int, end: int) -> Iterator[tuple[Flow, _Piece]]:
        """The paragraphs of a cell."""
        for part in _parts(self.text, start, end):
            flow = Flow(part.pieces)
            if not part.listed or part.item:
                yield flow, part
                continue
            places = {
                match.start() for sign in (self.begins, _UNIT_COST) for match in sign.finditer(flow.text)
            }
            for match in _BEHIND_PARENTHESIS.finditer(flow.text):
                if not _ACRONYM.fullmatch(match["inside"]):
                    places.add(match.end())
            position = 0
            for place in [*sorted(places), len(flow)]:
                if flow.text[position:place].strip():
                    yield flow.part(position, place), part
                    position = place


def _cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The ranges of the cells of a line, white space at their ends left out."""
    position = start
    while True:
        tab = text.find("\t", position, end)
        yield trimmed(text, position, end if tab < 0 else tab)
        if tab < 0:
            return
        position = tab + 1


def _words(text: str, start: int, end: int) -> Flow:
    """The words of a line that is no row; markup that is not closed ends with its cell."""
    pieces: list[tuple[str, int, int]] = []
    for cell in _CELL.finditer(text, start, end):
        for event in scan(cell[0]):
            if isinstance(event, Words):
                pieces.append((event.text, cell.start() + event.start, cell.start() + event.end))
            elif isinstance(event, Tag) and event.name in BLOCKS:
                pieces.append((" ", cell.start() + event.start, cell.start() + event.end))
    return Flow(pieces)


def _parts(text: str, start: int, end: int) -> Iterator[_Piece]:
    """The items of the lists in a cell, and what stands outside of them."""
    part = _Piece(False, False)
    for event in scan(text[start:end]):
        if isinstance(event, Words):
            part.pieces.append((event.text, start + event.start, start + event.end))
        elif isinstance(event, Tag) and event.name in ("li", "ul", "ol"):
            yield part
            opens = not event.closes
            part = _Piece(event.name == "li" and opens, opens or event.name == "li")
        elif isinstance(event, Tag) and (event.name == "br" or event.name in BLOCKS):
            part.pieces.append((" ", start + event.start, start + event.end))
    yield part
