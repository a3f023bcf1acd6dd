"""Which form of a resource a client gets (RFC 9110), and conditional requests."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from api.accept import accepted, preferred
from api.pages import PAGE_HEADERS, page_text
from api.problems import Problem


def chosen(request: Request, offered: Sequence[str]) -> str:
    """The media type to send; Problem 406, which lists those there are."""
    accept = accepted(request)
    kind = preferred(accept, offered)
    if kind is None:
        raise not_acceptable(accept, offered)
    return kind


def not_acceptable(accept: str, offered: Sequence[str]) -> Problem:
    """The problem of a client that accepts none of what there is."""
    detail = f"There is no {accept.strip()[:200]} here; there is {', '.join(offered)}."
    return Problem(406, "not-acceptable", detail, headers={"Vary": "Accept"})


def conditional(
    request: Request, body: bytes, media_type: str, headers: Mapping[str, str] | None = None
) -> Response:
    """The body with its entity tag, or 304 where the client has it already."""
    tag = f'"{hashlib.blake2b(body, digest_size=12, person=b"hexlaw").hexdigest()}"'
    sent = {"ETag": tag, "Vary": "Accept", "Cache-Control": "no-cache", **(headers or {})}
    if _matches(",".join(request.headers.getlist("if-none-match")), tag):
        return Response(status_code=304, headers=sent)
    return Response(body, media_type=media_type, headers=sent)


def page_response(
    request: Request, template: str, context: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> Response:
    """A page from its template, or 304 where the client has it already."""
    sent = {**PAGE_HEADERS, **(headers or {})}
    return conditional(request, page_text(template, context).encode(), "text/html", sent)


def _matches(condition: str, tag: str) -> bool:
    tags = [each.strip().removeprefix("W/") for each in condition.split(",")]
    return tag in tags or tags == ["*"]
