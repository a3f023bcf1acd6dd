"""Terms that a rulebook uses and never defines, as far as its documents were read.

Three things mark a word as a term: it is letters that stand for something ("SSR", "APh"), it stands in quotation marks,
or it has capitals in the middle of sentences nearly wherever it is used. What some document defines, and what is the
title of a rule, is not told: a rule about Heavy Surf says what that is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from ingest.acronyms import TOKEN as LETTERS
from ingest.checks.corpus import Paragraph, paragraphs_of
from ingest.nodes import Document, TermUse, UndefinedKind, UndefinedTerm
from ingest.source import Span
from ingest.term_forms import key, root
from ingest.term_uses import TermIndex, Whereabouts, find_uses

#: Letters that are no terms of a game: marks of editing, common abbreviations, numerals.
ORDINARY = frozenset(
    re.findall(
        r"\S+",
        """EX EXC EXCS NA NB PS OK ID AM PM AD BC USA US UK USSR FAQ QA II III IV VI VII VIII IX XI XII XIII XIV XV XVI XVII
        XVIII XIX XX""",
    )
)
_SMALL = frozenset(
    re.findall(
        r"\S+",
        """a all always am an and any are as at be both but by can cannot do each else end entire even every for from
        full if in into is it its may must never new no none not of off on one only or out over per same so some still
        than that the then they this to too two under unless until up us use was we when where who with within you""",
    )
)
_NO_NAME = frozenset(
    re.findall(
        r"\S+",
        """january february march april may june july august september october november december monday tuesday wednesday
        thursday friday saturday sunday american americans british english french german germans italian japanese soviet
        russian finnish polish chinese canadian australian belgian dutch greek romanian hungarian indian allied axis
        german-owned european god i rule rules section sections chapter chapters table tables figure case cases note notes
        example examples exception diagram page part appendix board scenario scenarios errata""",
    )
)
_CAPITALS = re.compile(r"[A-Z][a-z]+(?:[ -][A-Z][a-z]+){0,3}")
_OPENING = re.compile(r"[A-Z][a-z]+(?:[ -]|\Z)")
_MID_SENTENCE = re.compile(r"(?:[a-z\d,;)’'/&-]|[A-Z])[”\"]?[\s\xa0]\Z")
_QUOTED = re.compile(r"[“\"](?P<words>[A-Za-z][\w'’ -]{1,30}?)[”\"](?!\w)")
_LABEL = re.compile(r"[\s\xa0](?:\d|[A-Z]\d*\b)")
_LEAST = 2
_LEAST_CAPITALS = 3


@dataclass(slots=True)
class _Candidate:
    """A form that may be a term: where it stands first, and how often."""

    text: str
    document: Document
    span: Span
    uses: int = 0
    labels: int = 0


@dataclass(slots=True)
class _Seen:
    """What was seen in the documents of one rulebook."""

    letters: dict[str, _Candidate] = field(default_factory=dict)
    quoted: dict[str, _Candidate] = field(default_factory=dict)
    capitals: dict[str, _Candidate] = field(default_factory=dict)
    small: Counter[str] = field(default_factory=Counter)
    opening: Counter[str] = field(default_factory=Counter)


def find_undefined(
    documents: Sequence[Document],
    uses: Sequence[TermUse] | None = None,
    *,
    ordinary: Collection[str] = ORDINARY,
) -> list[UndefinedTerm]:
    """The undefined terms of these documents, by rulebook and in the order of their first use.

    `uses` are those that `find_uses` finds in the same documents, for a caller who has them; `ordinary` are letters that
    are nobody's to define. Letters count from two uses on, words with capitals from three.
    """
    used = find_uses(documents) if uses is None else uses
    books: dict[str, list[Document]] = {}
    for document in documents:
        books.setdefault(document.rulebook, []).append(document)
    found: list[UndefinedTerm] = []
    for book in books.values():
        found.extend(_undefined(book, used, frozenset(ordinary)))
    return found


def _undefined(
    book: Sequence[Document], used: Sequence[TermUse], ordinary: frozenset[str]
) -> list[UndefinedTerm]:
    seen = _Seen()
    places = {document.id: Whereabouts(document) for document in book}
    for document in book:
        own = {
            use.span.start: use.span.end
            for use in used
            if (use.rulebook, use.document) == (document.rulebook, document.id)
        }
        for paragraph in paragraphs_of(document.source):
            _look(seen, document, places[document.id], paragraph, own)
    index = TermIndex(book)
    known = set(index.by_key) | _titled(book)
    found: dict[str, tuple[_Candidate, UndefinedKind]] = {}
    for text, candidate in seen.letters.items():
        if (
            candidate.uses >= _LEAST
            and _are_letters(text, candidate.uses, seen.small)
            and text not in ordinary
        ):
            plain = text.replace("-", "")
            if not any("".join(meaning.form) == plain for meaning in index.by_key.get(key(text), ())):
                found.setdefault(key(text), (candidate, "acronym"))
    for name, candidate in seen.capitals.items():
        often = candidate.uses >= _LEAST_CAPITALS and candidate.labels * 2 < candidate.uses
        if often and name not in known and seen.small[name] * 4 <= candidate.uses:
            found.setdefault(name, (candidate, "capitalised"))
    for name, candidate in seen.quoted.items():
        if name not in known:
            found.setdefault(name, (candidate, "quoted"))
    order = {document.id: number for number, document in enumerate(book)}
    terms: list[UndefinedTerm] = []
    for candidate, kind in sorted(
        found.values(), key=lambda each: (order[each[0].document.id], each[0].span.start)
    ):
        place = places[candidate.document.id].at(candidate.span.start)
        if place is not None:
            rule, record = place
            document = candidate.document
            terms.append(
                UndefinedTerm(
                    candidate.text,
                    kind,
                    rule,
                    record or rule,
                    candidate.uses,
                    document.rulebook,
                    document.id,
                    candidate.span,
                )
            )
    return terms


def _titled(book: Sequence[Document]) -> set[str]:
    """The keys of the titles of rules, and of what is named in them."""
    titles = [node.title.lower() for document in book for node in document.nodes if node.title]
    parts = [part for title in titles for part in re.split(r"[/,&()]|\band\b", title)]
    return {key(title) for title in (*titles, *parts) if title.strip()}


def _look(
    seen: _Seen, document: Document, where: Whereabouts, paragraph: Paragraph, used: dict[int, int]
) -> None:
    """Count what this paragraph has; letters in a heading are a heading in capitals."""
    text = paragraph.text
    seen.small.update(key(word) for word in re.findall(r"(?<![\w’'])[a-z]+(?![\w’'])", text))
    if sum(map(str.isupper, text)) * 2 > sum(map(str.isalpha, text)) and len(text) > 12:
        return  # a heading

    def add(group: dict[str, _Candidate], name: str, words: str, start: int, end: int) -> None:
        candidate = group.get(name)
        if candidate is None:
            candidate = group[name] = _Candidate(words, document, paragraph.flow.span(start, end))
        candidate.uses += 1
        candidate.labels += _LABEL.match(text, end) is not None

    covered = _covered(paragraph, used)
    for match in LETTERS.finditer(text):
        letters = root(match["letters"]) + ("h" if match["end"] == "h" else "")
        if sum(map(str.isupper, letters)) < 2 or len(letters) > 5 or match.start() in covered:
            continue
        place = where.at(paragraph.flow.span(match.start(), match.end()).start)
        if place is not None and place[1] is not None and not _shouted(text, match):
            add(seen.letters, letters, letters, match.start(), match.start() + len(letters))
    for start, end in _capitalised(text, covered):
        words = text[start:end]
        if _MID_SENTENCE.search(text, max(0, start - 4), start) and words.casefold() not in _NO_NAME:
            add(
                seen.capitals,
                key(words),
                " ".join(map(root, re.split(r"(?<=-)| ", words))).replace("- ", "-"),
                start,
                end,
            )
    for match in _QUOTED.finditer(text):
        words = match["words"]
        if (
            match.start("words") not in covered
            and len(words.split()) < 5
            and re.search(r"[a-z]{2}|[A-Z]{2}", words)
        ):
            add(seen.quoted, key(words), words, match.start("words"), match.end("words"))


def _covered(paragraph: Paragraph, used: dict[int, int]) -> set[int]:
    """The places of the paragraph that are part of a use of a defined term."""
    pieces = paragraph.flow.pieces()
    covered: set[int] = set()
    position = 0
    for text, start, end in pieces:
        if len(text) == end - start:
            for at in range(len(text)):
                stop = used.get(start + at)
                if stop is not None:
                    covered.update(range(position + at, position + at + stop - start - at))
        position += len(text)
    return covered


def _capitalised(text: str, covered: set[int]) -> Iterator[tuple[int, int]]:
    """Runs of capitalised words that no defined term has part in."""
    for match in _CAPITALS.finditer(text):
        start, end = match.span()
        while (opening := _OPENING.match(text, start, end)) is not None and opening[
            0
        ].strip().lower() in _SMALL:
            start = opening.end()
        if start < end and not any(at in covered for at in range(start, end)):
            yield start, end


def _shouted(text: str, match: re.Match[str]) -> bool:
    """Whether the words before or behind are long ones in capitals: part of a name in capitals, not letters."""
    before = re.search(r"(\w+)[\s\xa0]\Z", text[max(0, match.start() - 24) : match.start()])
    behind = re.match(r"[\s\xa0](\w+)", text[match.end() : match.end() + 24])
    return any(near is not None and near[1].isupper() and len(near[1]) > 5 for near in (before, behind))


def _are_letters(text: str, uses: int, small: Counter[str]) -> bool:
    """Whether capitals stand for words, and are not a word in capitals ("NOT", "ONLY")."""
    word = text.lower()
    if word in _SMALL:
        return False
    if not re.search(r"[aeiouy]", word):
        return True
    return small[key(word)] == 0 or uses > 2 * small[key(word)]
