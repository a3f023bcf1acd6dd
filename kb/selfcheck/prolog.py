"""A rulebook's program as Prolog clauses, and situations and questions as Prolog terms, for `prolog_reasoner.pl`.

A rule is a clause `rule(Template, Args, Number, For, Env, Free)`: it is found by what it concludes about, and unifying binds
its variables. Its condition, amount and exceptions are clauses of their own, found by its number, with the same variables.
Names are quoted atoms, numbers exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from kb.reason.possible import Value
from kb.reason.program import (
    Binding,
    Definition,
    Entry,
    Exemption,
    Program,
    bound_variables,
    covers,
    mentioned,
)
from kb.reason.situation import Situation
from kb.rulelang import tree
from kb.selfcheck.asp import CannotExport
from kb.selfcheck.reference import Question

PREDICATES: dict[str, int] = {
    "sub": 2,
    "disjoint": 2,
    "kind_name": 1,
    "silence": 2,
    "start": 2,
    "rounding": 2,
    "touched": 1,
    "roll": 2,
    "apart": 2,
    "ruled": 1,
    "rule": 6,
    "rule_for": 7,
    "rivalled": 2,
    "body": 3,
    "line": 3,
    "exempt": 4,
    "withdrawing": 3,
    "restoring": 4,
    "rival": 5,
    "outranks": 2,
    "left_out": 2,
    "definition": 8,
    "figure_definition": 8,
}
"""Everything that a program may consist of, with the number of its arguments."""


def quoted(text: str) -> str:
    """A text as an atom of Prolog."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
    return f"'{escaped}'"


def number(value: Fraction) -> str:
    """A number as an exact one of SWI-Prolog's."""
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator}r{value.denominator}"


def constant(value: Value) -> str:
    """A number, or a listed value or a thing by its name."""
    return number(value) if isinstance(value, Fraction) else quoted(value)


def row(parts: Iterable[str]) -> str:
    """A list."""
    return f"[{','.join(parts)}]"


def program_text(program: Program) -> str:
    """The whole program. Raises `CannotExport`, with the rule and the construct, for what has no translation."""
    clauses = _Clauses(program)
    lines = [f":- dynamic {name}/{arity}." for name, arity in PREDICATES.items() if not clauses.found[name]]
    for name in PREDICATES:
        lines.extend(clauses.found[name])
    return "\n".join([":- style_check(-singleton).", *lines]) + "\n"


def question_text(situation: Situation, question: Question, count: int) -> str:
    """A term `question(Count, Facts, Question)`, to be read and asked of a program."""
    template, args, purpose = question
    kind = "figure" if situation.vocabulary.templates[template].kind == "figure" else "atom"
    about = f"{kind}({quoted(template)},{_purpose(purpose)},{row(map(quoted, args))})"
    return f"question({count},{row(_facts(situation))},{about})."


def _facts(situation: Situation) -> Iterator[str]:
    for thing in situation.things:
        yield f"named({quoted(thing)},{quoted(situation.slots.get(thing, ''))})"
    for name, told in (("are", situation.kinds), ("arenot", situation.not_kinds)):
        for thing, kinds in told.items():
            for kind in kinds:
                yield f"{name}({quoted(thing)},{quoted(kind)})"
    for (template, args), (held, _) in situation.told.items():
        yield f"fact({quoted(template)},{row(map(quoted, args))},{'y' if held else 'n'})"
    for (template, args), bounds in situation.figures.items():
        for op, value, _ in bounds:
            shown = (
                f"of({row(map(constant, sorted(value, key=str)))})"
                if isinstance(value, frozenset)
                else constant(value)
            )
            yield f"figure_fact({quoted(template)},{row(map(quoted, args))},{quoted(op)},{shown})"
    for template in situation.closed:
        yield f"closed({quoted(template)})"
    for template, args in situation.unsettled:
        yield f"unsettled({quoted(template)},{row(map(quoted, args))})"


