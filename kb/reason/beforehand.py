"""Steps settled beforehand: what a node comes to where facts alone decide it, as a step that is the same in every question.

Nobody told this, so silence denies it, so that rule fails, so silence denies what the rule would conclude: such a chain is made
once, when a function is written, with a test of facts by which it is what a question comes to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kb.reason.program import Entry, Program, side_of
from kb.reason.proof import NO, YES, Sketched
from kb.reason.sketches import OfDoubt, OfRule, Sketch, fixed
from kb.reason.slices import ASSERTED, STATUS, VERDICT, Node, Terms, bound, general_rules, things
from kb.reason.surely import Surely, Test, all_of, size
from kb.rulelang import tree
from kb.rulelang.telling import is_telling

_MOST_SHOWN = 6
"""How many rules that fail are shown beside silence that is settled beforehand."""

_LONGEST = 24
"""To how many facts a test may look by which a step is settled beforehand."""

Looks = tuple[tuple[object, str], ...]
"""The exceptions that a rule looks at, each with its effect."""

Way = tuple[Test, str]
"""A test of facts, and the name of the step that a node comes to where it is passed."""


class Fact(NamedTuple):
    """A fact, or silence about it, as the steps that are the same in every question: of silence (None where it says nothing),
    of its being told and of its being told not to be so, and the bits of both. `quiet` is what silence says."""

    silent: str | None
    told: str
    denied: str
    quiet: int
    bits: tuple[int, int]


class Silence(NamedTuple):
    """Where silence is all there is to say of an atom: the test by which every rule about it fails, what silence says, and the
    rules that a proof shows."""

    test: Test
    quiet: int
    shown: Sequence[tuple[Entry, Terms]]


class Beforehand(Surely):
    """Finds such steps."""

    def fact(self, node: Node) -> Fact:
        """The steps of an atom that is told or not, and nothing else."""
        _, name, terms, purpose, _ = node.key
        template = str(name)
        entry = self.vocabulary.templates[template]
        quiet = {"no": NO, "yes": YES}.get(entry.silence, 0) if not self.program.touched.get(template) else 0

        def step(kind: str, verdict: int, closed: bool) -> str:
            def make() -> Sketched:
                return fixed(Sketch(kind, template, terms, purpose), verdict, closed, ())

            return self.c.fixed((kind, verdict, template, terms, purpose), make)

        silent = step("silence", quiet, not is_telling(template)) if quiet else None
        told, denied = step("given", YES, False), step("given", NO, False)
        return Fact(silent, told, denied, quiet, self.c.bits(terms, template))

    def call(self, node: Node) -> str:
        """The step of a node: settled beforehand, or kept, or what its function finds."""
        found = self.find(node)
        ways = self.at_once(node)
        if not ways:
            return found
        test, step = ways[0]
        return f"({self.by_facts(f'{step} if {self.written(test)} else None')} or {found[1:-1]})"

    def at_once(self, node: Node) -> Sequence[Way]:
        """What a node comes to by facts alone, the most likely first: no loop comes into that."""
        found: Sequence[Way] | None = self.c.ways.get(node.number)
        if found is None:
            self.c.ways[node.number] = ()  # what rests on itself is not settled beforehand
            found = self.c.ways[node.number] = self._at_once(node)
        return found

    def _at_once(self, node: Node) -> Sequence[Way]:
        sort, name, terms, _, world = node.key
        if node.dynamic:
            return ()
        if sort == STATUS:
            return self._failing(node)
        if sort != VERDICT or self.is_leaf(node):
            return ()
        silence = self.silence(node)
        if silence is None:
            return ()
        tests, parts = [silence.test], []
        for entry, env in silence.shown:
            ways = self.at_once(self.number(STATUS, entry.number, env, None, world))
            if not ways:
                return ()
            tests.append(ways[0][0])
            parts.append(ways[0][1])
        test = all_of(tests)
        if size(test) > _LONGEST:
            return ()
        template = str(name)

        def silent() -> Sketched:
            sketch = Sketch("silence", template, terms)
            return fixed(
                sketch, silence.quiet, not is_telling(template), tuple(self.c.names[p] for p in parts)
            )

        return ((test, self.c.fixed(("silent", template, terms, tuple(parts)), silent)),)

    def silence(self, node: Node) -> Silence | None:
        """Where silence is all there is to say of an atom; None where facts alone do not tell."""
        _, name, terms, purpose, world = node.key
        template = self.vocabulary.templates[str(name)]
        if (
            template.silence not in ("no", "yes")
            or self.program.touched.get(template.id)
            or template.kind == "kind"
            or purpose is not None
        ):
            return None
        quiet = YES if template.silence == "yes" else NO
        tests: list[Test | None] = [("not told", terms, template.id)]
        for definition in self.program.definitions.get(template.id, ()):
            env = bound(definition.args, terms, len(definition.entry.rule.variables))
            if env is not None:
                tests.append(("not told", things(definition.head.args, env), definition.head.template))
        shown: list[tuple[Entry, Terms]] = []
        for entry, env in general_rules(self.program, template.id, terms, world):
            first, test = self.first_fact(entry, env, world)
            if side_of(entry) == quiet or first is None:
                test = self.rule_test(entry, env, world)
            tests.append(test)
            if side_of(entry) != quiet:
                if first is None and self.number(STATUS, entry.number, env, None, world).bit:
                    return None
                shown.append((entry, env))
        tests += [
            self.surely_not(self.number(ASSERTED, apart.other, terms, None, world))
            for apart in self.program.apart.get(template.id, ())
        ]
        known = [test for test in tests if test is not None]
        if len(known) < len(tests) or len(shown) > _MOST_SHOWN:
            return None
        return Silence(all_of(known), quiet, shown)

    def first_fact(self, entry: Entry, env: Terms, world: int) -> tuple[tree.Holds | None, Test | None]:
        """The fact that a rule asks for first, if it does, and a test by which it is surely not so."""
        first = self._first(entry)
        if first is not None:
            node = self._about(first, env, world)
            test = self.surely_fails(first, env, world) if self.is_leaf(node) else None
            if test is not None:
                return first, test
        return None, None

    def first_part(self, entry: Entry) -> tree.Condition | None:
        """The condition that a rule looks at first; None where it has none."""
        found = parts_of(entry.rule.condition)
        return found[looked_at_first(found, self.program)[0]] if found else None

    def _first(self, entry: Entry) -> tree.Holds | None:
        """The condition that a rule looks at first, where it is a plain one."""
        first = self.first_part(entry)
        return first if isinstance(first, tree.Holds) else None

    def _about(self, condition: tree.Holds, env: Terms, world: int) -> Node:
        atom = condition.atom
        return self.number(VERDICT, atom.template, things(atom.args, env), atom.purpose, world)

    def _failing(self, node: Node) -> Sequence[Way]:
        """How a rule fails at what it looks at first."""
        _, number, env, _, world = node.key
        entry = self.program.entries[int(str(number))]
        first = self._first(entry)
        if first is None:
            return ()
        premise = self._about(first, env, world)
        side = NO if first.positive else YES
        if self.is_leaf(premise):
            return self.failing_fact(entry, env, premise, side)
        if node.bit or premise.dynamic:
            return ()
        return [
            (test, self._failure(entry, env, step))
            for test, step in self.at_once(premise)
            if self.c.names[step].verdict == side
        ]

    def failing_fact(self, entry: Entry, env: Terms, premise: Node, side: int) -> Sequence[Way]:
        """How a rule fails because a fact is so (1) or not (-1)."""
        _, name, terms, _, _ = premise.key
        template = str(name)
        if self.program.touched.get(template):
            return ()  # silence may say several things
        fact = self.fact(premise)
        silent = self.by_silence(premise, side)
        ways: list[Way] = [] if silent is None else [silent]
        if side == YES:
            ways.append((("held", terms, template), fact.told))
        else:
            ways.append((("denied", terms, template), fact.denied))
        return [(test, self._failure(entry, env, step)) for test, step in ways]

    def by_silence(self, premise: Node, side: int) -> Way | None:
        """The step by which silence says that a fact is so (1) or not (-1), where it says that."""
        _, name, terms, _, _ = premise.key
        fact = self.fact(premise)
        if fact.silent is None or fact.quiet != side:
            return None
        return ("not told", terms, str(name)), fact.silent

    def _failure(self, entry: Entry, env: Terms, premise: str) -> str:
        """The step of a rule that fails because of what is settled beforehand."""

        def failed() -> Sketched:
            step: Sketched = self.c.names[premise]
            return fixed(self.sketch("failed", entry, env), NO, step.closed, ((step,), ()), 0)

        return self.c.fixed(("failed", entry.number, env, premise), failed)

    def sketch(self, kind: str, entry: Entry, env: Terms, looks: Looks = ()) -> OfRule:
        """What the status of a rule is about."""
        atom = entry.atom
        made = OfDoubt if kind in ("unknown", "not encoded") else OfRule
        return made(kind, atom.template, things(atom.args, env), atom.purpose, entry, env, looks)


def parts_of(condition: tree.Condition) -> Sequence[tree.Condition]:
    """The conditions of which all must hold."""
    return condition.parts if isinstance(condition, tree.AllOf) else (condition,)


def looked_at_first(parts: Sequence[tree.Condition], program: Program) -> list[int]:
    """The places of conditions in the order in which they are looked at: facts first, for the first that fails ends it."""
    return sorted(range(len(parts)), key=lambda place: not asks_a_fact(parts[place], program))


def asks_a_fact(condition: tree.Condition, program: Program) -> bool:
    """Whether a condition is about an atom about which there are no rules."""
    return isinstance(condition, tree.Holds) and not (
        program.by_template.get(condition.atom.template) or program.apart.get(condition.atom.template)
    )
