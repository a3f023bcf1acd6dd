"""Entries of a glossary: in a section that its heading calls one, a term and behind it what it means.

AMBUSH: An attack …        a colon, a dash or a full stop behind the term, at the beginning of a paragraph, item or line
Ambush                     or the term alone on a line, or as a rule's title, and the definition below it
An attack …
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.cut import CutBlock
from ingest.defining import plain_term
from ingest.nodes import RuleNode, Table

_CORE = (
    "glossary|definitions?|terminology|abbreviations|acronyms|nomenclature|lexicon|vocabulary|keywords?|"
    r"(?:key|defined|game|common|basic|important)\s+(?:terms|words|concepts)|terms"
)
_HEADING = re.compile(
    r"\s*(?:[\w.]+\s+)?"
    r"(?:(?:rules?|general|game|list|table|of|the|a|and|&|symbols|concepts|used|words|important|key|basic)[\s,]+)*"
    rf"(?:{_CORE})(?:[\s,]+(?:and|&|of|the|in|this|used|terms?|rules?|game|here|abbreviations|acronyms|definitions?|symbols|"
    r"concepts|keywords|words))*\s*[.:]?\s*",
    re.IGNORECASE,
)
_HEADS = re.compile(
    r"\W*(?:terms?|words?|names?|letters|abbreviations?|acronyms?|symbols?|keywords?)\W*", re.IGNORECASE
)
_MEANINGS = re.compile(
    r"\W*(?:meanings?|definitions?|explanations?|descriptions?|stands\s+for|in\s+full|full\s+(?:form|name)|expansions?)\W*",
    re.IGNORECASE,
)
_BULLET = r"(?:[-*•·–]\s+|\(?[a-z\d]{1,2}[).]\s+)?"
_ENTRY = re.compile(
    rf"\s*{_BULLET}(?P<term>[“\"*_]{{0,3}}[^\W_][^:;.=\n“”\"()—]{{0,48}}?[”\"*_]{{0,3}})\s*(?:\((?P<also>[^()\n]{{1,40}})\)\s*)?"
    r"(?:[:=][*_]{0,2}\s+|\s*—\s*|\s+[–-]+\s+|\.\s+(?=(?:An?|Any|The|All|One|Each|When|What|Of|To)\b))(?=\S)"
)
_ALONE = re.compile(
    rf"\s*{_BULLET}(?P<term>[“\"*_]{{0,3}}[^\W_][\w’'/ -]{{0,40}}[”\"*_]{{0,3}})\s*(?:\([\w. -]{{1,12}}\)\s*)?\Z"
)


def is_glossary(title: str) -> bool:
    """Whether a heading says that definitions follow."""
    return bool(title) and len(title) < 60 and _HEADING.fullmatch(title) is not None


def glossary_rules(blocks: Sequence[CutBlock], nodes: Sequence[RuleNode]) -> frozenset[str]:
    """The rules whose heading, or that of a rule above them, says that definitions follow."""
    headings = {
        block.rule: text
        for block in blocks
        if block.block.kind == "rule" and len(text := block.block.flow.text[block.block.body :]) < 60
    }
    found: set[str] = set()
    for node in nodes:
        if node.parent in found or is_glossary(node.title or headings.get(node.id, "").strip()):
            found.add(node.id)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Entry:
    """A term of a glossary, with the block that defines it and where in its flow that begins."""

    term: str
    block: CutBlock
    start: int


def tabled_entries(
    tables: Sequence[Table], blocks: Sequence[CutBlock], nodes: Sequence[RuleNode]
) -> Iterator[tuple[Table, str, str]]:
    """The rows of tables that are glossaries, by the heads of their columns or by their section: table, term, meaning."""
    numbered = glossary_rules(blocks, nodes) if tables else frozenset()
    for table in tables:
        if len(table.columns) != 2:
            continue
        headed = _HEADS.fullmatch(table.columns[0]) is not None
        if headed and _MEANINGS.fullmatch(table.columns[1]):
            rows = table.rows
        elif table.rule in numbered or is_glossary(table.title):
            rows = table.rows if headed else (table.columns, *table.rows)
        else:
            continue
        for row in rows:
            if len(row) == 2 and _is_entry(row[0] or "0", first=True) and plain_term(row[0]):
                yield table, _unmarked(row[0]), row[1]


def glossary_entries(blocks: Sequence[CutBlock], nodes: Sequence[RuleNode]) -> Iterator[Entry]:
    """The entries in printed order.

    A heading without a number opens a glossary too, up to the next rule. A rule in a glossary whose title is no heading
    of one defines its title.
    """
    titles: Mapping[str, str] = {node.id: node.title for node in nodes}
    numbered = glossary_rules(blocks, nodes)
    opened = False
    alone: str | None = None
    for block in blocks:
        kind, text, body = block.block.kind, block.block.flow.text, block.block.body
        if kind in ("rule", "root"):
            opened, alone = False, None
        if kind in ("heading", "text", "root") and len(text) < 60 and is_glossary(text):
            opened, alone = True, None
        elif kind in ("rule", "text", "heading") and (opened or block.rule in numbered):
            title = titles[block.rule].rstrip(".: ")
            if kind == "rule" and title and not is_glossary(title):
                if len(title.split()) < 7 and (term := plain_term(title)) is not None:
                    yield Entry(term, block, body)
                continue
            entries = list(_entries(block, text, body))
            if entries:
                yield from entries
                alone = None
            elif alone is not None:
                yield Entry(alone, block, body)
                alone = None
            elif (match := _ALONE.fullmatch(text, body)) is not None and _is_entry(match["term"], first=True):
                alone = _unmarked(match["term"])


def _entries(block: CutBlock, text: str, body: int) -> Iterator[Entry]:
    """The entries that begin in this paragraph: at its lines, or its first line alone."""
    lines = [match for match in re.finditer(r"[^\n]+", text[body:]) if match[0].strip()]
    head = (
        _ALONE.fullmatch(lines[0][0]) if len(lines) > 1 and re.match(r"\s*[A-Z\d“\"]", lines[1][0]) else None
    )
    if head is not None and _is_entry(head["term"], first=True):
        yield Entry(_unmarked(head["term"]), block, body + lines[1].start())
        return
    for index, line in enumerate(lines):
        entry = _ENTRY.match(line[0])
        if entry is not None and _is_entry(entry["term"], first=index == 0):
            yield Entry(_unmarked(entry["term"]), block, body + line.start())


def _unmarked(term: str) -> str:
    return term.strip(' *_“”"')


def _is_entry(term: str, *, first: bool) -> bool:
    """Whether words at the beginning of a line can be a term; one inside a paragraph has a capital or marks."""
    words = _unmarked(term).split()
    return (
        0 < len(words) < 7
        and (first or not term[0].islower())
        and not re.match(r"(?:see|note|example|ex|exc|exception|e\.g|i\.e)\b", words[0], re.IGNORECASE)
    )
