"""Coverage: what has become of each statement and exception clause of a rulebook's documents.

The statements are those of the shipped outlines or, for a document without one, of the texts in the rulebook's `sources`. A
play aid is no rule and is left out, and so is a general reservation ("except as stated otherwise"), unless an entry names it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from ingest.diagnostics import Diagnostic, HexlawError, Place
from ingest.outline import Outline, outline_of, read_outline
from kb.rulebook import Contents
from kb.rulelang import tree
from ontology.books import load_book

Status = Literal[
    "encoded", "definition", "example", "pointer", "note", "outside", "closing", "not encodable", "open"
]
STATUSES: tuple[Status, ...] = get_args(Status)
"""What a statement may be, in the order in which they are shown."""

BAR = 3
"""How many statements in a hundred may be not encodable."""

_PLAY_AID = "tab-tables"
_RECORDS: Mapping[str, Status] = {
    "not encoded": "not encodable",
    "closing": "closing",
    "example": "example",
    "outside": "outside",
    "points to": "pointer",
    "note": "note",
    "reading": "note",
}


@dataclass(frozen=True, slots=True)
class Covered:
    """A statement or exception clause, of which rule of which document it is, what it is, and where its entry says so.

    `why` is what the entry says besides rules: of one that is not encodable the operation that is missing; an encoded one
    has it where a part of it is not encodable.
    """

    id: str
    rule: str
    document: str
    status: Status
    file: str | None = None
    line: int | None = None
    why: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The fields that apply."""
        return {name: value for name in self.__slots__ if (value := getattr(self, name)) is not None}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a rulebook in the order of its documents, each with those that it stands below."""

    above: Mapping[str, tuple[str, ...]]

    def part(self, item: str, file: str = "the command line") -> frozenset[str]:
        """The rules of a part: "B21" with all below it, or "G13.4 to G13.43". Raises `HexlawError` for one nobody knows."""
        first, _, last = (end.strip() for end in item.partition(" to "))
        order = list(self.above)
        for end in (first, last or first):
            if end not in self.above:
                raise _no_rule(end, order, file)
        if not last:
            return frozenset(rule for rule, above in self.above.items() if first == rule or first in above)
        until = max(place for place, rule in enumerate(order) if last == rule or last in self.above[rule])
        return frozenset(order[order.index(first) : until + 1])

    def parts(self, items: Iterable[str], file: str = "the command line") -> frozenset[str]:
        """The rules of all these parts."""
        return frozenset[str]().union(*(self.part(item, file) for item in items))


@dataclass(frozen=True, slots=True)
class Coverage:
    """The statements of a rulebook in the order of its documents; `complete` are the parts that its book.toml marks so."""

    rulebook: str
    rows: tuple[Covered, ...]
    rules: Rules
    complete: tuple[str, ...]

    def chosen(self, items: Iterable[str]) -> frozenset[str]:
        """The ids of these statements and of all in these parts. Raises `HexlawError` for what nobody knows."""
        ids = {row.id for row in self.rows}
        parts = list(items)
        rules = self.rules.parts(item for item in parts if item not in ids)
        return frozenset(row.id for row in self.rows if row.rule in rules or row.id in parts)

    def unfinished(self) -> tuple[Covered, ...]:
        """The open statements of what is marked complete. Raises `HexlawError` for a part that nobody knows."""
        rules = self.rules.parts(self.complete, "book.toml")
        return tuple(row for row in self.rows if row.rule in rules and row.status == "open")

    def to_json(self, rows: Sequence[Covered], listed: Sequence[Covered]) -> dict[str, Any]:
        """As plain data: the counts of these rows and, of them, those that are to be listed."""
        return {
            "rulebook": self.rulebook,
            "statements": [row.to_json() for row in listed],
            "counts": counts_of(rows),
            "not_encodable": share_of(rows),
            "complete": list(self.complete),
            "unfinished": [row.id for row in self.unfinished()],
        }


def counts_of(rows: Iterable[Covered]) -> dict[str, dict[str, int]]:
    """How many statements of each document are what, in the order of the documents and of what there is."""
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        of = found.setdefault(row.document, dict.fromkeys(STATUSES, 0))
        of[row.status] += 1
    return {name: {status: number for status, number in of.items() if number} for name, of in found.items()}


def share_of(rows: Sequence[Covered]) -> dict[str, Any]:
    """How many of these are not encodable, whole or in part, and how many in a hundred may be."""
    missing = sum(row.status == "not encodable" for row in rows)
    in_part = sum(row.status == "encoded" and row.why is not None for row in rows)
    percent = round(100 * missing / len(rows), 1) if rows else 0.0
    return {"statements": missing, "in_part": in_part, "of": len(rows), "percent": percent, "bar": BAR}


def coverage_of(rulebook: str, folder: Path, contents: Contents) -> Coverage:
    """What has become of the statements of a rulebook. Raises `HexlawError` for an outline or a source that cannot be read."""
    book = load_book(folder)
    said = _said(contents)
    rows: list[Covered] = []
    above: dict[str, tuple[str, ...]] = {}
    for outline in _outlines(folder, book):
        for node in outline.nodes:
            above[node.id] = (node.parent, *above.get(node.parent, ())) if node.parent is not None else ()
        clauses = (each for each in outline.exceptions if not each.generic or each.id in contents.hashes)
        by_rule: dict[str, list[str]] = {}
        for statement in outline.statements:
            by_rule.setdefault(statement.rule, []).append(statement.id)
        for clause in clauses:
            by_rule.setdefault(clause.rule, []).append(clause.id)
        for rule in dict.fromkeys((*(node.id for node in outline.nodes), *by_rule)):
            for name in by_rule.get(rule, ()):
                rows.append(_covered(name, rule, outline.document, said.get(name, {})))
    return Coverage(rulebook, tuple(rows), Rules(above), tuple(book.get("complete", {}).get("rules", ())))


_Said = dict[Status, tuple[str, int | None, str | None]]
"""Of each kind of thing that is said of a statement the first: its file, its line, and the words of a record."""

# What a statement is where several things are said of it: the first of these.
_FIRST: tuple[Status, ...] = (
    *("encoded", "not encodable", "definition", "closing", "outside", "pointer", "example", "note"),
)


def _covered(name: str, rule: str, document: str, said: _Said) -> Covered:
    status = next((each for each in _FIRST if each in said), None)
    if status is None:
        return Covered(name, rule, document, "open")
    file, line, why = said[status]
    if status == "encoded" and "not encodable" in said:
        why = said["not encodable"][2]
    return Covered(name, rule, document, status, file, line, why)


def _said(contents: Contents) -> dict[str, _Said]:
    """What the rulebook's files say of each statement."""
    found: dict[str, _Said] = {}

    def say(statements: Iterable[str], status: Status, file: str, line: int | None, why: str | None) -> None:
        for statement in statements:
            found.setdefault(statement, {}).setdefault(status, (file, line, why))

    for item in contents.items:
        if isinstance(item, tree.Record):
            why = item.text.partition(";")[0] if item.kind == "not encoded" else item.text
            say(item.statements, _RECORDS[item.kind], item.file, item.line, why)
        elif isinstance(item, tree.Order):
            say((item.by,), "encoded", item.file, item.line, None)
        elif isinstance(item, tree.Rule) and isinstance(item.conclusion, tree.Missing):
            why = item.text.removeprefix("not encoded: ").partition(";")[0]
            say(item.statements, "not encodable", item.file, item.line, why)
        elif not isinstance(item, tree.Reading):
            say(item.statements, "encoded", item.file, item.line, None)
    for template in contents.vocabulary.templates.values():
        if template.statement is not None:
            say((template.statement,), "definition", "vocabulary.rules", None, None)
    for axiom in contents.axioms:
        say(axiom.statements, "definition", axiom.file, None, None)
    for others in contents.apart.values():
        for _, statements in others:
            say(statements, "definition", "ontology.ttl", None, None)
    return found


def _outlines(folder: Path, book: Mapping[str, Any]) -> list[Outline]:
    """The outlines of a rulebook's documents in the order of its book.toml, play aids left out."""
    found = {(each := read_outline(path)).document: each for path in sorted(folder.glob("outline-*.json"))}
    for path in sorted((folder / "sources").glob("*")):
        from ingest.pipeline import ingest  # who asks for cases first needs no reader of documents

        document = ingest(path.read_bytes(), path.name, [book])
        found.setdefault(document.id, outline_of(document, {}))
    documents = (each["id"] for each in book["documents"] if each["shape"] != _PLAY_AID)
    return [found[name] for name in documents if name in found]


def _no_rule(rule: str, known: Sequence[str], file: str) -> HexlawError:
    near = difflib.get_close_matches(rule, known, n=3)
    hint = f"nearest: {', '.join(near)}" if near else 'name rules as in "B21" or "G13.4 to G13.43"'
    return HexlawError(Diagnostic("unknown-rule", "error", f"there is no rule {rule!r}", Place(file), hint))
