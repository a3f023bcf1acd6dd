"""The lexicon: which nouns, adjectives and singletons begin at a word of a sentence, found by that word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.rulelang.vocabulary import Template, Vocabulary
from kb.rulelang.words import words

Label = tuple[str, ...]


class Lexicon:
    """The words of a vocabulary for things and what they are, by their first word.

    A noun may be written with a capital first letter, or with `fold` in any case, where only one noun is so written.
    """

    def __init__(self, vocabulary: Vocabulary, fold: bool) -> None:
        self.fold = fold
        self._nouns: dict[str, list[tuple[Label, Template, bool]]] = {}
        self._folded: dict[str, list[tuple[Label, Label, Template, bool]]] = {}
        self._adjectives: dict[str, list[tuple[Label, Template]]] = {}
        self._lowered: dict[str, list[tuple[Label, Template]]] = {}
        self._singletons: dict[str, list[tuple[Label, str]]] = {}
        for label, (template, many) in vocabulary.nouns.items():
            self._nouns.setdefault(label[0], []).append((label, template, many))
        for lowered, labels in vocabulary.folded_nouns.items():
            if len(labels) == 1:
                template, many = vocabulary.nouns[labels[0]]
                self._folded.setdefault(lowered[0], []).append((lowered, labels[0], template, many))
        same: dict[Label, list[Template]] = {}
        for label, template in vocabulary.adjectives.items():
            self._adjectives.setdefault(label[0], []).append((label, template))
            same.setdefault(tuple(map(str.lower, label)), []).append(template)
        for label, templates in same.items():
            if len(templates) == 1:
                self._lowered.setdefault(label[0], []).append((label, templates[0]))
        for name in vocabulary.singletons:
            form = words(name)
            self._singletons.setdefault(form[0], []).append((form, name))
            if form[0] == "the":
                self._singletons.setdefault("The", []).append((("The", *form[1:]), name))
        for nouns in self._nouns.values():
            nouns.sort(key=lambda row: -len(row[0]))
        for folded in self._folded.values():
            folded.sort(key=lambda row: -len(row[0]))
        for adjectives in self._adjectives.values():
            adjectives.sort(key=lambda row: -len(row[0]))

    def nouns(self, tokens: Label, lowered: Label, position: int) -> Iterator[tuple[int, Template, bool]]:
        """The nouns that begin at a token, the longest first: the token after each, its template, whether it is a plural."""
        word = tokens[position]
        exact = self._nouns.get(word)
        ends: list[int] = []
        if exact is not None:
            for label, template, many in exact:
                end = position + len(label)
                if tokens[position:end] == label:
                    ends.append(end)
                    yield end, template, many
        if self.fold or position == 0 or word[0].isupper():
            for low, label, template, many in self._folded.get(lowered[position], ()):
                end = position + len(low)
                if end in ends or lowered[position:end] != low:
                    continue
                if self.fold or (label[1:] == tokens[position + 1 : end] and label[0][1:] == word[1:]):
                    yield end, template, many

    def adjectives(self, tokens: Label, lowered: Label, position: int) -> Iterator[tuple[int, Template]]:
        """The adjectives that begin at a token: the token after each, and its template."""
        ends: list[int] = []
        word = tokens[position]
        for label, template in self._adjectives.get(word, ()):
            end = position + len(label)
            if tokens[position:end] == label:
                ends.append(end)
                yield end, template
        if position == 0 and not self.fold:
            first = word[0].lower() + word[1:]
            for label, template in self._adjectives.get(first, ()) if first != word else ():
                end = position + len(label)
                if end not in ends and tokens[1:end] == label[1:]:
                    ends.append(end)
                    yield end, template
        if self.fold:
            for label, template in self._lowered.get(lowered[position], ()):
                end = position + len(label)
                if end not in ends and lowered[position:end] == label:
                    yield end, template

    def singleton(self, tokens: Label, position: int) -> tuple[int, str] | None:
        """The singleton named at a token, with the token after it."""
        for form, name in self._singletons.get(tokens[position], ()):
            if tokens[position : position + len(form)] == form and (position == 0 or form[0] != "The"):
                return position + len(form), name
        return None


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
