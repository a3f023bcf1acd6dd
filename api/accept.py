"""`Accept` against the media types that there are (RFC 9110)."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import Request


def accepted(request: Request) -> str:
    """The `Accept` headers of a request, as one."""
    return ",".join(request.headers.getlist("accept"))


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
