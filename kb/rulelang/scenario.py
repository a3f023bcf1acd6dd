"""Facts and questions about named things, read from sentences.

A fact is an assertion about named things: `Hex 1079 is an OCEAN hex.` "The hex", with nothing else of its kind named, is
a thing of its own by that name. A question is such an assertion turned round (`Is hex 1079 …?`), a figure asked for (`What
is the slope of the Beach?`), or a question about a class (`… to vehicles?`, `… to a truck?`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kb.reason.possible import ANYTHING, COUNTED, NOTHING, Possible, Value, narrow
from kb.reason.situation import Situation
from kb.rulelang.nearest import nearest_sentences
from kb.rulelang.render import Renderer, article
from kb.rulelang.sentence import (
    Compared,
    Listed,
    Measured,
    Named,
    Phrase,
    Predicated,
    Quantity,
    RawAmount,
    Reader,
    Reading,
    Said,
)
from kb.rulelang.vocabulary import Template, Vocabulary
from kb.rulelang.words import AUXILIARIES, words


@dataclass(frozen=True, slots=True)
class ClassTerm:
    """Any thing of a class, with what is further said of it: "vehicles", "a Waterproofed truck"."""

    kind: str
    modifiers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A yes-or-no question: all of the atoms, each with its polarity, or for `any_of` at least one."""

    atoms: tuple[tuple[str, tuple[str | ClassTerm, ...]], ...]
    positive: bool
    any_of: bool = False
    purpose: str | None = None


@dataclass(frozen=True, slots=True)
class AskedFigure:
    """A question for a figure's value, or with `op` whether it stands so to `values`."""

    template: str
    args: tuple[str | ClassTerm, ...]
    op: str = ""
    values: tuple[Value, ...] = ()
    purpose: str | None = None


@dataclass(frozen=True, slots=True)
class AskedOdds:
    """How likely it is that all of these hold, or with one figure and no comparison, how likely each value is."""

    parts: tuple[Asked | AskedFigure, ...]


Question = Asked | AskedFigure | AskedOdds


_NOTHING_ELSE = re.compile(r"(?:no other|nothing else)\s", re.IGNORECASE)

_LIKELIHOOD = r"(?:exact )?(?:odds|chances?|probability|likelihood)"
_ODDS = re.compile(
    rf"(?:what (?:are|is) the {_LIKELIHOOD} (?:that|(?P<of>of))|how (?:likely|probable) is it that"
    rf"|(?P<asks>with what {_LIKELIHOOD}|how (?:likely|probable))(?= (?:is|are|does|do|may|must|has)\b)) ",
    re.IGNORECASE,
)
"""How a question for odds begins."""


