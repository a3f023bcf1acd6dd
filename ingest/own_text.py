"""A rule's own paragraph, taken apart: sentences, and what stands among them without being one.

Brackets, inline examples "(EX: …)" and footnote marks are holes: the sentences are found in the text without them, and
each range is mapped back to the paragraph.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ingest.exception_clauses import Clause, find_brackets, find_prose
from ingest.flow import trimmed
from ingest.sentences import cut_sentences

PieceKind = Literal["statement", "bracket", "paren", "prose", "generic", "example", "footnote", "mark"]

_INLINE_EXAMPLE = re.compile(r"[(\[]\s*(?:EX|Ex)\s*:")
_EXAMPLE_SENTENCE = re.compile(r"\W{0,3}For\s+(?:example|instance)\b")
_SUPPOSES = re.compile(r"If\b[^,]{1,60}\b(?:had|wanted|were|was|did)\b.*\bwould\b", re.DOTALL)
_EXAMPLE_OPENING = re.compile(r"(?:EX|Example)\s*:")
_AFTER_HOLE = re.compile(r"[\s,.;:)\]]|\Z")


class Piece(NamedTuple):
    """One part of a paragraph at `[start, end)`, with its text and the holes in it.

    For an exception, `joins_last` says that it belongs to the sentence before or around it, not to the one that
    follows. An example is `whole` if it is sentences of its own, not a parenthesis in one.
    """

    kind: PieceKind
    start: int
    end: int
    text: str
    holes: tuple[tuple[int, int], ...] = ()
    joins_last: bool = True
    whole: bool = False


class OwnText:
    """One paragraph of a rule from `start` on."""

    def __init__(
        self,
        text: str,
        start: int,
        footnotes: Sequence[tuple[int, int]] = (),
        marks: Sequence[str] = (),
        emphasis: Sequence[tuple[int, int]] = (),
        *,
        item: bool = False,
    ) -> None:
        self._text = text
        self._emphasis = emphasis
        self._item = item
        self.brackets: list[Clause] = find_brackets(text, start)
        self._end, self._marks = self._without_marks(len(text), marks)
        self._holes = self._find_holes(start, footnotes)
        self._hole_starts = [begin for _, begin, _ in self._holes]
        self._clean, self._starts, self._origins = self._cleaned(start)

    def pieces(self) -> list[Piece]:
        """Everything in the paragraph, in printed order; a statement comes before what stands in it."""
        sentences = list(self._sentences())
        found = [*sentences, *self._prose(sentences)]
        first = next((piece.start for piece in sentences if piece.kind == "statement"), -1)
        for kind, start, end in self._holes:
            begin, stop = trimmed(self._text, start, end)
            if kind in ("example", "footnote") and any(
                e.start <= begin < e.end for e in sentences if e.whole
            ):
                continue
            found.append(Piece(kind, begin, stop, self._text[begin:stop], (), start > first))
        found.extend(self._marks)
        rank = {"statement": 0, "example": 1}
        return sorted(found, key=lambda piece: (piece.start, rank.get(piece.kind, 2)))

    def _without_marks(self, end: int, marks: Sequence[str]) -> tuple[int, list[Piece]]:
        found: list[Piece] = []
        changed = True
        while changed:
            changed = False
            for mark in marks:
                _, stop = trimmed(self._text, 0, end)
                start = stop - len(mark)
                if self._text[:stop].endswith(mark) and (start == 0 or self._text[start - 1].isspace()):
                    found.append(Piece("mark", start, stop, mark))
                    end, changed = start, True
        return end, found

    def _find_holes(
        self, start: int, footnotes: Sequence[tuple[int, int]]
    ) -> list[tuple[Literal["bracket", "paren", "example", "footnote", "prose"], int, int]]:
        """The holes with the white space before them where a space or a stop follows, none inside another."""
        holes: list[tuple[Literal["bracket", "paren", "example", "footnote", "prose"], int, int]] = []
        holes.extend((clause.kind, clause.start, clause.end) for clause in self.brackets)
        holes.extend(("footnote", a, b) for a, b in footnotes if a >= start)
        examples = list(_INLINE_EXAMPLE.finditer(self._text, start, self._end))
        closings = self._closings(examples[0].start()) if examples else {}
        for match in examples:
            end = closings.get(match.start())
            if end:
                holes.append(("example", match.start(), end))
        kept: list[tuple[Literal["bracket", "paren", "example", "footnote", "prose"], int, int]] = []
        for kind, begin, end in sorted(holes, key=lambda hole: hole[1:]):
            if kept and begin < kept[-1][2]:
                continue
            if _AFTER_HOLE.match(self._text, end):
                while begin > start and self._text[begin - 1].isspace():
                    begin -= 1
            kept.append((kind, begin, end))
        return kept

    def _closings(self, start: int) -> dict[int, int]:
        """For every bracket from `start` on that is closed, the place behind its end; each kind is counted alone."""
        closed: dict[int, int] = {}
        for pair in ("()", "[]"):
            opened: list[int] = []
            for match in re.finditer(rf"[{re.escape(pair)}]", self._text[start : self._end]):
                if match[0] == pair[0]:
                    opened.append(start + match.start())
                elif opened:
                    closed[opened.pop()] = start + match.end()
        return closed

    def _cleaned(self, start: int) -> tuple[str, list[int], list[int]]:
        """The text without the holes, and where each stretch of it begins there and in the paragraph."""
        parts: list[str] = []
        starts: list[int] = []
        origins: list[int] = []
        length, position = 0, start
        for _, begin, end in [*self._holes, ("footnote", self._end, self._end)]:
            if position < begin:
                parts.append(self._text[position:begin])
                starts.append(length)
                origins.append(position)
                length += begin - position
            position = max(position, end)
        return "".join(parts), starts, origins

    def _origin(self, offset: int) -> int:
        stretch = bisect.bisect_right(self._starts, offset) - 1
        return self._origins[stretch] + offset - self._starts[stretch]

    def _piece(self, kind: PieceKind, start: int, end: int) -> Piece:
        """The piece at a range of the cleaned text."""
        begin, stop = self._origin(start), self._origin(end - 1) + 1
        low = bisect.bisect_left(self._hole_starts, begin)
        high = bisect.bisect_left(self._hole_starts, stop, low)
        holes = tuple((a, b) for _, a, b in self._holes[low:high] if b <= stop)
        return Piece(kind, begin, stop, self._clean[start:end], holes)

    def _sentences(self) -> Iterator[Piece]:
        ranges = cut_sentences(self._clean)
        if self._emphasis:
            ranges = list(self._with_breaks(ranges))
        if self._item and ranges:
            yield self._piece("statement", ranges[0][0], ranges[-1][1])
            return
        behind = 0
        may_be_example = "E" in self._clean or "For" in self._clean
        for index, (start, end) in enumerate(ranges):
            if start < behind:
                continue
            if not may_be_example:
                yield self._piece("statement", start, end)
            elif _EXAMPLE_OPENING.match(self._clean, start):
                yield self._whole_example(start, ranges[-1][1])
                return
            elif _EXAMPLE_SENTENCE.match(self._clean, start):
                behind = self._example_end(start, ranges[index:])
                yield self._whole_example(start, behind)
            else:
                yield self._piece("statement", start, end)

    def _with_breaks(self, sentences: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """The sentences, broken where a sentence in italics begins too: "… (Rule 3) *Note: They may …*"."""
        runs = [(a, b) for a, b in self._emphasis if re.match(r"[A-Z].*[.!?]\Z", self._text[a:b], re.DOTALL)]
        breaks = [self._clean_offset(a) for a, _ in runs]
        for start, end in sentences:
            for offset in breaks:
                if start < offset < end:
                    yield trimmed(self._clean, start, offset)
                    start = offset
            yield start, end

    def _clean_offset(self, origin: int) -> int:
        """Where in the cleaned text a place of the paragraph is; 0 for one before it."""
        stretch = bisect.bisect_right(self._origins, origin) - 1
        return self._starts[stretch] + origin - self._origins[stretch] if stretch >= 0 else 0

    def _example_end(self, start: int, sentences: Sequence[tuple[int, int]]) -> int:
        """Where the example that begins with the first of these sentences ends.

        With it, or where its italics do, or with what goes on supposing: "If the player wanted …, he would …".
        """
        begin = self._origin(start)
        stop = next((b for a, b in self._emphasis if a <= begin < b), 0)
        within = [end for _, end in sentences if self._origin(end - 1) < stop]
        end = max([sentences[0][1], *within])
        for start, stop in sentences:
            if start >= end:
                if not _SUPPOSES.match(self._clean[start:stop]):
                    break
                end = stop
        return end

    def _whole_example(self, start: int, end: int) -> Piece:
        """An example keeps its brackets: they are part of what it shows."""
        piece = self._piece("example", start, end)
        return Piece("example", piece.start, piece.end, self._text[piece.start : piece.end], whole=True)

    def _prose(self, sentences: Sequence[Piece]) -> Iterator[Piece]:
        position = 0
        for sentence in sentences:
            if sentence.kind != "statement":
                continue
            position = self._clean.index(sentence.text, position)
            for clause in find_prose(sentence.text):
                kind: PieceKind = "generic" if clause.generic else "prose"
                yield self._piece(kind, position + clause.start, position + clause.end)
            position += len(sentence.text)
