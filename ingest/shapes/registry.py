"""The shapes there are, in one visible list; a new one is a module and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ingest.blocks import Block
from ingest.diagnostics import Diagnostic
from ingest.shapes import html_headings, tab_tables, text_numbered, text_outline
from ingest.source import Source


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape: its name in `book.toml`, how a source of it is known, and how it is read.

    `matches(source, document)` says whether the source fits the document's `recognise` patterns; it is quick and looks
    only at the beginning. `read(source, document)` gives the source's blocks in order, every word of it in one of them,
    and what was found wrong on the way.
    """

    name: str
    matches: Callable[[Source, Mapping[str, Any]], bool]
    read: Callable[[Source, Mapping[str, Any]], tuple[list[Block], list[Diagnostic]]]


SHAPES = (
    Shape(html_headings.NAME, html_headings.matches, html_headings.read),
    Shape(text_numbered.NAME, text_numbered.matches, text_numbered.read),
    Shape(text_outline.NAME, text_outline.matches, text_outline.read),
    Shape(tab_tables.NAME, tab_tables.matches, tab_tables.read),
)


def shape_named(name: str) -> Shape | None:
    """The shape of this name, or None."""
    return next((shape for shape in SHAPES if name == shape.name), None)
