"""GET /rules, /coverage/{rulebook} and /findings/{rulebook}: the rulebooks, what of them is encoded, what is wrong in them."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.book_pages import (
    coverage_context,
    coverage_document,
    findings_context,
    findings_document,
    rulebooks_document,
)
from api.graph import graph_of
from api.negotiation import chosen, conditional, page_response
from api.operations import COVERAGE, FINDINGS, PAGE_FORMS, RULEBOOKS
from api.problems import bad_parameter
from api.rules import check_rulebook
from kb.coverage import STATUSES

router = APIRouter()


@router.get("/rules", **RULEBOOKS)
async def rulebooks(request: Request) -> Response:
    """The rulebooks there are, and what of each is in the graph."""
    form = chosen(request, PAGE_FORMS)
    found = rulebooks_document(graph_of(request).editions())
    if form == "text/html":
        return page_response(request, "rulebooks.html", {"here": "rules", **found})
    return _json(request, found)


@router.get("/coverage/{rulebook}", **COVERAGE)
async def coverage(
    request: Request,
    rulebook: str,
    only: Annotated[
        str | None, Query(description=f"only this status: {', '.join(STATUSES)}", examples=["open"])
    ] = None,
) -> Response:
    """What has become of each statement and exception clause of a rulebook's documents."""
    check_rulebook(rulebook)
    form = chosen(request, PAGE_FORMS)
    if only is not None and only not in STATUSES:
        raise bad_parameter("only", f"there is no status {only[:100]!r}", f"there are: {', '.join(STATUSES)}")
    if form == "text/html":
        return page_response(request, "coverage.html", coverage_context(rulebook, only))
    return _json(request, coverage_document(rulebook, only))


@router.get("/findings/{rulebook}", **FINDINGS)
async def findings(
    request: Request,
    rulebook: str,
    code: Annotated[
        str | None,
        Query(max_length=100, description="only findings of this code", examples=["reference-dead"]),
    ] = None,
) -> Response:
    """What is wrong in the texts of a rulebook that are ingested, as `hexlaw lint` tells it."""
    check_rulebook(rulebook)
    form = chosen(request, PAGE_FORMS)
    editions = graph_of(request).editions()
    if form == "text/html":
        return page_response(request, "findings.html", findings_context(rulebook, editions, code))
    return _json(request, findings_document(rulebook, editions, code))


def _json(request: Request, found: dict[str, Any]) -> Response:
    return conditional(request, orjson.dumps(found), "application/json")
