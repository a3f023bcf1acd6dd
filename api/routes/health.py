"""GET /health: whether the service is up, and what it serves."""

from __future__ import annotations

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.graph import graph_of
from api.operations import HEALTH
from api.version import version
from ontology.books import rulebook_ids

router = APIRouter()


@router.get("/health", **HEALTH)
async def health(request: Request) -> Response:
    """The version, the generation of the graph that is served (null before any ingest), the rulebooks."""
    generation = graph_of(request).generation()
    state = {
        "status": "ok",
        "version": version(),
        "generation": generation,
        "rulebooks": list(rulebook_ids()),
    }
    return Response(orjson.dumps(state), media_type="application/json", headers={"Cache-Control": "no-store"})
