"""Blocks to records: rules, statements, exceptions, examples, and where the references stand.

The cut is that of the conventions: sentences in order, headings left out; a bracketed exception is no sentence, and
prose exceptions count with the brackets in printed order; one example may have several paragraphs. Every word of the
source ends up in exactly one statement, bracket, example or passage (a bracket inside an example is in both).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ingest.blocks import Block
from ingest.codes import finding
from ingest.diagnostics import Diagnostic, Severity
from ingest.exception_clauses import Clause, find_brackets
from ingest.flow import Flow, trimmed
from ingest.levels import Levels
from ingest.nodes import (
    Example,
    ExceptionClause,
    ExceptionKind,
    NodeKind,
    Part,
    Passage,
    PassageKind,
    RuleNode,
    Statement,
    fold,
    hash_of_folded,
)
from ingest.numbering import Number
from ingest.own_text import OwnText, Piece
from ingest.source import Source, Span

_EXAMPLE = re.compile(r"(?:EX|Ex|EXAMPLE|Example)[Ss]?(?:\s+\d+)?\s*[:.]")


class Region(NamedTuple):
    """A range of a block's flow and the record that it became: what a reference in it stands in."""

    start: int
    end: int
    record: str
    part: Part
    generic: bool = False


@dataclass(slots=True)
class CutBlock:
    """A block with its rule and its regions, innermost first: where the references are looked for."""

    block: Block
    rule: str
    regions: list[Region]


@dataclass(slots=True)
class Cutting:
    """Everything that the blocks were cut into, in document order."""

    nodes: list[RuleNode] = field(default_factory=list)
    numbers: list[Number] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    exceptions: list[ExceptionClause] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    blocks: list[CutBlock] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    levels: Levels | None = None


def cut(
    source: Source,
    blocks: Iterable[Block],
    root: Number,
    title: str,
    marks: Sequence[str] = (),
    is_chart: Callable[[str], bool] = lambda href: False,
    levels: Levels | None = None,
    ordered: bool = True,
) -> Cutting:
    """Cut a document's blocks into records.

    `title` is the root's where no heading gives one; `marks` are those of `book.toml`; `is_chart` says of an href
    whether it leads to a chart's own page: such a link right behind a rule's title belongs to the heading. `levels` is
    how the numbers are ranked (decimal digits if nothing is said), `ordered` whether a number out of order is a finding.
    """
    ranked = levels or Levels(root, "decimal-digits")
    cutter = _Cutter(source, root, title, marks, is_chart, ranked, ordered)
    for block in blocks:
        cutter.add(block)
    return cutter.finish()


