"""The lexicon: which nouns, adjectives and singletons begin at a word of a sentence, found by that word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from kb.rulelang.patterns import wordings
from kb.rulelang.vocabulary import Template, Vocabulary
from kb.rulelang.words import words

Label = tuple[str, ...]
_Row = TypeVar("_Row")


class _Labels(Generic[_Row]):
    """Rows by labels of one or more words: those that begin at a word are found in the same time however many there are."""

    def __init__(self) -> None:
        self._rows: dict[Label, _Row] = {}
        self._lengths: dict[str, tuple[int, ...]] = {}

    def add(self, label: Label, row: _Row) -> None:
        """Take up a row; of two with one label the first stays."""
        self._rows.setdefault(label, row)
        lengths = self._lengths.get(label[0], ())
        if len(label) not in lengths:
            self._lengths[label[0]] = tuple(sorted((*lengths, len(label)), reverse=True))

    def at(self, tokens: Label, position: int) -> Sequence[tuple[int, _Row]]:
        """The rows whose labels begin at a token, the longest first, each with the token after it."""
        lengths = self._lengths.get(tokens[position])
        if lengths is None:
            return ()
        rows, count = self._rows, len(tokens)
        found = []
        for length in lengths:
            end = position + length
            if end <= count:
                row = rows.get(tokens[position:end])
                if row is not None:
                    found.append((end, row))
        return found

    def firsts(self) -> Iterable[str]:
        """The words with which labels begin."""
        return self._lengths

    def rest(self, first: str, tokens: Label) -> Sequence[tuple[int, _Row]]:
        """Those that begin at the first token, were it this word."""
        return self.at((first, *tokens[1:]), 0) if first in self._lengths else ()


class Lexicon:
    """The words of a vocabulary for things and what they are, by their first word.

    A noun may be written with a capital first letter, or with `fold` in any case, where only one noun is so written.
    """

    def __init__(self, vocabulary: Vocabulary, fold: bool) -> None:
        self.fold = fold
        self._nouns = _Labels[tuple[Template, bool]]()
        self._folded = _Labels[tuple[Label, Template, bool]]()
        self._adjectives = _Labels[Template]()
        self._lowered = _Labels[Template]()
        self._singletons = _Labels[str]()
        for label, (template, many) in vocabulary.nouns.items():
            self._nouns.add(label, (template, many))
        for lowered, labels in vocabulary.folded_nouns.items():
            if len(labels) == 1:
                template, many = vocabulary.nouns[labels[0]]
                self._folded.add(lowered, (labels[0], template, many))
        same: dict[Label, list[Template]] = {}
        for label, template in vocabulary.adjectives.items():
            self._adjectives.add(label, template)
            same.setdefault(tuple(map(str.lower, label)), []).append(template)
        for label, templates in same.items():
            if len(templates) == 1:
                self._lowered.add(label, templates[0])
        for name in vocabulary.singletons:
            form = words(name)
            self._singletons.add(form, name)
            if form[0] == "the":
                self._singletons.add(("The", *form[1:]), name)
        self.verbs = capital_verbs(vocabulary)
        """The verbs that are written with a capital: "a unit Wades". They name nothing."""
        self.years = frozenset(
            word
            for template in vocabulary.templates.values()
            for value in template.values
            for form in (value.name, *value.synonyms)
            for word in words(form)
            if word.isdigit() and len(word) == 4
        )
        """The years of the dates that the vocabulary lists. Alone they name nothing: "in 1944" is no hex."""
        exact = (self._nouns, self._adjectives, self._singletons)
        self._firsts = frozenset(word for labels in exact for word in labels.firsts())
        low = {word.lower() for word in self._firsts}
        self._low_firsts = frozenset((*low, *self._folded.firsts(), *self._lowered.firsts()))

    def begins(self, word: str, low: str, position: int) -> bool:
        """Whether a noun, an adjective or a singleton may begin at a token, which is this word, in small letters `low`."""
        return word in self._firsts or (
            low in self._low_firsts and (self.fold or position == 0 or word[0].isupper())
        )

    def nouns(self, tokens: Label, lowered: Label, position: int) -> list[tuple[int, Template, bool]]:
        """The nouns that begin at a token, the longest first: the token after each, its template, whether it is a plural."""
        found = [(end, template, many) for end, (template, many) in self._nouns.at(tokens, position)]
        word = tokens[position]
        if self.fold or position == 0 or word[0].isupper():
            ends = [end for end, _, _ in found]
            for end, (label, template, many) in self._folded.at(lowered, position):
                if end not in ends and (
                    self.fold or (label[1:] == tokens[position + 1 : end] and label[0][1:] == word[1:])
                ):
                    found.append((end, template, many))
        return found

    def adjectives(self, tokens: Label, lowered: Label, position: int) -> Sequence[tuple[int, Template]]:
        """The adjectives that begin at a token: the token after each, and its template."""
        found = self._adjectives.at(tokens, position)
        if position == 0 and not self.fold:
            word = tokens[0]
            first = word[0].lower() + word[1:]
            if first != word:
                found = _and(found, self._adjectives.rest(first, tokens))
        if self.fold:
            found = _and(found, self._lowered.at(lowered, position))
        return found

    def singleton(self, tokens: Label, position: int) -> tuple[int, str] | None:
        """The singleton named at a token, with the token after it."""
        for end, name in self._singletons.at(tokens, position):
            if position == 0 or tokens[position] != "The":
                return end, name
        return None


def _and(
    found: Sequence[tuple[int, Template]], more: Sequence[tuple[int, Template]]
) -> Sequence[tuple[int, Template]]:
    """What was found, and what else ends elsewhere."""
    if not more:
        return found
    ends = [end for end, _ in found]
    return (*found, *(row for row in more if row[0] not in ends))


def capital_verbs(vocabulary: Vocabulary) -> frozenset[str]:
    """The verbs that a vocabulary writes with a capital, found once."""
    known: frozenset[str] | None = vocabulary.derived.get("capital verbs")  # type: ignore[assignment]
    if known is None:
        known = frozenset(
            word
            for _, wording in wordings(vocabulary)
            for word in wording.replace("^", " ").split()
            if word[0].isupper() and word[1:].islower() and word.endswith("s")
        )
        vocabulary.derived["capital verbs"] = known
    return known


def keep_capital_verbs(vocabulary: Vocabulary, known: frozenset[str]) -> None:
    """Take the verbs that a vocabulary writes with a capital as they were found before, instead of finding them again."""
    vocabulary.derived["capital verbs"] = known


def lexicon_of(vocabulary: Vocabulary, fold: bool) -> Lexicon:
    """The lexicon of a vocabulary, put in order once."""
    known = vocabulary.derived.get(("lexicon", fold))
    if not isinstance(known, Lexicon):
        known = Lexicon(vocabulary, fold)
        vocabulary.derived["lexicon", fold] = known
    return known


def lowered(tokens: Sequence[str]) -> Label:
    """The tokens in small letters."""
    return tuple([token.lower() for token in tokens])
