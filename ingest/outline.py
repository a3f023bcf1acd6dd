"""The outline of a document: its numbers, references and hashes, with labels of our own and none of its prose.

It is what may be shipped of a text that is somebody else's. The file is JSON with one record a line, so that a changed
rule is a changed line:

    {"rulebook": "asl", "document": "G13", "title": "…", "sha256": "…", "nodes": [
    {"id": "G13", "number": "13", "label": "…", "parent": null, "order": 0},
    …
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ingest.codes import refusal
from ingest.nodes import (
    ClaimKind,
    Document,
    ExceptionKind,
    NodeKind,
    Part,
    Reference,
    ReferenceKind,
    text_hash,
)

_Record = TypeVar("_Record")


@dataclass(frozen=True, slots=True)
class OutlineNode:
    """A rule with our own label; `kind` is left out of the file for a plain rule."""

    id: str
    number: str
    label: str
    parent: str | None
    order: int
    kind: NodeKind = "rule"


@dataclass(frozen=True, slots=True)
class OutlineStatement:
    """A statement's id and the hash of its text."""

    id: str
    rule: str
    hash: str


@dataclass(frozen=True, slots=True)
class OutlineException:
    """An exception clause's id, kind and hash, and the statement it narrows; `generic` is left out of the file if not."""

    id: str
    rule: str
    kind: ExceptionKind
    hash: str
    qualifies: str | None
    generic: bool = False


@dataclass(frozen=True, slots=True)
class OutlineExample:
    """An example's id and the hash of its text."""

    id: str
    rule: str
    hash: str


@dataclass(frozen=True, slots=True)
class OutlineReference:
    """A reference as printed and where it leads; the fields are those of `ingest.nodes.Reference`."""

    id: str
    rule: str
    within: str
    part: Part
    text: str
    kind: ReferenceKind
    href: str | None
    targets: tuple[str, ...]
    first: str | None
    last: str | None


@dataclass(frozen=True, slots=True)
class OutlineTable:
    """A table's id, how many columns it has, its rows that are nodes, and the hash of its heads and cells."""

    id: str
    rule: str
    width: int
    row_ids: tuple[str, ...]
    hash: str


@dataclass(frozen=True, slots=True)
class OutlineImage:
    """An image's id."""

    id: str
    rule: str


@dataclass(frozen=True, slots=True)
class OutlineFootnote:
    """A footnote mark's id, and the record that it stands in."""

    id: str
    rule: str
    within: str


@dataclass(frozen=True, slots=True)
class OutlineClaim:
    """A claim's id, row, kind and hash, the claim it is part of, and the ids of the references in it."""

    id: str
    row: str
    kind: ClaimKind
    part_of: str | None
    hash: str
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """A document's outline; `sha256` is that of the file it was made from, the edition's hash.

    The last four lists are left out of a file where they are empty.
    """

    rulebook: str
    document: str
    title: str
    sha256: str
    nodes: tuple[OutlineNode, ...]
    statements: tuple[OutlineStatement, ...]
    exceptions: tuple[OutlineException, ...]
    examples: tuple[OutlineExample, ...]
    references: tuple[OutlineReference, ...]
    tables: tuple[OutlineTable, ...] = ()
    images: tuple[OutlineImage, ...] = ()
    footnotes: tuple[OutlineFootnote, ...] = ()
    claims: tuple[OutlineClaim, ...] = ()


_LISTS: Mapping[str, type[Any]] = {
    "nodes": OutlineNode,
    "statements": OutlineStatement,
    "exceptions": OutlineException,
    "examples": OutlineExample,
    "references": OutlineReference,
}
_FURTHER: Mapping[str, type[Any]] = {
    "tables": OutlineTable,
    "images": OutlineImage,
    "footnotes": OutlineFootnote,
    "claims": OutlineClaim,
}
_HEAD = ("rulebook", "document", "title", "sha256")


