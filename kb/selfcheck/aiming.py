"""Facts under which a rule stands, or an exception to it applies: so that random scenarios come by each of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from kb.reason.possible import Value, holds
from kb.reason.program import Binding, Entry, Exemption, Program
from kb.reason.situation import Situation
from kb.rulelang import tree

DEEPEST = 3
"""How many rules one behind another are aimed at: a condition may be made to hold by another rule."""

Env = dict[int, str]


class Aim:
    """Tells facts of one scenario, by these dice, so that conditions hold. What cannot be told so is left to chance."""

    def __init__(self, program: Program, situation: Situation, chance: random.Random) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.situation = situation
        self.chance = chance

    def at(self, entry: Entry) -> tuple[str, ...]:
        """Aim at a rule, and often at an exception to it; the things that its conclusion is about."""
        env: Env = {}
        args = tuple(self._thing(term, entry.rule.variables, env) for term in entry.atom.args)
        self._rule(entry, env, DEEPEST)
        return args

    # -- rules and exceptions -------------------------------------------------------------------------------------

    def _rule(self, entry: Entry, env: Env, deep: int) -> None:
        self._hold(entry.rule.condition, entry.rule.variables, env, True, deep)
        if entry.withdrawals and self.chance.random() < 0.6:
            self._withdrawal(*self.chance.choice(entry.withdrawals), env, deep)
        if entry.rivals and self.chance.random() < 0.5:
            rival, binding = self.chance.choice(entry.rivals)
            inner = _bound(binding, env)
            self._hold(rival.rule.condition, rival.rule.variables, inner, True, deep - 1)
            if rival.withdrawals and self.chance.random() < 0.5:
                self._withdrawal(*self.chance.choice(rival.withdrawals), inner, deep - 1)

    def _withdrawal(self, exemption: Exemption, binding: Binding, env: Env, deep: int) -> None:
        inner = _bound(binding, env)
        self._hold(exemption.item.condition, exemption.item.variables, inner, True, deep - 1)
        if exemption.withdrawals and self.chance.random() < 0.5:
            self._withdrawal(*self.chance.choice(exemption.withdrawals), inner, deep - 1)

    # -- conditions -----------------------------------------------------------------------------------------------

    def _hold(
        self, condition: tree.Condition, variables: Sequence[tree.Variable], env: Env, truth: bool, deep: int
    ) -> None:
        """Tell what makes a condition hold, or fail."""
        if isinstance(condition, tree.Holds):
            self._atom(condition.atom, variables, env, truth is condition.positive, deep)
        elif isinstance(condition, tree.Compare):
            self._compare(condition, variables, env, truth)
        elif isinstance(condition, tree.Exists):
            inner = dict(env)
            if truth:
                for index in condition.variables:
                    inner.pop(index, None)
                self._hold(condition.part, variables, inner, True, deep)
        elif isinstance(condition, tree.ButFor | tree.Widened):
            self._hold(condition.part, variables, env, truth, deep)
        elif isinstance(condition, tree.NoneOf) or (isinstance(condition, tree.AnyOf) and not truth):
            parts = condition.parts if isinstance(condition, tree.AnyOf) or truth else ()
            for part in parts:
                self._hold(part, variables, env, False, deep)
            if not parts and condition.parts:
                self._hold(self.chance.choice(condition.parts), variables, env, True, deep)
        elif isinstance(condition, tree.AllOf) and truth:
            for part in condition.parts:
                self._hold(part, variables, env, True, deep)
        elif not isinstance(condition, tree.Differ) and condition.parts:
            self._hold(self.chance.choice(condition.parts), variables, env, truth, deep)

    def _atom(
        self, atom: tree.Atom, variables: Sequence[tree.Variable], env: Env, truth: bool, deep: int
    ) -> None:
        args = tuple(self._thing(term, variables, env) for term in atom.args)
        silent = self.vocabulary.templates[atom.template].silence == "no"
        if silent and not truth and self.chance.random() < 0.9:
            return  # silence says so
        rules = [
            each
            for each in self.program.by_template.get(atom.template, ())
            if each.atom.purpose in (None, atom.purpose)
            and isinstance(each.rule.conclusion, tree.Conclude)
            and each.rule.conclusion.positive is truth
        ]
        if rules and deep > 0 and self.chance.random() < 0.6:
            rule = self.chance.choice(rules)
            inner = _matched(rule, args)
            if inner is not None:
                self._rule(rule, inner, deep - 1)
                return
        trial = self.situation.copy()
        template = self.program.vocabulary.templates[atom.template]
        slots = (template.id,) if template.kind == "kind" else template.slots
        if placed(trial, args, slots) and trial.tell(atom.template, args, truth, "told") is None:
            self.situation.take(trial)

    def _compare(
        self, condition: tree.Compare, variables: Sequence[tree.Variable], env: Env, truth: bool
    ) -> None:
        """Tell the value of a figure that is compared with a number or a listed value: at its limit, or next to it."""
        left, right = condition.left, condition.right
        if not isinstance(left, tree.Figure) or not isinstance(right, tree.Number | tree.Symbol):
            return
        entry = self.vocabulary.templates[left.atom.template]
        if entry.of is not None:
            return
        limit: Value = right.value if isinstance(right, tree.Number) else right.name
        options: list[Value] = [value.name for value in entry.values]
        if isinstance(limit, Fraction):
            options = [limit + step for step in (-1, 0, 1)]
        fitting = [each for each in options if holds(condition.op, each, limit) is truth]
        args = tuple(self._thing(term, variables, env) for term in left.atom.args)
        if fitting and (left.atom.template, args) not in self.situation.figures:
            self.situation.bound(left.atom.template, args, "is", self.chance.choice(fitting), "told")

    # -- things ---------------------------------------------------------------------------------------------------

    def _thing(self, term: tree.Term, variables: Sequence[tree.Variable], env: Env) -> str:
        """The thing that a term stands for: what its variable is bound to, else one that fits it, there or new."""
        if isinstance(term, tree.Const):
            return term.name
        if term.index not in env:
            env[term.index] = self._fitting(variables[term.index].kind, set(env.values()))
        return env[term.index]

    def _fitting(self, kind: str, taken: set[str]) -> str:
        situation = self.situation
        slot = kind or "thing"
        fitting = [
            thing
            for thing in situation.things
            if thing not in taken and (not kind or situation.surely(thing, kind))
        ]
        if fitting and self.chance.random() < 0.7:
            return self.chance.choice(fitting)
        number = 1
        while f"{slot} {number}" in situation.things:
            number += 1
        name = f"{slot} {number}"
        situation.name(name)
        situation.place(name, slot)
        kinds = sorted(
            each
            for each, template in self.vocabulary.templates.items()
            if template.kind == "kind" and self.vocabulary.is_a(each, slot)
        )
        if kinds and self.chance.random() < 0.9:
            told = slot if slot in kinds and self.chance.random() < 0.5 else self.chance.choice(kinds)
            situation.tell(told, (name,), True, "told")
        return name


def placed(situation: Situation, args: Sequence[str], slots: Sequence[str]) -> bool:
    """Whether each thing is, or can be taken to be, of the kind that alone can stand in its place; it is, then."""
    for thing, slot in zip(args, slots, strict=True):
        situation.place(thing, slot)
        if slot != "thing" and not situation.surely(thing, slot):
            return False
    return True


def _bound(binding: Binding, env: Env) -> Env:
    return {
        mine: theirs if isinstance(theirs, str) else env[theirs]
        for mine, theirs in binding
        if isinstance(theirs, str) or theirs in env
    }


def _matched(entry: Entry, args: Sequence[str]) -> Env | None:
    """The variables of a rule bound so that its conclusion is about these things, None where it cannot be."""
    env: Env = {}
    for term, thing in zip(entry.atom.args, args, strict=True):
        if isinstance(term, tree.Const):
            if term.name != thing:
                return None
        elif env.setdefault(term.index, thing) != thing:
            return None
    return env
