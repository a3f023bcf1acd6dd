"""The vocabulary: every term of our own is described, and every one described has its constant."""

from __future__ import annotations

from pathlib import Path

from rdflib import OWL, RDF, RDFS, SKOS, Graph

from ontology import vocab as v

FOLDER = Path(v.__file__).parent


def test_core_describes_exactly_our_own_terms_and_kinds() -> None:
    core = Graph().parse(FOLDER / "core.ttl")
    described = {
        str(subject)
        for kind in (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty, SKOS.Concept)
        for subject in core.subjects(RDF.type, kind)
    }
    kinds = {
        *(v.reference_kind(kind) for kind in v.REFERENCE_KINDS),
        *(v.exception_kind(kind) for kind in v.EXCEPTION_KINDS),
        *(v.part_of_rule(part) for part in v.PARTS),
        *(v.rule_kind(kind) for kind in v.RULE_KINDS),
        *(v.passage_kind(kind) for kind in v.PASSAGE_KINDS),
        *(v.claim_kind(kind) for kind in v.CLAIM_KINDS),
        *(v.term_kind(kind) for kind in v.TERM_KINDS),
        *(v.undefined_kind(kind) for kind in v.UNDEFINED_KINDS),
    }
    assert described == {str(term) for term in v.OWN_TERMS | kinds}


def test_every_term_has_a_label_and_a_comment() -> None:
    core = Graph().parse(FOLDER / "core.ttl")
    for kind in (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty):
        for term in core.subjects(RDF.type, kind):
            assert core.value(term, RDFS.label), term
            assert core.value(term, RDFS.comment), term


def test_the_shapes_speak_of_described_terms_alone() -> None:
    shapes = Graph().parse(FOLDER / "shapes.ttl")
    named = {str(node) for node in shapes.all_nodes() if str(node).startswith(v.HX)}
    assert named <= v.OWN_TERMS
