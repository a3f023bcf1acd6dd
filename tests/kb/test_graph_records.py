"""The graph and the records say the same: plain SPARQL, written by hand, over the graph as it is exported.

Of Tidewrack, and of the originals where they are; where these disagree only ids and counts are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pyshacl
import pytest
from rdflib import XSD, BNode, Dataset, Graph, Literal

from api.ingestion import files_in, shipped_files, shipped_outlines
from ingest.lint import lint
from ingest.nodes import Claim, Document, Example, ExceptionClause, Statement, fold
from ingest.pipeline import ingest
from ingest.source import Span
from ingest.term_uses import find_uses
from ingest.undefined_terms import find_undefined
from kb.editions import Edition
from kb.serialise import serialise
from kb.store import Store, build
from ontology.books import load_books
from tests.ingest.samples import at_span

pytestmark = pytest.mark.filterwarnings("ignore:.*Dataset.*:DeprecationWarning")  # rdflib's own parsers

SHAPES = Path(__file__).parents[2] / "ontology" / "shapes.ttl"

PREFIXES = """
PREFIX hx: <urn:hexlaw:vocab:>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX prov: <http://www.w3.org/ns/prov#>
PREFIX oa: <http://www.w3.org/ns/oa#>
PREFIX csvw: <http://www.w3.org/ns/csvw#>
"""

KIND = "urn:hexlaw:vocab:%s:"


@dataclass(frozen=True, repr=False)
class Loaded:
    """Documents, their graph as the project has it, and the same graph read from its TriG."""

    documents: tuple[Document, ...]
    opened: Store
    trig: str
    store: ox.Store

    def rows(self, query: str, document: Document | None = None) -> list[tuple[Any, ...]]:
        """The rows of a SELECT; `?edition` in it is the document's edition."""
        if document is not None:
            query = query.replace("?edition", f"<{edition_of(document)}>")
        solutions = self.store.query(PREFIXES + query)
        assert isinstance(solutions, ox.QuerySolutions)
        return [tuple(_plain(term) for term in solution) for solution in solutions]

    def edition(self, document: Document) -> Edition:
        """The document's records as they are exported."""
        [found] = [e for e in self.opened.editions() if e.key == (document.rulebook, document.id)]
        return found


def edition_of(document: Document) -> str:
    return f"urn:hexlaw:{document.rulebook}:document:{document.id}:edition:{document.source.sha256[:12]}"


def _plain(term: object) -> Any:
    if isinstance(term, ox.NamedNode):
        return term.value
    if not isinstance(term, ox.Literal):
        return None
    if term.datatype.value.endswith("#integer"):
        return int(term.value)
    return term.value == "true" if term.datatype.value.endswith("#boolean") else term.value


def _load(home: Path, files: Iterable[Path]) -> Loaded:
    books = load_books()
    documents = tuple(ingest(path.read_bytes(), path.name, books) for path in files)
    build(home, documents, shipped_outlines())
    opened = Store.open_current(home)
    trig = serialise(opened.quads(), "trig")
    store = ox.Store()
    store.load(trig.encode(), format=ox.RdfFormat.TRIG)
    return Loaded(documents, opened, trig, store)


