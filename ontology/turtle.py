"""Turtle files as one graph, with the line for whatever is wrong in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rdflib import BNode, Graph, URIRef
from rdflib.plugins.parsers.notation3 import BadSyntax
from rdflib.term import Node

from ontology.errors import OntologyError

_NOT_IN_AN_IRI = re.compile(r'[<>" {}|\\^`]')


@dataclass(frozen=True, slots=True)
class Turtle:
    """The triples of several files together, and the text of each file for telling lines."""

    graph: Graph
    texts: tuple[tuple[Path, str], ...]

    def error(self, message: str, *nodes: Node, near: str = "", hint: str | None = None) -> OntologyError:
        """An error placed at the first line that names one of `nodes`, tried in order.

        `near` is a word that the line should hold too; where no line does, it is left out.
        """
        for word in dict.fromkeys((near, "")):
            for node in nodes:
                place = self._line_of(node, word)
                if place is not None:
                    return OntologyError(message, *place, hint=hint)
        return OntologyError(message, ", ".join(str(path) for path, _ in self.texts), hint=hint)

    def _line_of(self, node: Node, near: str) -> tuple[Path, int] | None:
        if isinstance(node, BNode):
            return None
        name = re.compile(rf'[<:/#"]{re.escape(local_name(str(node)))}(?![\w-])')
        for path, text in self.texts:
            for number, line in enumerate(text.splitlines(), start=1):
                if not line.lstrip().startswith("#") and near in line and name.search(line):
                    return path, number
        return None


def local_name(iri: str) -> str:
    """The last part of an IRI: "Truck" of `urn:hexlaw:wargame:kind:Truck`."""
    return re.split(r"[:/#]", iri)[-1]


def read_turtle(paths: Sequence[Path]) -> Turtle:
    """The files' triples in one graph; raises OntologyError for what cannot be read or is not Turtle."""
    graph, texts = Graph(), []
    for path in paths:
        text = _read(path)
        try:
            graph.parse(data=text, format="turtle")
        except BadSyntax as error:
            raise OntologyError(f"is not Turtle: {_reason(error)}", path, error.lines + 1) from error
        texts.append((path, text))
    turtle = Turtle(graph, tuple(texts))
    for term in sorted({term for triple in graph for term in triple if isinstance(term, URIRef)}):
        if _NOT_IN_AN_IRI.search(term):
            raise turtle.error(f"<{local_name(term)}> is not an IRI", term)
    return turtle


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise OntologyError(f"cannot be read: {error.strerror}", path) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        message = f"is not UTF-8 at byte {error.start}"
        raise OntologyError(message, path, line, hint="save it as UTF-8") from error


def _reason(error: BadSyntax) -> str:
    # rdflib keeps its reason in a private field; its str() adds an excerpt over several lines.
    reason = str(getattr(error, "_why", "bad syntax")).splitlines()[0]
    return reason if len(reason) <= 120 else reason[:117] + "..."
