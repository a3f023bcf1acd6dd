"""The steps of an ingest in order: bytes, text, document, blocks, records, references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ingest.blocks import Block
from ingest.claims import find_claims
from ingest.codes import finding, refusal
from ingest.cut import Cutting, cut
from ingest.decode import MAX_BYTES, decode
from ingest.diagnostics import Diagnostic, Severity
from ingest.levels import NUMBERINGS, Levels, root_of
from ingest.marks import find_footnotes, find_images
from ingest.mentions import MentionFinder
from ingest.misread import find_misread
from ingest.nodes import Document, Reference
from ingest.references.resolve import KnownRules, read_href
from ingest.references.titles import Titles
from ingest.shapes.registry import SHAPES, Shape, shape_named
from ingest.source import Source
from ingest.tables import find_tables
from ingest.terms import find_terms
from ingest.watching import Watch, watched


def ingest(
    data: bytes,
    name: str,
    books: Sequence[Mapping[str, Any]],
    *,
    as_document: str | None = None,
    max_bytes: int = MAX_BYTES,
    watch: Watch | None = None,
) -> Document:
    """The document that these bytes are: recognised, cut into records, its references resolved.

    `name` is the file's name for messages; `books` are rulebooks as `ontology.books.load_book` gives them.
    `as_document` is a document's id ("G13", or "asl:G13" where two rulebooks have one) and takes the place of
    recognition. `watch` is told how far a long document has come. What is odd in the source is among the findings; what
    cannot be read at all is a `HexlawError`.
    """
    source = decode(data, name, max_bytes=max_bytes)
    book, document, shape = _recognise(source, books, as_document)
    blocks, findings = shape.read(source, document)
    root = root_of(document)
    levels = Levels(
        root,
        document["numbering"],
        document.get("groups", ""),
        roman=document.get("sections") == "roman",
        dotted=document["numbering"] == "dotted-integers"
        and any(block.number is not None and "." in block.number.digits for block in blocks),
    )

    def is_chart(href: str) -> bool:
        place = read_href(href, book.get("hrefs", ()))
        return place is not None and place.kind == "chart"

    ordered = document["numbering"] != "named"
    marks = document.get("marks", ())
    told = watched(blocks, _begins_rule, "cut", watch)
    cutting = cut(source, told, root, document["title"], marks, is_chart, levels, ordered)
    if len(cutting.nodes) < 2:
        numbered = f" numbered {document['section']}.…" if document["section"] else ""
        message = f"looks like {document['id']}, but has no rule{numbered}"
        raise refusal("no-rules", message, name, hint="is it the whole page?")
    references, open_questions = _references(source, book, document, cutting, watch)
    tables = tuple(find_tables(cutting))
    found = sorted(
        [*findings, *find_misread(source), *cutting.findings, *open_questions],
        key=lambda d: (d.place.line, d.place.column),
    )
    return Document(
        book["id"],
        document["id"],
        cutting.nodes[0].title,
        source,
        tuple(cutting.nodes),
        tuple(cutting.statements),
        tuple(cutting.exceptions),
        tuple(cutting.examples),
        tuple(references),
        tuple(found),
        tuple(cutting.passages),
        footnotes=tuple(find_footnotes(references)),
        images=tuple(find_images(cutting.blocks)),
        tables=tables,
        terms=tuple(find_terms(cutting, source, tables, book.get("acronyms"))),
        claims=tuple(find_claims(cutting.blocks, references)),
    )


def _recognise(
    source: Source, books: Sequence[Mapping[str, Any]], as_document: str | None
) -> tuple[Mapping[str, Any], Mapping[str, Any], Shape]:
    """The rulebook, the document and the shape that this source is."""
    fits: list[tuple[Mapping[str, Any], Mapping[str, Any], Shape]] = []
    for book, document in _documents(books):
        shape = shape_named(document["shape"])
        if shape is None:
            known = ", ".join(shape.name for shape in SHAPES)
            message = f"{book['id']}:{document['id']} asks for a shape {document['shape']!r}"
            raise refusal("unknown-shape", message, source.name, hint=f"known: {known}")
        if document["numbering"] not in NUMBERINGS:
            message = f"{book['id']}:{document['id']} asks for a numbering {document['numbering']!r}"
            hint = f"known: {', '.join(NUMBERINGS)}"
            raise refusal("unknown-numbering", message, source.name, hint=hint)
        if as_document is None:
            if shape.matches(source, document):
                fits.append((book, document, shape))
        elif as_document in (document["id"], f"{book['id']}:{document['id']}"):
            fits.append((book, document, shape))
    names = [f"{book['id']}:{document['id']}" for book, document, _ in fits]
    if len(fits) > 1:
        message = f"fits more than one document: {', '.join(names)}"
        raise refusal("ambiguous-document", message, source.name, hint=f"say which, such as {names[0]}")
    if not fits:
        known = ", ".join(f"{book['id']}:{document['id']}" for book, document in _documents(books)) or "none"
        if as_document is not None:
            message = f"no rulebook has a document {as_document!r}"
            raise refusal("no-such-document", message, source.name, hint=f"known: {known}")
        message = "is not a document of a known rulebook"
        raise refusal("unknown-document", message, source.name, hint=f"known: {known}")
    return fits[0]


def _documents(books: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    for book in books:
        for document in book["documents"]:
            yield book, document


def _begins_rule(block: Block) -> bool:
    return block.kind in ("root", "rule")


def _references(
    source: Source,
    book: Mapping[str, Any],
    document: Mapping[str, Any],
    cutting: Cutting,
    watch: Watch | None,
) -> tuple[list[Reference], list[Diagnostic]]:
    """All references in document order, and what is wrong with them."""
    levels = cutting.levels if document.get("cites", document["numbering"]) == document["numbering"] else None
    anchors = {
        node.anchor: number
        for node, number in zip(cutting.nodes, cutting.numbers, strict=True)
        if node.anchor
    }
    titles = Titles(
        (node.title, number)
        for node, number in zip(cutting.nodes[1:], cutting.numbers[1:], strict=True)
        if node.title and document.get("titles", not document["section"])
    )
    known = KnownRules(cutting.numbers, levels, whole=None if document["section"] else document["chapter"])
    finder = MentionFinder(book, document, known, anchors, titles)
    references: list[Reference] = []
    findings: list[Diagnostic] = []
    counts: dict[str, int] = {}
    for cut_block in watched(cutting.blocks, lambda each: _begins_rule(each.block), "references", watch):
        for found in finder.find(cut_block.block):
            counts[cut_block.rule] = number = counts.get(cut_block.rule, 0) + 1
            region = next(
                (r for r in cut_block.regions if r.start <= found.start and found.end <= r.end), None
            )
            span = cut_block.block.flow.span(found.start, found.end)
            reference = Reference(
                f"{cut_block.rule}-r{number}",
                cut_block.rule,
                region.record if region else cut_block.rule,
                region.part if region else "title",
                found.text,
                found.kind,
                found.href,
                tuple(str(rule) for rule in found.target.rules),
                str(found.target.first) if found.target.first else None,
                str(found.target.last) if found.target.last else None,
                span,
            )
            references.append(reference)
            for code, message, hint in found.problems:
                severity: Severity = "note" if code == "unknown-href" else "warning"
                evidence = found.text if found.href is None else f"{found.text} → {found.href}"
                findings.append(
                    finding(code, severity, message, source, span.start, hint=hint, evidence=evidence)
                )
    return references, findings
