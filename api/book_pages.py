"""What a rulebook's own pages show: what is covered, what was found, what can be said. No request is needed to tell it.

Each function gives the context of the template of the same name; `…_document` is the same as plain data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from api.told import told
from kb.answer import wordings
from kb.coverage import STATUSES
from kb.kept import Edition
from kb.wordings import marks_in
from ontology.books import load_books

SAYINGS = {
    "kind": "Kinds of things",
    "noun": "What a thing may be called",
    "adjective": "How a thing may be",
    "relation": "How things stand to each other",
    "figure": "Figures",
    "may": "What may be done",
    "must": "What must be done",
    "event": "What happens",
}
"""Headings for the kinds of sentences, in the order in which they are shown; other kinds come last, by their own names."""

MEANINGS = {
    "encoded": "the reasoner knows it",
    "definition": "it defines a term of the vocabulary",
    "example": "it is an example",
    "pointer": "it only points to another rule",
    "note": "it is a remark, and changes nothing",
    "outside": "it is about something outside these rules",
    "closing": "it says that nothing else applies",
    "not encodable": "the language cannot say it yet",
    "open": "nobody has looked at it yet",
}
"""What each status of a statement means."""


def rulebooks_document(editions: Sequence[Edition]) -> dict[str, Any]:
    """The rulebooks there are, with what of them is in the graph."""
    rows = []
    for book in load_books():
        own = [edition for edition in editions if edition.rulebook == book["id"]]
        rows.append(
            {
                "id": str(book["id"]),
                "title": str(book["title"]),
                "documents": [str(document["id"]) for document in book["documents"]],
                "rules": sum(len(edition.rules) for edition in own),
                "original": any(edition.origin == "original" for edition in own),
            }
        )
    return {"rulebooks": rows}


def coverage_document(rulebook: str, only: str | None = None) -> dict[str, Any]:
    """What has become of each statement of a rulebook, or of those of one status."""
    found = told(rulebook).covered
    return found.to_json(found.rows, [row for row in found.rows if only in (None, row.status)])


def coverage_context(rulebook: str, only: str | None = None) -> dict[str, Any]:
    """The page of a rulebook's coverage, or of its statements of one status."""
    found = coverage_document(rulebook, only)
    by_document: dict[str, dict[str, list[Mapping[str, Any]]]] = {}
    for row in found["statements"]:
        by_document.setdefault(row["document"], {}).setdefault(row["rule"], []).append(row)
    return {
        "here": "coverage",
        "book": rulebook,
        "found": found,
        "only": only,
        "statuses": [status for status in STATUSES if any(status in of for of in found["counts"].values())],
        "meanings": MEANINGS,
        "totals": {name: sum(of.values()) for name, of in found["counts"].items()},
        "by_document": by_document,
    }


def findings_document(rulebook: str, editions: Iterable[Edition], code: str | None = None) -> dict[str, Any]:
    """The findings in the texts of a rulebook, in the order of their documents, or those of one code."""
    rows = [
        {
            "code": finding.code,
            "severity": finding.severity,
            "message": finding.message,
            "evidence": finding.evidence,
            "right": finding.right,
            "line": finding.line or None,
            "rule": finding.rule,
            "document": edition.document,
        }
        for edition in editions
        if edition.rulebook == rulebook
        for finding in edition.findings
    ]
    counts = Counter(str(row["code"]) for row in rows)
    return {
        "rulebook": rulebook,
        "counts": dict(counts.most_common()),
        "findings": [row for row in rows if code in (None, row["code"])],
    }


def findings_context(rulebook: str, editions: Sequence[Edition], code: str | None = None) -> dict[str, Any]:
    """The page of a rulebook's findings, or of those of one code; `outlines` are the documents without a text."""
    own = [edition for edition in editions if edition.rulebook == rulebook]
    return {
        "here": "findings",
        "book": rulebook,
        "found": findings_document(rulebook, own, code),
        "code": code,
        "outlines": [edition.document for edition in own if edition.origin != "original"],
    }


def vocabulary_context(rulebook: str, words: Sequence[str] = ()) -> dict[str, Any]:
    """The page of what can be said about a rulebook's world, or of that in which all these words occur."""
    found = wordings(rulebook, words)
    groups: dict[str, list[Any]] = {kind: [] for kind in SAYINGS}
    for wording in found:
        groups.setdefault(wording.kind, []).append(wording)
    return {
        "here": "vocabulary",
        "book": rulebook,
        "query": " ".join(words),
        "count": len(found),
        "marks": marks_in(found),
        "groups": [(SAYINGS.get(kind, kind), group) for kind, group in groups.items() if group],
    }
