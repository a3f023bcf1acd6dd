"""The writer: the source of the function of a node.

What the rulebook says of a node is settled here, so that the function only looks at facts. The source holds nothing but
numbers and names made here; texts of a rulebook stand beside it as values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kb.reason.possible import only
from kb.reason.program import Entry, Exemption, Program
from kb.reason.proof import NO, UNKNOWN, YES, Looked, Step
from kb.reason.running import Kinship, Site, side_of
from kb.reason.slices import (
    ASSERTED,
    FIGURE,
    SOMETHING,
    STATUS,
    VERDICT,
    Node,
    Terms,
    bound,
    foreseen,
    general_rules,
    guards_of,
    is_leaf,
    passed_on,
    rivals_of,
    things,
    worked_out,
)
from kb.rulelang import tree

if TYPE_CHECKING:
    from kb.reason.compiled import Compiled

_DEEPEST = 8
"""Through how many verdicts it is looked for a fact that must be told for something to hold."""

_LONGEST = 60
"""To how many facts such a test may look."""

Test = tuple[Any, ...]
"""A test of facts: that something is told or not, held (told so) or not, denied (told not so) or not; all or any of some."""

_ALWAYS: Test = ("all", ())


def _all(tests: Sequence[Test]) -> Test:
    flat = list(dict.fromkeys(each for test in tests for each in (test[1] if test[0] == "all" else (test,))))
    return flat[0] if len(flat) == 1 else ("all", tuple(flat))


def _any(tests: Sequence[Test]) -> Test:
    if _ALWAYS in tests:
        return _ALWAYS
    flat = list(dict.fromkeys(each for test in tests for each in (test[1] if test[0] == "any" else (test,))))
    return flat[0] if len(flat) == 1 else ("any", tuple(sorted(flat, key=_size)))


def _size(test: Test) -> int:
    return sum(_size(part) for part in test[1]) if test[0] in ("all", "any") else 1


def _mask(how: str, place: int, mask: int) -> str:
    letter = {"told": "t", "held": "h", "denied": "n"}[how.removeprefix("not ")]
    test = f"r.{letter}{place} & {mask}"
    return f"not {test}" if how.startswith("not ") else test


class Writer:
    """Writes the function of one node."""

    def __init__(self, compiled: Compiled, node: Node) -> None:
        self.c = compiled
        self.node = node
        self.program = compiled.program
        self.vocabulary = compiled.vocabulary
        self.lines: list[str] = []
        self.depth = 1
        self._count = 0

    def put(self, line: str) -> None:
        """Write a line."""
        self.lines.append(" " * self.depth + line)

    def new(self, letter: str) -> str:
        """A variable that no other line uses."""
        self._count += 1
        return f"{letter}{self._count}_"

    def number(self, sort: str, name: object, terms: Terms, purpose: str | None, world: int) -> Node:
        """The node of this key."""
        return self.c.slice.by_key[sort, name, terms, purpose, world]

    # -- around a node --------------------------------------------------------------------------------------------

    def function(self) -> list[str]:
        """The source of the node's function."""
        node = self.node
        sort, name, terms, purpose, _ = node.key
        self.lines = [f"def n{node.number}(r):"]
        if node.dynamic:
            self.put("raise Declined")
            return self.lines
        self.put("m = r.m")
        nothing = sort == ASSERTED
        if node.bit:
            place = self.c.place(terms)
            self.put("b = r.busy")
            self.put(f"e = m[{node.number}]")
            self.put("if e is not None and b & e[1] == e[2]:")
            self.put(" r.loops |= e[2]; r.seen |= e[1]")
            self.put(" return e[0]")
            self.put(f"if b & {node.bit}:")
            self.put(f" r.loops |= {node.bit}; r.seen |= {node.bit}")
            if nothing:
                self.put(" return None")
            elif sort == VERDICT:
                self.put(
                    f" s = LoopVerdict(); s.key = ({self.c.value(name)}, r.a{place}, {self._purpose(purpose)})"
                )
                self.put(" return s")
            elif sort == STATUS:
                kind = self._class(
                    "loop", verdict=NO, entry=self.program.entries[int(str(name))], closed=True
                )
                self.put(f" return {kind}()")
            else:
                self.put(" raise Declined")
            self.put("ol = r.loops; os = r.seen")
            self.put(f"r.loops = r.seen = 0; r.busy = b | {node.bit}")
        else:
            self.put(f"s = m[{node.number}]")
            self.put("if s is not None:")
            self.put(" return s[0]" if nothing else " return s")
        {VERDICT: self._verdict, ASSERTED: self._asserted, STATUS: self._status, FIGURE: self._figure}[sort]()
        if node.bit:
            self.put("r.busy = b")
            self.put(f"l = r.loops & {~node.bit}; v = r.seen | {node.bit}")
            self.put(f"m[{node.number}] = (s, v, l)")
            self.put("r.loops = ol | l; r.seen = os | v")
        else:
            self.put(f"m[{node.number}] = {'(s,)' if nothing else 's'}")
        self.put("return s")
        return self.lines

    def _class(self, kind: str, **fixed: object) -> str:
        """A class of steps of which these are always the same."""
        return self.c.value(type("Step", (Step,), {"__init__": object.__init__, "kind": kind, **fixed}))

    # -- atoms ----------------------------------------------------------------------------------------------------

    def leaf(self, node: Node) -> str:
        """The variable that holds the step of an atom that is told or not, and nothing else."""
        _, name, terms, purpose, _ = node.key
        place, label, step = self.c.facts(terms), self.c.value(name), self.new("x")
        entry = self.vocabulary.templates[str(name)]
        self.put(f"{step} = m[{node.number}]")
        self.put(f"if {step} is None:")
        self.put(f" if not r.t{place} & {self.c.bit(entry.id)}:")
        if entry.silence in ("no", "yes") and not self.program.touched.get(entry.id):
            kind = "SilenceYes" if entry.silence == "yes" else "SilenceNo"
            self.put(f"  {step} = m[{node.number}] = {kind}()")
            self.put(f"  {step}.key = ({label}, r.a{place}, {self._purpose(purpose)})")
        else:
            silent = f"silent(r, ({label}, r.a{place}, {self._purpose(purpose)}), {self.c.value(entry)}, ())"
            self.put(f"  {step} = m[{node.number}] = {silent}")
        self.put(" else:")
        self.put(f"  v = r.d{place}[{label}]")
        self.put(f"  {step} = m[{node.number}] = GivenYes() if v[0] else GivenNo()")
        self.put(f"  {step}.key = ({label}, r.a{place}, {self._purpose(purpose)})")
        self.put(f"  {step}.data = v[1]")
        return step

    def _purpose(self, purpose: str | None) -> str:
        return "None" if purpose is None else self.c.value(purpose)

    def is_leaf(self, node: Node) -> bool:
        """Whether a node is an atom that is told or not, and nothing else."""
        sort, name, terms, purpose, world = node.key
        return (
            sort == VERDICT and not node.dynamic and is_leaf(self.program, str(name), terms, world, purpose)
        )

    def step(self, node: Node) -> str:
        """The variable that holds the step of a node."""
        if self.is_leaf(node):
            return self.leaf(node)
        step = self.new("x")
        self.put(f"{step} = n{node.number}(r)")
        return step

    def _surely_not(self, node: Node | None, before: frozenset[int] = frozenset()) -> Test | None:
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
            test = self._surely_fails(entry.rule.condition, env, world, before | {node.number})
            if test is None:
                return None
            tests.append(test)
        return _all(tests)

    def _surely_fails(
        self, condition: tree.Condition, env: Terms, world: int, before: frozenset[int] = frozenset()
    ) -> Test | None:
        """A test of facts alone by which a condition surely fails; None where there is none."""
        if isinstance(condition, tree.Holds):
            atom = condition.atom
            node = self.c.slice.by_key.get(
                (VERDICT, atom.template, things(atom.args, env), atom.purpose, world)
            )
            if condition.positive:
                return self._surely_not(node, before)
            return self._leaf_fails(node, False) if node is not None and self.is_leaf(node) else None
        if isinstance(condition, tree.ButFor):
            return self._surely_fails(condition.part, env, 1, before)
        if isinstance(condition, tree.Widened):
            return self._surely_fails(condition.part, env, world, before)
        if isinstance(condition, tree.AllOf | tree.AnyOf):
            tests = [self._surely_fails(part, env, world, before) for part in condition.parts]
            known = [test for test in tests if test is not None]
            if isinstance(condition, tree.AnyOf):
                return _all(known) if len(known) == len(tests) and tests else None
            return _any(known) if known else None
        return None

    def _leaf_fails(self, node: Node, positive: bool) -> Test | None:
        _, name, terms, _, _ = node.key
        entry = self.vocabulary.templates[str(name)]
        if self.program.touched.get(entry.id):
            return None
        if positive:
            return ("not held" if entry.silence == "no" else "denied", terms, entry.id)
        return ("not denied" if entry.silence == "yes" else "held", terms, entry.id)

    def _source(self, test: Test) -> str:
        """A test as source."""
        if test[0] in ("all", "any"):
            masks: dict[tuple[str, int], int] = {}
            parts: list[str] = []
            merged = (
                ("not told", "not held", "not denied") if test[0] == "all" else ("told", "held", "denied")
            )
            for part in test[1]:
                if part[0] in merged:
                    at = (str(part[0]), self.c.facts(part[1]))
                    masks[at] = masks.get(at, 0) | self.c.bit(part[2])
                else:
                    parts.append(self._source(part))
            found = [_mask(how, place, mask) for (how, place), mask in masks.items()]
            if not found and not parts:
                return "True"
            return f"({(' and ' if test[0] == 'all' else ' or ').join((*found, *parts))})"
        return _mask(str(test[0]), self.c.facts(test[1]), self.c.bit(test[2]))

    def _fails(self, entry: Entry, env: Terms, world: int) -> str | None:
        test = self._surely_fails(entry.rule.condition, env, world)
        return None if test is None or _size(test) > _LONGEST else self._source(test)

    def _attempt(self, node: Node, entry: Entry, env: Terms, world: int) -> str:
        """The status of a rule, or None where it surely fails."""
        test = self._fails(entry, env, world)
        call = f"n{node.number}(r)"
        return f"None if {test} else {call}" if test else call

    def _attempts(self, rules: Sequence[tuple[Entry, Terms]], world: int) -> list[str]:
        return [
            self._attempt(self.number(STATUS, entry.number, env, None, world), entry, env, world)
            for entry, env in rules
        ]

    def _apart(self, name: str, terms: Terms, world: int) -> list[str]:
        found = []
        for apart in self.program.apart.get(name, ()):
            node = self.number(ASSERTED, apart.other, terms, None, world)
            call = f"n{node.number}(r)"
            shown = self._surely_not(node)
            test = self._source(shown) if shown is not None else None
            found.append(
                f"None if {test} else held({call}, k, {self.c.value(apart)})"
                if test
                else f"held({call}, k, {self.c.value(apart)})"
            )
        return found

    def _site(self, rules: Sequence[tuple[Entry, Terms]], world: int) -> tuple[Site, str]:
        made = [self.number(STATUS, entry.number, env, None, world).number for entry, env in rules]
        site = Site(self.c, str(self.node.key[1]), [entry for entry, _ in rules], made)
        return site, self.c.value(site)

    def _verdict(self) -> None:
        _, name, terms, purpose, world = self.node.key
        template = str(name)
        entry = self.vocabulary.templates[template]
        place = self.c.place(terms)
        self.put(f"k = ({self.c.value(template)}, r.a{place}, {self._purpose(purpose)})")
        if entry.kind == "kind":
            self._kind(template, terms, world)
            return
        rules = general_rules(self.program, template, terms, world)
        _, site = self._site(rules, world)
        self._given(template, terms, world)
        self.put("if g is None:")
        statuses = [*self._attempts(rules, world), *self._apart(template, terms, world)]
        self.put(f" s = weigh(r, {site}, k, ({''.join(f'{each}, ' for each in statuses)}))")
        self.put("elif g.verdict == 1:")
        against = [rule for rule in rules if side_of(rule[0]) != YES]
        self._against(against, rules, template, terms, world, YES)
        self.put("else:")
        against = [rule for rule in rules if side_of(rule[0]) != NO]
        self._against(against, rules, template, terms, world, NO)

    def _against(
        self,
        against: Sequence[tuple[Entry, Terms]],
        rules: Sequence[tuple[Entry, Terms]],
        template: str,
        terms: Terms,
        world: int,
        side: int,
    ) -> None:
        statuses = self._attempts(against, world)
        if side == YES:
            statuses += self._apart(template, terms, world)
        rivals = self._attempts(self._rivals(rules, world, side), world)
        _, site = self._site(against, world)
        self.put(
            f" s = told(r, {site}, k, g, ({''.join(f'{each}, ' for each in statuses)}), "
            f"({''.join(f'{each}, ' for each in rivals)}))"
        )

    def _rivals(
        self, rules: Sequence[tuple[Entry, Terms]], world: int, side: int
    ) -> list[tuple[Entry, Terms]]:
        """What is said instead of the rules that conclude this side."""
        return [
            rival
            for entry, env in rules
            if isinstance(entry.rule.conclusion, tree.Conclude)
            and entry.rule.conclusion.positive is (side == YES)
            for rival in rivals_of(self.program, entry, env, world)
        ]

    def _given(self, template: str, terms: Terms, world: int) -> None:
        """Set `g` to the fact that tells an atom, None where there is none."""
        place = self.c.facts(terms)
        self.put(f"if r.t{place} & {self.c.bit(template)}:")
        self.put(f" v = r.d{place}[{self.c.value(template)}]")
        self.put(" g = GivenYes() if v[0] else GivenNo()")
        self.put(" g.key = k; g.data = v[1]")
        self.put("else:")
        self.put(" g = None")
        for definition in self.program.definitions.get(template, ()):
            env = bound(definition.args, terms, len(definition.entry.rule.variables))
            if env is None:
                continue
            head = self.c.facts(things(definition.head.args, env))
            full = self.c.place(env)
            guards = [
                self.number(VERDICT, guard.template, things(guard.args, env), None, world)
                for guard in definition.guards
                if all(not isinstance(arg, tree.Var) or env[arg.index] is not None for arg in guard.args)
            ]
            self.put(
                f" if g is None and (v := r.d{head}.get({self.c.value(definition.head.template)})) is not None:"
            )
            tests = [f"unguarded(n{guard.number}(r))" for guard in guards]
            if definition.through:
                tests.insert(0, "v[0]")
            self.put(f"  if {' and '.join(tests) or 'True'}:")
            self.put(f"   g = read_back(k, v, {self.c.value(definition)}, r.a{head}, r.a{full})")

    def _kind(self, kind: str, terms: Terms, world: int) -> None:
        place = self.c.place(terms)
        if terms == (SOMETHING,):
            self.put("s = Step('open', 0, k, cause=1)")
            return
        self.put(f"s = of_kind(r, {self.c.value(Kinship(self.vocabulary, kind))}, r.a{place}, k)")
        for apart in self.program.apart.get(kind, ()):
            node = self.number(ASSERTED, apart.other, terms, None, world)
            self.put("if s is None:")
            self.put(f" a = n{node.number}(r)")
            self.put(" if a is not None and a.verdict == 1:")
            self.put(f"  s = held(a, k, {self.c.value(apart)}); s.data = None")
        self.put("if s is None:")
        self.put(f" s = open_kind(r, {self.c.value(kind)}, r.a{place}, k)")

    def _asserted(self) -> None:
        _, name, terms, _, world = self.node.key
        template = str(name)
        if self.vocabulary.templates[template].kind == "kind":
            self.put(f"s = n{self.number(VERDICT, name, terms, None, world).number}(r)")
            self.put("if s.verdict != 1:")
            self.put(" s = None")
            return
        place = self.c.place(terms)
        rules = [
            rule for rule in general_rules(self.program, template, terms, world) if side_of(rule[0]) != NO
        ]
        self.put(f"k = ({self.c.value(template)}, r.a{place}, None)")
        self._given(template, terms, world)
        self.put("if g is not None and g.verdict == 1:")
        rivals = self._attempts(self._rivals(rules, world, YES), world)
        _, site = self._site((), world)
        self.put(f" s = told(r, {site}, k, g, (), ({''.join(f'{each}, ' for each in rivals)}))")
        self.put(" if s.verdict == -1: s = None")
        self.put("else:")
        self.put(" s = None")
        self.put(" while True:")
        self.depth = 3
        for attempt in self._attempts(rules, world):
            self.put(f"q = {attempt}")
            self.put("if q is not None:")
            self.put(" if q.verdict == 1 and q.kind == 'rule':")
            self.put("  s = q; break")
            self.put(" if q.verdict == 0 and s is None: s = q")
        self.put("break")
        self.depth = 1

    # -- rules ----------------------------------------------------------------------------------------------------

    def _status(self) -> None:
        _, number, env, _, world = self.node.key
        entry = self.program.entries[int(str(number))]
        side = side_of(entry)
        key = self.c.place(things(entry.atom.args, env))
        self.put(f"k = ({self.c.value(entry.atom.template)}, r.a{key}, {self._purpose(entry.atom.purpose)})")
        env_place = self.c.place(env)
        truth, because = self.condition(entry.rule.condition, env, world)
        self.put(f"if {truth} == -1:")
        failed = self._class("failed", verdict=NO, entry=entry)
        self.put(f" s = {failed}(); s.key = k; s.because = {because}; s.env = r.a{env_place}")
        self._close(because)
        self.put("else:")
        self.depth = 2
        looks: list[str] = []
        for exemption, binding in entry.withdrawals:
            inner = passed_on(binding, env, len(exemption.item.variables))
            looks.append(self.withdrawal(exemption, inner, world))
        for rival, inner in rivals_of(self.program, entry, env, world):
            looks.append(self._rival(rival, inner, world))
        missing = isinstance(entry.rule.conclusion, tree.Missing)
        kinds = self.c.value(
            (
                self.c.names[self._class("beaten", verdict=NO, entry=entry)],
                self.c.names[self._class("unknown", verdict=UNKNOWN, entry=entry, data=side)],
                self.c.names[
                    self._class("not encoded", verdict=UNKNOWN, entry=entry, cause=2, data=side)
                    if missing
                    else self._class("rule", verdict=side, entry=entry)
                ],
            )
        )
        if looks or missing:
            shown = f"({''.join(f'{look}, ' for look in looks)})"
            self.put(f"s = stand({truth}, {because}, {shown}, {kinds}, {missing})")
        else:
            stands = self._class("rule", verdict=side, entry=entry)
            self.put(f"if {truth} == 1:")
            self.put(f" s = {stands}(); s.because = {because}")
            self._close(because)
            self.put(f"else: s = stand(0, {because}, (), {kinds}, False)")
        self.put(f"s.key = k; s.env = r.a{env_place}")
        self.depth = 1

    def _close(self, because: str) -> None:
        """Note that a step rests on somebody's silence, where one of its premises does."""
        if because.startswith("("):
            self.put(f" if {because[1:-3]}.closed: s.closed = True")
        else:
            self.put(f" for x in {because}:")
            self.put("  if x.closed: s.closed = True; break")

    def _rival(self, rival: Entry, env: Terms, world: int) -> str:
        node = self.number(STATUS, rival.number, env, None, world)
        look, status = self.new("y"), self.new("q")
        kind = self.c.value(type("Looked", (Looked,), {"__init__": object.__init__, "by": rival}))
        self.put(f"{status} = n{node.number}(r)")
        self.put(f"{look} = {kind}(); {look}.because = ({status},)")
        self.put(f"if {status}.verdict == 0: {look}.applies = 0")
        self.put(f"elif {status}.kind == 'rule': {look}.applies = 1")
        return look

    def withdrawal(self, exemption: Exemption, env: Terms, world: int) -> str:
        """The variable that holds what came of looking at a withdrawal."""
        item = exemption.item
        truth, because = self.condition(item.condition, env, world)
        look = self.new("y")
        kind = self.c.value(
            type("Looked", (Looked,), {"__init__": object.__init__, "by": item, "effect": "withdraw"})
        )
        self.put(f"{look} = {kind}(); {look}.applies = {truth}; {look}.because = {because}")
        if exemption.withdrawals:
            self.put(f"if {truth} != -1:")
            self.depth += 1
            further = []
            for other, pairs in exemption.withdrawals:
                further.append(
                    self.withdrawal(other, passed_on(pairs, env, len(other.item.variables)), world)
                )
            self.put(f"restored({look}, ({''.join(f'{each}, ' for each in further)}))")
            self.depth -= 1
        return look

    # -- conditions -----------------------------------------------------------------------------------------------

    def condition(self, condition: tree.Condition, env: Terms, world: int) -> tuple[str, str]:
        """Variables that hold whether a condition holds, and the steps that this rests on."""
        truth, because = self.new("t"), self.new("b")
        if isinstance(condition, tree.Holds):
            atom = condition.atom
            step = self.step(self.number(VERDICT, atom.template, things(atom.args, env), atom.purpose, world))
            self.put(f"{truth} = {'' if condition.positive else '-'}{step}.verdict")
            because = f"({step}, )"
        elif isinstance(condition, tree.AllOf):
            self._all_of(condition, env, world, truth, because)
        elif isinstance(condition, tree.AnyOf) and self._kinds(condition, env, world, truth, because):
            pass
        elif isinstance(condition, tree.AnyOf | tree.NoneOf | tree.OneOf):
            parts = [self.condition(part, env, world) for part in condition.parts]
            outcomes = "".join(f"({one}, {steps}), " for one, steps in parts)
            how = {tree.AnyOf: "any_of", tree.NoneOf: "none_of", tree.OneOf: "one_of"}[type(condition)]
            self.put(f"{truth}, {because} = {how}(({outcomes}))")
        elif isinstance(condition, tree.ButFor):
            return self.condition(condition.part, env, 1)
        elif isinstance(condition, tree.Widened):
            inner, steps = self.condition(condition.part, env, world)
            self.put(
                f"{truth} = {inner}; {because} = (widening({inner}, {steps}, {self.c.value(condition.by)}),)"
            )
        elif isinstance(condition, tree.Differ):
            left, right = things((condition.left,), env), things((condition.right,), env)
            self.put(f"{truth} = {YES if left != right else NO}; {because} = ()")
        elif isinstance(condition, tree.Compare):
            self._compare(condition, env, world, truth, because)
        else:
            self._exists(condition, env, world, truth, because)
        return truth, because

    def _kinds(self, condition: tree.AnyOf, env: Terms, world: int, truth: str, because: str) -> bool:
        """Whether a thing is of one of several kinds: where that is told, only the steps that a proof shows are made."""
        parts: list[tuple[Kinship, str]] = []
        about: set[Terms] = set()
        for part in condition.parts:
            if not (isinstance(part, tree.Holds) and part.positive):
                return False
            atom = part.atom
            terms = things(atom.args, env)
            if self.vocabulary.templates[atom.template].kind != "kind" or terms == (SOMETHING,):
                return False
            about.add(terms)
            node = self.number(VERDICT, atom.template, terms, atom.purpose, world)
            parts.append((Kinship(self.vocabulary, atom.template), f"n{node.number}"))
        if len(about) != 1:
            return False
        place = self.c.place(about.pop())
        self.put(
            f"{truth}, {because} = any_kind(r, {self.c.value(tuple(parts))}, r.a{place}, {self.c.value(self.c.names)})"
        )
        return True

    def _exists(self, condition: tree.Exists, env: Terms, world: int, truth: str, because: str) -> None:
        """Whether one of the things told of is such a thing, where all that may be are places of the question."""
        bindings = foreseen(condition, env, self.c.slice.places)
        if not bindings:
            self.put("raise Declined")
            self.put(f"{truth} = 0; {because} = ()")
            return
        found, unknown, thing = self.new("f"), self.new("u"), self.new("h")
        kind = self.c.value(Kinship(self.vocabulary, condition.kinds[0])) if condition.kinds else "None"
        self.put(f"{found} = []; {unknown} = []")
        self.put(f"for {thing} in candidates(r, {kind}):")
        self.depth += 1
        for number, inner in enumerate(bindings[:-1]):
            self.put(f"{'el' if number else ''}if {thing} == r.a{self.c.place((number,))}[0]:")
            self.depth += 1
            one, steps = self.condition(condition.part, inner, world)
            self.put(f"{truth} = {one}; {because} = {steps}")
            self.depth -= 1
        self.put("else: raise Declined" if len(bindings) > 1 else "raise Declined")
        if len(bindings) > 1:
            self.put(f"if {truth} == 1: break")
            self.put(f"({unknown} if {truth} == 0 else {found}).extend({because})")
        self.depth -= 1
        self.put("else:")
        self.depth += 1
        one, steps = self.condition(condition.part, bindings[-1], world)
        shown = self.c.value(condition)
        self.put(f"{truth}, {because} = none_of_these({shown}, {found}, {unknown}, {one}, {steps})")
        self.depth -= 1

    def _all_of(self, condition: tree.AllOf, env: Terms, world: int, truth: str, because: str) -> None:
        order = sorted(
            range(len(condition.parts)), key=lambda i: not _asks_a_fact(condition.parts[i], self.program)
        )
        depth = self.depth
        found: dict[int, tuple[str, str]] = {}
        for index in order:
            found[index] = self.condition(condition.parts[index], env, world)
            one, steps = found[index]
            self.put(f"if {one} == -1:")
            self.put(f" {truth} = -1; {because} = {steps}")
            self.put("else:")
            self.depth += 1
        parts = [found[index] for index in range(len(order))]
        if parts:
            unknown = " or ".join(f"{one} == 0" for one, _ in parts)
            self.put(f"{truth} = 0 if {unknown} else 1")
        else:
            self.put(f"{truth} = 1")
        if len(parts) == 1:
            self.put(f"{because} = {parts[0][1]}")
        else:
            # One step stands for itself, several are strung together.
            joined = "".join(f"{each[1:-1]}" if each.startswith("(") else f"*{each}, " for _, each in parts)
            self.put(f"{because} = ({joined})")
        self.depth = depth

    def _compare(self, condition: tree.Compare, env: Terms, world: int, truth: str, because: str) -> None:
        left, right = self._amount(condition.left, env, world), self._amount(condition.right, env, world)
        if left is None or right is None:
            self.put("raise Declined")
            self.put(f"{truth} = 0; {because} = ()")
            return
        steps = "".join(f"{step}, " for _, step in (left, right) if step)
        place = self.c.place(env)
        self.put(
            f"{truth}, {because} = compared(r, {self.c.value(condition)}, {left[0]}, {right[0]}, "
            f"({left[1] + ',' if left[1] else ''}), ({right[1] + ',' if right[1] else ''}), r.a{place})"
        )
        del steps

    def _amount(self, amount: tree.Amount, env: Terms, world: int) -> tuple[str, str] | None:
        """What holds the value of an amount, and the step that it rests on ("" for none); None for what is not foreseen."""
        if isinstance(amount, tree.Number):
            return self.c.value(only(amount.value)), ""
        if isinstance(amount, tree.Symbol):
            return self.c.value(only(amount.name)), ""
        if isinstance(amount, tree.Figure) and amount.atom.purpose is None:
            node = self.number(FIGURE, amount.atom.template, things(amount.atom.args, env), None, world)
            step = self.new("x")
            self.put(f"{step} = n{node.number}(r)")
            return f"{step}.data", step
        return None

    # -- figures --------------------------------------------------------------------------------------------------

    def _figure(self) -> None:
        _, name, terms, _, world = self.node.key
        template = str(name)
        place = self.c.place(terms)
        if template in self.vocabulary.rolls:
            self.put(f"s = r.run._figure({self.c.value(template)}, r.a{place}, {world})")
            return
        back = self._figure_read_back(template)
        rules = general_rules(self.program, template, terms, world)
        entry = self.c.value(self.vocabulary.templates[template])
        if not rules:
            listed = {each.name: only(each.name) for each in self.vocabulary.templates[template].values}
            self.put(f"s = bare_figure(r, {entry}, r.a{place}, {world}, {back}, {self.c.value(listed)})")
            return
        # The interpreter works out amounts; it does not know what is being looked for here.
        amounts = [
            key
            for rule, env in rules
            if isinstance(rule.rule.conclusion, tree.SetFigure)
            for key in worked_out(rule.rule.conclusion.amount, env, world)
        ]
        if any(self.c.slice.by_key[key].bit or self.c.slice.by_key[key].dynamic for key in amounts):
            self.put("raise Declined")
        site, site_name = self._site(rules, world)
        site.settle()
        calls = "".join(f"{call}, " for call in self._rows(rules, world))
        self.put(f"s = figure(r, {site_name}, r.a{place}, ({calls}), {world}, {back})")

    def _rows(self, rules: Sequence[tuple[Entry, Terms]], world: int) -> Iterator[str]:
        """The statuses of rules about a figure; None for the row of a table by listed values where another value is known."""
        asked: dict[int, str] = {}
        for entry, env in rules:
            call = f"n{self.number(STATUS, entry.number, env, None, world).number}(r)"
            condition = entry.rule.condition
            if (
                entry.rule.table is None
                or not isinstance(condition, tree.Compare)
                or condition.op != "is"
                or not isinstance(condition.left, tree.Figure)
                or not isinstance(condition.right, tree.Symbol)
                or condition.left.atom.purpose is not None
            ):
                yield call
                continue
            atom = condition.left.atom
            node = self.number(FIGURE, atom.template, things(atom.args, env), None, world)
            if node.number not in asked:
                asked[node.number] = self.new("f")
                self.put(f"{asked[node.number]} = n{node.number}(r).data.known")
            known = asked[node.number]
            value = self.c.value(condition.right.name)
            yield f"None if {known} is not None and {known} != {value} else {call}"

    def _figure_read_back(self, template: str) -> str:
        """The bounds that facts about what a figure defines put on it."""
        definitions = self.program.figure_definitions.get(template, ())
        if not definitions:
            return "()"
        guards = []
        for place in range(self.c.slice.places):
            functions = [
                tuple(f"n{self.c.slice.by_key[key].number}" for key in guards_of(definition, (place,)))
                for definition in definitions
            ]
            guards.append(f"(r.a{self.c.place((place,))}, {self.c.value(functions)})")
        heads = frozenset(definition.head.template for definition in definitions)
        asked = self.c.value(definitions)
        place = self.c.place(self.node.key[2])
        return (
            f"figure_read_back(r, {self.c.value(heads)}, {asked}, r.a{place}, "
            f"({''.join(f'{guard}, ' for guard in guards)}), {self.c.value(self.c.names)})"
        )


def _asks_a_fact(condition: tree.Condition, program: Program) -> bool:
    return isinstance(condition, tree.Holds) and not (
        program.by_template.get(condition.atom.template) or program.apart.get(condition.atom.template)
    )
