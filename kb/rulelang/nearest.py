"""The sentences of a vocabulary nearest to one that has no reading: what somebody probably wanted to say."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from fractions import Fraction

from kb.rulelang.patterns import wordings
from kb.rulelang.render import amount, article, may_form
from kb.rulelang.sentence import Reader, is_name
from kb.rulelang.vocabulary import Template, Vocabulary, bare
from kb.rulelang.words import ARTICLES, AUXILIARIES, base_form, number, with_article, words

_COMMON = ARTICLES | AUXILIARIES | {"of", "to", "in", "not", "for", "and", "or", "from", "'s"}


def nearest_sentences(
    vocabulary: Vocabulary, sentence: str, *, question: bool = False, most: int = 3, far: bool = False
) -> tuple[str, ...]:
    """Up to `most` sentences the vocabulary knows: the sentence with its misspellings mended, else similar templates.

    With `far`, where no template is similar, the least unlike ones all the same.
    """
    mended = _mended(vocabulary, sentence, question)
    if mended is not None:
        return (mended,)
    import difflib  # only a sentence that is not understood needs it

    tokens = [word for word in words(sentence) if number(word) is None]
    content = {word.lower() for word in tokens if word.lower() not in _COMMON and not _is_thing(word)}
    ratios: dict[tuple[str, str], float] = {}

    def ratio(word: str, other: str) -> float:
        if (word, other) not in ratios:
            ratios[word, other] = difflib.SequenceMatcher(None, word, other).ratio()
        return ratios[word, other]

    scored: list[tuple[float, int, Template, str]] = []
    unlike: list[tuple[float, int, Template, str]] = []
    for order, (template, wording) in enumerate(_wordings(vocabulary)):
        own = {word.lower() for word in words(wording)} - _COMMON
        if not own or not content:
            continue
        close = sum(max((ratio(word, other) for other in own), default=0.0) for word in content)
        exact = len(content & own)
        score = (close + exact) / (len(content) + 0.5 * len(own))
        found = scored if exact or score > 0.75 else unlike
        found.append((-score, order, template, wording))
    ranked = sorted(scored or (unlike if far else ()), key=lambda row: row[:2])
    return tuple(dict.fromkeys(_example(template, wording) for _, _, template, wording in ranked))[:most]


def template_of(vocabulary: Vocabulary, near: str) -> Template | None:
    """The template that one of the sentences nearest to another is about; None for a sentence with its misspellings mended."""
    return next((each for each, wording in _wordings(vocabulary) if _example(each, wording) == near), None)


def _is_thing(word: str) -> bool:
    return any(character.isdigit() for character in word)


def _wordings(vocabulary: Vocabulary) -> Iterable[tuple[Template, str]]:
    for template in vocabulary.templates.values():
        for wording in template.wordings or (template.id,):
            if not wording.startswith("not: "):
                yield template, wording.replace("~", " ").replace("^", "")


def _example(template: Template, wording: str) -> str:
    if template.kind == "kind" or template.kind == "noun":
        subject = template.slots[0] if template.slots else "thing"
        return f"{with_article(subject)} is {article(template)}"
    if template.kind == "adjective":
        subject = template.slots[0]
        return f"{with_article(subject)} is {template.id}"
    if template.kind == "figure":
        values = " / ".join(value.name for value in template.values) or amount(Fraction(2), template.unit)
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
