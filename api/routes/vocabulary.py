"""GET /vocabulary/{rulebook}: what can be said in facts and questions."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.negotiation import conditional
from api.operations import VOCABULARY
from api.rules import check_rulebook
from kb.answer import wordings

router = APIRouter()


@router.get("/vocabulary/{rulebook}", **VOCABULARY)
async def vocabulary(
    request: Request,
    rulebook: str,
    q: Annotated[
        str, Query(max_length=1000, description="only what these words all occur in", examples=["reef"])
    ] = "",
) -> Response:
    """The sentences that facts and questions are made of, in the order of their declaration."""
    check_rulebook(rulebook)
    found = {"rulebook": rulebook, "wordings": [each.to_json() for each in wordings(rulebook, q.split())]}
    return conditional(request, orjson.dumps(found), "application/json")
