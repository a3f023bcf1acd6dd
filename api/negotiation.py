"""Which form of a resource a client gets (RFC 9110): `Accept` against what there is; and conditional requests."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from fastapi import Request
from fastapi.responses import Response

from api.problems import Problem


def preferred(accept: str, offered: Sequence[str]) -> str | None:
    """The offered media type that an `Accept` header wants most, the first offered of equals; None if it wants none.

    No header, or one that cannot be read at all, wants anything.
    """
    ranges = [each for each in map(_range, accept.split(",")) if each is not None]
    if not ranges:
        return offered[0]
    best: tuple[float, str] | None = None
    for kind in offered:
        quality = _quality(kind, ranges)
        if quality > 0 and (best is None or quality > best[0]):
            best = quality, kind
    return best[1] if best else None


def chosen(request: Request, offered: Sequence[str]) -> str:
    """The media type to send; Problem 406, which lists those there are."""
    accept = ",".join(request.headers.getlist("accept"))
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


def _matches(condition: str, tag: str) -> bool:
    tags = [each.strip().removeprefix("W/") for each in condition.split(",")]
    return tag in tags or tags == ["*"]


def _range(part: str) -> tuple[str, str, float] | None:
    """A media range as type, subtype and quality; parameters other than q make no difference."""
    name, *parameters = (piece.strip().lower() for piece in part.split(";"))
    kind, slash, subtype = name.partition("/")
    if not (kind and slash and subtype) or (kind == "*" and subtype != "*"):
        return None
    quality = 1.0
    for parameter in parameters:
        if parameter.startswith("q="):
            try:
                quality = min(1.0, max(0.0, float(parameter[2:])))
            except ValueError:
                quality = 1.0
    return kind, subtype, quality


def _quality(offered: str, ranges: Sequence[tuple[str, str, float]]) -> float:
    """The quality by the most specific range that fits."""
    kind, _, subtype = offered.partition(";")[0].partition("/")
    fits = [
        ((own != "*") + (sub != "*"), quality)
        for own, sub, quality in ranges
        if own in ("*", kind) and sub in ("*", subtype)
    ]
    return max(fits, key=lambda fit: fit[0])[1] if fits else 0.0
