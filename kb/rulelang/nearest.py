"""The sentences of a vocabulary nearest to one that has no reading: what somebody probably wanted to say."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import log
from typing import NamedTuple

from kb.rulelang.patterns import wordings
from kb.rulelang.render import amount, article, may_form
from kb.rulelang.sentence import Reader, is_name
from kb.rulelang.telling import WANTED, is_telling
from kb.rulelang.vocabulary import Template, Vocabulary, bare, unmarked
from kb.rulelang.words import ARTICLES, AUXILIARIES, base_form, number, with_article, words

_COMMON = (
    ARTICLES
    | AUXILIARIES
    | {
        "of",
        "to",
        "in",
        "on",
        "at",
        "by",
        "with",
        "into",
        "not",
        "for",
        "and",
        "or",
        "from",
        "'s",
        "what",
        "which",
        "how",
    }
)


def nearest_sentences(
    vocabulary: Vocabulary, sentence: str, *, question: bool = False, most: int = 3, far: bool = False
) -> tuple[str, ...]:
    """Up to `most` sentences the vocabulary knows: the sentence with its misspellings mended, else similar templates.

    With `far`, where no template is similar, the least unlike ones all the same.
    """
    mended = _mended(vocabulary, sentence, question)
    if mended is not None:
        return (mended,)
    heard = [word for word in words(sentence) if number(word) is None and not _is_thing(word)]
    content = {stem(word): word for word in heard if word.lower() not in _COMMON}
    if not content:
        return ()
    sayings = _sayings(vocabulary)
    likeness = _Likeness(vocabulary, sayings, content)
    scored = [(likeness.of(saying), saying) for saying in sayings.all]
    ranked = sorted(((-score, saying) for score, saying in scored if score > 0), key=lambda row: row[0])
    if not ranked and far:
        ranked = sorted(
            ((-likeness.at_a_distance(saying), saying) for saying in sayings.all), key=lambda row: row[0]
        )
    # Of each template the sentence that comes nearest.
    best = {saying.template.id: saying for _, saying in reversed(ranked)}
    chosen = (saying for _, saying in ranked if best[saying.template.id] is saying)
    return tuple(
        itertools.islice(dict.fromkeys(_example(each.template, each.wording) for each in chosen), most)
    )


class _Saying(NamedTuple):
    """A wording by its words: the stems of those that are no slot, and the classes of its slots."""

    template: Template
    wording: str
    words: frozenset[str]
    stems: frozenset[str]
    classes: frozenset[str]


class _Sayings(NamedTuple):
    """The wordings of a vocabulary, how much each stem tells: the more, the fewer of them have it; and the classes by the stems
    of their names, where these are one word."""

    all: Sequence[_Saying]
    weights: Mapping[str, float]
    classes: Mapping[str, str]


def _sayings(vocabulary: Vocabulary) -> _Sayings:
    known = vocabulary.derived.get("sayings")
    if isinstance(known, _Sayings):
        return known
    found: list[_Saying] = []
    for template, wording in _wordings(vocabulary):
        if is_telling(template.id) or template.id.startswith(WANTED):
            continue
        own = {word.lower(): stem(word) for word in words(bare(wording))}
        classes = frozenset(template.slots)
        of_slots = {stem(word) for slot in classes for word in words(slot)}
        kept = frozenset(root for word, root in own.items() if word not in _COMMON) - of_slots
        if kept:
            found.append(_Saying(template, wording, frozenset(own), kept, classes))
    counts = Counter(root for saying in found for root in saying.stems)
    weights = {root: log(1 + len(found) / count) for root, count in counts.items()}
    labels = {
        stem(label[-1]): template.id for label, (template, _) in vocabulary.nouns.items() if len(label) == 1
    }
    known = vocabulary.derived["sayings"] = _Sayings(found, weights, labels)
    return known


class _Likeness:
    """How near the wordings come to a sentence of these words, by their stems."""

    def __init__(self, vocabulary: Vocabulary, sayings: _Sayings, content: Mapping[str, str]) -> None:
        self._vocabulary = vocabulary
        self._weights = sayings.weights
        unknown = max(sayings.weights.values(), default=1.0)
        self._classes = {root: sayings.classes[root] for root in content if root in sayings.classes}
        self._said = {
            root: _OF_A_CLASS if root in self._classes else sayings.weights.get(root, unknown)
            for root in content
        }
        self._words = {word.lower() for word in content.values()}
        self._ratios: dict[tuple[str, str], float] = {}

    def of(self, saying: _Saying) -> float:
        """The share of what the sentence says that a wording says too, less what it says besides; 0 where nothing is alike."""
        alike = [root for root in self._said if root in saying.stems or self._misspelt(root, saying.stems)]
        if not alike:
            return 0.0
        filled = [
            root
            for root, kind in self._classes.items()
            if root not in alike and any(self._vocabulary.related(kind, each) for each in saying.classes)
        ]
        if not filled and self._classes.keys() >= set(alike):
            return 0.0  # that it speaks of a thing of the same class says too little
        told = sum(self._said[root] for root in (*alike, *filled))
        left = sum(self._said.values()) - told
        besides = sum(self._weights[root] for root in saying.stems if root not in self._said)
        besides += _OF_A_CLASS * sum(
            not any(self._vocabulary.related(kind, each) for kind in self._classes.values())
            for each in saying.classes
        )
        # Of two alike, the one with the words as they are said.
        return told / (told + left + _BESIDES * besides) + _AS_SAID * len(self._words & saying.words)

    def at_a_distance(self, saying: _Saying) -> float:
        """The same where no word is alike: by how much the words look like each other."""
        return sum(max(self._ratio(root, other) for other in saying.stems) for root in self._said) / (
            len(self._said) + _BESIDES * len(saying.stems)
        )

    def _misspelt(self, root: str, stems: Iterable[str]) -> bool:
        if root in self._weights or len(root) < _SPELT:
            return False
        return any(len(other) >= _SPELT and self._ratio(root, other) >= _ALIKE for other in stems)

    def _ratio(self, word: str, other: str) -> float:
        known = self._ratios.get((word, other))
        if known is None:
            from difflib import SequenceMatcher  # only a sentence that is not understood needs it

            known = self._ratios[word, other] = SequenceMatcher(None, word, other).ratio()
        return known


_OF_A_CLASS = 1.0
"""How much a word counts that only says of which class a thing is."""

_BESIDES = 0.3
"""How much what a wording says besides counts against it."""

_AS_SAID = 0.001
"""How much a word counts for that stands in the form in which it is said."""

_ALIKE = 0.8
"""From which likeness on an unknown word is taken for a misspelt one."""

_SPELT = 4
"""How many letters a word has at least that is taken for another misspelt: short ones are alike by chance."""


def stem(word: str) -> str:
    """What the forms of a word begin with alike: wades, waded, wading -> wad; swims, swimming -> swim."""
    root = base_form(word.lower())
    for ending in ("ing", "ed"):
        if root.endswith(ending) and len(root) > len(ending) + 2:
            root = root[: -len(ending)]
            if root[-1] == root[-2] and root[-1] not in "aeiouls":
                root = root[:-1]
            break
    return root[:-1] if root.endswith("e") and len(root) > 3 else root


def template_of(vocabulary: Vocabulary, near: str) -> Template | None:
    """The template that one of the sentences nearest to another is about; None for a sentence with its misspellings mended."""
    return next((each for each, wording in _wordings(vocabulary) if _example(each, wording) == near), None)


def _is_thing(word: str) -> bool:
    return any(character.isdigit() for character in word)


def _wordings(vocabulary: Vocabulary) -> Iterable[tuple[Template, str]]:
    for template in vocabulary.templates.values():
        for wording in template.wordings or (template.id,):
            if not wording.startswith("not: "):
                yield template, unmarked(wording)


def _example(template: Template, wording: str) -> str:
    if template.kind == "kind" or template.kind == "noun":
        subject = template.slots[0] if template.slots else "thing"
        return f"{with_article(subject)} is {article(template)}"
    if template.kind == "adjective":
        subject = template.slots[0]
        return f"{with_article(subject)} is {template.id}"
    if template.kind == "figure":
        values = " / ".join(value.name for value in template.values)
        if not values:
            values = with_article(template.of) if template.of else amount(Fraction(2), template.unit)
        text = wording.split("=>")[0].strip()
        if (
            not template.values
            and template.unit
            and {f"* {template.unit}", f"{template.unit} *"} & _pairs(text)
        ):
            values = "2"  # the wording has the unit already
        return text.replace("*", values) if text != wording or "*" in wording else f"{wording} is {values}"
    if template.kind == "may":
        return may_form(template)
    return wording


def _pairs(text: str) -> set[str]:
    """Each two words of a text that stand side by side."""
    parts = text.split()
    return {f"{one} {next_one}" for one, next_one in itertools.pairwise(parts)}


def _mended(vocabulary: Vocabulary, sentence: str, question: bool) -> str | None:
    """The sentence with each unknown word replaced by the closest known one, if that has exactly one reading."""
    import difflib

    known = vocabulary.derived.get("words")
    if not isinstance(known, set):
        known = vocabulary.derived["words"] = _lexicon(vocabulary)
    changed = False
    text = sentence
    for word in words(sentence):
        if word in known or word.lower() in _COMMON or number(word) is not None or _is_thing(word):
            continue
        lowered: dict[str, list[str]] = {}
        for entry in sorted(known):
            lowered.setdefault(entry.lower(), []).append(entry)
        if word.lower() in lowered and not is_name(word):
            meant = lowered[word.lower()]
        else:
            close = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=0.7)
            if not close:
                continue
            meant = lowered[close[0]]
        # Of "Submerged" and "submerged", the one written as the word is.
        replacement = min(meant, key=lambda entry: entry[:1].isupper() is not word[:1].isupper())
        if word[0].isupper() and replacement[1:] == word[1:]:
            continue  # only the capital at the start of a sentence
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", replacement, text, count=1)
        changed = True
    if changed and len(Reader(vocabulary).read(text.rstrip(".?! "), question=question)) == 1:
        return text.strip()
    return None


def _lexicon(vocabulary: Vocabulary) -> set[str]:
    found: set[str] = set()
    for label in (*vocabulary.nouns, *vocabulary.adjectives):
        found.update(label)
    for template, wording in wordings(vocabulary):
        text = bare(wording).removeprefix("not: ").partition("=>")[0]
        elements = vocabulary.elements(text, template)
        fixed = [str(element) for element in elements if isinstance(element, str)]
        found.update(fixed)
        if template.kind != "figure":
            found.update(base_form(word) for word in fixed if word.endswith("s"))
    for template in vocabulary.templates.values():
        for value in template.values:
            for name in (value.name, *value.synonyms):
                found.update(words(name))
        if template.unit:
            found.update(words(template.unit))
    return found
