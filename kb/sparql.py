"""SPARQL from outside: what a query is, and what it may not do, told from its parse tree.

A query reads the graph and nothing else: no update, no SERVICE, no graph from elsewhere. Reading a query takes as long as
whoever wrote it wants, so that it belongs into a process that can be ended (`kb.sparql_worker`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ingest.diagnostics import Diagnostic, HexlawError, Place
from ontology.vocab import BASE

Form = Literal["SELECT", "ASK", "CONSTRUCT", "DESCRIBE"]

RESULT_TYPES = (
    "application/sparql-results+json",
    "application/json",
    "application/sparql-results+xml",
    "application/xml",
    "text/csv",
    "text/tab-separated-values",
)
"""The media types of what SELECT and ASK give."""

GRAPH_TYPES = ("text/turtle", "application/n-triples", "application/ld+json", "application/rdf+xml")
"""The media types of what CONSTRUCT and DESCRIBE give."""

_FORMS: Mapping[str, Form] = {
    "SelectQuery": "SELECT",
    "AskQuery": "ASK",
    "ConstructQuery": "CONSTRUCT",
    "DescribeQuery": "DESCRIBE",
}


@dataclass(frozen=True, slots=True)
class Checked:
    """A query that may be put: its form, and whether it names its own dataset (FROM)."""

    form: Form
    own_dataset: bool


def check(query: str) -> Checked:
    """Read a query. Raises `HexlawError`: `sparql-syntax`, `sparql-update`, `sparql-service`, `sparql-remote-graph`."""
    from pyparsing.exceptions import ParseBaseException
    from rdflib.plugins.sparql.algebra import translatePrologue
    from rdflib.plugins.sparql.parser import parseQuery

    try:
        prologue, tree = parseQuery(query)
        base = translatePrologue(prologue, None)
        nodes = list(_nodes(tree))
        datasets = [node for node in nodes if node.name == "DatasetClause"]
        named = [node[part] for node in datasets for part in ("default", "named") if part in node]
        graphs = [str(base.absolutize(iri)) for iri in named]
    except RecursionError:
        raise _refused("sparql-syntax", "the query is nested too deeply", "take it apart") from None
    except ParseBaseException as error:
        if _is_update(query):
            raise _refused(
                "sparql-update", "updates are refused; this graph is only read", "`hexlaw ingest` changes it"
            ) from None
        where = f"line {error.lineno}, column {error.column}"
        raise _refused("sparql-syntax", f"the query cannot be read at {where}", "SPARQL 1.1") from None
    except (
        Exception
    ) as error:  # an unknown prefix in FROM, an IRI that is none: rdflib has no common error for them
        raise _refused("sparql-syntax", f"the query cannot be read: {error}", "SPARQL 1.1") from None
    if any(node.name == "ServiceGraphPattern" for node in nodes):
        raise _refused(
            "sparql-service",
            "SERVICE is refused; a query asks nobody else",
            "ask the other endpoint yourself",
        )
    check_graphs(graphs)
    return Checked(_FORMS[tree.name], bool(datasets))


def check_graphs(graphs: list[str]) -> None:
    """Raise `HexlawError` for a graph that is not one of ours: nothing is fetched."""
    for graph in graphs:
        if not graph.startswith(BASE):
            message = f"the graph <{graph[:200]}> is not in this store, and none is fetched"
            raise _refused("sparql-remote-graph", message, f"graphs here begin with {BASE}")


def _nodes(value: Any) -> Iterator[Any]:
    """All named parts of a parse tree."""
    from pyparsing import ParseResults
    from rdflib.plugins.sparql.parserutils import CompValue

    stack = [value]
    while stack:
        each = stack.pop()
        if isinstance(each, CompValue):
            yield each
            stack.extend(each.values())
        elif isinstance(each, Mapping):
            stack.extend(each.values())
        elif isinstance(each, list | tuple | set | ParseResults):
            stack.extend(each)


def _is_update(query: str) -> bool:
    from rdflib.plugins.sparql.parser import parseUpdate

    try:
        return bool(query.strip()) and len(parseUpdate(query).request) > 0
    except Exception:  # neither a query nor an update
        return False


def _refused(code: str, message: str, hint: str) -> HexlawError:
    return HexlawError(Diagnostic(code, "error", message, Place("query"), hint))
