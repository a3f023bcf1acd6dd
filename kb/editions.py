"""What becomes an edition of the graph: an ingested original (`edition_of_document`, and several together), or a shipped
outline (`edition_of_outline`), which has no text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ingest.diagnostics import Diagnostic, HexlawError, Place
from ingest.lint import Finding as Found
from ingest.lint import lint
from ingest.nodes import Document, Example, ExceptionClause, Reference, Statement, fold
from ingest.outline import claims_of, tables_of
from ingest.term_uses import find_uses
from ingest.undefined_terms import find_undefined
from kb.kept import Edition, live
from kb.records import (
    At,
    Citation,
    Claim,
    Finding,
    Footnote,
    Image,
    Passage,
    Role,
    Rule,
    Segment,
    Table,
    Term,
    Undefined,
    Use,
)
from kb.surroundings import Surroundings

if TYPE_CHECKING:
    from ingest.outline import Outline, OutlineReference

__all__ = [
    "At",
    "Citation",
    "Edition",
    "edition_of_document",
    "edition_of_outline",
    "editions_of_documents",
    "finding_of",
    "live",
]


def editions_of_documents(documents: Sequence[Document]) -> list[Edition]:
    """The editions that these originals are, with all that is told of them only together.

    That is what the reference doctor finds, where terms are used, and which terms nothing defines. Raises HexlawError where
    two records of one share an id.
    """
    found, used = lint(documents), find_uses(documents)
    undefined = find_undefined(documents, used)
    names = {(d.rulebook, term.id): term.term for d in documents for term in d.terms}
    editions = []
    for document in documents:
        key = (document.rulebook, document.id)
        at = Surroundings(document.source).at
        editions.append(
            replace(
                edition_of_document(document),
                findings=tuple(finding_of(f) for f in found if (f.rulebook, f.document) == key),
                uses=tuple(
                    Use(
                        u.id,
                        u.term,
                        u.rule,
                        u.within,
                        u.text,
                        u.definitions,
                        tuple(names[u.rulebook, name] for name in u.definitions),
                        at(u.span),
                    )
                    for u in used
                    if (u.rulebook, u.document) == key
                ),
                undefined=tuple(
                    Undefined(t.term, t.kind, t.rule, t.within, t.uses, at(t.span))
                    for t in undefined
                    if (t.rulebook, t.document) == key
                ),
            )
        )
    return editions


def finding_of(found: Found) -> Finding:
    """A finding of the reference doctor as it is kept."""
    what = found.diagnostic
    return Finding(
        what.code,
        found.rule,
        what.severity,
        what.message,
        what.evidence,
        what.hint,
        what.place.file,
        what.place.line,
        what.place.column,
    )


def edition_of_document(document: Document) -> Edition:
    """The edition that an ingested original is by itself; raises HexlawError where two of its records share an id."""
    surroundings = Surroundings(document.source)
    segments = [
        *(_segment("statement", s, surroundings) for s in document.statements),
        *(_segment("exception", x, surroundings) for x in document.exceptions),
        *(_segment("example", e, surroundings) for e in document.examples),
    ]
    at = surroundings.at
    return _checked(
        Edition(
            document.rulebook,
            document.id,
            document.title,
            document.source.sha256,
            "original",
            document.source.name,
            tuple(
                Rule(
                    n.id,
                    n.number,
                    n.parent,
                    n.order,
                    None,
                    fold(n.title) or None,
                    n.anchor,
                    at(n.span),
                    n.kind,
                )
                for n in document.nodes
            ),
            tuple(segments),
            tuple(replace(citation_of(r), at=at(r.span)) for r in document.references),
            tables=tuple(
                Table(
                    t.id,
                    t.rule,
                    o.width,
                    o.hash,
                    t.row_ids,
                    fold(t.title) or None,
                    t.columns,
                    t.rows,
                    at(t.span),
                )
                for t, o in zip(document.tables, tables_of(document), strict=True)
            ),
            terms=tuple(
                Term(d.id, d.term, d.rule, d.explicit, d.within, d.kind, d.expansion, at(d.span))
                for d in document.terms
            ),
            images=tuple(Image(i.id, i.rule, i.alt, i.src, at(i.span)) for i in document.images),
            footnotes=tuple(
                Footnote(f.id, f.rule, f.within, f.text, f.href, f.targets, at(f.span))
                for f in document.footnotes
            ),
            claims=tuple(
                Claim(c.id, c.row, c.kind, c.part_of, c.hash, o.references, c.column, c.text, at(c.span))
                for c, o in zip(document.claims, claims_of(document), strict=True)
            ),
            passages=tuple(
                Passage(p.id, p.rule, p.kind, fold(p.text), at(p.span)) for p in document.passages
            ),
        )
    )


def edition_of_outline(outline: Outline) -> Edition:
    """The edition that an outline knows; raises HexlawError where two of its records share an id."""
    return _checked(
        Edition(
            outline.rulebook,
            outline.document,
            outline.title,
            outline.sha256,
            "outline",
            "",
            tuple(
                Rule(n.id, n.number, n.parent, n.order, n.label or None, kind=n.kind) for n in outline.nodes
            ),
            (
                *(Segment(s.id, s.rule, "statement", s.hash) for s in outline.statements),
                *(
                    Segment(x.id, x.rule, "exception", x.hash, x.kind, x.qualifies, generic=x.generic)
                    for x in outline.exceptions
                ),
                *(Segment(e.id, e.rule, "example", e.hash) for e in outline.examples),
            ),
            tuple(citation_of(r) for r in outline.references),
            tables=tuple(Table(t.id, t.rule, t.width, t.hash, t.row_ids) for t in outline.tables),
            images=tuple(Image(i.id, i.rule) for i in outline.images),
            footnotes=tuple(Footnote(f.id, f.rule, f.within) for f in outline.footnotes),
            claims=tuple(Claim(c.id, c.row, c.kind, c.part_of, c.hash, c.references) for c in outline.claims),
        )
    )


def citation_of(reference: Reference | OutlineReference) -> Citation:
    """A reference as the graph keeps it, without its place."""
    return Citation(
        reference.id,
        reference.rule,
        reference.within,
        reference.part,
        reference.text,
        reference.kind,
        reference.href,
        reference.targets,
        reference.first,
        reference.last,
    )


def _segment(role: Role, piece: Statement | ExceptionClause | Example, surroundings: Surroundings) -> Segment:
    prefix, suffix = surroundings.around(piece.span)
    kind, qualifies = (piece.kind, piece.qualifies) if isinstance(piece, ExceptionClause) else (None, None)
    return Segment(
        piece.id,
        piece.rule,
        role,
        piece.hash,
        kind,
        qualifies,
        fold(piece.text),
        prefix,
        suffix,
        surroundings.at(piece.span),
        isinstance(piece, ExceptionClause) and piece.generic,
    )


def _checked(edition: Edition) -> Edition:
    ids = [
        *(rule.id for rule in edition.rules),
        *(segment.id for segment in edition.segments),
        *(citation.id for citation in edition.citations),
        *(
            record.id
            for kind in (
                edition.terms,
                edition.uses,
                edition.images,
                edition.footnotes,
                edition.claims,
                edition.passages,
            )
            for record in kind
        ),
    ]
    numbered = {rule.id for rule in edition.rules if rule.kind == "table"}
    ids += [table.id for table in edition.tables if table.id not in numbered]
    twice = [identifier for identifier, times in Counter(ids).items() if times > 1]
    if twice:
        place = Place(edition.source or f"outline of {edition.document}")
        raise HexlawError(
            *(
                Diagnostic(
                    "graph-duplicate-id",
                    "error",
                    f'"{identifier}" names more than one record of {edition.document}',
                    place,
                    "give each rule a number of its own",
                )
                for identifier in twice
            )
        )
    return edition
