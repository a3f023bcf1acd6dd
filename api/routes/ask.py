"""POST /ask: a question about facts, and the answer with its derivation."""

from __future__ import annotations

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.bodies import json_object
from api.graph import graph_of
from api.operations import ASK

router = APIRouter()

SUCH_AS = '{"rulebook": …, "facts": […], "question": …}'


@router.post("/ask", **ASK)
async def ask(request: Request) -> Response:
    """Answer a question. Every outcome is a 200, also `not understood`; only a malformed request is an error."""
    graph = graph_of(request)
    body = await json_object(request, graph.settings, SUCH_AS)
    return Response(orjson.dumps(graph.answer(body)), media_type="application/json")
