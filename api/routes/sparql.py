"""GET and POST /sparql: SPARQL 1.1 Protocol, queries alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated
from urllib.parse import parse_qs

from anyio import to_thread
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.accept import preferred
from api.bodies import content_type, raw_body
from api.graph import graph_of
from api.negotiation import not_acceptable
from api.operations import SPARQL_GET, SPARQL_POST
from api.problems import Problem
from api.sparql_workers import SparqlWorkers
from kb.sparql import GRAPH_TYPES, RESULT_TYPES

router = APIRouter()

_FORM = "application/x-www-form-urlencoded"
_QUERY = "application/sparql-query"
_PARAMETERS = ("query", "default-graph-uri", "named-graph-uri")
_Graphs = Annotated[list[str], Query(description="a graph of the store; may be given again")]


@router.get("/sparql", **SPARQL_GET)
async def get_sparql(
    request: Request,
    query: Annotated[str | None, Query(description="the query; exactly one")] = None,
    default_graph: Annotated[_Graphs | None, Query(alias="default-graph-uri")] = None,
    named_graph: Annotated[_Graphs | None, Query(alias="named-graph-uri")] = None,
) -> Response:
    """Put a query to the graph."""
    return await _answered(request, _of_address(request))


@router.post("/sparql", **SPARQL_POST)
async def post_sparql(
    request: Request,
    default_graph: Annotated[_Graphs | None, Query(alias="default-graph-uri")] = None,
    named_graph: Annotated[_Graphs | None, Query(alias="named-graph-uri")] = None,
) -> Response:
    """Put a query to the graph, in a form or as the body itself."""
    kind, _ = content_type(request)
    if kind == "application/sparql-update":
        raise _read_only()
    if kind not in (_FORM, _QUERY):
        detail = f"The body is {kind or 'of no stated type'}; send {_QUERY} or {_FORM}."
        raise Problem(415, "unsupported-media-type", detail)
    body = await raw_body(request, graph_of(request).settings)
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise _bad(f"the body is not UTF-8 at byte {error.start}") from None
    if kind == _QUERY:
        return await _answered(request, {**_of_address(request), "query": [text]})
    try:
        fields = parse_qs(text, keep_blank_values=True, max_num_fields=1_000, errors="strict")
    except ValueError as error:
        raise _bad(f"the form cannot be read: {error}") from None
    return await _answered(request, fields)


async def _answered(request: Request, fields: Mapping[str, Sequence[str]]) -> Response:
    if "update" in fields:
        raise _read_only()
    queries = fields.get("query", ())
    if len(queries) != 1:
        raise _bad(f"there must be one query, and there are {len(queries)}")
    accept = ",".join(request.headers.getlist("accept"))
    graph_of(request).store()  # 503 where nothing is ingested
    asked = {
        "query": queries[0],
        "rows": preferred(accept, RESULT_TYPES),
        "graph": preferred(accept, GRAPH_TYPES),
        "default": list(fields.get("default-graph-uri", ())) or None,
        "named": list(fields.get("named-graph-uri", ())) or None,
    }
    workers = request.app.state.sparql
    assert isinstance(workers, SparqlWorkers)
    try:
        media_type, body = await to_thread.run_sync(workers.answer, asked)
    except Problem as problem:
        if problem.code != "not-acceptable":
            raise
        rows = problem.detail in ("SELECT", "ASK")
        raise not_acceptable(accept, RESULT_TYPES if rows else GRAPH_TYPES) from None
    return Response(
        body, media_type=media_type, headers={"Vary": "Accept", "X-Content-Type-Options": "nosniff"}
    )


def _of_address(request: Request) -> dict[str, list[str]]:
    asked = request.query_params
    return {name: asked.getlist(name) for name in (*_PARAMETERS, "update") if name in asked}


def _bad(detail: str) -> Problem:
    return Problem(400, "sparql-request", detail)


def _read_only() -> Problem:
    return Problem(400, "sparql-update", "updates are refused; this graph is only read")
