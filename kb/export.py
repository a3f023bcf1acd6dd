"""Records as rows, for whoever wants them as JSON Lines or CSV: from documents just read, or as the graph keeps them.

A row is a plain dictionary. It begins with the fields that name it and say where it stands (`in` is the id of the rule),
and ends with `rulebook`, `document` and `line`, the line of the source from 1 or None where only an outline is known.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ingest.lint import Finding as Found
from kb.editions import finding_of
from kb.kept import Edition
from kb.records import At, Finding, Role

Row = dict[str, Any]

#: The fields that begin a row, so that an empty CSV has its head too; its keys are everything that can be exported.
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "nodes": ("id", "title", "parent", "order", "kind", "number", "label", "anchor"),
    "statements": ("id", "in", "text", "refs", "hash"),
    "references": ("id", "from", "text", "targets", "kind", "href", "within", "part", "first", "last"),
    "exceptions": ("id", "in", "text", "kind", "refs", "qualifies", "generic", "hash"),
    "examples": ("id", "in", "text", "refs", "hash"),
    "passages": ("id", "in", "text", "kind"),
    "tables": ("id", "in", "columns", "rows", "title", "row_ids", "width", "hash"),
    "terms": ("term", "in", "explicit", "kind", "expansion", "within", "id"),
    "term-uses": ("term", "in", "within", "text", "definitions", "ambiguous", "id", "start", "end"),
    "undefined-terms": ("term", "in", "kind", "within", "uses", "start", "end"),
    "images": ("id", "in", "alt", "src"),
    "footnotes": ("id", "in", "text", "href", "within", "targets"),
    "claims": ("row", "column", "text", "refs", "kind", "part_of", "hash", "id"),
    "findings": ("code", "in", "severity", "evidence", "message", "right", "file", "column"),
}
_LAST = ("rulebook", "document", "line")
#: Lists of ids: in CSV their members stand in one cell, set apart by spaces.
_IDS = frozenset({"targets", "refs", "row_ids", "definitions"})

#: Everything that can be exported as rows.
KINDS = tuple(_FIELDS)
#: What is told of the documents of a rulebook only together.
TOGETHER = frozenset({"term-uses", "undefined-terms", "findings"})
#: What an outline has none of: these rows are there only where the original was read.
OF_ORIGINALS = TOGETHER | {"terms", "passages"}

_ROLES: Mapping[str, Role] = {"statements": "statement", "exceptions": "exception", "examples": "example"}


def rows_of_edition(kind: str, edition: Edition) -> Iterator[Row]:
    """The rows of one of `KINDS`; without texts where only an outline is known.

    `refs` are the rules that are cited within, in printed order and each once.
    """
    where = {"rulebook": edition.rulebook, "document": edition.document}
    for values, line in _ROWS[kind](edition):
        yield {**dict(zip(_FIELDS[kind], values, strict=True)), **where, "line": line}


def row_of_finding(found: Found) -> Row:
    """A finding as a row; `right` says what would be right, where that is known."""
    values, line = _finding(finding_of(found))
    row = dict(zip(_FIELDS["findings"], values, strict=True))
    return {**row, "rulebook": found.rulebook, "document": found.document, "line": line}


_Values = tuple[tuple[Any, ...], int | None]
"""The values of a row's own fields, and its line."""


def _line(at: At | None) -> int | None:
    return None if at is None else at.line


def _ends(at: At | None) -> tuple[int | None, int | None]:
    return (None, None) if at is None else (at.start, at.end)


def _nodes(edition: Edition) -> Iterator[_Values]:
    for r in edition.rules:
        yield (r.id, r.title, r.parent, r.order, r.kind, r.number, r.label, r.anchor), _line(r.at)


def _segments(edition: Edition, role: Role) -> Iterator[_Values]:
    cited: dict[str, dict[str, None]] = {}
    for citation in edition.citations:
        cited.setdefault(citation.within, {}).update(dict.fromkeys(citation.targets))
    for s in edition.of_role(role):
        refs = list(cited.get(s.id, ()))
        if role == "exception":
            yield (s.id, s.rule, s.text, s.kind, refs, s.qualifies, s.generic, s.hash), _line(s.at)
        else:
            yield (s.id, s.rule, s.text, refs, s.hash), _line(s.at)


def _references(edition: Edition) -> Iterator[_Values]:
    for c in edition.citations:
        where_to = (c.id, c.rule, c.text, list(c.targets), c.kind, c.href)
        yield (*where_to, c.within, c.part, c.first, c.last), _line(c.at)


def _passages(edition: Edition) -> Iterator[_Values]:
    for p in edition.passages:
        yield (p.id, p.rule, p.text, p.kind), _line(p.at)


def _tables(edition: Edition) -> Iterator[_Values]:
    for t in edition.tables:
        columns = None if t.columns is None else list(t.columns)
        rows = None if t.rows is None else [list(row) for row in t.rows]
        yield (t.id, t.rule, columns, rows, t.title, list(t.row_ids), t.width, t.hash), _line(t.at)


def _terms(edition: Edition) -> Iterator[_Values]:
    for t in edition.terms:
        yield (t.term, t.rule, t.explicit, t.kind, t.expansion, t.within, t.id), _line(t.at)


def _uses(edition: Edition) -> Iterator[_Values]:
    for u in edition.uses:
        found = (list(u.definitions), len(u.definitions) > 1)
        yield (u.term, u.rule, u.within, u.text, *found, u.id, *_ends(u.at)), _line(u.at)


def _undefined(edition: Edition) -> Iterator[_Values]:
    for u in edition.undefined:
        yield (u.term, u.rule, u.kind, u.within, u.uses, *_ends(u.at)), _line(u.at)


def _images(edition: Edition) -> Iterator[_Values]:
    for i in edition.images:
        yield (i.id, i.rule, i.alt, i.src), _line(i.at)


def _footnotes(edition: Edition) -> Iterator[_Values]:
    for f in edition.footnotes:
        yield (f.id, f.rule, f.text, f.href, f.within, list(f.targets)), _line(f.at)


def _claims(edition: Edition) -> Iterator[_Values]:
    targets = {citation.id: citation.targets for citation in edition.citations}
    for c in edition.claims:
        refs = list(dict.fromkeys(target for citation in c.citations for target in targets[citation]))
        yield (c.rule, c.column, c.text, refs, c.kind, c.part_of, c.hash, c.id), _line(c.at)


def _finding(f: Finding) -> _Values:
    return (f.code, f.rule, f.severity, f.evidence, f.message, f.right, f.file, f.column), f.line


_ROWS: Mapping[str, Callable[[Edition], Iterable[_Values]]] = {
    "nodes": _nodes,
    **{kind: partial(_segments, role=role) for kind, role in _ROLES.items()},
    "references": _references,
    "passages": _passages,
    "tables": _tables,
    "terms": _terms,
    "term-uses": _uses,
    "undefined-terms": _undefined,
    "images": _images,
    "footnotes": _footnotes,
    "claims": _claims,
    "findings": lambda edition: map(_finding, edition.findings),
}


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