@pytest.fixture(scope="module")
def tidewrack(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return _load(tmp_path_factory.mktemp("tidewrack"), shipped_files())


@pytest.fixture(scope="module", params=["tidewrack", "originals"])
def loaded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    if request.param == "tidewrack":
        found: Loaded = request.getfixturevalue("tidewrack")
        assert {document.rulebook for document in found.documents} == {"tidewrack"}
        return found
    folder: Path = request.getfixturevalue("originals")
    found = _load(tmp_path_factory.mktemp("originals"), files_in(folder))
    assert {document.id for document in found.documents} >= {"G13", "B21", "PA", "37", "10"}
    return found


def same(graph: Iterable[Any], records: Iterable[Any]) -> bool:
    """Whether these are the same rows, however often; a disagreement is told by what it is about, not by its text."""
    left, right = Counter(graph), Counter(records)
    if left != right:
        only = [[row[0] for row in (a - b)] for a, b in ((left, right), (right, left))]
        pytest.fail(f"only in the graph: {only[0][:9]}, only in the records: {only[1][:9]}", pytrace=False)
    return bool(right)


COUNTS = {
    "nodes": "hx:Rule",
    "statements": "hx:Statement",
    "exceptions": "hx:ExceptionClause",
    "examples": "hx:Example",
    "references": "hx:Reference",
    "passages": "hx:Passage",
    "tables": "hx:Table",
    "terms": "hx:Term",
    "images": "hx:Image",
    "footnotes": "hx:Footnote",
    "claims": "hx:Claim",
}


@pytest.mark.parametrize("kind", COUNTS)
def test_as_many_of_every_kind_and_by_the_same_ids(loaded: Loaded, kind: str) -> None:
    counted = {
        row[0]: row[1]
        for row in loaded.rows(
            f"SELECT ?edition (COUNT(DISTINCT ?x) AS ?n) WHERE {{ GRAPH ?edition {{ ?x a {COUNTS[kind]} }} }}"
            " GROUP BY ?edition"
        )
    }
    for document in loaded.documents:
        records = getattr(document, kind)
        assert counted.get(edition_of(document), 0) == len(records), document.id
        ids = loaded.rows(
            f"SELECT ?id WHERE {{ GRAPH ?edition {{ ?x a {COUNTS[kind]} ; dcterms:identifier ?id }} }}",
            document,
        )
        same(ids, [(record.id,) for record in records])


def test_rules_their_parents_and_kinds(loaded: Loaded) -> None:
    for document in loaded.documents:
        rows = loaded.rows(
            """SELECT ?id ?number ?order ?kind ?above WHERE { GRAPH ?edition {
              ?rule a hx:Rule ; dcterms:identifier ?id ; hx:number ?number ; hx:order ?order ; dcterms:type ?kind .
              OPTIONAL { ?rule dcterms:isPartOf ?parent . ?parent a hx:Rule ; dcterms:identifier ?above } } }""",
            document,
        )
        kind = KIND % "rule-kind"
        assert same(rows, [(n.id, n.number, n.order, kind + n.kind, n.parent) for n in document.nodes])
        titles = loaded.rows(
            """SELECT ?id ?title WHERE { GRAPH ?edition { ?rule a hx:Rule ; dcterms:identifier ?id .
              ?text dcterms:isVersionOf ?rule ; dcterms:title ?title } }""",
            document,
        )
        same(titles, [(n.id, fold(n.title)) for n in document.nodes if n.title])


def test_references_and_each_of_their_targets(loaded: Loaded) -> None:
    for document in loaded.documents:
        kind, part = KIND % "reference-kind", KIND % "part"
        rows = loaded.rows(
            """SELECT ?id ?from ?printed ?kind ?part ?within ?href WHERE { GRAPH ?edition {
              ?r a hx:Reference ; dcterms:identifier ?id ; dcterms:isPartOf ?rule ; hx:printed ?printed ;
                dcterms:type ?kind ; hx:part ?part ; hx:standsIn ?in .
              ?rule dcterms:identifier ?from . ?in dcterms:identifier ?within OPTIONAL { ?r hx:href ?href } } }""",
            document,
        )
        records = document.references
        same(
            rows,
            [(r.id, r.rule, r.text, kind + r.kind, part + r.part, r.within, r.href) for r in records],
        )
        # A target may be a rule of another document, or an external one that another edition's graph describes.
        rows = loaded.rows(
            """SELECT ?id ?to WHERE { GRAPH ?edition { ?r a hx:Reference ; dcterms:identifier ?id ; hx:target ?target }
              { SELECT DISTINCT ?target ?to WHERE { GRAPH ?any { ?target dcterms:identifier ?to
                { ?target a hx:Rule } UNION { ?target a hx:ExternalRule } } } } }""",
            document,
        )
        citations = loaded.edition(document).citations
        same(rows, [(c.id, target) for c in citations for target in c.targets])
        for record, citation in zip(records, citations, strict=True):
            # All that ingest found is kept, and only ranges into other documents have more.
            assert set(record.targets) <= set(citation.targets)
            assert record.targets == citation.targets or citation.is_range


def test_exceptions_what_they_qualify_and_cite(loaded: Loaded) -> None:
    for document in loaded.documents:
        kind = KIND % "exception-kind"
        rows = loaded.rows(
            """SELECT ?id ?in ?kind ?generic ?of ?exact WHERE { GRAPH ?edition {
              ?x a hx:ExceptionClause ; dcterms:identifier ?id ; dcterms:isPartOf ?rule ; dcterms:type ?kind ;
                hx:generic ?generic .
              ?rule dcterms:identifier ?in . ?text dcterms:isVersionOf ?x ; oa:hasSelector ?q . ?q oa:exact ?exact
              OPTIONAL { ?x hx:qualifies ?s . ?s dcterms:identifier ?of } } }""",
            document,
        )
        records = document.exceptions
        same(
            rows,
            [(x.id, x.rule, kind + x.kind, x.generic, x.qualifies, fold(x.text)) for x in records],
        )
        rows = loaded.rows(
            """SELECT DISTINCT ?id ?target WHERE { GRAPH ?edition { ?x a hx:ExceptionClause ; dcterms:identifier ?id .
              ?r hx:standsIn ?x ; hx:target ?target } }""",
            document,
        )
        base = f"urn:hexlaw:{document.rulebook}:"
        clauses = {x.id for x in records}
        cited = {(r.within, t) for r in loaded.edition(document).citations for t in r.targets}
        same(rows, [(within, base + target) for within, target in cited if within in clauses])


def test_texts_are_quoted_from_their_places(loaded: Loaded) -> None:
    for document in loaded.documents:
        rows = loaded.rows(
            """SELECT ?id ?exact ?hash ?start ?end ?line WHERE { GRAPH ?edition {
              ?text dcterms:isVersionOf ?x ; oa:hasSource ?edition ; hx:hash ?hash ; hx:line ?line ; oa:hasSelector ?q, ?p .
              ?x dcterms:identifier ?id . ?q a oa:TextQuoteSelector ; oa:exact ?exact .
              ?p a oa:TextPositionSelector ; oa:start ?start ; oa:end ?end } }""",
            document,
        )
        texts: list[Statement | ExceptionClause | Example | Claim] = [
            *document.statements,
            *document.exceptions,
            *document.examples,
            *document.claims,
        ]
        records = {record.id: record for record in texts}
        position = document.source.position
        same(
            rows,
            [
                (r.id, fold(r.text), r.hash, r.span.start, r.span.end, position(r.span.start)[0])
                for r in records.values()
            ],
        )
        for identifier, exact, _, start, end, _ in rows:
            holes = getattr(records[identifier], "holes", ())
            found = at_span(document, Span(start, end), holes)
            # Markdown's stars are no part of a text.
            assert found == exact or found.replace("*", "") == exact.replace("*", ""), identifier


def test_passages_are_kept_so_that_no_word_is_lost(loaded: Loaded) -> None:
    for document in loaded.documents:
        rows = loaded.rows(
            """SELECT ?id ?in ?kind ?exact ?start ?end WHERE { GRAPH ?edition {
              ?p a hx:Passage ; dcterms:identifier ?id ; dcterms:isPartOf ?rule ; dcterms:type ?kind .
              ?rule dcterms:identifier ?in . ?text dcterms:isVersionOf ?p ; oa:hasSelector ?q, ?place .
              ?q oa:exact ?exact . ?place oa:start ?start ; oa:end ?end } }""",
            document,
        )
        kind = KIND % "passage-kind"
        assert same(
            rows,
            [
                (p.id, p.rule, kind + p.kind.replace(" ", "-"), fold(p.text), p.span.start, p.span.end)
                for p in document.passages
            ],
        )


def test_tables_cell_by_cell(loaded: Loaded) -> None:
    tables = 0
    for document in loaded.documents:
        heads = loaded.rows(
            """SELECT ?id ?in ?n ?head WHERE { GRAPH ?edition {
              ?t a hx:Table ; dcterms:identifier ?id ; dcterms:isPartOf ?rule . ?rule dcterms:identifier ?in .
              ?text dcterms:isVersionOf ?t ; csvw:column ?c . ?c hx:order ?n ; csvw:title ?head } }""",
            document,
        )
        same(heads, [(t.id, t.rule, n, head) for t in document.tables for n, head in enumerate(t.columns)])
        cells = loaded.rows(
            """SELECT ?id ?row ?n ?value WHERE { GRAPH ?edition { ?t a hx:Table ; dcterms:identifier ?id .
              ?text dcterms:isVersionOf ?t ; csvw:row ?r . ?r csvw:rownum ?row ; hx:cell ?c .
              ?c hx:order ?n ; rdf:value ?value } }""",
            document,
        )
        tables += same(
            cells,
            [
                (t.id, row, n, value)
                for t in document.tables
                for row, values in enumerate(t.rows, 1)
                for n, value in enumerate(values)
            ],
        )
        described = loaded.rows(
            """SELECT ?id ?row ?is WHERE { GRAPH ?edition { ?t a hx:Table ; dcterms:identifier ?id .
              ?text dcterms:isVersionOf ?t ; csvw:row ?r . ?r csvw:rownum ?row ; csvw:describes ?rule .
              ?rule a hx:Rule ; dcterms:identifier ?is } }""",
            document,
        )
        same(described, [(t.id, n, row) for t in document.tables for n, row in enumerate(t.row_ids, 1)])
    assert tables


def test_terms_are_concepts(loaded: Loaded) -> None:
    for document in loaded.documents:
        scheme, kind = f"urn:hexlaw:{document.rulebook}:scheme:terms", KIND % "term-kind"
        rows = loaded.rows(
            """SELECT ?id ?term ?other ?in ?within ?explicit ?kind ?scheme WHERE { GRAPH ?edition {
              ?t a skos:Concept ; dcterms:identifier ?id ; skos:prefLabel ?term ; skos:definition ?d ; skos:inScheme ?scheme ;
                hx:explicit ?explicit ; dcterms:type ?kind ; dcterms:isPartOf ?rule .
              ?rule dcterms:identifier ?in . ?d dcterms:identifier ?within OPTIONAL { ?t skos:altLabel ?other } } }""",
            document,
        )
        same(
            rows,
            [
                (t.id, t.term, t.expansion, t.rule, t.within, t.explicit, kind + t.kind, scheme)
                for t in document.terms
            ],
        )


def test_uses_of_terms_lead_to_their_definitions(loaded: Loaded) -> None:
    used = find_uses(loaded.documents)
    undefined = find_undefined(loaded.documents, used)
    for document in loaded.documents:
        rows = loaded.rows(
            """SELECT ?id ?in ?within ?printed ?start ?end WHERE { GRAPH ?edition {
              ?u a hx:TermUse ; dcterms:identifier ?id ; dcterms:isPartOf ?rule ; hx:standsIn ?s ; hx:printed ?printed .
              ?rule dcterms:identifier ?in . ?s dcterms:identifier ?within . ?text dcterms:isVersionOf ?u ; oa:hasSelector ?p .
              ?p oa:start ?start ; oa:end ?end } }""",
            document,
        )
        own = [u for u in used if (u.rulebook, u.document) == (document.rulebook, document.id)]
        same(rows, [(u.id, u.rule, u.within, u.text, u.span.start, u.span.end) for u in own])
        # The definition may stand in another document.
        rows = loaded.rows(
            """SELECT ?id ?definition WHERE { GRAPH ?edition { ?u a hx:TermUse ; dcterms:identifier ?id ; dcterms:subject ?t }
              GRAPH ?any { ?t a skos:Concept ; dcterms:identifier ?definition } }""",
            document,
        )
        same(rows, [(u.id, definition) for u in own for definition in u.definitions])
        rows = loaded.rows(
            """SELECT ?term ?kind ?in ?uses WHERE { GRAPH ?edition { ?t a hx:UndefinedTerm ; oa:hasSource ?edition ;
              skos:prefLabel ?term ; dcterms:type ?kind ; dcterms:isPartOf ?rule ; hx:uses ?uses .
              ?rule dcterms:identifier ?in } }""",
            document,
        )
        kind = KIND % "undefined-kind"
        nowhere = [u for u in undefined if (u.rulebook, u.document) == (document.rulebook, document.id)]
        same(rows, [(u.term, kind + u.kind, u.rule, u.uses) for u in nowhere])
    assert used


def test_images_and_footnote_marks(loaded: Loaded) -> None:
    images = footnotes = False
    for document in loaded.documents:
        rows = loaded.rows(
            """SELECT ?id ?in ?alt ?src WHERE { GRAPH ?edition {
              ?i a hx:Image ; dcterms:identifier ?id ; dcterms:isPartOf ?rule . ?rule dcterms:identifier ?in .
              ?text dcterms:isVersionOf ?i ; dcterms:description ?alt ; hx:href ?src } }""",
            document,
        )
        images |= same(rows, [(i.id, i.rule, i.alt, i.src) for i in document.images])
        rows = loaded.rows(
            """SELECT ?id ?in ?within ?mark ?href WHERE { GRAPH ?edition { ?f a hx:Footnote ; dcterms:identifier ?id ;
                dcterms:isPartOf ?rule ; hx:standsIn ?s ; hx:printed ?mark .
              ?rule dcterms:identifier ?in . ?s dcterms:identifier ?within OPTIONAL { ?f hx:href ?href } } }""",
            document,
        )
        footnotes |= same(rows, [(f.id, f.rule, f.within, f.text, f.href) for f in document.footnotes])
    assert images
    assert footnotes


def test_claims_and_what_they_cite(loaded: Loaded) -> None:
    claims = False
    for document in loaded.documents:
        base, kind = f"urn:hexlaw:{document.rulebook}:", KIND % "claim-kind"
        rows = loaded.rows(
            """SELECT ?id ?row ?column ?kind ?of ?exact WHERE { GRAPH ?edition {
              ?c a hx:Claim ; dcterms:identifier ?id ; dcterms:isPartOf ?rule ; dcterms:type ?kind .
              ?rule dcterms:identifier ?row . ?text dcterms:isVersionOf ?c ; hx:column ?column ; oa:hasSelector ?q .
              ?q oa:exact ?exact OPTIONAL { ?c hx:standsIn ?whole . ?whole dcterms:identifier ?of } } }""",
            document,
        )
        claims |= same(
            rows, [(c.id, c.row, c.column, kind + c.kind, c.part_of, c.text) for c in document.claims]
        )
        rows = loaded.rows(
            """SELECT ?id ?rule WHERE { GRAPH ?edition {
              ?c a hx:Claim ; dcterms:identifier ?id ; dcterms:references ?rule } }""",
            document,
        )
        wider = {
            target: citation.targets
            for citation, record in zip(loaded.edition(document).citations, document.references, strict=True)
            if citation.targets != record.targets
            for target in record.targets
        }
        expected = [(c.id, base + t) for c in document.claims for r in c.refs for t in wider.get(r, (r,))]
        same(rows, set(expected))
    assert claims or not any(document.claims for document in loaded.documents)


def test_findings_are_annotations_of_the_edition(loaded: Loaded) -> None:
    found = lint(loaded.documents)
    for document in loaded.documents:
        rows = loaded.rows(
            """SELECT ?code ?severity ?message ?evidence ?right ?line ?character ?in WHERE { GRAPH ?edition {
              ?f a oa:Annotation ; oa:hasTarget ?edition ; hx:code ?code ; hx:severity ?severity ; oa:bodyValue ?message .
              OPTIONAL { ?f hx:evidence ?evidence } OPTIONAL { ?f hx:right ?right }
              OPTIONAL { ?f hx:line ?line ; hx:character ?character }
              OPTIONAL { ?f dcterms:isPartOf ?rule . ?rule dcterms:identifier ?in } } }""",
            document,
        )
        own = [f for f in found if (f.rulebook, f.document) == (document.rulebook, document.id)]
        same(
            rows,
            [
                (d.code, d.severity, d.message, d.evidence, d.hint, d.place.line, d.place.column, f.rule)
                for f in own
                for d in [f.diagnostic]
            ],
        )


def test_every_edition_has_its_run(loaded: Loaded) -> None:
    rows = loaded.rows(
        """SELECT ?edition ?sha ?agent WHERE {
          GRAPH ?edition { ?edition a prov:Entity, hx:Original ; hx:sha256 ?sha }
          GRAPH ?run { ?edition prov:wasGeneratedBy ?run . ?run a prov:Activity ; prov:wasAssociatedWith ?agent ;
            prov:used ?edition ; prov:startedAtTime ?began ; prov:endedAtTime ?ended } }"""
    )
    assert sorted(rows) == sorted(
        (edition_of(document), document.source.sha256, "urn:hexlaw:agent:hexlaw")
        for document in loaded.documents
    )


def test_the_graph_is_well_formed(loaded: Loaded) -> None:
    graph = Graph()
    graph.parse(data=serialise(loaded.opened.quads(), "turtle"), format="turtle")
    conforms, _, report = pyshacl.validate(graph, shacl_graph=Graph().parse(SHAPES))
    assert conforms, report[:2000]


def _quads(dataset: Dataset) -> set[tuple[Any, ...]]:
    """A dataset's quads; a literal of `xsd:string` is a plain one."""
    return {
        (s, p, Literal(str(o)) if getattr(o, "datatype", None) == XSD.string else o, g)
        for s, p, o, g in dataset.quads()
    }


def test_every_format_reads_back_as_the_same_graph(loaded: Loaded) -> None:
    stored = _quads(loaded.opened.dataset())
    assert len(stored) == len(loaded.opened)
    for form in ("trig", "json-ld"):
        dataset = Dataset()
        dataset.parse(data=serialise(loaded.opened.quads(), form), format=form)
        assert len(_quads(dataset) ^ stored) == 0, form
    union = Graph()
    union.parse(data=serialise(loaded.opened.quads(), "turtle"), format="turtle")
    # No node is blank, so that equal sets of triples are isomorphic graphs.
    assert len(set(union) ^ {quad[:3] for quad in stored}) == 0
    assert not any(isinstance(node, BNode) for node in union.all_nodes())


def test_the_same_graph_gives_the_same_bytes(tidewrack: Loaded) -> None:
    assert serialise(tidewrack.opened.quads(), "trig") == tidewrack.trig
    assert tidewrack.trig.count("urn:hexlaw:tidewrack:T2.31") > 1
