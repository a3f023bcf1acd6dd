"""The triples about one rule, or the rules of one rulebook, for whoever wants them as RDF."""

from __future__ import annotations

from collections.abc import Iterator

from kb.load import Quad
from kb.store import Row, Store
from ontology import vocab as v
from ontology.vocab import IRI

# One pattern a query, as in kb.queries: what belongs to a rule is told by its parts, their texts, the texts' places.
_OWN = "SELECT ?s ?p ?o ?g WHERE { GRAPH ?g { ?s ?p ?o FILTER(?s = ?rule) ?rule ?p ?o } }"
_PARTS = "SELECT ?s ?p ?o ?g WHERE { GRAPH ?g { ?s dcterms:isPartOf ?rule ; ?p ?o } }"
_OWN_TEXTS = "SELECT ?s ?p ?o ?g WHERE { GRAPH ?g { ?s dcterms:isVersionOf ?rule ; ?p ?o } }"
_TEXTS = """SELECT ?s ?p ?o ?g WHERE { GRAPH ?g {
  ?part dcterms:isPartOf ?rule . ?s dcterms:isVersionOf ?part ; ?p ?o
  FILTER NOT EXISTS { ?part a hx:Rule } } }"""
_OWN_PLACES = """SELECT ?s ?p ?o ?g WHERE { GRAPH ?g {
  ?text dcterms:isVersionOf ?rule ; oa:hasSelector ?s . ?s ?p ?o } }"""
_PLACES = """SELECT ?s ?p ?o ?g WHERE { GRAPH ?g {
  ?part dcterms:isPartOf ?rule . ?text dcterms:isVersionOf ?part ; oa:hasSelector ?s . ?s ?p ?o
  FILTER NOT EXISTS { ?part a hx:Rule } } }"""
_CITERS = "SELECT ?s ?p ?o ?g WHERE { GRAPH ?g { ?s hx:target ?rule ; ?p ?o } }"
_RULES = """SELECT ?s ?p ?o ?g WHERE { GRAPH ?g { ?s a hx:Rule ; ?p ?o
  FILTER(STRSTARTS(STR(?s), ?prefix))
  VALUES ?p { rdf:type dcterms:identifier dcterms:isPartOf dcterms:type hx:number hx:order skos:prefLabel } } }"""
_TITLES = """SELECT ?s ?p ?o ?g WHERE { GRAPH ?g { ?rule a hx:Rule . ?s dcterms:isVersionOf ?rule ; ?p ?o
  FILTER(STRSTARTS(STR(?rule), ?prefix)) VALUES ?p { dcterms:isVersionOf dcterms:title } } }"""


def rule_quads(store: Store, rulebook: str, rule: str) -> list[Quad]:
    """What the graph says of a rule, of what stands in it and of the references that lead to it; not of its children."""
    store = store.pinned()
    subject = v.thing(rulebook, rule)
    found: dict[Quad, None] = {}
    for query in (_OWN, _PARTS, _OWN_TEXTS, _TEXTS, _OWN_PLACES, _PLACES, _CITERS):
        found.update(dict.fromkeys(_quads(store.query(query, {"rule": subject}))))
    children = {s for s, p, o, _ in found if p == v.TYPE and o == v.RULE and s != subject}
    return [quad for quad in found if quad[0] not in children]


def rules_quads(store: Store, rulebook: str) -> list[Quad]:
    """What the graph says of the rules of a rulebook: ids, numbers, order, parents, labels and titles."""
    store = store.pinned()
    prefix = {"prefix": f"{v.rulebook(rulebook)}:"}
    return [quad for query in (_RULES, _TITLES) for quad in _quads(store.query(query, prefix))]


def _quads(rows: list[Row]) -> Iterator[Quad]:
    for row in rows:
        subject, predicate, value, graph = row["s"], row["p"], row["o"], row["g"]
        assert isinstance(subject, IRI)
        assert isinstance(predicate, IRI)
        assert isinstance(graph, IRI)
        if value is not None and not isinstance(value, float):  # the graph has no fractions
            yield subject, predicate, value, graph
