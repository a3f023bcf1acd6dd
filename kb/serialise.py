"""The graph as a file: Turtle, TriG or JSON-LD."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from kb.editions import Edition
from kb.load import Quad, Run, load_editions
from ontology import vocab as v

if TYPE_CHECKING:
    from rdflib import Dataset

#: The formats by the names they are asked for, as rdflib calls them. Turtle has no named graphs: their union it is.
GRAPH_FORMATS = {"turtle": "turtle", "trig": "trig", "json-ld": "json-ld"}


def dataset_of(editions: Iterable[Edition], version: str) -> Dataset:
    """The graph of these editions alone, in memory; their run is called `export`."""
    now = datetime.now(UTC)
    editions = [replace(edition, run="export") for edition in editions]
    return _dataset(load_editions(editions, Run("export", now, now, version)))


def _dataset(quads: Iterable[Quad]) -> Dataset:
    from rdflib import Dataset, Literal, URIRef

    dataset = Dataset(default_union=True)
    for subject, predicate, value, graph in quads:
        term = URIRef(value) if isinstance(value, v.IRI) else Literal(value)
        dataset.graph(URIRef(graph)).add((URIRef(subject), URIRef(predicate), term))
    return dataset


def serialise(dataset: Dataset, form: str, rulebook: str | None = None) -> str:
    """The dataset in one of `GRAPH_FORMATS`; with `rulebook` only the editions of its documents."""
    from rdflib import Dataset, Graph, URIRef

    named: Dataset = Dataset(default_union=True)
    for prefix, namespace in v.PREFIXES.items():
        named.bind(prefix, namespace, replace=True)
    start = None if rulebook is None else f"{v.rulebook(rulebook)}:"
    for graph in dataset.graphs():
        if isinstance(graph.identifier, URIRef) and (start is None or graph.identifier.startswith(start)):
            kept = named.graph(graph.identifier)
            for triple in graph:
                kept.add(triple)
    if form != "turtle":
        return named.serialize(format=GRAPH_FORMATS[form])
    union = Graph()
    for prefix, namespace in v.PREFIXES.items():
        union.bind(prefix, namespace, replace=True)
    for graph in named.graphs():
        for triple in graph:
            union.add(triple)
    return union.serialize(format="turtle")
