"""Uses of defined terms, and terms that nothing defines, as rows: looked for in documents that were just read.

The graph keeps what is defined; where it is used is found anew in the texts, all documents of a rulebook together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ingest.nodes import Document, TermUse, UndefinedTerm
from ingest.term_uses import find_uses
from ingest.undefined_terms import find_undefined


def rows_of_uses(documents: Sequence[Document]) -> Iterator[dict[str, Any]]:
    """One row for each use: the term, the rule, the form as printed, the ids of the definitions that may be meant."""
    for use in find_uses(documents):
        own = {
            "term": use.term,
            "in": use.rule,
            "within": use.within,
            "text": use.text,
            "definitions": list(use.definitions),
            "ambiguous": use.ambiguous,
            "id": use.id,
        }
        yield own | _place(documents, use)


def rows_of_undefined(documents: Sequence[Document]) -> Iterator[dict[str, Any]]:
    """One row for each term that no document defines: what marks it as one, its first use, how often it is used."""
    for term in find_undefined(documents):
        own = {
            "term": term.term,
            "in": term.rule,
            "kind": term.kind,
            "within": term.within,
            "uses": term.uses,
        }
        yield own | _place(documents, term)


#: The kinds of rows and what makes them.
TERM_ROWS: Mapping[str, Callable[[Sequence[Document]], Iterator[dict[str, Any]]]] = {
    "term-uses": rows_of_uses,
    "undefined-terms": rows_of_undefined,
}


def _place(documents: Sequence[Document], record: TermUse | UndefinedTerm) -> dict[str, Any]:
    document = next(
        each for each in documents if each.rulebook == record.rulebook and each.id == record.document
    )
    line, column = document.source.position(record.span.start)
    where = {"start": record.span.start, "end": record.span.end, "column": column}
    return {**where, "rulebook": document.rulebook, "document": document.id, "line": line}
