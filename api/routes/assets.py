"""GET /static/{name}: the stylesheet and the script of the pages."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.assets import MEDIA_TYPES, asset, asset_version
from api.negotiation import conditional
from api.problems import Problem

router = APIRouter()

_KEPT = "public, max-age=31536000, immutable"


@router.get("/static/{name}", include_in_schema=False)
async def static(request: Request, name: str) -> Response:
    """The file; to be kept for good by who asks for it with its version, as pages do."""
    if name not in MEDIA_TYPES:
        there_are = ", ".join(MEDIA_TYPES)
        raise Problem(404, "not-found", f"there is no file {name[:100]!r} (there are: {there_are})")
    kept = request.query_params.get("v") == asset_version(name)
    headers = {"Cache-Control": _KEPT if kept else "no-cache", "X-Content-Type-Options": "nosniff"}
    return conditional(request, asset(name), MEDIA_TYPES[name], headers)
