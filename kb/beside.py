"""What stands in a rule beside its sentences: its words in order, terms, footnote marks, tables, images, claims, findings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.kept import Edition
from kb.records import At


def beside(editions: Iterable[Edition], rulebook: str, rule: str) -> dict[str, Any]:
    """The same as plain data, in document order; empty lists for a rule that is in no document here.

    `text` is the rule's own text from the user's edition, None where only its outline is known; `previous` and `next` are
    the rules before and after it in its document.
    """
    home = next(
        (e for e in editions if e.rulebook == rulebook and any(each.id == rule for each in e.rules)), None
    )
    if home is None:
        return {"kind": None, "text": None, "previous": None, "next": None, **dict.fromkeys(_LISTS, ())}
    ids = [each.id for each in home.rules]
    at = ids.index(rule)
    return {
        "kind": home.rules[at].kind,
        "text": _text(home, rule),
        "previous": ids[at - 1] if at else None,
        "next": ids[at + 1] if at + 1 < len(ids) else None,
        "terms": [
            {
                "id": term.id,
                "term": term.term,
                "kind": term.kind,
                "explicit": term.explicit,
                "within": term.within,
                "expansion": term.expansion,
            }
            for term in home.terms
            if term.rule == rule
        ],
        "uses": [
            {"term": use.term, "text": use.text, "within": use.within, "definitions": list(use.definitions)}
            for use in home.uses
            if use.rule == rule
        ],
        "footnotes": [
            {
                "id": mark.id,
                "within": mark.within,
                "text": mark.text,
                "href": mark.href,
                "targets": list(mark.targets),
            }
            for mark in home.footnotes
            if mark.rule == rule
        ],
        "tables": [
            {
                "id": table.id,
                "title": table.title,
                "columns": None if table.columns is None else list(table.columns),
                "rows": None if table.rows is None else [list(row) for row in table.rows],
                "row_ids": list(table.row_ids),
            }
            for table in home.tables
            if rule in (table.rule, table.id)
        ],
        "images": [
            {"id": image.id, "alt": image.alt, "src": image.src}
            for image in home.images
            if image.rule == rule
        ],
        "claims": [
            {"id": claim.id, "kind": claim.kind, "column": claim.column, "text": claim.text}
            for claim in home.claims
            if claim.rule == rule
        ],
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity,
                "message": finding.message,
                "evidence": finding.evidence,
                "right": finding.right,
                "line": finding.line or None,
            }
            for finding in home.findings
            if finding.rule == rule
        ],
    }


_LISTS = ("terms", "uses", "footnotes", "tables", "images", "claims", "findings")


def _text(edition: Edition, rule: str) -> str | None:
    parts: list[tuple[At, str]] = [
        (segment.at, segment.text)
        for segment in edition.segments
        if segment.rule == rule and segment.at is not None and segment.text
    ]
    parts += [
        (passage.at, passage.text)
        for passage in edition.passages
        if passage.rule == rule and passage.at is not None and passage.kind in ("front", "table")
    ]
    return " ".join(text for _, text in sorted(parts, key=lambda part: part[0].start)) or None
