"""Numbered plain text: a rule begins where a paragraph begins with its number.

    21. WATER OBSTACLES                       the root: section, full stop, title
    21.11 CANAL: A canal is …                 a rule: number, perhaps a title in capitals and a colon, text
    EX: Movement from 8CC8 …                  an example
    dr Force / ≤ 1 Heavy                      a table: short lines, none of them a sentence

Paragraphs are set apart by empty lines; a line that goes on with its paragraph may begin with a number all the same. A text
in another numbering, or with all the sections of its book, is read line by line in the usual looks (`usual.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ingest.blocks import Block
from ingest.diagnostics import Diagnostic
from ingest.flow import Flow, trimmed
from ingest.numbering import Number, parse_number
from ingest.shapes import text_outline
from ingest.shapes.lines import fits_first_line
from ingest.shapes.usual import usual_title
from ingest.source import Source, Span

NAME = "text-numbered"

_PARAGRAPH = re.compile(r"[^\S\n]*+(?:\S[^\n]*+(?:\n|\Z))(?:[^\S\n]*+\S[^\n]*+(?:\n|\Z))*")
_START = re.compile(r"(?P<number>\d{1,3}\.\d{1,6}[A-Z]?)(?=\s|$)|(?P<root>\d{1,3})\.(?=\s|$)")
_TITLE = re.compile(r"\s*(?P<title>[A-Z(][A-Z0-9 /&,'’().\-]{1,60}):(?=\s|$)")
_USUAL_TITLE = re.compile(usual_title() + r"(?:[.:](?=\s+\S)|[ \t]*(?:\n|\Z))")
_EXAMPLE = re.compile(r"EX\s*:")
_SHORT = 60


def matches(source: Source, document: Mapping[str, Any]) -> bool:
    """Whether the first line that is not empty fits the document's `line` pattern."""
    return fits_first_line(source, document)


def read(source: Source, document: Mapping[str, Any]) -> tuple[list[Block], list[Diagnostic]]:
    """The paragraphs of the text; nothing in plain text can be broken markup, so there are no findings."""
    section = document["section"]
    decimal = document["numbering"] == "decimal-digits" and section
    if not decimal or not re.search(
        rf"(?m)^[^\S\n]*{re.escape(section)}\.\d{{1,6}}[A-Z]?(?=\s)", source.text
    ):
        return text_outline.read(source, document)
    return list(_blocks(source, document["chapter"], document["section"])), []


def _blocks(source: Source, chapter: str, section: str) -> Iterator[Block]:
    begun = False
    for start, end in _paragraphs(source.text, section):
        start, end = trimmed(source.text, start, end)
        flow = Flow([(source.text[start:end], start, end)])
        span = Span(start, end)
        head = _START.match(flow.text)
        if head is not None and head["root"] == section and not begun:
            begun = True
            title = trimmed(flow.text, head.end(), len(flow.text.split("\n", 1)[0]))
            yield Block("root", flow, span, Number(chapter, section, ""), title, title[1])
        elif head is not None and head["number"] and head["number"].split(".")[0] == section:
            begun = True
            number = parse_number(head["number"], chapter)
            assert number is not None
            titled = _TITLE.match(flow.text, head.end()) or _USUAL_TITLE.match(flow.text, head.end())
            title = titled.span("title") if titled else (head.end(), head.end())
            yield Block("rule", flow, span, number, title, titled.end() if titled else head.end())
        elif _EXAMPLE.match(flow.text):
            yield Block("example", flow, span)
        elif _is_table(flow.text):
            yield Block("table", flow, span)
        else:
            yield Block("text" if begun else "front", flow, span)


def _paragraphs(text: str, section: str) -> Iterator[tuple[int, int]]:
    """The ranges between empty lines, and a new one where a line begins a rule right after a finished sentence."""
    line_start = re.compile(
        rf"(?<=[.!?:)\]])[^\S\n]*\n(?=[^\S\n]*{re.escape(section)}\.\d+[A-Z]?[^\S\n]+[A-Z])"
    )
    for match in _PARAGRAPH.finditer(text):
        start = match.start()
        for inner in line_start.finditer(text, match.start(), match.end()):
            yield start, inner.end()
            start = inner.end()
        yield start, match.end()


def _is_table(text: str) -> bool:
    """At least two lines, all short, none ending as a sentence does."""
    lines = text.split("\n")
    return len(lines) > 1 and all(
        len(line) <= _SHORT and line.rstrip()[-1:] not in (*".:;!?,", "") for line in lines
    )
