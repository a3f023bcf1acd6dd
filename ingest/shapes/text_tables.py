"""The tables of a text, line by line: caption, column heads, rows, results by their codes, modifiers and notes.

    Table 2 Landing Effects            37.T2; what follows belongs to it until a section or another table begins
    Die Roll <tab> Result              the heads of its columns: its first line of more than one cell
    6 <tab> NE                         37.T2.r1
    Results:
    NE: No Effect: The unit …          37.T2.resNE; a star is written x
    Modifiers (Cumulative):            37.T2.mods
    - + 3 Hex was captured …           37.T2.m3
    Note: …                            37.T2.n1

A table may be two under one number: a line of one cell heads each (37.T1.h1, 37.T1.h2), and the rows count on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ingest.blocks import BlockKind
from ingest.nodes import NodeKind
from ingest.numbering import Number


@dataclass(frozen=True, slots=True)
class TablePart:
    """What a line of a table begins; places are those of the source."""

    kind: BlockKind
    node: NodeKind = "table"
    number: Number | None = None
    title: tuple[int, int] = (0, 0)
    body: int = 0
    cells: tuple[str, ...] = ()
    closed: bool = False


class TableReader:
    """The table at hand; `number` is that of the table, None outside of one."""

    def __init__(self, patterns: Mapping[str, Any], root: Number) -> None:
        self.number: Number | None = None
        self._root = root
        self._patterns = {
            key: re.compile(patterns.get(key, "").removeprefix("^") or r"(?!)")
            for key in ("caption", "header", "results", "result", "modifiers", "modifier", "note")
        }
        self._form: str = patterns.get("number", "T{number}")
        self._counts: dict[str, int] = {}
        self._state = ""
        self._columns = False

    def leave(self) -> None:
        """A section begins: no table any more."""
        self.number = None

    def part(self, text: str, start: int, end: int) -> TablePart | None:
        """What this line of the text begins in a table, or None."""
        match = {key: pattern.match(text, start, end) for key, pattern in self._patterns.items()}
        caption = match["caption"]
        if caption is not None:
            self._counts, self._state, self._columns = {}, "rows", False
            digits = self._form.format(number=caption["number"])
            self.number = Number(self._root.chapter, self._root.section, digits)
            return TablePart("rule", "table", self.number, caption.span("title"), end, closed=True)
        if self.number is None:
            return None
        if match["results"] is not None:
            self._state = "results"
            return TablePart("heading", closed=True)
        if match["modifiers"] is not None:
            self._state = "modifiers"
            return TablePart("rule", "modifiers", self._below("mods"), body=start, closed=True)
        note = match["note"]
        if note is not None:
            return TablePart("rule", "note", self._counted("n"), body=note.end())
        result = match["result"] if self._state == "results" else None
        if result is not None:
            code = "".join(re.findall(r"[A-Z]", result["code"])) + "x" * result["code"].count("*")
            title = result.span("title") if result.groupdict().get("title") else (0, 0)
            return TablePart(
                "rule", "result", self._below(f"res{code}"), title, result.end(), (result["code"].strip(),)
            )
        modifier = match["modifier"] if self._state == "modifiers" else None
        if modifier is not None:
            groups = modifier.groupdict()
            body = modifier.end("bullet") if groups.get("bullet") else start
            cells = (modifier["value"].strip(),)
            return TablePart("rule", "modifier", self._counted("m"), (0, 0), body, cells)
        return self._row(text, start, end, match["header"])

    def _row(self, text: str, start: int, end: int, header: re.Match[str] | None) -> TablePart | None:
        """A line of tab-separated cells, or one that heads a part of the table."""
        if header is not None:
            return TablePart("rule", "header", self._counted("h"), (start, end), start, closed=True)
        cells = tuple(cell.strip() for cell in text[start:end].split("\t"))
        if self._state != "rows" or len(cells) < 2:
            return None
        if not self._columns:
            self._columns = True
            return TablePart("table", cells=cells, closed=True)
        return TablePart("rule", "row", self._counted("r"), (0, 0), start, cells, closed=True)

    def _counted(self, letter: str) -> Number:
        self._counts[letter] = self._counts.get(letter, 0) + 1
        return self._below(f"{letter}{self._counts[letter]}")

    def _below(self, step: str) -> Number:
        assert self.number is not None
        return Number(self.number.chapter, self.number.section, f"{self.number.digits}.{step}")
