"""GET /graph/{number}.svg: a picture of what stands around a rule."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response

from api.graph import graph_of
from api.negotiation import conditional
from api.operations import GRAPH
from api.paths import rule_of, rule_path, segment_of
from api.rules import find_rule
from kb.neighbourhood import neighbourhood_svg

router = APIRouter()


@router.get("/graph/{number}.svg", **GRAPH)
async def picture(
    request: Request,
    number: str,
    rulebook: Annotated[
        str | None,
        Query(description="its rulebook; HEXLAW_RULEBOOK, else asl, unless given", examples=["asl"]),
    ] = None,
) -> Response:
    """The rule, its parent and parts, who cites it and what it cites; each box leads to its rule."""
    graph = graph_of(request)
    book = rulebook if rulebook is not None else graph.settings.rulebook
    page = find_rule(graph.store(), book, rule_of(number))
    if (segment := segment_of(page.id)) != number:
        asked = f"?{urlencode({'rulebook': rulebook})}" if rulebook is not None else ""
        return RedirectResponse(f"/graph/{quote(segment, safe='~')}.svg{asked}", status_code=308)
    drawn = neighbourhood_svg(page, lambda rule: rule_path(book, rule))
    headers = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return conditional(request, drawn.encode(), "image/svg+xml", headers)
