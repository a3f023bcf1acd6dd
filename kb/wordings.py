"""What can be said about a rulebook's world: its templates as records for whoever looks for words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kb.rulelang.examples import example_fact, example_question
from kb.rulelang.render import article
from kb.rulelang.vocabulary import Template, Vocabulary, unmarked
from kb.rulelang.words import with_article

_SILENCES = {"no": "no", "yes": "yes", "open": "must be told", "base": "its base"}


MARKS = {
    "told: ": "in facts alone",
    "asked: ": "in questions alone",
    "not: ": "says the opposite",
    "may: ": "of what is allowed: “may”, or “is allowed to”",
    "must: ": "of what is required: “must”, or “has to”",
    "*": "a value",
    "=> ": "the value that the sentence says",
}
"""What stands before, in or behind a sentence of a wording and is no word of it, and what it means."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One template: the sentences that say it, what silence about it means, and the statement that defines it.

    `slots` are the classes of the things that it is said of; `fact` and `question` are examples, about made-up things, that
    are read in one way.
    """

    id: str
    kind: str
    sentences: tuple[str, ...]
    values: tuple[str, ...]
    unit: str | None
    silence: str
    statement: str | None
    slots: tuple[str, ...] = ()
    fact: str = ""
    question: str = ""

    def to_json(self) -> dict[str, Any]:
        """The record as plain data, fields that do not apply left out."""
        record = {
            "id": self.id,
            "kind": self.kind,
            "sentences": list(self.sentences),
            "values": list(self.values),
            "unit": self.unit,
            "silence": self.silence,
            "statement": self.statement,
            "slots": list(self.slots),
            "fact": self.fact,
            "question": self.question,
        }
        return {name: value for name, value in record.items() if value not in (None, [], "")}


def marks_in(wordings: Iterable[Wording]) -> list[tuple[str, str]]:
    """The marks that occur in the sentences of some wordings, each with what it means."""
    sentences = [sentence for wording in wordings for sentence in wording.sentences]
    return [
        (mark.strip(), meaning)
        for mark, meaning in MARKS.items()
        if any(mark in sentence for sentence in sentences)
    ]


def wordings_of(vocabulary: Vocabulary, search: Sequence[str] = ()) -> list[Wording]:
    """Every template in the order of its declaration, or those in which each of the words occurs, case aside."""
    further: dict[str, list[str]] = {}
    for name, sentence in vocabulary.phrasings:
        further.setdefault(name, []).append(sentence)
    for label, template in vocabulary.adjectives.items():
        if template.kind == "noun":
            further.setdefault(template.id, []).append(
                f"{with_article(template.slots[0])} is {' '.join(label)}"
            )
    synonyms: dict[str, list[str]] = {}
    for label, (template, many) in vocabulary.nouns.items():
        if not many:
            synonyms.setdefault(template.id, []).append(" ".join(label))
    wanted = [word.lower() for word in search]
    found: list[Wording] = []
    for template in vocabulary.templates.values():
        wording = _wording(vocabulary, template, further.get(template.id, []), synonyms.get(template.id, []))
        texts = (*wording.sentences, *wording.values, *(s for v in template.values for s in v.synonyms))
        told = (*texts, wording.statement or "", wording.kind)
        if all(any(word in text.lower() for text in told) for word in wanted):
            found.append(wording)
    return found


def _wording(
    vocabulary: Vocabulary, template: Template, further: Sequence[str], synonyms: Sequence[str]
) -> Wording:
    values = tuple(value.name for value in template.values)
    sentences = [*_sentences(template), *further]
    if template.kind == "kind":
        known = {sentence.lower() for sentence in (template.id, *sentences)}
        sentences.extend(word for word in synonyms if word.lower() not in known)
    return Wording(
        template.id,
        template.kind,
        tuple(map(unmarked, sentences)),
        values,
        template.unit,
        _SILENCES[template.silence]
        if template.kind != "kind"
        else "must be told, or follows from another kind",
        template.statement,
        template.slots,
        example_fact(vocabulary, template),
        example_question(vocabulary, template),
    )


def _sentences(template: Template) -> list[str]:
    if template.unary:
        subject = with_article(template.slots[0] if template.slots else "thing")
        names = template.wordings or (template.id,)
        if template.kind == "adjective":
            return [f"{subject} is {name}" for name in names]
        return [f"{subject} is {article(template)}", *names[1:]]
    if template.kind == "figure":
        return [text if "*" in text or "=>" in text else f"{text} is *" for text in template.wordings]
    if template.kind in ("may", "must"):
        return [f"{template.kind}: {text}" for text in template.wordings]
    return list(template.wordings)
