"""Vocabulary: what can be said about a rulebook's world, and in which words.

A `Template` is one thing that can be said: a noun or an adjective said of one thing, a relation between things, a figure
with a value, or an action's event, permission or duty. Its slots have types, which are classes of the ontology; its
`silence` says what holds when nobody says anything. From its wordings `kb.rulelang.patterns` derives the orders of words in
which it may be asserted, denied and asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Literal

from ingest.late_dataclasses import dataclass, field
from kb.rulelang.words import AUXILIARIES, number, plural, words

TemplateKind = Literal["kind", "noun", "adjective", "relation", "figure", "event", "may", "must"]
Silence = Literal["no", "yes", "open", "base"]

UNARY: frozenset[str] = frozenset({"kind", "noun", "adjective"})


@dataclass(frozen=True, slots=True)
class ListedValue:
    """One listed value of a figure and the other words for it: Slight, "Slightly Sloped"."""

    name: str
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Template:
    """One thing that can be said. `id` is unique in a vocabulary: the noun, or the first wording.

    A figure's value is one of `values`, a thing of the class `of`, or a number with a `unit`, rounded as `rounding` says
    ("up", "down"; None for exact). Where `outside` is a rule that is not ingested, `normal` is the figure for what it gives.
    """

    id: str
    kind: TemplateKind
    slots: tuple[str, ...]
    silence: Silence
    wordings: tuple[str, ...]
    statement: str | None = None
    unit: str | None = None
    values: tuple[ListedValue, ...] = ()
    base: Fraction | None = None
    plural: str | None = None
    mass: bool = False
    letters: tuple[str, ...] = ()
    of: str | None = None
    rounding: str | None = None
    normal: str | None = None
    outside: str | None = None

    @property
    def unary(self) -> bool:
        """Whether it is said of one thing by a noun or an adjective."""
        return self.kind in UNARY


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a noun phrase of a class of the ontology."""

    index: int


@dataclass(frozen=True, slots=True)
class ValueSlot:
    """The place of a figure's value."""


class Verb(str):
    """The main verb of a wording where the wording marks it: "Mud ^affects a hex"."""

    __slots__ = ()


TOLD, ASKED = "told: ", "asked: "
"""What stands before a wording that is read only in facts, or only in questions."""


Element = str | Slot | ValueSlot


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of one die or two: the ids of its templates, who makes it, and whether its result is kept secret.

    `dice` are the figures of the single dice, with one die none; `original` is what is rolled, `final` that with `modifier`.
    """

    name: str
    required: str
    original: str
    modifier: str
    final: str
    dice: tuple[str, ...] = ()
    by: str = ""
    secret: bool = False

    def throws(self) -> Iterator[tuple[int, ...]]:
        """Every way in which the dice can fall, each as likely as any other."""
        yield from product(range(1, 7), repeat=len(self.dice) or 1)

    def shows(self, template: str, throw: tuple[int, ...]) -> Fraction:
        """What a throw is worth for one of the figures: one die's number, or the sum for the original."""
        return Fraction(throw[self.dice.index(template)] if template in self.dice else sum(throw))


class VocabularyError(Exception):
    """A vocabulary entry that cannot be used; the message says which and why."""


