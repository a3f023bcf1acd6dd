"""The short way to an answer: `POST /ask` without what the other routes need. `connection.py` makes it shorter still.

A question that is well-formed and quickly answered is read, answered and sent right here. Whatever else comes (another
media type, a coding, a body in pieces, a malformed request, a question that takes long) goes on to the route, which says what
is wrong in the one way in which it is said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, MutableMapping
from typing import Any

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.askers import Askers, TakesLonger
from api.bodies import too_slow
from ingest.diagnostics import HexlawError

_JSON = (b"application/json", b"application/json; charset=utf-8", b"application/json;charset=utf-8")

LONG = "hexlaw.long"
"""What a scope has where a question was tried and takes longer."""

TRIED = "hexlaw.tried"
"""What a scope has where a question was tried, and is for the route."""


class Direct:
    """An application that answers plain questions itself."""

    def __init__(self, app: ASGIApp, askers: Askers) -> None:
        self.app = app
        self.askers = askers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the question, or pass the request on."""
        if scope["type"] != "http" or scope["path"] != "/ask" or TRIED in scope or not plain(scope):
            await self.app(scope, receive, send)
            return
        settings = self.askers.graph.settings
        try:
            async with asyncio.timeout(settings.body_time):
                message = await receive()
        except TimeoutError:
            await too_slow(settings).response()(scope, receive, send)
            return
        if message["type"] == "http.request" and not message.get("more_body"):
            answer = answered(self.askers, message.get("body", b""), scope)
            if answer is not None:
                headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(answer))]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
                await send({"type": "http.response.body", "body": answer})
                return
        await self.app(scope, _again(message, receive), send)


def answered(askers: Askers, body: bytes | bytearray, scope: MutableMapping[str, Any]) -> bytes | None:
    """The answer to the question in a body, as JSON; None where it is for the route, of which the scope is told."""
    scope[TRIED] = True
    if len(body) > askers.graph.settings.max_body:
        return None
    try:
        request = orjson.loads(body)
        if not isinstance(request, dict):
            return None
        return orjson.dumps(askers.at_once(request, to_write=True))
    except TakesLonger:
        scope[LONG] = True
    except (HexlawError, orjson.JSONDecodeError):
        pass
    return None


def plain(scope: Mapping[str, Any]) -> bool:
    """Whether a request posts JSON as it is, and nothing else."""
    kind = b""
    for name, value in scope["headers"]:
        if name == b"content-type":
            kind = value
        elif name == b"content-encoding":
            return False
    return kind in _JSON and scope["method"] == "POST" and not scope["query_string"]


def _again(message: Message, receive: Receive) -> Receive:
    """What receives a message that was received already, then what comes."""
    kept = [message]

    async def again() -> Message:
        return kept.pop() if kept else await receive()

    return again
