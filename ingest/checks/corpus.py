"""The running text of a rulebook's documents, as a reader sees it: paragraphs, with what is usual in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ingest.flow import Flow
from ingest.markup import BLOCKS, Tag, Words, scan
from ingest.nodes import Document
from ingest.source import Source

#: A picture stands in the text as this one character.
PICTURE = "\ufffc"

WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?(?:-[A-Za-z]+(?:['’][a-z]+)?)*")
_ELEMENTS = "a|b|br|div|em|font|h[1-6]|i|img|li|ol|p|span|strong|su[bp]|table|t[dhr]|u|ul"
#: A tag of a page; an address or a phrase in angle brackets is none.
TAG = re.compile(rf"</?(?:{_ELEMENTS})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_LONGEST = 200
_LONG = re.compile(rf"\S{{{_LONGEST},}}|\s{{{_LONGEST},}}")
_PAGE = re.compile(r"<(?:html|body|p|div|h[1-6])\b", re.IGNORECASE)
_BULLET = re.compile(r"\s*[-*•|]\s")
_SECTION = re.compile(r"\W*[A-Z]?(\d+)\.\w")
_LISTED = re.compile(r"\s*(?:\(?\w{1,2}\)|[A-Z]{0,3}\d+(?:\.\w+)*\.?\s|EX\b|Note\b)")


@dataclass(frozen=True)
class Paragraph:
    """One paragraph, list item or cell of a table; `cell` says that it is the last of these."""

    flow: Flow
    cell: bool

    @property
    def text(self) -> str:
        """The readable text."""
        return self.flow.text

    def before(self, start: int, reach: int = 60) -> str:
        """What stands right before a place of it, up to `reach` characters."""
        return self.flow.text[max(0, start - reach) : start]

    @cached_property
    def words(self) -> list[re.Match[str]]:
        """Its words in order."""
        return list(WORD.finditer(self.flow.text))

    @cached_property
    def prose(self) -> bool:
        """Whether it is long enough, and has enough small words, to be sentences."""
        return sum(match[0].islower() for match in self.words) >= 5


@dataclass(frozen=True)
class Text:
    """One document with its paragraphs."""

    document: Document
    paragraphs: tuple[Paragraph, ...]

    @property
    def source(self) -> Source:
        """The document's source."""
        return self.document.source


@dataclass(frozen=True)
class Fault:
    """Something wrong at `start` of a text's source; `right` says what would be right."""

    text: Text
    start: int
    code: str
    message: str
    evidence: str
    right: str | None = None


class Corpus:
    """The documents of one rulebook, and how often what stands in them."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.texts = tuple(Text(document, tuple(paragraphs_of(document.source))) for document in documents)

    def paragraphs(self) -> Iterator[tuple[Text, Paragraph]]:
        """All paragraphs of all texts."""
        for text in self.texts:
            for paragraph in text.paragraphs:
                yield text, paragraph

    @cached_property
    def words(self) -> Counter[str]:
        """Every word without regard to case; one with hyphens whole, and its parts."""
        counts: Counter[str] = Counter()
        for _, paragraph in self.paragraphs():
            for match in paragraph.words:
                word = match[0].casefold()
                counts[word] += 1
                if "-" in word:
                    counts.update(word.split("-"))
        return counts

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of all rules, with and without their chapter."""
        nodes = [node for text in self.texts for node in text.document.nodes]
        return frozenset(node.number for node in nodes) | frozenset(node.id for node in nodes)

    @cached_property
    def titles(self) -> dict[str, str]:
        """The title of each rule by its number, with and without its chapter."""
        nodes = [node for text in self.texts for node in text.document.nodes if node.title]
        return {number: node.title for node in nodes for number in (node.number, node.id)}

    @cached_property
    def cited_sections(self) -> Counter[str]:
        """How often a rule of each section is cited, by the digits before the first point."""
        cited = (_SECTION.match(r.text) for text in self.texts for r in text.document.references)
        return Counter(match[1] for match in cited if match)

    def count(self, pattern: re.Pattern[str]) -> int:
        """How often the pattern fits anywhere."""
        return sum(1 for _, paragraph in self.paragraphs() for _ in pattern.finditer(paragraph.text))

    def find(
        self, pattern: re.Pattern[str], *, prose: bool = False
    ) -> Iterator[tuple[Text, Paragraph, re.Match[str]]]:
        """Everywhere that the pattern fits, in order; with `prose` only in sentences."""
        for text, paragraph in self.paragraphs():
            if prose and not paragraph.prose:
                continue
            for match in pattern.finditer(paragraph.text):
                yield text, paragraph, match


def fault(
    text: Text,
    paragraph: Paragraph,
    span: tuple[int, int],
    code: str,
    message: str,
    right: str | None = None,
) -> Fault:
    """A fault at a range of a paragraph; the evidence is the range with a little of what stands around it."""
    start, end = span
    return Fault(
        text,
        paragraph.flow.span(start, start + 1).start,
        code,
        message,
        around(paragraph.text, start, end),
        right,
    )


