"""Full-text search over what a graph and its rulebooks hold: rules, terms, encodings, vocabulary.

A rule is found by its number, its titles and, where the user's own edition is ingested, by its text; else by its label and
by what its encodings say. Ranking is BM25 with titles counted more, and whatever lacks words of the query comes later.
"""

from __future__ import annotations

import bisect
import difflib
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from kb.kept import Edition
from kb.records import Passage, Segment
from kb.rulelang.vocabulary import bare
from kb.wordings import Wording

Kind = Literal["rule", "term", "encoding", "vocabulary"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""What can be found."""

Spans = tuple[tuple[int, int], ...]
"""Places in a text, each `[start, end)` in characters, in order."""

_WORD = re.compile(r"[^\W_]+(?:[.][^\W_]+)*")
_SNIPPET = 240
_NEAR = 0.75
"""How alike two words must be for one to be meant by the other."""
_MOST_MEANT, _LONGEST_MEANT = 3, 30
_TITLE_WEIGHT = 4
_K, _B = 1.2, 0.75
_CHAPTER = re.compile(r"^[a-z]{1,2}(?=\d)")


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be found; `rule` is the rule that it stands in, `document` None for what stands in none."""

    kind: Kind
    rulebook: str
    id: str
    title: str
    text: str
    rule: str | None = None
    document: str | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that was found, with the part of its text to show and where the words stand in it and in its title."""

    entry: Entry
    score: float
    snippet: str
    in_title: Spans
    in_snippet: Spans


class SearchIndex:
    """Entries, indexed by their words. It never changes, so that threads may share it."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(entries)
        self._postings: dict[str, dict[int, float]] = {}
        self._lengths: list[float] = []
        for position, entry in enumerate(self.entries):
            counts: Counter[str] = Counter()
            for word in _words(f"{entry.id} {entry.title}"):
                counts[word] += _TITLE_WEIGHT
            counts.update(_words(entry.text))
            self._lengths.append(float(sum(counts.values())))
            for word, count in counts.items():
                self._postings.setdefault(word, {})[position] = float(count)
        self._vocabulary = sorted(self._postings)
        self._average = sum(self._lengths) / len(self._lengths) if self._lengths else 1.0

    def find(
        self,
        query: str,
        *,
        rulebook: str | None = None,
        kind: str | None = None,
        document: str | None = None,
        limit: int = 20,
        offset: int = 0,
    ) -> tuple[int, list[Hit]]:
        """How many entries fit, and those from `offset` on, the best first. A word may also be the beginning of one."""
        words = list(dict.fromkeys(_words(query)))
        scores: dict[int, float] = {}
        matched: Counter[int] = Counter()
        for word in words:
            for position, score in self._scored(word).items():
                scores[position] = scores.get(position, 0.0) + score
                matched[position] += 1
        wanted = query.strip().casefold()

        def fits(entry: Entry) -> bool:
            return (
                rulebook in (None, entry.rulebook)
                and kind in (None, entry.kind)
                and document in (None, entry.document)
            )

        ranked = sorted(
            (
                (-self._rank(position, score, matched[position] / len(words), wanted), position)
                for position, score in scores.items()
                if fits(self.entries[position])
            ),
        )
        forms = {form for word in words for form in self._forms(word)}
        page = ranked[offset : offset + limit]
        return len(ranked), [self._hit(position, -score, forms) for score, position in page]

    def meant(self, query: str) -> str | None:
        """The query with each word that stands nowhere replaced by the nearest that stands somewhere; None if there is no such
        word, too many of them, or none near one. Numbers are left as they are.
        """
        unknown = {
            match[0]: word
            for match in _WORD.finditer(query)
            if len(word := _folded(match[0])) >= 3
            and not any(map(str.isdigit, word))
            and not self._forms(word)
        }
        if (
            not unknown or len(unknown) > _MOST_MEANT
        ):  # to look for what is near a word takes some milliseconds
            return None
        replaced: dict[str, str] = {}
        for printed, word in unknown.items():
            near = (
                difflib.get_close_matches(word, self._vocabulary, 1, _NEAR)
                if len(word) <= _LONGEST_MEANT
                else []
            )
            if not near:
                return None
            replaced[printed] = near[0]
        return _WORD.sub(lambda match: replaced.get(match[0], match[0]), query)

    def _rank(self, position: int, score: float, share: float, wanted: str) -> float:
        entry = self.entries[position]
        identifier = entry.id.casefold()
        exact = wanted in (identifier, _CHAPTER.sub("", identifier), entry.title.casefold())
        return round(score * share * share + (1000.0 if exact else 0.0), 6)

    def _scored(self, word: str) -> dict[int, float]:
        """The entries with a word, or with words that begin with it, at half their score."""
        found: dict[int, float] = {}
        for form in self._forms(word):
            posting = self._postings[form]
            rarity = math.log(1 + (len(self.entries) - len(posting) + 0.5) / (len(posting) + 0.5))
            weight = 1.0 if form == word else 0.5
            for position, count in posting.items():
                norm = _K * (1 - _B + _B * self._lengths[position] / self._average)
                score = weight * rarity * count * (_K + 1) / (count + norm)
                found[position] = max(found.get(position, 0.0), score)
        return found

    def _forms(self, word: str) -> list[str]:
        """The indexed words that a word of a query means."""
        if len(word) < 3:
            return [word] if word in self._postings else []
        start = bisect.bisect_left(self._vocabulary, word)
        stop = bisect.bisect_left(self._vocabulary, word + "\U0010ffff")
        return self._vocabulary[start:stop]

    def _hit(self, position: int, score: float, forms: set[str]) -> Hit:
        entry = self.entries[position]
        snippet = _snippet(entry.text, forms)
        return Hit(entry, score, snippet, _spans(entry.title, forms), _spans(snippet, forms))


def entries_of(
    editions: Iterable[Edition],
    rulebooks: Iterable[str],
    wordings: Callable[[str], Iterable[Wording]],
    encodings: Callable[[str], Iterable[tuple[str, str, str]]],
) -> Iterator[Entry]:
    """All that can be found: `wordings` are those of a rulebook, `encodings` its rules, statement ids and sentences."""
    editions = tuple(editions)
    for edition in editions:
        yield from _of_edition(edition)
    for rulebook in rulebooks:
        homes = {
            rule.id: edition.document
            for edition in editions
            if edition.rulebook == rulebook
            for rule in edition.rules
        }
        for rule, statements, sentence in encodings(rulebook):
            yield Entry("encoding", rulebook, statements, "", sentence, rule, homes.get(rule))
        for wording in wordings(rulebook):
            first, *more = wording.sentences
            statement = wording.statement.partition("-")[0] if wording.statement else None
            text = "; ".join([*map(bare, more), *wording.values])
            yield Entry(
                "vocabulary", rulebook, wording.id, first, text, statement, homes.get(statement or "")
            )


def _of_edition(edition: Edition) -> Iterator[Entry]:
    texts: dict[str, list[tuple[int, str]]] = {}
    parts: list[Segment | Passage] = [
        *edition.segments,
        *(p for p in edition.passages if p.kind != "heading"),
    ]
    for part in parts:
        if part.text and part.at is not None:
            texts.setdefault(part.rule, []).append((part.at.start, part.text))
    for rule in edition.rules:
        title = " · ".join(dict.fromkeys(filter(None, (rule.title, rule.label))))
        text = " ".join(text for _, text in sorted(texts.get(rule.id, ())))
        yield Entry("rule", edition.rulebook, rule.id, title, text, rule.id, edition.document)
    for term in edition.terms:
        text = term.expansion if term.expansion and term.expansion != term.term else ""
        yield Entry("term", edition.rulebook, term.id, term.term, text, term.rule, edition.document)


def _words(text: str) -> Iterator[str]:
    """The words of a text as they are indexed; a rule's number without its chapter's letter too."""
    for match in _WORD.finditer(text):
        word = _folded(match[0])
        yield word
        bare = _CHAPTER.sub("", word) if "." in word else word
        if bare != word:
            yield bare


def _folded(word: str) -> str:
    """A word without its case, and a plural as its singular."""
    word = word.casefold()
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _spans(text: str, forms: set[str]) -> Spans:
    return tuple(
        match.span() for match in _WORD.finditer(text) if any(word in forms for word in _words(match[0]))
    )


def _snippet(text: str, forms: set[str]) -> str:
    """The part of a text, whole words, in which the most different words stand; all of it where it is short."""
    if len(text) <= _SNIPPET:
        return text
    marks = [(match.start(), _folded(match[0])) for match in _WORD.finditer(text)]
    marks = [mark for mark in marks if mark[1] in forms]
    start = _densest(marks)
    begin = text.rfind(" ", 0, max(0, start - _SNIPPET // 4)) + 1
    stop = text.find(" ", begin + _SNIPPET)
    stop = len(text) if stop < 0 else stop
    return f"{'… ' if begin else ''}{text[begin:stop]}{' …' if stop < len(text) else ''}"


def _densest(marks: Sequence[tuple[int, str]]) -> int:
    best, most, first = 0, 0, 0
    window: Counter[str] = Counter()
    for position, word in marks:
        window[word] += 1
        while position - marks[first][0] > _SNIPPET * 3 // 4:
            window[marks[first][1]] -= 1
            first += 1
        different = sum(count > 0 for count in window.values())
        if different > most:
            best, most = marks[first][0], different
    return best
