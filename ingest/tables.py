"""The tables of a document as records, from the blocks that they were read as.

A table that is a node of its own (37.T2, PA.1) has the id of its node, and its rows are nodes too; a table in running
text is `B21.121-t1`, its first line the heads of its columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.blocks import Block
from ingest.cut import CutBlock, Cutting
from ingest.nodes import NodeKind, RuleNode, Table, fold
from ingest.source import Span


def find_tables(cutting: Cutting) -> list[Table]:
    """The tables in printed order."""
    nodes = {node.id: node for node in cutting.nodes}
    tables: list[Table] = []
    counts: dict[str, int] = {}
    own: list[CutBlock] = []
    for block in cutting.blocks:
        node = nodes[block.rule]
        if block.block.kind == "rule" and node.kind == "table":
            tables.extend(_numbered(own, nodes))
            own = [block]
        elif own and node.kind != "rule" and node.kind != "item":
            own.append(block)
        elif block.block.kind == "table":
            number = counts[block.rule] = counts.get(block.rule, 0) + 1
            tables.append(_plain(block.block, block.rule, f"{block.rule}-t{number}"))
    tables.extend(_numbered(own, nodes))
    seen: set[str] = set()
    for index, table in enumerate(tables):
        if table.id in seen:  # a number that stands twice, which is a finding
            number = counts[table.id] = counts.get(table.id, 0) + 1
            tables[index] = replace(table, id=f"{table.id}-t{number}")
        seen.add(table.id)
    return sorted(tables, key=lambda table: table.span.start)


def _numbered(blocks: Sequence[CutBlock], nodes: dict[str, RuleNode]) -> Iterator[Table]:
    """The table whose caption and rows these blocks are."""
    if not blocks:
        return
    caption, node = blocks[0].block, nodes[blocks[0].rule]
    heads = [block.block.cells for block in blocks if block.block.kind == "table" and block.block.cells]
    columns = caption.cells or (heads[0] if heads else ())
    rows = [block for block in blocks if _is_row(block, "row")]
    if not rows:  # a table of results and modifiers alone
        rows = [block for block in blocks if _is_row(block, "result") or _is_row(block, "modifier")]
    yield Table(
        node.id,
        str(caption.place) if caption.place else node.parent or node.id,
        node.title,
        columns,
        tuple(_cells(block.block) for block in rows),
        tuple(block.rule for block in rows),
        Span(caption.span.start, max(block.block.span.end for block in blocks)),
    )


def _is_row(block: CutBlock, kind: NodeKind) -> bool:
    return block.block.kind == "rule" and block.block.node == kind


def _cells(block: Block) -> tuple[str, ...]:
    """A row's cells; of a result or modifier its code or value, and its text."""
    if len(block.cells) != 1:
        return block.cells
    text = block.flow.text
    behind = text.find(block.cells[0]) + len(block.cells[0])
    return block.cells[0], fold(text[behind:].lstrip(":"))


def _plain(block: Block, rule: str, identifier: str) -> Table:
    """A table in running text: cells are set apart by tabs, or there are as many as the first line has words."""
    lines = [line for line in block.flow.text.split("\n") if line.strip()]
    tabbed = any("\t" in line.strip() for line in lines)
    title = fold(lines.pop(0)) if tabbed and len(lines) > 1 and "\t" not in lines[0].strip() else ""
    count = len(lines[0].split())
    rows = [
        tuple(fold(cell) for cell in line.strip().split("\t"))
        if tabbed
        else tuple(fold(line).rsplit(" ", count - 1))
        for line in lines
    ]
    return Table(identifier, rule, title, rows[0], tuple(rows[1:]), (), block.span)
