"""What an ontology must satisfy to be read as classes and axioms, checked before anything is made of it.

Every name in an axiom is a declared class, every axiom is of a kind that the rule language knows, and every
annotation of ours stands where it means something. Without that a citation could vanish unseen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter

from rdflib import OWL, RDF, RDFS, SKOS, BNode, Literal, URIRef
from rdflib.term import Node

from ontology.turtle import Turtle, local_name

VOCAB = "urn:hexlaw:vocab:"
"""Our own annotations: on axioms `statement` and `onlyIf`, on classes `plural`, `mass` and `status`."""

STATEMENT, ONLY_IF = URIRef(VOCAB + "statement"), URIRef(VOCAB + "onlyIf")
PLURAL, MASS, STATUS = URIRef(VOCAB + "plural"), URIRef(VOCAB + "mass"), URIRef(VOCAB + "status")

ANNOTATIONS = (STATEMENT, ONLY_IF, PLURAL, MASS, STATUS)

_AXIOMS = (RDFS.subClassOf, OWL.disjointWith, OWL.equivalentClass)
_NOUN = re.compile(r"[^\s,.:;?]+( [^\s,.:;?]+)*")


def check_wellformed(turtle: Turtle) -> None:
    """Raises OntologyError at the first thing that is wrong."""
    _check_nouns(turtle)
    _check_axioms(turtle)
    _check_annotations(turtle)
    _check_citations(turtle)
    _check_cycles(turtle)


def _check_nouns(turtle: Turtle) -> None:
    owners: dict[str, Node] = {}
    for node in sorted(turtle.graph.subjects(RDF.type, OWL.Class), key=str):
        if isinstance(node, BNode):
            continue
        name = local_name(str(node))
        labels = list(turtle.graph.objects(node, RDFS.label))
        if len(labels) != 1:
            count = len(labels) or "none"
            raise turtle.error(f"{name} needs one rdfs:label, the noun for it, and has {count}", node)
        plurals = list(turtle.graph.objects(node, PLURAL))
        if len(plurals) > 1:
            raise turtle.error(f"{name} has {len(plurals)} plurals", node)
        if plurals and (node, MASS, Literal(True)) in turtle.graph:
            raise turtle.error(f"{name} is a mass noun and has a plural", node)
        synonyms = turtle.graph.objects(node, SKOS.altLabel)
        for noun in sorted({str(term) for term in (*labels, *plurals, *synonyms)}):
            if not _NOUN.fullmatch(noun):
                hint = "words with single spaces between them, without punctuation"
                raise turtle.error(f'{name}: "{noun}" cannot be a noun', node, hint=hint)
            owner = owners.setdefault(noun, node)
            if owner != node:
                raise turtle.error(f'"{noun}" is a name of both {local_name(str(owner))} and {name}', node)


def _check_axioms(turtle: Turtle) -> None:
    graph = turtle.graph
    for about in _AXIOMS:
        for subject, target in sorted(graph.subject_objects(about), key=str):
            name = local_name(str(subject))
            if about != OWL.equivalentClass:
                if isinstance(target, BNode):
                    raise turtle.error(f"{name} has an axiom with a class that has no name", subject)
                _check_declared(turtle, (subject, target))
                continue
            head = graph.value(target, OWL.unionOf)
            if head is None:
                raise turtle.error(
                    f"{name} is equivalent to something other than a union of classes", subject
                )
            _check_declared(turtle, (subject, *graph.items(head)))
    for node in graph.subjects(RDF.type, OWL.AllDisjointClasses):
        head = graph.value(node, OWL.members)
        members = list(graph.items(head)) if head is not None else []
        _check_declared(turtle, members)
        if len(set(members)) < 2:
            raise turtle.error("owl:AllDisjointClasses needs two members at least", *members)


def _check_declared(turtle: Turtle, nodes: Iterable[Node]) -> None:
    for node in nodes:
        if (node, RDF.type, OWL.Class) not in turtle.graph:
            raise turtle.error(f"{local_name(str(node))} is not declared as a class", node)


def _check_annotations(turtle: Turtle) -> None:
    graph = turtle.graph
    for subject, about, value in sorted(graph, key=str):
        if not str(about).startswith(VOCAB):
            continue
        name = f"vocab:{local_name(str(about))}"
        if about not in ANNOTATIONS:
            known = ", ".join(f"vocab:{local_name(term)}" for term in ANNOTATIONS)
            raise turtle.error(f"there is no annotation {name}", about, hint=f"there are: {known}")
        if about in (ONLY_IF, MASS, STATUS) and value not in (Literal(True), Literal(False)):
            raise turtle.error(f"{name} is true or false, not {value}", about, near=str(value))
        of_axiom = (subject, RDF.type, OWL.Axiom) in graph
        of_disjointness = (subject, RDF.type, OWL.AllDisjointClasses) in graph
        if about == STATEMENT and not (of_axiom or of_disjointness):
            raise turtle.error(f"{name} stands on an axiom, not on a class", about, near=str(value))
        of_union = of_axiom and graph.value(subject, OWL.annotatedProperty) == OWL.equivalentClass
        if about == ONLY_IF and not of_union:
            raise turtle.error(f"{name} stands on a union only", about)


def _check_citations(turtle: Turtle) -> None:
    graph = turtle.graph
    cites: dict[object, set[str]] = {}
    for node in graph.subjects(RDF.type, OWL.Axiom):
        parts = (OWL.annotatedSource, OWL.annotatedProperty, OWL.annotatedTarget)
        source, about, target = (graph.value(node, part) for part in parts)
        if about not in _AXIOMS or (source, about, target) not in graph:
            nodes = [term for term in (source, target) if term is not None]
            raise turtle.error("cites for an axiom that is not there", *nodes, near="annotatedSource")
        cites.setdefault((source, about, target), set()).update(map(str, graph.objects(node, STATEMENT)))
    for node in graph.subjects(RDF.type, OWL.AllDisjointClasses):
        cites[node] = set(map(str, graph.objects(node, STATEMENT)))
    for found in cites.values():
        if len(found) > 1:
            first, *others = sorted(found)
            hint = "state the axiom once, with the statement that says it"
            message = f"one axiom cites {' and '.join((first, *others))}"
            raise turtle.error(message, Literal(first), hint=hint)


def _check_cycles(turtle: Turtle) -> None:
    parents: dict[Node, set[Node]] = {}
    for child, parent in turtle.graph.subject_objects(RDFS.subClassOf):
        parents.setdefault(child, set()).add(parent)
    try:
        TopologicalSorter(parents).prepare()
    except CycleError as error:
        ring = error.args[1]
        start = ring.index(min(ring, key=str))
        names = [local_name(str(node)) for node in (*ring[start:-1], *ring[:start], ring[start])]
        raise turtle.error(
            f"every {' is a '.join(names)}: a circle", ring[start], near="subClassOf"
        ) from error
