"""Completing: sentences that begin as somebody has begun to type, and what to write in place of one that is not understood.

Both come from the examples of the vocabulary (`kb.rulelang.examples`), with the names of the scenario in place of made-up ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.rulelang.examples import example_fact, example_names, example_question, example_value
from kb.rulelang.nearest import template_of
from kb.rulelang.referents import NotUnderstood
from kb.rulelang.render import PLACES, Renderer
from kb.rulelang.scenario import ScenarioReader
from kb.rulelang.vocabulary import Template, Vocabulary


@dataclass(frozen=True, slots=True)
class Completion:
    """A sentence that can be told or asked: the template that it says, and the statement that defines that."""

    sentence: str
    template: str
    statement: str | None

    def to_json(self) -> dict[str, str | None]:
        """The fields as plain data."""
        return {"sentence": self.sentence, "template": self.template, "statement": self.statement}


@dataclass(frozen=True, slots=True)
class _Slot:
    """A place for a name: the class of what may stand there, the made-up name, and whether it is a number instead."""

    kind: str
    name: str
    number: bool = False


_Part = str | _Slot


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A sentence of the vocabulary with the places for names left open."""

    template: Template
    parts: tuple[_Part, ...]
    end: str


_NUMBER = re.compile(r"[+-]?\d+(?:/\d+)?")
_LONGEST_NAME = 4
_UNNAMED = ("something", "nothing told", "no ", "a ", "an ", "some ")
"""How what stands for any thing of a class begins."""
_ARTICLES = frozenset({"a", "an", "the"})
_PLACES = frozenset(place.lower() for place in PLACES)
_COMMON = _ARTICLES | {"is", "are", "of", "to", "in", "for", "does", "do", "may", "what"}


def completions(
    book: Rulebook, typed: str, facts: Sequence[str] = (), *, question: bool = False, most: int = 10
) -> tuple[Completion, ...]:
    """At most `most` sentences for what was typed: first those that begin so, then those in which its words occur.

    `facts` are what else is told; their things stand in the places for names.
    """
    words = typed.rstrip(".?").split()
    ends = not typed or typed[-1:].isspace()
    things = _things(book.vocabulary, facts)
    found: list[tuple[int, int, int, Completion]] = []
    for order, pattern in enumerate(_patterns(book.vocabulary, question)):
        begun = max(_begun(pattern.parts, words, ends, things), key=lambda fit: fit[0], default=None)
        if begun is not None:
            fixed, bound = begun
            found.append((0, -fixed, order, _completed(book.vocabulary, pattern, bound, things)))
        elif (close := _contained(pattern.parts, words)) > 0:
            bound = _distributed(book.vocabulary, pattern, words, things)
            found.append((1, -close, order, _completed(book.vocabulary, pattern, bound, things)))
    found.sort(key=lambda row: row[:3])
    best = {row[3].sentence: row[3] for row in reversed(found)}
    return tuple(sorted(best.values(), key=[row[3] for row in found].index)[:most])


def replacements(
    book: Rulebook,
    sentence: str,
    nearest: Sequence[str],
    facts: Sequence[str] = (),
    *,
    question: bool = False,
) -> tuple[str, ...]:
    """What to write instead of a sentence that is not understood: the nearest ones, said of its own things.

    Each is a sentence that is understood where the facts are told.
    """
    things = _things(book.vocabulary, facts)
    words = sentence.rstrip(".?").split()
    by_template: dict[str, list[_Pattern]] = {}
    for pattern in _patterns(book.vocabulary, question):
        by_template.setdefault(pattern.template.id, []).append(pattern)
    found: dict[str, None] = {}
    for near in nearest:
        mended = f"{near[:1].upper()}{near[1:].rstrip('.?')}{'?' if question else '.'}"
        if _reads(book, mended, facts, question) and not _general(near):
            found[mended] = None
            continue
        template = template_of(book.vocabulary, near)
        patterns = by_template.get(template.id, []) if template is not None else []
        for pattern in sorted(patterns, key=lambda each: -_contained(each.parts, words))[:2]:
            bound = _distributed(book.vocabulary, pattern, words, things)
            said = _completed(book.vocabulary, pattern, bound, things).sentence
            if _reads(book, said, facts, question):
                found[said] = None
    return tuple(found)


