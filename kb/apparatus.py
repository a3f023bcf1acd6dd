"""The triples of what is told of an edition beside its rules' sentences: passages, tables, terms and their uses, images,
footnote marks, what the cells of a play aid claim, and findings.

A table is CSV on the Web's, a term SKOS's, an image DCMI's, a finding an annotation of its edition (Web Annotation).
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.edition_text import Triple, edition_text, quote
from kb.kept import Edition
from kb.records import Claim, Finding, Footnote, Image, Passage, Table, Term, Undefined, Use
from ontology import vocab as v
from ontology.vocab import IRI


def apparatus(edition: Edition, graph: IRI) -> Iterator[Triple]:
    """All of them in document order; `graph` is the edition's IRI. The rules named are described elsewhere."""
    rules = {rule.id for rule in edition.rules}
    for order, passage in enumerate(edition.passages):
        yield from _passage(edition, passage, order, graph)
    for table in edition.tables:
        yield from _table(edition, table, table.id in rules, graph)
    for order, term in enumerate(edition.terms):
        yield from _term(edition, term, order, graph)
    for order, use in enumerate(edition.uses):
        yield from _use(edition, use, order, graph)
    for order, undefined in enumerate(edition.undefined):
        yield from _undefined(edition, undefined, order, graph)
    for order, image in enumerate(edition.images):
        yield from _image(edition, image, order, graph)
    for order, footnote in enumerate(edition.footnotes):
        yield from _footnote(edition, footnote, order, graph)
    targets = {citation.id: citation.targets for citation in edition.citations}
    for order, claim in enumerate(edition.claims):
        cited = [target for citation in claim.citations for target in targets[citation]]
        yield from _claim(edition, claim, order, list(dict.fromkeys(cited)), graph)
    for order, finding in enumerate(edition.findings):
        yield from _finding(edition, finding, order, graph)


def _part(book: str, subject: IRI, identifier: str, rule: str, kind: IRI) -> Iterator[Triple]:
    yield subject, v.TYPE, kind
    yield subject, v.IDENTIFIER, identifier
    yield subject, v.IS_PART_OF, v.thing(book, rule)
    yield v.thing(book, rule), v.HAS_PART, subject


def _passage(edition: Edition, passage: Passage, order: int, graph: IRI) -> Iterator[Triple]:
    subject = v.thing(edition.rulebook, passage.id)
    text = v.edition(subject, edition.short)
    yield from _part(edition.rulebook, subject, passage.id, passage.rule, v.PASSAGE)
    yield subject, v.ORDER, order
    yield subject, v.KIND, v.passage_kind(passage.kind)
    yield from edition_text(subject, text, graph, passage.at)
    yield from quote(text, passage.text)


def _table(edition: Edition, table: Table, numbered: bool, graph: IRI) -> Iterator[Triple]:
    book = edition.rulebook
    subject = v.table(book, table.id, numbered=numbered)
    text = v.edition(subject, edition.short)
    yield from _part(book, subject, table.id, table.rule, v.TABLE)
    if numbered:
        yield subject, v.NUMBERED, v.thing(book, table.id)
    yield from edition_text(subject, text, graph, table.at)
    yield text, v.TYPE, v.DATA_TABLE
    yield text, v.HASH, table.hash
    yield text, v.WIDTH, table.width
    if table.title:
        yield text, v.TITLE, table.title
    columns = [IRI(f"{text}:column:{number}") for number in range(1, table.width + 1)]
    for order, column in enumerate(columns):
        yield text, v.HAS_COLUMN, column
        yield column, v.TYPE, v.DATA_COLUMN
        yield column, v.ORDER, order
        if table.columns is not None:
            yield column, v.HEAD, table.columns[order]
    for number in range(1, len(table.row_ids if table.rows is None else table.rows) + 1):
        row = IRI(f"{text}:row:{number}")
        yield text, v.HAS_ROW, row
        yield row, v.TYPE, v.DATA_ROW
        yield row, v.ROW_NUMBER, number
        if table.row_ids:
            yield row, v.DESCRIBES, v.thing(book, table.row_ids[number - 1])
        for order, value in enumerate(() if table.rows is None else table.rows[number - 1]):
            cell = IRI(f"{row}:cell:{order + 1}")
            yield row, v.CELL, cell
            yield cell, v.TYPE, v.DATA_CELL
            yield cell, v.ORDER, order
            yield cell, v.VALUE, value
            if order < table.width:  # a row may have more cells than the table has heads
                yield cell, v.IN_COLUMN, columns[order]


