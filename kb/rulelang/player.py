"""What a player writes: readings of a sentence about named things, and what to say where there is none or more than one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from ingest.late_dataclasses import replace
from kb.reason.possible import Value
from kb.reason.situation import Situation
from kb.rulelang.nearest import nearest_sentences
from kb.rulelang.patterns import wordings
from kb.rulelang.referents import ClassTerm, NotUnderstood, Referents
from kb.rulelang.render import Renderer, article
from kb.rulelang.sentence import (
    PRONOUNS,
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
    is_name,
)
from kb.rulelang.shapes import shapes_of
from kb.rulelang.vocabulary import Template, Vocabulary, bare
from kb.rulelang.words import ARTICLES, number, plural, words

Tokens = tuple[str, ...]

_MOST_PLACES = 3
"""How many places a sentence may tell for each to be tried as what somebody is aboard."""
_WAYS = 2
"""How many nouns that are called the same without the word for their kind are tried."""

_BE = frozenset({"is", "are", "was", "were"})
_NOT_BARE = (
    ARTICLES
    | PRONOUNS.keys()
    | {"its", "their", "his", "her", "what", "which", "who", "there", "all", "both", "none"}
)
"""What a sentence begins with that begins with no noun."""

_OF_ONE = {"Do": "Does", "do": "does", "Are": "Is", "are": "is"}
"""What asks of one thing as these do of several."""

_EACH = frozenset({"each", "every"})
_PREPOSITIONS = frozenset({"in", "on", "from", "to", "of", "by", "at", "with", "for"})


def each_of(referents: Referents, reading: Reading, situation: Situation) -> list[Reading]:
    """What a reading says of "the trucks", "each truck" or "them", of each that was told of; none where it says nothing of such
    things."""
    templates = referents.vocabulary.templates
    if isinstance(reading, Predicated):
        if not _may_be_several(reading.subject):
            return []
        kind = referents.vocabulary.base_kind(templates[reading.predicates[0]])
        return [
            replace(reading, subject=one) for one in _several(referents, reading.subject, kind, situation)
        ]
    said = reading if isinstance(reading, Said) else reading.left
    if not isinstance(said, Said | Measured):
        return []
    for phrase in said.args:  # most sentences are about single things
        if _may_be_several(phrase):
            break
    else:
        return []
    names = {phrase.name for phrase in said.args}
    for place, (phrase, slot) in enumerate(zip(said.args, templates[said.template].slots, strict=True)):
        found: list[Reading] = []
        for one in _several(referents, phrase, slot, situation, names):
            args = (*said.args[:place], one, *said.args[place + 1 :])
            if isinstance(reading, Said):
                found.append(replace(reading, args=args))
            elif isinstance(reading.left, Measured):
                found.append(replace(reading, left=replace(reading.left, args=args)))
        if found:
            return [more for one in found for more in each_of(referents, one, situation) or [one]]
    return []


def _may_be_several(phrase: Phrase) -> bool:
    return phrase.many or phrase.determiner in _EACH


def _several(
    referents: Referents, phrase: Phrase, slot: str, situation: Situation, others: Collection[str] = ()
) -> list[Phrase]:
    """A phrase for each thing of several that was told of; "each truck" is no kind of truck where two or more were."""
    if phrase.determiner not in _EACH:
        return referents.each(phrase, slot, situation, others)
    if phrase.name or phrase.items:
        return []
    found = referents.each(phrase._replace(determiner="the", many=True), slot, situation, others)
    return found if len(found) > 1 else []


def _not_of_listed(figure: Template, why: str) -> NotUnderstood:
    """Why something cannot be said of a figure whose values are listed, with what can be; "{}" stands for the values."""
    names = [listed.name for listed in figure.values]
    return NotUnderstood(why.format(", ".join(names)), [f"{figure.id} is {names[0]}"])


_POINTING = frozenset({"this", "these", "those"})


class PlayerReader:
    """Reads sentences of players against a vocabulary.

    While `suggests` is true, what is not understood comes with the nearest sentences, which takes some milliseconds each.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.referents = Referents(vocabulary)
        self._shapes = shapes_of(vocabulary)
        self.suggests = True
        self._reader: Reader | None = None
        self._folding: Reader | None = None
        self._short: Reader | None = None
        self.wanted: tuple[str, tuple[str | ClassTerm, ...]] | None = None
        """What somebody was last said to want to do: what they then may do, and to what."""
        self.done: tuple[str, tuple[str, ...]] | None = None
        """What somebody was last said to do, where nobody wants anything."""
        self.crossed: tuple[str, ...] = ()
        """Who was last said to do something across what into where, by a relation of three things."""

    @property
    def reader(self) -> Reader:
        """A reader of sentences; those in forms of words that were read before do without."""
        if self._reader is None:
            self._reader = Reader(self.vocabulary, free=True)
        return self._reader

    @property
    def folding(self) -> Reader:
        """A reader without regard to case, for what the other one cannot read."""
        if self._folding is None:
            self._folding = Reader(self.vocabulary, fold=True, free=True)
        return self._folding

    @property
    def short(self) -> Reader:
        """A reader of sentences that leave a thing unsaid, for what no other one can read."""
        if self._short is None:
            self._short = Reader(self.vocabulary, free=True, short=True)
        return self._short

    def similar(self, sentence: str) -> tuple[str, ...]:
        """The sentences of the vocabulary nearest to one."""
        return nearest_sentences(self.vocabulary, sentence)

    def _nearest(self, sentence: str, *, question: bool = False) -> Callable[[], Sequence[str]]:
        """Finds the sentences of the vocabulary nearest to one that is not understood."""
        if not self.suggests:
            return tuple
        return lambda: nearest_sentences(self.vocabulary, sentence, question=question, far=True)

    def _subject(self, reading: Predicated) -> str:
        phrase = reading.subject
        return " ".join(p for p in (phrase.determiner, phrase.noun or "", phrase.name) if p)

    def _constant(self, amount: RawAmount, figure: Template, situation: Situation) -> Value:
        if isinstance(amount, Quantity):
            if figure.values:
                raise _not_of_listed(figure, "it is no number but one of {}")
            return amount.value
        if isinstance(amount, Listed):
            return amount.name
        if isinstance(amount, Named) and figure.of is not None:
            return self.referents.thing(amount.phrase, figure.of, situation)
        raise NotUnderstood("a fact about a figure gives its value as a number or a listed value")

    def _values(self, reading: Compared, figure: Template, situation: Situation) -> list[Value]:
        """The values that a sentence compares a figure with. Raises `NotUnderstood` for an order among listed ones."""
        if figure.values and reading.op not in ("is", "is not"):
            raise _not_of_listed(figure, "the values {} have no order")
        return [self._constant(amount, figure, situation) for amount in reading.right]

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

    def _readings(self, sentence: str | Tokens, *, question: bool) -> list[Reading]:
        tokens = words(sentence) if isinstance(sentence, str) else sentence
        if not tokens:
            return []
        readings = self._shapes.read(self.reader, tokens, question)
        if readings:
            return readings
        folded = self._shapes.read(self.folding, tokens, question)
        if folded:
            return folded if len(folded) == 1 else []
        for one in self._one_each(tokens):
            readings = self._shapes.read(self.reader, one, question)
            if readings:
                return readings
        pointed = _pointed_at(tokens)
        return [] if pointed == tokens else self._readings(pointed, question=question)

    def _one_each(self, tokens: Tokens) -> Iterator[Tokens]:
        """A sentence about several things with "a Water Obstacle" for "Water Obstacles", as the vocabulary says it of one."""
        if "are" not in tokens and tokens[0] != "Are":
            return
        many = self._said_of_several()
        for start in range(1, len(tokens)):
            for end in range(start + 1, len(tokens) + 1):
                one = many.get(tokens[start:end])
                if one is not None and tokens[start - 1].lower() not in ARTICLES:
                    yield (*tokens[:start], *one, *tokens[end:])

    def _said_of_several(self) -> dict[Tokens, Tokens]:
        """What things are said to be by a sentence, "is a Water Obstacle to …", by its plural; made once in a vocabulary."""
        known: dict[Tokens, Tokens] | None = self.vocabulary.derived.get("said of several")  # type: ignore[assignment]
        if known is None:
            known = {}
            for template, wording in wordings(self.vocabulary):
                if template.kind == "figure":
                    continue
                text = bare(wording).removeprefix("not: ")
                elements = self.vocabulary.elements(text, template)
                for at in range(1, len(elements) - 1):
                    article_ = elements[at]
                    if elements[at - 1] != "is" or article_ not in ("a", "an"):
                        continue
                    noun: list[str] = []
                    for element in elements[at + 1 :]:
                        if not isinstance(element, str) or element in _PREPOSITIONS:
                            break
                        noun.append(element)
                        known[words(plural(" ".join(noun)))] = (str(article_), *noun)
            self.vocabulary.derived["said of several"] = known
        return known

    def _one(self, tokens: Tokens) -> Tokens:
        """A sentence with "the" before what there is only one of, and with "a" for the "any" of a denial."""
        found = list(tokens)
        for place, token in enumerate(tokens):
            low = token.lower()
            if low == "any" and "not" in tokens[:place]:
                found[place] = "a"
            elif low in ("a", "an") and self.reader.singleton(("the", *tokens[place + 1 :])):
                found[place] = "The" if token[0].isupper() else "the"
        return tuple(found)

    def _in_full(self, tokens: Tokens) -> list[Tokens]:
        """A sentence with "the canal hex" for "the canal", where the vocabulary has a noun for that, and "in" for "on": who is
        on a lake is in a lake hex; else with "aboard". Of several nouns, as "pond hex" and "pond hexside", the one declared
        first comes first."""
        known = self._places()
        ways = [{name: full[min(way, len(full) - 1)] for name, full in known.items()} for way in range(_WAYS)]
        on = [self._named(tokens, places) for places in ways]
        named = [tuple("in" if token == "on" else token for token in full) for full in on]
        # "The target is in a building": the target is no hex
        later = (*tokens[:2], *self._named(tokens[2:], ways[0]))
        # "the water in the pond": the last of several alone
        end = max((at for at, token in enumerate(tokens) if token.lower() in ARTICLES), default=0)
        last = (*tokens[:end], *self._named(tokens[end:], ways[0]))
        aboard = tuple("aboard" if token == "on" else token for token in tokens)
        within = tuple("aboard" if token == "in" else token for token in tokens)
        places = [at for at, token in enumerate(tokens) if token == "in"]
        inner = [
            (*tokens[:at], "aboard", *tokens[at + 1 :]) for at in places if 1 < len(places) <= _MOST_PLACES
        ]
        one = self._with_article(tokens, known)
        the = _the(tokens)
        return [
            full
            for full in dict.fromkeys((*named, aboard, within, *inner, one, the, later, on[0], last))
            if full != tokens
        ]

    def _with_article(self, tokens: Tokens, places: Mapping[Tokens, Sequence[Tokens]]) -> Tokens:
        """A sentence with "in a shallow mire hex" for "in shallow mire"."""
        for at in range(1, len(tokens) - 1):
            if tokens[at] not in ("in", "into", "on", "IN"):
                continue
            for start in (at + 1, at + 2):
                for end in range(min(len(tokens), start + 3), start, -1):
                    full = places.get(tokens[start:end])
                    if full is None or (end < len(tokens) and not _follows(tokens[end])):
                        continue
                    before = tokens[at + 1 : start]
                    if any(word in ARTICLES or not word.islower() for word in before):
                        continue
                    one = (*tokens[: at + 1], "a", *before, *full[0], *tokens[end:])
                    # what follows is no part of the noun: "in mire hexes"
                    return one if tokens[end : end + 1] not in (("hex",), ("hexes",)) else tokens
        return tokens

    def _named(self, tokens: Tokens, places: Mapping[Tokens, Tokens]) -> Tokens:
        found: list[str] = []
        position = 0
        while position < len(tokens):
            end, full = position + 1, tokens[position : position + 1]
            having = found[-2:-1] == ["with"] and found[-1] in ARTICLES  # "a hex with a canal" has no hex
            if not having and not ARTICLES.isdisjoint(map(str.lower, found[-5:])):
                for stop in range(min(len(tokens), position + 3), position, -1):
                    place = places.get(tokens[position:stop])
                    if place is not None and (stop == len(tokens) or tokens[stop][0].islower()):
                        end = (
                            position + len(place)
                            if tokens[position : position + len(place)] == place
                            else stop
                        )
                        full = place
                        break
            found.extend(full)
            position = end
        return tuple(found)

    def _places(self) -> dict[Tokens, list[Tokens]]:
        """What nouns are called without the word for their kind, "canal" for "canal hex", with these nouns as they are
        declared; found once in a vocabulary."""
        known: dict[Tokens, list[Tokens]] | None = self.vocabulary.derived.get("places")  # type: ignore[assignment]
        if known is None:
            nouns: dict[str, list[str]] = {}
            for template in self.vocabulary.templates.values():
                kind = template.slots[0] if template.kind == "noun" else ""
                if template.id.endswith(f" {kind}"):
                    nouns.setdefault(template.id.removesuffix(f" {kind}"), []).append(template.id)
            known = {words(name): list(map(words, full)) for name, full in nouns.items()}
            self.vocabulary.derived["places"] = known
        return known

    def _of_kinds(self, tokens: Tokens) -> Tokens:
        """A question with "a canal hex" for the kind that "canals" and "marsh" name without the word for what they are:
        "Do canals block LOS?"."""
        known = self._bare_kinds()
        found: list[str] = []
        position = 0
        while position < len(tokens):
            for end in range(min(len(tokens), position + 3), position, -1):
                full = known.get(tokens[position:end])
                behind = tokens[end] if end < len(tokens) else "?"
                if full is not None and not is_name(behind) and behind not in ("hex", "hexes", "hexside"):
                    found.extend(("a", *full) if not found or found[-1] not in ARTICLES else full)
                    position = end
                    break
            else:
                found.append(_OF_ONE.get(tokens[position], tokens[position]))
                position += 1
        return tuple(found)

    def _bare_kinds(self) -> dict[Tokens, Tokens]:
        """What kinds are called without the word for what they are kinds of, one or several, each with its noun; found once."""
        known: dict[Tokens, Tokens] | None = self.vocabulary.derived.get("bare kinds")  # type: ignore[assignment]
        if known is None:
            known = {}
            for template in self.vocabulary.templates.values():
                kind = template.slots[0] if template.kind == "noun" else ""
                for name in template.wordings if kind else ():
                    short = name.removesuffix(f" {kind}")
                    if short != name and not ARTICLES.intersection(words(short)):
                        for form in (short, plural(short)):
                            known.setdefault(words(form), words(template.id))
            self.vocabulary.derived["bare kinds"] = known
        return known

    def _why(self, sentence: str) -> str:
        if not sentence.strip():
            return "the sentence is empty"
        count, *rest = words(sentence) or ("",)
        if count.isalpha() and (number(count) or 0) > 1:
            noun = self._plural(tuple(rest))
            if noun is not None:
                return f"what it counts have no names: give each {noun} one"
        return "no sentence of the vocabulary reads like this"

    def _plural(self, tokens: Tokens) -> str | None:
        """The noun in whose plural words begin: "trucks enter hex 5"."""
        for end in range(1, min(len(tokens), 5) + 1):
            for phrase in self.reader.read_phrase(("the", *tokens[:end])):
                if phrase.many and phrase.noun:
                    return phrase.noun
        return None


def _pointed_at(tokens: Tokens) -> Tokens:
    """A sentence with "the Wading move" for "this Wading move", which is no thing with a name."""
    return tuple("the" if token in _POINTING else token for token in tokens)


def _the(tokens: Tokens) -> Tokens:
    """A sentence with "the Current is Heavy" for "Current is Heavy", and "Is the Current Heavy?" for "Is Current Heavy?".
    Who is named by a number, "hex 5", is no "the hex"."""
    at = 1 if tokens and tokens[0].lower() in _BE else 0
    subject = tokens[at : at + 1]
    bare = subject and subject[0].isalpha() and len(subject[0]) > 1 and subject[0].lower() not in _NOT_BARE
    if (
        not bare
        or (at == 0 and _BE.isdisjoint(tokens[1:3]))
        or any(map(str.isdigit, tokens[at + 1 : at + 2]))
    ):
        return tokens
    return (*tokens[:at], "the", *tokens[at:])


def _follows(token: str) -> bool:
    """Whether a word can stand behind a place and is no name of it: "in shallow mire, not laden", "… mire Founders"."""
    return token[0].islower() or token == "," or (len(token) > 3 and token[-1] == "s" and token[1:].islower())