class NotUnderstood(Exception):
    """A sentence with no reading, or with several; `nearest` are sentences that would have one."""

    def __init__(self, why: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(why)
        self.nearest = tuple(nearest)


class ScenarioReader:
    """Reads facts into a situation, and questions about it.

    While `suggests` is true, what is not understood comes with the nearest sentences, which takes some milliseconds each.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.reader = Reader(vocabulary, free=True)
        self.folding = Reader(vocabulary, fold=True, free=True)
        self.suggests = True

    # -- facts ------------------------------------------------------------------------------------------------

    def fact(self, sentence: str, situation: Situation) -> str | None:
        """Add a fact to a situation. Returns the earlier fact that it contradicts, if there is one.

        Raises `NotUnderstood` for a sentence without a reading, with several, or that is no fact about named things.
        """
        if _NOTHING_ELSE.match(sentence.strip()):
            self._close(sentence, situation)
            return None
        readings = self._readings(sentence, question=False)
        if not readings:
            asks = bool(self._readings(sentence, question=True))
            why = "it is a question, not a fact" if asks else self._why(sentence)
            raise NotUnderstood(why, self._nearest(sentence))
        if len(readings) > 1:
            raise NotUnderstood(
                "it can be read in more than one way", [self._gist(reading) for reading in readings]
            )
        reading = readings[0]
        if reading.purpose is not None:
            raise NotUnderstood("a fact is told without a purpose", [sentence.rpartition(" for ")[0] + "."])
        clash: str | None = None
        if isinstance(reading, Said):
            args = tuple(
                self._thing(phrase, slot, situation)
                for phrase, slot in zip(
                    reading.args, self.vocabulary.templates[reading.template].slots, strict=True
                )
            )
            clash = situation.tell(reading.template, args, reading.positive, sentence)
            clash = clash or self._misfit(args, situation, sentence)
        elif isinstance(reading, Predicated):
            if reading.mode == "one of":
                raise NotUnderstood("a fact says which: it cannot be one of several", ())
            if not reading.positive and len(reading.predicates) > 1:
                raise NotUnderstood(
                    "it does not say which of its words does not hold",
                    [
                        f"{self._subject(reading)} is not {self._predicate(word)}"
                        for word in reading.predicates
                    ],
                )
            kind = self.vocabulary.base_kind(self.vocabulary.templates[reading.predicates[0]])
            thing = self._thing(reading.subject, kind, situation)
            for predicate in reading.predicates:
                told = situation.tell(predicate, (thing,), reading.positive, sentence)
                clash = clash or told
            clash = clash or self._misfit((thing,), situation, sentence)
        else:
            clash = self._bound(reading, situation, sentence)
        return clash

    def _close(self, sentence: str, situation: Situation) -> None:
        """Take the fact that there is nothing else of a template: "No other hex is staked"."""
        rest = _NOTHING_ELSE.sub("a ", sentence.strip(), count=1)
        rest = f"a thing {rest[2:].strip()}" if sentence.strip().lower().startswith("nothing") else rest
        readings = self._readings(rest, question=False)
        if len(readings) != 1 or not isinstance(readings[0], Said | Predicated) or not readings[0].positive:
            raise NotUnderstood(self._why(sentence), self._nearest(rest))
        reading = readings[0]
        phrases = reading.args if isinstance(reading, Said) else (reading.subject,)
        names = (reading.template,) if isinstance(reading, Said) else reading.predicates
        for name in names:
            template = self.vocabulary.templates[name]
            plain = all(
                not phrase.name and not phrase.modifiers and phrase.noun in (slot, None)
                for phrase, slot in zip(phrases, template.slots, strict=True)
            )
            if template.kind == "kind" or not plain:
                wording = template.wordings[0] if not template.unary else f"a {template.slots[0]} is {name}"
                raise NotUnderstood(
                    "it does not speak of all things alike",
                    [re.sub(r"^an? ", "No other ", wording) + "."] if template.kind != "kind" else (),
                )
            situation.closed[name] = sentence

    def similar(self, sentence: str) -> tuple[str, ...]:
        """The sentences of the vocabulary nearest to one."""
        return nearest_sentences(self.vocabulary, sentence)

    def _nearest(self, sentence: str, *, question: bool = False) -> tuple[str, ...]:
        if not self.suggests:
            return ()
        return nearest_sentences(self.vocabulary, sentence, question=question, far=True)

    def _subject(self, reading: Predicated) -> str:
        phrase = reading.subject
        return " ".join(p for p in (phrase.determiner, phrase.noun or "", phrase.name) if p)

    def _bound(self, reading: Compared, situation: Situation, sentence: str) -> str | None:
        if not isinstance(reading.left, Measured):
            raise NotUnderstood("a fact about a number is about a figure of the vocabulary")
        figure = self.vocabulary.templates[reading.left.template]
        args = tuple(
            self._thing(phrase, slot, situation)
            for phrase, slot in zip(reading.left.args, figure.slots, strict=True)
        )
        values = [self._constant(amount, figure, situation) for amount in reading.right]
        value = frozenset(values) if len(values) > 1 else values[0]
        return self.bound(figure, args, reading.op, value, situation, sentence)

    def bound(
        self,
        figure: Template,
        args: tuple[str, ...],
        op: str,
        value: Value | frozenset[Value],
        situation: Situation,
        sentence: str,
    ) -> str | None:
        """Add a bound on a figure. Returns the earlier fact that it contradicts, if there is one."""
        if figure.unit in COUNTED and isinstance(value, Fraction) and value < 0:
            raise NotUnderstood(f"there are no {value} {figure.unit}")
        before = situation.figures.get((figure.id, args), ())
        situation.bound(figure.id, args, op, value, sentence)
        domain = Possible(frozenset(listed.name for listed in figure.values)) if figure.values else ANYTHING
        own = narrow(domain, op, value)
        whole = own
        for earlier, other, source in before:
            whole = narrow(whole, earlier, other)
            if NOTHING in (whole, narrow(own, earlier, other)):
                return source
        return self._misfit(args, situation, sentence)

    def _misfit(self, things: Sequence[str], situation: Situation, sentence: str) -> str | None:
        """The earlier fact by which one of these things cannot be what a relation or figure is said of."""
        for thing in things:
            kinds = situation.kinds.get(thing, {})
            for (name, args), source in (
                *((atom, told[1]) for atom, told in situation.told.items()),
                *((atom, bounds[0][2]) for atom, bounds in situation.figures.items()),
            ):
                for arg, slot in zip(args, self.vocabulary.templates[name].slots, strict=True):
                    if arg == thing:
                        for kind, told in kinds.items():
                            if self.vocabulary.disjoint(kind, slot):
                                return told if source == sentence else source
        return None

    def _constant(self, amount: RawAmount, figure: Template, situation: Situation) -> Value:
        if isinstance(amount, Quantity):
            return amount.value
        if isinstance(amount, Listed):
            return amount.name
        if isinstance(amount, Named) and figure.of is not None:
            return self._thing(amount.phrase, figure.of, situation)
        raise NotUnderstood("a fact about a figure gives its value as a number or a listed value")

    def _thing(self, phrase: Phrase, slot: str, situation: Situation) -> str:
        """The thing that a phrase names; what the phrase says of it beyond its name is told too."""
        if phrase.items or phrase.determiner in ("no", "any", "each", "every", "some", "another"):
            raise NotUnderstood(f"a fact is about named things, not about '{self._words(phrase)}'")
        name = phrase.name
        if not name:
            if phrase.many:
                raise NotUnderstood(f"a fact is about named things, not about '{self._words(phrase)}'")
            name = f"the {phrase.noun or slot}"
        situation.name(name)
        self._note(phrase, name, slot, situation)
        return name

    def _note(self, phrase: Phrase, name: str, slot: str, situation: Situation) -> None:
        if name in self.vocabulary.singletons:
            return
        source = f"{name} is named as {self._words(phrase)}"
        if phrase.noun is not None:
            template = self.vocabulary.templates[phrase.noun]
            if template.kind == "kind":
                situation.kinds.setdefault(name, {}).setdefault(phrase.noun, source)
            else:
                situation.tell(phrase.noun, (name,), True, source)
        for modifier in phrase.modifiers:
            situation.tell(modifier, (name,), True, source)
        situation.slots.setdefault(name, slot)

    def _words(self, phrase: Phrase) -> str:
        items = phrase.items or ((phrase.noun,) if phrase.noun else ())
        return " ".join(p for p in (phrase.determiner, *phrase.modifiers, *items, phrase.name) if p)

    def _predicate(self, word: str) -> str:
        template = self.vocabulary.templates[word]
        return word if template.kind == "adjective" else article(template)

    def _gist(self, reading: Reading) -> str:
        """A reading told apart from others: as a sentence that says of what it is, or its template."""
        if isinstance(reading, Said):
            named = [phrase.name for phrase in reading.args]
            if all(named):
                return Renderer(self.vocabulary).sentence(reading.template, named, reading.positive)
            return reading.template
        if isinstance(reading, Predicated):
            words = [self._predicate(word) for word in reading.predicates]
            return f"{self._subject(reading)} is {' and '.join(words)}"
        return reading.left.template if isinstance(reading.left, Measured) else "a comparison"

    # -- questions --------------------------------------------------------------------------------------------

    def question(self, sentence: str, situation: Situation) -> Question:
        """The question that a sentence asks. Raises `NotUnderstood`."""
        likely = _ODDS.match(sentence.strip())
        if likely is not None:
            return self._odds(sentence, likely, situation)
        return self._plain(sentence, situation)

    def _odds(self, sentence: str, likely: re.Match[str], situation: Situation) -> AskedOdds:
        """The odds that a sentence asks for: of a statement ("that …"), a figure ("of …") or a question ("how likely is …")."""
        rest = sentence.strip()[likely.end() :].rstrip(" ?.")
        if likely["of"]:
            figures = dict.fromkeys(self._figure_question(("what", "is", *words(rest))))
            if len(figures) != 1:
                raise NotUnderstood("it does not ask for the odds of a figure", self._nearest(rest))
            [figure] = figures
            slots = self.vocabulary.templates[figure.template].slots
            self._fit(figure.args, slots, situation)
            return AskedOdds((AskedFigure(figure.template, self._terms(figure.args, slots, situation)),))
        if likely["asks"]:
            asked = self._plain(f"{rest}?", situation)
            assert not isinstance(asked, AskedOdds)
            return AskedOdds((asked,))
        parts: list[Asked | AskedFigure] = []
        for part in re.split(r",? and that |, and (?:that )?", rest):
            readings = self._readings(part, question=False)
            if not readings:
                raise NotUnderstood(self._why(part), self._nearest(part))
            found = dict.fromkeys(self._asked(reading, situation) for reading in readings)
            if len(found) > 1:
                raise NotUnderstood(
                    "it can be read in more than one way", [self._gist(reading) for reading in readings]
                )
            parts.extend(found)
        return AskedOdds(tuple(parts))

    def _plain(self, sentence: str, situation: Situation) -> Asked | AskedFigure:
        tokens = words(sentence)
        purpose: str | None = None
        for each in self.vocabulary.purposes:
            for form in (("for", *words(each)), ("for", *words(each), "purposes")):
                if tokens[-len(form) :] == form and tokens[:1] and tokens[0].lower() in ("what", "how"):
                    tokens, purpose = tokens[: -len(form)], each
        if len(tokens) > 2 and tokens[0].lower() in AUXILIARIES and tokens[1] == "not":
            # "Isn't hex 1 shallow?" asks what "Is hex 1 shallow?" asks.
            tokens = (tokens[0], *tokens[2:])
            sentence = " ".join(tokens)
        figures = self._figure_question(tokens)
        readings = self._readings(sentence, question=True)
        found: dict[Asked | AskedFigure, str] = {}
        for figure in figures:
            slots = self.vocabulary.templates[figure.template].slots
            self._fit(figure.args, slots, situation)
            args = self._terms(figure.args, slots, situation)
            found.setdefault(AskedFigure(figure.template, args, purpose=purpose), figure.template)
        for reading in readings:
            found.setdefault(self._asked(reading, situation), self._gist(reading))
        if not found:
            if self._readings(sentence, question=False):
                raise NotUnderstood("it is a statement, not a question", _turned(sentence))
            raise NotUnderstood(self._why(sentence), self._nearest(sentence, question=True))
        if len(found) > 1:
            raise NotUnderstood("it can be read in more than one way", list(found.values()))
        return next(iter(found))

    def _figure_question(self, tokens: tuple[str, ...]) -> list[Measured]:
        for reader in (self.reader, self.folding):
            found = reader.read_value_question(tokens)
            if found:
                return found
        if (
            len(tokens) > 3
            and tokens[0].lower() == "how"
            and tokens[1] in ("many", "much", "far", "deep", "high")
        ):
            for position, token in enumerate(tokens):
                if token in ("is", "are", "does") and position >= 2:
                    found = self.reader.read_figure(tokens[position + 1 :]) or self._measured(
                        tokens[position + 1 :]
                    )
                    if found:
                        return found
        return []

    def _measured(self, tokens: tuple[str, ...]) -> list[Measured]:
        """The figures of which these words would tell the value if it stood among them: "hex 1 [is 3] from a Beach hex"."""
        found: dict[Measured, None] = {}
        for position in range(1, len(tokens)):
            told = (*tokens[:position], "is", "1", *tokens[position:])
            for reading in self.reader.read(told):
                if isinstance(reading, Compared) and isinstance(reading.left, Measured):
                    found[reading.left] = None
        return list(found)

    def _asked(self, reading: Reading, situation: Situation) -> Asked | AskedFigure:
        if isinstance(reading, Said):
            slots = self.vocabulary.templates[reading.template].slots
            args = self._terms(reading.args, slots, situation)
            self._fit(reading.args, slots, situation)
            return Asked(((reading.template, args),), reading.positive, purpose=reading.purpose)
        if isinstance(reading, Predicated):
            predicate = self.vocabulary.templates[reading.predicates[0]]
            kind = self.vocabulary.base_kind(predicate)
            if predicate.kind != "kind":
                self._fit((reading.subject,), (kind,), situation)
            terms = self._terms((reading.subject,), (kind,), situation)
            atoms = tuple((predicate, terms) for predicate in reading.predicates)
            return Asked(atoms, reading.positive, reading.mode == "one of", reading.purpose)
        if not isinstance(reading.left, Measured):
            raise NotUnderstood("a question about a number is about a figure of the vocabulary")
        figure = self.vocabulary.templates[reading.left.template]
        self._fit(reading.left.args, figure.slots, situation)
        args = self._terms(reading.left.args, figure.slots, situation)
        values = tuple(self._constant(amount, figure, situation) for amount in reading.right)
        return AskedFigure(figure.id, args, reading.op, values, reading.purpose)

    def _fit(self, phrases: Sequence[Phrase], slots: Sequence[str], situation: Situation) -> None:
        """Raise for a named thing told to be what the question cannot be about: a truck for a hex."""
        for phrase, slot in zip(phrases, slots, strict=True):
            for kind, source in situation.kinds.get(phrase.name, {}).items():
                if self.vocabulary.disjoint(kind, slot):
                    one = article(self.vocabulary.templates[slot])
                    raise NotUnderstood(f"'{phrase.name}' is not {one}: {source.rstrip('.')}")

    def _terms(
        self, phrases: Sequence[Phrase], slots: Sequence[str], situation: Situation
    ) -> tuple[str | ClassTerm, ...]:
        return tuple(self._term(phrase, slot, situation) for phrase, slot in zip(phrases, slots, strict=True))

    def _term(self, phrase: Phrase, slot: str, situation: Situation) -> str | ClassTerm:
        if phrase.name:
            situation.name(phrase.name)
            self._note(phrase, phrase.name, slot, situation)
            return phrase.name
        if phrase.items or phrase.determiner in ("no", "another", "some"):
            raise NotUnderstood("a question is about one thing or one class; ask one at a time")
        noun = phrase.noun or slot
        name = f"the {noun}"
        if phrase.determiner == "the" and not phrase.many:
            found = [t for t in situation.things if t == name] or self._told_as(noun, situation)
            if len(found) > 1:
                raise NotUnderstood(
                    f"'{name}' could be {', '.join(found)}", [f"say which: {', '.join(found)}"]
                )
            thing = found[0] if found else name
            situation.name(thing)
            if not found:
                self._note(phrase, thing, slot, situation)
            return thing
        return ClassTerm(noun, phrase.modifiers)

    def _told_as(self, noun: str, situation: Situation) -> list[str]:
        """The things told to be of a noun: "the truck" is T1 if T1 is the only thing told to be a truck."""
        kind = self.vocabulary.templates[noun].kind
        if kind != "kind":
            return [args[0] for (name, args), (held, _) in situation.told.items() if name == noun and held]
        return [
            thing
            for thing in situation.things
            if any(self.vocabulary.is_a(known, noun) for known in situation.kinds.get(thing, {}))
            or (
                not situation.kinds.get(thing)
                and noun in ("hex", "hexside")
                and situation.slots.get(thing) == noun
            )
        ]

    # -- readings ---------------------------------------------------------------------------------------------

    def _readings(self, sentence: str, *, question: bool) -> list[Reading]:
        tokens = words(sentence)
        if not tokens:
            return []
        readings = self.reader.read(tokens, question=question)
        if readings:
            return readings
        folded = self.folding.read(tokens, question=question)
        return folded if len(folded) == 1 else []

    def _why(self, sentence: str) -> str:
        if not sentence.strip():
            return "the sentence is empty"
        return "no sentence of the vocabulary reads like this"


def _turned(sentence: str) -> tuple[str, ...]:
    """A statement with "is" as the question it would be."""
    subject, verb, rest = sentence.strip().rstrip(".?!").partition(" is ")
    if not verb or rest.startswith("not "):
        return ()
    return (f"Is {subject[0].lower() + subject[1:] if subject[1:2].islower() else subject} {rest}?",)