def opposite(book: Rulebook, sentence: str) -> str | None:
    """The fact that contradicts a sentence ("hex 5 is not frozen": "Hex 5 is frozen."); None where it says no single thing."""
    situation = Situation(book.vocabulary)
    try:
        ScenarioReader(book.vocabulary).fact(sentence, situation)
    except NotUnderstood:
        return None
    said = [(template, args, held) for (template, args), (held, _) in situation.told.items()]
    if not said:
        for held, side in ((True, situation.kinds), (False, situation.not_kinds)):
            said += [(kind, (thing,), held) for thing, kinds in side.items() for kind in kinds]
    if len(said) != 1 or situation.figures:
        return None
    [(template, args, held)] = said
    if any(arg.lower().startswith(_UNNAMED) for arg in args):
        return None
    text = Renderer(book.vocabulary, situation.kind_names()).sentence(template, args, not held)
    told = f"{text[:1].upper()}{text[1:]}."
    return told if _reads(book, told, (), False) else None


def _things(vocabulary: Vocabulary, facts: Sequence[str]) -> Mapping[str, str]:
    """The things that the facts name, each with its class."""
    situation = Situation(vocabulary)
    reader = ScenarioReader(vocabulary)
    reader.suggests = False
    for fact in facts:
        try:
            reader.fact(fact, situation)
        except NotUnderstood:
            continue
    kinds = situation.kind_names()
    return {thing: kinds.get(thing) or situation.slots.get(thing, "thing") for thing in situation.things}


def _reads(book: Rulebook, sentence: str, facts: Sequence[str], question: bool) -> bool:
    situation = Situation(book.vocabulary)
    reader = ScenarioReader(book.vocabulary)
    reader.suggests = False
    for fact in facts:
        try:
            reader.fact(fact, situation)
        except NotUnderstood:
            continue
    try:
        if question:
            reader.question(sentence, situation)
        else:
            reader.fact(sentence, situation)
    except NotUnderstood:
        return False
    return True


def _general(near: str) -> bool:
    """Whether a nearest sentence speaks of no named thing: "a hex is a fen hex"."""
    return near.split(" ")[0].lower() in {"a", "an"} or " / " in near


def _patterns(vocabulary: Vocabulary, question: bool) -> Sequence[_Pattern]:
    """The sentences of a vocabulary, made once."""
    name = "question patterns" if question else "fact patterns"
    known = vocabulary.derived.get(name)
    if isinstance(known, tuple):
        return known
    made = tuple(_made(vocabulary, question))
    vocabulary.derived[name] = made
    return made


def _made(vocabulary: Vocabulary, question: bool) -> Iterator[_Pattern]:
    for template in vocabulary.templates.values():
        slots = _slots(vocabulary, template)
        if question:
            yield _Pattern(template, _parts(example_question(vocabulary, template), slots), "?")
            continue
        values: list[str | None] = [value.name for value in template.values] or [None]
        for value in values:
            sentence = example_fact(vocabulary, template, value)
            yield _Pattern(template, _parts(sentence, slots), ".")


def _slots(vocabulary: Vocabulary, template: Template) -> list[_Slot]:
    names = example_names(vocabulary, template)
    kinds = template.slots or (template.id,)
    slots = [_Slot(kind, name) for kind, name in zip(kinds, names, strict=True)] if template.slots else []
    if not template.slots and template.kind in ("kind", "noun"):
        slots = [_Slot("thing", names[0])]
    if template.kind == "figure" and not template.values:
        value = example_value(template)
        if template.of is not None:
            slots.append(_Slot(template.of, value))
        elif number := _NUMBER.search(value):
            slots.append(_Slot("number", number[0], number=True))
    return slots


def _parts(sentence: str, slots: Sequence[_Slot]) -> tuple[_Part, ...]:
    """The words of an example, the made-up names in it as places."""
    text = sentence.rstrip(".?")
    parts: list[_Part] = []
    while text:
        places = [
            (found.start(), -len(slot.name), slot)
            for slot in slots
            if slot not in parts
            and (found := re.search(rf"(?<![\w-]){re.escape(slot.name)}(?![\w-])", text, re.IGNORECASE))
        ]
        if not places:
            parts.extend(text.split())
            break
        start, length, slot = min(places, key=lambda place: place[:2])
        parts.extend(text[:start].split())
        parts.append(slot)
        text = text[start - length :]
    return tuple(parts)


_Bound = dict[_Slot, str]


