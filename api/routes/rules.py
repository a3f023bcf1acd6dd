"""GET /rules/{rulebook} and /rules/{rulebook}/{number}: rules, and what points to them."""

from __future__ import annotations

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from api.graph import graph_of
from api.operations import RULE, RULES
from api.pages import prefers_html, render
from api.paths import rule_of, rule_path, segment_of
from api.rules import find_rule, rule_document, rule_list

router = APIRouter()


@router.get("/rules/{rulebook}", **RULES)
async def rules(request: Request, rulebook: str) -> Response:
    """The rules of a rulebook, in document order."""
    store = graph_of(request).store()
    return _json(rule_list(store, rulebook))


@router.get("/rules/{rulebook}/{number}", **RULE)
async def rule(request: Request, rulebook: str, number: str) -> Response:
    """A rule; a number written otherwise than its id leads to it by a redirect. A browser gets a page, others JSON."""
    store = graph_of(request).store()
    page = find_rule(store, rulebook, rule_of(number))
    if segment_of(page.id) != number:
        return RedirectResponse(rule_path(rulebook, page.id), status_code=308)
    document = rule_document(page)
    if prefers_html(request):
        return render("rule.html", {"rule": document})
    return _json(document)


def _json(document: object) -> Response:
    return Response(orjson.dumps(document), media_type="application/json", headers={"Vary": "Accept"})
