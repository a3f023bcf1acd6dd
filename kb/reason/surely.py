"""What surely fails by the facts alone: tests of what is told, written into the functions of a compiled slice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kb.reason.program import Entry, side_of
from kb.reason.proof import NO, YES
from kb.reason.sketches import named
from kb.reason.slices import (
    ASSERTED,
    VERDICT,
    Node,
    Terms,
    bound,
    general_rules,
    passed_on,
    rivals_of,
    things,
)
from kb.reason.source import Source
from kb.rulelang import tree

_DEEPEST = 8
"""Through how many verdicts it is looked for a fact that must be told for something to hold."""

_LONGEST = 60
"""To how many facts such a test may look."""

_ENOUGH = 20
"""To how many facts the tests may look of which one is enough, but for the shortest."""

Test = tuple[Any, ...]
"""A test of facts: that something is told or not, held (told so) or not, denied (told not so) or not, or that a template is
nowhere held; all or any of some."""

_ALWAYS: Test = ("all", ())

_PASSED = "True"
"""The source of a test that is always passed."""

_NEGATIVE = ("not told", "not held", "not denied", "nowhere")
"""Tests that what nobody told passes."""


def all_of(tests: Sequence[Test]) -> Test:
    """That every one of these tests is passed."""
    flat = dict.fromkeys(each for test in tests for each in (test[1] if test[0] == "all" else (test,)))
    # Of some tests one is passed anyway where it has to be by itself.
    kept = [each for each in flat if each[0] != "any" or flat.keys().isdisjoint(each[1])]
    return kept[0] if len(kept) == 1 else ("all", tuple(kept))


def any_of(tests: Sequence[Test]) -> Test:
    """That one of these tests is passed."""
    if _ALWAYS in tests:
        return _ALWAYS
    flat = list(dict.fromkeys(each for test in tests for each in (test[1] if test[0] == "any" else (test,))))
    return flat[0] if len(flat) == 1 else ("any", tuple(sorted(flat, key=size)))


def _short(tests: Sequence[Test]) -> list[Test]:
    """The shortest of these tests, and the next ones as long as all together are short: any one of them will do."""
    found: list[Test] = []
    left = _ENOUGH
    for test in sorted(tests, key=size):
        left -= size(test)
        if found and left < 0:
            break
        found.append(test)
    return found


def size(test: Test) -> int:
    """To how many facts a test looks."""
    return sum(size(part) for part in test[1]) if test[0] in ("all", "any") else 1


def _denied(condition: tree.Holds) -> tree.Holds:
    return replace(condition, positive=not condition.positive)


class Surely(Source):
    """Finds such tests, and writes them."""

    def surely_not(self, node: Node | None, before: frozenset[int] = frozenset()) -> Test | None:
        """A test of facts alone by which a verdict is surely "no", or nothing asserts an atom; None where there is none.

        Silence says no, and every rule that says yes fails at a condition that is surely not so. What rests on itself
        (`before`) does not hold because of that. Rules that say no, and nouns held apart, only say the same again.
        """
        if node is None or node.dynamic:
            return None
        if node.number in before:
            return _ALWAYS
        sort, name, terms, _, world = node.key
        if self.is_leaf(node):
            return self._leaf_fails(node, True)
        template = self.vocabulary.templates[str(name)]
        if template.kind == "kind" or len(before) > _DEEPEST:
            return None
        if sort == VERDICT and (template.silence != "no" or self.program.touched.get(template.id)):
            return None
        tests: list[Test] = [("not told", terms, template.id)]
        for definition in self.program.definitions.get(template.id, ()):
            env = bound(definition.args, terms, len(definition.entry.rule.variables))
            if env is not None:
                tests.append(("not told", things(definition.head.args, env), definition.head.template))
        for entry, env in general_rules(self.program, template.id, terms, world):
            if side_of(entry) == NO:
                continue
            test = self.surely_fails(entry.rule.condition, env, world, before | {node.number})
            if test is None:
                return None
            tests.append(test)
        return all_of(tests)

    def surely_fails(
        self, condition: tree.Condition, env: Terms, world: int, before: frozenset[int] = frozenset()
    ) -> Test | None:
        """A test of facts alone by which a condition surely fails; None where there is none."""
        if isinstance(condition, tree.Holds):
            atom = condition.atom
            node = self.c.slice.by_key.get(
                (VERDICT, atom.template, things(atom.args, env), atom.purpose, world)
            )
            if condition.positive:
                return self.surely_not(node, before)
            return self._leaf_fails(node, False) if node is not None and self.is_leaf(node) else None
        if isinstance(condition, tree.ButFor):
            return self.surely_fails(condition.part, env, self.program.worlds[condition.after], before)
        if isinstance(condition, tree.Widened):
            return self.surely_fails(condition.part, env, world, before)
        if isinstance(condition, tree.AllOf | tree.AnyOf):
            tests = [self.surely_fails(part, env, world, before) for part in condition.parts]
            known = [test for test in tests if test is not None]
            if isinstance(condition, tree.AnyOf):
                return all_of(known) if len(known) == len(tests) and tests else None
            return any_of(_short(known)) if known else None
        if isinstance(condition, tree.Exists):
            return self._none_is(condition.part)
        if isinstance(condition, tree.NoneOf):
            tests = [self._surely_holds(part, env, world) for part in condition.parts]
            known = [test for test in tests if test is not None]
            return any_of(known) if known else None
        return None

    def _surely_holds(self, condition: tree.Condition, env: Terms, world: int) -> Test | None:
        """A test by which a condition surely holds, as far as facts go about which there are no rules."""
        if isinstance(condition, tree.Holds):
            atom = condition.atom
            node = self.c.slice.by_key.get(
                (VERDICT, atom.template, things(atom.args, env), atom.purpose, world)
            )
            if node is None or not self.is_leaf(node):
                return None
            return self._leaf_fails(node, not condition.positive)
        if isinstance(condition, tree.NoneOf):
            tests = [
                self.surely_fails(part, env, world)
                if isinstance(part, tree.Exists)
                else self._surely_holds(_denied(part), env, world)
                if isinstance(part, tree.Holds)
                else None
                for part in condition.parts
            ]
            known = [test for test in tests if test is not None]
            return all_of(known) if len(known) == len(tests) and tests else None
        return None

    def _none_is(self, part: tree.Condition) -> Test | None:
        """A test by which nothing there is can be such a thing: nobody told of any what it would have to be."""
        if isinstance(part, tree.AllOf):
            known = [test for each in part.parts if (test := self._none_is(each)) is not None]
            return any_of(known) if known else None
        if not isinstance(part, tree.Holds) or not part.positive:
            return None
        name = part.atom.template
        template = self.vocabulary.templates[name]
        if (
            template.kind in ("kind", "figure")
            or template.silence != "no"
            or self.program.touched.get(name)
            or self.program.by_template.get(name)
            or self.program.definitions.get(name)
            or self.program.apart.get(name)
        ):
            return None
        return ("nowhere", (), name)

    def surely_idle(self, entry: Entry, env: Terms, world: int) -> Test | None:
        """A test of facts alone by which a rule surely neither stands nor is beaten: a condition of it is not known to hold,
        and nothing that could defeat it applies. None where there is none."""
        doubtful = self._doubtful(entry.rule.condition, env, world)
        if doubtful is None:
            return None
        tests = [doubtful]
        for exemption, binding in entry.withdrawals:
            inner = passed_on(binding, env, len(exemption.item.variables))
            test = self.surely_fails(exemption.item.condition, inner, world)
            if test is None:
                return None
            tests.append(test)
        for rival, inner in rivals_of(self.program, entry, env, world):
            test = self.surely_fails(rival.rule.condition, inner, world)
            if test is None:
                return None
            tests.append(test)
        found = all_of(tests)
        return found if size(found) <= _LONGEST else None

    def _doubtful(self, condition: tree.Condition, env: Terms, world: int) -> Test | None:
        """A test by which a condition surely does not hold, though it may not fail either."""
        if isinstance(condition, tree.Holds):
            atom = condition.atom
            node = self.c.slice.by_key.get(
                (VERDICT, atom.template, things(atom.args, env), atom.purpose, world)
            )
            if node is None or node.dynamic:
                return None
            return self._unsaid(node, YES if condition.positive else NO)
        if isinstance(condition, tree.AllOf):
            known = [
                test for part in condition.parts if (test := self._doubtful(part, env, world)) is not None
            ]
            return any_of(known) if known else None
        return None

    def _unsaid(self, node: Node, side: int) -> Test | None:
        """A test by which the verdict on an atom about which silence says nothing is surely not this one: no fact and no rule
        says so."""
        _, name, terms, _, world = node.key
        template = self.vocabulary.templates[str(name)]
        if template.kind == "kind" or template.silence in ("yes", "no"):
            return None  # silence decides it, and a rule surely fails or not
        if self.is_leaf(node):
            return ("not held" if side == YES else "not denied", terms, template.id)
        tests: list[Test] = [("not told", terms, template.id)]
        for definition in self.program.definitions.get(template.id, ()):
            env = bound(definition.args, terms, len(definition.entry.rule.variables))
            if env is not None:
                tests.append(("not told", things(definition.head.args, env), definition.head.template))
        for entry, env in general_rules(self.program, template.id, terms, world):
            if side_of(entry) != side:
                continue
            test = self.surely_fails(entry.rule.condition, env, world)
            if test is None:
                return None
            tests.append(test)
        if side == NO:
            for apart in self.program.apart.get(template.id, ()):
                test = self.surely_not(self.number(ASSERTED, apart.other, terms, None, world))
                if test is None:
                    return None
                tests.append(test)
        return all_of(tests)

    def _leaf_fails(self, node: Node, positive: bool) -> Test | None:
        _, name, terms, _, _ = node.key
        entry = self.vocabulary.templates[str(name)]
        if self.program.touched.get(entry.id):
            return None
        if positive:
            return ("not held" if entry.silence == "no" else "denied", terms, entry.id)
        return ("not denied" if entry.silence == "yes" else "held", terms, entry.id)

    def test(self, test: Test) -> str:
        """A test as source."""
        written = self.written(test)
        return written if written == _PASSED else self.by_facts(written)

    def written(self, test: Test) -> str:
        """A test of facts: one look at them for all that must not be told, or of which one is enough."""
        if test[0] in ("all", "any"):
            negative = test[0] == "all"
            mask = 0
            parts: list[str] = []
            for part in test[1]:
                if part[0] not in ("all", "any") and (part[0] in _NEGATIVE) is negative:
                    mask |= self._bits(part)
                else:
                    parts.append(self.written(part))
            found = [f"not f & {mask}" if negative else f"f & {mask}"] if mask else []
            if not found and not parts:
                return _PASSED
            return f"({(' and ' if negative else ' or ').join((*found, *parts))})"
        return f"{'not ' if test[0] in _NEGATIVE else ''}f & {self._bits(test)}"

    def passes(self, test: Test) -> bool:
        """Whether the question at hand passes a test."""
        how, *rest = test
        if how in ("all", "any"):
            return (all if how == "all" else any)(self.passes(each) for each in rest[0])
        terms, template = rest
        if self.state is None:
            return False
        if how == "nowhere":
            return not any(name == template and holds for (name, _), (holds, _) in self.state.told.items())
        told = self.state.told.get((template, named(self.state, terms)))
        found = {"told": told is not None, "held": told is not None and told[0]}
        found["denied"] = found["told"] and not found["held"]
        return found[how.removeprefix("not ")] is (how not in _NEGATIVE)

    def _bits(self, test: Test) -> int:
        """The bits of the facts that a test looks at."""
        how, terms, template = test
        if how == "nowhere":
            return self.c.anywhere(template)
        held, denied = self.c.bits(terms, template)
        return {"told": held | denied, "held": held, "denied": denied}[how.removeprefix("not ")]

    def rule_test(self, entry: Entry, env: Terms, world: int) -> Test | None:
        """A test by which a rule surely fails; None where there is none that is short."""
        test = self.surely_fails(entry.rule.condition, env, world)
        return None if test is None or size(test) > _LONGEST else test

    def rule_fails(self, entry: Entry, env: Terms, world: int) -> str | None:
        """The source of such a test."""
        test = self.rule_test(entry, env, world)
        return None if test is None else self.test(test)