def _term(edition: Edition, term: Term, order: int, graph: IRI) -> Iterator[Triple]:
    book = edition.rulebook
    subject = v.thing(book, term.id)
    yield from _part(book, subject, term.id, term.rule, v.TERM)
    yield subject, v.TYPE, v.CONCEPT
    yield subject, v.ORDER, order
    yield subject, v.IN_SCHEME, v.terms(book)
    yield subject, v.LABEL, term.term
    if term.expansion is not None and term.expansion != term.term:
        yield subject, v.OTHER_LABEL, term.expansion
    yield subject, v.KIND, v.term_kind(term.kind)
    yield subject, v.DEFINITION, v.thing(book, term.within)
    yield subject, v.EXPLICIT, term.explicit
    yield from edition_text(subject, v.edition(subject, edition.short), graph, term.at)


def _use(edition: Edition, use: Use, order: int, graph: IRI) -> Iterator[Triple]:
    book = edition.rulebook
    subject = v.thing(book, use.id)
    yield from _part(book, subject, use.id, use.rule, v.TERM_USE)
    yield subject, v.ORDER, order
    yield subject, v.STANDS_IN, v.thing(book, use.within)
    yield subject, v.PRINTED, use.text
    for definition in use.definitions:
        yield subject, v.SUBJECT, v.thing(book, definition)
    yield from edition_text(subject, v.edition(subject, edition.short), graph, use.at)


def _undefined(edition: Edition, term: Undefined, order: int, graph: IRI) -> Iterator[Triple]:
    subject = v.undefined(graph, order + 1)
    yield subject, v.TYPE, v.UNDEFINED_TERM
    yield subject, v.HAS_SOURCE, graph
    yield subject, v.ORDER, order
    yield subject, v.LABEL, term.term
    yield subject, v.KIND, v.undefined_kind(term.kind)
    yield subject, v.IS_PART_OF, v.thing(edition.rulebook, term.rule)
    yield subject, v.STANDS_IN, v.thing(edition.rulebook, term.within)
    yield subject, v.USES, term.uses
    if term.at is not None:
        yield subject, v.LINE, term.at.line


def _image(edition: Edition, image: Image, order: int, graph: IRI) -> Iterator[Triple]:
    subject = v.thing(edition.rulebook, image.id)
    text = v.edition(subject, edition.short)
    yield from _part(edition.rulebook, subject, image.id, image.rule, v.IMAGE)
    yield subject, v.TYPE, v.STILL_IMAGE
    yield subject, v.ORDER, order
    if image.alt is not None:
        yield text, v.DESCRIPTION, image.alt
    if image.src is not None:
        yield text, v.HREF, image.src
    yield from edition_text(subject, text, graph, image.at)


def _footnote(edition: Edition, footnote: Footnote, order: int, graph: IRI) -> Iterator[Triple]:
    book = edition.rulebook
    subject = v.thing(book, footnote.id)
    yield from _part(book, subject, footnote.id, footnote.rule, v.FOOTNOTE)
    yield subject, v.ORDER, order
    yield subject, v.STANDS_IN, v.thing(book, footnote.within)
    if footnote.text is not None:
        yield subject, v.PRINTED, footnote.text
    if footnote.href is not None:
        yield subject, v.HREF, footnote.href
    yield from edition_text(subject, v.edition(subject, edition.short), graph, footnote.at)


def _claim(edition: Edition, claim: Claim, order: int, cited: list[str], graph: IRI) -> Iterator[Triple]:
    book = edition.rulebook
    subject = v.thing(book, claim.id)
    text = v.edition(subject, edition.short)
    yield from _part(book, subject, claim.id, claim.rule, v.CLAIM)
    yield subject, v.ORDER, order
    yield subject, v.KIND, v.claim_kind(claim.kind)
    if claim.part_of is not None:
        yield subject, v.STANDS_IN, v.thing(book, claim.part_of)
    for target in cited:
        yield subject, v.REFERENCES, v.thing(book, target)
    yield text, v.HASH, claim.hash
    if claim.column is not None:
        yield text, v.COLUMN, claim.column
    yield from edition_text(subject, text, graph, claim.at)
    if claim.text is not None:
        yield from quote(text, claim.text)


def _finding(edition: Edition, finding: Finding, order: int, graph: IRI) -> Iterator[Triple]:
    subject = v.finding(graph, order + 1)
    yield subject, v.TYPE, v.FINDING
    yield subject, v.TYPE, v.ANNOTATION
    yield subject, v.HAS_TARGET, graph
    yield subject, v.ORDER, order
    yield subject, v.CODE, finding.code
    yield subject, v.SEVERITY, finding.severity
    yield subject, v.BODY_VALUE, finding.message
    if finding.rule is not None:
        yield subject, v.IS_PART_OF, v.thing(edition.rulebook, finding.rule)
    if finding.evidence is not None:
        yield subject, v.EVIDENCE, finding.evidence
    if finding.right is not None:
        yield subject, v.RIGHT, finding.right
    if finding.line:
        yield subject, v.LINE, finding.line
        yield subject, v.CHARACTER, finding.column
