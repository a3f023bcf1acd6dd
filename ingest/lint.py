"""The reference doctor: what is wrong with a document's text and references, each finding with its rule and place."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ingest.checks import (
    citations,
    figures,
    lists,
    named_tables,
    numbers,
    signs,
    structure,
    tables,
    variants,
    wording,
)
from ingest.checks.codes import CHECKS
from ingest.checks.corpus import Corpus, Fault
from ingest.diagnostics import Diagnostic, Place
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


#: The checks in order; each takes the documents of one rulebook together.
CHECK_ORDER: tuple[Callable[[Corpus], Iterator[Fault]], ...] = (
    citations.ambiguous,
    citations.dangling,
    citations.missing_items,
    citations.unread,
    citations.long_sections,
    citations.ranges,
    citations.hex_names,
    citations.cited_hexes,
    citations.split_links,
    citations.numbered_links,
    citations.titled_links,
    citations.unlinked,
    citations.titles,
    variants.cited_alike,
    variants.directions,
    structure.placeholders,
    structure.number_gaps,
    structure.repeated_paragraphs,
    structure.broken_paragraphs,
    structure.unended_paragraphs,
    signs.lost_signs,
    signs.signs_alone,
    signs.lost_places,
    tables.table_rows,
    named_tables.table_names,
    named_tables.columns,
    lists.signs_of_modifiers,
    lists.unended_items,
    lists.unended_before_notes,
    numbers.misspelled_numbers,
    figures.letters_for_digits,
    figures.split_numbers,
    figures.stray_digits,
    figures.units,
    figures.rare_units,
    figures.missing_units,
    wording.doubled_words,
    wording.prefixes,
    wording.grammar,
    wording.split_words,
    wording.brackets,
    wording.marks,
    wording.unclosed_elements,
    wording.names,
    variants.possessives,
    variants.short_names,
    variants.hyphens,
    variants.picture_names,
    wording.slips,
)


def lint(documents: Sequence[Document]) -> list[Finding]:
    """Everything found in the documents: one after the other, each in the order of its text.

    Documents of one rulebook are looked at together: what is usual in one tells what is odd in another. What ingest
    found is among the findings. A place has at most one finding of a code.
    """
    books: dict[str, list[Document]] = {}
    for document in documents:
        books.setdefault(document.rulebook, []).append(document)
    found: dict[tuple[str, str], dict[tuple[str, Place], Diagnostic]] = {
        (document.rulebook, document.id): {(d.code, d.place): d for d in document.findings}
        for document in documents
    }
    for book in books.values():
        corpus = Corpus(book)
        for check in CHECK_ORDER:
            for each in check(corpus):
                diagnostic = _diagnostic(each)
                document = each.text.document
                here = found[document.rulebook, document.id]
                # Whatever else is known of a place says more than that it is unusual.
                if check is not wording.slips or all(place != diagnostic.place for _, place in here):
                    here.setdefault((diagnostic.code, diagnostic.place), diagnostic)
    findings: list[Finding] = []
    for document in documents:
        places = Places(document)
        diagnostics = found[document.rulebook, document.id].values()
        for diagnostic in sorted(diagnostics, key=lambda d: (d.place.line, d.place.column)):
            rule = places.rule_at(diagnostic.place.line, diagnostic.place.column)
            findings.append(Finding(document.rulebook, document.id, rule, diagnostic))
    return findings


def _diagnostic(each: Fault) -> Diagnostic:
    source = each.text.source
    line, column = source.position(each.start)
    # A code that ingest reports too is a warning in both.
    severity = CHECKS[each.code][0] if each.code in CHECKS else "warning"
    place = Place(source.name, line, column)
    return Diagnostic(each.code, severity, each.message, place, each.right, each.evidence)
