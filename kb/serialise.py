"""The graph as a file: Turtle, TriG or JSON-LD, the same graph always in the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pyoxigraph as ox

from kb.kept import Edition
from kb.load import Quad, Run, load_editions
from kb.store import rdf_term
from ontology.vocab import PREFIXES

#: The formats by the names they are asked for. Turtle has no named graphs: their union it is.
GRAPH_FORMATS = {
    "turtle": ox.RdfFormat.TURTLE,
    "trig": ox.RdfFormat.TRIG,
    "json-ld": ox.RdfFormat.JSON_LD,
}


def quads_of(editions: Iterable[Edition], version: str) -> Iterator[Quad]:
    """The graph of these editions alone; their run is called `export`."""
    now = datetime.now(UTC)
    read = [replace(edition, run="export") for edition in editions]
    return load_editions(read, Run("export", now, now, version))


def serialise(quads: Iterable[Quad], form: str) -> str:
    """The quads in one of `GRAPH_FORMATS`, sorted by graph, subject and predicate."""
    ordered = sorted(set(quads), key=lambda quad: (quad[3], quad[0], quad[1], str(quad[2])))
    written: bytes | None
    if form == "turtle":
        ordered.sort(key=lambda quad: quad[0])  # a subject of two graphs is written once
        written = ox.serialize(
            (_triple(quad) for quad in ordered), format=ox.RdfFormat.TURTLE, prefixes=PREFIXES
        )
    else:
        named = (
            ox.Quad(triple.subject, triple.predicate, triple.object, ox.NamedNode(quad[3]))
            for quad in ordered
            for triple in [_triple(quad)]
        )
        written = ox.serialize(named, format=GRAPH_FORMATS[form], prefixes=PREFIXES)
    assert written is not None  # it is None only where it is written into a file
    return written.decode()


def _triple(quad: Quad) -> ox.Triple:
    subject, predicate, value, _ = quad
    return ox.Triple(ox.NamedNode(subject), ox.NamedNode(predicate), rdf_term(value))
