"""Plain text whose headings, lists and tables are described in `book.toml`: lettered sections, numbered items, tables.

    10. Terrain¶                      the root
    10.31 Bridge¶                     a rule: the text follows on the next line
    37.B. GROUND OPERATIONS.          a section
    - 6) All attacker casualties …    an item of its list: 37.B.6
    Table 2 …                         a table with rows, results, modifiers and notes: 37.T2.r3, 37.T2.resNE, 37.T2.m5

The `layout` table of the document has the patterns; they are tried at the beginning of every line. A paragraph ends at an
empty line or where a line begins something else; one that begins with a small letter goes on with an unfinished one.
Without patterns for rules the usual looks count (`usual.py`), and only where a paragraph or a new sentence begins.
"""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ingest.blocks import Block, BlockKind, Link
from ingest.diagnostics import Diagnostic
from ingest.flow import Flow, trimmed
from ingest.levels import comes_next, root_of
from ingest.nodes import NodeKind
from ingest.numbering import Number
from ingest.shapes.bars import ROW, piped
from ingest.shapes.contents import back_matter, contents_range
from ingest.shapes.lines import fits_first_line
from ingest.shapes.text_tables import TableReader
from ingest.shapes.usual import (
    BACK,
    EXAMPLE,
    FURNITURE,
    INDEX,
    NAMED_SECTION,
    usual_root,
    usual_rules,
    usual_small,
    usual_turn,
)
from ingest.source import Source, Span

NAME = "text-outline"

_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_FINISHED = re.compile(r"[.!?:;][\"'”’)\]*]*\Z")
_EMPHASIS = re.compile(
    r"\*\*(?=\S)(?P<bold>[^*\n]+?)(?<=\S)\*\*|(?<![\w*])\*(?=\S)(?P<italic>[^*\n]+?)(?<=\S)\*(?![\w*])"
)
_MARKDOWN = re.compile(r"^#{1,6}[ \t]+\S", re.MULTILINE)
_LINK = re.compile(r"(?<![!\\])\[(?P<words>[^\[\]\n]+)\]\((?P<href>[^()\s]+)(?:[ \t]+\"[^\"\n]*\")?\)")
#: An id of a heading's own: {#road-march}, <a id="road-march"></a>.
_OWN_ID = re.compile(
    r"(?<![ \t])[ \t]*\{#(?P<id>[\w.:-]+)\}[ \t]*|<a (?:id|name)=\"(?P<anchor>[^\"\n]+)\"[ \t]*(?:/>|>(?:</a>)?)"
)
_HASHES = re.compile(r"#{1,6}[ \t]+")
#: An entry of a table of contents: a link to a place of the text and nothing else.
_ENTRY = re.compile(r"(?:[-*+]|\d{1,3}[.)])?[ \t]*\[[^\[\]\n]+\]\(#[^()\s]*\)[ \t]*(?=\n|\Z)")
_EMPTY_LINE = re.compile(r"[ \t\r]*\n[ \t\r]*\n")
_NEW_LINE = re.compile(r"[ \t\r]*\n[ \t]*[A-Z\d(\[“\"]")
_TITLE_LENGTH = 60
_SHORT_TITLE = 40  # shorter than a line that was wrapped
#: What stands behind a heading: an empty line, one of dashes, or nothing more.
_ALONE = re.compile(r"[ \t\r]*\n[ \t\r]*(?:\n|[-=_~*]{3,}[ \t\r]*\n)|\s*\Z")
_VERB = re.compile(r"\b(?:am|are|be|can|cannot|do|does|has|have|is|may|must|shall|should|was|were|will)\b")
_ITEM_NUMBER = re.compile(r"\(?\d{1,3}\)\s")
_SENTENCE = re.compile(r"[.!?:;,)\]][\"”’']*(?:\s|\Z)")
_BULLET = re.compile(r"(?:[-*•‣◦▪–—+]|\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})\)|[A-Za-z]\.|\d{1,2}\.)[ \t]+(?=\S)")


def matches(source: Source, document: Mapping[str, Any]) -> bool:
    """Whether the first line that is not empty fits the document's `line` pattern."""
    return fits_first_line(source, document)


def read(source: Source, document: Mapping[str, Any]) -> tuple[list[Block], list[Diagnostic]]:
    """The paragraphs, items and table rows of the text; nothing in plain text can be broken, so there are no findings."""
    reader = _Reader(source, document)
    return [reader.block(paragraph) for paragraph in reader.paragraphs()], []


