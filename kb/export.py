"""Records as rows, for whoever wants them as JSON Lines or CSV: from documents just read, or as the graph keeps them.

A row is a plain dictionary. It begins with the fields that name it and say where it stands (`in` is the id of the rule),
and ends with `rulebook`, `document` and `line`, the line of the source from 1 or None where only an outline is known.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ingest.lint import Finding
from ingest.nodes import Document
from ingest.source import Span
from kb.editions import Edition, edition_of_document

Row = dict[str, Any]

#: What the graph keeps of every edition.
KEPT = ("nodes", "statements", "references", "exceptions", "examples")
#: What only a document that was just read has: fields of the same name, records of `ingest.nodes`.
READ = ("tables", "terms", "images", "footnotes", "claims")
#: Everything that can be exported as rows.
KINDS = (*KEPT, *READ, "findings")

#: The fields that begin a row, so that an empty CSV has its head too.
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "nodes": ("id", "title", "parent", "order", "number", "label", "anchor"),
    "statements": ("id", "in", "text", "hash", "refs"),
    "references": (
        "id",
        "from",
        "text",
        "targets",
        "kind",
        "href",
        "within",
        "part",
        "first",
        "last",
    ),
    "exceptions": ("id", "in", "text", "kind", "refs", "qualifies", "hash"),
    "examples": ("id", "in", "text", "refs", "hash"),
    "tables": ("id", "in", "columns", "rows", "title", "row_ids"),
    "terms": ("term", "in", "explicit", "within", "id"),
    "images": ("id", "in", "alt", "src"),
    "footnotes": ("id", "in", "text", "href", "within", "targets"),
    "claims": ("row", "column", "text", "refs", "kind", "part_of", "hash", "id"),
    "findings": ("code", "in", "severity", "evidence", "message", "right", "file", "column"),
}
_LAST = ("rulebook", "document", "line")
#: Lists of ids: in CSV their members stand in one cell, set apart by spaces.
_IDS = frozenset({"targets", "refs", "row_ids"})


def rows_of_edition(kind: str, edition: Edition) -> Iterator[Row]:
    """The rows of one of `KEPT`; without texts where only an outline is known."""
    where = {"rulebook": edition.rulebook, "document": edition.document}
    if kind == "nodes":
        for rule in edition.rules:
            yield {
                "id": rule.id,
                "title": rule.title,
                "parent": rule.parent,
                "order": rule.order,
                "number": rule.number,
                "label": rule.label,
                "anchor": rule.anchor,
                **where,
                "line": rule.at and rule.at.line,
            }
        return
    if kind == "references":
        for citation in edition.citations:
            yield {
                "id": citation.id,
                "from": citation.rule,
                "text": citation.text,
                "targets": list(citation.targets),
                "kind": citation.kind,
                "href": citation.href,
                "within": citation.within,
                "part": citation.part,
                "first": citation.first,
                "last": citation.last,
                **where,
                "line": citation.at and citation.at.line,
            }
        return
    role = {"statements": "statement", "exceptions": "exception", "examples": "example"}[kind]
    cited: dict[str, dict[str, None]] = {}
    for citation in edition.citations:
        cited.setdefault(citation.within, {}).update(dict.fromkeys(citation.targets))
    for segment in edition.segments:
        if segment.role != role:
            continue
        row: Row = {"id": segment.id, "in": segment.rule, "text": segment.text}
        if kind == "exceptions":
            row["kind"] = segment.kind
        row["refs"] = list(cited.get(segment.id, ()))
        if kind == "exceptions":
            row["qualifies"] = segment.qualifies
        yield row | {"hash": segment.hash, **where, "line": segment.at and segment.at.line}


def rows_of_document(kind: str, document: Document) -> Iterator[Row]:
    """The rows of one of `KEPT` or `READ`; `findings` come from `row_of_finding`."""
    if kind in KEPT:
        yield from rows_of_edition(kind, edition_of_document(document))
        return
    where = {"rulebook": document.rulebook, "document": document.id}
    for record in getattr(document, kind, ()):
        span = getattr(record, "span", None)
        line = document.source.position(span.start)[0] if isinstance(span, Span) else None
        yield _fields(record) | {**where, "line": line}


def row_of_finding(finding: Finding) -> Row:
    """A finding as a row; `right` says what would be right, where that is known."""
    found = finding.diagnostic
    return {
        "code": found.code,
        "in": finding.rule,
        "severity": found.severity,
        "evidence": found.evidence,
        "message": found.message,
        "right": found.hint,
        "file": found.place.file,
        "column": found.place.column,
        "rulebook": finding.rulebook,
        "document": finding.document,
        "line": found.place.line,
    }


def _fields(record: Any) -> Row:
    """A record's fields as plain data, its rule as `in`, its places in the source left out."""
    row: Row = {}
    for field in dataclasses.fields(record):
        value = getattr(record, field.name)
        if isinstance(value, Span) or field.name == "holes":
            continue
        row["in" if field.name == "rule" else field.name] = _plain(value)
    return row


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _fields(value)
    if isinstance(value, tuple | list | frozenset | set):
        return [_plain(each) for each in (sorted(value) if isinstance(value, frozenset | set) else value)]
    return value


def write_jsonl(kind: str, rows: Iterable[Row]) -> Iterator[str]:
    """One JSON object a line, the fields of its kind first."""
    for row in rows:
        yield json.dumps(_ordered(kind, row), ensure_ascii=False) + "\n"


def write_csv(kind: str, rows: Iterable[Row]) -> Iterator[str]:
    """A head and one line for each row (RFC 4180).

    None is an empty cell, a list of ids has spaces between its members, anything else that is not text is JSON.
    """
    all_rows = [_ordered(kind, row) for row in rows]
    names = dict.fromkeys((*_FIELDS[kind], *_LAST))
    for row in all_rows:
        names |= dict.fromkeys(row)
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(names)
    for row in all_rows:
        writer.writerow([_cell(name, row.get(name)) for name in names])
    yield buffer.getvalue()


#: How rows are written.
FORMATS: Mapping[str, Callable[[str, Iterable[Row]], Iterator[str]]] = {
    "jsonl": write_jsonl,
    "csv": write_csv,
}


def _ordered(kind: str, row: Row) -> Row:
    names: Sequence[str] = [*(name for name in _FIELDS[kind] if name in row), *row]
    return {name: row[name] for name in dict.fromkeys(names)}


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if name in _IDS and isinstance(value, list):
        return " ".join(map(str, value))
    return json.dumps(value, ensure_ascii=False)
