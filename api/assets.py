"""The stylesheet and the script of the pages: files of the folder `static`, and the paths at which the service has them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "static"
MEDIA_TYPES = {"hexlaw.css": "text/css", "hexlaw.js": "text/javascript", "docs-search.js": "text/javascript"}
"""The files there are, and what each is."""


@cache
def asset(name: str) -> bytes:
    """The file; KeyError unless it is one of `MEDIA_TYPES`."""
    if name not in MEDIA_TYPES:
        raise KeyError(name)
    return (FOLDER / name).read_bytes()


@cache
def asset_version(name: str) -> str:
    """A name for what the file holds: another content has another version."""
    return hashlib.blake2b(asset(name), digest_size=6).hexdigest()


def asset_path(name: str) -> str:
    """Where the service has the file: with its version, so that a browser may keep it for good."""
    return f"/static/{name}?v={asset_version(name)}"
