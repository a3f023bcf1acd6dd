"""POST /ask: a question about facts, and the answer with its derivation."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.graph import graph_of
from api.problems import Problem
from api.schemas import ASK
from api.settings import Settings

router = APIRouter()


@router.post("/ask", **ASK)
async def ask(request: Request) -> Response:
    """Answer a question. Every outcome is a 200, also `not understood`; only a malformed request is an error."""
    graph = graph_of(request)
    body = _json(await _body(request, graph.settings))
    return Response(orjson.dumps(graph.answer(body)), media_type="application/json")


async def _body(request: Request, settings: Settings) -> bytes:
    """The body of a JSON request, never holding more than the limit; Problem 415 or 413."""
    kind, _, rest = request.headers.get("content-type", "").partition(";")
    kind = kind.strip().lower()
    charset = rest.partition("charset=")[2].strip(' "').lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        detail = f"The body is {kind or 'of no stated type'}; send JSON with Content-Type: application/json."
        raise Problem(415, "unsupported-media-type", detail)
    if charset not in ("", "utf-8", "utf8"):
        raise Problem(415, "unsupported-media-type", f"The body is in {charset}; send it in UTF-8.")
    if (encoding := request.headers.get("content-encoding", "identity").lower()) != "identity":
        raise Problem(415, "unsupported-media-type", f"The body is encoded as {encoding}; send it as it is.")
    too_large = Problem(
        413,
        "too-large",
        f"The body is larger than {settings.max_body} bytes; HEXLAW_MAX_BODY sets the limit.",
        headers={"Connection": "close"},
    )
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > settings.max_body:
        raise too_large
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > settings.max_body:
            raise too_large
    return bytes(body)


def _json(body: bytes) -> dict[str, Any]:
    """The body as an object; Problem 400 if it is not JSON, 422 if it is no object."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Problem(400, "malformed-json", f"The body is not JSON: {error.msg} at {place}.") from None
    if not isinstance(value, dict):
        error_at = {
            "pointer": "",
            "detail": "must be an object",
            "hint": 'such as {"rulebook": …, "facts": […], "question": …}',
        }
        raise Problem(422, "request", "The body is JSON, but no object.", [error_at])
    return value