@dataclass(slots=True)
class Paragraph:
    """One paragraph at `[start, end)` of the source; `title`, `stamp` and `body` are places in the source, too."""

    kind: BlockKind
    start: int
    end: int
    number: Number | None = None
    node: NodeKind = "rule"
    title: tuple[int, int] = (0, 0)
    stamp: tuple[int, int] = (0, 0)
    body: int = 0
    cells: tuple[str, ...] = ()
    closed: bool = False
    place: Number | None = None
    item: bool = False
    anchor: str | None = None


class _Reader:
    """Goes through the lines once; what it remembers is the section at hand, its list and its table."""

    def __init__(self, source: Source, document: Mapping[str, Any]) -> None:
        layout: Mapping[str, Any] = document.get("layout", {})
        self.text = source.text
        self.document = document
        self.number = root_of(document)
        self.usual = not layout.get("rules")
        self.root_line = _compiled(layout.get("root") or (usual_root(document) if self.usual else ""))
        self.rules = [_compiled(pattern) for pattern in layout.get("rules") or usual_rules(document)]
        self.furniture = _compiled(layout.get("furniture", FURNITURE if self.usual else ""))
        self.back_line = _compiled(layout.get("back", BACK))
        self.index_line = _compiled(INDEX)
        self.listing = False
        self.told: set[str] = set()
        self.small = _compiled(usual_small(document) if self.usual else "")
        self.turn = _compiled(usual_turn(document) if self.usual else "")
        self.matched: dict[tuple[int, int], re.Match[str] | None] = {}
        self.skipped = -2
        self.anchor: str | None = None
        self.items = [_compiled(pattern) for pattern in layout.get("items", ())]
        self.named = [(name["number"], _compiled(name["line"])) for name in layout.get("named", ())]
        self.example = _compiled(layout.get("example", EXAMPLE))
        self.after_list: str = layout.get("after_list", "")
        self.markdown = self.usual and _MARKDOWN.search(self.text) is not None
        self.emphasis: bool = layout.get("emphasis", self.markdown)
        self.tables = TableReader(layout["table"], self.number) if "table" in layout else None
        self.section = self.number
        self.begun = self.in_list = False

    def paragraphs(self) -> Iterator[Paragraph]:
        """The paragraphs in order, white space at their ends left out."""
        open_paragraph: Paragraph | None = None
        gap = False
        contents_start, contents = contents_range(self.text, self._rule)
        for start, end, body in ((0, contents_start, 0), (contents_start, contents, contents)):
            start, end = trimmed(self.text, start, end)
            if start < end:
                yield Paragraph("front", start, end, body=body)
        back = back_matter(self.text, contents, self._rule, self.back_line)
        for line in _LINE.finditer(self.text, contents):
            start, end = trimmed(self.text, line.start(), line.end())
            if start == end:
                gap = True
                continue
            if self.emphasis and not self.begun and _ENTRY.match(self.text, start, end):
                if open_paragraph is not None:
                    yield open_paragraph
                open_paragraph, gap = None, True
                yield Paragraph("front", start, end, body=end)
                continue
            own = _OWN_ID.match(self.text, start, end) if self.emphasis else None
            if own is not None and own.end() == end:  # it stands for the heading that follows
                self.anchor = own["anchor"]
                if open_paragraph is not None:
                    yield open_paragraph
                open_paragraph, gap = Paragraph("mark", start, end), True
                continue
            if self.furniture.match(self.text, start, end):
                if open_paragraph is not None:
                    yield open_paragraph
                open_paragraph, gap = Paragraph("mark", start, end), True
                continue
            if start >= back and self.back_line.match(self.text, start, end):
                if open_paragraph is not None:
                    yield open_paragraph
                    open_paragraph = None
                self._enter(root_of(self.document))
                self.section = self.number
                self.listing = self.index_line.match(self.text, start, end) is not None
                yield Paragraph("root", start, end, self.number, body=end, closed=True)
                continue
            fresh = open_paragraph is None or gap or open_paragraph.closed or self._finished(open_paragraph)
            begins = self._begins(start, end, fresh=fresh, gap=gap)
            row = ROW.match(self.text, line.start()) if self.usual and self.begun else None
            in_table = self.usual and open_paragraph is not None and open_paragraph.kind == "table"
            if begins is None and row is not None and not in_table and ROW.match(self.text, row.end()):
                begins = Paragraph("table", start, end)
            goes_on = begins is None and (row is not None and not gap if in_table else True)
            if goes_on and open_paragraph is not None and self._goes_on(open_paragraph, start, gap):
                open_paragraph.end = end
            else:
                if open_paragraph is not None:
                    yield open_paragraph
                open_paragraph = begins or self._plain(start, end)
            gap = False
        if open_paragraph is not None:
            yield open_paragraph

    def block(self, paragraph: Paragraph) -> Block:
        """The block of a paragraph, marks of emphasis taken out of its text."""
        start, end = paragraph.start, paragraph.end
        dropped: list[tuple[int, int]] = []
        links: list[tuple[int, int, str]] = []
        inner: list[tuple[int, int]] = []
        anchor = paragraph.anchor
        if self.emphasis and paragraph.kind != "mark":
            for match in _LINK.finditer(self.text, start, end):
                links.append((*match.span("words"), match["href"]))
                dropped += [(match.start(), match.start("words")), (match.end("words"), match.end())]
            for match in _OWN_ID.finditer(self.text, start, end):
                anchor = match["id"] or match["anchor"]
                dropped.append(match.span())
            dropped.sort()
            begins, ends = [a for a, _ in dropped], [b for _, b in dropped]
            for match in _EMPHASIS.finditer(self.text, start, end):
                a, b = match.span("bold" if match["bold"] else "italic")
                marks = ((match.start(), a), (b, match.end()))
                # No star inside the rest of a link is one.
                if all(bisect.bisect_right(ends, c) == bisect.bisect_left(begins, d) for c, d in marks):
                    inner.append((a, b))
                    dropped += marks
        dropped.sort()
        pieces: list[tuple[str, int, int]] = []
        position = start
        for a, b in (*dropped, (end, end)):
            pieces.append((self.text[position:a], position, a))
            position = b
        if paragraph.kind == "table" and self.text[start] == "|":
            pieces, links, inner = list(piped(self.text, start, end)), [], []
        flow = Flow(pieces)
        gone = list(_gaps(pieces, start))
        lost = list(itertools.accumulate((b - a for a, b in gone), initial=0))

        def place(offset: int) -> int:
            """Where in the flow a place of the source is; what was left out stands where it was."""
            index = bisect.bisect_left(gone, (offset, 0))
            last = gone[index - 1] if index else (start, start)
            return offset - start - lost[index] + max(0, last[1] - offset)

        runs = [(place(a), place(b)) for a, b in inner]
        if (
            anchor is None
            and self.markdown
            and paragraph.kind in ("root", "rule")
            and (hashes := _HASHES.match(self.text, start))
        ):
            anchor = _slug(self.text[hashes.end() : end].split("\n")[0])

        return Block(
            paragraph.kind,
            flow,
            Span(start, end),
            paragraph.number,
            (place(paragraph.title[0]), place(paragraph.title[1])) if paragraph.title[1] else (0, 0),
            place(min(paragraph.body, end)) if paragraph.body else 0,
            anchor,
            tuple(Link(place(a), place(b), href) for a, b, href in links),
            node=paragraph.node,
            emphasis=tuple(runs),
            stamp=(place(paragraph.stamp[0]), place(paragraph.stamp[1])) if paragraph.stamp[1] else (0, 0),
            cells=paragraph.cells,
            place=paragraph.place,
            item=paragraph.item,
            listed=paragraph.item,
        )

    def _rule(self, start: int, end: int) -> re.Match[str] | None:
        """The beginning of a rule in a line; the text is gone through more than once, so it is kept."""
        if (start, end) not in self.matched:
            found = (match for rule in self.rules if (match := rule.match(self.text, start, end)))
            self.matched[start, end] = next(found, None)
        return self.matched[start, end]

    @cached_property
    def _heads(self) -> list[tuple[int, Number]]:
        """Where lines look like a rule's beginning, whether they are one or not, in order."""
        heads: list[tuple[int, Number]] = []
        for line in _LINE.finditer(self.text):
            start, end = trimmed(self.text, line.start(), line.end())
            match = self._rule(start, end) if start < end else None
            if match is not None:
                heads.append((start, self._number(match["number"])))
        return heads

    @cached_property
    def _last_heads(self) -> dict[tuple[str, bool], int]:
        """For every section the place among `_heads` of the last that is its: of all, and of those that say so."""
        last: dict[tuple[str, bool], int] = {}
        for index, (start, number) in enumerate(self._heads):
            if not _ITEM_NUMBER.match(self.text, start):
                last[number.section, False] = index
            if NAMED_SECTION.match(self.text, start):
                last[number.section, True] = index
        return last

    def _stands_alone(self, start: int, end: int, *, whole: bool = False) -> bool:
        """Whether the rest of a line is a title in small letters: short, no sentence, an empty line behind it.

        Behind the number of a `whole` section it may have a full stop.
        """
        words = self.text[start:end].strip()
        if whole and words[-1:] == "." and not _VERB.search(words):
            words = words[:-1]
        short = 0 < len(words) <= _TITLE_LENGTH and words[0].isupper() and not _SENTENCE.search(words)
        return short and (
            _EMPTY_LINE.match(self.text, end) is not None
            or (end - start <= _SHORT_TITLE and _NEW_LINE.match(self.text, end) is not None)
        )

    def _confirmed(self, match: re.Match[str], end: int) -> bool:
        """Whether a heading that has a section's number alone is one: a rule of that section comes next."""
        if not self.usual or "." in match["number"]:
            return True
        if match["number"] in self.told:
            return False
        at = bisect.bisect_left(self._heads, end, key=lambda head: head[0])
        following = self._heads[at][1].section if at < len(self._heads) else ""
        mine = self._number(match["number"]).section
        hundreds = self.document.get("groups") == "hundreds" and following[:-2] == mine
        if following == mine or hundreds:
            return True
        return self._stands_in_turn(match, end, at)

    def _stands_in_turn(self, match: re.Match[str], end: int, at: int) -> bool:
        """Whether a section that has no numbered rule comes where its number may come; a list's item does not.

        `at` is the place of the next heading behind it. No other heading may have the number, an empty line or one of
        dashes has to follow, and a greater section, unless the heading says that it is one.
        """
        mine = self._number(match["number"])
        if _ALONE.match(self.text, end) is None:
            return False
        named = NAMED_SECTION.match(self.text, match.start()) is not None
        if self._last_heads.get((mine.section, named), -1) >= at:
            return False
        return named or self._rises(mine, at)

    def _rises(self, mine: Number, at: int) -> bool:
        """Whether a section's number is greater than that of the last, and the next still greater: no item of a list."""
        figure = int(mine.section) if mine.section.isdigit() else -1
        after = self._heads[at][1].section if at < len(self._heads) else ""
        rises = self._last_section() < figure and not (after.isdigit() and int(after) <= figure)
        if rises and self.skipped != figure - 1:
            return True
        self.skipped = figure
        return False

    def _last_section(self) -> int:
        """The figure of the section at hand; -1 before the first, and where it has none."""
        return int(self.number.section) if self.begun and self.number.section.isdigit() else -1

    def _in_turn(self, start: int, end: int) -> re.Match[str] | None:
        """A section whose text begins on the line of its number, if it is the very next."""
        match = self.turn.match(self.text, start, end)
        if match is None or match["number"] in self.told:
            return None
        mine = self._number(match["number"])
        at = bisect.bisect_right(self._heads, start, key=lambda head: head[0])
        head = self._heads[at][1] if at < len(self._heads) else mine
        own = head.section == mine.section and head.digits != ""
        figure, last = int(mine.section), self._last_section()
        nothing_else = self._last_heads.get((mine.section, False), -1) < at
        next_one = figure == last + 1 or (last < 0 and figure == 1)
        if next_one and self.skipped != figure - 1 and (own or nothing_else):
            return match
        self.skipped = figure
        return None

    def _finished(self, paragraph: Paragraph) -> bool:
        return _FINISHED.search(self.text, max(paragraph.start, paragraph.end - 9), paragraph.end) is not None

    def _begins(self, start: int, end: int, *, fresh: bool, gap: bool) -> Paragraph | None:
        """The paragraph that this line begins by one of the patterns, or None.

        `fresh` if a paragraph may end before it, `gap` if an empty line stands there.
        """
        if not self.begun and (root := self.root_line.match(self.text, start, end)) is not None:
            self._enter(root_of(self.document))
            return self._headed("root", root, start, end)
        rule = self._rule(start, end) if fresh or not self.usual else None
        if rule is not None and self._confirmed(rule, end):
            self._enter(self._number(rule["number"]))
            self.told.add(rule["number"])
            self.section = self.number
            headed = self._headed("rule", rule, start, end)
            if self.usual and not headed.title[1] and self._stands_alone(rule.end(), end):
                headed.title, headed.body, headed.closed = trimmed(self.text, rule.end(), end), end, True
            return headed
        if gap and self.usual and (turn := self._in_turn(start, end)) is not None:
            self._enter(self._number(turn["number"]))
            self.told.add(turn["number"])
            self.section = self.number
            headed = self._headed("rule", turn, start, end)
            if not headed.title[1] and self._stands_alone(turn.end(), end, whole=True):
                stop = end - (self.text[end - 1] == ".")
                headed.title, headed.body, headed.closed = trimmed(self.text, turn.end(), stop), end, True
            return headed
        small = self.small.match(self.text, start, end) if fresh and self.begun and rule is None else None
        if small is not None and comes_next(self._number(small["number"]), self.number):
            self._enter(self._number(small["number"]))
            self.section = self.number
            return self._headed("rule", small, start, end)
        for name, pattern in self.named:
            if pattern.match(self.text, start, end):
                self._enter(self._number(name), keeps_list=False)
                return Paragraph("rule", start, end, self.number, body=start)
        if self.tables is not None:
            part = self.tables.part(self.text, start, end)
            if part is not None:
                self.in_list = False
                return Paragraph(
                    part.kind,
                    start,
                    end,
                    part.number,
                    part.node,
                    part.title,
                    (0, 0),
                    part.body,
                    part.cells,
                    part.closed,
                    self.section,
                )
        for pattern in self.items:
            item = pattern.match(self.text, start, end)
            if item is not None:
                self.in_list = True
                return Paragraph("rule", start, end, self._below(item["item"]), "item", body=item.end())
        if self.usual and self.begun and not self.listing and _BULLET.match(self.text, start, end):
            return Paragraph("text", start, end, item=True)
        return None

    def _headed(self, kind: BlockKind, match: re.Match[str], start: int, end: int) -> Paragraph:
        groups = match.groupdict()
        title = match.span("title") if groups.get("title") else (0, 0)
        stamp = match.span("version") if groups.get("version") else (0, 0)
        body = match.end()
        anchor, self.anchor = self.anchor, None
        return Paragraph(
            kind, start, end, self.number, "rule", title, stamp, body, closed=body >= end, anchor=anchor
        )

    def _plain(self, start: int, end: int) -> Paragraph:
        """A paragraph of none of the patterns."""
        if self.listing:
            return Paragraph("front", start, end, body=len(self.text))
        if not any(character.isalnum() for character in self.text[start:end]):
            return Paragraph("mark", start, end)
        if not self.begun:
            return Paragraph("front", start, end)
        if self.tables is not None and self.tables.number is not None:
            return Paragraph("table", start, end)
        if self.example.match(self.text, start, end):
            return Paragraph("example", start, end)
        if self.in_list and self.after_list:
            self.in_list = False
            return Paragraph("rule", start, end, self._below(self.after_list), body=start)
        return Paragraph("text", start, end)

    def _goes_on(self, paragraph: Paragraph, start: int, gap: bool) -> bool:
        """Whether a line that begins nothing belongs to the paragraph before it."""
        if paragraph.closed or paragraph.kind == "mark":
            return False
        if not gap:
            return True
        return not self._finished(paragraph) and self.text[start].islower() and paragraph.kind != "table"

    def _enter(self, number: Number, *, keeps_list: bool = False) -> None:
        self.number, self.begun, self.in_list = number, True, keeps_list
        if self.tables is not None:
            self.tables.leave()

    def _below(self, step: str) -> Number:
        """The number of an item below the section at hand: 37 and a is 37.a, 37.B and 6 is 37.B.6."""
        digits = f"{self.number.digits}.{step}" if self.number.digits else step
        return Number(self.number.chapter, self.number.section, digits)

    def _number(self, text: str) -> Number:
        chapter = self.document["chapter"]
        section, _, digits = text.removeprefix(chapter).rstrip(".").partition(".")
        return Number(chapter, section, digits)


def _compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, to be matched where a line begins, behind its white space."""
    return re.compile(pattern.removeprefix("^") or r"(?!)")


def _slug(heading: str) -> str:
    """The id that Markdown gives a heading: small letters, a hyphen for each space, no other marks."""
    plain = _LINK.sub(lambda match: match["words"], heading.strip())
    return re.sub(r"[^\w -]", "", plain.lower()).replace(" ", "-")


def _gaps(pieces: list[tuple[str, int, int]], start: int) -> Iterator[tuple[int, int]]:
    position = start
    for _, begin, end in pieces:
        if position < begin:
            yield position, begin
        position = end
