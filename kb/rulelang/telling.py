"""What a fact tells along with what it says: that it is told.

Rules can ask for that where the vocabulary has the sentence, as a relation by itself or as a wording of one:

- `FIGURE is told`, `FIGURE is told to be VALUE` and `it is told that RELATION`, or what is done, of the same things;
- `it is told that a THING ^is a~NOUN`, also of what is a NOUN by axiom;
- `it is denied that RELATION`, `it is denied that a THING is a~NOUN`: what a fact tells that says it is not so;
- any of these of no things in particular, `it is told that a~THING ^is a~NOUN`: so it is told of anything at all;
- `it is wanted that ACTION`, of the same things: what a fact tells by which somebody wants to do it, who does not do it yet.

A sentence that only says so ends in "is told", has "is told of" or "is told to be", or begins with "it is told that" or "it is
denied that". What denies something tells nothing else. A figure is told by its value, a roll by anything said of it or of its
dice, for it has then been made. Of what somebody told that nobody knows it, nobody knows whether it is told.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterator, Mapping

from kb.rulelang.vocabulary import ASKED, Template, Vocabulary, unmarked
from kb.rulelang.words import with_article

WANTED = "it is wanted that "
"""What a sentence begins with by which somebody wants to do something."""


@functools.lru_cache(maxsize=1 << 16)
def is_telling(template: str) -> bool:
    """Whether a sentence, by its id, only says that something is told. Silence of it is no silence: what nobody told is not
    told, whatever else may be so."""
    told = template.endswith(" is told") or " is told to be " in template or " is told of " in f"{template} "
    return told or template.startswith(("it is told that ", "it is denied that "))


def tellings(vocabulary: Vocabulary) -> Mapping[str, tuple[str, ...]]:
    """For each template what a fact about it tells along, by the ids of the sentences, for each value of a figure, under
    `value_of`, and for what is denied, under `denial_of`; worked out once in a vocabulary."""
    known = vocabulary.derived.get("tellings")
    if isinstance(known, dict):
        return known
    sentences: dict[str, list[Template]] = defaultdict(list)
    for template in vocabulary.templates.values():
        if template.kind == "relation":
            for wording in {template.id, unmarked(template.id), *map(unmarked, template.wordings)}:
                sentences[wording].append(template)
    found: dict[str, list[str]] = defaultdict(list)
    for source in vocabulary.templates.values():
        for telling in sentences.get(_sentence(source), ()):
            if telling.slots in ((), source.slots):
                for name in _told_with(source, vocabulary):
                    if telling.id not in found[name]:
                        found[name].append(telling.id)
        for telling in sentences.get(_sentence(source).replace("told that", "denied that", 1), ()):
            if source.kind != "figure" and telling.slots in ((), source.slots):
                found[denial_of(source.id)].append(telling.id)
        for value in source.values:
            for telling in sentences.get(f"{unmarked(source.id)} is told to be {value.name}", ()):
                if telling.slots in ((), source.slots):
                    found[value_of(source.id, value.name)].append(telling.id)
    result = {name: tuple(ids) for name, ids in found.items()}
    vocabulary.derived["tellings"] = result
    return result


def value_of(figure: str, value: str) -> str:
    """Under what `tellings` has what a value of a figure tells along."""
    return f"{figure} = {value}"


def denial_of(template: str) -> str:
    """Under what `tellings` has what a fact tells along that denies a relation or a noun."""
    return f"{template} = no"


def sources(vocabulary: Vocabulary) -> Mapping[str, tuple[str, ...]]:
    """For each such sentence the templates that a fact has to be about to tell it, the one that it names first."""
    known = vocabulary.derived.get("told by")
    if isinstance(known, dict):
        return known
    found: dict[str, list[str]] = defaultdict(list)
    for source, along in tellings(vocabulary).items():
        for telling in along:
            found[telling].append(source.partition(" = ")[0])
    result = {telling: tuple(found[telling]) for telling in found}
    vocabulary.derived["told by"] = result
    return result


def plans(vocabulary: Vocabulary) -> Mapping[str, str]:
    """What is told of somebody who wants to do what he may do, each permission with the relation that the vocabulary has for
    that; worked out once in a vocabulary."""
    known: dict[str, str] | None = vocabulary.derived.get("plans")  # type: ignore[assignment]
    if known is None:
        wanted = {
            unmarked(wording): template
            for template in vocabulary.templates.values()
            if template.kind == "relation"
            for wording in template.wordings
            if wording.startswith(WANTED)
        }
        known = {}
        for source in vocabulary.templates.values():
            planned = wanted.get(unmarked(f"{WANTED}{source.id.removeprefix('may: ')}"))
            if planned is not None and source.kind == "may" and planned.slots == source.slots:
                known[source.id] = planned.id
        vocabulary.derived["plans"] = known
    return known


def asked_rather(vocabulary: Vocabulary) -> Mapping[str, str]:
    """The nouns of which whoever asks whether a thing is one asks something else, each with that: what has the question for a
    wording, "asked: a hex is a~mire hex"; worked out once in a vocabulary."""
    known: dict[str, str] | None = vocabulary.derived.get("asked rather")  # type: ignore[assignment]
    if known is None:
        forms = {
            unmarked(wording.removeprefix(ASKED)): name
            for name, wording in vocabulary.phrasings
            if wording.startswith(f"{ASKED}a")
        }
        known = {}
        for template in vocabulary.templates.values() if forms else ():
            if template.kind == "noun":
                asked = f"{with_article(template.slots[0])} is {with_article(template.id)}"
                other = vocabulary.templates[forms.get(asked, template.id)]
                if other is not template and other.slots == template.slots:
                    known[template.id] = other.id
        vocabulary.derived["asked rather"] = known
    return known


def said_for(vocabulary: Vocabulary, template: str) -> str | None:
    """What somebody has to say for an atom to hold, by its template: of "it is told that a hex is a NOUN" the noun, of all that
    is no such sentence itself; None where there are several ways to say it."""
    known: dict[str, str | None] = vocabulary.derived.setdefault("said for", {})  # type: ignore[assignment]
    if template not in known:
        known[template] = _said_for(vocabulary, template)
    return known[template]


def _said_for(vocabulary: Vocabulary, template: str) -> str | None:
    ways = sources(vocabulary).get(template)
    if ways is None:
        return template
    noun = vocabulary.templates[ways[0]]
    alike = noun.unary and noun.slots == vocabulary.templates[template].slots
    return noun.id if alike and all(vocabulary.is_a(way, noun.id) for way in ways) else None


def rolled(vocabulary: Vocabulary) -> frozenset[str]:
    """The figures of rolls, of which anything that is said tells that they were made; worked out once in a vocabulary."""
    known = vocabulary.derived.get("rolled")
    if not isinstance(known, frozenset):
        rolls = vocabulary.rolls
        known = vocabulary.derived["rolled"] = frozenset((*rolls, *(roll.final for roll in rolls.values())))
    return known


def _sentence(source: Template) -> str:
    """The sentence that something about a template is told."""
    if source.kind == "figure":
        return f"{unmarked(source.id)} is told"
    if source.unary and source.slots:
        word = with_article(source.id) if source.kind == "noun" else source.id
        return f"it is told that {with_article(source.slots[0])} is {word}"
    return unmarked(f"it is told that {source.id.removeprefix('event: ')}")


def _told_with(source: Template, vocabulary: Vocabulary) -> Iterator[str]:
    """The templates that a fact has to be about to tell something of this one: for a noun those that are one, for the sum of
    a roll its dice too."""
    yield source.id
    if source.unary:
        parents = vocabulary.parents
        yield from (
            name
            for name in vocabulary.templates
            if name in parents and name != source.id and source.id in parents[name]
        )
    elif source.kind == "figure":
        yield from (
            die for die, roll in vocabulary.rolls.items() if roll.original == source.id and die != source.id
        )
