"""The writer: the source of the function of a node.

What the rulebook says of a node is settled here, so that the function only looks at facts. The source holds nothing but
numbers and names made here; texts of a rulebook stand beside it as values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kb.reason.beforehand import looked_at_first, parts_of
from kb.reason.conditions import Conditions, Found, any_closed, strung
from kb.reason.program import Apart, Entry, Exemption, side_of
from kb.reason.proof import BEATEN, NO, OTHER, UNKNOWN, YES
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
from kb.rulelang import tree
from kb.rulelang.telling import is_telling

Rules = Sequence[tuple[Entry, Terms]]
"""Rules, each with its binding."""

_MOST_BESIDE = 40
"""How many rules that fail are shown beside one that stands by lines of the function itself, for all that
may stand together."""

_MOST_WEIGHED = 40
"""How many rules are weighed by lines of the function itself."""


class Writer(Conditions):
    """Writes the function of one node."""

    # -- around a node --------------------------------------------------------------------------------------------

    def function(self, told: bool = False) -> list[str]:
        """The source of the node's function; with `told` of what it leaves to another where a fact tells its atom."""
        node = self.node
        sort, name, terms, purpose, _ = node.key
        self.lines = [f"def {'g' if told else 'n'}{node.number}(r):"]
        if node.dynamic:
            self.put("raise Declined")
            return self.lines
        atom = sort in (VERDICT, ASSERTED) and self.vocabulary.templates[str(name)].kind != "kind"
        nothing = sort == ASSERTED
        kept = f"m[{self.c.slot(node.number)}]"
        keep = f"{kept} = {'(s, )' if nothing else 's'}"
        self.put("m = r.m; f = r.f")
        if told:
            self._told_at_once(keep)
        else:
            if nothing:
                self.put(f"s = {kept}")
                self.put("if s is not None: return s[0]")
            if atom:
                other = self.c.function(node.number, told=True)
                held, denied = self.c.bits(terms, str(name))
                self.put(f"if f & {held | denied}: return {other}(r)")
            if sort in (STATUS, VERDICT):
                for test, step in self.at_once(node):
                    self.put(f"if {self.test(test)}:")
                    self.put(f" s = {step}; {keep}")
                    self.put(" return s")
            if sort == VERDICT:
                self._silent_at_once(keep)
        if not node.bit:
            self._body(sort, told)
            self.put(keep)
            self.put("return s")
            return self.lines
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
        return self.lines

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
            self.put(f" return loop(r, {self.c.value(Sketch('loop', str(name), terms, purpose))}, None)")
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
                found += [self._not_asserted(apart.other, terms, world) for apart in self._aparts(template)]
            known = [test for test in found if test is not None]
            tests[side] = " and ".join(dict.fromkeys(known)) or "True" if len(known) == len(found) else None
        fact = self.fact(self.node)
        for side, step, bit in zip(
            (YES, NO), (fact.told, fact.denied), self.c.bits(terms, template), strict=True
        ):
            test = tests.get(side)
            if test is None:
                continue
            self.put(f"if f & {bit} and {test}:")
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
            chosen = [f"{step} if {self.test(test)}" for test, step in ways[1:]] + [
                each[1] for each in ways[:1]
            ]
            steps.append(" else ".join(chosen) or self.call(status))
        closed = str(not is_telling(template))
        self.made(
            "s", Sketch("silence", template, terms), silence.quiet, f"[{', '.join(steps)}]", closed=closed
        )
        self.put(keep)
        self.put("return s")
        self.depth -= 1

    # -- atoms ----------------------------------------------------------------------------------------------------

    def _aparts(self, name: str) -> Sequence[Apart]:
        return self.program.apart.get(name, ())

    def _not_asserted(self, name: str, terms: Terms, world: int) -> str | None:
        test = self.surely_not(self.number(ASSERTED, name, terms, None, world))
        return None if test is None else self.test(test)

    def _attempts(self, rules: Rules, world: int) -> list[str]:
        """The status of each rule, or None where it surely fails."""
        found = []
        for entry, env in rules:
            test = self.rule_fails(entry, env, world)
            call = self.find(self.number(STATUS, entry.number, env, None, world))
            found.append(f"None if {test} else {call}" if test else call)
        return found

    def _apart(self, name: str, terms: Terms, world: int) -> list[str]:
        """For each noun held apart from this one: the axiom that denies this one, None where it surely does not."""
        found = []
        for apart in self._aparts(name):
            test = self._not_asserted(apart.other, terms, world)
            node = self.number(ASSERTED, apart.other, terms, None, world)
            axiom = self.c.value(OfAxiom(name, terms, apart))
            held = f"held(r, {self.c.function(node.number)}(r), {axiom})"
            found.append(f"None if {test} else {held}" if test else held)
        return found

    def _verdict(self, told: bool) -> None:
        _, name, terms, _, world = self.node.key
        template = str(name)
        if self.vocabulary.templates[template].kind == "kind":
            self._kind(template, terms, world)
            return
        rules = general_rules(self.program, template, terms, world)
        if not self._given(template, terms, world, told):
            self._weighed(template, rules, terms, world)
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
            self._weighed(template, rules, terms, world)
            self.depth -= 1

    def _key(self, template: str, terms: Terms) -> str:
        """What an atom is about."""
        return f"({self.c.value(template)}, {self.about(terms)}, None)"

    def _weighed(self, template: str, rules: Rules, terms: Terms, world: int) -> None:
        """The rules weighed where nothing is told: one that stands alone, or silence, at once, all else in `weigh`."""
        _, site = self.site(rules, world)
        sketch = self.c.value(OfVerdict(template, terms, self.node.key[3]))
        entry = self.vocabulary.templates[template]
        attempts = [*self._attempts(rules, world), *self._apart(template, terms, world)]
        if len(attempts) > _MOST_WEIGHED:
            self.put(f"s = weigh(r, {site}, {sketch}, ({''.join(f'{each}, ' for each in attempts)}))")
            return
        names = [f"q{number}" for number in range(len(attempts))]
        fixed = entry.silence in ("no", "yes") and not self.program.touched.get(template)
        if not names:
            self.put("z = 0")
        else:
            self.put(f"{' = '.join(names)} = None; z = 0")
        idle: list[int] = []
        for number, attempt in enumerate(attempts):
            doubt = (
                self.surely_idle(*rules[number], world)
                if number < len(rules) and side_of(rules[number][0]) != UNKNOWN
                else None
            )
            if doubt is not None:
                idle.append(number)
                continue
            self._weigh_one(rules, number, attempt, world, self._converse(rules, number, world))
        for number in idle:
            # What is not known to hold, and nothing defeats, changes nothing beside a winner on its side.
            doubt = self.surely_idle(*rules[number], world)
            assert doubt is not None
            passed = f"(z == 1 and w.verdict == {side_of(rules[number][0])} and {self.test(doubt)})"
            self._weigh_one(rules, number, attempts[number], world, passed)
        found = "".join(f"{name}, " for name in names)
        self.put("if z == 1:")
        self.depth += 1
        beside = [self._among(rules, number, template, world) for number in range(len(attempts))]
        self._stands_alone(rules, beside, site, template, terms, world)
        self.depth -= 1
        if fixed:
            quiet = YES if entry.silence == "yes" else NO
            self.put("elif z == 0:")
            shown = [place for place, rule in enumerate(rules) if side_of(rule[0]) != quiet]
            steps = ", ".join(
                f"q{place} or {self.call(self.number(STATUS, rules[place][0].number, rules[place][1], None, world))}"
                for place in shown
            )
            self.depth += 1
            silence = Sketch("silence", template, terms, self.node.key[3])
            self.made("s", silence, quiet, f"[{steps}]" if steps else "()", closed="True")
            self.depth -= 1
        if names:
            self.put(f"elif (z & {BEATEN - 1}) == 1 and z < {OTHER}:")
            self.put(f" s = outright(r, {site}, {sketch}, (w, ), {self.c.value(beside)}[c], ({found}))")
        self.put("else:")
        self.put(f" s = weigh(r, {site}, {sketch}, ({found}))")

    def _converse(self, rules: Rules, number: int, world: int) -> str | None:
        """A test by which a rule fails because its other half stands: of an "exactly if" one condition is the other denied.

        Only where no loop came into what the other half rests on: then this one finds the same.
        """
        if number >= len(rules):
            return None
        entry, env = rules[number]
        denied = parts_of(entry.rule.condition)
        if not denied:
            return None
        node = self.number(STATUS, entry.number, env, None, world)
        for place, (other, inner) in enumerate(rules[:number]):
            if (
                other.rule.id == entry.rule.id
                and other.rule.variables == entry.rule.variables
                and inner == env
                and any(tree.NoneOf((part,)) in denied for part in parts_of(other.rule.condition))
            ):
                half = self.number(STATUS, other.number, inner, None, world)
                if bool(half.bit) == bool(node.bit):
                    kept = f"m[{self.c.slot(half.number)}]"
                    return f"(q{place} is not None and q{place}.standing == 1 and {kept} is not None)"
        if any(other.rule.id == entry.rule.id for other, _ in rules[number + 1 :]):
            # Where its condition is known to fail, the other half stands, and a proof does not show this one.
            last = denied[-1]
            if isinstance(last, tree.Holds):
                premise = self.number(
                    VERDICT, last.atom.template, things(last.atom.args, env), last.atom.purpose, world
                )
                known = f"(e := m[{self.c.slot(premise.number)}]) is not None"
                return f"({known} and e.verdict == {NO if last.positive else YES})"
        return None

    def _weigh_one(
        self, rules: Rules, number: int, attempt: str, world: int, fails: str | None = None
    ) -> None:
        """Ask for one of the statuses, and note in `z` and `w` whether it stands, in `c` which it is."""
        test, _, call = attempt.rpartition(" else ")
        test = " or ".join(filter(None, (test.removeprefix("None if "), fails)))
        if test:
            self.put(f"if not ({test}):")
            self.depth += 1
        self.put(f"q{number} = {call}")
        if number < len(rules):
            self.put(f"y = q{number}.standing")
            self.put("if y:")
            self.put(" z += y")
            self.put(f" if y == 1: w = q{number}; c = {number}")
        else:
            self.put(f"if q{number} is not None:")
            self.put(f" z += q{number}.standing; w = q{number}; c = {number}")
            # What stands instead of a fact about the other noun has to be shown.
            self.put(f"elif r.run.overruled: z += {OTHER}")
        if test:
            self.depth -= 1

    def _among(self, rules: Rules, number: int, template: str, world: int) -> tuple[tuple[int, bool], ...]:
        """The places of the rules that a proof by this winner shows if they are beaten, or fail and say the opposite; and
        whether they say the opposite."""
        if number >= len(rules):  # an axiom
            return tuple((place, side_of(rule[0]) != NO) for place, rule in enumerate(rules))
        winner = rules[number][0]
        looked: set[int] = {id(exemption.item) for exemption, _ in winner.withdrawals}
        left_out = self.program.left_out[world]
        looked |= {id(rival) for rival, _ in winner.rivals if rival.number not in left_out}
        side = side_of(winner)
        return tuple(
            (place, side_of(entry) != side)
            for place, (entry, _) in enumerate(rules)
            if id(entry) not in looked and entry.rule.id != winner.rule.id
        )

    def _stands_alone(
        self,
        rules: Rules,
        beside: Sequence[tuple[tuple[int, bool], ...]],
        site: str,
        template: str,
        terms: Terms,
        world: int,
    ) -> None:
        """The verdict of the one rule that stands, `w`, with those that would say the opposite and fail."""
        shown = [tuple(place for place, opposed in among if opposed) for among in beside]
        sketch = OfVerdict(template, terms, self.node.key[3])
        if sum(map(len, shown)) > _MOST_BESIDE:
            found = "".join(f"q{number}, " for number in range(len(beside)))
            self.put(f"c = {self.c.value(shown)}[c]")
            self.put(f"s = beside(r, m, {site}, {self.c.value(sketch)}, w, c, ({found})) if c else w")
            return
        # Those that say the same most often show the same.
        alike: dict[tuple[int, tuple[int, ...], tuple[int, ...]], list[int]] = {}
        for number, places in enumerate(shown):
            winner = rules[number][0] if number < len(rules) else None
            side = NO if winner is None else side_of(winner)
            firm = tuple(p for p in places if winner and self.program.overrules(winner, rules[p][0]))
            alike.setdefault((side, places, firm), []).append(number)
        self.put("s = w")
        shows = "if"
        for (side, places, firm), numbers in alike.items():
            if not places:
                continue
            self.put(f"{shows} {f'c in {tuple(numbers)}' if len(numbers) > 1 else f'c == {numbers[0]}'}:")
            shows = "elif"
            self.depth += 1
            steps = []
            for place in places:
                entry, env = rules[place]
                steps.append(f"p{place}")
                failed = self.call(self.number(STATUS, entry.number, env, None, world))
                self.put(f"p{place} = q{place} or {failed}")
            closed = ["w.closed", *(f"p{place}.closed" for place in places if place not in firm)]
            self.made("s", sketch, side, f"((w, ), ({', '.join(steps)}, ))", closed=" or ".join(closed))
            self.depth -= 1

    def _against(
        self, against: Rules, rules: Rules, template: str, terms: Terms, world: int, side: int
    ) -> None:
        statuses = self._attempts(against, world)
        if side == YES:
            statuses += self._apart(template, terms, world)
        rivals = self._attempts(self._rivals(rules, world, side), world)
        _, site = self.site(against, world)
        sketch = self.c.value(OfVerdict(template, terms, self.node.key[3]))
        _, agreeing = self.site([rule for rule in rules if side_of(rule[0]) == side], world)
        self.put(
            f" s = told(r, {site}, {sketch}, g, ({''.join(f'{each}, ' for each in statuses)}), {agreeing}, "
            f"({''.join(f'{each}, ' for each in rivals)}))"
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
            self.put(f"g = {fact.told} if f & {self.c.bits(terms, template)[0]} else {fact.denied}")
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
            self.put(f"if g is None and f & {held | denied}:")
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
        sketch = self.c.value(OfKind(kind, terms))
        self.put(f"s = of_kind(r, r.kinds, {self.c.value(self.c.kinship(kind))}, {about}, {sketch})")
        for apart in self._aparts(kind):
            node = self.number(ASSERTED, apart.other, terms, None, world)
            self.put("if s is None:")
            self.put(f" a = {self.c.function(node.number)}(r)")
            self.put(" if a is not None and a.verdict == 1:")
            self.put(f"  s = held_kind(r, a, {self.c.value(OfAxiom(kind, terms, apart))})")
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
            rivals = self._attempts(self._rivals(rules, world, YES), world)
            _, site = self.site((), world)
            _, agreeing = self.site([rule for rule in rules if side_of(rule[0]) == YES], world)
            sketch = self.c.value(OfVerdict(template, terms, None))
            self.put(
                f" s = told(r, {site}, {sketch}, g, (), {agreeing}, ({''.join(f'{each}, ' for each in rivals)}))"
            )
            self.put(f" if s.verdict == -1: r.run.overrule(s, {world}); s = None")
            self.put("else:")
            self.depth += 1
        self.put("s = None")
        self.put("while True:")
        self.depth += 1
        for attempt in self._attempts(rules, world):
            self.put(f"q = {attempt}")
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
        self.put("while True:")
        self.depth = 2
        for place in order:
            found[place] = self.condition(parts[place], env, world)
            # What fails at the first fact did so at once.
            if place != order[0] or found[place].fact is None:
                self._fails(entry, env, found[place])
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
        status = Status(
            self.sketch("rule", entry, env, seen), self.sketch("beaten", entry, env, seen), side, missing
        )
        self.put(f"s = stand(r, 1 if {holds} else 0, {because}, {shown}, {self.c.value(status)})")
        self.put("break")
        self.depth = 1

    def _rival(self, rival: Entry, env: Terms, world: int) -> Seen:
        """Look at a rule "instead of" this one."""
        status = self.new("q")
        self.put(f"{status} = {self.call(self.number(STATUS, rival.number, env, None, world))}")
        return Seen(rival, "", status, f"not {status}.standing", f"{status}.closed", False)

    def _withdrawal(self, exemption: Exemption, env: Terms, world: int) -> Seen:
        """Look at a withdrawal."""
        item = exemption.item
        found: Found = self.condition(item.condition, env, world)
        idle = f"{found.truth} == -1"
        if not exemption.withdrawals:
            raw = f"({found.truth}, {found.because})"
            return Seen(item, "withdraw", raw, idle, found.closed, False)
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
        return Seen(item, "withdraw", look, idle, found.closed, True)


class Seen(NamedTuple):
    """An exception that is looked at, by what and to what effect, and as source: what is noted of it, that it does not apply,
    and whether it rests on silence; and whether something may restore what it withdraws."""

    by: object
    effect: str
    raw: str
    idle: str
    closed: str
    restored: bool
