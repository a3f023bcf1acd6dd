"""The writer: the source of the function of a node.

What the rulebook says of a node is settled here, so that the function only looks at facts. The source holds nothing but
numbers and names made here; texts of a rulebook stand beside it as values.
"""

from __future__ import annotations

from typing import NamedTuple

from kb.reason.beforehand import looked_at_first, parts_of
from kb.reason.conditions import Found, any_closed, strung
from kb.reason.program import Entry, Exemption, side_of
from kb.reason.proof import BEATEN, NO, OTHER, YES
from kb.reason.running import Status
from kb.reason.sketches import OfAxiom, OfKind, OfVerdict, Sketch
from kb.reason.slices import (
    ASSERTED,
    SOMETHING,
    STATUS,
    VERDICT,
    Terms,
    bound,
    general_rules,
    passed_on,
    rivals_of,
    things,
)
from kb.reason.weighing import Rules, Weighing
from kb.rulelang import tree
from kb.rulelang.telling import is_telling


class Writer(Weighing):
    """Writes the function of one node."""

    # -- around a node --------------------------------------------------------------------------------------------

    def function(self, told: bool = False) -> list[str]:
        """The source of the node's function; with `told` of what it leaves to another where a fact tells its atom."""
        name = f"{'g' if told else 'n'}{self.node.number}"
        if self.node.dynamic:
            return [f"def {name}(r):", " raise Declined"]
        self._function(told)
        looked_up, worked_out = self.settled_by_facts(name)
        return [*worked_out, f"def {name}(r):", " m = r.m", *looked_up, *self.lines]

    def _function(self, told: bool) -> None:
        node = self.node
        sort, name, terms, purpose, _ = node.key
        atom = sort in (VERDICT, ASSERTED) and self.vocabulary.templates[str(name)].kind != "kind"
        nothing = sort == ASSERTED
        kept = f"m[{self.c.slot(node.number)}]"
        keep = f"{kept} = {'(s, )' if nothing else 's'}"
        if told:
            self._told_at_once(keep)
        else:
            if nothing:
                self.put(f"s = {kept}")
                self.put("if s is not None: return s[0]")
            if atom:
                other = self.c.function(node.number, told=True)
                held, denied = self.c.bits(terms, str(name))
                self.put(f"if {self.by_facts(f'f & {held | denied}')}: return {other}(r)")
            if sort in (STATUS, VERDICT):
                for test, step in self.at_once(node):
                    self.put(f"if {self.test(test)}:")
                    self.put(f" s = {step}; {keep}")
                    self.put(" return s")
            if sort == VERDICT:
                self._silent_at_once(keep)
            if sort == STATUS:
                self.none_at_once(keep)
        if not node.bit:
            self._body(sort, told)
            self.put(keep)
            self.put("return s")
            return
        # What was found while other nodes were being looked for holds only where the same of them are.
        found, bit = f"m[{self.c.slot(('loop', node.number))}]", self.c.loop_bit(node)
        self.put("b = r.busy")
        self.put(f"e = {found}")
        self.put("if e is not None and b & e[1] == e[2]:")
        self.put(" r.seen |= e[1]")
        self.put(" return e[0]")
        self.put(f"if b & {bit}:")
        self.put(f" r.seen |= {bit}")
        self._loop(sort, name, terms, purpose)
        self.put(f"u = r.seen; r.seen = 0; r.busy = b | {bit}")
        self._body(sort, told)
        self.put("r.busy = b")
        self.put("v = r.seen")
        self.put("if v:")
        self.put(f" v |= {bit}")
        # Of what it came to, the loops are what was being looked for when it began.
        self.put(f" {found} = (s, v, v & b)")
        self.put(" r.seen = u | v")
        self.put("else:")
        self.put(f" {keep}; r.seen = u")
        self.put("return s")

    def _body(self, sort: str, told: bool) -> None:
        if sort == VERDICT:
            self._verdict(told)
        elif sort == ASSERTED:
            self._asserted(told)
        elif sort == STATUS:
            self._status()
        else:
            self.figure()

    def _loop(self, sort: str, name: object, terms: Terms, purpose: str | None) -> None:
        """What a node is while it is being looked for."""
        if sort == ASSERTED:
            self.put(" return None")
        elif sort == VERDICT:
            self.put(f" return loop(r, {self.c.sketch(Sketch('loop', str(name), terms, purpose))}, None)")
        elif sort == STATUS:
            entry = self.program.entries[int(str(name))]
            self.put(f" return loop(r, None, {self.c.value(entry)})")
        else:
            self.put(" raise Declined")

    def _told_at_once(self, keep: str) -> None:
        """Answer with the fact that tells an atom where nothing can stand against it: no loop comes into that."""
        sort, name, terms, _, world = self.node.key
        template = str(name)
        rules = general_rules(self.program, template, terms, world)
        tests: dict[int, str | None] = {}
        for side in (YES, NO) if sort == VERDICT else (YES,):
            opposed = [rule for rule in rules if sort == VERDICT and side_of(rule[0]) != side]
            found = [
                self.rule_fails(entry, env, world)
                for entry, env in (*opposed, *self._rivals(rules, world, side))
            ]
            if sort == VERDICT and side == YES:
                found += [self._not_asserted(apart.other, terms, world) for apart in self.aparts(template)]
            known = [test for test in found if test is not None]
            tests[side] = " and ".join(dict.fromkeys(known)) or "True" if len(known) == len(found) else None
        fact = self.fact(self.node)
        for side, step, bit in zip(
            (YES, NO), (fact.told, fact.denied), self.c.bits(terms, template), strict=True
        ):
            test = tests.get(side)
            if test is None:
                continue
            self.put(f"if {self.by_facts(f'f & {bit}')} and {test}:")
            self.put(f" s = {step}; {keep}")
            self.put(" return s")

    def _silent_at_once(self, keep: str) -> None:
        """Answer with silence where facts alone leave nothing else: no loop comes into that."""
        _, name, terms, _, world = self.node.key
        template = str(name)
        silence = self.silence(self.node)
        if silence is None:
            return
        statuses = [self.number(STATUS, entry.number, env, None, world) for entry, env in silence.shown]
        if self.at_once(self.node) and all(len(self.at_once(status)) == 1 for status in statuses):
            return  # there is no other way
        self.put(f"if {self.test(silence.test)}:")
        self.depth += 1
        steps = []
        for status, (entry, env) in zip(statuses, silence.shown, strict=True):
            ways = self.at_once(status) if self.first_fact(entry, env, world)[0] is not None else ()
            chosen = [f"{step} if {self.written(test)}" for test, step in ways[1:]] + [
                each[1] for each in ways[:1]
            ]
            steps.append(self.by_facts(" else ".join(chosen)) if chosen else self.call(status))
        closed = str(not is_telling(template))
        self.made(
            "s", Sketch("silence", template, terms), silence.quiet, f"[{', '.join(steps)}]", closed=closed
        )
        self.put(keep)
        self.put("return s")
        self.depth -= 1

    # -- atoms ----------------------------------------------------------------------------------------------------

    def _not_asserted(self, name: str, terms: Terms, world: int) -> str | None:
        test = self.surely_not(self.number(ASSERTED, name, terms, None, world))
        return None if test is None else self.test(test)

    def _verdict(self, told: bool) -> None:
        _, name, terms, _, world = self.node.key
        template = str(name)
        if self.vocabulary.templates[template].kind == "kind":
            self._kind(template, terms, world)
            return
        rules = general_rules(self.program, template, terms, world)
        if not self._given(template, terms, world, told):
            self.weighed(template, rules, terms, world)
            return
        self.put("if g.verdict == 1:" if told else "if g is not None and g.verdict == 1:")
        against = [rule for rule in rules if side_of(rule[0]) != YES]
        self._against(against, rules, template, terms, world, YES)
        self.put("else:" if told else "elif g is not None:")
        against = [rule for rule in rules if side_of(rule[0]) != NO]
        self._against(against, rules, template, terms, world, NO)
        if not told:
            self.put("else:")
            self.depth += 1
            self.weighed(template, rules, terms, world)
            self.depth -= 1

    def _key(self, template: str, terms: Terms) -> str:
        """What an atom is about."""
        return f"({self.c.value(template)}, {self.about(terms)}, None)"

    def _against(
        self, against: Rules, rules: Rules, template: str, terms: Terms, world: int, side: int
    ) -> None:
        statuses = self.attempts(against, world)
        if side == YES:
            statuses += self.axioms(template, terms, world)
        rivals = self.attempts(self._rivals(rules, world, side), world)
        _, site = self.site(against, world)
        sketch = self.c.sketch(OfVerdict(template, terms, self.node.key[3]))
        _, agreeing = self.site([rule for rule in rules if side_of(rule[0]) == side], world)
        self.put(
            f" s = told(r, {site}, {sketch}, g, ({self.strung_attempts(statuses)}), {agreeing}, "
            f"({self.strung_attempts(rivals)}))"
        )

    def _rivals(self, rules: Rules, world: int, side: int) -> list[tuple[Entry, Terms]]:
        """What is said instead of the rules that conclude this side."""
        return [
            rival
            for entry, env in rules
            if isinstance(entry.rule.conclusion, tree.Conclude)
            and entry.rule.conclusion.positive is (side == YES)
            for rival in rivals_of(self.program, entry, env, world)
        ]

    def _given(self, template: str, terms: Terms, world: int, told: bool) -> bool:
        """Set `g` to the fact that tells an atom, where it is `told`; else to the one from which it is read back, None where
        there is none. Returns whether there can be one."""
        if told:
            fact = self.fact(self.node)
            held = self.c.bits(terms, template)[0]
            self.put(f"g = {self.by_facts(f'{fact.told} if f & {held} else {fact.denied}')}")
            return True
        there = False
        for definition in self.program.definitions.get(template, ()):
            env = bound(definition.args, terms, len(definition.entry.rule.variables))
            if env is None:
                continue
            if not there:
                self.put("g = None")
                there = True
            heads = things(definition.head.args, env)
            held, denied = self.c.bits(heads, definition.head.template)
            head, full = self.about(heads), self.about(env)
            name = definition.head.template
            guards = [
                self.number(VERDICT, guard.template, things(guard.args, env), None, world)
                for guard in definition.guards
                if all(not isinstance(arg, tree.Var) or env[arg.index] is not None for arg in guard.args)
            ]
            self.put(f"if g is None and {self.by_facts(f'f & {held | denied}')}:")
            self.put(f" v = r.told[{self.c.value(name)}, {head}]")
            tests = [f"unguarded({self.call(guard)})" for guard in guards]
            if definition.through:
                tests.insert(0, "v[0]")
            self.put(f" if {' and '.join(tests) or 'True'}:")
            key = self._key(template, terms)
            self.put(f"  g = read_back({key}, v, {self.c.value(definition)}, {head}, {full})")
        return there

    def _kind(self, kind: str, terms: Terms, world: int) -> None:
        about = self.about(terms)
        if terms == (SOMETHING,):
            self.put(f"s = Step('open', 0, {self._key(kind, terms)}, cause=1)")
            return
        sketch = self.c.sketch(OfKind(kind, terms))
        self.put(f"s = of_kind(r, r.kinds, {self.c.value(self.c.kinship(kind))}, {about}, {sketch})")
        for apart in self.aparts(kind):
            node = self.number(ASSERTED, apart.other, terms, None, world)
            self.put("if s is None:")
            self.put(f" a = {self.c.function(node.number)}(r)")
            self.put(" if a is not None and a.verdict == 1:")
            self.put(f"  s = held_kind(r, a, {self.c.sketch(OfAxiom(kind, terms, apart))})")
        self.put("if s is None:")
        self.put(f" s = open_kind(r, {self.c.value(kind)}, {about}, {self._key(kind, terms)})")

    def _asserted(self, told: bool) -> None:
        _, name, terms, _, world = self.node.key
        template = str(name)
        if self.vocabulary.templates[template].kind == "kind":
            self.put(f"s = {self.call(self.number(VERDICT, name, terms, None, world))}")
            self.put("if s.verdict != 1:")
            self.put(" s = None")
            return
        rules = [
            rule for rule in general_rules(self.program, template, terms, world) if side_of(rule[0]) != NO
        ]
        if self._given(template, terms, world, told):
            self.put("if g is not None and g.verdict == 1:")
            rivals = self.attempts(self._rivals(rules, world, YES), world)
            _, site = self.site((), world)
            _, agreeing = self.site([rule for rule in rules if side_of(rule[0]) == YES], world)
            sketch = self.c.sketch(OfVerdict(template, terms, None))
            self.put(f" s = told(r, {site}, {sketch}, g, (), {agreeing}, ({self.strung_attempts(rivals)}))")
            self.put(f" if s.verdict == -1: r.run.overrule(s, {world}); s = None")
            self.put("else:")
            self.depth += 1
        self.put("s = None")
        self.put("while True:")
        self.depth += 1
        for attempt in self.attempts(rules, world):
            self.put(f"q = {self.strung_attempts([attempt]).removesuffix(', ')}")
            self.put("if q is not None:")
            self.put(" if q.verdict == 1 and q.standing == 1:")
            self.put("  s = q; break")
            self.put(" if q.verdict == 0 and s is None: s = q")
        self.put("break")
        self.depth = 1

    # -- rules ----------------------------------------------------------------------------------------------------

    def _failed(self, entry: Entry, env: Terms, found: Found) -> None:
        """A rule that fails at a condition."""
        self.made(
            "s",
            self.sketch("failed", entry, env),
            NO,
            f"({found.because}, ())",
            closed=found.closed,
            standing=0,
        )

    def _fails(self, entry: Entry, env: Terms, found: Found) -> None:
        """Let a rule fail where a condition does."""
        if found.fact is None:
            self.put(f"if {found.truth} == -1:")
            self.depth += 1
            self._failed(entry, env, found)
            self.put("break")
            self.depth -= 1
            return
        ways = self.failing_fact(entry, env, found.fact, -found.asked)
        for test, step in ways:
            self.put(f"if {self.test(test)}:")
            self.put(f" s = {step}")
            self.put(" break")

    def _status(self) -> None:
        _, number, env, _, world = self.node.key
        entry = self.program.entries[int(str(number))]
        side = side_of(entry)
        parts = parts_of(entry.rule.condition)
        order = looked_at_first(parts, self.program)
        found: dict[int, Found] = {}
        later: list[str] = []
        self.put("while True:")
        self.depth = 2
        for place in order:
            found[place] = self.condition(parts[place], env, world, later)
            # What fails at the first fact did so at once.
            if place != order[0] or found[place].fact is None:
                self._fails(entry, env, found[place])
        for line in later:
            self.put(line)
        held = [found[place] for place in range(len(parts))]
        because = held[0].because if len(held) == 1 else strung(held)
        holds = " and ".join(part.truth for part in held) or "True"
        looks: list[Seen] = []
        for exemption, binding in entry.withdrawals:
            inner = passed_on(binding, env, len(exemption.item.variables))
            looks.append(self._withdrawal(exemption, inner, world))
        for rival, inner in rivals_of(self.program, entry, env, world):
            looks.append(self._rival(rival, inner, world))
        missing = isinstance(entry.rule.conclusion, tree.Missing)
        shown = f"({''.join(f'{look.raw}, ' for look in looks)})"
        seen = tuple((look.by, look.effect) for look in looks)
        if not missing and not any(look.restored for look in looks):
            idle = "".join(f" and {look.idle}" for look in looks)
            self.put(f"if {holds}{idle}:")
            self.depth += 1
            self.made(
                "s",
                self.sketch("rule", entry, env, seen),
                side,
                f"({because}, {shown})",
                closed=any_closed([*held, *(Found("", "", look.closed) for look in looks)]),
                standing=1,
            )
            self.put("break")
            self.depth -= 1
        stands, beaten = (self.sketch(kind, entry, env, seen) for kind in ("rule", "beaten"))
        if looks and not any(look.restored for look in looks):
            # What `stand` finds where an exception applies, whatever else is open.
            self.put(f"if {' or '.join(look.applies for look in looks)}:")
            self.depth += 1
            silenced = [f"({look.closed} or not {look.applies})" for look in looks]
            closed = looks[0].closed if len(looks) == 1 else " and ".join(silenced)
            self.made("s", beaten, NO, f"({because}, {shown})", closed=closed, standing=BEATEN)
            self.put("break")
            self.depth -= 1
        stands = self.c.names[self.c.sketch(stands)]
        doubt = self.sketch("unknown", entry, env, seen)
        unsaid = self.sketch("not encoded", entry, env, seen) if missing else None
        status = Status(stands, beaten, doubt, side, unsaid)
        self.put(f"s = stand(r, 1 if {holds} else 0, {because}, {shown}, {self.c.value(status)})")
        self.put("break")
        self.depth = 1

    def _rival(self, rival: Entry, env: Terms, world: int) -> Seen:
        """Look at a rule "instead of" this one."""
        status = self.new("q")
        self.put(f"{status} = {self.call(self.number(STATUS, rival.number, env, None, world))}")
        return Seen(
            rival,
            "",
            status,
            f"not {status}.standing & {OTHER | 1}",
            f"{status}.standing == 1",
            f"{status}.closed",
            False,
        )

    def _withdrawal(self, exemption: Exemption, env: Terms, world: int) -> Seen:
        """Look at a withdrawal."""
        item = exemption.item
        found: Found = self.condition(item.condition, env, world)
        idle, applies = f"{found.truth} == -1", f"{found.truth} == 1"
        if not exemption.withdrawals:
            raw = f"({found.truth}, {found.because})"
            return Seen(item, "withdraw", raw, idle, applies, found.closed, False)
        look = self.new("y")
        self.put(f"{look} = look({self.c.value(item)}, {found.truth}, {found.because})")
        self.put(f"if {found.truth} != -1:")
        self.depth += 1
        further = []
        for other, pairs in exemption.withdrawals:
            seen = self._withdrawal(other, passed_on(pairs, env, len(other.item.variables)), world)
            inner = seen.raw
            if not seen.restored:
                inner = self.new("y")
                self.put(f"{inner} = look({self.c.value(seen.by)}, *{seen.raw})")
            further.append(inner)
        self.put(f"restored({look}, ({''.join(f'{each}, ' for each in further)}))")
        self.depth -= 1
        return Seen(item, "withdraw", look, idle, applies, found.closed, True)


class Seen(NamedTuple):
    """An exception that is looked at, by what and to what effect, and as source: what is noted of it, that it does not apply,
    that it does, and whether it rests on silence; and whether something may restore what it withdraws."""

    by: object
    effect: str
    raw: str
    idle: str
    applies: str
    closed: str
    restored: bool
