"""Where defined terms are used: every use in every document of a rulebook, linked to the definition that is meant.

The longest term that fits is taken, from left to right, so that uses never overlap. Singular, plural and possessive are
one, a hyphen is as good as a space, and a capital at the beginning of a sentence is no other word; but `OCEAN` and
`Ocean` are two terms where both are defined. Headings in capitals are read without regard to case. A term is not a use
of itself in the statement that defines it.

Where several definitions have the term, the nearest counts: one that says what it means before one that only says what is
considered so (unless that stands in the same rule) and before letters that are merely listed; then one in the same
document; then one with which the use shares the most of its number. Of several that are equally near all are kept.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.checks.corpus import paragraphs_of
from ingest.flow import Flow
from ingest.nodes import Document, Term, TermUse
from ingest.term_forms import TOKEN, key, key_part, same_case, tokens

_GAP = re.compile(r"[\s\xa0]{1,3}|[\s\xa0]?[-‐‑–][\s\xa0]?|")
_CAPITAL = re.compile(r"[ -][A-Z]")
_KINDS: Mapping[str, int] = {"explicit": 0, "implicit": 0, "acronym": 0, "status": 1, "listed": 2}


@dataclass(frozen=True, slots=True)
class Meaning:
    """One definition in the documents of a rulebook, with one form of its term."""

    term: Term
    document: str
    form: tuple[str, ...]
    context: frozenset[str] | None = None

    def goes_with(self, following: str) -> bool:
        """Whether a capitalised word right behind a use may follow the term there.

        What is merely considered "Low", or may be "Low" or "High", is not meant in "Low Crawl": one adjective alone is a
        term before the words of its own statement only.
        """
        return self.context is None or following in self.context


class TermIndex:
    """The terms of a rulebook by the keys of their forms."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.by_key: dict[str, list[Meaning]] = {}
        self._openings: set[str] = set()
        self.longest = 0
        for document in documents:
            texts = {statement.id: statement.text for statement in document.statements}
            for term in document.terms:
                for form in dict.fromkeys(filter(None, (term.term, term.expansion))):
                    parts = tokens(form)
                    if parts and (name := key(form)):
                        context = None
                        if term.kind in ("status", "implicit") and len(parts) == 1:
                            context = frozenset(map(key_part, tokens(texts.get(term.within, ""))))
                        self.by_key.setdefault(name, []).append(
                            Meaning(term, document.id, tuple(parts), context)
                        )
                        self._openings.add(name[:2])
                        self.longest = max(self.longest, len(parts) + 1)

    def may_begin(self, part: str) -> bool:
        """Whether a term may begin with a token of this key."""
        return part[:2] in self._openings or len(part) < 2


def find_uses(documents: Sequence[Document]) -> list[TermUse]:
    """Every use in these documents, one document after the other in printed order; ids are `G13.4-u1` and so on.

    Documents of one rulebook are looked at together: a term that one defines is used in all.
    """
    books: dict[str, list[Document]] = {}
    for document in documents:
        books.setdefault(document.rulebook, []).append(document)
    indexes = {rulebook: TermIndex(book) for rulebook, book in books.items()}
    parents = {
        rulebook: {node.id: node.parent for document in book for node in document.nodes}
        for rulebook, book in books.items()
    }
    return [
        use
        for document in documents
        for use in _Finder(document, indexes[document.rulebook], parents[document.rulebook]).uses()
    ]


class Whereabouts:
    """Which rule and which record a place of a document's source stands in."""

    def __init__(self, document: Document) -> None:
        nodes = sorted((node for node in document.nodes if node.span.end), key=lambda node: node.span.start)
        self._starts = [node.span.start for node in nodes]
        self._rules = [node.id for node in nodes]
        records = [
            (record.span.start, record.span.end, record.id, record.rule)
            for kind in (document.statements, document.exceptions, document.examples)
            for record in kind
        ]
        self._records = sorted(records, key=lambda record: (record[0], -record[1]))
        self._begins = [record[0] for record in self._records]

    def at(self, place: int) -> tuple[str, str | None] | None:
        """The rule, and the innermost statement, exception or example if it is in one; None before the first rule."""
        index = bisect.bisect_right(self._begins, place) - 1
        for start, end, record, rule in reversed(self._records[max(0, index - 40) : index + 1]):
            if start <= place < end:
                return rule, record
        index = bisect.bisect_right(self._starts, place) - 1
        return (self._rules[index], None) if index >= 0 else None


