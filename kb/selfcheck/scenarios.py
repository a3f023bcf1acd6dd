"""Random scenarios over a rulebook's vocabulary: facts about a few things, and a question on which they bear."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kb.reason.possible import Value
from kb.reason.program import Binding, Exemption, Program, in_amount, mentioned
from kb.reason.situation import Situation
from kb.rulelang import tree
from kb.rulelang.render import Renderer
from kb.rulelang.telling import sources
from kb.selfcheck.aiming import Aim, placed
from kb.selfcheck.reference import thresholds

Question = tuple[str, tuple[str, ...], str | None]

AIMED = 0.6
"""How many scenarios are made around a rule that stands in them, or an exception to it."""

MANY_TEMPLATES = 15
"""Of how many templates a question may rest for as large a part of them as of any to be left out."""

MOST_THINGS = (6, 8, 10, 14)
"""How many things a scenario is about at most, by the dice: what can be told of them multiplies. Those of what is near the
question come first."""

MOST_NUMBER = 40
"""The greatest number that is told because a rule compares with it."""


@dataclass(frozen=True)
class Scenario:
    """A situation and a question; `text` shows both to whoever has to look into a difference."""

    situation: Situation
    question: Question

    @property
    def facts(self) -> Iterator[str]:
        """The facts, in the words of the vocabulary."""
        situation = self.situation
        renderer = Renderer(situation.vocabulary, situation.slots)
        for found, held in ((situation.kinds, True), (situation.not_kinds, False)):
            for thing, kinds in found.items():
                for kind in kinds:
                    if not (held and kind == situation.slots.get(thing)):
                        yield f"{renderer.sentence(kind, (thing,), held)}."
        for (name, args), (held, _) in situation.told.items():
            yield f"{renderer.sentence(name, args, held)}."
        for (name, args), bounds in situation.figures.items():
            for op, value, _ in bounds:
                shown = (
                    sorted(map(str, value)) if isinstance(value, frozenset) else [renderer.value(name, value)]
                )
                relation = "is" if op == "is" else op if op.startswith("is") else f"is {op}"
                yield f"{renderer.figure(name, args)} {relation} {' or '.join(shown)}."
        for name in situation.closed:
            yield f"nothing else is so of: {name}."

    @property
    def asked(self) -> str:
        """The question, in words."""
        template, args, purpose = self.question
        renderer = Renderer(self.situation.vocabulary, self.situation.slots)
        if self.situation.vocabulary.templates[template].kind == "figure":
            return f"What is {renderer.figure(template, args)}?"
        return f"Is it so that {renderer.sentence(template, args, True, purpose)}?"

    @property
    def shape(self) -> str:
        """What is asked: a figure, a kind, or an atom, and whether for a purpose."""
        template, _, purpose = self.question
        kind = self.situation.vocabulary.templates[template].kind
        asked = kind if kind in ("figure", "kind") else "atom"
        return asked if purpose is None else f"{asked} for a purpose"

    @property
    def text(self) -> str:
        """All of it, for whoever has to look into a difference."""
        return "\n".join([f"things: {', '.join(self.situation.things)}", *self.facts, self.asked])


class Maker:
    """Makes scenarios for one program: questions about what its rules conclude, facts about what these rest on."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.asked = sorted({e.atom.template for e in program.entries} | set(program.apart))
        self.purposes = sorted({e.atom.purpose for e in program.entries if e.atom.purpose})
        self.special = {
            name: sorted({e.atom.purpose for e in program.by_template.get(name, ()) if e.atom.purpose})
            for name in self.asked
        }
        self.bears: dict[str, list[str]] = {name: self._bears(name) for name in self.asked}
        self.numbers = [Fraction(n) for n in range(8)]
        self.compared = {name: self._compared(name) for name in self.asked}
        self.constants = sorted(
            {a.name for e in program.entries for a in e.atom.args if isinstance(a, tree.Const)}
            - set(self.vocabulary.singletons)
        )

    def _bears(self, name: str) -> list[str]:
        """The templates on which a question about one may rest."""
        found: dict[str, None] = {}
        queue = [name]
        while queue:
            template = queue.pop(0)
            if template in found:
                continue
            found[template] = None
            queue.extend(apart.other for apart in self.program.apart.get(template, ()))
            for definition in (
                *self.program.definitions.get(template, ()),
                *self.program.figure_definitions.get(template, ()),
            ):
                queue.append(definition.head.template)
            for entry in self.program.by_template.get(template, ()):
                conditions = [entry.rule.condition, *exempting(entry.withdrawals)]
                conditions += [rival.rule.condition for rival, _ in entry.rivals]
                for condition in conditions:
                    queue.extend(mentioned(condition))
                if isinstance(entry.rule.conclusion, tree.SetFigure):
                    queue.extend(in_amount(entry.rule.conclusion.amount))
        return list(found)

    def make(self, chance: random.Random, left_out: float | None = None) -> Scenario:
        """A scenario by these dice. `left_out` is the part of what has to be told that is not told; by the dice where None."""
        situation = Situation(self.vocabulary)
        aimed: tuple[str, ...] | None = None
        purpose: str | None = None
        if chance.random() < AIMED:
            entry = chance.choice(self.program.entries)
            name, purpose = entry.atom.template, entry.atom.purpose
            aimed = Aim(self.program, situation, chance).at(entry)
        else:
            name = chance.choice(self.asked)
            purpose = self._purpose(name, chance)
        slots = self._slots(name)
        things: dict[str, list[str]] = {}
        most = chance.choice(MOST_THINGS)
        for template in self.bears[name]:
            for slot in self._slots(template):
                if slot not in things:
                    more = template == name or len(situation.things) < most
                    things[slot] = self._things(slot, situation, chance, more=more)
        args = aimed or tuple(chance.choice(things[slot]) for slot in slots)
        asks_kind = self.vocabulary.templates[name].kind == "kind"
        for thing, slot in zip(args, slots, strict=True):
            situation.name(thing)
            situation.place(thing, "thing" if asks_kind else slot)
        near = self.compared[name]
        density = chance.choice((0.0, 0.02, 0.05, 0.15) if aimed is not None else (0.03, 0.08, 0.15, 0.3))
        usual = chance.choice((0.0, 0.05, 0.1, 0.2, 0.5))
        # Of much to tell a smaller part is left out: what is not told multiplies.
        usual *= min(1.0, MANY_TEMPLATES / len(self.bears[name]))
        left_out = usual if left_out is None else left_out
        for template in self.bears[name]:
            if self.vocabulary.templates[template].kind != "kind":
                situation = self._tell(template, things, situation, chance, (density, left_out), near)
        if chance.random() < 0.1:
            self._close(name, situation, chance)
        self._tell_sources(situation)
        return Scenario(situation, (name, args, purpose))

    def _tell_sources(self, situation: Situation) -> None:
        """Let it be told of a noun that it is told where the noun is, and of anything else where it may as well be; nobody
        denies that something is told."""
        ways = sources(self.vocabulary)
        for (name, args), (held, said) in list(situation.told.items()):
            if name in ways:
                noun = self.vocabulary.templates[ways[name][0]]
                if not held or (noun.unary and args):
                    # What was told meanwhile of its noun may have taken it back.
                    situation.told.pop((name, args), None)
                if held and noun.unary and args:
                    situation.tell(noun.id, args, True, said)

    def _compared(self, name: str) -> list[Fraction]:
        """The whole numbers with which the rules that a question may rest on compare, and those next to them."""
        found = thresholds(self.program, Situation(self.vocabulary), name)
        return [n for n in found if n.denominator == 1 and 0 <= n <= MOST_NUMBER] or self.numbers

    def _purpose(self, name: str, chance: random.Random) -> str | None:
        """For what it is asked: mostly nothing; often what rules are there for, seldom anything."""
        some = self.special[name]
        if some and chance.random() < 0.3:
            return chance.choice(some)
        figure = self.vocabulary.templates[name].kind == "figure"
        return (
            chance.choice(self.purposes) if self.purposes and not figure and chance.random() < 0.05 else None
        )

    def _close(self, name: str, situation: Situation, chance: random.Random) -> None:
        """Let it be told that nothing is so of one template but what is told."""
        open_ = [
            each
            for each in self.bears[name]
            if self.vocabulary.templates[each].silence == "open"
            and self.vocabulary.templates[each].kind not in ("kind", "figure")
        ]
        if open_:
            situation.closed[chance.choice(open_)] = "told"

    def _slots(self, template: str) -> tuple[str, ...]:
        entry = self.vocabulary.templates[template]
        return (entry.id,) if entry.kind == "kind" else entry.slots

    def _things(
        self, slot: str, situation: Situation, chance: random.Random, *, more: bool = True
    ) -> list[str]:
        """One or two things that may fill a slot, their kinds mostly told; those of another slot where they fit. Without `more`
        only those."""
        fitting = [
            t
            for t in situation.things
            if any(
                self.vocabulary.related(k, slot)
                for k in situation.kinds.get(t, {situation.slots.get(t, ""): ""})
            )
        ]
        if not more:
            return fitting
        count = chance.choice((1, 1, 2)) if not fitting else chance.choice((0, 0, 0, 1))
        kinds = sorted(
            name
            for name, template in self.vocabulary.templates.items()
            if template.kind == "kind" and self.vocabulary.is_a(name, slot)
        )
        for number in range(count):
            name = f"{slot} {number + 1}"
            if slot == "hex" and self.constants and chance.random() < 0.05:
                name = chance.choice(self.constants)
            if name in situation.things:
                continue
            situation.name(name)
            situation.place(name, slot)
            if kinds and chance.random() < 0.9:
                situation.tell(chance.choice(kinds), (name,), True, "told")
            if kinds and chance.random() < 0.1:
                trial = situation.copy()
                other = chance.choice(kinds)
                # Of what has its place nobody says that it is not what belongs there.
                if other != slot and trial.tell(other, (name,), False, "told") is None:
                    situation.kinds, situation.not_kinds = trial.kinds, trial.not_kinds
            fitting.append(name)
        return fitting

    def _tell(
        self,
        template: str,
        things: dict[str, list[str]],
        situation: Situation,
        chance: random.Random,
        parts: tuple[float, float],
        near: Sequence[Fraction],
    ) -> Situation:
        """Facts of one template. Of what no silence or rule settles a part is left out; of the rest a part is told."""
        density, left_out = parts
        entry = self.vocabulary.templates[template]
        settled = entry.silence != "open" or bool(self.program.by_template.get(template))
        for args in product_of([things[slot] for slot in self._slots(template)]):
            likely = density if settled else 1 - left_out
            if entry.kind == "figure":
                likely = max(likely, 0.6) if settled else likely
            if chance.random() > likely or (template, args) in (situation.told | situation.figures):
                continue
            trial = situation.copy()
            if not placed(trial, args, self._slots(template)):
                continue
            if entry.kind == "figure":
                if self.program.by_template.get(template) and chance.random() < 0.7:
                    continue
                if entry.of is not None:
                    fitting = [t for t in situation.things if situation.surely(t, entry.of)]
                    if fitting:
                        trial.bound(template, args, "is", chance.choice(fitting), "told")
                else:
                    trial.bound(template, args, *self._bound(template, near, chance), "told")
            elif trial.tell(template, args, chance.random() < 0.75, "told") is not None:
                continue
            situation = trial
        return situation

    def _bound(
        self, template: str, near: Sequence[Fraction], chance: random.Random
    ) -> tuple[str, Value | frozenset[Value]]:
        """What may be told of a figure: mostly one value; else one of two, not one, or a bound."""
        entry = self.vocabulary.templates[template]
        values: Sequence[Value] = [value.name for value in entry.values]
        if not values:
            values = chance.choice((self.numbers, near))
        roll = self.vocabulary.rolls.get(template)
        if roll is not None:
            values = sorted({roll.shows(template, throw) for throw in roll.throws()})
        value = chance.choice(values)
        how = chance.random()
        if how < 0.8:
            return "is", value
        other = chance.choice(values)
        if how < 0.85 and other != value and not self.program.by_template.get(template):
            return "is", frozenset((value, other))
        if entry.values:
            return ("is not", value) if how < 0.9 else ("is", value)
        return chance.choice(("at least", "at most", "more than", "less than")), value


def product_of(lists: list[list[str]]) -> Iterator[tuple[str, ...]]:
    """Every choice of one of each list."""
    if not lists:
        yield ()
        return
    for first in lists[0]:
        for rest in product_of(lists[1:]):
            yield (first, *rest)


def exempting(withdrawals: Sequence[tuple[Exemption, Binding]]) -> Iterator[tree.Condition]:
    """The conditions of withdrawals and of what withdraws them."""
    for exemption, _ in withdrawals:
        yield exemption.item.condition
        yield from exempting(exemption.withdrawals)
