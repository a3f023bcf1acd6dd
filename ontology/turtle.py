"""Turtle files as one graph, checked as far as its axioms go, every error with its file and line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rdflib import OWL, RDF, RDFS, Graph, URIRef
from rdflib.plugins.parsers.notation3 import BadSyntax
from rdflib.term import Node

from ontology.errors import OntologyError

VOCAB = "urn:hexlaw:vocab:"

_AXIOM_PROPERTIES = (RDFS.subClassOf, OWL.disjointWith, OWL.equivalentClass)


@dataclass(frozen=True, slots=True)
class Turtle:
    """The triples of several files together, and the text of each file for telling lines."""

    graph: Graph
    texts: tuple[tuple[Path, str], ...]

    def error(self, message: str, *nodes: Node, hint: str | None = None) -> OntologyError:
        """An error placed at the first line that names one of `nodes`, tried in order."""
        for node in nodes:
            word = re.compile(rf"[:/#]{re.escape(local_name(str(node)))}(?![\w-])")
            for path, text in self.texts:
                for number, line in enumerate(text.splitlines(), start=1):
                    if not line.lstrip().startswith("#") and word.search(line):
                        return OntologyError(message, path, number, hint)
        return OntologyError(message, ", ".join(str(path) for path, _ in self.texts), hint=hint)


def local_name(iri: str) -> str:
    """The last part of an IRI: "Truck" of `urn:hexlaw:wargame:kind:Truck`."""
    return re.split(r"[:/#]", iri)[-1]


def read_turtle(paths: Sequence[Path]) -> Turtle:
    """The files' triples in one graph, checked as far as axioms go; raises OntologyError."""
    graph, texts = Graph(), []
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise OntologyError(f"cannot be read: {error.strerror}", path) from error
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            message = f"is not UTF-8 at byte {error.start}"
            raise OntologyError(message, path, line, hint="save it as UTF-8") from error
        try:
            graph.parse(data=text, format="turtle")
        except BadSyntax as error:
            raise OntologyError(f"is not Turtle: {_reason(error)}", path, error.lines + 1) from error
        texts.append((path, text))
    turtle = Turtle(graph, tuple(texts))
    _check_axioms(turtle)
    return turtle


def _reason(error: BadSyntax) -> str:
    # rdflib keeps its reason in a private field; its str() adds an excerpt over several lines.
    reason = str(getattr(error, "_why", "bad syntax")).splitlines()[0]
    return reason if len(reason) <= 120 else reason[:117] + "..."


def _check_axioms(turtle: Turtle) -> None:
    """Everything an axiom names is a declared class, and every citation stands on an axiom that is there."""
    graph = turtle.graph
    for prop in _AXIOM_PROPERTIES:
        for subject, target in graph.subject_objects(prop):
            members: Iterable[Node] = [target]
            if prop == OWL.equivalentClass:
                members = _members(turtle, subject, target)
            _check_declared(turtle, [subject, *members])
    for node in graph.subjects(RDF.type, OWL.AllDisjointClasses):
        head = graph.value(node, OWL.members)
        _check_declared(turtle, graph.items(head) if head is not None else ())
    for node in graph.subjects(RDF.type, OWL.Axiom):
        source = graph.value(node, OWL.annotatedSource)
        about = graph.value(node, OWL.annotatedProperty)
        target = graph.value(node, OWL.annotatedTarget)
        if about not in _AXIOM_PROPERTIES or (source, about, target) not in graph:
            places = [term for term in (source, target) if isinstance(term, URIRef)]
            raise turtle.error("a citation stands on an axiom that is not there", *places)


def _members(turtle: Turtle, subject: Node, target: Node) -> list[Node]:
    head = turtle.graph.value(target, OWL.unionOf)
    if head is None:
        name = local_name(str(subject))
        raise turtle.error(f"{name} is equivalent to something other than a union of classes", subject)
    return list(turtle.graph.items(head))


def _check_declared(turtle: Turtle, nodes: Iterable[Node]) -> None:
    for node in nodes:
        if (node, RDF.type, OWL.Class) not in turtle.graph:
            raise turtle.error(f"{local_name(str(node))} is not declared as a class", node)