class _Finder:
    """Goes through one document's paragraphs."""

    def __init__(self, document: Document, index: TermIndex, parents: Mapping[str, str | None]) -> None:
        self.document, self.index, self.parents = document, index, parents
        self.where = Whereabouts(document)
        self.counts: dict[str, int] = {}

    def uses(self) -> Iterator[TermUse]:
        if not self.index.by_key:
            return
        for paragraph in paragraphs_of(self.document.source):
            yield from self._in(paragraph.flow)

    def _in(self, flow: Flow) -> Iterator[TermUse]:
        text = flow.text
        words = list(TOKEN.finditer(text))
        at = 0
        while at < len(words):
            end = self._match(text, words, at)
            if end is None:
                at += 1
                continue
            use = self._use(flow, words, at, *end)
            if use is not None:
                yield use
            at = end[0]

    def _match(self, text: str, words: Sequence[re.Match[str]], at: int) -> tuple[int, list[Meaning]] | None:
        """The longest term that begins at this token: behind its last token, and its meanings."""
        part = key_part(words[at][0])
        loud = len(part) > 2 and words[at][0].isupper()
        if not self.index.may_begin(part) and not loud:
            return None
        name, found = "", None
        for end in range(at, min(len(words), at + self.index.longest)):
            word = words[end][0]
            if end > at and not _GAP.fullmatch(text, words[end - 1].end(), words[end].start()):
                break
            parts = [words[each][0] for each in range(at, end + 1)]
            name += key_part(word)
            meanings = self._fitting(self.index.by_key.get(name, ()), parts)
            if not meanings and loud:
                meanings = list(self.index.by_key.get(key(" ".join(parts).lower()), ()))
                meanings = [] if not all(each.isupper() for each in parts) else meanings
                if meanings and not self._is_heading(text, words[at].start()):
                    meanings = []
            if meanings:
                found = end + 1, meanings
        return found

    @staticmethod
    def _is_heading(text: str, start: int) -> bool:
        """Whether capitals at this place are a heading's, not letters with a meaning of their own."""
        head = text[: text.find(":")] if ":" in text[:80] else text[:80]
        return start < len(head) and head.upper() == head

    @staticmethod
    def _fitting(meanings: Sequence[Meaning], parts: Sequence[str]) -> list[Meaning]:
        fits = [(same_case(meaning.form, parts), meaning) for meaning in meanings]
        best = max((fit for fit, _ in fits), default=0)
        return [meaning for fit, meaning in fits if best and fit == best]

    def _use(
        self, flow: Flow, words: Sequence[re.Match[str]], first: int, behind: int, meanings: Sequence[Meaning]
    ) -> TermUse | None:
        start, end = words[first].start(), words[behind - 1].end()
        if behind < len(words) and _CAPITAL.match(flow.text, end) and words[behind].start() == end + 1:
            following = key_part(words[behind][0])
            meanings = [meaning for meaning in meanings if meaning.goes_with(following)]
            if not meanings:
                return None
        span = flow.span(start, end)
        place = self.where.at(span.start)
        if place is None:
            return None
        rule, record = place
        if any(meaning.term.within == (record or rule) for meaning in meanings):
            return None
        if record is None:  # a heading, perhaps that of the rule that defines it
            same = self.index.by_key.get(key(flow.text[start:end].lower()), ())
            if any(meaning.term.rule == rule for meaning in (*same, *meanings)):
                return None
        near = self._nearest(meanings, rule)
        self.counts[rule] = number = self.counts.get(rule, 0) + 1
        ids = tuple(dict.fromkeys(meaning.term.id for meaning in near))
        text = " ".join(flow.text[start:end].split())
        return TermUse(
            f"{rule}-u{number}",
            near[0].term.term,
            rule,
            record or rule,
            text,
            ids,
            self.document.rulebook,
            self.document.id,
            span,
        )

    def _nearest(self, meanings: Sequence[Meaning], rule: str) -> list[Meaning]:
        line = self._line(rule)

        def distance(meaning: Meaning) -> tuple[int, bool, int]:
            kind = 0 if meaning.term.rule == rule else _KINDS[meaning.term.kind]
            shared = 0
            for one, other in zip(line, self._line(meaning.term.rule), strict=False):
                if one != other:
                    break
                shared += 1
            return kind, meaning.document != self.document.id, -shared

        ranked = [(distance(meaning), meaning) for meaning in meanings]
        best = min(far for far, _ in ranked)
        return [meaning for far, meaning in ranked if far == best]

    def _line(self, rule: str) -> list[str]:
        """The rule and those above it, the highest first."""
        line: list[str] = []
        above: str | None = rule
        while above is not None and above not in line:
            line.append(above)
            above = self.parents.get(above)
        return line[::-1]
