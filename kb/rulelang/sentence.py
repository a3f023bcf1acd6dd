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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from kb.rulelang.tree import Comparator
from kb.rulelang.vocabulary import Pattern, Slot, Template, ValueSlot, Vocabulary
from kb.rulelang.words import ARTICLES, number, plural, words


@dataclass(frozen=True, slots=True)
class Phrase:
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


class Reader:
    """Reads sentences against one vocabulary. `fold` reads without regard to case where that stays unambiguous."""

    def __init__(self, vocabulary: Vocabulary, *, fold: bool = False) -> None:
        self.vocabulary = vocabulary
        self.fold = fold
        self._phrases: dict[int, list[tuple[int, Phrase]]] = {}
        self._tokens: tuple[str, ...] = ()

    def read(self, sentence: str | Sequence[str], *, question: bool = False) -> list[Reading]:
        """All readings of an assertion, or of a yes-or-no question, without doubles."""
        tokens = words(sentence) if isinstance(sentence, str) else tuple(sentence)
        tokens = tuple(token for token in tokens if token not in ("“", "”", '"'))
        found: dict[Reading, None] = {}
        for part, purpose in self._purposes(tokens):
            self._start(part)
            sums = self._sums() if not question and not _COMBINING.isdisjoint(part) else ()
            for reading in (*self._patterns(question), *self._copula(question), *sums):
                found[replace(reading, purpose=purpose)] = None
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
        self._phrases = {}

    def _purposes(self, tokens: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str | None]]:
        yield tokens, None
        for purpose in self.vocabulary.purposes:
            for form in (("for", *words(purpose)), ("for", *words(purpose), "purposes")):
                if tokens[-len(form) :] == form:
                    yield tokens[: -len(form)], purpose

    # -- whole sentences --------------------------------------------------------------------------------------

    def _patterns(self, question: bool) -> Iterator[Said | Compared]:
        tokens = self._tokens
        sentence: Sequence[str] = tokens
        if tokens:
            first = tokens[0]
            sentence = (first[0].lower() + first[1:], *tokens)
        if self.fold:
            lowered = {token.lower() for token in tokens}
            known = self.vocabulary.patterns_for_folded(lowered)
        else:
            known = self.vocabulary.patterns_for(sentence)
        for pattern in known:
            if pattern.question is not question:
                continue
            for end, args, values in self._match(pattern.elements, 0, 0, pattern.template):
                if end < len(tokens):
                    continue
                if pattern.template.kind == "figure":
                    yield from self._figure_said(pattern, args, values)
                else:
                    yield Said(pattern.template.id, args, pattern.positive)

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
        values: tuple[tuple[Comparator, tuple[RawAmount, ...]], ...],
    ) -> Iterator[Compared]:
        figure = Measured(pattern.template.id, args)
        if pattern.fixed is not None:
            yield Compared(
                "is" if pattern.positive else "is not",
                figure,
                (Quantity(pattern.fixed, pattern.template.unit),),
            )
            return
        for op, amounts in values:
            bound: Comparator = "at most" if pattern.op == "at most" and op == "is" else op
            yield Compared(bound if pattern.positive else negated(bound), figure, amounts)

    def _match(
        self, elements: Sequence[object], at: int, position: int, template: Template
    ) -> Iterator[tuple[int, tuple[Phrase, ...], tuple[tuple[Comparator, tuple[RawAmount, ...]], ...]]]:
        """The ways in which the elements from `at` match tokens from `position` on, each with the token after the match."""
        tokens = self._tokens
        while at < len(elements):
            element = elements[at]
            if isinstance(element, str):
                if position >= len(tokens) or not self._same(tokens[position], element, position):
                    return
                at += 1
                position += 1
                continue
            if isinstance(element, Slot):
                kind = template.slots[element.index]
                for end, phrase in self.phrases(position):
                    if self._fits(phrase, kind):
                        for stop, args, values in self._match(elements, at + 1, end, template):
                            yield stop, (phrase, *args), values
                return
            assert isinstance(element, ValueSlot)
            for end, op, amounts in self._bounds(position, template):
                for stop, args, values in self._match(elements, at + 1, end, template):
                    yield stop, args, ((op, amounts), *values)
            return
        yield position, (), ()

    def _same(self, token: str, word: str, position: int) -> bool:
        if token == word:
            return True
        if position == 0 and token[1:] == word[1:]:
            return token[0].lower() == word[0].lower()
        if self.fold:
            return token.lower() == word.lower()
        return (word == "a" and token == "an") or (word == "an" and token == "a")

    def _fits(self, phrase: Phrase, kind: str) -> bool:
        vocabulary = self.vocabulary
        for item in (*phrase.items, *((phrase.noun,) if phrase.noun else ())):
            if not vocabulary.related(vocabulary.base_kind(vocabulary.templates[item]), kind):
                return False
        return all(
            vocabulary.related(vocabulary.base_kind(vocabulary.templates[item]), kind)
            for item in phrase.modifiers
        )

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
        for mode in ("one of", "each of"):
            if rest[:2] == tuple(mode.split()):
                items = self._items(start + 2, len(tokens))
                if items and self._fitting(subject, items):
                    yield Predicated(subject, items, positive, mode)
                return
        for end, phrase in self._nominals(start):
            if end == len(tokens) and not phrase.name and phrase.determiner in ("a", "an", "the", ""):
                predicates = (*phrase.modifiers, *((phrase.noun,) if phrase.noun else ()))
                if self._fitting(subject, predicates):
                    yield Predicated(subject, predicates, positive)

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
            known = list(dict.fromkeys(self._phrases_at(position)))
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
        lowered = word.lower() if position == 0 else word
        single = self._singleton(position)
        for end, phrase in self._nominals(position):
            if (phrase.noun is not None or phrase.name) and (single is None or end != single[0]):
                yield end, phrase
        if single is not None:
            yield single[0], Phrase("", (), None, single[1])
        elif lowered not in ARTICLES and is_name(word) and not any(True for _ in self._noun_at(position)):
            yield position + 1, Phrase("", (), None, word)

    def _singleton(self, position: int) -> tuple[int, str] | None:
        for name in self.vocabulary.singletons:
            form = words(name)
            part = self._tokens[position : position + len(form)]
            if part == form or (position == 0 and part[:1] == ("The",) and part[1:] == form[1:]):
                return position + len(form), name
        return None

    def _nominals(self, position: int) -> Iterator[tuple[int, Phrase]]:
        tokens = self._tokens
        if position >= len(tokens):
            return
        determiner = ""
        first = tokens[position].lower() if position == 0 else tokens[position]
        if first in ARTICLES:
            determiner = "the" if first in ("this", "that") else first
            position += 1
        for start, modifiers in self._modifiers(position, ()):
            for end, noun, many in self._noun_at(start):
                alike = (noun.plural or "").lower() == " ".join(tokens[start:end]).lower()  # as of craft, LC
                bare = not determiner and not (many or noun.mass or alike)
                if not bare:
                    plain = (noun.mass or alike) and not determiner
                    yield end, Phrase(determiner, modifiers, noun.id, "", many or plain)
                if end < len(tokens) and is_name(tokens[end]) and not many:
                    yield end + 1, Phrase(determiner, modifiers, noun.id, tokens[end])
            if modifiers and not determiner:
                yield start, Phrase("", modifiers, None, "")

    def _modifiers(self, position: int, before: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
        yield position, before
        if len(before) >= 4:
            return
        for end, adjective in self._adjective_at(position):
            yield from self._modifiers(end, (*before, adjective.id))
        for end, noun, many in self._noun_at(position):
            if noun.mass and not many:
                yield from self._modifiers(end, (*before, noun.id))

    def _noun_at(self, position: int) -> Iterator[tuple[int, Template, bool]]:
        tokens = self._tokens
        nouns = self.vocabulary.nouns
        for end in range(min(len(tokens), position + 6), position, -1):
            label = tokens[position:end]
            entry = nouns.get(label)
            if entry is None and (position == 0 or self.fold or tokens[position][0].isupper()):
                entry = self._folded_noun(label, position)
            if entry is not None:
                yield end, entry[0], entry[1]

    def _folded_noun(self, label: tuple[str, ...], position: int) -> tuple[Template, bool] | None:
        """A noun written with a capital first letter, or when folding in any case, if only one noun is so written."""
        forms = self.vocabulary.folded_nouns.get(tuple(word.lower() for word in label))
        if forms is None or len(forms) != 1:
            return None
        if not self.fold:
            form = forms[0]
            if form[1:] != label[1:] or form[0][1:] != label[0][1:]:
                return None
        return self.vocabulary.nouns[forms[0]]

    def _adjective_at(self, position: int) -> Iterator[tuple[int, Template]]:
        tokens = self._tokens
        adjectives = self.vocabulary.adjectives
        for end in range(min(len(tokens), position + 4), position, -1):
            label = tokens[position:end]
            entry = adjectives.get(label)
            if entry is None and (position == 0 or self.fold):
                entry = adjectives.get((label[0][0].lower() + label[0][1:], *label[1:]))
                if entry is None and self.fold:
                    lowered = tuple(word.lower() for word in label)
                    same = [t for f, t in adjectives.items() if tuple(w.lower() for w in f) == lowered]
                    entry = same[0] if len(same) == 1 else None
            if entry is not None:
                yield end, entry

    # -- figures and amounts ----------------------------------------------------------------------------------

    def figures(self, position: int) -> Iterator[tuple[int, Measured]]:
        """The figures whose noun phrase starts at a token, each with the token after it."""
        for pattern in self.vocabulary.figure_patterns():
            for end, args, _ in self._match(pattern.elements, 0, position, pattern.template):
                yield end, Measured(pattern.template.id, args)

    def _bounds(
        self, position: int, figure: Template
    ) -> Iterator[tuple[int, Comparator, tuple[RawAmount, ...]]]:
        """Amounts with a comparator before or after: "at most 3 hexes", "3 hexes or more", "one of A and B"."""
        tokens = self._tokens
        if tokens[position : position + 2] == ("one", "of"):
            yield from self._alternatives(position + 2, figure)
        op: Comparator = "is"
        for form, comparator in _COMPARATORS:
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
        if op == "is":
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
                for form in _unit_forms(figure.unit) if best is not None else ():
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
        for value in figure.values:
            for name in (value.name, *value.synonyms):
                form = words(name)
                part = self._tokens[position : position + len(form)]
                if part == form or tuple(w.lower() for w in part) == tuple(w.lower() for w in form):
                    yield position + len(form), Listed(value.name)

    def amounts(self, position: int, figure: Template | None) -> Iterator[tuple[int, RawAmount]]:
        """The amounts that start at a token, longest combinations included, each with the token after it."""
        for end, left in self._simple_amounts(position, figure):
            yield end, left
            op = self._tokens[end : end + 1]
            if op and op[0] in ("plus", "minus", "times"):
                for stop, right in self.amounts(end + 1, figure):
                    yield stop, Combined(op[0], left, right)
            if self._tokens[end : end + 2] == ("divided", "by"):
                for stop, right in self.amounts(end + 2, figure):
                    yield stop, Combined("divided by", left, right)

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
        if figure is not None and figure.of is not None:
            for end, phrase in self.phrases(position):
                if not phrase.items and self._fits(phrase, figure.of):
                    yield end, Named(phrase)
            return
        for word in ("lesser", "greater"):
            if tokens[position : position + 3] == ("the", word, "of"):
                for end, left in self._simple_amounts(position + 3, figure):
                    if tokens[end : end + 1] == ("and",):
                        for stop, right in self._simple_amounts(end + 1, figure):
                            yield stop, Combined(word, left, right)
        unit = figure.unit if figure is not None else None
        forms = _unit_forms(unit)
        value = number(tokens[position])
        if value is not None:
            yield position + 1, Quantity(value, unit)
            for form in forms:
                if tokens[position + 1 : position + 1 + len(form)] == form:
                    yield position + 1 + len(form), Quantity(value, unit)
        for form in forms:
            end = position + len(form)
            part = tokens[position:end]
            if tuple(w.lower() for w in part) == tuple(w.lower() for w in form) and end < len(tokens):
                value = number(tokens[end])
                if value is not None:
                    yield end + 1, Quantity(value, unit)


_COMBINING = frozenset({"plus", "minus", "times", "divided", "lesser", "greater"})


def _first_figure(amount: RawAmount) -> Measured | None:
    if isinstance(amount, Combined):
        return _first_figure(amount.left) or _first_figure(amount.right)
    return amount if isinstance(amount, Measured) else None


def _unit_forms(unit: str | None) -> list[tuple[str, ...]]:
    if unit is None or unit == "number":
        return []
    single = unit[:-2] if unit.endswith("xes") else unit[:-1] if unit.endswith("s") else unit
    return [words(unit), *([words(single)] if single != unit else [words(plural(unit))])]


def is_name(word: str) -> bool:
    """Whether a token can name a thing: it has a digit, or begins with a capital letter."""
    return word[0].isupper() or any(character.isdigit() for character in word)
