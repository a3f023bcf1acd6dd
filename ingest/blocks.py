"""What a shape makes of a source: its paragraphs in order, each with the marks that the cut needs.

A shape knows how a kind of file looks and nothing else; how paragraphs become rules, statements and references is the
same for all shapes (`ingest/cut.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ingest.flow import Flow
from ingest.nodes import NodeKind
from ingest.numbering import Number
from ingest.source import Span

BlockKind = Literal["front", "root", "rule", "text", "example", "table", "heading", "mark"]


@dataclass(frozen=True, slots=True)
class Link:
    """A link over the text `[start, end)` of its block's flow."""

    start: int
    end: int
    href: str


@dataclass(frozen=True, slots=True)
class Picture:
    """An image that stands in a block, or before it: its alternative text, its file and its place in the source."""

    alt: str
    src: str
    span: Span


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, heading or table.

    A `root` or `rule` block has the rule's `number`, the range of its `title` in the flow (empty if there is none) and
    in `body` where its own text begins; for all others `body` is 0, or where references are to be looked for.
    `footnotes` are the ranges of footnote marks, `stamp` that of a version stamp in a heading, `emphasis` those set in
    italics or bold: an example that is, is one over all of them. `node` says what kind of node the number is, `cells` are
    those of a table's row. A paragraph from a cell of a play aid has the heading of its `column`; an `item` of a list is
    one statement, however many sentences it has, and `listed` is what stands in a list at all. A table's `place` is the
    rule that it is printed in.
    """

    kind: BlockKind
    flow: Flow
    span: Span
    number: Number | None = None
    title: tuple[int, int] = (0, 0)
    body: int = 0
    anchor: str | None = None
    links: tuple[Link, ...] = ()
    footnotes: tuple[tuple[int, int], ...] = ()
    node: NodeKind = "rule"
    emphasis: tuple[tuple[int, int], ...] = ()
    stamp: tuple[int, int] = (0, 0)
    cells: tuple[str, ...] = ()
    column: str | None = None
    item: bool = False
    listed: bool = False
    pictures: tuple[Picture, ...] = ()
    place: Number | None = None
