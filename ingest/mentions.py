"""The references of one block, links and plain text alike, in printed order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ingest.blocks import Block, Link
from ingest.flow import trimmed
from ingest.levels import sections_of
from ingest.nodes import ReferenceKind, fold
from ingest.numbering import Number
from ingest.references.figures import is_cell, is_figure
from ingest.references.grammar import Grammar, Mention
from ingest.references.resolve import Href, KnownRules, Target, disagreement, kind_of, read_href, resolve
from ingest.references.titles import Titles

_OTHER_KINDS: Mapping[str, ReferenceKind] = {"footnote": "footnote", "note": "note", "chart": "chart"}
_PLACEHOLDER = re.compile(r"(?:\b(?:Rule|Section)s?[\s\xa0]+)?(?<!\?)\?{3}(?!\?)", re.IGNORECASE)


class Found(NamedTuple):
    """One reference at `[start, end)` of its block's flow; problems are `(code, message, hint)`."""

    start: int
    end: int
    text: str
    kind: ReferenceKind
    href: str | None
    target: Target
    problems: tuple[tuple[str, str, str | None], ...]


class MentionFinder:
    """Finds and resolves the references of one document's blocks."""

    def __init__(
        self,
        book: Mapping[str, Any],
        document: Mapping[str, Any],
        known: KnownRules,
        anchors: Mapping[str, Number] | None = None,
        titles: Titles | None = None,
    ) -> None:
        """`anchors` are the rules of the document by the ids that its links may lead to, `titles` those to look for."""
        self._chapter = chapter = document.get("context", document["chapter"])
        cites = document.get("cites", document["numbering"])
        bare = document.get("bare_sections", False)
        sections = sections_of(document, book.get("chapters", ""))
        self._grammar = Grammar(
            book.get("chapters", ""), chapter, cites, bare_sections=bare, sections=sections
        )
        self._hrefs = book.get("hrefs", ())
        self._known = known
        self._anchors = anchors or {}
        self._titles = titles or Titles(())

    def find(self, block: Block) -> Iterator[Found]:
        """The references of this block; the rule's own number and title are none."""
        position = block.body
        for link in sorted(block.links, key=lambda link: link.start):
            start, end = trimmed(block.flow.text, link.start, link.end)
            if start >= end or end <= max(block.title[1], block.body):
                continue
            yield from self._plain(block, position, start)
            yield self._linked(block, link, start, end)
            position = max(position, end)
        yield from self._plain(block, position, len(block.flow))

    def _plain(self, block: Block, start: int, end: int) -> Iterator[Found]:
        if start >= end:
            return
        found = []
        for begin, stop, mention in self._grammar.find(block.flow.text, start, end):
            if not self._means_rules(mention) and is_figure(block.flow.text, begin, stop, mention):
                continue
            if block.kind == "table" and is_cell(block.flow.text, begin, stop):
                continue
            target = resolve(mention, self._known)
            text = fold(block.flow.text[begin:stop])
            kind = kind_of(mention, linked=False)
            found.append(Found(begin, stop, text, kind, None, target, target.problems))
        for begin, stop, number in self._titles.find(block.flow.text, start, end):
            if not any(one.start < stop and begin < one.end for one in found):
                text = fold(block.flow.text[begin:stop])
                found.append(Found(begin, stop, text, "plain", None, Target((number,)), ()))
        if block.flow.text.find("???", start, end) >= 0:
            for match in _PLACEHOLDER.finditer(block.flow.text, start, end):
                text = fold(match[0])
                found.append(Found(match.start(), match.end(), text, "placeholder", None, Target(()), ()))
        yield from sorted(found, key=lambda one: one.start)

    def _means_rules(self, mention: Mention) -> bool:
        """Whether one of the numbers is a rule, or a chapter's letter says that it must be one."""
        if any(number.chapter != self._chapter and number.chapter for number in mention.numbers):
            return True
        first = mention.numbers[0]
        if mention.form == "single" and first.digits == "0" and first not in self._known:
            return False  # "3.0" may be section 3, but a version too
        return any(self._known.meant(number) in self._known for number in mention.numbers)

    def _linked(self, block: Block, link: Link, start: int, end: int) -> Found:
        text = fold(block.flow.text[start:end])
        href = read_href(link.href, self._hrefs)
        fragment = link.href.partition("#")[2]
        if href is None and fragment in self._anchors:
            href = Href("rule", self._anchors[fragment])
        if href is None and any(a <= start and end <= b for a, b in block.footnotes):
            href = Href("footnote", None)
        if href is not None and href.kind in _OTHER_KINDS:
            return Found(start, end, text, _OTHER_KINDS[href.kind], link.href, Target(()), ())
        mention = self._grammar.parse(text)
        problems: tuple[tuple[str, str, str | None], ...] = ()
        if mention is None and href is not None and href.number is not None:
            # A link over words, not over a number: only its href says where it leads.
            mention = Mention("single" if href.number.digits else "section", (href.number,))
        elif mention is not None and href is not None:
            wrong = disagreement(mention, href, self._known)
            problems = (("href-differs", wrong, "the text is taken"),) if wrong else ()
        elif href is None and (self._hrefs or not link.href.partition("#")[0]):
            # Where the rulebook has no patterns, a link to another page is just that.
            problems = (("unknown-href", "leads where no pattern of the rulebook fits", None),)
        if mention is None:
            return Found(start, end, text, "link", link.href, Target(()), problems)
        target = resolve(mention, self._known)
        kind = kind_of(mention, linked=True)
        return Found(start, end, text, kind, link.href, target, (*problems, *target.problems))
