"""Editions to quads: one named graph for each edition, and one that tells about the run.

A rule, statement, exception clause, example or reference has one IRI whatever the edition; what only an
edition has of it (title, text, hash, place) hangs on `<IRI>:edition:<hash>`. A quad is a tuple of IRIs and
plain Python values, so that only `kb.store` knows which store takes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from kb.apparatus import apparatus
from kb.edition_text import Triple, Value, edition_text, quote
from kb.kept import Edition
from kb.records import Citation, Rule, Segment
from ontology import vocab as v
from ontology.vocab import IRI

Quad = tuple[IRI, IRI, Value, IRI]
"""Subject, predicate, object, named graph."""

_CLASSES = {"statement": v.STATEMENT, "exception": v.EXCEPTION_CLAUSE, "example": v.EXAMPLE}


@dataclass(frozen=True, slots=True)
class Run:
    """One build of a generation: its name, when it began and ended, and the version of the program."""

    generation: str
    started: datetime
    ended: datetime
    version: str


def load_editions(editions: Sequence[Edition], run: Run) -> Iterator[Quad]:
    """All the quads of a generation, no triple twice. `editions` hold each document once; their `run` is set."""
    known: dict[str, set[str]] = {}
    for edition in editions:
        known.setdefault(edition.rulebook, set()).update(rule.id for rule in edition.rules)
    for edition in editions:
        yield from load_edition(edition, known[edition.rulebook])
    yield from load_run(editions, run)


def load_edition(edition: Edition, known: set[str]) -> Iterator[Quad]:
    """The quads of one edition.

    A rule that it refers to and that is not `known` in its rulebook becomes an external rule, and is known
    from then on.
    """
    graph = edition_iri(edition)
    for subject, predicate, value in _triples(edition, graph, known):
        yield subject, predicate, value, graph


def edition_iri(edition: Edition) -> IRI:
    """The IRI of an edition of a document, which is also its named graph."""
    return v.edition(v.document(edition.rulebook, edition.document), edition.short)


def load_run(editions: Iterable[Edition], run: Run) -> Iterator[Quad]:
    """The provenance of a generation: this run, the earlier ones that read what it kept, and the rulebooks."""
    graph = v.run(run.generation)
    yield graph, v.TYPE, v.ACTIVITY, graph
    yield graph, v.WAS_ASSOCIATED_WITH, v.AGENT, graph
    yield graph, v.STARTED_AT, run.started, graph
    yield graph, v.ENDED_AT, run.ended, graph
    yield v.AGENT, v.TYPE, v.SOFTWARE_AGENT, graph
    yield v.AGENT, v.TITLE, f"hexlaw {run.version}", graph
    for edition in editions:
        subject = edition_iri(edition)
        book = v.rulebook(edition.rulebook)
        yield book, v.TYPE, v.RULEBOOK, graph
        yield book, v.IDENTIFIER, edition.rulebook, graph
        yield v.terms(edition.rulebook), v.TYPE, v.CONCEPT_SCHEME, graph
        yield v.terms(edition.rulebook), v.IS_PART_OF, book, graph
        yield graph, v.USED, subject, graph
        yield subject, v.WAS_GENERATED_BY, v.run(edition.run), graph
        yield v.run(edition.run), v.TYPE, v.ACTIVITY, graph


def _triples(edition: Edition, graph: IRI, known: set[str]) -> Iterator[Triple]:
    book = v.rulebook(edition.rulebook)
    document = v.document(edition.rulebook, edition.document)
    yield document, v.TYPE, v.DOCUMENT
    yield document, v.IDENTIFIER, edition.document
    yield document, v.TITLE, edition.title
    yield document, v.IS_PART_OF, book
    yield graph, v.TYPE, v.EDITION
    yield graph, v.TYPE, v.ORIGINAL if edition.origin == "original" else v.OUTLINE
    yield graph, v.TYPE, v.ENTITY
    yield graph, v.IS_VERSION_OF, document
    yield graph, v.SHA256, edition.sha256
    if edition.source:
        yield graph, v.SOURCE, edition.source
    for rule in edition.rules:
        yield from _rule(edition, rule, document, graph)
    order = dict.fromkeys(_CLASSES, 0)
    for segment in edition.segments:
        yield from _segment(edition, segment, order[segment.role], graph)
        order[segment.role] += 1
    for index, citation in enumerate(edition.citations):
        yield from _citation(edition, citation, index, graph, known)
    yield from apparatus(edition, graph)


def _rule(edition: Edition, rule: Rule, document: IRI, graph: IRI) -> Iterator[Triple]:
    subject = v.thing(edition.rulebook, rule.id)
    parent = document if rule.parent is None else v.thing(edition.rulebook, rule.parent)
    yield subject, v.TYPE, v.RULE
    yield subject, v.IDENTIFIER, rule.id
    yield subject, v.NUMBER, rule.number
    yield subject, v.KIND, v.rule_kind(rule.kind)
    yield subject, v.ORDER, rule.order
    yield subject, v.IS_PART_OF, parent
    yield parent, v.HAS_PART, subject
    if rule.label:
        yield subject, v.LABEL, rule.label
    text = v.edition(subject, edition.short)
    if rule.title:
        yield text, v.TITLE, rule.title
    if rule.anchor:
        yield text, v.ANCHOR, rule.anchor
    yield from edition_text(subject, text, graph, rule.at)


def _segment(edition: Edition, segment: Segment, order: int, graph: IRI) -> Iterator[Triple]:
    subject = v.thing(edition.rulebook, segment.id)
    rule = v.thing(edition.rulebook, segment.rule)
    yield subject, v.TYPE, _CLASSES[segment.role]
    yield subject, v.IDENTIFIER, segment.id
    yield subject, v.ORDER, order
    yield subject, v.IS_PART_OF, rule
    yield rule, v.HAS_PART, subject
    if segment.kind is not None:
        yield subject, v.KIND, v.exception_kind(segment.kind)
    if segment.qualifies is not None:
        yield subject, v.QUALIFIES, v.thing(edition.rulebook, segment.qualifies)
    if segment.role == "exception":
        yield subject, v.GENERIC, segment.generic
    text = v.edition(subject, edition.short)
    yield text, v.HASH, segment.hash
    yield from edition_text(subject, text, graph, segment.at)
    if segment.text is not None:
        yield from quote(text, segment.text, segment.prefix, segment.suffix)


def _citation(
    edition: Edition, citation: Citation, order: int, graph: IRI, known: set[str]
) -> Iterator[Triple]:
    book = edition.rulebook
    subject, rule = v.thing(book, citation.id), v.thing(book, citation.rule)
    yield subject, v.TYPE, v.REFERENCE
    yield subject, v.IDENTIFIER, citation.id
    yield subject, v.ORDER, order
    yield subject, v.IS_PART_OF, rule
    yield subject, v.STANDS_IN, v.thing(book, citation.within)
    yield subject, v.PART, v.part_of_rule(citation.part)
    yield subject, v.KIND, v.reference_kind(citation.kind)
    yield subject, v.PRINTED, citation.text
    if citation.href is not None:
        yield subject, v.HREF, citation.href
    for identifier in citation.targets:
        target = v.thing(book, identifier)
        yield subject, v.TARGET, target
        if citation.is_range:
            yield subject, v.RANGE_TARGET, target
        yield rule, v.REFERENCES, target
    ends = ((v.FIRST, citation.first), (v.LAST, citation.last))
    for predicate, end in ends:
        if end is not None:
            yield subject, predicate, v.thing(book, end)
    named = (*citation.targets, *(end for _, end in ends if end is not None))
    for identifier in dict.fromkeys(named):
        if identifier in known:
            continue
        known.add(identifier)
        yield v.thing(book, identifier), v.TYPE, v.EXTERNAL_RULE
        yield v.thing(book, identifier), v.IDENTIFIER, identifier
    yield from edition_text(subject, v.edition(subject, edition.short), graph, citation.at)