def around(text: str, start: int, end: int, reach: int = 24) -> str:
    """The range with up to `reach` characters on either side, at whole words, white space folded."""
    low, high = max(0, start - reach), min(len(text), end + reach)
    before, behind = text[low:start], text[end:high]
    if low and " " in before:
        before = "…" + before[before.index(" ") + 1 :]
    if high < len(text) and " " in behind:
        behind = behind[: behind.rindex(" ")] + "…"
    return " ".join((before + text[start:end] + behind).split())


def paragraphs_of(source: Source) -> Iterator[Paragraph]:
    """The paragraphs of a source, markup read through; footnote marks are left out.

    Words and gaps of hundreds of characters are no language: each stands there as a picture does. Many patterns take
    time by the square of a word's length, and are to end with any text.
    """
    for paragraph in _paragraphs(source):
        long = _LONG.search(paragraph.text) if len(paragraph.text) >= _LONGEST else None
        yield Paragraph(_shortened(paragraph.flow), paragraph.cell) if long else paragraph


def _shortened(flow: Flow) -> Flow:
    pieces: list[tuple[str, int, int]] = []
    position = 0
    for match in _LONG.finditer(flow.text):
        span = flow.span(match.start(), match.end())
        pieces += flow.part(position, match.start()).pieces()
        pieces.append((PICTURE, span.start, span.end))
        position = match.end()
    return Flow([*pieces, *flow.part(position, len(flow)).pieces()])


def _paragraphs(source: Source) -> Iterator[Paragraph]:
    if _PAGE.search(source.text) is None:
        width = _width(source.text)
        marked = TAG.search(source.text) is not None
        for start, end, cell in _lines(source.text, width):
            if not marked:
                yield Paragraph(Flow([(source.text[start:end], start, end)]), cell)
                continue
            for flow, _ in _flows(source.text[start:end], start):
                yield Paragraph(flow, cell)
        return
    for flow, element in _flows(source.text, 0):
        yield Paragraph(flow, element in ("td", "th"))


def _lines(text: str, width: int) -> Iterator[tuple[int, int, bool]]:
    """The paragraphs of plain text: lines, cells between tabs; where lines are wrapped, all up to a blank or a short one."""
    begin = end = -1
    short = False
    for match in re.finditer(r"[^\n]+", text):
        line = match[0]
        if "\t" in line:
            if begin >= 0:
                yield begin, end, False
                begin = -1
            for cell in re.finditer(r"[^\t]+", line):
                if cell[0].strip():
                    yield match.start() + cell.start(), match.start() + cell.end(), True
            continue
        if not line.strip():
            continue
        gap = begin >= 0 and text.count("\n", end, match.start()) > 1
        if begin >= 0 and (not width or gap or short or _begins(text[begin:end], line)):
            yield begin, end, False
            begin = -1
        begin = match.start() if begin < 0 else begin
        end, short = match.end(), len(line) < 0.5 * width
    if begin >= 0:
        yield begin, end, False


def _begins(before: str, line: str) -> bool:
    """Whether a line begins a paragraph of its own though no blank one stands before it: an item behind a stop."""
    ended = before.rstrip().endswith((".", ":", ";", "!", "?"))
    return _BULLET.match(line) is not None or (ended and _LISTED.match(line) is not None)


def _width(text: str) -> int:
    """The width at which the lines are broken, so that a paragraph is several of them; 0 if it is always one."""
    lengths = [len(line) for line in text.splitlines() if len(line.split()) > 1]
    if len(lengths) < 4 or max(lengths) > 120:
        return 0
    widest = max(lengths)
    return widest if sum(length > 0.75 * widest for length in lengths) > 0.3 * len(lengths) else 0


def _flows(text: str, offset: int) -> Iterator[tuple[Flow, str]]:
    pieces: list[tuple[str, int, int]] = []
    element, raised, skipped = "", 0, ""
    for event in scan(text):
        if isinstance(event, Words):
            if not raised and not skipped:
                # A line break of a page is a space, so that lengths and places stay as they are.
                pieces.append((re.sub(r"\s", " ", event.text), event.start + offset, event.end + offset))
        elif isinstance(event, Tag):
            if event.name in ("title", "script", "style"):
                skipped = "" if event.closes else event.name
            if event.name in BLOCKS or event.name == "br":
                flow = Flow(pieces)
                if flow.text.strip():
                    yield flow, element
                pieces, raised = [], 0
                element = "" if event.closes else event.name
            elif event.name == "img":
                pieces.append((PICTURE, event.start + offset, event.end + offset))
            elif (
                event.name == "sup"
                or "Exponent" in " ".join(event.classes)
                or (raised and event.name == "span")
            ):
                raised = max(0, raised + (-1 if event.closes else 1))
    flow = Flow(pieces)
    if flow.text.strip():
        yield flow, element
