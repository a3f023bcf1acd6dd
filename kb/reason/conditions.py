"""Conditions, amounts and figures as lines of a compiled function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import NamedTuple

from kb.reason.beforehand import Beforehand, Way, looked_at_first
from kb.reason.possible import WHOLE, Possible, Value, only
from kb.reason.program import Entry
from kb.reason.proof import NO, OTHER, YES, Sketched
from kb.reason.running import Kinds, Kinship, Site
from kb.reason.sketches import OfAbsence, OfComparison, OfFigure, OfKind, OfTold, Sketch, fixed
from kb.reason.slices import (
    FIGURE,
    SOMETHING,
    STATUS,
    VERDICT,
    Node,
    Terms,
    foreseen,
    general_rules,
    guards_of,
    things,
    worked_out,
)
from kb.reason.surely import all_of
from kb.rulelang import tree

_ORDER = {"is": "==", "is not": "!=", "at least": ">=", "at most": "<=", "more than": ">", "less than": "<"}
"""How whole numbers are compared, as source."""


class Found(NamedTuple):
    """What holds the outcome of a condition, each as source: whether it holds, the steps that this rests on, and whether
    one of them rests on silence. Of a condition that only asks for a fact, which, and which way it is asked for."""

    truth: str
    because: str
    closed: str
    fact: Node | None = None
    asked: int = YES


class Conditions(Beforehand):
    """Writes conditions and figures."""

    def leaf(self, node: Node, later: list[str] | None = None) -> str:
        """The variable that holds the step of an atom that is told or not, and nothing else. What makes the step where silence
        leaves it open goes to `later`: a rule that fails at something else does without."""
        _, name, terms, purpose, _ = node.key
        template, step = str(name), self.new("x")
        fact = self.fact(node)
        held, denied = fact.bits
        said = f"{fact.told} if f & {held} else {fact.denied} if f & {denied} else {fact.silent}"
        if fact.silent is not None:
            self.put(f"{step} = {self.by_facts(said)}")
            return step
        kept = f"m[{self.c.slot(node.number)}]"
        sketch = self.c.sketch(Sketch("silence", template, terms, purpose))
        put = self.put if later is None else later.append
        put(f"{step} = {self.by_facts(said)} or {kept}")
        put(f"if {step} is None: {step} = {kept} = silent(r, {sketch})")
        return step

    def step(self, node: Node, later: list[str] | None = None) -> str:
        """The variable that holds the step of a node."""
        if self.is_leaf(node):
            return self.leaf(node, later)
        step = self.new("x")
        self.put(f"{step} = {self.call(node)}")
        return step

    def condition(
        self, condition: tree.Condition, env: Terms, world: int, later: list[str] | None = None
    ) -> Found:
        """Write what finds out whether a condition holds; if it only asks for a fact, `later` takes what makes its step (see
        `leaf`)."""
        if isinstance(condition, tree.Holds):
            atom = condition.atom
            node = self.number(VERDICT, atom.template, things(atom.args, env), atom.purpose, world)
            # Of a statement that is not encoded silence may say several things.
            fact = node if self.is_leaf(node) and not self.program.touched.get(atom.template) else None
            step = self.step(node, later if fact is not None else None)
            asked = YES if condition.positive else NO
            truth = f"{step}.verdict"
            if not condition.positive:
                truth = f"-{truth}"
                if fact is None:
                    truth = self.new("t")
                    self.put(f"{truth} = -{step}.verdict")
            return Found(truth, f"({step}, )", f"{step}.closed", fact, asked)
        if isinstance(condition, tree.AllOf):
            return self._all_of(condition, env, world)
        if isinstance(condition, tree.AnyOf | tree.NoneOf):
            sign = "-" if isinstance(condition, tree.NoneOf) else ""
            found = self._kinds(condition, env, world) if not sign else None
            if found is None and len(condition.parts) == 1:
                found = self.condition(condition.parts[0], env, world)
            if found is not None:
                if not sign:
                    return found
                truth = self.new("t")
                self.put(f"{truth} = -{found.truth}")
                return Found(truth, found.because, found.closed)
            return self._joined(condition, env, world, "none_of" if sign else "any_of", bool(sign))
        if isinstance(condition, tree.OneOf):
            return self._joined(condition, env, world, "one_of", False)
        if isinstance(condition, tree.ButFor):
            return self.condition(condition.part, env, self.program.worlds[condition.after])
        if isinstance(condition, tree.Widened):
            inner = self.condition(condition.part, env, world)
            step = self.new("x")
            self.put(f"{step} = widening(r, {inner.truth}, {inner.because}, {self.c.value(condition.by)})")
            return Found(inner.truth, f"({step}, )", f"{step}.closed")
        if isinstance(condition, tree.Differ):
            left, right = things((condition.left,), env), things((condition.right,), env)
            return Found(str(YES if left != right else NO), "()", "False")
        if isinstance(condition, tree.Compare):
            return self._compare(condition, env, world)
        return self._exists(condition, env, world)

    def _outcome(self) -> Found:
        return Found(self.new("t"), self.new("b"), self.new("c"))

    def _joined(
        self,
        condition: tree.AnyOf | tree.NoneOf | tree.OneOf,
        env: Terms,
        world: int,
        how: str,
        negated: bool,
    ) -> Found:
        parts = [self.condition(part, env, world) for part in condition.parts]
        found = self._outcome()
        outcomes = "".join(f"({part.truth}, {part.because}), " for part in parts)
        if parts:
            # Most often none of them holds, and all of them are shown.
            self.put(f"if {' == '.join(part.truth for part in parts)} == -1:")
            self.put(f" {found.truth} = {1 if negated else -1}; {found.because} = {strung(parts)}")
            self.put(f" {found.closed} = {any_closed(parts)}")
            self.put("else:")
            self.depth += 1
        self.put(f"{found.truth}, {found.because} = {how}(({outcomes}))")
        self.put(f"{found.closed} = any_closed({found.because})")
        if parts:
            self.depth -= 1
        return found

    def _kinds(self, condition: tree.AnyOf | tree.NoneOf, env: Terms, world: int) -> Found | None:
        """Whether a thing is of one of several kinds: where that is told, only the steps that a proof shows are made."""
        parts: list[tuple[Kinship, str, int, OfKind]] = []
        about: set[Terms] = set()
        loops = False
        for part in condition.parts:
            if not (isinstance(part, tree.Holds) and part.positive):
                return None
            atom = part.atom
            terms = things(atom.args, env)
            if self.vocabulary.templates[atom.template].kind != "kind" or terms == (SOMETHING,):
                return None
            about.add(terms)
            node = self.number(VERDICT, atom.template, terms, atom.purpose, world)
            loops = loops or bool(node.bit)
            called = self.c.function(node.number)
            sketch = OfKind(atom.template, terms)
            parts.append((self.c.kinship(atom.template), called, self.c.slot(node.number), sketch))
        if len(about) != 1:
            return None
        found = self._outcome()
        kinds = self.c.value(Kinds(tuple(parts), self.c.names))
        made = f"any_kind(r, m, r.kinds, {kinds}, {self.about(about.pop())})"
        if loops:
            self.put(f"e = {made}")
        else:
            kept = f"m[{self.c.slot((condition.parts, env, world))}]"
            self.put(f"e = {kept}")
            self.put(f"if e is None: e = {kept} = {made}")
        self.put(f"{found.truth}, {found.because}, {found.closed} = e")
        return found

    def _exists(self, condition: tree.Exists, env: Terms, world: int) -> Found:
        """Whether one of the things told of is such a thing, where all that may be are places of the question."""
        bindings = foreseen(condition, env, self.c.slice)
        if bindings is None:
            self.put("raise Declined")
            return Found("0", "()", "False")
        outcome = self._outcome()
        truth, because, closed = outcome.truth, outcome.because, outcome.closed
        found, unknown, thing = self.new("f"), self.new("u"), self.new("h")
        kinds = [self.c.value(self.c.kinship(kind)) for kind in condition.kinds]
        kinds = kinds or ["None"] * len(condition.variables)
        several = len(condition.variables) > 1
        candidates = ", ".join(f"candidates(r, {kind})" for kind in kinds)
        self.put(f"{found} = []; {unknown} = []")
        among = f"product({candidates})" if several else candidates
        with self._each(thing, among, condition, bindings.known) as each:
            for inner in each:
                one = self.condition(condition.part, inner, world)
                self.put(f"{truth} = {one.truth}; {because} = {one.because}")
            if bindings.known:
                self.put(f"if {truth} == 1:")
                self.put(f" {closed} = any_closed({because}); break")
                self.put(f"({unknown} if {truth} == 0 else {found}).extend({because})")
        self.put("else:")
        self.depth += 1
        one = self.condition(condition.part, bindings.strange, world)
        none, reasons, strange = f"{one.truth} == -1", one.because, f"(({one.truth}, {one.because}),)"
        if several:
            strange = self.new("s")
            self.put(f"{strange} = [({one.truth}, {one.because})]")
            with self._each(thing, f"partly_strange(({candidates}))", condition, bindings.beside) as each:
                for inner in each:
                    beside = self.condition(condition.part, inner, world)
                    self.put(f"{strange}.append(({beside.truth}, {beside.because}))")
            none, reasons = f"all([t == -1 for t, _ in {strange}])", f"why_none({found}, {strange})"
        shown, outcomes = OfAbsence(condition), f"{truth}, {because}, {closed}"
        # Most often silence denies it of a thing of which nothing is told, and that is all.
        self.put(f"if {none} and not {unknown} and ({one.closed}):")
        self.depth += 1
        absent = self.new("x")
        self.made(absent, shown, NO, reasons, closed="True", standing=OTHER)
        self.put(f"{outcomes} = -1, (*{found}, {absent}), True")
        self.depth -= 1
        self.put("else:")
        self.put(f" {outcomes} = none(r, {self.c.value(condition)}, {found}, {unknown}, {strange})")
        self.depth -= 1
        return outcome

    def none_at_once(self, keep: str) -> None:
        """Let a rule fail where it looks first for something of which it is only asked for a fact, and nobody told that of
        anything: most often one thing of the question may be such a thing, or none."""
        _, number, env, _, world = self.node.key
        entry = self.program.entries[int(str(number))]
        condition = self.first_part(entry)
        if not isinstance(condition, tree.Exists) or len(condition.variables) != 1:
            return
        bindings = foreseen(condition, env, self.c.slice)
        if bindings is None or len(bindings.known) > 1:
            return
        ways = [
            way
            for each in (*bindings.known, bindings.strange)
            if (way := self._denied_by_silence(condition.part, each, world)) is not None
        ]
        if len(ways) <= len(bindings.known) or not self.c.names[ways[-1][1]].closed:
            return
        silent = [step for _, step in ways]

        def failing(among: Sequence[str]) -> str:
            def failed() -> Sketched:
                absent = fixed(OfAbsence(condition), NO, True, (self.c.names[silent[-1]],))
                found = (*(self.c.names[each] for each in among), absent)
                return fixed(self.sketch("failed", entry, env), NO, True, (found, ()), 0)

            return self.c.fixed(("none", entry.number, env, tuple(among)), failed)

        self.put(f"if {self.test(all_of([test for test, _ in ways]))}:")
        kind = self.c.value(self.c.kinship(condition.kinds[0])) if condition.kinds else "None"
        self.put(f" h = candidates(r, {kind})")
        self.put(" if not h:")
        self.put(f"  s = {failing(())}; {keep}")
        self.put("  return s")
        if bindings.known:
            term = bindings.known[0][condition.variables[0]]
            self.put(f" if len(h) == 1 and h[0] == r.args[{term}]:")
            self.put(f"  s = {failing(silent[:1])}; {keep}")
            self.put("  return s")

    def _denied_by_silence(self, condition: tree.Condition, env: Terms, world: int) -> Way | None:
        """The step by which silence denies what a condition asks for, if that is a fact."""
        if not isinstance(condition, tree.Holds) or not condition.positive:
            return None
        node = self._about(condition, env, world)
        return self.by_silence(node, NO) if self.is_leaf(node) else None

    @contextmanager
    def _each(
        self, thing: str, among: str, condition: tree.Exists, bindings: Sequence[Terms]
    ) -> Iterator[Iterator[Terms]]:
        """Write a loop over things, with a branch for each binding that is foreseen, then what comes after the branches."""
        self.put(f"for {thing} in {among}:")
        self.depth += 1

        def branches() -> Iterator[Terms]:
            for number, inner in enumerate(bindings):
                terms = [inner[variable] for variable in condition.variables]
                named = ["SOMETHING" if term == SOMETHING else f"r.args[{term}]" for term in terms]
                same = " and ".join(f"{thing}[{at}] == {name}" for at, name in enumerate(named))
                if len(named) == 1:
                    same = f"{thing} == {named[0]}"
                self.put(f"{'el' if number else ''}if {same}:")
                self.depth += 1
                yield inner
                self.depth -= 1
            self.put("else: raise Declined" if bindings else "raise Declined")

        yield branches()
        self.depth -= 1

    def _all_of(self, condition: tree.AllOf, env: Terms, world: int) -> Found:
        order = looked_at_first(condition.parts, self.program)
        if not order:
            return Found(str(YES), "()", "False")
        depth = self.depth
        outcome = self._outcome()
        found: dict[int, Found] = {}
        for index in order:
            one = found[index] = self.condition(condition.parts[index], env, world)
            self.put(f"if {one.truth} == -1:")
            self.depth += 1
            self._settle(outcome, "-1", one.because, one.closed)
            self.depth -= 1
            self.put("else:")
            self.depth += 1
        parts = [found[index] for index in range(len(order))]
        unknown = " or ".join(f"{part.truth} == 0" for part in parts)
        because = parts[0].because if len(parts) == 1 else strung(parts)
        self._settle(outcome, f"0 if {unknown} else 1", because, any_closed(parts))
        self.depth = depth
        return outcome

    def _settle(self, outcome: Found, truth: str, because: str, closed: str) -> None:
        self.put(f"{outcome.truth} = {truth}; {outcome.because} = {because}; {outcome.closed} = {closed}")

    def _compare(self, condition: tree.Compare, env: Terms, world: int) -> Found:
        if condition.op == "is" and isinstance(condition.right, tree.Symbol):
            found = self._is_listed(condition, condition.right, env, world)
            if found is not None:
                return found
        left, right = self._amount(condition.left, env, world), self._amount(condition.right, env, world)
        if left is None or right is None:
            self.put("raise Declined")
            return Found("0", "()", "False")
        because = "".join(f"{step}, " for step, _, _ in (left, right) if step)
        step = self.new("x")
        sketch = OfComparison(condition, env)
        closed = " or ".join(f"{each}.closed" for each, _, _ in (left, right) if each)
        with self._once(step, (condition, env, world), loops=left[2] or right[2]):
            self.put(f"d = {left[1]}; v = {right[1]}")
            # Whole numbers are compared sooner than fractions.
            verdict = f"1 if d.whole {_ORDER[condition.op]} v.whole else -1"
            both = "d.whole is not None and v.whole is not None"
            self._compared_at_once(step, sketch, both, verdict, because, ("d", "v"), closed)
        return Found(f"{step}.verdict", f"({step}, )", f"{step}.closed")

    @contextmanager
    def _once(self, step: str, what: tuple[object, ...], *, loops: bool) -> Iterator[None]:
        """Write what finds a step: what no loop comes to is the same wherever the same is compared, and found once."""
        if loops:
            yield
            return
        kept = f"m[{self.c.slot(what)}]"
        self.put(f"{step} = {kept}")
        self.put(f"if {step} is None:")
        self.depth += 1
        yield
        self.put(f"{kept} = {step}")
        self.depth -= 1

    def _compared_at_once(
        self,
        step: str,
        sketch: OfComparison,
        test: str,
        verdict: str,
        because: str,
        sides: tuple[str, str],
        closed: str,
    ) -> None:
        """Write a comparison: where a test of its two sides is passed it has this verdict, else it is worked out."""
        values = ", ".join(sides)
        self.put(f"if {test}:")
        self.depth += 1
        self.made(step, sketch, verdict, f"(({because}), {values})", closed=closed or "False")
        self.depth -= 1
        self.put("else:")
        self.put(f" {step} = compared(r, {self.c.sketch(sketch)}, {values}, ({because}))")
        if closed:
            self.put(f" if {closed}: {step}.closed = True")

    def _is_listed(self, condition: tree.Compare, value: tree.Symbol, env: Terms, world: int) -> Found | None:
        """Whether a figure is one of the values listed for it; None where that is compared like anything else."""
        left = self._amount(condition.left, env, world)
        if left is None or not left[0]:
            return None
        figure, known, loops = left
        step = self.new("x")
        sketch, other = OfComparison(condition, env), self.c.value(only(value.name))
        with self._once(step, (condition, env, world), loops=loops):
            self.put(f"o = {known}.known")
            verdict = f"1 if o == {self.c.value(value.name)} else -1"
            sides = known, other
            self._compared_at_once(
                step, sketch, "o is not None", verdict, f"{figure}, ", sides, f"{figure}.closed"
            )
        return Found(f"{step}.verdict", f"({step}, )", f"{step}.closed")

    def _amount(self, amount: tree.Amount, env: Terms, world: int) -> tuple[str, str, bool] | None:
        """The step that an amount rests on ("" for none), what holds its value, and whether it can loop; None for what is not
        foreseen."""
        if isinstance(amount, tree.Number):
            return "", self.c.value(only(amount.value)), False
        if isinstance(amount, tree.Symbol):
            return "", self.c.value(only(amount.name)), False
        if isinstance(amount, tree.Figure) and amount.atom.purpose is None:
            node = self.number(FIGURE, amount.atom.template, things(amount.atom.args, env), None, world)
            step = self.new("x")
            self.put(f"{step} = {self.call(node)}")
            return step, f"{step}.data", bool(node.bit)
        return None

    # -- figures --------------------------------------------------------------------------------------------------

    def site(self, rules: Sequence[tuple[Entry, Terms]], world: int) -> tuple[Site, str]:
        """The place where these rules are weighed, and its name."""
        made = [self.number(STATUS, entry.number, env, None, world).number for entry, env in rules]
        site = Site(self.c, str(self.node.key[1]), [entry for entry, _ in rules], made, world)
        return site, self.c.value(site)

    def figure(self) -> None:
        """Write what finds the step of the figure that the node is."""
        _, name, terms, _, world = self.node.key
        template = str(name)
        about = self.about(terms)
        if template in self.vocabulary.rolls:
            self.put(f"s = r.run._figure({self.c.value(template)}, {about}, {world})")
            return
        back = self._figure_read_back(template)
        rules = general_rules(self.program, template, terms, world)
        if not rules:
            self._bare_figure(template, terms, world, back)
            return
        back = self._told_figure(template, terms, back)
        self.put("if s is None:")
        self.depth += 1
        # The interpreter works out amounts; it does not know what is being looked for here.
        amounts = [
            key
            for rule, env in rules
            if isinstance(rule.rule.conclusion, tree.SetFigure)
            for key in worked_out(rule.rule.conclusion.amount, env, world)
        ]
        if any(self.c.slice.by_key[key].bit or self.c.slice.by_key[key].dynamic for key in amounts):
            self.put("raise Declined")
        site, site_name = self.site(rules, world)
        site.settle()
        rows = list(self._rows(rules, world))
        if (
            site.table is not None
            and back == "()"
            and len({row.known for row in rows}) == 1
            and rows[0].known
            and len({self.c.names[row.value] for row in rows}) == len(rows)
        ):
            self._table(template, terms, site, rows)
        calls = "".join(
            f"None if {row.known} is not None and {row.known} != {row.value} else {row.call}, "
            if row.known
            else f"{row.call}, "
            for row in rows
        )
        self.put("if s is None:")
        sketch = self.c.sketch(OfFigure(template, terms))
        self.put(f" s = figure(r, {site_name}, {sketch}, ({calls}), {world}, {back})")
        self.depth -= 1

    def _bare_figure(self, template: str, terms: Terms, world: int, back: str) -> None:
        """A figure about which there is no rule."""
        back = self._told_figure(template, terms, back)
        name, args = self.c.value(template), self.about(terms)
        self.put(f"if s is None: s = r.run._worked_out({name}, {args}, {world}, {back}, list)")

    def _told_figure(self, template: str, terms: Terms, back: str) -> str:
        """What a figure is told to be, where one sentence tells it and nothing is read back: whatever rules say, it is that.
        Returns where what is read back is kept from then on."""
        args = self.about(terms)
        values = self.vocabulary.templates[template].values
        listed = self.c.value({each.name: only(each.name) for each in values}.get if values else _whole)
        name = self.c.value(template)
        key = f"({name}, {args})"
        given = "len(e) == 1"
        if back != "()":
            self.put(f"p = {back}")
            back, given = "p", f"not p and {given}"
        self.put("s = None")
        self.put(f"e = r.figures.get({key})")
        self.put(f"if e is not None and {given}:")
        self.put(" (o, d, v), = e")
        self.put(f" if o == {self.c.value('is')} and (d := {listed}(d)) is not None:")
        self.depth += 2
        self.made("s", OfTold(template, terms), YES, "v", data="d")
        self.depth -= 2
        return back

    def _table(self, template: str, terms: Terms, site: Site, rows: Sequence[Row]) -> None:
        """The one row of a table by listed values that stands, where the value is known and nothing is told of the figure."""
        figure = f"({self.c.value(template)}, {self.about(terms)})"
        for number, row in enumerate(rows):
            self.put(f"{'el' if number else ''}if {row.known} == {row.value}:")
            self.put(f" q = {row.call}")
            self.put(f" if q.standing == 1 and {figure} not in r.figures:")
            self.depth += 2
            data: Possible = site.values[id(row.entry)]
            self.made("s", OfFigure(template, terms), YES, "q", closed="q.closed", data=self.c.value(data))
            self.depth -= 2

    def _rows(self, rules: Sequence[tuple[Entry, Terms]], world: int) -> Iterator[Row]:
        """How each rule about a figure is asked; for a row of a table by listed values also by which of them."""
        asked: dict[int, str] = {}
        for entry, env in rules:
            call = self.call(self.number(STATUS, entry.number, env, None, world))
            condition = entry.rule.condition
            if (
                entry.rule.table is None
                or not isinstance(condition, tree.Compare)
                or condition.op != "is"
                or not isinstance(condition.left, tree.Figure)
                or not isinstance(condition.right, tree.Symbol)
                or condition.left.atom.purpose is not None
            ):
                yield Row(entry, call, "", "")
                continue
            atom = condition.left.atom
            node = self.number(FIGURE, atom.template, things(atom.args, env), None, world)
            if node.number not in asked:
                asked[node.number] = self.new("f")
                self.put(f"{asked[node.number]} = {self.call(node)}.data.known")
            yield Row(entry, call, asked[node.number], self.c.value(condition.right.name))

    def _figure_read_back(self, template: str) -> str:
        """The bounds that facts about what a figure defines put on it."""
        definitions = self.program.figure_definitions.get(template, ())
        if not definitions:
            return "()"
        guards = []
        for place in range(self.c.slice.places):
            functions = [
                tuple(
                    self.c.function(self.c.slice.by_key[key].number)
                    for key in guards_of(definition, (place,))
                )
                for definition in definitions
            ]
            guards.append(f"({self.about((place,))}, {self.c.value(functions)})")
        heads = frozenset(definition.head.template for definition in definitions)
        asked = self.c.value(definitions)
        return (
            f"figure_read_back(r, {self.c.value(heads)}, {asked}, {self.about(self.node.key[2])}, "
            f"({''.join(f'{guard}, ' for guard in guards)}), {self.c.value(self.c.names)})"
        )


def _whole(value: Value | frozenset[Value]) -> Possible | None:
    """Just this number, if it is one and not below zero."""
    if value.__class__ is not Fraction:
        return None
    number, parts = value.as_integer_ratio()
    if number < 0:
        return None
    return WHOLE[number] if parts == 1 and number < len(WHOLE) else only(value)


class Row(NamedTuple):
    """A rule about a figure: how its status is asked, and for a row of a table by listed values what holds the value that is
    known, and its own."""

    entry: Entry
    call: str
    known: str
    value: str


def strung(parts: Sequence[Found]) -> str:
    """The steps of all parts: one step stands for itself, several are strung together."""
    joined = "".join(
        part.because[1:-1] if part.because.startswith("(") else f"*{part.because}, " for part in parts
    )
    return f"({joined})"


def any_closed(parts: Sequence[Found]) -> str:
    """Whether one of the steps of all parts rests on silence."""
    return " or ".join(dict.fromkeys(part.closed for part in parts if part.closed != "False")) or "False"
