"""Source text and spans: where every word came from."""

from __future__ import annotations

import bisect
import hashlib
import re
from dataclasses import dataclass, field
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open stretch `[start, end)` of characters in a source's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """A source as read: its name, its decoded text, and the SHA-256 of its bytes (the edition's hash)."""

    name: str
    text: str
    sha256: str
    _starts: tuple[int, ...] = field(default=(), repr=False, compare=False)

    @classmethod
    def of(cls, name: str, text: str, data: bytes | None = None) -> Source:
        """A source of this text; `data` are the bytes it was decoded from, where they are known."""
        starts = [0, *(match.end() for match in re.finditer("\n", text))]
        digest = hashlib.sha256(text.encode() if data is None else data).hexdigest()
        return cls(name, text, digest, tuple(starts))

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column, both from 1, of a character of the text."""
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
