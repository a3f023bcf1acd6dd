"""Rendering: what is said of things, as a sentence of the language again.

`parse(render(x)) = x` for every sentence about things; names come out with the noun of their slot ("hex 1079") where that
noun is one of places, so that a derivation reads as a player would say it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from kb.rulelang.vocabulary import Slot, Template, ValueSlot, Vocabulary, verb_position
from kb.rulelang.words import AUXILIARIES, base_form, with_article

PLACES = ("hex", "hexside", "Location", "overlay")
"""The classes whose things are named with their noun: hex 1079."""


class Renderer:
    """Renders atoms about things whose kinds are given, for one vocabulary."""

    def __init__(self, vocabulary: Vocabulary, kinds: Mapping[str, str] | None = None) -> None:
        self.vocabulary = vocabulary
        self.kinds = kinds or {}

    def name(self, thing: str, slot: str) -> str:
        """A thing as it is called in a slot of this kind: "hex 1079", "T1", "the Beach"."""
        if thing in self.vocabulary.singletons or thing.startswith(("the ", "a ", "an ", "some")):
            return thing
        kind = self.kinds.get(thing, slot)
        if slot in PLACES:
            return f"{slot} {thing}"
        for place in PLACES:
            if self.vocabulary.is_a(kind, place):
                return f"{place} {thing}"
        return thing

    def sentence(
        self, template: str, args: Sequence[str], positive: bool = True, purpose: str | None = None
    ) -> str:
        """An atom asserted or denied, without the final stop: "hex 1079 is not a Water Obstacle to T1"."""
        entry = self.vocabulary.templates[template]
        names = [self.name(arg, slot) for arg, slot in zip(args, entry.slots or ("thing",), strict=False)]
        if entry.kind in ("kind", "noun"):
            text = f"{names[0]} {'is' if positive else 'is not'} {article(entry)}"
        elif entry.kind == "adjective":
            text = f"{names[0]} {'is' if positive else 'is not'} {entry.id}"
        else:
            text = self._relation(entry, names, positive)
        return f"{text} for {purpose}" if purpose else text

    def figure(self, template: str, args: Sequence[str]) -> str:
        """A figure as a noun phrase: "the range from hex 1079 to the nearest Beach hex"."""
        entry = self.vocabulary.templates[template]
        names = [self.name(arg, slot) for arg, slot in zip(args, entry.slots, strict=False)]
        return _fill(self.vocabulary.display(entry.wordings[0], entry.slots), names)

    def value(self, template: str, value: Fraction | str) -> str:
        """A value of a figure with its unit: "3 hexes", "level -1", "Slight"."""
        if isinstance(value, str):
            of = self.vocabulary.templates[template].of
            return value if of is None else self.name(value, of)
        return amount(value, self.vocabulary.templates[template].unit)

    def _relation(self, entry: Template, names: Sequence[str], positive: bool) -> str:
        elements: list[str | Slot | ValueSlot] = [*self.vocabulary.display(entry.wordings[0], entry.slots)]
        at = verb_position(elements, entry.wordings[0])
        verb = elements[at]
        assert isinstance(verb, str)
        before, after = elements[:at], elements[at + 1 :]
        words: list[str]
        if entry.kind in ("may", "must"):
            # Who is not bound to do a thing need not do it; "must not" would forbid it.
            helper = "need" if entry.kind == "must" and not positive else entry.kind
            words = [helper, *(() if positive else ("not",)), base_form(verb)]
        elif positive:
            words = [verb]
        elif verb in AUXILIARIES and verb != "has":
            words = [verb, "not"]
        else:
            words = ["does", "not", base_form(verb)]
        return _fill([*before, *words, *after], names)


def article(entry: Template) -> str:
    """A noun with its article, or bare if it is a mass noun: "an OCEAN hex", "a LC", "Infantry"."""
    if entry.mass:
        return entry.id
    return with_article(entry.id)


def amount(value: Fraction, unit: str | None) -> str:
    """A number with its unit: "1 hex", "3 hexes", "level -1", "+1 DRM", "5/6"."""
    text = str(value)
    if unit in (None, "number"):
        return text
    if unit == "level":
        return f"level {text}"
    if unit in ("DRM", "drm") and value > 0:
        return f"+{text} {unit}"
    if value == 1 and unit is not None and unit.endswith("xes"):
        return f"{text} {unit[:-2]}"
    if value == 1 and unit is not None and unit.endswith("s") and unit.islower():
        return f"{text} {unit[:-1]}"
    return f"{text} {unit}"


def may_form(template: Template) -> str:
    """The wording of an action's permission: "a unit may enter a hex"."""
    words = template.wordings[0].split()
    for position, word in enumerate(words):
        if position >= 2 and word.endswith("s") and word not in AUXILIARIES:
            return " ".join((*words[:position], "may", base_form(word), *words[position + 1 :]))
    return template.wordings[0]


def _fill(elements: Sequence[object], names: Sequence[str]) -> str:
    parts: list[str] = []
    for element in elements:
        if isinstance(element, Slot):
            parts.append(names[element.index])
        elif not isinstance(element, ValueSlot):
            parts.append(str(element))
    return " ".join(parts)
