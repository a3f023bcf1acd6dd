"""Sentences: every complete reading of a line of controlled English against a vocabulary.

Reading never guesses. `Reader.read` collects all readings that use every word; none and several are for the caller to
report. Noun phrases stay as written here ("a shallow OCEAN hex", "hex B", "T1"): what they stand for is decided later,
against the variables of a rule (`kb.rulelang.names`) or the things of a scenario (`kb.rulelang.scenario`).

    sentence = phrase "is" ["not"] predicate | pattern of a template, its slots filled by phrases | figure "is" amount
    phrase   = ("a"|"an"|"the"|"another"|"no") {adjective} noun [LETTER|name] | noun LETTER|name | name
             | plural or mass noun | "each of" nouns
    amount   = [comparator] number [unit] | unit number | value | figure | amount ("plus"|"minus"|"times") amount
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ingest.late_dataclasses import dataclass, replace
from ingest.term_forms import singular
from kb.rulelang.lexicon import lexicon_of, lowered
from kb.rulelang.patterns import Form, Mode, Node, Pattern, Which, forms_of
from kb.rulelang.tree import Comparator
from kb.rulelang.vocabulary import Slot, Template, Vocabulary
from kb.rulelang.words import ARTICLES, AUXILIARIES, number, plural, words


class Phrase(NamedTuple):
    """A noun phrase as written. `modifiers` and `noun` are template ids; `items` those of an "each of" list."""

    determiner: str
    modifiers: tuple[str, ...]
    noun: str | None
    name: str
    many: bool = False
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """A template asserted or denied of phrases."""

    template: str
    args: tuple[Phrase, ...]
    positive: bool
    purpose: str | None = None


@dataclass(frozen=True, slots=True)
class Predicated:
    """Nouns and adjectives said of a phrase: all of them, or for `mode` "one of" at least one."""

    subject: Phrase
    predicates: tuple[str, ...]
    positive: bool
    mode: str = "all"
    purpose: str | None = None


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with the unit that was written, if any."""

    value: Fraction
    unit: str | None


@dataclass(frozen=True, slots=True)
class Listed:
    """A listed value, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Measured:
    """The value of a figure said of phrases."""

    template: str
    args: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class Combined:
    """Two amounts and what combines them."""

    op: str
    left: RawAmount
    right: RawAmount


@dataclass(frozen=True, slots=True)
class Named:
    """A thing as the value of a figure."""

    phrase: Phrase


RawAmount = Quantity | Listed | Measured | Combined | Named


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison: the figure on the left stands in `op` to each, or one, of the amounts on the right."""

    op: Comparator
    left: RawAmount
    right: tuple[RawAmount, ...]
    purpose: str | None = None


Reading = Said | Predicated | Compared

_COMPARATORS: tuple[tuple[tuple[str, ...], Comparator], ...] = (
    (("at", "least"), "at least"),
    (("at", "most"), "at most"),
    (("more", "than"), "more than"),
    (("less", "than"), "less than"),
    (("fewer", "than"), "less than"),
    (("exactly",), "is"),
    (("≥",), "at least"),
    (("≤",), "at most"),
    ((">",), "more than"),
    (("<",), "less than"),
)
_COMPARING = frozenset(form[0] for form, _ in _COMPARATORS)
_NEGATED: dict[Comparator, Comparator] = {
    "is": "is not",
    "is not": "is",
    "at least": "less than",
    "at most": "more than",
    "more than": "at most",
    "less than": "at least",
}


def negated(op: Comparator) -> Comparator:
    """The comparator that holds exactly where this one does not."""
    return _NEGATED[op]


Values = tuple[tuple[Comparator, tuple["RawAmount", ...]], ...]
"""The values in a sentence, each with its comparator."""

_Match = tuple[int, Pattern, tuple[tuple[int, Phrase], ...], Values]
"""The token after a match, the pattern that matched, the phrases by their slots, and the values."""


