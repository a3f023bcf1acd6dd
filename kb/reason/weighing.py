"""Rules weighed where nothing is told, as lines of a compiled function."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from kb.reason.beforehand import parts_of
from kb.reason.conditions import Conditions
from kb.reason.program import Apart, Entry, side_of
from kb.reason.proof import BEATEN, NO, OTHER, UNKNOWN, YES
from kb.reason.sketches import OfAxiom, OfVerdict
from kb.reason.slices import ASSERTED, STATUS, VERDICT, Terms, things
from kb.reason.surely import Test, all_of
from kb.rulelang import tree
from kb.rulelang.telling import is_telling

Rules = Sequence[tuple[Entry, Terms]]
"""Rules, each with its binding."""

_MOST_BESIDE = 40
"""How many rules that fail are shown beside one that stands by lines of the function itself, for all that may
stand together."""

_MOST_WEIGHED = 40
"""How many rules are weighed by lines of the function itself."""

_LEAST_FAILING = 3
"""How many rules have to fail together for it to be worth a test of its own."""


class Attempt(NamedTuple):
    """How the status of a rule is asked: a test of facts by which it surely fails, and what finds it else."""

    test: Test | None
    find: str


class Weighing(Conditions):
    """Writes how rules are weighed."""

    def attempts(self, rules: Rules, world: int) -> list[Attempt]:
        """How the status of each rule is asked."""
        return [
            Attempt(
                self.rule_test(entry, env, world),
                self.find(self.number(STATUS, entry.number, env, None, world)),
            )
            for entry, env in rules
        ]

    def axioms(self, name: str, terms: Terms, world: int) -> list[Attempt]:
        """For each noun held apart from this one: the axiom that denies this one."""
        found = []
        for apart in self.aparts(name):
            node = self.number(ASSERTED, apart.other, terms, None, world)
            axiom = self.c.sketch(OfAxiom(name, terms, apart))
            held = f"held(r, {self.c.function(node.number)}(r), {axiom})"
            found.append(Attempt(self.surely_not(node), held))
        return found

    def aparts(self, name: str) -> Sequence[Apart]:
        """The axioms that hold nouns apart from this one."""
        return self.program.apart.get(name, ())

    def strung_attempts(self, attempts: Sequence[Attempt]) -> str:
        """All statuses, None for a rule that surely fails."""
        return "".join(
            f"{each.find}, " if each.test is None else f"None if {self.test(each.test)} else {each.find}, "
            for each in attempts
        )

    def weighed(self, template: str, rules: Rules, terms: Terms, world: int) -> None:
        """Write the verdict: the usual rules that surely fail are passed over together."""
        attempts = [*self.attempts(rules, world), *self.axioms(template, terms, world)]
        site, name = self.site(rules, world)
        if len(attempts) > _MOST_WEIGHED:
            sketch = self.c.sketch(OfVerdict(template, terms, self.node.key[3]))
            self.put(f"s = weigh(r, {name}, {sketch}, ({self.strung_attempts(attempts)}))")
            return
        site.beside = [self._among(rules, number, world) for number in range(len(attempts))]
        weigh = _Weigh(template, rules, terms, world, attempts, name, site.beside)
        # What failed in the question at hand will fail in others: that only says which lines come first.
        usual = {
            n: each.test
            for n, each in enumerate(attempts)
            if each.test is not None and self.passes(each.test)
        }
        if len(usual) < _LEAST_FAILING:
            self._lines(weigh, frozenset())
            return
        self.put(f"if {self.test(all_of(list(usual.values())))}:")
        self.depth += 1
        self._lines(weigh, usual.keys())
        self.depth -= 1
        self.put("else:")
        self.depth += 1
        self._lines(weigh, frozenset())
        self.depth -= 1

    def _lines(self, weigh: _Weigh, failing: Set[int]) -> None:
        """One rule that stands alone, or silence, at once, all else in `weigh`; some rules are known to fail."""
        template, rules, attempts, world = weigh.template, weigh.rules, weigh.attempts, weigh.world
        verdict = OfVerdict(template, weigh.terms, self.node.key[3])
        sketch = self.c.sketch(verdict)
        entry = self.vocabulary.templates[template]
        open_ = [number for number in range(len(attempts)) if number not in failing]
        fixed = entry.silence in ("no", "yes") and not self.program.touched.get(template)
        self.put("".join(f"q{number} = " for number in open_) + ("None; z = c = 0" if open_ else "z = 0"))
        idle: dict[int, Test] = {}
        for number in open_:
            if number < len(rules) and side_of(rules[number][0]) != UNKNOWN:
                doubt = self.surely_idle(*rules[number], world)
                if doubt is not None:
                    idle[number] = doubt
                    continue
            self._weigh_one(weigh, number, self._converse(rules, number, world, failing))
        for number, doubt in idle.items():
            # What is not known to hold, and nothing defeats, changes nothing beside a winner on its side.
            passed = f"(z == 1 and w.verdict == {side_of(rules[number][0])} and {self.test(doubt)})"
            self._weigh_one(weigh, number, passed)
        if open_:
            self.put("if z == 1:")
            self.depth += 1
            self._stands_alone(weigh, failing)
            self.depth -= 1
        if fixed:
            quiet = YES if entry.silence == "yes" else NO
            self.put(f"{'el' if open_ else ''}if z == 0:")
            shown = [place for place, rule in enumerate(rules) if side_of(rule[0]) != quiet]
            steps = ", ".join(self._failed_one(weigh, place, failing) for place in shown)
            self.depth += 1
            self.made(
                "s",
                verdict.silence,
                quiet,
                f"[{steps}]" if steps else "()",
                closed=str(not is_telling(template)),
            )
            self.depth -= 1
            if not open_:
                return
        found = "".join("None, " if number in failing else f"q{number}, " for number in range(len(attempts)))
        if open_:
            self.put(f"elif z & {BEATEN - 1} and z < {OTHER}:")
            self.put(f" s = several(r, {weigh.site}, {sketch}, c, ({found}))")
        self.put("else:" if open_ else "if True:")
        self.put(f" s = weigh(r, {weigh.site}, {sketch}, ({found}))")

    def _failed_one(self, weigh: _Weigh, place: int, failing: Set[int]) -> str:
        """The status of a rule that does not stand."""
        entry, env = weigh.rules[place]
        failed = self.call(self.number(STATUS, entry.number, env, None, weigh.world))
        return failed if place in failing else f"q{place} or {failed}"

    def _converse(self, rules: Rules, number: int, world: int, failing: Set[int]) -> str | None:
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
                    if place in failing:
                        return None
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

    def _weigh_one(self, weigh: _Weigh, number: int, fails: str | None) -> None:
        """Ask for one of the statuses, and note in `z` and `w` whether it stands, in `c` the bit of its place."""
        test, find = weigh.attempts[number]
        tests = " or ".join(filter(None, ("" if test is None else self.test(test), fails)))
        if tests:
            self.put(f"if not ({tests}):")
            self.depth += 1
        self.put(f"q{number} = {find}")
        if number < len(weigh.rules):
            self.put(f"y = q{number}.standing")
            self.put("if y:")
            self.put(" z += y")
            self.put(f" if y == 1: w = q{number}; c += {1 << number}")
        else:
            self.put(f"if q{number} is not None: z += q{number}.standing; w = q{number}; c += {1 << number}")
            # What stands instead of a fact about the other noun has to be shown.
            self.put(f"elif r.run.overruled: z += {OTHER}")
        if tests:
            self.depth -= 1

    def _among(self, rules: Rules, number: int, world: int) -> tuple[tuple[int, bool], ...]:
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

    def _stands_alone(self, weigh: _Weigh, failing: Set[int]) -> None:
        """The verdict of the one rule that stands, `w`, with those that would say the opposite and fail."""
        rules, beside = weigh.rules, weigh.beside
        shown = [tuple(place for place, opposed in among if opposed) for among in beside]
        winners = [number for number in range(len(beside)) if number not in failing]
        sketch = OfVerdict(weigh.template, weigh.terms, self.node.key[3])
        if sum(len(shown[number]) for number in winners) > _MOST_BESIDE:
            found = "".join(
                "None, " if number in failing else f"q{number}, " for number in range(len(beside))
            )
            self.put(f"c = {self.c.value({1 << number: places for number, places in enumerate(shown)})}[c]")
            self.put(f"s = beside(r, m, {weigh.site}, {self.c.sketch(sketch)}, w, c, ({found})) if c else w")
            return
        # Those that say the same most often show the same.
        alike: dict[tuple[int, tuple[int, ...], tuple[int, ...]], list[int]] = {}
        for number in winners:
            winner = rules[number][0] if number < len(rules) else None
            side = NO if winner is None else side_of(winner)
            firm = tuple(p for p in shown[number] if winner and self.program.overrules(winner, rules[p][0]))
            alike.setdefault((side, shown[number], firm), []).append(number)
        one = len(alike) == 1
        if not one or not shown[winners[0]]:
            self.put("s = w")
        shows = "if"
        for (side, places, firm), numbers in alike.items():
            if not places:
                continue
            if not one:
                bits = tuple(1 << number for number in numbers)
                self.put(f"{shows} {f'c in {bits}' if len(bits) > 1 else f'c == {bits[0]}'}:")
                self.depth += 1
            shows = "elif"
            for place in places:
                self.put(f"p{place} = {self._failed_one(weigh, place, failing)}")
            steps = ", ".join(f"p{place}" for place in places)
            closed = ["w.closed", *(f"p{place}.closed" for place in places if place not in firm)]
            self.made("s", sketch, side, f"((w, ), ({steps}, ))", closed=" or ".join(closed))
            if not one:
                self.depth -= 1


@dataclass(frozen=True, slots=True)
class _Weigh:
    """What is weighed: the rules about an atom, how each is asked and then the axioms, the name of the place where it is
    done, and for each what a proof by it shows."""

    template: str
    rules: Rules
    terms: Terms
    world: int
    attempts: Sequence[Attempt]
    site: str
    beside: Sequence[tuple[tuple[int, bool], ...]]