class _Clauses:
    """The clauses of a program, by their predicate."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.found: defaultdict[str, list[str]] = defaultdict(list)
        self.exemptions = {id(exemption): n for n, exemption in enumerate(program.exemptions)}
        self._vocabulary()
        for entry in program.entries:
            try:
                self._entry(entry)
            except CannotExport as error:
                raise CannotExport(f"{entry.rule.id}: {error}") from None
        for exemption in program.exemptions:
            try:
                self._exemption(exemption)
            except CannotExport as error:
                raise CannotExport(f"{exemption.item.id}: {error}") from None
        self._ranks()
        for index in range(1, len(program.left_out)):
            for rule in sorted(program.left_out[index]):
                self._add("left_out", str(index), str(rule))
        for name, about in (
            ("definition", program.definitions),
            ("figure_definition", program.figure_definitions),
        ):
            for template, definitions in about.items():
                for definition in definitions:
                    self._definition(name, template, definition)

    def _add(self, name: str, *args: str) -> None:
        assert len(args) == PREDICATES[name]
        self.found[name].append(f"{name}({','.join(args)}).")

    # -- words ---------------------------------------------------------------------------------------------------

    def _vocabulary(self) -> None:
        vocabulary = self.program.vocabulary
        kinds = [name for name, template in vocabulary.templates.items() if template.kind == "kind"]
        named = sorted({*kinds, *vocabulary.parents})
        for kind in named:
            for other in sorted({kind, *vocabulary.parents.get(kind, ())}):
                self._add("sub", quoted(kind), quoted(other))
        for kind in named:
            for other in named:
                if vocabulary.disjoint(kind, other):
                    self._add("disjoint", quoted(kind), quoted(other))
        for name, template in vocabulary.templates.items():
            if template.kind == "kind":
                self._add("kind_name", quoted(name))
            self._add("silence", quoted(name), _SILENCES[template.silence])
            if template.base is not None:
                self._add("start", quoted(name), number(template.base))
            if template.rounding is not None:
                self._add("rounding", quoted(name), template.rounding)
            if self.program.touched.get(name):
                self._add("touched", quoted(name))
        for name in sorted({*self.program.by_template, *self.program.apart, *self.program.definitions}):
            self._add("ruled", quoted(name))
        for name, roll in vocabulary.rolls.items():
            dice = row(map(quoted, roll.dice if name == roll.original else ()))
            self._add("roll", quoted(name), f"sum({dice})")
        for name, apart in self.program.apart.items():
            for each in apart:
                self._add("apart", quoted(name), quoted(each.other))

    # -- rules -------------------------------------------------------------------------------------------------------

    def _entry(self, entry: Entry) -> None:
        rule, mine = entry.rule, str(entry.number)
        conclusion = rule.conclusion
        atom = conclusion.atom
        env = _env(range(rule.universal))
        if isinstance(conclusion, tree.SetFigure):
            mode = quoted(conclusion.mode)
            self._add("line", mine, env, self.amount(conclusion.amount))
        elif isinstance(conclusion, tree.Conclude):
            mode = "pro" if conclusion.positive else "con"
        else:
            mode = "missing"
        free = self._free(rule, [i for i in range(rule.universal) if tree.Var(i) not in atom.args])
        about = (row(map(_term, atom.args)), mine, mode, env, free)
        if atom.purpose is None:
            self._add("rule", quoted(atom.template), *about)
        else:
            self._add("rule_for", quoted(atom.template), quoted(atom.purpose), *about)
        self._add("body", mine, env, self.condition(rule.condition))
        for exemption, binding in entry.withdrawals:
            self._add("exempt", mine, env, *self._aimed(exemption, binding))
        for rival, binding in entry.rivals:
            given = dict(binding)
            names = [
                _given(given[index]) if index in given else f"W{index}"
                for index in range(rival.rule.universal)
            ]
            open_ = [
                f"W{i}-{quoted(rival.rule.variables[i].kind)}"
                for i in range(rival.rule.universal)
                if i not in given
            ]
            self._add("rival", mine, env, str(rival.number), f"e({','.join(['x', *names])})", row(open_))
        if entry.rivals and isinstance(conclusion, tree.Conclude) and atom.purpose is None:
            clause = f"rivalled({quoted(atom.template)},{mode})."
            if clause not in self.found["rivalled"]:
                self.found["rivalled"].append(clause)

    def _free(self, rule: tree.Rule, indices: Sequence[int]) -> str:
        return row(f"V{index}-{quoted(rule.variables[index].kind)}" for index in indices)

    def _exemption(self, exemption: Exemption) -> None:
        mine = str(self.exemptions[id(exemption)])
        env = _env(_shared(exemption))
        self._add("withdrawing", mine, env, self.condition(exemption.item.condition))
        for other, binding in exemption.withdrawals:
            self._add("restoring", mine, env, *self._aimed(other, binding))

    def _aimed(self, exemption: Exemption, binding: Binding) -> tuple[str, str]:
        """A withdrawal's number, and its variables as its target has them."""
        given = dict(binding)
        lacking = [exemption.item.variables[index].noun for index in _shared(exemption) if index not in given]
        if lacking:
            raise CannotExport(f"{exemption.item.id} says nothing of which {lacking[0]} it means")
        names = [_given(given[index]) for index in _shared(exemption)]
        return str(self.exemptions[id(exemption)]), f"e({','.join(['x', *names])})"

    def _ranks(self) -> None:
        """Which rule an order puts above which, of those that can disagree."""
        above = [[e for e in self.program.entries if self._within(e, o.over)] for o in self.program.orders]
        below = [[e for e in self.program.entries if self._within(e, o.under)] for o in self.program.orders]
        pairs = {
            (winner.number, loser.number)
            for over, under in zip(above, below, strict=True)
            for winner in over
            for loser in under
            if winner.atom.template == loser.atom.template
        }
        for winner, loser in sorted(pairs):
            self._add("outranks", str(winner), str(loser))

    def _within(self, entry: Entry, items: Sequence[str]) -> bool:
        return any(covers(self.program, item, entry.rule.id, entry.rule.statements) for item in items)

    def _definition(self, name: str, template: str, definition: Definition) -> None:
        condition = definition.entry.rule.condition
        guards = condition.parts[:-1] if isinstance(condition, tree.AllOf) else ()
        sign = "y" if definition.sign == 1 else "n"
        what = sign if name == "definition" else constant(definition.value)
        self._add(
            name,
            quoted(template),
            row(map(_term, definition.args)),
            quoted(definition.head.template),
            row(map(_term, definition.head.args)),
            what,
            "through" if definition.through else "no",
            str(definition.entry.number),
            row(map(self.condition, guards)),
        )

    # -- conditions and amounts --------------------------------------------------------------------------------------

    def condition(self, condition: tree.Condition) -> str:
        """A condition as a term."""
        if isinstance(condition, tree.Holds):
            sign = "y" if condition.positive else "n"
            return f"holds({sign},{self._about(condition.atom)})"
        if isinstance(condition, tree.Compare):
            left, right = self.amount(condition.left), self.amount(condition.right)
            return f"compare({quoted(condition.op)},{left},{right})"
        if isinstance(condition, tree.Differ):
            return f"differ({_term(condition.left)},{_term(condition.right)})"
        if isinstance(condition, tree.Exists):
            kinds = condition.kinds or ("",) * len(condition.variables)
            things = (f"V{i}-{quoted(k)}" for i, k in zip(condition.variables, kinds, strict=True))
            return f"exists({row(things)},{self.condition(condition.part)})"
        if isinstance(condition, tree.Widened):
            return f"widened({quoted(condition.by)},{self.condition(condition.part)})"
        if isinstance(condition, tree.ButFor):
            world = self.program.worlds[condition.after]
            return f"but_for({world},{self.condition(condition.part)})"
        for name, kind in _PARTS.items():
            if isinstance(condition, kind):
                parts = sorted(condition.parts, key=self._rests_on)
                return f"{name}({row(map(self.condition, parts))})"
        raise CannotExport(f"a condition of the kind {type(condition).__name__}")

    def _rests_on(self, condition: tree.Condition) -> int:
        """Of how many templates a condition may rest: what rests on fewest is best asked first."""
        return len(self.program.reached(sorted(set(mentioned(condition)))))

    def amount(self, amount: tree.Amount) -> str:
        """An amount as a term."""
        if isinstance(amount, tree.Number):
            return f"number({number(amount.value)})"
        if isinstance(amount, tree.Symbol):
            return f"symbol({quoted(amount.name)})"
        if isinstance(amount, tree.Thing):
            return f"thing({_term(amount.term)})"
        if isinstance(amount, tree.Figure):
            return f"figure({self._about(amount.atom)})"
        if isinstance(amount, tree.Arithmetic):
            return f"arithmetic({quoted(amount.op)},{self.amount(amount.left)},{self.amount(amount.right)})"
        if isinstance(amount, tree.Whole):
            return f"whole({self.amount(amount.amount)},{number(amount.by.value)})"
        among = amount.among
        things = f"V{among.variable},{quoted(among.kind)},{self.condition(among.where)}"
        if isinstance(amount, tree.Count):
            return f"count({things})"
        if isinstance(amount, tree.Chosen):
            return f"chosen({things})"
        return f"extreme({'greater' if amount.most else 'lesser'},{things},{self.amount(amount.of)})"

    def _about(self, atom: tree.Atom) -> str:
        return f"{quoted(atom.template)},{_purpose(atom.purpose)},{row(map(_term, atom.args))}"


_SILENCES = {"yes": "y", "no": "n", "open": "open", "base": "base"}

_PARTS = {"all": tree.AllOf, "any": tree.AnyOf, "none": tree.NoneOf, "one": tree.OneOf}


def _purpose(purpose: str | None) -> str:
    return "general" if purpose is None else f"for({quoted(purpose)})"


def _term(term: tree.Term) -> str:
    return f"V{term.index}" if isinstance(term, tree.Var) else quoted(term.name)


def _given(value: int | str) -> str:
    return quoted(value) if isinstance(value, str) else f"V{value}"


def _env(indices: Iterable[int]) -> str:
    """The variables of a rule or withdrawal; the `x` keeps it a term where there are none."""
    return f"e({','.join(['x', *(f'V{index}' for index in indices)])})"


def _shared(exemption: Exemption) -> list[int]:
    """The variables of a withdrawal that are its target's."""
    bound = bound_variables(exemption.item.condition)
    return [index for index in range(len(exemption.item.variables)) if index not in bound]
