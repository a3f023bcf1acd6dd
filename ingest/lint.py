"""The reference doctor: what is wrong with a document's text and references, each finding with its rule and place."""

from __future__ import annotations

import bisect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ingest.diagnostics import Diagnostic
from ingest.nodes import Document


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic with the rulebook, the document and the rule that it stands in (None before the first rule)."""

    rulebook: str
    document: str
    rule: str | None
    diagnostic: Diagnostic


class Places:
    """Which rule a place of a document stands in."""

    def __init__(self, document: Document) -> None:
        self._lines = [0, *(match.end() for match in re.finditer("\n", document.source.text))]
        nodes = sorted((node for node in document.nodes if node.span.end), key=lambda node: node.span.start)
        self._starts = [node.span.start for node in nodes]
        self._ids = [node.id for node in nodes]

    def rule_at(self, line: int, column: int) -> str | None:
        """The last rule that begins at or before this line and column, both from 1."""
        if not 0 < line <= len(self._lines):
            return None
        index = bisect.bisect_right(self._starts, self._lines[line - 1] + max(column, 1) - 1)
        return self._ids[index - 1] if index else None


def lint(documents: Sequence[Document], books: Sequence[Mapping[str, Any]]) -> list[Finding]:
    """Everything found in the documents, in the order of their text.

    `books` are the rulebooks' descriptions, as for `ingest.pipeline.ingest`. Documents of one rulebook are looked at
    together: what is usual in one tells what is odd in another.
    """
    findings: list[Finding] = []
    for document in documents:
        places = Places(document)
        for found in document.findings:
            rule = places.rule_at(found.place.line, found.place.column)
            findings.append(Finding(document.rulebook, document.id, rule, found))
    return findings