@dataclass
class Vocabulary:
    """All templates of a rulebook with their patterns, the lexicon of nouns and adjectives, and the taxonomy."""

    templates: dict[str, Template] = field(default_factory=dict)
    singletons: dict[str, str] = field(default_factory=dict)
    purposes: tuple[str, ...] = ()
    rolls: dict[str, Roll] = field(default_factory=dict)
    effects: dict[str, str] = field(default_factory=dict)
    fates: tuple[str, ...] = ()
    """The templates that "What happens to T1?" asks for beside effects."""
    histories: dict[str, tuple[str, ...]] = field(default_factory=dict)
    shapes: dict[tuple[str, str], str] = field(default_factory=dict)
    phrasings: list[tuple[str, str]] = field(default_factory=list)
    written_out: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What units stand for: MP for "movement point"."""
    parents: dict[str, frozenset[str]] = field(default_factory=dict)
    apart: dict[str, frozenset[str]] = field(default_factory=dict)
    nouns: dict[tuple[str, ...], tuple[Template, bool]] = field(default_factory=dict)
    adjectives: dict[tuple[str, ...], Template] = field(default_factory=dict)
    folded_nouns: dict[tuple[str, ...], list[tuple[str, ...]]] = field(default_factory=dict)
    in_general: dict[str, str] = field(default_factory=dict)
    """For each template that says something for a thing, "the level of a hex for a LOS", the one that says it in general."""
    derived: dict[object, object] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What others make of the vocabulary once and keep with it; it is forgotten when an entry is added."""

    # -- taxonomy ---------------------------------------------------------------------------------------------

    def add_class(self, template: Template, parents: Iterable[str], synonyms: Iterable[str]) -> None:
        """Add a class of the ontology as a noun; `parents` are all its superclasses, itself left out."""
        self.parents[template.id] = frozenset(parents)
        self.add(template, synonyms)

    def is_a(self, kind: str, other: str) -> bool:
        """Whether every `kind` is an `other`, as far as the ontology's uncited taxonomy and axioms go."""
        return kind == other or other in self.parents.get(kind, frozenset())

    def disjoint(self, kind: str, other: str) -> bool:
        """Whether nothing can be both, themselves or through what they are kinds of."""
        found: dict[tuple[str, str], bool] = self.derived.setdefault("disjoint", {})  # type: ignore[assignment]
        known = found.get((kind, other))
        if known is None:
            ups = (kind, *self.parents.get(kind, ()))
            others = frozenset((other, *self.parents.get(other, ())))
            known = found[kind, other] = any(self.apart.get(up, frozenset()) & others for up in ups)
        return known

    def hold_apart(self, kind: str, others: frozenset[str]) -> None:
        """Say that nothing is both of a kind and of one of these."""
        self.apart[kind] = self.apart.get(kind, frozenset()) | others
        self.derived.clear()

    def related(self, kind: str, other: str) -> bool:
        """Whether a thing of one may fill a slot of the other."""
        return self.is_a(kind, other) or self.is_a(other, kind)

    def base_kind(self, template: Template) -> str:
        """The class that a noun or adjective is said of; a kind is said of itself."""
        return template.id if template.kind == "kind" else template.slots[0]

    # -- entries ----------------------------------------------------------------------------------------------

    def add(self, template: Template, synonyms: Iterable[str] = ()) -> None:
        """Add a template. Raises `VocabularyError` where its id or a wording is taken."""
        known = self.templates.get(template.id)
        if known is not None and not (known.kind == "kind" and template.kind == "noun"):
            raise VocabularyError(f"'{template.id}' is declared twice")
        if "#" in template.id:
            raise VocabularyError(
                f"'{template.id}' has a '#', which stands before the number of a part: leave it out"
            )
        for wording in template.wordings:
            if not wording.strip():
                raise VocabularyError(
                    f"'{template.id}' has a wording without words" if template.id else "it has no words"
                )
            if not template.unary:
                elements = self._checked(template, wording)
                if not _noun_phrase(template, wording):
                    self._distinct(template, wording, elements)
        self.templates[template.id] = template
        self.derived.clear()
        if template.kind in ("kind", "noun"):
            for label in (template.id, *template.wordings, *synonyms):
                many = template.plural if label == template.id and template.plural else plural(label)
                self._noun(words(label), template, False)
                if not template.mass:
                    self._noun(words(many), template, True)
                    if many == label and label[-1:].isupper():
                        # An abbreviation that stands for several, too, is written with an "s" all the same.
                        self._noun(words(plural(label)), template, True)
        elif template.kind == "adjective":
            for label in template.wordings:
                self.adjectives[words(label)] = template

    def phrase(self, name: str, wording: str) -> None:
        """Add a further sentence of a template, or one for facts or questions alone. Raises `VocabularyError` where it
        cannot be read."""
        self._checked(self.templates[name], bare(wording))
        self.phrasings.append((name, wording))
        self.derived.clear()

    def _checked(self, template: Template, wording: str) -> tuple[Element, ...]:
        """The elements of a wording; raises `VocabularyError` where they do not tell it from others."""
        text, says, value = wording.removeprefix("not: ").partition("=>")
        elements = self.elements(text, template)
        if says and number(value.strip()) is None and value.strip() not in {v.name for v in template.values}:
            raise VocabularyError(
                f"'{wording}' says no value behind '=>', as in 'a hex is adjacent to a hex B => 1'"
            )
        if not _noun_phrase(template, wording):
            verb_position(elements, wording)
        elif not any(isinstance(e, str) and e not in ("the", "of") for e in elements):
            raise VocabularyError(f"'{wording}' has no word that tells what it is about")
        return elements

    @property
    def units(self) -> frozenset[str]:
        """The units in which figures are told, which name no thing."""
        known = self.derived.get("units")
        if not isinstance(known, frozenset):
            known = frozenset(t.unit for t in self.templates.values() if t.unit is not None)
            self.derived["units"] = known
        return known

    @property
    def figures(self) -> frozenset[str]:
        """The templates of figures, by their ids."""
        known = self.derived.get("figures")
        if not isinstance(known, frozenset):
            known = frozenset(t.id for t in self.templates.values() if t.kind == "figure")
            self.derived["figures"] = known
        return known

    def _distinct(self, template: Template, wording: str, elements: Sequence[Element]) -> None:
        """Refuse two templates whose sentences differ only in what their slots are: types never choose."""
        shape = (template.kind, " ".join(e if isinstance(e, str) else "_" for e in elements))
        other = self.shapes.setdefault(shape, template.id)
        if other != template.id:
            raise VocabularyError(
                f"'{wording}' reads like '{other}' but for what its slots are: word one of them otherwise"
            )

    def _noun(self, label: tuple[str, ...], template: Template, many: bool) -> None:
        known = self.nouns.get(label)
        if known is not None and known[0].id != template.id:
            raise VocabularyError(f"'{' '.join(label)}' is a word for both {known[0].id} and {template.id}")
        if known is None or known[1]:
            self.nouns[label] = (template, many)
        folded = tuple(word.lower() for word in label)
        same = self.folded_nouns.setdefault(folded, [])
        if label not in same:
            same.append(label)

    # -- wordings ---------------------------------------------------------------------------------------------

    def elements(self, wording: str, template: Template) -> tuple[Element, ...]:
        """A wording cut into fixed words and slots.

        "a KIND" or "a KIND X" opens a slot, "a~KIND" does not, and `*` is the value's place. Slots may stand in another order
        than the template's: each is the one of its kind with its letter, else the first of its kind that is left.
        """
        return _elements(wording, tuple(template.slots), template.letters)

    def display(self, wording: str, template: Template) -> list[str | Slot]:
        """A wording cut into slots and what stands between them as written, for showing it."""
        slots, letters = template.slots, template.letters
        tokens = wording.removeprefix("not: ").split()
        found: list[str | Slot] = []
        left = list(range(len(slots)))
        position = 0
        while position < len(tokens):
            token = tokens[position]
            index = None
            if token in ("a", "an", "another"):
                index = _first_of(left, slots, letters, tokens[position + 1 :])
            if index is not None:
                end = position + 1 + len(slots[index].split())
                if end < len(tokens) and len(tokens[end]) == 1 and tokens[end].isupper():
                    end += 1
                found.append(Slot(index))
                left.remove(index)
                position = end
                continue
            found.append(Verb(token[1:]) if token.startswith("^") else token.replace("~", " "))
            position += 1
        return found

    def find_slots(self, wording: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The slot classes of a wording and their letters: each "a CLASS" whose class the ontology has."""
        flat = _flat(wording)
        slots: list[str] = []
        letters: list[str] = []
        position = 0
        while position < len(flat):
            if flat[position] in ("a", "an", "another", "A", "An"):
                for end in range(min(len(flat), position + 6), position + 1, -1):
                    entry = self.nouns.get(tuple(flat[position + 1 : end]))
                    if entry is not None and not entry[1] and entry[0].kind == "kind":
                        slots.append(entry[0].id)
                        letter = ""
                        if end < len(flat) and len(flat[end]) == 1 and flat[end].isupper():
                            letter = flat[end]
                        letters.append(letter)
                        position = end - 1
                        break
            position += 1
        return tuple(slots), tuple(letters)


@lru_cache(maxsize=32_768)
def _elements(wording: str, slots: tuple[str, ...], letters: tuple[str, ...]) -> tuple[Element, ...]:
    """What `Vocabulary.elements` says, found once: reading a rulebook asks several times for each wording."""
    flat = _flat(wording)
    found: list[Element] = []
    position = 0
    left = list(range(len(slots)))
    while position < len(flat):
        word = flat[position]
        if word == "*":
            found.append(ValueSlot())
            position += 1
            continue
        if word in ("a", "an", "another", "A", "An"):
            index = _first_of(left, slots, letters, flat[position + 1 :])
            if index is not None:
                end = position + 1 + len(_words_of(slots[index]))
                if end < len(flat) and len(flat[end]) == 1 and flat[end].isupper():
                    end += 1
                found.append(Slot(index))
                left.remove(index)
                position = end
                continue
        found.append(Verb(word[1:]) if word.startswith("^") else word.removeprefix("~"))
        position += 1
    if left:
        raise VocabularyError(
            f"'{wording}' has {len(slots) - len(left)} of the {len(slots)} slots {', '.join(slots)}"
        )
    return tuple(found)


def _first_of(
    left: Sequence[int], slots: Sequence[str], letters: Sequence[str], after: Sequence[str]
) -> int | None:
    """The slot that is left whose kind these words begin with, the one with their letter before others."""
    first = None
    for index in left:
        kind = _words_of(slots[index])
        if tuple(after[: len(kind)]) == kind:
            letter = letters[index] if letters else ""
            if letter and tuple(after[len(kind) : len(kind) + 1]) == (letter,):
                return index
            first = index if first is None else first
    return first


def _noun_phrase(template: Template, wording: str) -> bool:
    """Whether a wording names a figure, "the depth of a hex", and is no sentence."""
    return template.kind == "figure" and "*" not in wording and "=>" not in wording


def _flat(wording: str) -> list[str]:
    """The words of a wording; those of a compound joined by "~" are marked with it, since they open no slot."""
    flat: list[str] = []
    for token in wording.replace("*", " * ").split():
        if token == "*" or token.startswith("^"):
            flat.append(token)
        elif "~" in token:
            flat.extend(_compound(token))
        else:
            flat.extend(_words_of(token) or (token,))
    return flat


_words_of = lru_cache(maxsize=16_384)(words)
"""The words of a kind or of a part of a wording: the same ones come again and again."""


@lru_cache(maxsize=16_384)
def _compound(token: str) -> tuple[str, ...]:
    """The words of a compound, each marked."""
    return tuple([f"~{word}" for word in words(token.replace("~", " "))])


_JOINING = frozenset(
    {
        *("and", "or", "of", "to", "in", "into", "from", "for", "with", "by", "on", "at", "off"),
        *("over", "along", "across", "between", "before", "after", "under", "beyond"),
    }
)
"""Words that join a slot to the next: where one stands in the verb's place, the verb came earlier and is to be marked."""


def unmarked(wording: str) -> str:
    """A wording without the marks of compounds and verbs."""
    return wording.replace("~", " ").replace("^", "")


def bare(wording: str) -> str:
    """A wording without what keeps it to facts, or to questions."""
    return wording.removeprefix(TOLD).removeprefix(ASKED)


def verb_position(elements: Sequence[Element], wording: str) -> int:
    """Where the main verb of a wording stands: where "^" marks it, at its first auxiliary, else the word
    after its first slot or before the value.

    Raises `VocabularyError` where there is neither, and where that word, in a wording without a
    value, is a preposition or a conjunction.
    """
    auxiliary: int | None = None
    for position, element in enumerate(elements):
        if isinstance(element, Verb):
            return position
        if auxiliary is None and isinstance(element, str) and element in AUXILIARIES:
            auxiliary = position
    if auxiliary is not None:
        return auxiliary
    for position, element in enumerate(elements[:-1]):
        following = elements[position + 1]
        if isinstance(element, Slot | ValueSlot) and isinstance(following, str):
            if following in _JOINING and not any(isinstance(e, ValueSlot) for e in elements):
                break
            return position + 1
        if isinstance(element, str) and isinstance(following, ValueSlot):
            return position
    raise VocabularyError(f"'{wording}' has no verb that can be told: mark it, as in 'Mud ^affects a hex'")