def outline_of(document: Document, labels: Mapping[str, str]) -> Outline:
    """The outline of an ingested document. `labels` are our own, by rule id; a rule without one gets the empty label.

    The title is the root's label.
    """
    return Outline(
        document.rulebook,
        document.id,
        labels.get(document.nodes[0].id, ""),
        document.source.sha256,
        tuple(
            OutlineNode(n.id, n.number, labels.get(n.id, ""), n.parent, n.order, n.kind)
            for n in document.nodes
        ),
        tuple(OutlineStatement(s.id, s.rule, s.hash) for s in document.statements),
        tuple(
            OutlineException(x.id, x.rule, x.kind, x.hash, x.qualifies, x.generic)
            for x in document.exceptions
        ),
        tuple(OutlineExample(e.id, e.rule, e.hash) for e in document.examples),
        tuple(
            OutlineReference(
                r.id, r.rule, r.within, r.part, r.text, r.kind, r.href, r.targets, r.first, r.last
            )
            for r in document.references
        ),
        tables_of(document),
        tuple(OutlineImage(i.id, i.rule) for i in document.images),
        tuple(OutlineFootnote(f.id, f.rule, f.within) for f in document.footnotes),
        claims_of(document),
    )


def tables_of(document: Document) -> tuple[OutlineTable, ...]:
    """The document's tables without their texts, in the same order."""
    return tuple(
        OutlineTable(
            table.id,
            table.rule,
            len(table.columns),
            table.row_ids,
            text_hash("\n".join("\t".join(cells) for cells in (table.columns, *table.rows))),
        )
        for table in document.tables
    )


def claims_of(document: Document) -> tuple[OutlineClaim, ...]:
    """The document's claims without their texts, in the same order."""
    in_row: dict[str, list[Reference]] = {}
    for reference in document.references:
        in_row.setdefault(reference.rule, []).append(reference)
    return tuple(
        OutlineClaim(
            claim.id,
            claim.row,
            claim.kind,
            claim.part_of,
            claim.hash,
            tuple(
                reference.id
                for reference in in_row.get(claim.row, ())
                if claim.span.start <= reference.span.start and reference.span.end <= claim.span.end
            ),
        )
        for claim in document.claims
    )


def write_outline(outline: Outline, path: Path) -> None:
    """Write the outline, one record a line, in UTF-8; the same outline gives the same bytes."""
    path.write_text(render_outline(outline), encoding="utf-8", newline="\n")


def render_outline(outline: Outline) -> str:
    """The text of an outline's file."""
    head = json.dumps({key: getattr(outline, key) for key in _HEAD}, ensure_ascii=False)
    lists = []
    for key in (*_LISTS, *(key for key in _FURTHER if getattr(outline, key))):
        records = ",\n".join(
            json.dumps(_fields(record), ensure_ascii=False) for record in getattr(outline, key)
        )
        lists.append(f'"{key}": [\n{records}\n]' if records else f'"{key}": []')
    return f"{head[:-1]},\n" + ",\n".join(lists) + "}\n"


def _fields(record: Any) -> dict[str, Any]:
    fields = dataclasses.asdict(record)
    if isinstance(record, OutlineNode) and record.kind == "rule":
        del fields["kind"]
    if isinstance(record, OutlineException) and not record.generic:
        del fields["generic"]
    return fields


def read_outline(path: Path) -> Outline:
    """The outline in a file. Raises `HexlawError` if it cannot be read or lacks a field."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise refusal("outline-malformed", f"cannot be read: {error.strerror}", str(path)) from error
    except UnicodeDecodeError as error:
        raise refusal("outline-malformed", f"is not UTF-8 at byte {error.start}", str(path)) from error
    except json.JSONDecodeError as error:
        raise refusal(
            "outline-malformed", f"is not JSON: {error.msg}", str(path), error.lineno, error.colno
        ) from error
    if not isinstance(data, dict):
        raise refusal("outline-malformed", "is not an object", str(path))
    missing = [key for key in (*_HEAD, *_LISTS) if key not in data]
    if missing:
        raise refusal("outline-malformed", f"has no {', '.join(missing)}", str(path))
    fields: dict[str, Any] = {key: str(data[key]) for key in _HEAD}
    for key, record in {**_LISTS, **_FURTHER}.items():
        fields[key] = _records(data.get(key, []), record, key, path)
    return Outline(**fields)


def _records(items: Any, make: Callable[..., _Record], key: str, path: Path) -> tuple[_Record, ...]:
    records = []
    for item in items if isinstance(items, list) else [items]:
        try:
            fields = {
                name: tuple(value) if isinstance(value, list) else value for name, value in item.items()
            }
            records.append(make(**fields))
        except (AttributeError, TypeError) as error:
            message = f"{key}: a record does not have the fields it should: {json.dumps(item)[:80]}"
            raise refusal("outline-malformed", message, str(path)) from error
    return tuple(records)