def _begun(
    parts: Sequence[_Part], words: Sequence[str], ends: bool, things: Mapping[str, str]
) -> Iterator[tuple[int, _Bound]]:
    """Each way in which a sentence begins with these words: how many of them are its own, and the names in its places."""
    if not words:
        yield 0, {}
        return
    if not parts:
        return
    part, rest = parts[0], parts[1:]
    word = words[0]
    last = len(words) == 1 and not ends
    if isinstance(part, str):
        if part.lower() == word.lower() or (last and part.lower().startswith(word.lower())):
            for fixed, bound in _begun(rest, words[1:], ends, things):
                yield fixed + 1, bound
        return
    if last and (part.name.lower().startswith(word.lower()) or _known(word, things)):
        yield 0, {part: _known(word, things)} if _known(word, things) else {}
        return
    for length in range(1, min(_LONGEST_NAME, len(words)) + 1):
        name = words[:length]
        if (
            part.number
            if _NUMBER.fullmatch(name[-1]) and length == 1 and part.number
            else _is_name(name, part)
        ):
            for fixed, bound in _begun(rest, words[length:], ends, things):
                yield fixed, {part: " ".join(name), **bound}


def _is_name(words: Sequence[str], slot: _Slot) -> bool:
    """Whether these words can name a thing in this place: "S1", "hex 1079", "the unit U1"."""
    if slot.number:
        return False
    own = slot.name.lower().split()[:-1]
    before = [word.lower() for word in words[:-1] if word.lower() not in _ARTICLES]
    return words[-1][:1].isupper() or any(map(str.isdigit, words[-1])) if before in ([], own) else False


def _known(word: str, things: Mapping[str, str]) -> str:
    """The one thing whose name begins with what was typed of it."""
    found = [thing for thing in things if thing.lower().startswith(word.lower())]
    return found[0] if len(found) == 1 else ""


def _contained(parts: Iterable[_Part], words: Sequence[str]) -> int:
    """How many of the words occur in a sentence, if all but names do; else 0."""
    own = [part.lower() for part in parts if isinstance(part, str)]
    wanted = [word.lower().strip(",") for word in words if not _names_something(word)]
    wanted = [word for word in wanted if word not in _COMMON]
    hits = sum(any(mine.startswith(word) for mine in own) for word in wanted)
    return hits if hits == len(wanted) else 0


def _names_something(word: str) -> bool:
    return any(map(str.isdigit, word))


def _distributed(
    vocabulary: Vocabulary, pattern: _Pattern, words: Sequence[str], things: Mapping[str, str]
) -> _Bound:
    """The names among the words in the places of a sentence: each in the first that may hold it."""
    bound: _Bound = {}
    names = [word.strip(",") for word in words if _names_something(word)]
    before = {name.strip(","): noun.lower() for noun, name in zip(["", *words], words, strict=False)}
    for place in pattern.parts:
        if not isinstance(place, _Slot):
            continue
        for name in names:
            is_number = bool(_NUMBER.fullmatch(name)) and name not in things
            noun = place.name.rpartition(" ")[0].lower()
            kind = things.get(name)
            if kind is None and before[name] in _PLACES:
                kind = before[name]
            if kind is None and noun in _PLACES and not name[:1].isdigit():
                continue  # "P1" is hardly a hex
            fits = place.number if is_number and place.number else not place.number
            if fits and (kind is None or place.number or _may_be(vocabulary, kind, place.kind)):
                bound[place] = name if place.number else _named(name, place)
                names.remove(name)
                break
    return bound


def _may_be(vocabulary: Vocabulary, kind: str, slot: str) -> bool:
    return slot == "thing" or kind == slot or vocabulary.is_a(kind, slot) or vocabulary.is_a(slot, kind)


def _named(name: str, slot: _Slot) -> str:
    """A name as it reads in a place: places are called by their noun ("hex 7"), other things by their name alone."""
    noun, _, made_up = slot.name.rpartition(" ")
    return f"{noun} {name}" if noun and made_up[:1].isdigit() else name


def _completed(
    vocabulary: Vocabulary, pattern: _Pattern, bound: _Bound, things: Mapping[str, str]
) -> Completion:
    """The sentence with its places filled: as typed, else with a known thing that fits, else with the made-up name."""
    used = {name.rpartition(" ")[2] for name in bound.values()}
    words: list[str] = []
    for part in pattern.parts:
        if isinstance(part, str):
            words.append(part)
        elif part in bound:
            words.append(_named(bound[part], part) if " " not in bound[part] else bound[part])
        else:
            fitting = (
                thing
                for thing, kind in things.items()
                if not part.number
                and thing not in used
                and kind != "thing"
                and _may_be(vocabulary, kind, part.kind)
            )
            known = next(fitting, None)
            if known is not None:
                used.add(known)
            words.append(part.name if known is None else _named(known, part))
    text = " ".join(words)
    return Completion(
        f"{text[:1].upper()}{text[1:]}{pattern.end}", pattern.template.id, pattern.template.statement
    )
