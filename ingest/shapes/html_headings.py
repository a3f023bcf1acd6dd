"""An HTML export with anchors and headings: a rule is a paragraph that begins with its number and title in one class.

    <h1>4. LANDING</h1>                                             the root
    <p><a id="4.1"></a><span class="f_Strong">4.1 CRAFT:</span> …</p>  a rule
    <p class="p_Example"><span class="f_Example">EX: …</span></p>    an example; the next such paragraph goes on with it
    <p>…</p>                                                        goes on with the rule above

Tables that only lay the page out are read through. The class names are those of `markup` in `book.toml`. A page in
another numbering, or with all the sections of its book, is told by the patterns of its `layout`, or else by the usual looks
(`usual.py`), whatever its classes.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ingest.blocks import Block, BlockKind, Link, Picture
from ingest.codes import finding
from ingest.diagnostics import Diagnostic
from ingest.flow import Flow, trimmed
from ingest.levels import comes_next, root_of
from ingest.markup import BLOCKS, Cut, Tag, Words, scan
from ingest.nodes import fold
from ingest.numbering import Number, parse_number
from ingest.shapes.html_tables import DataTables
from ingest.shapes.usual import BACK, INDEX, is_contents, usual_headings, usual_rules, usual_small
from ingest.shapes.usual import EXAMPLE as USUAL_EXAMPLE
from ingest.source import Source, Span

NAME = "html-headings"

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_CLASSES = {"title": ["f_Strong"], "example": ["p_Example", "f_Example"], "footnote": ["f_Exponent"]}
_HEAD_EVENTS = 4000
_TITLE_LENGTH = 60
_PERMALINKS = "¶#§🔗↑"  # behind a heading, a link to itself
_NUMBER = re.compile(r"\s*(?P<number>\d{1,3}(?:\.\d{1,6}[A-Z]?)?)\.?(?=\s|$)")


def matches(source: Source, document: Mapping[str, Any]) -> bool:
    """Whether the page's title and one of its first headings fit the document's patterns."""
    patterns = document["recognise"]
    if not patterns:
        return False
    wanted = {key: re.compile(patterns[key]) for key in ("title", "heading") if key in patterns}
    inside, words = "", ""
    for event in itertools.islice(scan(source.text), _HEAD_EVENTS):
        if isinstance(event, Tag) and (event.name == "title" or event.name in _HEADINGS):
            key = "title" if event.name == "title" else "heading"
            if event.closes and key in wanted:
                if wanted[key].search(" ".join(words.split())):
                    del wanted[key]
                elif key == "title":
                    return False
            inside, words = ("" if event.closes else key), ""
        elif isinstance(event, Words) and inside:
            words += event.text
        if not wanted:
            return "line" not in patterns
    return False


def read(source: Source, document: Mapping[str, Any]) -> tuple[list[Block], list[Diagnostic]]:
    """The paragraphs, headings and data tables of the page."""
    reader = _Reader(source, document)
    reader.run()
    return reader.blocks, reader.findings


@dataclass(slots=True)
class _Paragraph:
    """The block being read."""

    start: int = -1
    element: str = ""
    example: bool = False
    anchor: str | None = None
    pieces: list[tuple[str, int, int]] = field(default_factory=list)
    length: int = 0
    title: tuple[int, int] | None = None
    links: list[Link] = field(default_factory=list)
    footnotes: list[tuple[int, int]] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)


class _Reader:
    """One pass over the events; all it knows of the page is the paragraph at hand and the open inline elements."""

    def __init__(self, source: Source, document: Mapping[str, Any]) -> None:
        self.source = source
        self.chapter, self.section = document["chapter"], document["section"]
        self.root = root_of(document)
        given = document.get("layout", {}).get("rules", ())
        self.usual = not given and (document["numbering"] != "decimal-digits" or not document["section"])
        patterns = usual_rules(document) if self.usual else given
        self.rules = [re.compile(r"\s*" + pattern.removeprefix("^")) for pattern in patterns]
        self.small = re.compile(r"\s*" + usual_small(document)) if self.usual else None
        in_headings = usual_headings(document) if self.usual else []
        self.headings = [re.compile(r"\s*" + pattern) for pattern in in_headings]
        self.example = re.compile(r"\s*(?:" + document.get("layout", {}).get("example", USUAL_EXAMPLE) + ")")
        classes = {**_CLASSES, **document.get("markup", {})}
        self.classes = {role: frozenset(names) for role, names in classes.items()}
        self.blocks: list[Block] = []
        self.findings: list[Diagnostic] = []
        self.paragraph = _Paragraph()
        self.inline: list[tuple[Tag, int]] = []
        self.root_seen = self.rule_seen = False
        self.last = self.root
        self.skipped = -1
        self.hundreds = document.get("groups") == "hundreds"
        self.ends_left_out = False

    def run(self) -> None:
        events = list(scan(self.source.text))
        tables = DataTables(events, self.section)
        data = tables.found
        documents_open = 0
        for index, event in enumerate(events):
            if isinstance(event, Words):
                self._words(event.text, event.start, event.end)
            elif isinstance(event, Cut):
                self._truncated(f"the source ends inside a {event.what} that begins here", event.start)
            elif data and (separator := tables.separator(index)) is not None:
                self._words(separator, event.start, event.end)
            elif data and tables.bounds(index):
                self._flush(event.end if event.closes else event.start, "table" if event.closes else None)
            elif event.name in BLOCKS and not (data and tables.inside(index)):
                if event.name == "p" and not event.closes and self.paragraph.element == "p":
                    self.ends_left_out = True  # a page that leaves out </p> may leave out </html>
                documents_open += (event.name == "html") * (-1 if event.closes else 1)
                self._flush(event.end if event.closes else event.start)
                if not event.closes:
                    self.paragraph.start, self.paragraph.element = event.start, event.name
                    self.paragraph.example = self._has(event, "example")
                    if self.rules:
                        self.paragraph.anchor = event.attributes.get("id") or self.paragraph.anchor
            elif event.name == "img":
                alt, src = (event.attributes.get(key, "") for key in ("alt", "src"))
                self.paragraph.pictures.append(Picture(fold(alt), src, Span(event.start, event.end)))
            elif event.name == "br":
                self._words("\n", event.start, event.end)
            elif event.name in ("a", "span", "sup"):
                self._inline(event)
        end = len(self.source.text)
        if (documents_open > 0 and not self._may_end()) or self.inline:
            what, offset = (
                (self.inline[-1][0].name, self.inline[-1][0].start) if self.inline else ("html", end)
            )
            self._truncated(f"the source ends before <{what}> is closed", offset)
        self._flush(end)
        if self.rules:
            self._drop_contents()
            self._close_rules()
        if self.paragraph.pictures and self.blocks:  # behind the last word of the page
            last = self.blocks[-1]
            self.blocks[-1] = replace(last, pictures=(*last.pictures, *self.paragraph.pictures))

    def _may_end(self) -> bool:
        """Whether the page leaves out ends of elements, and does not stop in the middle of something."""
        return self.ends_left_out and self.source.text.rstrip()[-1:] in (*'>.!?)]"”',)

    def _has(self, tag: Tag, role: str) -> bool:
        wanted = self.classes[role]
        return not wanted or not wanted.isdisjoint(tag.classes)

    def _marks_footnote(self, tag: Tag) -> bool:
        return self._has(tag, "footnote") or (tag.name == "sup" and bool(self.rules))

    def _truncated(self, message: str, offset: int) -> None:
        hint = "is the file whole?"
        self.findings.append(finding("truncated-markup", "warning", message, self.source, offset, hint=hint))

    def _words(self, text: str, start: int, end: int) -> None:
        paragraph = self.paragraph
        if paragraph.start < 0:
            if text.isspace():
                return
            paragraph.start = start
        paragraph.pieces.append((text, start, end))
        paragraph.length += len(text)

    def _inline(self, tag: Tag) -> None:
        paragraph = self.paragraph
        if not tag.closes:
            if tag.name == "a" and paragraph.anchor is None:
                paragraph.anchor = tag.attributes.get("id") or tag.attributes.get("name")
            elif (
                self.rules and paragraph.anchor is None and not any(t.strip() for t, _, _ in paragraph.pieces)
            ):
                paragraph.anchor = tag.attributes.get("id")
            if self._has(tag, "example") and not any(text.strip() for text, _, _ in paragraph.pieces):
                paragraph.example = True
            self.inline.append((tag, paragraph.length))
            return
        for position in range(len(self.inline) - 1, -1, -1):
            if self.inline[position][0].name == tag.name:
                opening, start = self.inline.pop(position)
                self._closed(opening, start)
                return

    def _closed(self, tag: Tag, start: int) -> None:
        paragraph, end = self.paragraph, self.paragraph.length
        if start >= end:
            return
        if tag.name == "a" and "href" in tag.attributes:
            paragraph.links.append(Link(start, end, tag.attributes["href"]))
        elif self._marks_footnote(tag) and any(start <= link.start for link in paragraph.links):
            paragraph.footnotes.append((start, end))
        elif self._has(tag, "title") and paragraph.title is None:
            paragraph.title = (start, end)

    def _flush(self, end: int, kind: BlockKind | None = None) -> None:
        if not self.paragraph.pieces:  # between two elements; its anchor and pictures stand for what follows
            self.paragraph.start, self.paragraph.element, self.paragraph.example = -1, "", False
            return
        paragraph, self.paragraph = self.paragraph, _Paragraph()
        self.inline = [(tag, 0) for tag, _ in self.inline]
        flow = Flow(paragraph.pieces)
        if not flow.text.strip():
            # An anchor in a paragraph of its own stands for the one that follows.
            self.paragraph.anchor = paragraph.anchor if not paragraph.links else None
            self.paragraph.pictures = paragraph.pictures
            return
        span = Span(paragraph.start, end)
        links, footnotes = tuple(paragraph.links), tuple(paragraph.footnotes)
        pictures = tuple(paragraph.pictures)
        if kind == "table":
            self.blocks.append(
                Block("table", flow, span, links=links, footnotes=footnotes, pictures=pictures)
            )
            return
        heading = paragraph.element in _HEADINGS
        head = self._head(flow, paragraph, heading)
        if head is None:
            kind = self._kind(paragraph, heading, flow.text)
            # An entry of a table of contents cites nothing.
            body = len(flow) if kind == "front" and self.rules and self._is_link(flow, links) else 0
            self.blocks.append(
                Block(kind, flow, span, body=body, links=links, footnotes=footnotes, pictures=pictures)
            )
            return
        number, title, body = head
        anchor = paragraph.anchor
        if number.digits and anchor and anchor != number.printed and re.fullmatch(r"[\d.]+[A-Z]?", anchor):
            message = f"the anchor of rule {number} is {anchor!r}"
            offset = flow.span(0, 1).start
            self.findings.append(
                finding("anchor-differs", "warning", message, self.source, offset, evidence=anchor)
            )
        self.root_seen = self.root_seen or number == self.root
        self.rule_seen, self.last = True, number
        self.blocks.append(
            Block(
                "root" if number == self.root else "rule",
                flow,
                span,
                number,
                title,
                body,
                anchor,
                links,
                footnotes,
                pictures=pictures,
            )
        )

    def _drop_contents(self) -> None:
        """A table of contents in front holds no rules: its first number stands there and again at the rule."""
        heads = [i for i, block in enumerate(self.blocks) if block.kind == "rule"]
        again = [i for i in heads[1:] if self.blocks[i].number == self.blocks[heads[0]].number]
        if not again or not any(self.blocks[i].number == self.blocks[heads[1]].number for i in heads[2:]):
            return
        begin, end = heads[0], again[0]
        bare = sum(_is_bare(block) for block in self.blocks[begin:end] if block.kind == "rule")
        if is_contents(bare, end - begin):
            for i in range(begin, end):
                block = self.blocks[i]
                self.blocks[i] = Block(
                    "front", block.flow, block.span, body=len(block.flow), pictures=block.pictures
                )

    def _close_rules(self) -> None:
        """Behind the last rule, a heading such as "Glossary" leads back to the root; an index cites nothing."""
        last = max(
            (i for i, block in enumerate(self.blocks) if block.kind == "rule"), default=len(self.blocks)
        )
        listing = False
        for i in range(last + 1, len(self.blocks)):
            block, text = self.blocks[i], self.blocks[i].flow.text.strip()
            if block.kind == "heading" and re.match(BACK, text):
                listing = re.match(INDEX, text) is not None
                self.blocks[i] = replace(block, kind="root", number=self.root, body=len(block.flow))
            elif listing:
                self.blocks[i] = replace(block, kind="front", body=len(block.flow))

    @staticmethod
    def _is_link(flow: Flow, links: Sequence[Link]) -> bool:
        """Whether a paragraph is one link to a place of the page: an entry of a table of contents."""
        start, end = trimmed(flow.text, 0, len(flow))
        return any(link.start <= start and end <= link.end and "#" in link.href for link in links)

    def _described(
        self, flow: Flow, heading: bool, links: Sequence[Link]
    ) -> tuple[Number, tuple[int, int], int] | None:
        """The same for a document whose `layout` has the patterns of a rule's beginning."""
        text = flow.text.replace("\n", " ") if self.usual else flow.text
        rules = [*self.headings, *self.rules] if heading else self.rules
        match = next((m for rule in rules if (m := rule.match(text.rstrip()))), None)
        if match is None and self.small is not None and (small := self.small.match(text)):
            match = small if comes_next(self._number(small["number"]), self.last) else None
        if match is None or (not heading and self._is_link(flow, links)):
            return None
        number = self._number(match["number"])
        if self.section and number.section != self.section:
            return None
        if number == self.root and self.root_seen:
            return None
        if self.usual and not heading and not self._rises(number):
            return None
        end = len(flow) if heading else match.end()
        title = match.span("title") if match.groupdict().get("title") else (match.end(), end)
        start, stop = trimmed(flow.text, *title)
        while stop > start and flow.text[stop - 1] in _PERMALINKS:
            start, stop = trimmed(flow.text, start, stop - 1)
        return number, (start, stop), end

    def _rises(self, number: Number) -> bool:
        """Whether a section's number that stands in no heading is greater than the last: an item of a list is none."""
        if (
            number.digits
            or not (number.section.isdigit() and self.last.section.isdigit())
            or self.last == self.root
        ):
            return True
        figure, last = (
            int(each) * (100 if self.hundreds and len(each) < 3 else 1)
            for each in (number.section, self.last.section)
        )
        if figure > last and self.skipped != int(number.section) - 1:
            return True
        self.skipped = int(number.section)
        return False

    def _number(self, printed: str) -> Number:
        section, _, digits = printed.removeprefix(self.chapter).rstrip(".").partition(".")
        return Number(self.chapter, section, digits)

    def _kind(self, paragraph: _Paragraph, heading: bool, text: str) -> BlockKind:
        if not self.rule_seen:
            return "front"
        if heading:
            return "heading"
        if self.rules and self.example.match(text):
            return "example"
        return "example" if paragraph.example else "text"

    def _head(
        self, flow: Flow, paragraph: _Paragraph, heading: bool
    ) -> tuple[Number, tuple[int, int], int] | None:
        """Number, range of the title and begin of the body, if the paragraph begins a rule."""
        if self.rules:
            return self._described(flow, heading, paragraph.links)
        match = _NUMBER.match(flow.text)
        number = parse_number(match["number"], self.chapter) if match else None
        if match is None or number is None or number.section != self.section:
            return None
        anchored = paragraph.anchor == number.printed
        titled = paragraph.title is not None and not flow.text[: paragraph.title[0]].strip()
        if not number.digits:
            if self.root_seen or not heading:
                return None
        elif not (heading or titled or anchored):
            return None
        end = len(flow) if heading else match.end()
        if titled and paragraph.title and not heading:
            end = max(end, paragraph.title[1])
        start, stop = trimmed(flow.text, match.end(), end)
        if flow.text[start:stop].endswith(":"):
            start, stop = trimmed(flow.text, start, stop - 1)
        return number, (start, stop), end


def _is_bare(block: Block) -> bool:
    """Whether a rule's block has no text of its own, or no more than a title."""
    own = block.flow.text[block.body :].strip()
    return not own or (len(own) <= _TITLE_LENGTH and own[-1] not in ".!?:;)]")
