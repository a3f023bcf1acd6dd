"""The only door to the graph: opens the current generation to read, builds the next one beside it.

A `Store` is read-only and belongs to one generation until `refresh` moves it to the current one; threads may
share it, and a query that runs while it moves ends on the generation it began on. `build` never touches what
readers have open. No other module knows which store this is (Oxigraph, and oxrdflib for whoever needs
rdflib).
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pyoxigraph as ox

from ingest.diagnostics import Diagnostic, HexlawError, Place
from ingest.nodes import Document
from kb import generations
from kb.building import GRACE, building
from kb.edition_text import Value
from kb.editions import edition_of_outline, editions_of_documents
from kb.generations import graph_error
from kb.kept import Edition
from kb.load import Quad, Run, load_editions
from kb.quotes import quotes_of
from kb.shown import shown
from ontology import vocab as v
from ontology.vocab import IRI, PREFIXES, XSD

if TYPE_CHECKING:
    from rdflib import Dataset

    from ingest.outline import Outline

Row = dict[str, IRI | str | int | float | bool | datetime | None]
"""One row of a query: IRIs as `IRI`, numbers, truth values and times as such, everything else as text, None
where unbound.
"""


class Store:
    """A generation of the graph, open to read."""

    def __init__(
        self, home: Path, opened: str, inner: ox.Store, signature: generations.Signature | None
    ) -> None:
        self.home = home
        self.opened = opened
        """The name of the generation that is open."""
        self._inner = inner
        self._signature = signature
        self._moving = threading.Lock()

    @classmethod
    def open_current(cls, home: Path) -> Store:
        """The current generation under HEXLAW_HOME; raises HexlawError where there is none or it cannot be
        read.
        """
        return cls(home, *_open(home))

    @staticmethod
    def generation(home: Path) -> str | None:
        """The name of the current generation, None without a graph; raises HexlawError where the pointer is
        damaged.
        """
        return generations.current(home)

    def refresh(self) -> bool:
        """Move to the current generation if there is another by now, and say whether; costs one `stat` if
        not.

        Raises HexlawError where the new one cannot be read; then the store stays on the one it has.
        """
        if generations.signature(self.home) == self._signature:
            return False
        with self._moving:
            if generations.signature(self.home) == self._signature:
                return False
            opened, self._inner, self._signature = _open(self.home)
            moved, self.opened = opened != self.opened, opened
            return moved

    def pinned(self) -> Store:
        """The generation that is open now as a store of its own, for several queries that must fit together."""
        with self._moving:
            return Store(self.home, self.opened, self._inner, self._signature)

    def query(self, sparql: str, bindings: Mapping[str, Value] | None = None) -> list[Row]:
        """The rows of a SPARQL SELECT over all named graphs together; `bindings` give variables their values
        (by name; such a variable is not one of the SELECT).

        The prefixes of `ontology.vocab.PREFIXES` need not be declared. Raises HexlawError where the query
        cannot be read.
        """
        results = self._results(sparql, bindings)
        if not isinstance(results, ox.QuerySolutions):
            raise TypeError("query() is for SELECT, ask() for ASK")
        names = [variable.value for variable in results.variables]
        return [{name: _value(solution[name]) for name in names} for solution in results]

    def ask(self, sparql: str, bindings: Mapping[str, Value] | None = None) -> bool:
        """The answer of a SPARQL ASK, as `query`."""
        results = self._results(sparql, bindings)
        if not isinstance(results, ox.QueryBoolean):
            raise TypeError("ask() is for ASK, query() for SELECT")
        return bool(results)

    def write_answer(
        self,
        sparql: str,
        output: IO[bytes],
        media_type: str,
        default_graphs: Sequence[str] | None = None,
        named_graphs: Sequence[str] | None = None,
        *,
        union: bool = True,
    ) -> None:
        """Write the answer of any SPARQL query in the format of a media type, as `kb.sparql` lists them.

        `default_graphs` and `named_graphs` are the dataset, else with `union` all named graphs together. Raises HexlawError
        where the query cannot be read, ValueError for a media type that does not fit it or a graph that is no IRI.
        """
        defaults: list[ox.NamedNode | ox.BlankNode | ox.DefaultGraph] | None
        named: list[ox.NamedNode | ox.BlankNode] | None
        defaults = None if default_graphs is None else [ox.NamedNode(iri) for iri in default_graphs]
        named = None if named_graphs is None else [ox.NamedNode(iri) for iri in named_graphs]
        if defaults is None and named is not None:
            defaults = []
        try:
            results = self._inner.query(
                sparql,
                prefixes=PREFIXES,
                use_default_graph_as_union=union and defaults is None and named is None,
                default_graph=defaults,
                named_graphs=named,
            )
        except SyntaxError as error:
            raise HexlawError(
                Diagnostic("graph-query", "error", f"not a query: {error.msg}", Place("query"), None, sparql)
            ) from error
        if isinstance(results, ox.QueryTriples):
            triples = ox.RdfFormat.from_media_type(media_type)
            if triples is None:
                raise ValueError(f"a graph cannot be {media_type}")
            results.serialize(output=output, format=triples)
        else:
            rows = ox.QueryResultsFormat.from_media_type(media_type)
            if rows is None:
                raise ValueError(f"results cannot be {media_type}")
            results.serialize(output=output, format=rows)

    def dataset(self) -> Dataset:
        """The same generation as an rdflib dataset, its default graph the union of the named ones; for
        reading only.
        """
        from oxrdflib import (
            OxigraphStore,
        )  # not at the top: rdflib takes longer to import than most commands to run
        from rdflib import Dataset

        return Dataset(store=OxigraphStore(store=self._inner), default_union=True)

    def quads(self, rulebook: str | None = None) -> Iterator[Quad]:
        """All that the open generation holds; with `rulebook` only the editions of its documents."""
        start = "" if rulebook is None else f"{v.rulebook(rulebook)}:"
        for quad in self._inner:
            graph = str(quad.graph_name.value) if isinstance(quad.graph_name, ox.NamedNode) else ""
            if not graph.startswith(start):
                continue
            value = _value(quad.object)
            assert isinstance(quad.subject, ox.NamedNode)
            assert isinstance(value, Value)
            yield IRI(quad.subject.value), IRI(quad.predicate.value), value, IRI(graph)

    def editions(self) -> tuple[Edition, ...]:
        """The records of the documents in the open generation, one edition each, as the graph shows them."""
        return shown(_read_editions(self.home, self.opened))

    def __len__(self) -> int:
        return len(self._inner)

    def _results(
        self, sparql: str, bindings: Mapping[str, Value] | None
    ) -> ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples:
        # Put into the text, so that any SPARQL 1.1 server would understand it too.
        terms = {f"?{name}": str(rdf_term(value)) for name, value in (bindings or {}).items()}
        sparql = re.sub(r"\?\w+", lambda variable: terms.get(variable[0], variable[0]), sparql)
        try:
            return self._inner.query(sparql, prefixes=PREFIXES, use_default_graph_as_union=True)
        except SyntaxError as error:
            raise HexlawError(
                Diagnostic("graph-query", "error", f"not a query: {error.msg}", Place("query"), None, sparql)
            ) from error


def build(
    home: Path, documents: Sequence[Document], outlines: Sequence[Outline], *, grace: float = GRACE
) -> str:
    """Build the next generation and make it the current one; returns its name.

    It holds what the current one holds, with `documents` and `outlines` added or put in the place of earlier
    ones of the same document. A document's original hides its outline. Raises HexlawError where somebody else
    is building, where the graph is damaged or of a newer format (an older one is begun anew), or where the
    disk refuses; then, as when the process is killed, the current generation stays as it was.
    """
    started = datetime.now(UTC)
    fresh = [
        *(edition_of_outline(outline) for outline in outlines),
        *editions_of_documents(documents),
    ]
    with building(home, grace) as new:
        kept = _kept(home, new.previous)
        by_document = {(edition.origin, *edition.key): edition for edition in kept}
        for edition in fresh:
            by_document[(edition.origin, *edition.key)] = replace(edition, run=new.generation)
        editions = tuple(by_document.values())
        visible = shown(editions)
        (new.path / generations.DOCUMENTS).write_bytes(b"".join(e.to_line() + b"\n" for e in editions))
        (new.path / generations.QUOTES).write_bytes(quotes_of(visible))
        run = Run(new.generation, started, datetime.now(UTC), _version())
        _fill(new.path / generations.STORE, load_editions(visible, run))
        manifest = {
            "format": generations.FORMAT,
            "generation": new.generation,
            "previous": new.previous,
            "built": run.ended.isoformat(timespec="seconds"),
            "by": f"hexlaw {run.version}",
        }
        (new.path / generations.MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    return new.generation


def texts_in(home: Path) -> set[tuple[str, str]]:
    """The documents of which the current generation has a text, by rulebook and id; none without a graph.

    One of an older format counts as none, as it does for `build`. Raises HexlawError where it is damaged or newer.
    """
    kept = _kept(home, generations.current(home))
    return {edition.key for edition in kept if edition.origin == "original"}


def _open(home: Path) -> tuple[str, ox.Store, generations.Signature | None]:
    # The signature is taken first: if the pointer moves meanwhile, the next refresh looks again.
    signature = generations.signature(home)
    name = generations.current(home)
    if name is None:
        where = generations.graph_folder(home)
        raise graph_error("graph-none", "there is no graph yet", where, "`hexlaw ingest` makes one")
    generations.manifest(home, name)
    path = generations.folder(home, name) / generations.STORE
    try:
        return name, ox.Store.read_only(str(path)), signature
    except OSError as error:
        if generations.signature(home) != signature:
            return _open(home)  # replaced, and removed, while we looked
        raise _damaged(home, path) from error


def _kept(home: Path, previous: str | None) -> list[Edition]:
    if previous is None:
        return []
    try:
        return _read_editions(home, previous)
    except HexlawError as error:
        if error.diagnostics[0].code == "graph-older":
            return []
        raise


def _read_editions(home: Path, name: str) -> list[Edition]:
    generations.manifest(home, name)
    path = generations.folder(home, name) / generations.DOCUMENTS
    try:
        return [Edition.from_line(line) for line in path.read_bytes().splitlines()]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise _damaged(home, path) from error


def _fill(path: Path, quads: Iterable[Quad]) -> None:
    store = ox.Store(str(path))
    # A few predicates and graphs stand in hundreds of thousands of quads: each is made once.
    node = lru_cache(maxsize=4096)(ox.NamedNode)
    store.bulk_extend(ox.Quad(node(s), node(p), rdf_term(o), node(g)) for s, p, o, g in quads)
    store.flush()
    # Nothing else refers to it, so that it closes here, before its files are synced and its folder renamed.
    del store


def rdf_term(value: Value) -> ox.NamedNode | ox.Literal:
    """The term of RDF that a value of a quad is."""
    if isinstance(value, IRI):
        return ox.NamedNode(value)
    if isinstance(value, datetime):
        return ox.Literal(value.isoformat(), datatype=ox.NamedNode(XSD + "dateTime"))
    return ox.Literal(value)


def _value(term: object) -> IRI | str | int | float | bool | datetime | None:
    if isinstance(term, ox.NamedNode):
        return IRI(term.value)
    if not isinstance(term, ox.Literal):
        return None if term is None else str(term)
    kind = term.datatype.value.removeprefix(XSD)
    if kind == "integer":
        return int(term.value)
    if kind in ("decimal", "double", "float"):
        return float(term.value)
    if kind == "boolean":
        return term.value == "true"
    if kind == "dateTime":
        return datetime.fromisoformat(term.value)
    return term.value


def _damaged(home: Path, path: Path) -> HexlawError:
    hint = f"remove {generations.pointer(home)}, then run `hexlaw ingest`"
    return graph_error("graph-damaged", "is missing or damaged", path, hint)


def _version() -> str:
    try:
        return importlib.metadata.version("hexlaw")
    except importlib.metadata.PackageNotFoundError:  # run from a checkout that is not installed
        return "unknown"