class Reader:
    """Reads sentences against one vocabulary. `fold` reads without regard to case where that stays unambiguous; `free`
    is for what players say: "it" and "they" are noun phrases, and where there is no other reading, loose patterns are read.
    `short` reads nothing but sentences that leave a thing unsaid, for which their readings have "it".
    """

    def __init__(
        self, vocabulary: Vocabulary, *, fold: bool = False, free: bool = False, short: bool = False
    ) -> None:
        self.vocabulary = vocabulary
        self.fold = fold
        self.free = free
        self.short = short
        self._forms = forms_of(vocabulary, fold, free, short)
        self._lexicon = lexicon_of(vocabulary, fold)
        self._units = vocabulary.units
        self._purpose_forms = [
            (form, purpose)
            for purpose in vocabulary.purposes
            for form in (("for", *_form(purpose)[0]), ("for", *_form(purpose)[0], "purposes"))
        ]
        self._related = _related_of(vocabulary)
        self._listed: _ListedValues = vocabulary.derived.setdefault("listed values", {})  # type: ignore[assignment]
        self._start(())

    def read(self, sentence: str | Sequence[str], *, question: bool = False) -> list[Reading]:
        """All readings of an assertion, or of a yes-or-no question, without doubles."""
        tokens = words(sentence) if isinstance(sentence, str) else tuple(sentence)
        if not _QUOTES.isdisjoint(tokens):
            tokens = tuple(
                token
                for at, token in enumerate(tokens)
                if token not in _QUOTES or (at and _FRACTION.fullmatch(tokens[at - 1]))
            )
        found: list[Reading] = []
        for part, purpose in self._purposes(tokens) if "for" in tokens else ((tokens, None),):
            self._start(part)
            mode: Mode = "asked" if question else "said"
            for reading in (*self._patterns(mode), *(() if self.short else self._copula(question))):
                found.append(reading if purpose is None else replace(reading, purpose=purpose))
            if not question and not self.short and not _COMBINING.isdisjoint(part):
                for compared in self._sums():
                    found.append(compared if purpose is None else replace(compared, purpose=purpose))
        if len(found) < 2:
            return found
        found = list(dict.fromkeys(found))
        # The word of a purpose is no thing's name where it can be the purpose.
        meant = [reading for reading in found if not self._named_as_a_purpose(reading)]
        return meant or found

    def _named_as_a_purpose(self, reading: Reading) -> bool:
        if reading.purpose is not None or not isinstance(reading, Said):
            return False
        return any(phrase.noun is None and phrase.name in self.vocabulary.purposes for phrase in reading.args)

    def singleton(self, tokens: Sequence[str]) -> str | None:
        """The name of what there is only one of with which words begin."""
        found = self._lexicon.singleton(tuple(tokens), 0)
        return None if found is None else found[1]

    def read_wanted(self, sentence: Sequence[str]) -> list[Said]:
        """All readings of a sentence that says what somebody wants to do, as what they then may do."""
        self._start(tuple(sentence))
        return [reading for reading in self._patterns("wanted") if isinstance(reading, Said)]

    def read_value_question(self, sentence: Sequence[str]) -> list[Measured]:
        """All readings of a question for the value of a figure: "What depth does hex 5 have?"."""
        self._start(tuple(sentence))
        found = {
            Measured(pattern.template.id, _in_order(args, pattern)): None
            for form in self._known()
            for end, pattern, args, _ in self._matches(form, "value", 0)
            if end == len(self._tokens)
        }
        return list(found)

    def read_figure(self, sentence: Sequence[str]) -> list[Measured]:
        """All readings of a whole phrase as a figure: "the level of hex 1079"."""
        self._start(tuple(sentence))
        return [figure for end, figure in self.figures(0) if end == len(self._tokens)]

    def read_amount(self, sentence: Sequence[str], figure: Template | None) -> list[RawAmount]:
        """All readings of a whole phrase as an amount of a figure."""
        self._start(tuple(sentence))
        return [amount for end, amount in self.amounts(0, figure) if end == len(self._tokens)]

    def read_phrase(self, sentence: Sequence[str]) -> list[Phrase]:
        """All readings of a whole noun phrase."""
        self._start(tuple(sentence))
        return [phrase for end, phrase in self.phrases(0) if end == len(self._tokens)]

    def _start(self, tokens: tuple[str, ...]) -> None:
        self._tokens = tokens
        self._lowered = lowered(tokens)
        keys = self._lowered if self.fold else tokens
        self._keys = tuple(["a" if key == "an" else key for key in keys]) if "an" in keys else keys
        self._firsts: tuple[str, ...] = ()
        if tokens:
            first = tokens[0]
            low = first[0].lower() + first[1:]
            high = first[0].upper() + first[1:]
            self._firsts = ("a" if low == "an" else low, high) if low != first else (high,)
        self._phrases: dict[int, list[tuple[int, Phrase]]] = {}
        self._filling: dict[tuple[int, str], list[tuple[int, Phrase]]] = {}
        self._bounded: dict[tuple[int, str], list[tuple[int, Comparator, tuple[RawAmount, ...]]]] = {}
        self._nouns: dict[int, list[tuple[int, Template, bool]]] = {}
        self._candidates: list[Form] | None = None
        self._naming: list[Form] | None = None

    def _known(self) -> list[Form]:
        """The wordings that this sentence could be, or hold."""
        if self._candidates is None:
            self._candidates = self._forms.among({*self._lowered, *self._keys, *self._firsts})
        return self._candidates

    def _purposes(self, tokens: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str | None]]:
        yield tokens, None
        for form, purpose in self._purpose_forms:
            if tokens[-len(form) :] == form:
                yield tokens[: -len(form)], purpose

    # -- whole sentences --------------------------------------------------------------------------------------

    def _patterns(self, mode: Mode) -> Iterator[Said | Compared]:
        count = len(self._tokens)
        whole = [
            match for form in self._known() for match in self._matches(form, mode, 0) if match[0] == count
        ]
        strict = [match for match in whole if not match[1].loose]
        for _, pattern, args, values in strict or whole:
            phrases = _in_order(args, pattern)
            if pattern.template.kind == "figure":
                yield from self._figure_said(pattern, phrases, values)
            else:
                yield Said(pattern.template.id, _alike_named(phrases, pattern), pattern.positive)

    def _sums(self) -> Iterator[Compared]:
        """Comparisons whose left side is no single figure: "the load of C1 plus the crew of C1 is at least 4"."""
        tokens = self._tokens
        for end, left in self.amounts(0, None):
            figure = _first_figure(left)
            if not isinstance(left, Combined) or figure is None or tokens[end : end + 1] != ("is",):
                continue
            positive = tokens[end + 1 : end + 2] != ("not",)
            template = self.vocabulary.templates[figure.template]
            for stop, op, amounts in self._bounds(end + 1 + (not positive), template):
                if stop == len(tokens):
                    yield Compared(op if positive else negated(op), left, amounts)

    def _figure_said(
        self,
        pattern: Pattern,
        args: tuple[Phrase, ...],
        values: Values,
    ) -> Iterator[Compared]:
        figure = Measured(pattern.template.id, args)
        if pattern.fixed is not None:
            # What is not adjacent is farther away.
            denied: Comparator = "more than" if pattern.template.unit == "hexes" else "is not"
            value = (
                Listed(pattern.fixed)
                if isinstance(pattern.fixed, str)
                else Quantity(pattern.fixed, pattern.template.unit)
            )
            yield Compared("is" if pattern.positive else denied, figure, (value,))
            return
        for op, amounts in values:
            bound: Comparator = "at most" if pattern.op == "at most" and op == "is" else op
            yield Compared(bound if pattern.positive else negated(bound), figure, amounts)

    def _matches(self, form: Form, mode: Mode, position: int) -> list[_Match]:
        """The ways in which patterns of a wording match tokens from a position on."""
        found: list[_Match] = []
        root = form.root(mode)
        if root is not None:
            self._walk(root, position, form.template, (), (), found)
        return found

    def _walk(
        self,
        node: Node,
        position: int,
        template: Template,
        args: tuple[tuple[int, Phrase], ...],
        values: Values,
        found: list[_Match],
    ) -> None:
        keys = self._keys
        count = len(keys)
        while True:
            if node.end is not None:
                found.append((position, node.end, args, values))
            if position >= count:
                return
            child = node.words.get(keys[position])
            if child is None and position == 0 and node.words:
                for variant in self._firsts:
                    child = node.words.get(variant)
                    if child is not None:
                        break
            if node.forks:
                break
            if child is None:
                return
            node = child
            position += 1
        if child is not None:
            self._walk(child, position + 1, template, args, values, found)
        for index, child in node.slots:
            for end, phrase in self._filled(position, template.slots[index]):
                self._walk(child, end, template, (*args, (index, phrase)), values, found)
        if node.value is not None:
            for end, op, amounts in self._bounds(position, template):
                self._walk(node.value, end, template, args, (*values, (op, amounts)), found)
        for which, child in node.which:
            for end in self._which(position, which, template):
                self._walk(child, end, template, args, values, found)

    def _which(self, position: int, which: Which, template: Template) -> Iterator[int]:
        """The tokens after "what", "which", "how many hexes" and the like."""
        tokens = self._lowered
        number_ = not template.values and template.of is None
        follow = tokens[position + 1] if position + 1 < len(tokens) else ""
        if tokens[position] in ("what", "which") or (tokens[position] == "who" and template.values):
            if (
                which.many
                and template.unit == "number"
                and follow not in AUXILIARIES
                and singular(follow) != follow
            ):
                return  # "which ways are there" asks for the ways, not how many there are
            end = position + 1
            yield end
            if not which.many:
                return
        elif tokens[position] == "how" and which.many:
            end = position + 2
            if follow in ("many", "much"):
                if not number_ and not _says(template, "number"):
                    return
            elif follow == "far":
                if template.unit != "hexes":
                    return
            elif not _says(template, NOUNS_OF.get(follow, "")):
                return
            yield end
        else:
            return
        if number_:
            for form in self._unit_forms(template.unit):
                if tokens[end : end + len(form)] == lowered(form):
                    yield end + len(form)
        elif template.of is not None:
            for stop, noun, _ in self._noun_at(end):
                if noun.id == template.of:
                    yield stop

    def _unit_forms(self, unit: str | None) -> Sequence[tuple[str, ...]]:
        """How a unit may be written behind a number."""
        if unit is None or unit == "number":
            return ()
        return _unit_forms(unit, self.vocabulary.written_out.get(unit, ()))

    def _filled(self, position: int, kind: str) -> list[tuple[int, Phrase]]:
        """The noun phrases that start at a token and fit a slot."""
        known = self._filling.get((position, kind))
        if known is None:
            known = [found for found in self.phrases(position) if self._fits(found[1], kind)]
            self._filling[position, kind] = known
        return known

    def _fits(self, phrase: Phrase, kind: str) -> bool:
        related = self._related
        if phrase.noun is not None and not related[phrase.noun, kind]:
            return False
        said = phrase.items or phrase.modifiers
        if phrase.items and phrase.modifiers:
            said = (*phrase.items, *phrase.modifiers)
        return not said or all(related[item, kind] for item in said)

    def _copula(self, question: bool) -> Iterator[Predicated]:
        tokens = self._tokens
        if question:
            if not tokens or tokens[0].lower() not in ("is", "are"):
                return
            for end, subject in self.phrases(1):
                if tokens[end : end + 1] == ("not",):
                    yield from self._predicates(subject, end + 1, False)
                else:
                    yield from self._predicates(subject, end, True)
            return
        for end, subject in self.phrases(0):
            if tokens[end : end + 1] not in (("is",), ("are",)):
                continue
            if tokens[end + 1 : end + 2] == ("not",):
                yield from self._predicates(subject, end + 2, False)
            else:
                yield from self._predicates(subject, end + 1, True)

    def _predicates(self, subject: Phrase, start: int, positive: bool) -> Iterator[Predicated]:
        tokens = self._tokens
        rest = tokens[start:]
        if not rest:
            return
        for mode in ("one of", "each of") if rest[1:2] == ("of",) else ():
            if rest[:2] == tuple(mode.split()):
                items = self._items(start + 2, len(tokens))
                if items and self._fitting(subject, items):
                    yield Predicated(subject, items, positive, mode)
                return
        for end, phrase in self._nominals(start):
            if end == len(tokens) and not phrase.name and phrase.determiner in ("a", "an", "the", ""):
                predicates = (*phrase.modifiers, *((phrase.noun,) if phrase.noun else ()))
                if self._together(predicates) and self._fitting(subject, predicates):
                    yield Predicated(subject, predicates, positive)

    def _together(self, predicates: Sequence[str]) -> bool:
        """Whether an adjective and its noun can be said of one thing: no step is an overlay-edge hexside."""
        vocabulary = self.vocabulary
        kinds = [vocabulary.base_kind(vocabulary.templates[each]) for each in predicates]
        return not any(vocabulary.disjoint(*pair) for pair in combinations(kinds, 2))

    def _fitting(self, subject: Phrase, predicates: Sequence[str]) -> bool:
        vocabulary = self.vocabulary
        return all(self._fits(subject, vocabulary.base_kind(vocabulary.templates[p])) for p in predicates)

    def _items(self, start: int, end: int) -> tuple[str, ...] | None:
        """Nouns in a list "A, B and C" or "A, B or C" that fills the tokens from `start` to `end`."""
        items: list[str] = []
        position = start
        while position < end:
            best: tuple[int, str] | None = None
            at = position
            if self._tokens[position] in ("a", "an") and not any(True for _ in self._noun_at(position)):
                at = position + 1
            for stop, template, _ in self._noun_at(at):
                if best is None or stop > best[0]:
                    best = (stop, template.id)
            for stop, adjective in self._adjective_at(at):
                if best is None or stop > best[0]:
                    best = (stop, adjective.id)
            if best is None:
                return None
            items.append(best[1])
            position = best[0]
            if position == end:
                return tuple(items)
            if self._tokens[position] not in (",", "and", "or"):
                return None
            position += 1
            if position < end and self._tokens[position] in ("and", "or"):
                position += 1
        return None

    # -- noun phrases -----------------------------------------------------------------------------------------

    def phrases(self, position: int) -> list[tuple[int, Phrase]]:
        """The noun phrases that start at a token, each with the token after it."""
        known = self._phrases.get(position)
        if known is None:
            known = []
            for found in self._phrases_at(position):
                if found not in known:
                    known.append(found)
            self._phrases[position] = known
        return known

    def _phrases_at(self, position: int) -> Iterator[tuple[int, Phrase]]:
        tokens = self._tokens
        if position >= len(tokens):
            return
        word = tokens[position]
        if word == "each" and tokens[position + 1 : position + 2] == ("of",):
            for end in range(len(tokens), position + 2, -1):
                items = self._items(position + 2, end)
                if items:
                    yield end, Phrase("each of", (), None, "", items=items)
                    return
            return
        after = tokens[position + 1 : position + 2]
        # "A is a hex", "A fords hex 5": an article stands before no verb.
        letter = word == "A" and (
            after in _AFTER_LETTER
            or (_FINITE.fullmatch(after[0]) is not None and not self._noun_at(position + 1))
        )
        plain = self._lowered[position] if position == 0 and not letter else word
        if not self._lexicon.begins(word, self._lowered[position], position):
            if plain not in ARTICLES and not (self.free and plain in THESE):
                if self.free and plain in PRONOUNS:
                    yield position + 1, Phrase(PRONOUNS[plain], (), None, "", plain in _MANY)
                elif (
                    word != _SPEAKER
                    and self._may_name(word)
                    and word not in self._lexicon.verbs
                    and word not in self._lexicon.years
                    and not self._counts(position)
                ):
                    yield position + 1, Phrase("", (), None, word)
                return
        elif self.free and plain in PRONOUNS:
            yield position + 1, Phrase(PRONOUNS[plain], (), None, "", plain in _MANY)
            return
        single = self._lexicon.singleton(tokens, position)
        for end, phrase in self._nominals(position):
            if (phrase.noun is not None or phrase.name) and (single is None or end != single[0]):
                yield end, phrase
        if single is not None:
            yield single[0], Phrase("", (), None, single[1])
        elif (
            plain not in ARTICLES
            and word != _SPEAKER
            and self._may_name(word)
            and not self._is_word(position)
            and not self._counts(position)
        ):
            yield position + 1, Phrase("", (), None, word)

    def _may_name(self, word: str) -> bool:
        """Whether a token can name a thing, which no unit of measure does: "with 30 FP" tells of nothing called FP."""
        return is_name(word) and word not in self._units

    def _counts(self, position: int) -> bool:
        """Whether a sentence begins with how many there are, whose capital makes no name of it: "Two squads …"."""
        return position == 0 and self._tokens[0].isalpha() and number(self._tokens[0]) is not None

    def _nominals(self, position: int) -> Iterator[tuple[int, Phrase]]:
        tokens = self._tokens
        if position >= len(tokens):
            return
        determiner = ""
        first = tokens[position].lower() if position == 0 else tokens[position]
        if first in ARTICLES:
            determiner = "the" if first in ("this", "that") else first
            position += 1
            if self.free and determiner == "the" and tokens[position : position + 1] == ("other",):
                determiner = OTHER
                position += 1
        elif self.free and first in THESE:
            determiner = "these"
            position += 1
            if position < len(tokens) and tokens[position].isalpha() and number(tokens[position]) is not None:
                determiner = f"these {tokens[position]}"
                position += 1
        for start, modifiers in self._modifiers(position, ()):
            for end, noun, many in self._noun_at(start):
                if (modifiers and not self._modifies(modifiers, noun)) or (
                    determiner.startswith("these") and not many
                ):
                    continue
                if determiner:
                    yield end, Phrase(determiner, modifiers, noun.id, "", many)
                elif many or noun.mass or _alike(noun, tokens[start:end]):
                    yield end, Phrase("", modifiers, noun.id, "", True)
                named = end < len(tokens) and self._may_name(tokens[end])
                if named and any(stop > end for stop, _, _ in self._noun_at(start)):
                    continue  # "OBA HE" is that noun, not an OBA called HE
                if named and not self._is_word(end) and (not many or not determiner):
                    yield end + 1, Phrase(determiner, modifiers, noun.id, tokens[end], many)
            if modifiers and not determiner:
                yield start, Phrase("", modifiers, None, "")

    def _modifiers(self, position: int, before: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
        yield position, before
        if len(before) >= 4:
            return
        for end, adjective in self._adjective_at(position):
            if adjective.kind == "noun" and any(stop > end for stop, _, _ in self._noun_at(position)):
                continue  # "OCEAN hex" is that noun, not a hex that is OCEAN
            yield from self._modifiers(end, (*before, adjective.id))
        for end, noun, many in self._noun_at(position):
            if noun.mass and not many:
                yield from self._modifiers(end, (*before, noun.id))

    def _modifies(self, modifiers: tuple[str, ...], noun: Template) -> bool:
        """Whether words that are nouns too can stand before a noun: "a river scenario" is no scenario that is a river hex."""
        vocabulary = self.vocabulary
        return all(
            template.kind != "noun"
            or template.mass
            or vocabulary.related(template.slots[0], vocabulary.base_kind(noun))
            for template in map(vocabulary.templates.__getitem__, modifiers)
        )

    def _is_word(self, position: int) -> bool:
        """Whether what could be a name is a noun or an adjective."""
        if position >= len(self._tokens):
            return False
        verb = self._tokens[position] in self._lexicon.verbs
        return verb or bool(self._noun_at(position) or self._adjective_at(position))

    def _noun_at(self, position: int) -> list[tuple[int, Template, bool]]:
        known = self._nouns.get(position)
        if known is None:
            known = []
            if position < len(self._tokens):
                known = self._lexicon.nouns(self._tokens, self._lowered, position)
            self._nouns[position] = known
        return known

    def _adjective_at(self, position: int) -> Sequence[tuple[int, Template]]:
        if position < len(self._tokens):
            return self._lexicon.adjectives(self._tokens, self._lowered, position)
        return ()

    # -- figures and amounts ----------------------------------------------------------------------------------

    def figures(self, position: int) -> Iterator[tuple[int, Measured]]:
        """The figures whose noun phrase starts at a token, each with the token after it."""
        if self._naming is None:
            self._naming = [form for form in self._known() if form.root("figure") is not None]
        for form in self._naming:
            for end, pattern, args, _ in self._matches(form, "figure", position):
                yield end, Measured(pattern.template.id, _in_order(args, pattern))

    def _bounds(self, position: int, figure: Template) -> list[tuple[int, Comparator, tuple[RawAmount, ...]]]:
        """The values that start at a token: with a comparator before or after, or several of which one is meant."""
        known = self._bounded.get((position, figure.id))
        if known is None:
            known = self._bounded[position, figure.id] = list(self._bounds_at(position, figure))
        return known

    def _bounds_at(
        self, position: int, figure: Template
    ) -> Iterator[tuple[int, Comparator, tuple[RawAmount, ...]]]:
        """Amounts with a comparator before or after: "at most 3 hexes", "3 hexes or more", "one of A and B"."""
        tokens = self._tokens
        if tokens[position : position + 2] == ("one", "of"):
            yield from self._alternatives(position + 2, figure)
        op: Comparator = "is"
        for form, comparator in (
            _COMPARATORS if tokens[position : position + 1] and tokens[position] in _COMPARING else ()
        ):
            if tokens[position : position + len(form)] == form:
                op = comparator
                position += len(form)
                break
        for end, amount in self.amounts(position, figure):
            yield end, op, (amount,)
            if op == "is" and tokens[end : end + 1] == ("or",):
                follow = tokens[end + 1 : end + 2]
                if follow == ("more",):
                    yield end + 2, "at least", (amount,)
                elif follow in (("less",), ("fewer",)):
                    yield end + 2, "at most", (amount,)
        if op == "is" and ("or" in tokens or "," in tokens):
            yield from self._alternatives(position, figure)

    def _alternatives(
        self, position: int, figure: Template
    ) -> Iterator[tuple[int, Comparator, tuple[RawAmount, ...]]]:
        """Values joined by commas and "or": "Slight or Moderate", "1, 3 or 5"."""
        tokens = self._tokens
        found: list[RawAmount] = []
        while True:
            best: tuple[int, Listed | Quantity] | None = None
            for end, value in self._values(position, figure):
                if best is None or end > best[0]:
                    best = (end, value)
            if best is None and not figure.values and position < len(tokens):
                counted = number(tokens[position])
                best = None if counted is None else (position + 1, Quantity(counted, figure.unit))
                for form in self._unit_forms(figure.unit) if best is not None else ():
                    if tokens[position + 1 : position + 1 + len(form)] == form:
                        best = (position + 1 + len(form), Quantity(counted or Fraction(0), figure.unit))
            if best is None:
                return
            position = best[0]
            found.append(best[1])
            if tokens[position : position + 1] not in ((",",), ("or",)):
                break
            position += 1
            if tokens[position : position + 1] == ("or",):
                position += 1
        if len(found) > 1:
            yield position, "is", tuple(found)

    def _values(self, position: int, figure: Template) -> Iterator[tuple[int, Listed]]:
        if figure.values and position < len(self._lowered):
            known = self._listed.get(figure.id)
            if known is None:
                known = self._listed[figure.id] = _values_by_word(figure)
            for low, value in known.get(self._lowered[position], ()):
                end = position + len(low)
                if self._lowered[position:end] == low:
                    yield end, value

    def amounts(self, position: int, figure: Template | None) -> Iterator[tuple[int, RawAmount]]:
        """The amounts that start at a token, longest combinations included, each with the token after it.

        As in arithmetic: products and quotients first, and of those alike what stands first.
        """
        for end, left in self._products(position, figure):
            yield from self._added(end, left, figure)

    def _added(
        self, position: int, left: RawAmount, figure: Template | None
    ) -> Iterator[tuple[int, RawAmount]]:
        """An amount, and what is added to it or taken from it from a token on."""
        yield position, left
        op = self._tokens[position : position + 1]
        if op in (("plus",), ("minus",)):
            for end, right in self._products(position + 1, figure):
                yield from self._added(end, Combined(op[0], left, right), figure)

    def _products(self, position: int, figure: Template | None) -> Iterator[tuple[int, RawAmount]]:
        for end, left in self._simple_amounts(position, figure):
            yield from self._multiplied(end, left, figure)

    def _multiplied(
        self, position: int, left: RawAmount, figure: Template | None
    ) -> Iterator[tuple[int, RawAmount]]:
        """An amount, and what it is multiplied with or divided by from a token on."""
        yield position, left
        for op in (("times",), ("divided", "by")):
            after = position + len(op)
            if self._tokens[position:after] == op:
                for end, right in self._simple_amounts(after, figure):
                    yield from self._multiplied(end, Combined(" ".join(op), left, right), figure)

    def _simple_amounts(self, position: int, figure: Template | None) -> Iterator[tuple[int, RawAmount]]:
        tokens = self._tokens
        if position >= len(tokens):
            return
        if figure is not None:
            listed = list(self._values(position, figure))
            yield from listed
            if listed:  # a listed value such as "Half" is no number
                return
        yield from self.figures(position)
        value = number(tokens[position])
        if figure is not None and figure.of is not None:
            for end, phrase in self.phrases(position):
                if not phrase.items and self._fits(phrase, figure.of):
                    yield end, Named(phrase)
            return
        for word in ("lesser", "greater") if tokens[position] == "the" else ():
            if tokens[position : position + 3] == ("the", word, "of"):
                for end, left in self._simple_amounts(position + 3, figure):
                    if tokens[end : end + 1] == ("and",):
                        for stop, right in self._simple_amounts(end + 1, figure):
                            yield stop, Combined(word, left, right)
        unit = figure.unit if figure is not None else None
        forms = self._unit_forms(unit)
        if value is not None:
            yield position + 1, Quantity(value, unit)
            for form in forms:
                if tokens[position + 1 : position + 1 + len(form)] == form:
                    yield position + 1 + len(form), Quantity(value, unit)
        for form in forms if value is None and unit != "hexes" else ():  # hex 5 is a hex
            end = position + len(form)
            if self._lowered[position:end] == lowered(form) and end < len(tokens):
                value = number(tokens[end])
                if value is not None:
                    yield end + 1, Quantity(value, unit)


def _alike(noun: Template, tokens: tuple[str, ...]) -> bool:
    """Whether one of a noun is called as several are: craft, LC."""
    return noun.plural is not None and noun.plural.lower() == " ".join(tokens).lower()


def _in_order(args: tuple[tuple[int, Phrase], ...], pattern: Pattern) -> tuple[Phrase, ...]:
    """Phrases in the order of their slots, "it" where a slot is left unsaid."""
    if len(args) < len(pattern.template.slots):
        said = dict(args)
        return tuple(said.get(index, UNSAID) for index in range(len(pattern.template.slots)))
    if len(args) > 1:
        args = tuple(sorted(args, key=_index))
    return tuple([phrase for _, phrase in args])


def _alike_named(phrases: tuple[Phrase, ...], pattern: Pattern) -> tuple[Phrase, ...]:
    """Phrases with "lake hex 2" for the "2" of "lake hexes 1 and 2", where the pattern speaks of the two in one breath."""
    if "and" not in pattern.elements:
        return phrases
    for before, joint, after in zip(
        pattern.elements, pattern.elements[1:], pattern.elements[2:], strict=False
    ):
        if joint != "and" or not isinstance(before, Slot) or not isinstance(after, Slot):
            continue
        one, other = phrases[before.index], phrases[after.index]
        if one.many and one.name and other.name and not (other.noun or other.modifiers or other.determiner):
            named = list(phrases)
            named[after.index] = other._replace(noun=one.noun, modifiers=one.modifiers)
            return tuple(named)
    return phrases


def _index(arg: tuple[int, Phrase]) -> int:
    return arg[0]


def _says(figure: Template, noun: str) -> bool:
    """Whether a figure is worded with a noun: "how deep" asks for a depth."""
    return bool(noun) and any(noun in words(wording.lower()) for wording in figure.wordings)


PRONOUNS = {"it": "it", "they": "they", "them": "they", "he": "it", "she": "it", "him": "it"}
"""The words that stand for what was told of before, with the determiner under which a phrase has them."""

THESE = frozenset({"these", "those"})
"""The words before a plural that mean the things last told of together; a phrase has "these", or "these two", for its
determiner."""

UNSAID = Phrase("it", (), None, "")
"""The phrase of a thing that a sentence leaves unsaid."""

_MANY = frozenset({"they", "them"})
_QUOTES = frozenset({"“", "”", '"'})
_FRACTION = re.compile(r"\d+/\d+|[½¼¾⅛⅜⅝⅞]")
"""What a mark behind it makes a measure in inches, which is no quotation."""
NOUNS_OF = {
    "big": "size",
    "deep": "depth",
    "fast": "speed",
    "heavy": "weight",
    "high": "height",
    "large": "size",
    "long": "length",
    "strong": "strength",
    "tall": "height",
    "wide": "width",
}
"""The noun that names what "how" and an adjective ask for."""

_COMBINING = frozenset({"plus", "minus", "times", "divided", "lesser", "greater"})


class _Related(dict[tuple[str, str], bool]):
    """Whether what is said by a noun or an adjective may be said of a thing in a slot."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self._vocabulary = vocabulary

    def __missing__(self, key: tuple[str, str]) -> bool:
        said, kind = key
        vocabulary = self._vocabulary
        self[key] = found = vocabulary.related(vocabulary.base_kind(vocabulary.templates[said]), kind)
        return found


def _related_of(vocabulary: Vocabulary) -> _Related:
    known = vocabulary.derived.get("related")
    if not isinstance(known, _Related):
        known = vocabulary.derived["related"] = _Related(vocabulary)
    return known


def _first_figure(amount: RawAmount) -> Measured | None:
    if isinstance(amount, Combined):
        return _first_figure(amount.left) or _first_figure(amount.right)
    return amount if isinstance(amount, Measured) else None


@lru_cache(maxsize=65_536)
def _form(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tokens of a name of the vocabulary, as written and in small letters."""
    tokens = words(name)
    return tokens, lowered(tokens)


_ListedValues = dict[str, dict[str, list[tuple[tuple[str, ...], Listed]]]]
"""For each figure its listed values, by the first word of each of their names."""


def _values_by_word(figure: Template) -> dict[str, list[tuple[tuple[str, ...], Listed]]]:
    """The listed values of a figure by the first word of each of their names, in small letters."""
    found: dict[str, list[tuple[tuple[str, ...], Listed]]] = {}
    for value in figure.values:
        for name in (value.name, *value.synonyms):
            low = _form(name)[1]
            if low:
                found.setdefault(low[0], []).append((low, Listed(value.name)))
    return found


@lru_cache(maxsize=4_096)
def _unit_forms(unit: str, written_out: tuple[str, ...]) -> list[tuple[str, ...]]:
    single = unit[:-2] if unit.endswith("xes") else unit[:-1] if unit.endswith("s") else unit
    written = [form for name in written_out for one in (name, name.title()) for form in (one, plural(one))]
    return [words(unit), words(single if single != unit else plural(unit)), *map(words, written)]


def is_name(word: str) -> bool:
    """Whether a token can name a thing: it has a digit, or begins with a capital letter and is no "Nobody" or "Everything"."""
    if word[0].isupper():
        return word.lower() not in _NO_NAMES
    return any(character.isdigit() for character in word)


OTHER = "the other"
"""What stands before whom "another" brought in: "the other squad"."""

_SPEAKER = "I"
"""Who asks: a name only behind what it names, "hex I"."""

_AFTER_LETTER = frozenset({(), *((word,) for word in (*AUXILIARIES, "and", ","))})
"""What no article stands before, so that the "A" with which a sentence begins is a name."""

_FINITE = re.compile(r"[a-z]+[^su\W]s")
"""What ends as verbs do of which somebody is the subject: "fords", "passes"; not "less" or "previous"."""

_NO_NAMES = frozenset(
    {
        "nobody",
        "nothing",
        "noone",
        "everybody",
        "everything",
        "everyone",
        "somebody",
        "something",
        "someone",
        "anybody",
        "anything",
        "anyone",
        "none",
        "all",
        "any",
        "every",
        "each",
        "some",
        "neither",
        "either",
        "both",
        "another",
        "others",
        "nor",
        "many",
        "most",
        "few",
        "several",
        "if",
        "when",
        "while",
        "unless",
        "although",
        "because",
        "since",
        "however",
        "only",
        "these",
        "those",
        "there",
        "here",
        "not",
        "never",
        "after",
        "before",
        "during",
        "at",
        "in",
        "on",
        "by",
        "with",
        "from",
        "into",
        "under",
        "entering",
        "leaving",
        "crossing",
    }
)
