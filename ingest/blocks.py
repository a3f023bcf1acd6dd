"""What a shape makes of a source: its paragraphs in order, each with the marks that the cut needs.

A shape knows how a kind of file looks and nothing else; how paragraphs become rules, statements and references is the
same for all shapes (`ingest/cut.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ingest.flow import Flow
from ingest.numbering import Number
from ingest.source import Span

BlockKind = Literal["front", "root", "rule", "text", "example", "table", "heading"]


@dataclass(frozen=True, slots=True)
class Link:
    """A link over the text `[start, end)` of its block's flow."""

    start: int
    end: int
    href: str


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, heading or table.

    A `root` or `rule` block has the rule's `number`, the range of its `title` in the flow (empty if there is none) and
    in `body` where its own text begins; for all others `body` is 0. `footnotes` are the ranges of footnote marks.
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
