"""A well-formed graph in a world of owlready2's own, and the records of the classes and axioms in it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from typing import Any

from rdflib import OWL, RDF, SKOS, Graph, URIRef

from ontology.axioms import Axiom, Ontology, OntologyClass
from ontology.turtle import Turtle
from ontology.wellformed import ANNOTATIONS, MASS, ONLY_IF, PLURAL, STATEMENT, STATUS, check_wellformed

with redirect_stderr(io.StringIO()):  # it warns of versions of SQLite and of a missing compiled part
    import owlready2 as owlready2


@contextmanager
def world_of(turtle: Turtle) -> Iterator[Any]:
    """The graph as an owlready2 world, closed at the end; raises OntologyError if it is not well formed.

    It goes as N-Triples, for owlready2 reads no Turtle.
    """
    check_wellformed(turtle)
    graph = Graph()
    graph += turtle.graph
    for annotation in (*ANNOTATIONS, SKOS.altLabel):
        graph.add((annotation, RDF.type, OWL.AnnotationProperty))
    world = owlready2.World()
    try:
        triples = graph.serialize(format="nt").encode()
        with redirect_stderr(io.StringIO()):
            world.get_ontology("urn:hexlaw:loaded#").load(fileobj=io.BytesIO(triples))
        yield world
    finally:
        world.close()


def read_world(turtle: Turtle) -> Ontology:
    """The classes and axioms of a graph; raises OntologyError if it is not well formed."""
    with world_of(turtle) as world:
        classes = [_class(world, entity) for entity in world.classes()]
        axioms = {*_subclasses(world), *_unions(world), *_disjoints(world)}
    classes.sort(key=lambda entity: entity.iri)
    return Ontology(tuple(classes), tuple(sorted(axioms, key=_axiom_order)))


def _axiom_order(axiom: Axiom) -> tuple[object, ...]:
    return axiom.kind, axiom.subject, axiom.objects, axiom.cite or "", axiom.negative


def _class(world: Any, entity: Any) -> OntologyClass:
    plurals = world[str(PLURAL)][entity]
    return OntologyClass(
        iri=entity.iri,
        label=str(entity.label[0]),
        plural=str(plurals[0]) if plurals else None,
        mass=True in world[str(MASS)][entity],
        synonyms=tuple(sorted(str(word) for word in world[str(SKOS.altLabel)][entity])),
        status=True in world[str(STATUS)][entity],
    )


def _on_axiom(world: Any, annotation: URIRef, *axiom: Any) -> Any:
    """The value of an annotation on an axiom, given as its source, property and target, or None."""
    values = world[str(annotation)][axiom]
    return values[0] if values else None


def _subclasses(world: Any) -> Iterator[Axiom]:
    for child in world.classes():
        for parent in child.is_a:
            if parent is not owlready2.Thing:
                cite = _on_axiom(world, STATEMENT, child, owlready2.rdfs_subclassof, parent)
                yield Axiom("subclass", child.iri, (parent.iri,), cite, negative=False)


def _unions(world: Any) -> Iterator[Axiom]:
    for genus in world.classes():
        for union in genus.equivalent_to:
            axiom = (genus, owlready2.owl_equivalentclass, union)
            members = tuple(member.iri for member in union.Classes)
            negative = _on_axiom(world, ONLY_IF, *axiom) is True
            yield Axiom("union", genus.iri, members, _on_axiom(world, STATEMENT, *axiom), negative)


def _disjoints(world: Any) -> Iterator[Axiom]:
    # An owl:AllDisjointClasses carries its annotations itself, and owlready2 has no word of its own for that.
    query = f"SELECT ?d ?s {{ ?d a <{OWL.AllDisjointClasses}> ; <{STATEMENT}> ?s }}"
    of_all = {axiom.storid: str(cite) for axiom, cite in world.sparql(query)}
    for axiom in world.disjoint_classes():
        first, *others = axiom.entities
        if isinstance(axiom.storid, tuple):
            cite = _on_axiom(world, STATEMENT, first, owlready2.owl_disjointwith, others[0])
        else:
            cite = of_all.get(axiom.storid)
        yield Axiom("disjoint", first.iri, tuple(other.iri for other in others), cite, negative=False)
