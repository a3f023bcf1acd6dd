"""What the cells of a play aid say, claim by claim, so that each can be held against the rules.

A claim is a bullet or sentence of a cell with its exceptions in it; each exception is a claim of its own too, and so is
the cost for each kind of unit where one sentence has several ("Arm. Car: 4+COT; Tracked: 2+COT").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.cut import CutBlock, Region
from ingest.flow import trimmed
from ingest.nodes import Claim, ClaimKind, Reference, fold, text_hash
from ingest.source import Span

# Possessive: a run of thousands of spaces or digits is gone through once, not once for each way to share it out.
_AMOUNT = r"(?:\d++\s*+(?:\(\w[\w ]*+\)\s*+)?(?:MP|MF)\b|\d*+\s*+(?:\+\s*+)?COT\b|ALL\b)"
_COST = re.compile(rf"(?:[A-Za-z][^:;]{{0,40}}:\s*+)?{_AMOUNT}[^;]*+")


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A claim to be: a range of a block's flow."""

    start: int
    end: int
    kind: ClaimKind
    of: int | None


def find_claims(blocks: Sequence[CutBlock], references: Sequence[Reference]) -> list[Claim]:
    """The claims of all cells, in printed order; ids are `PA.1.1-c1` and so on."""
    claims: list[Claim] = []
    counts: dict[str, int] = {}
    by_rule: dict[str, list[Reference]] = {}
    for reference in references:
        by_rule.setdefault(reference.rule, []).append(reference)
    for block in blocks:
        column = block.block.column
        if column is None:
            continue
        ids: list[str] = []
        for stretch in _stretches(block):
            number = counts[block.rule] = counts.get(block.rule, 0) + 1
            ids.append(f"{block.rule}-c{number}")
            flow = block.block.flow
            start, end = trimmed(flow.text, stretch.start, stretch.end)
            span, text = flow.span(start, end), fold(flow.text[start:end])
            claims.append(
                Claim(
                    ids[-1],
                    block.rule,
                    column,
                    text,
                    _cited(by_rule.get(block.rule, ()), span),
                    stretch.kind,
                    None if stretch.of is None else ids[stretch.of],
                    text_hash(text),
                    span,
                )
            )
    return claims


def _stretches(block: CutBlock) -> Iterator[_Stretch]:
    """The claims of one paragraph: each statement with the brackets behind it, then what is part of it."""
    regions = sorted(block.regions, key=lambda region: (region.start, -region.end))
    statements = [region for region in regions if region.part == "statement"]
    exceptions = [region for region in regions if region.part == "exception" and not region.generic]
    text = block.block.flow.text
    count = 0
    for index, statement in enumerate(statements):
        limit = statements[index + 1].start if index + 1 < len(statements) else len(text)
        own = [region for region in exceptions if statement.start <= region.start < limit]
        end = max([statement.end, *(region.end for region in own)])
        costs = list(_costs(text, Region(statement.start, end, "", "statement")))
        whole: ClaimKind = "bullet" if block.block.listed else "sentence"
        if len(costs) == 1:
            whole, costs = "cost", []
        yield _Stretch(statement.start, end, whole, None)
        first = count
        count += 1
        for region in own:
            yield _Stretch(region.start, region.end, "exception", first)
            count += 1
        for start, stop in costs:
            yield _Stretch(start, stop, "cost", first)
            count += 1


def _costs(text: str, region: Region) -> Iterator[tuple[int, int]]:
    """The costs in a statement, if each of its parts between semicolons is one."""
    found: list[tuple[int, int]] = []
    for part in re.finditer(r"(?:[^;()]|\([^()]*\))+", text[region.start : region.end]):
        start, end = trimmed(text, region.start + part.start(), region.start + part.end())
        if start == end or text[start:end] == ".":
            continue
        if not _COST.match(text, start, end):
            return
        found.append((start, end))
    yield from found


def _cited(references: Sequence[Reference], span: Span) -> tuple[str, ...]:
    inside = (r for r in references if span.start <= r.span.start and r.span.end <= span.end)
    return tuple(dict.fromkeys(target for reference in inside for target in reference.targets))
