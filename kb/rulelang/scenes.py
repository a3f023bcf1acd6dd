"""Scenes: what facts of known forms of words tell together, so that this is worked out once.

"Hex 12 is an OCEAN hex. T1 is a truck." tells of 12 and T1 what "Hex 7 is an OCEAN hex. T5 is a truck." tells of 7 and T5.
Facts of plain shapes (`kb.rulelang.shapes`) that name the same of each other in the same places make up one form: what a reader
takes from them differs in the names, and in the sentences that told it. What a form tells is found by reading the facts with
names in them that nobody writes; `kb.rulelang.scenario` stays the one place that knows how to take up facts. Numbers that say
how much something is belong to the form.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from kb.reason.situation import Situation
from kb.rulelang.recurring import Recurring
from kb.rulelang.referents import NotUnderstood
from kb.rulelang.scenario import ScenarioReader
from kb.rulelang.shapes import MARK, Shapes, mark, shapes_of
from kb.rulelang.vocabulary import Vocabulary

Form = tuple[str, tuple[str, ...]]
"""The shape of facts together, and the numbers among them that say how much something is."""


class Told(NamedTuple):
    """Facts of one form, and the names, and numbers, in its holes."""

    form: Form
    names: tuple[str, ...]


class _Strange(Exception):
    """Something that cannot be told of other names."""


class _Texts:
    """The strings in what facts with marks for names tell, each by its place in a table: the names, the facts, then others, of
    which those in `mixed` are made of names."""

    def __init__(self, marks: Sequence[str], facts: Sequence[str]) -> None:
        self._marks = {text: at for at, text in enumerate(marks)}
        self._known = {**{text: len(marks) + at for at, text in enumerate(facts)}, **self._marks}
        self._first = len(marks) + len(facts)
        self.others: list[str] = []
        self.mixed: list[tuple[int, str, tuple[int, ...]]] = []
        self.args: dict[tuple[int, ...], int] = {}

    def __getitem__(self, text: str) -> int:
        """The place of a string. Raises `_Strange` for one with a mark that stands for no name."""
        place = self._known.get(text)
        if place is None:
            place = self._known[text] = self._first + len(self.others)
            self.others.append(text)
            held = MARK.findall(text)
            if held:
                if not self._marks.keys() >= set(held):
                    raise _Strange
                whole = MARK.sub("{}", text.replace("{", "{{").replace("}", "}}"))
                self.mixed.append((place, whole, tuple([self._marks[hole] for hole in held])))
        return place

    def about(self, things: Iterable[str]) -> int:
        """The place of a tuple of things among all those tuples."""
        return self.args.setdefault(tuple([self[thing] for thing in things]), len(self.args))


class _Scene:
    """What facts of one form tell, in places of a table of `_Texts`."""

    def __init__(
        self, marks: Sequence[str], facts: Sequence[str], reader: ScenarioReader, situation: Situation
    ) -> None:
        """Take it from a reader and a situation that took up facts with these marks for the names. Raises `_Strange`."""
        of = reader.referents
        if (
            reader.wanted is not None
            or reader.in_short
            or situation.unsettled
            or situation.closed
            or of.aliases
        ):
            raise _Strange
        texts = _Texts(marks, facts)
        self.told = [
            (name, texts.about(args), held, texts[source])
            for (name, args), (held, source) in situation.told.items()
        ]
        self.figures = [
            (name, texts.about(args), [(op, value, texts[source]) for op, value, source in bounds])
            for (name, args), bounds in situation.figures.items()
        ]
        # That a figure is a thing, a hex for one, is told by its name.
        values = [str(value) for bounds in situation.figures.values() for _, value, _ in bounds]
        if any(map(MARK.search, values)):
            raise _Strange
        self.kinds, self.not_kinds = (
            [
                (texts[thing], [(kind, texts[source]) for kind, source in kinds.items()])
                for thing, kinds in part.items()
            ]
            for part in (situation.kinds, situation.not_kinds)
        )
        self.slots = [(texts[thing], slot) for thing, slot in situation.slots.items()]
        self.things = [texts[thing] for thing in situation.things]
        self.renamed = [texts[thing] for thing in of.renamed]
        self.owners = [(texts[name], texts[sentence]) for name, sentence in of.owners.items()]
        self.done = None if reader.done is None else (reader.done[0], texts.about(reader.done[1]))
        self.crossed = texts.about(reader.crossed)
        self.topic = reader.topic
        self.args, self.others, self.mixed = list(texts.args), texts.others, texts.mixed

    def tell(
        self, names: Sequence[str], facts: Sequence[str], reader: ScenarioReader, situation: Situation
    ) -> None:
        """Make reader and situation what they are after such facts about things of these names."""
        table = [*names, *facts, *self.others]
        for place, text, held in self.mixed:
            table[place] = text.format(*[names[at] for at in held])
        args = [tuple([table[at] for at in places]) for places in self.args]
        situation.told = {
            (name, args[about]): (held, table[source]) for name, about, held, source in self.told
        }
        situation.figures = {
            (name, args[about]): tuple([(op, value, table[source]) for op, value, source in bounds])
            for name, about, bounds in self.figures
        }
        situation.kinds = {
            table[thing]: {kind: table[source] for kind, source in kinds} for thing, kinds in self.kinds
        }
        if self.not_kinds:
            situation.not_kinds = {
                table[thing]: {kind: table[source] for kind, source in kinds}
                for thing, kinds in self.not_kinds
            }
        situation.slots = {table[thing]: slot for thing, slot in self.slots}
        situation.things = [table[thing] for thing in self.things]
        of = reader.referents
        of.renamed = {table[thing] for thing in self.renamed}
        of.owners = {table[name]: table[sentence] for name, sentence in self.owners}
        of.sentence = facts[-1] if facts else ""
        reader.done = None if self.done is None else (self.done[0], args[self.done[1]])
        reader.crossed = args[self.crossed]
        reader.topic = self.topic
        reader.said_so_far = of.said = "".join([f" {fact}" for fact in facts])


class Scenes(Recurring[Form, _Scene]):
    """What the facts of each form tell, for the facts that were read against a vocabulary."""

    def __init__(self, shapes: Shapes) -> None:
        super().__init__()
        self._shapes = shapes
        self._amounts: dict[str, tuple[int, ...]] = {}

    def form(self, facts: Sequence[Any]) -> Told | None:
        """The form of facts, should they be of plain shapes; None where they are of none at all, or two names differ in their
        capitals alone."""
        together = self._shapes.together(facts) if set(map(type, facts)) == {str} else None
        if together is None:
            return None
        shape, names = together
        amounts = self._amounts.get(shape, ())
        if len(names) > 1 and len(set(map(str.lower, names))) < len(names):
            return None
        return Told((shape, tuple([names[at] for at in amounts])), names)

    def tell(self, told: Told, facts: Sequence[str], reader: ScenarioReader, situation: Situation) -> bool:
        """Make reader and situation, which are new, what they are when they have taken up these facts; False where it is not
        known what facts of this form tell."""
        scene = self.known(told.form)
        if scene is None:
            return False
        scene.tell(told.names, facts, reader, situation)
        return True

    def note(self, told: Told, facts: Sequence[str], reader: ScenarioReader, situation: Situation) -> None:
        """Note what a reader that was new took from facts without an objection."""
        shape, names = told.form[0], told.names
        amounts = self._amounts.get(shape)
        if amounts is None:
            amounts = self._amounts_of(facts, names)
            if amounts is None:
                return
        form = shape, tuple([names[at] for at in amounts])
        if self.due(form):
            self._amounts[shape] = amounts
            self.keep(form, self._scene(names, amounts, facts, reader, situation))

    def forget(self) -> None:
        """Forget all scenes, so that all facts are read."""
        super().forget()
        self._amounts.clear()

    def _amounts_of(self, facts: Sequence[str], names: Sequence[str]) -> tuple[int, ...] | None:
        """Which of the names in facts are numbers that say how much something is; None where a fact is of no plain shape."""
        found: set[int] = set()
        for fact in facts:
            plain = self._shapes.plain(fact)
            if plain is None:
                return None
            shape, held = plain
            found.update(names.index(held[hole]) for hole in shape.amounts if hole in held)
        return tuple(sorted(found))

    def _scene(
        self,
        names: Sequence[str],
        amounts: Sequence[int],
        facts: Sequence[str],
        reader: ScenarioReader,
        situation: Situation,
    ) -> _Scene | None:
        """What facts of a form tell; None where it cannot be told for other names."""
        marks = [name if at in amounts else mark(name, at) for at, name in enumerate(names)]
        named = dict(zip(names, marks, strict=True))
        marked = [self._shapes.put(fact, named) for fact in facts]
        trial = reader.__class__(reader.vocabulary), Situation(reader.vocabulary)
        try:
            if any(trial[0].fact(fact, trial[1]) is not None for fact in marked):
                return None
            scene = _Scene(marks, marked, *trial)
        except (NotUnderstood, _Strange):
            return None
        # What a name does not stand for would show here.
        again = reader.__class__(reader.vocabulary), Situation(reader.vocabulary)
        scene.tell(names, facts, *again)
        return scene if _state(*again) == _state(reader, situation) else None


def scenes_of(vocabulary: Vocabulary) -> Scenes:
    """The scenes of a vocabulary, kept with it."""
    known = vocabulary.derived.get("scenes")
    if not isinstance(known, Scenes):
        known = vocabulary.derived["scenes"] = Scenes(shapes_of(vocabulary))
    return known


def _state(reader: ScenarioReader, situation: Situation) -> object:
    """All that facts can change, in the order in which they did."""
    return (
        [
            list(part.items()) if isinstance(part, dict) else part
            for part in (
                situation.told, situation.figures, situation.kinds, situation.not_kinds, situation.slots, situation.things,
                situation.closed, situation.unsettled,
            )
        ],
        reader.state(),
    )  # fmt: skip
