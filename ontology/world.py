"""A checked graph in a world of owlready2's own, and the records of the classes and axioms that stand in it."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import owlready2
from rdflib import OWL, URIRef

from ontology.axioms import Axiom, Ontology, OntologyClass
from ontology.turtle import VOCAB, Turtle, local_name

_ALT_LABEL = "http://www.w3.org/2004/02/skos/core#altLabel"


@contextmanager
def world_of(turtle: Turtle) -> Iterator[Any]:
    """The graph as an owlready2 world, closed at the end. owlready2 reads no Turtle, so it goes as N-Triples."""
    world = owlready2.World()
    try:
        triples = turtle.graph.serialize(format="nt").encode()
        world.get_ontology("urn:hexlaw:loaded#").load(fileobj=io.BytesIO(triples))
        yield world
    finally:
        world.close()


def read_world(turtle: Turtle) -> Ontology:
    """The classes and axioms of a graph; raises OntologyError where a class cannot serve as a noun."""
    with world_of(turtle) as world:
        classes = tuple(
            sorted((_class(turtle, world, entity) for entity in world.classes()), key=_class_order)
        )
        axioms = {*_subclasses(turtle, world), *_unions(turtle, world), *_disjoints(turtle, world)}
    _check_names(turtle, classes)
    return Ontology(classes, tuple(sorted(axioms, key=_axiom_order)))


def _class_order(entity: OntologyClass) -> str:
    return entity.iri


def _axiom_order(axiom: Axiom) -> tuple[object, ...]:
    return axiom.kind, axiom.subject, axiom.objects, axiom.cite or "", axiom.negative


def _class(turtle: Turtle, world: Any, entity: Any) -> OntologyClass:
    name, node = local_name(entity.iri), URIRef(entity.iri)
    labels = [str(label) for label in entity.label]
    if len(labels) != 1:
        count = "none" if not labels else len(labels)
        raise turtle.error(f"{name} needs one rdfs:label, the noun for it, and has {count}", node)
    plurals = [str(plural) for plural in _annotations(world, "plural", entity)]
    mass = _annotations(world, "mass", entity) == [True]
    if mass and plurals:
        raise turtle.error(f"{name} is a mass noun and has a plural", node)
    if len(plurals) > 1:
        raise turtle.error(f"{name} has {len(plurals)} plurals", node)
    alt_label = world[_ALT_LABEL]
    return OntologyClass(
        iri=entity.iri,
        label=labels[0],
        plural=plurals[0] if plurals else None,
        mass=mass,
        synonyms=tuple(sorted(str(word) for word in alt_label[entity])) if alt_label else (),
        status=_annotations(world, "status", entity) == [True],
    )


def _annotations(world: Any, name: str, *where: Any) -> list[Any]:
    """The values of one of our annotations on a class, or on an axiom: its source, property and target."""
    prop = world[VOCAB + name]
    if prop is None:
        return []
    return list(prop[where[0]] if len(where) == 1 else prop[where])


def _cite(turtle: Turtle, world: Any, *axiom: Any) -> str | None:
    return _only(turtle, [str(cite) for cite in _annotations(world, "statement", *axiom)], axiom[0].iri)


def _only(turtle: Turtle, cites: Sequence[str], iri: str) -> str | None:
    if len(cites) > 1:
        found = " and ".join(sorted(cites))
        hint = "state the axiom once, with the statement that says it"
        raise turtle.error(f"an axiom of {local_name(iri)} cites both {found}", URIRef(iri), hint=hint)
    return cites[0] if cites else None


def _subclasses(turtle: Turtle, world: Any) -> Iterator[Axiom]:
    for child in world.classes():
        for parent in child.is_a:
            if isinstance(parent, owlready2.ThingClass) and parent is not owlready2.Thing:
                cite = _cite(turtle, world, child, owlready2.rdfs_subclassof, parent)
                yield Axiom("subclass", child.iri, (parent.iri,), cite, negative=False)


def _unions(turtle: Turtle, world: Any) -> Iterator[Axiom]:
    for genus in world.classes():
        for union in genus.equivalent_to:
            axiom = (genus, owlready2.owl_equivalentclass, union)
            members = tuple(member.iri for member in union.Classes)
            negative = _annotations(world, "onlyIf", *axiom) == [True]
            yield Axiom("union", genus.iri, members, _cite(turtle, world, *axiom), negative)


def _disjoints(turtle: Turtle, world: Any) -> Iterator[Axiom]:
    # An owl:AllDisjointClasses carries its annotations itself, and owlready2 has no word of its own for that.
    query = f"SELECT ?d ?s {{ ?d a <{OWL.AllDisjointClasses}> ; <{VOCAB}statement> ?s }}"
    of_all: dict[Any, list[str]] = {}
    for axiom, cite in world.sparql(query):
        of_all.setdefault(axiom.storid, []).append(str(cite))
    for axiom in world.disjoint_classes():
        first, *others = axiom.entities
        if isinstance(axiom.storid, tuple):
            found = _cite(turtle, world, first, owlready2.owl_disjointwith, others[0])
        else:
            found = _only(turtle, of_all.get(axiom.storid, []), first.iri)
        yield Axiom("disjoint", first.iri, tuple(other.iri for other in others), found, negative=False)


def _check_names(turtle: Turtle, classes: Sequence[OntologyClass]) -> None:
    owners: dict[str, str] = {}
    for entity in classes:
        for name in (entity.label, *entity.synonyms, *filter(None, [entity.plural])):
            owner = owners.setdefault(name, entity.iri)
            if owner != entity.iri:
                both = f"{local_name(owner)} and {local_name(entity.iri)}"
                raise turtle.error(f'"{name}" is a name of both {both}', URIRef(entity.iri))
