"""The body of a request: read within the limits of size and time, and JSON where it must be."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import orjson
from fastapi import Request

from api.problems import Problem
from api.settings import Settings


async def json_object(request: Request, settings: Settings, such_as: str) -> dict[str, Any]:
    """The JSON object that a request carries; Problem 415, 413, 408, 400 or 422 where it carries none."""
    kind, _ = content_type(request)
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        detail = f"The body is {kind or 'of no stated type'}; send JSON with Content-Type: application/json."
        raise Problem(415, "unsupported-media-type", detail)
    return _object(await raw_body(request, settings), such_as)


def content_type(request: Request) -> tuple[str, str]:
    """The media type of the body, and its charset, both in small letters; "" where none is told."""
    kind, _, rest = request.headers.get("content-type", "").partition(";")
    return kind.strip().lower(), rest.partition("charset=")[2].strip(' "').lower()


async def raw_body(request: Request, settings: Settings) -> bytes:
    """The body, never holding more than the limit; Problem 415 for another charset or a coding, 413, 408."""
    _, charset = content_type(request)
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
    try:
        async with asyncio.timeout(settings.body_time):
            async for chunk in request.stream():
                body += chunk
                if len(body) > settings.max_body:
                    raise too_large
    except TimeoutError:
        raise too_slow(settings) from None
    return bytes(body)


def too_slow(settings: Settings) -> Problem:
    """The problem of a body that does not come."""
    detail = f"The body did not come within {settings.body_time:g} seconds; HEXLAW_BODY_TIME sets the limit."
    return Problem(408, "too-slow", detail, headers={"Connection": "close"})


def _object(body: bytes, such_as: str) -> dict[str, Any]:
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Problem(400, "malformed-json", f"The body is not JSON: {error.msg} at {place}.") from None
    if not isinstance(value, dict):
        error_at = {"pointer": "", "detail": "must be an object", "hint": f"such as {such_as}"}
        raise Problem(422, "request", "The body is JSON, but no object.", [error_at])
    return value


def wrong_field(code: str, pointer: str, detail: str, hint: str) -> Problem:
    """The problem of a field that cannot be used."""
    error = {"code": code, "pointer": pointer, "detail": detail, "hint": hint}
    return Problem(422, code, detail, [error])


def only_fields(body: Mapping[str, Any], *names: str) -> None:
    """Problem 422 for a field that is none of these."""
    for name in body:
        if name not in names:
            pointer = f"/{name.replace('~', '~0').replace('/', '~1')}"
            raise wrong_field("unknown-field", pointer, f"there is no field '{name}'", ", ".join(names))


def text_field(body: Mapping[str, Any], name: str, such_as: str, *, default: str | None = None) -> str:
    """A field that must be text; Problem 422 where it is not, or is missing without a default."""
    value = body.get(name, default)
    if not isinstance(value, str):
        raise wrong_field(f"bad-{name}", f"/{name}", f"the {name} is not given as text", f"as in {such_as}")
    return value
