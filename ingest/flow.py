"""A stretch of readable text that knows where in the source each of its characters came from."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterable

from ingest.source import Span


class Flow:
    """Text put together from pieces of the source, with the way back to them.

    A piece as long as its source maps character by character; any other (an entity, a line break of the markup) maps as
    a whole.
    """

    __slots__ = ("_ends", "_origins", "_starts", "text")

    def __init__(self, pieces: Iterable[tuple[str, int, int]]) -> None:
        """`pieces` are `(text, start, end)` in order, `[start, end)` being the place in the source."""
        kept = [piece for piece in pieces if piece[0]]
        words = [text for text, _, _ in kept]
        self._starts = list(itertools.accumulate(map(len, words), initial=0))
        self._starts.pop()
        self._origins = [start for _, start, _ in kept]
        self._ends = [end for _, _, end in kept]
        self.text = "".join(words)

    def __len__(self) -> int:
        return len(self.text)

    def span(self, start: int, end: int) -> Span:
        """The place in the source of the text `[start, end)`; it must not be empty."""
        piece = bisect.bisect_right(self._starts, start) - 1
        begin = self._starts[piece]
        stop = self._starts[piece + 1] if piece + 1 < len(self._starts) else len(self.text)
        origin, source_end = self._origins[piece], self._ends[piece]
        mapped = stop - begin == source_end - origin
        first = origin + start - begin if mapped else origin
        if end > stop:
            return Span(first, self._place(end - 1)[1])
        return Span(first, origin + end - begin if mapped else source_end)

    def part(self, start: int, end: int) -> Flow:
        """The flow of the text `[start, end)` alone."""
        parts: list[tuple[str, int, int]] = []
        position = 0
        for text, origin, source_end in self.pieces():
            a, b = max(start, position) - position, min(end, position + len(text)) - position
            if a < b:
                mapped = len(text) == source_end - origin
                parts.append(
                    (text[a:b], origin + a if mapped else origin, origin + b if mapped else source_end)
                )
            position += len(text)
        return Flow(parts)

    def pieces(self) -> list[tuple[str, int, int]]:
        """The pieces that this flow was made of."""
        bounds = [*self._starts, len(self.text)]
        texts = (self.text[a:b] for a, b in itertools.pairwise(bounds))
        return list(zip(texts, self._origins, self._ends, strict=True))

    def _place(self, offset: int) -> tuple[int, int]:
        """Where in the source one character of the text begins and ends."""
        piece = bisect.bisect_right(self._starts, offset) - 1
        origin, source_end = self._origins[piece], self._ends[piece]
        start = self._starts[piece]
        stop = self._starts[piece + 1] if piece + 1 < len(self._starts) else len(self.text)
        if stop - start != source_end - origin:
            return origin, source_end
        return origin + offset - start, origin + offset - start + 1


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without white space at its ends; empty ranges come back as `(start, start)`."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
