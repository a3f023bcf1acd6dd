"""GET /{index}/{rulebook}: the indexes of a rulebook as pages: terms, exceptions, citers, external, examples, tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.docs.indexes import INDEX_VIEWS, index_view
from api.graph import graph_of
from api.links import PageName
from api.negotiation import page_response
from api.rules import check_rulebook

router = APIRouter()


def _route(name: PageName) -> Callable[[Request, str], Awaitable[Response]]:
    async def index(request: Request, rulebook: str) -> Response:
        check_rulebook(rulebook)
        shelf = graph_of(request).shelf()
        return page_response(request, f"{name}.html", index_view(shelf, rulebook, name))

    return index


for _name in INDEX_VIEWS:
    router.add_api_route(f"/{_name}/{{rulebook}}", _route(_name), include_in_schema=False)
