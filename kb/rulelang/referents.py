"""Referents: which thing of a scenario a noun phrase stands for.

A name stands for its thing. "A truck" in a fact brings in a truck without a name, which is called "the truck" from then on;
"the truck" is the one thing that was told to be a truck, and "it" the one thing talked about that can stand there. Where
several could be meant, nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from ingest.late_dataclasses import dataclass
from kb.reason.situation import Situation
from kb.rulelang.render import article
from kb.rulelang.sentence import OTHER, Phrase
from kb.rulelang.telling import is_telling
from kb.rulelang.vocabulary import Vocabulary
from kb.rulelang.words import number, with_article


class NotUnderstood(Exception):
    """A sentence with no reading, or with several; `nearest` are sentences that would have one.

    They may be given as what finds them: a sentence that one way of reading does not understand another may, and looking for
    them takes longer than reading.
    """

    def __init__(self, why: str, nearest: Sequence[str] | Callable[[], Sequence[str]] = ()) -> None:
        super().__init__(why)
        self._nearest = nearest

    @property
    def nearest(self) -> tuple[str, ...]:
        """Sentences that would have a reading; looked for when they are first asked for."""
        found = self._nearest() if callable(self._nearest) else self._nearest
        self._nearest = found = tuple(found)
        return found


class SeveralNamed(NotUnderstood):
    """ "It" where several things were named that it could stand for: `things`."""

    things: tuple[str, ...] = ()


class NothingNamed(NotUnderstood):
    """ "It" where no thing was named that it could stand for."""


class OtherCapitals(NotUnderstood):
    """A name that nothing has, but for its capitals: "t1" where T1 was named. Names are never folded by case."""

    def __init__(self, written: str, meant: str) -> None:
        super().__init__(f"nothing is named '{written}', but '{meant}' is")
        self.written, self.meant = written, meant

    def mended(self, sentence: str) -> str:
        """The sentence with the name that is known."""
        return re.sub(rf"(?<!\w){re.escape(self.written)}(?!\w)", self.meant, sentence.strip())


@dataclass(frozen=True, slots=True)
class ClassTerm:
    """Any thing of a class, with what is further said of it: "vehicles", "a Waterproofed truck"."""

    kind: str
    modifiers: tuple[str, ...] = ()


class Referents:
    """Finds the things that phrases stand for; `aliases` are further names of things. `renamed` are those of which their names
    told since somebody last looked what they are."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.aliases: dict[str, str] = {}
        self.renamed: set[str] = set()
        self.owners: dict[str, str] = {}
        """What was named as the owner of a time before anything was told of it, with the sentence that then brought it in."""
        self.sentence = ""
        self.said = ""
        """The facts told so far, one behind the other."""

    def thing(self, phrase: Phrase, slot: str, situation: Situation, *, fits: bool = True) -> str:
        """The thing that a phrase of a fact names; what the phrase says of it beyond its name is told too. Who is said not to
        be a boat was not named where only a boat can be: then nothing says that it `fits`."""
        if phrase.determiner in _PRONOUNS:
            return self._meant(phrase, slot, situation)
        noun = phrase.noun or slot
        if phrase.determiner == OTHER:
            name = self._other(phrase, noun, situation)
            self.note(phrase, name, slot if fits else "thing", situation)
            return name
        if phrase.determiner == "another" and not phrase.name and not phrase.items:
            # "Another squad" is the other one where "a squad" came before.
            name = f"the other {noun}"
            here = name not in situation.things or self.owners.get(name) == self.sentence
            if f"the {noun}" in situation.things and here:
                self.owners[name] = self.sentence
                situation.name(name)
                self.note(phrase, name, slot if fits else "thing", situation)
                return name
        if phrase.items or phrase.determiner in _UNNAMED:
            raise NotUnderstood(f"a fact is about named things, not about '{self.words(phrase)}'")
        name = self.named(phrase.name, situation)
        if not name:
            noun = phrase.noun or slot
            if phrase.many:
                if phrase.noun is None or not self.vocabulary.templates[noun].mass:
                    raise NotUnderstood(f"a fact is about named things, not about '{self.words(phrase)}'")
                name = noun
            elif phrase.determiner in ("a", "an"):
                name = f"the {noun}"
                if self.owners.get(name) in ("", self.sentence):
                    self.owners[name] = self.sentence
                elif name in situation.things and self._apart(phrase, name, situation):
                    name = f"the {' '.join(phrase.modifiers)} {noun}"
                elif name in situation.things:
                    raise NotUnderstood(
                        f"'{with_article(noun)}' would be a second {noun}: give both of them names",
                        [f"{noun} {letter}" for letter in "AB"],
                    )
            else:
                name = self._told(phrase, noun, situation) or f"the {noun}"
        if fits and name in self.vocabulary.singletons:
            self._fit(name, slot)
        situation.name(name)
        self.note(phrase, name, slot if fits else "thing", situation)
        return name

    def _apart(self, phrase: Phrase, name: str, situation: Situation) -> bool:
        """Whether a phrase tells a second thing from the one of this name: "an invading crew" beside "a defending crew"."""
        # Who does one thing is told from who does another; what is frozen may be staked, too.
        said = [one for one, things in situation.told if things == (name,) and one.endswith("ing")]
        other = f"the {' '.join(phrase.modifiers)} {phrase.noun}"
        return (
            bool(phrase.modifiers and phrase.noun and said and phrase.modifiers[0].endswith("ing"))
            and other not in situation.things
            and not any((one, (name,)) in situation.told for one in phrase.modifiers)
        )

    def _fit(self, singleton: str, slot: str) -> None:
        """Raise where what there is only one of cannot stand: the scenario for a hex."""
        noun = self.vocabulary.templates.get(self.vocabulary.singletons[singleton])
        if noun is not None and self.vocabulary.disjoint(self.vocabulary.base_kind(noun), slot):
            raise NotUnderstood(f"'{singleton}' is not {article(self.vocabulary.templates[slot])}")

    def _other(self, phrase: Phrase, noun: str, situation: Situation) -> str:
        """The thing that "another" brought in: "Another squad is in hex 2. Is the other squad …?"."""
        found = [thing for thing in self.told_as(noun, situation) if thing.startswith(f"{OTHER} ")]
        if len(found) != 1 or phrase.name or phrase.many:
            raise NotUnderstood(f"'{self.words(phrase)}' stands for nothing: say which {noun}")
        return found[0]

    def named(self, name: str, situation: Situation) -> str:
        """The thing of a name, which may be new. Raises `OtherCapitals` for one that was named in other capitals."""
        name = self.aliases.get(name, name)
        if name and name not in situation.things:
            low = name.lower()
            for known in (*situation.things, *self.aliases):
                if known != name and known.lower() == low:
                    raise OtherCapitals(name, known)
        return name

    def term(self, phrase: Phrase, slot: str, situation: Situation, *, fits: bool = True) -> str | ClassTerm:
        """The thing or the class that a phrase of a question stands for; whether it `fits` the slot may be what is asked."""
        if phrase.determiner in _PRONOUNS:
            return self._meant(phrase, slot, situation)
        if phrase.determiner == OTHER:
            name = self._other(phrase, phrase.noun or slot, situation)
            if phrase.modifiers and not _told_all(phrase.modifiers, name, situation):
                self._presume(phrase, name, slot if fits else "thing", situation)
            return name
        if phrase.name:
            name = self.named(phrase.name, situation)
            situation.name(name)
            self.note(phrase, name, slot if fits else "thing", situation)
            return name
        if phrase.items or phrase.determiner in ("no", "some"):
            raise NotUnderstood("a question is about one thing or one class; ask one at a time")
        noun = phrase.noun or slot
        if phrase.many and noun in situation.things and self.vocabulary.templates[noun].mass:
            return noun
        if phrase.determiner == "the" and not phrase.many:
            found = self._told(phrase, noun, situation)
            thing = found or f"the {noun}"
            situation.name(thing)
            if not found:
                self.note(phrase, thing, slot if fits else "thing", situation)
            elif phrase.modifiers and not _told_all(phrase.modifiers, thing, situation):
                # Whoever asks of "the fording squad" says that the squad is fording.
                self._presume(phrase, thing, slot if fits else "thing", situation)
            return thing
        return ClassTerm(noun, phrase.modifiers)

    def things(
        self, phrases: Sequence[Phrase], slots: Sequence[str], situation: Situation
    ) -> tuple[str, ...]:
        """The things that the phrases of a fact name; "it" is none of the others."""
        if not _pronouns(phrases):
            return tuple([self.thing(p, slot, situation) for p, slot in zip(phrases, slots, strict=True)])
        found: dict[int, str] = {}
        for place in _named_first(phrases):
            phrase, slot = phrases[place], slots[place]
            if phrase.determiner in _PRONOUNS:
                found[place] = self._meant(phrase, slot, situation, found.values())
            else:
                found[place] = self.thing(phrase, slot, situation)
        return tuple(found[place] for place in range(len(phrases)))

    def terms(
        self, phrases: Sequence[Phrase], slots: Sequence[str], situation: Situation
    ) -> tuple[str | ClassTerm, ...]:
        """The things or classes that the phrases of a question stand for; "it" is none of the others."""
        if not _pronouns(phrases):
            return tuple([self.term(p, slot, situation) for p, slot in zip(phrases, slots, strict=True)])
        found: dict[int, str | ClassTerm] = {}
        for place in _named_first(phrases):
            phrase, slot = phrases[place], slots[place]
            if phrase.determiner in _PRONOUNS:
                found[place] = self._meant(phrase, slot, situation, found.values())
            else:
                found[place] = self.term(phrase, slot, situation)
        return tuple(found[place] for place in range(len(phrases)))

    def note(self, phrase: Phrase, name: str, slot: str, situation: Situation) -> None:
        """Tell of a thing what the phrase says that names it."""
        if name in self.vocabulary.singletons:
            return
        if phrase.noun is None and not phrase.modifiers:
            situation.place(name, slot)
            return
        kinds = situation.kinds.get(name, ())
        if phrase.noun in kinds and not phrase.modifiers:
            situation.place(name, slot)
            return
        source = f"{name} is named as {self.words(phrase)}"
        self.renamed.add(name)
        if phrase.noun is not None:
            template = self.vocabulary.templates[phrase.noun]
            if template.kind == "kind":
                situation.kinds.setdefault(name, {}).setdefault(phrase.noun, source)
            elif situation.told.get((phrase.noun, (name,)), (False, ""))[0] is False:
                situation.tell(phrase.noun, (name,), True, source)
        for modifier in phrase.modifiers:
            if situation.told.get((modifier, (name,)), (False, ""))[0] is False:
                situation.tell(modifier, (name,), True, source)
        situation.place(name, slot)

    def _presume(self, phrase: Phrase, thing: str, slot: str, situation: Situation) -> None:
        """Tell of a thing what a question says that it is. Raises `NotUnderstood` where a fact says that it is not."""
        for modifier in phrase.modifiers:
            if (modifier, (thing,)) in situation.told and not _told_all((modifier,), thing, situation):
                raise NotUnderstood(f"a fact says that {thing} is not {modifier}")
        self.note(phrase._replace(noun=None), thing, slot, situation)

    def known(self, phrase: Phrase, situation: Situation) -> Phrase:
        """A phrase for any thing of a kind as one for the thing of that kind that was named, if there is one."""
        if phrase.noun is None or phrase.name:
            return phrase
        mass = phrase.many and self.vocabulary.templates[phrase.noun].mass
        if phrase.determiner not in ("a", "an") and not mass:
            return phrase
        found = self.told_as(phrase.noun, situation)
        return phrase._replace(determiner="", name=found[0], many=False) if len(found) == 1 else phrase

    def each(
        self, phrase: Phrase, slot: str, situation: Situation, others: Collection[str] = ()
    ) -> list[Phrase]:
        """For "the trucks" a phrase for each truck that was told of, for "these trucks" for each last told of together, and for
        "they" one for each of several units, or hexes, so told of, but for those that the sentence names; none where it is no
        such phrase, or nothing was."""
        if not phrase.many or phrase.name:
            return []
        if phrase.determiner == "they":
            whole = not self.vocabulary.related(slot, "unit")  # of hexes, all that were named
            units = [
                thing
                for thing in self.together(slot, situation)
                if thing not in others and (whole or situation.surely(thing, "unit"))
            ]
            return [Phrase("", (), None, unit) for unit in units] if len(units) > 1 else []
        noun = phrase.noun
        these, _, count = phrase.determiner.partition(" ")
        if these not in ("the", "these") or noun is None or self.vocabulary.templates[noun].mass:
            return []
        named = self.told_as(noun, situation)
        if these == "these":
            last = self.together(self.vocabulary.base_kind(self.vocabulary.templates[noun]), situation)
            spoken = [[thing for thing in named if thing in last], named]
            many = number(count)
            named = next(
                (group for group in spoken if len(group) == many or (not count and len(group) > 1)), []
            )
        return [
            phrase._replace(determiner="", modifiers=(), name=thing, many=False)
            for thing in named
            if thing not in self.vocabulary.singletons and _told_all(phrase.modifiers, thing, situation)
        ]

    def together(self, slot: str, situation: Situation) -> list[str]:
        """Of the things that can stand in a slot those of which the last fact that says the same of several says it; all where
        no fact does."""
        fitting = self.fitting(slot, situation)
        groups: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
        for (name, args), (_, source) in situation.told.items():
            slots = self.vocabulary.templates[name].slots
            for at, thing in enumerate(args):
                rest = (*args[:at], *args[at + 1 :])
                if thing in fitting and not any(
                    self.vocabulary.related(slots[at], other)
                    for k, other in enumerate(slots[: len(args)])
                    if k != at
                ):
                    groups.setdefault((source, name, rest), []).append(thing)
        for thing, kinds in situation.kinds.items():
            for kind, source in kinds.items() if thing in fitting else ():
                groups.setdefault((source, kind, ()), []).append(thing)
        last = max(
            (
                (self.said.rfind(source), len(group))
                for (source, _, _), group in groups.items()
                if source and len(group) > 1
            ),
            default=(-1, 0),
        )
        if last[0] < 0:
            return fitting
        named = {
            thing
            for (source, _, _), group in groups.items()
            if len(group) > 1 and self.said.rfind(source) == last[0]
            for thing in group
        }
        if len(named) < len(fitting) and self._one_with_another(named, last[0], situation):
            return []  # "S1 rides T1 in hex 5": who speaks of two then may mean another beside S1, where there is one
        return [thing for thing in fitting if thing in named]

    def two_of(self, slot: str, situation: Situation, told: Collection[str] | None = None) -> list[str]:
        """The two things that "both" and "they" can mean, of those `told` to be what is said of them, if it is; else none.
        Where somebody is carried, both are the two others of his kind."""
        fitting = [thing for thing in self.fitting(slot, situation) if told is None or thing in told]
        if len(fitting) == 2:
            return fitting
        last = self.together(slot, situation)
        if not last and told is None:
            kinds = [frozenset(situation.kinds.get(thing, ())) for thing in fitting]
            last = [
                thing
                for thing, own in zip(fitting, kinds, strict=True)
                if any(self._alike(own, other) for k, other in enumerate(kinds) if fitting[k] != thing)
            ]
        return [thing for thing in last if thing in fitting]

    def _alike(self, kinds: Collection[str], others: Collection[str]) -> bool:
        """Whether two things were called the same, more closely than that both are units."""
        return any(kind in others for kind in kinds if kind not in ("thing", "unit"))

    def _one_with_another(self, named: Collection[str], at: int, situation: Situation) -> bool:
        """Whether what was told of things together, in the fact told at a place, says of one how it is with another one of
        another kind: that it rides it, or is with it."""
        return any(
            held
            and len(within) > 1
            and self.said.rfind(source) == at
            and source
            and not all(
                self._alike(situation.kinds.get(within[0], ()), situation.kinds.get(other, ()))
                for other in within[1:]
            )
            for (_, args), (held, source) in situation.told.items()
            if len(within := [thing for thing in args if thing in named]) > 1
        )

    def words(self, phrase: Phrase) -> str:
        """A phrase in its words, nouns by their first wording."""
        items = phrase.items or ((phrase.noun,) if phrase.noun else ())
        return " ".join(p for p in (phrase.determiner, *phrase.modifiers, *items, phrase.name) if p)

    def fitting(self, slot: str, situation: Situation) -> list[str]:
        """The things talked about that can stand in a slot, in the order of their naming."""
        own = self.vocabulary.singletons
        return [thing for thing in situation.things_of(slot) if thing not in own]

    def _meant(
        self, phrase: Phrase, slot: str, situation: Situation, taken: Collection[str | ClassTerm] = ()
    ) -> str:
        found = [thing for thing in self.fitting(slot, situation) if thing not in taken]
        if len(found) > 1:
            # "A squad without a boat": the boat is not there to be spoken of.
            told = [
                (args, held) for (name, args), (held, _) in situation.told.items() if not is_telling(name)
            ]
            lacked = {args[-1] for args, held in told if not held and len(args) > 1}
            there = {thing for args, held in told for thing in (args if held else args[:1])}
            found = [thing for thing in found if thing not in lacked or thing in there] or found
        if len(found) == 1:
            return found[0]
        word = f"'{phrase.determiner}'"
        if not found:
            raise NothingNamed(f"{word} stands for nothing: no {slot} was named", ())
        several = SeveralNamed(f"{word} could be {', '.join(found)}", [f"say which: {', '.join(found)}"])
        several.things = tuple(found)
        raise several

    def _told(self, phrase: Phrase, noun: str, situation: Situation) -> str | None:
        """The one thing told to be of a noun: "the truck" is T1 if T1 is the only thing told to be a truck; "the hill hex" is
        the Level 1 hill hex if nothing else was called a hill hex."""
        name = f"the {noun}"
        own = [name] if name in situation.things else []
        if phrase.modifiers and own and not _told_all(phrase.modifiers, name, situation):
            # "The wet hex" is none that was only called "a hex", where another one was told to be wet.
            named = self.told_as(noun, situation)
            own = [thing for thing in named if _told_all(phrase.modifiers, thing, situation)] or own
        found = own or self.told_as(noun, situation) or self._in_short(noun, situation)
        if len(found) > 1 and phrase.modifiers:
            found = [thing for thing in found if _told_all(phrase.modifiers, thing, situation)] or found
        if len(found) > 1:
            raise NotUnderstood(f"'{name}' could be {', '.join(found)}", [f"say which: {', '.join(found)}"])
        return found[0] if found else None

    def _in_short(self, noun: str, situation: Situation) -> list[str]:
        """The things without a name of their own that were called something that ends in a noun."""
        called = (
            (name, args[0])
            for (name, args), (held, _) in situation.told.items()
            if held and self.vocabulary.templates[name].kind == "noun"
        )
        return [
            thing
            for name, thing in called
            if thing.startswith("the ")
            and name.endswith((f" {noun}", f"-{noun}"))
            and not name.startswith("non")
        ]

    def told_as(self, noun: str, situation: Situation) -> list[str]:
        """The things told to be of a noun."""
        kind = self.vocabulary.templates[noun].kind
        if kind != "kind":
            return [args[0] for (name, args), (held, _) in situation.told.items() if name == noun and held]
        told = {
            args[0]
            for (name, args), (held, _) in situation.told.items()
            if held
            and self.vocabulary.templates[name].kind == "noun"
            and self.vocabulary.is_a(self.vocabulary.templates[name].slots[0], noun)
        }
        return [
            thing
            for thing in situation.things
            if thing in told
            or any(self.vocabulary.is_a(known, noun) for known in situation.kinds.get(thing, {}))
            or (
                not situation.kinds.get(thing)
                and noun in ("hex", "hexside")
                and situation.slots.get(thing) == noun
            )
        ]


_PRONOUNS = frozenset({"it", "they"})
_UNNAMED = frozenset({"no", "any", "each", "every", "some", "another"})


def _told_all(words: Sequence[str], thing: str, situation: Situation) -> bool:
    """Whether a thing was told to be all that these words say."""
    return all(situation.told.get((word, (thing,)), (False, ""))[0] for word in words)


def _pronouns(phrases: Sequence[Phrase]) -> bool:
    for phrase in phrases:  # noqa: SIM110 - for each sentence, and of one or two phrases
        if phrase.determiner in _PRONOUNS:
            return True
    return False


def _named_first(phrases: Sequence[Phrase]) -> list[int]:
    """The places of phrases, those of pronouns last."""
    return sorted(range(len(phrases)), key=lambda place: phrases[place].determiner in _PRONOUNS)
