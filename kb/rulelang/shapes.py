"""Shapes: sentences with holes for their names and numbers, so that a form of words is read once.

"Hex 12 is 3 hexes from the nearest Beach hex" reads as "Hex 7 is 2 hexes from the nearest Beach hex" does, but for what
stands in the holes. A token is a hole where it has a digit and is no word of the vocabulary: nothing then depends on it but
whether it is a number, how it begins, and which other holes hold the same. In the hole stands a token of the same kind that
nobody writes, so that a shape is read like any sentence, and what was written is put into its readings afterwards.

Where the words of a sentence stand apart from each other by single spaces, its shape is told without cutting it into tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import filterfalse

from kb.rulelang.sentence import (
    Combined,
    Compared,
    Measured,
    Named,
    Phrase,
    Predicated,
    Quantity,
    RawAmount,
    Reader,
    Reading,
    Said,
)
from kb.rulelang.vocabulary import Vocabulary
from kb.rulelang.words import number, words

Tokens = tuple[str, ...]

_MOST = 4_096
"""How many shapes are kept; then all are forgotten."""

_DIGIT = re.compile(r"\d")
_ENDS = (".", "?")
_BORDER = " \n "
"""What no fact has within, and stands between them."""
_STOP = ".\n"
"""The same behind a full stop."""
_MOST_HOLES = 10
"""A sentence with more names has no shape."""
_MOST_NAMES = 40
"""Facts with more names have none together."""
_NUMBERS = tuple(f"9000000{place:02}" for place in range(_MOST_NAMES))
_CAPITALS = tuple(f"Q9000000{place:02}" for place in range(_MOST_NAMES))
_OTHERS = tuple(f"9000000{place:02}q" for place in range(_MOST_NAMES))

MARK = re.compile(r"Q9000000\d\d|9000000\d\dq?")
"""What stands in a hole."""


class Plain:
    """A shape of facts that is plain: each says what its wording says, whatever was told before. With its readings, its topic,
    and the holes in which stands how much something is."""

    __slots__ = ("amounts", "readings", "topic")

    def __init__(self, readings: list[Reading], topic: str) -> None:
        self.readings = readings
        self.topic = topic
        self.amounts = frozenset(hole for reading in readings for hole in _amounts(reading))


class Shapes:
    """The shapes of sentences that were read against a vocabulary, with their readings.

    `unfit` has for a template and a kind the places of the template in which no thing of that kind can stand.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._own = frozenset(_words(vocabulary))
        self._known: dict[tuple[bool, bool, bool, Tokens], list[Reading]] = {}
        self._written: dict[tuple[bool, str], list[Reading]] = {}
        self._plain: dict[str, Plain | None] = {}
        self._last: tuple[str, tuple[str, dict[str, str]] | None] = "", ("", {})
        self.unfit: dict[tuple[str, str], tuple[int, ...]] = {}

    def read(self, reader: Reader, tokens: Tokens, question: bool) -> list[Reading]:
        """What a reader for players reads in a sentence, or a question."""
        shape, held = self._shape(tokens)
        key = (reader.fold, reader.short, question, shape)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            found = self._known[key] = reader.read(shape, question=question)
        if not held:
            return list(found)
        return [_reading(reading, held) for reading in found]

    def written(self, sentence: str, question: bool, read: Callable[[str], list[Reading]]) -> list[Reading]:
        """The readings of a sentence, which `read` finds in its shape; none where that finds none, or there are digits in what
        is not a word by itself."""
        cut = self._cut(sentence)
        if cut is None:
            return []
        shape, held = cut
        try:
            found = self._written[question, shape]
        except KeyError:
            if len(self._written) >= _MOST:
                self._written.clear()
                self._plain.clear()
            found = self._written[question, shape] = read(shape)
        if not held or not found:
            return found
        return [_reading(reading, held) for reading in found]

    def plain(self, sentence: str) -> tuple[Plain, dict[str, str]] | None:
        """The shape of a fact, where that was found plain, and what stands in its holes; None for any other."""
        cut = self._cut(sentence)
        known = None if cut is None else self._plain.get(cut[0])
        return None if cut is None or known is None else (known, cut[1])

    def plainly(self, sentence: str) -> tuple[list[Reading], str] | None:
        """The readings of a fact whose shape was found plain, and what that has as its topic; None for any other."""
        plain = self.plain(sentence)
        if plain is None:
            return None
        known, held = plain
        return (
            [_reading(reading, held) for reading in known.readings] if held else known.readings
        ), known.topic

    def note_plain(self, sentence: str, topic: Callable[[], str | None]) -> None:
        """Note, once, whether the shape of a fact that was read is plain: `topic` is then the same for all of the shape, and
        else None."""
        cut = self._cut(sentence)
        if cut is not None and cut[0] not in self._plain:
            # Another thread may have let all shapes be forgotten meanwhile.
            readings, found = self._written.get((False, cut[0])), topic()
            self._plain[cut[0]] = None if readings is None or found is None else Plain(readings, found)

    def _cut(self, sentence: str) -> tuple[str, dict[str, str]] | None:
        """The shape of a sentence as it is written, and what stands in its holes; None where it has none."""
        before, cut = self._last
        if before is sentence:
            return cut
        end = sentence[-1:]
        if end in _ENDS:
            parts = sentence[:-1].split(" ")
        else:
            parts, end = sentence.split(" "), ""
        holes = self._holes(parts, _MOST_HOLES)
        if holes is None:
            cut = None
        else:
            shape = " ".join(map(holes.get, parts, parts)) + end
            cut = shape, {hole: part for part, hole in holes.items()}
        self._last = sentence, cut
        return cut

    def _holes(self, parts: Iterable[str], most: int) -> dict[str, str] | None:
        """What stands in holes among the words of a text, each with its hole; None where there are more, or a digit is in what
        is not a word by itself."""
        holes: dict[str, str] = {}
        for part in filterfalse(str.isalpha, parts):
            if not (part.isalnum() and part.isascii()):
                if part != _STOP and _DIGIT.search(part):
                    return None
            elif part not in holes and part not in self._own:
                if len(holes) == most:
                    return None
                holes[part] = mark(part, len(holes))
        return holes

    def together(self, facts: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
        """The shape of facts as they are written, one behind the other, and what stands in its holes; None where they have
        none."""
        text = _BORDER.join(facts) + _BORDER
        if text.count("\n") != len(facts):
            return None
        parts = text.replace(f".{_BORDER}", f" {_STOP} ").split(" ")
        holes = self._holes(parts, _MOST_NAMES)
        return None if holes is None else (" ".join(map(holes.get, parts, parts)), tuple(holes))

    def put(self, sentence: str, names: Mapping[str, str]) -> str:
        """A sentence that has a shape, with other names in its holes."""
        cut = self._cut(sentence)
        assert cut is not None
        shape, held = cut
        return MARK.sub(lambda hole: names[held[hole[0]]], shape)

    def forget(self) -> None:
        """Forget all shapes, so that each is read anew."""
        self._known.clear()
        self._written.clear()
        self._plain.clear()

    def _shape(self, tokens: Tokens) -> tuple[Tokens, Mapping[str, str]]:
        """The sentence with its holes, and what stands in each; the sentence as it is where it has too many."""
        holes: dict[str, str] = {}
        for token in tokens:
            if not token.isalpha() and token not in holes and _DIGIT.search(token) and token not in self._own:
                kind = _NUMBERS if number(token) is not None else _CAPITALS if token[0].isupper() else _OTHERS
                if len(holes) == _MOST_HOLES:
                    return tokens, {}
                holes[token] = kind[len(holes)]
        if not holes:
            return tokens, holes
        shape = tuple([holes.get(token, token) for token in tokens])
        return shape, {hole: token for token, hole in holes.items()}


def mark(name: str, at: int) -> str:
    """What can stand for a name, or a number, wherever it stands in the hole of this place."""
    return (_NUMBERS if name.isdigit() else _CAPITALS if name[0].isupper() else _OTHERS)[at]


def shapes_of(vocabulary: Vocabulary) -> Shapes:
    """The shapes of a vocabulary, kept with it."""
    known = vocabulary.derived.get("shapes")
    if not isinstance(known, Shapes):
        known = vocabulary.derived["shapes"] = Shapes(vocabulary)
    return known


def _words(vocabulary: Vocabulary) -> Iterator[str]:
    """Every word with a digit that a vocabulary has, in any of its wordings, names, values and units."""
    for text in _texts(vocabulary):
        if _DIGIT.search(text):
            yield from words(text)
    for labels in (vocabulary.nouns, vocabulary.folded_nouns, vocabulary.adjectives):
        for label in labels:
            yield from label


def _texts(vocabulary: Vocabulary) -> Iterator[str]:
    for template in vocabulary.templates.values():
        yield from (template.id, template.plural or "", template.unit or "", *template.wordings)
        for value in template.values:
            yield from (value.name, *value.synonyms)
    yield from (*vocabulary.singletons, *vocabulary.purposes, *(text for _, text in vocabulary.phrasings))


# -- what was written, in place of the holes ----------------------------------------------------------------------


def _reading(reading: Reading, held: Mapping[str, str]) -> Reading:
    if isinstance(reading, Predicated):
        subject = _phrase(reading.subject, held)
        return Predicated(subject, reading.predicates, reading.positive, reading.mode, reading.purpose)
    if isinstance(reading, Said):
        args = tuple([_phrase(phrase, held) for phrase in reading.args])
        return Said(reading.template, args, reading.positive, reading.purpose)
    right = tuple([_amount(amount, held) for amount in reading.right])
    return Compared(reading.op, _amount(reading.left, held), right, reading.purpose)


def _amounts(reading: Reading) -> Iterator[str]:
    """What a reading holds as a number that says how much something is."""
    if isinstance(reading, Compared):
        waiting: list[RawAmount] = [reading.left, *reading.right]
        while waiting:
            amount = waiting.pop()
            if isinstance(amount, Quantity):
                yield str(amount.value)
            elif isinstance(amount, Combined):
                waiting += (amount.left, amount.right)


def _phrase(phrase: Phrase, held: Mapping[str, str]) -> Phrase:
    name = held.get(phrase.name)
    if name is None:
        return phrase
    return Phrase(phrase.determiner, phrase.modifiers, phrase.noun, name, phrase.many, phrase.items)


def _amount(amount: RawAmount, held: Mapping[str, str]) -> RawAmount:
    if isinstance(amount, Measured):
        return Measured(amount.template, tuple([_phrase(phrase, held) for phrase in amount.args]))
    if isinstance(amount, Quantity):
        written = held.get(str(amount.value))
        return amount if written is None else Quantity(number(written) or Fraction(0), amount.unit)
    if isinstance(amount, Combined):
        return Combined(amount.op, _amount(amount.left, held), _amount(amount.right, held))
    if isinstance(amount, Named):
        return Named(_phrase(amount.phrase, held))
    return amount
