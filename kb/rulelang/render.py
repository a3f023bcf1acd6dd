"""Rendering: what is said of things, as a sentence of the language again.

`parse(render(x)) = x` for every sentence about things; names come out with the noun of their slot ("hex 1079") where that
noun is one of places, so that a derivation reads as a player would say it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from kb.rulelang.vocabulary import Slot, Template, ValueSlot, Vocabulary, unmarked, verb_position
from kb.rulelang.words import AUXILIARIES, base_form, is_participle, with_article

PLACES = ("hex", "hexside", "Location", "overlay")
"""The classes whose things are named with their noun: hex 1079."""

_FULL = ("the ", "a ", "an ", "some", "no ", "nothing ")
"""How the name of a thing begins that has its noun already."""

Atom = tuple[str, tuple[str, ...], str | None]
"""A template, the things that it is said of, and a purpose."""


class Renderer:
    """Renders atoms about things whose kinds are given, for one vocabulary.

    How a template is worded is put into a form once and kept with the vocabulary; what was rendered is kept while the
    renderer lives, since a derivation says most things more than once.
    """

    def __init__(self, vocabulary: Vocabulary, kinds: Mapping[str, str] | None = None) -> None:
        self.vocabulary = vocabulary
        self.kinds = kinds or {}
        self._forms = _forms_of(vocabulary)
        self._names: dict[tuple[str, str], str] = {}
        self._asserted: dict[Atom, str] = {}
        self._denied: dict[Atom, str] = {}
        self._figures: dict[tuple[str, Sequence[str]], str] = {}

    def name(self, thing: str, slot: str) -> str:
        """A thing as it is called in a slot of this kind: "hex 1079", "T1", "the Beach"."""
        known = self._names.get((thing, slot))
        if known is None:
            known = self._names[thing, slot] = self._named(thing, slot)
        return known

    def _named(self, thing: str, slot: str) -> str:
        if self.by_itself(thing):
            return thing
        place = slot if slot in PLACES else self.place(thing, slot)
        return f"{place} {thing}" if place else thing

    def by_itself(self, thing: str) -> bool:
        """Whether what a thing is called is all that it is ever called: "the Beach"."""
        return thing in self.vocabulary.singletons or thing.startswith(_FULL)

    def place(self, thing: str, slot: str = "thing") -> str:
        """The place that a thing is, if any, by its kind; else by the slot that it stands in."""
        kind = self.kinds.get(thing, slot)
        return next((place for place in PLACES if self.vocabulary.is_a(kind, place)), "")

    def sentence(
        self, template: str, args: Sequence[str], positive: bool = True, purpose: str | None = None
    ) -> str:
        """An atom asserted or denied, without the final stop: "hex 1079 is not a Water Obstacle to T1"."""
        return self.atom((template, args if args.__class__ is tuple else tuple(args), purpose), positive)

    def atom(self, atom: Atom, positive: bool = True) -> str:
        """The same of an atom that is at hand as a tuple."""
        rendered = self._asserted if positive else self._denied
        known = rendered.get(atom)
        if known is None:
            template, args, purpose = atom
            known = self.filled(self.form(template, positive), args)
            if purpose:
                known = f"{known} for {purpose}"
            rendered[atom] = known
        return known

    def form(self, template: str, positive: bool) -> Form:
        """How an atom of a template is worded, asserted or denied, whatever it is said of."""
        forms = self._forms[positive]
        form = forms.get(template)
        if form is None:
            form = forms[template] = _sentence_form(self.vocabulary, template, positive)
        return form

    def filled(self, form: Form, args: Sequence[str]) -> str:
        """A form with the names of things in it."""
        words, slots = form
        if len(slots) == 1 == len(args):
            pair = args[0], slots[0]
            return words % (self._names.get(pair) or self.name(*pair))
        return words % self._names_for(args, slots)

    def figure(self, template: str, args: Sequence[str]) -> str:
        """A figure as a noun phrase: "the range from hex 1079 to the nearest Beach hex"."""
        key = (template, args if args.__class__ is tuple else tuple(args))
        known = self._figures.get(key)
        if known is None:
            form = self._forms[None].get(template)
            if form is None:
                entry = self.vocabulary.templates[template]
                words = _fill(self.vocabulary.display(entry.wordings[0], entry))
                form = self._forms[None][template] = Form(words, entry.slots)
            known = self._figures[key] = form.words % self._names_for(args, form.slots)
        return known

    def _names_for(self, args: Sequence[str], slots: Sequence[str]) -> tuple[str, ...]:
        known, name = self._names.get, self.name
        return tuple([known(pair) or name(*pair) for pair in zip(args, slots, strict=False)])

    def value(self, template: str, value: Fraction | str) -> str:
        """A value of a figure with its unit: "3 hexes", "level -1", "Slight"."""
        if isinstance(value, str):
            of = self.vocabulary.templates[template].of
            return value if of is None else self.name(value, of)
        return amount(value, self.vocabulary.templates[template].unit)


class Form(NamedTuple):
    """How a template is worded: text with "%s" for each name, and the classes of the slots that the names fill."""

    words: str
    slots: tuple[str, ...]


_Forms = dict[bool | None, dict[str, Form]]
"""Forms by their template: those asserted, those denied, and under None the noun phrases of figures."""


def _forms_of(vocabulary: Vocabulary) -> _Forms:
    """The forms that were made for a vocabulary."""
    forms = vocabulary.derived.get("sentence forms")
    if forms is None:
        forms = vocabulary.derived["sentence forms"] = {True: {}, False: {}, None: {}}
    return forms  # type: ignore[return-value]


def _sentence_form(vocabulary: Vocabulary, template: str, positive: bool) -> Form:
    entry = vocabulary.templates[template]
    slots = entry.slots or ("thing",)
    verb = "is" if positive else "is not"
    if entry.kind in ("kind", "noun"):
        return Form(f"%s {verb} {_literal(article(entry))}", slots)
    if entry.kind == "adjective":
        return Form(f"%s {verb} {_literal(entry.id)}", slots)
    return Form(_relation(vocabulary, entry, positive), slots)


def _relation(vocabulary: Vocabulary, entry: Template, positive: bool) -> str:
    elements: list[str | Slot | ValueSlot] = [*vocabulary.display(entry.wordings[0], entry)]
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
    elif verb == "must":
        words = ["need", "not"]
    elif verb in AUXILIARIES and (verb != "has" or _perfect(after)):
        words = [verb, "not"]
    else:
        base = base_form(verb)
        words = ["do" if base == verb else "does", "not", base]
    return _fill([*before, *words, *after])


def _perfect(after: Sequence[str | Slot | ValueSlot]) -> bool:
    """Whether what follows "has" makes a perfect of it: "has entered", not "has a mast"."""
    return bool(after) and isinstance(after[0], str) and is_participle(after[0])


def article(entry: Template) -> str:
    """A noun with its article, or bare if it is a mass noun: "an OCEAN hex", "a LC", "Infantry"."""
    if entry.mass:
        return entry.id
    return with_article(entry.id)


def amount(value: Fraction, unit: str | None) -> str:
    """A number with its unit: "1 hex", "3 hexes", "level -1", "+1 DRM", "5/6"."""
    return _amount(value.numerator, value.denominator, unit)


@lru_cache(maxsize=4_096)
def _amount(numerator: int, denominator: int, unit: str | None) -> str:
    text = str(numerator) if denominator == 1 else f"{numerator}/{denominator}"
    if unit in (None, "number"):
        return text
    if unit == "level":
        return f"level {text}"
    if unit in ("DRM", "drm") and numerator > 0:
        return f"+{text} {unit}"
    if text == "1" and unit is not None and unit.endswith("xes"):
        return f"{text} {unit[:-2]}"
    if text == "1" and unit is not None and unit.endswith("s") and unit.islower():
        return f"{text} {unit[:-1]}"
    return f"{text} {unit}"


def may_form(template: Template) -> str:
    """The wording of an action's permission: "a unit may enter a hex"."""
    words = unmarked(template.wordings[0]).split()
    for position, word in enumerate(words):
        if position >= 2 and word.endswith("s") and word not in AUXILIARIES:
            return " ".join((*words[:position], "may", base_form(word), *words[position + 1 :]))
    return " ".join(words)


def _fill(elements: Sequence[object]) -> str:
    """The words of a form; slots come in the order of a template's arguments."""
    parts: list[str] = []
    for element in elements:
        if isinstance(element, Slot):
            parts.append("%s")
        elif not isinstance(element, ValueSlot):
            parts.append(_literal(str(element)))
    return " ".join(parts)


def _literal(text: str) -> str:
    return text.replace("%", "%%")