class _Cutter:
    """Goes through the blocks once; what it remembers is the rule at hand and the counts of its records."""

    def __init__(
        self,
        source: Source,
        root: Number,
        title: str,
        marks: Sequence[str],
        is_chart: Callable[[str], bool],
        levels: Levels,
        ordered: bool,
    ) -> None:
        self.source = source
        self.marks = marks
        self.is_chart = is_chart
        self.levels, self.ordered = levels, ordered
        self.out = Cutting(levels=levels)
        self.rule = str(root)
        self.number = root
        self.titles: dict[Number, str] = {root: title}
        self.anchors: dict[Number, str | None] = {root: None}
        self.kinds: dict[Number, NodeKind] = {root: "rule"}
        self.spans: dict[Number, tuple[int, int]] = {}
        self.counts: dict[tuple[str, str], int] = {}
        self.example: list[Block] = []
        self.before: str | None = None

    def add(self, block: Block) -> None:
        if block.kind in ("root", "rule"):
            self._begin(block)
        start, end = self.spans.get(self.number, (block.span.start, block.span.end))
        self.spans[self.number] = (min(start, block.span.start), max(end, block.span.end))
        cut_block = CutBlock(block, self.rule, [])
        self.out.blocks.append(cut_block)
        if block.kind == "example":
            self._example(block, cut_block)
            return
        self.example = []
        if block.kind == "table":
            self._passage(block.flow, "table", 0, len(block.flow))
            if (self.rule, "s") in self.counts:  # what a table cites, the sentence that announces it cites
                cut_block.regions.append(Region(0, len(block.flow), self._last("s"), "statement"))
        elif block.kind in ("front", "heading", "mark"):
            self._passage(block.flow, block.kind, 0, len(block.flow))
        else:
            if block.stamp[1]:
                self._passage(block.flow, "heading", 0, block.stamp[0])
                self._passage(block.flow, "version", *block.stamp)
                self._passage(block.flow, "heading", block.stamp[1], block.body)
            elif block.body:
                self._passage(block.flow, "heading", 0, block.body)
            self._body(block, cut_block)

    def finish(self) -> Cutting:
        for order, (number, title) in enumerate(self.titles.items()):
            parent = self.levels.parent(number)
            start, end = self.spans.get(number, (0, 0))
            node = RuleNode(
                str(number),
                number.printed,
                title,
                str(parent) if parent else None,
                order,
                Span(start, end),
                self.anchors[number],
                self.kinds[number],
            )
            self.out.nodes.append(node)
            self.out.numbers.append(number)
        return self.out

    def _begin(self, block: Block) -> None:
        number = block.number
        assert number is not None
        title = fold(block.flow.text[slice(*block.title)])
        offset = block.flow.span(0, 1).start
        if number in self.spans and number.digits:
            message = (
                f"rule {number} stands here a second time; its text goes on counting where the first ended"
            )
            hint = "one of the two has a wrong number"
            self._find("duplicate-number", "warning", message, offset, hint)
        self.levels.add(number)
        if number in self.spans or not self.ordered:
            pass
        elif number.digits and self.number.digits and self.levels.key(number) < self.levels.key(self.number):
            message = f"rule {number} stands after {self.number}"
            self._find("number-out-of-order", "note", message, offset, None)
        if number not in self.spans or not number.digits:
            self.titles[number] = title or self.titles.get(number, "")
            self.anchors[number] = block.anchor
            self.kinds[number] = block.node
        self.number, self.rule = number, str(number)

    def _body(self, block: Block, cut_block: CutBlock) -> None:
        flow, start = block.flow, block.body
        for link in block.links:
            if start and not flow.text[start : link.start].strip() and self.is_chart(link.href):
                self._passage(flow, "chart link", link.start, link.end)
                start = link.end
        body = OwnText(flow.text, start, block.footnotes, self.marks, block.emphasis, item=block.item)
        for bracket in body.brackets:
            if not bracket.closed:
                self._unclosed(flow, bracket)
        last_statement = self._last("s") if (self.rule, "s") in self.counts else self.rule
        regions: list[tuple[int, Region]] = []
        for piece in body.pieces():
            record, part = self._record(flow, piece, last_statement)
            if piece.kind == "statement" or piece.whole:
                last_statement = record
            depth = {"statement": 2, "prose": 1, "generic": 1}.get(piece.kind, 2 if piece.whole else 0)
            region = Region(piece.start, piece.end, record, part, piece.kind == "generic")
            regions.append((depth, region))
        cut_block.regions.extend(region for _, region in sorted(regions, key=lambda pair: pair[0]))

    def _record(self, flow: Flow, piece: Piece, last_statement: str) -> tuple[str, Part]:
        """Make the record of one piece; its id (for a mark, that of the statement before it) and part."""
        span = flow.span(piece.start, piece.end)
        text = fold(piece.text)
        if piece.kind == "statement":
            self.before = self._last("s") if (self.rule, "s") in self.counts else None
            record = self._id("s")
            holes = tuple(flow.span(start, end) for start, end in piece.holes)
            self.out.statements.append(Statement(record, self.rule, text, hash_of_folded(text), span, holes))
            return record, "statement"
        if piece.kind == "example":
            record = self._id("e")
            self.out.examples.append(Example(record, self.rule, text, hash_of_folded(text), span))
            return record, "example"
        if piece.kind in ("bracket", "paren", "prose", "generic"):
            generic = piece.kind == "generic"
            kind: ExceptionKind = "prose" if piece.kind == "generic" else piece.kind
            record = self._id("g" if generic else "x")
            qualifies = last_statement if last_statement != self.rule else None
            if piece.kind == "prose" and text.startswith(("Exception:", "EXCEPTION:")) and self.before:
                qualifies = self.before  # a sentence of its own narrows the one before it
            if not piece.joins_last:
                qualifies = self._next("s")
            holes = tuple(flow.span(start, end) for start, end in piece.holes)
            clause = ExceptionClause(
                record, self.rule, kind, text, hash_of_folded(text), qualifies, span, holes, generic
            )
            self.out.exceptions.append(clause)
            return record, "exception"
        self._passage(flow, "footnote mark" if piece.kind == "footnote" else "mark", piece.start, piece.end)
        return last_statement, "statement" if last_statement != self.rule else "title"

    def _example(self, block: Block, cut_block: CutBlock) -> None:
        flow = block.flow
        start, end = trimmed(flow.text, 0, len(flow))
        if self.example and not _EXAMPLE.match(flow.text, start):
            self.example.append(block)
            first = self.out.examples.pop()
            text = fold(" ".join(part.flow.text for part in self.example))
            span = Span(first.span.start, flow.span(start, end).end)
            example = Example(first.id, self.rule, text, hash_of_folded(text), span)
        else:
            self.example = [block]
            text = fold(flow.text)
            example = Example(self._id("e"), self.rule, text, hash_of_folded(text), flow.span(start, end))
        self.out.examples.append(example)
        for bracket in find_brackets(flow.text):
            if not bracket.closed:
                self._unclosed(flow, bracket)
            record = self._id("x")
            words = fold(flow.text[bracket.start : bracket.end])
            place = flow.span(bracket.start, bracket.end)
            clause = ExceptionClause(
                record, self.rule, bracket.kind, words, hash_of_folded(words), example.id, place
            )
            self.out.exceptions.append(clause)
            cut_block.regions.append(Region(bracket.start, bracket.end, record, "exception"))
        cut_block.regions.append(Region(0, len(flow), example.id, "example"))

    def _passage(self, flow: Flow, kind: PassageKind, start: int, end: int) -> None:
        start, end = trimmed(flow.text, start, end)
        if start < end:
            text = fold(flow.text[start:end])
            self.out.passages.append(Passage(self._id("p"), self.rule, kind, text, flow.span(start, end)))

    def _id(self, letter: str) -> str:
        self.counts[self.rule, letter] = self.counts.get((self.rule, letter), 0) + 1
        return f"{self.rule}-{letter}{self.counts[self.rule, letter]}"

    def _last(self, letter: str) -> str:
        return f"{self.rule}-{letter}{self.counts[self.rule, letter]}"

    def _next(self, letter: str) -> str:
        return f"{self.rule}-{letter}{self.counts.get((self.rule, letter), 0) + 1}"

    def _unclosed(self, flow: Flow, bracket: Clause) -> None:
        offset = flow.span(bracket.start, bracket.start + 1).start
        evidence = fold(flow.text[bracket.start : bracket.start + 40])
        message = "this exception's bracket is not closed in its paragraph"
        self._find(
            "unclosed-bracket", "warning", message, offset, "taken to run to the paragraph's end", evidence
        )

    def _find(
        self,
        code: str,
        severity: Severity,
        message: str,
        offset: int,
        hint: str | None,
        evidence: str | None = None,
    ) -> None:
        found = finding(code, severity, message, self.source, offset, hint=hint, evidence=evidence)
        self.out.findings.append(found)
