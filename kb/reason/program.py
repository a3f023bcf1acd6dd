"""The program: checked rules, and which of them withdraws or takes the place of which.

Here ids become edges. A rule's `rivals` are the rules that say "instead of" it, its `withdrawals` the sentences by which it
does not apply; each carries how its variables are those of the rule. Widenings are worked into the conditions of the
rules they name. Axioms of the ontology come in as rules like any other, with their own citations.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

from ingest.diagnostics import Diagnostic, Place
from ingest.late_dataclasses import dataclass, field, replace
from kb.reason.proof import NO, UNKNOWN, YES
from kb.rulelang import tree
from kb.rulelang.names import match_variables, substitute
from kb.rulelang.vocabulary import Vocabulary

_T = TypeVar("_T")

Binding = tuple[tuple[int, int | str], ...]
"""Which variable of an exception is which of its target: pairs of its index and the target's index, or a name."""


@dataclass(eq=False, slots=True)
class Exemption:
    """A withdrawal with the withdrawals that aim at it in turn: where one of those holds, the rule is restored."""

    item: tree.Withdrawal
    withdrawals: list[tuple[Exemption, Binding]] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Entry:
    """A rule of the program with everything that can defeat it.

    `free` are the things of which only the amount of its conclusion speaks: the rule is one for each thing that there is.
    """

    rule: tree.Rule
    number: int
    rivals: list[tuple[Entry, Binding]] = field(default_factory=list)
    withdrawals: list[tuple[Exemption, Binding]] = field(default_factory=list)
    widened: list[tree.Widening] = field(default_factory=list)
    free: tuple[int, ...] = ()

    @property
    def atom(self) -> tree.Atom:
        """What it concludes about."""
        return self.rule.conclusion.atom

    @property
    def axiom(self) -> bool:
        """Whether it comes from the ontology."""
        return self.rule.file.endswith(".ttl")


def side_of(entry: Entry) -> int:
    """The side that a rule takes; 0 for what is not encoded, which may take either."""
    conclusion = entry.rule.conclusion
    if isinstance(conclusion, tree.Missing):
        return UNKNOWN
    return NO if isinstance(conclusion, tree.Conclude) and not conclusion.positive else YES


@dataclass(eq=False, slots=True)
class Apart:
    """A disjointness axiom between two nouns, with the statements it rests on."""

    other: str
    statements: tuple[str, ...]


@dataclass(eq=False, slots=True)
class Definition:
    """An "exactly if" whose one condition can be read back from a fact about what it defines.

    "An OCEAN hex is deep exactly if the hex is not shallow": who is told deep is not shallow (`sign` -1). For a figure the
    condition is that it is `value`. Of what is none of the `guards` the sentence says nothing. With `through`, the head is
    a noun that by axiom is one of what is defined: it is read back from what is told to be one, not from what is not.
    """

    entry: Entry
    head: tree.Atom
    args: tuple[tree.Term, ...]
    sign: int
    guards: tuple[tree.Atom, ...]
    value: Fraction | str = ""
    through: bool = False

    def match(self, args: tuple[str, ...]) -> list[str | None] | None:
        """The rule's variables bound so that the condition is about these things, or None."""
        return bind_terms(self.args, args, len(self.entry.rule.variables))

    def bind(self, args: tuple[str, ...]) -> list[str | None] | None:
        """The rule's variables bound so that the conclusion is about these things, or None."""
        return bind_terms(self.head.args, args, len(self.entry.rule.variables))


def bind_terms(patterns: Sequence[tree.Term], args: Sequence[str], count: int) -> list[str | None] | None:
    """The variables, `count` of them, bound so that the patterns stand for these things; None where they cannot."""
    env: list[str | None] = [None] * count
    for pattern, arg in zip(patterns, args, strict=True):
        if isinstance(pattern, tree.Const):
            if pattern.name != arg:
                return None
        elif env[pattern.index] not in (None, arg):
            return None
        else:
            env[pattern.index] = arg
    return env


@dataclass(eq=False)
class Program:
    """A rulebook's rules, indexed by what they conclude about; `order` ranks rules of one part over those of another.

    `left_out` has the rules, by their numbers, that do not count in each world: none in world 0, in world 1 all with a "but
    for this rule", in the others all of them but for those that some "after R" names. `worlds` has the world of each such list.
    """

    vocabulary: Vocabulary
    entries: list[Entry] = field(default_factory=list)
    by_template: dict[str, list[Entry]] = field(default_factory=dict)
    apart: dict[str, list[Apart]] = field(default_factory=dict)
    orders: list[tree.Order] = field(default_factory=list)
    records: list[tree.Record] = field(default_factory=list)
    exemptions: list[Exemption] = field(default_factory=list)
    widenings: list[tree.Widening] = field(default_factory=list)
    touched: dict[str, list[tree.Record]] = field(default_factory=dict)
    definitions: dict[str, list[Definition]] = field(default_factory=dict)
    figure_definitions: dict[str, list[Definition]] = field(default_factory=dict)
    left_out: tuple[frozenset[int], ...] = (frozenset(), frozenset())
    worlds: dict[tuple[str, ...], int] = field(default_factory=lambda: {(): 1})
    total: frozenset[str] = frozenset()
    statements: list[str] = field(default_factory=list)
    named: dict[str, list[Entry]] = field(default_factory=dict)
    named_for: int = -1
    positions: dict[str, int] = field(default_factory=dict)
    parts: dict[str, int] = field(default_factory=dict)
    _edges: dict[str, frozenset[str]] = field(default_factory=dict)
    _reached: dict[tuple[str, ...], frozenset[str]] = field(default_factory=dict)
    _purposes: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def withdrawals(self) -> tuple[tree.Withdrawal, ...]:
        """The sentences by which rules do not apply, as read."""
        return tuple(exemption.item for exemption in self.exemptions)

    def purposes(self, template: str) -> tuple[str, ...]:
        """The purposes for which there are rules of their own about a template, in the order of the rules."""
        known = self._purposes.get(template)
        if known is None:
            named = dict.fromkeys(entry.atom.purpose for entry in self.by_template.get(template, ()))
            known = self._purposes[template] = tuple(purpose for purpose in named if purpose is not None)
        return known

    def reached(self, templates: Iterable[str]) -> frozenset[str]:
        """The templates on which a question about these may rest, themselves included."""
        wanted = tuple(templates)
        known = self._reached.get(wanted)
        if known is not None:
            return known
        found: set[str] = set()
        queue = list(wanted)
        while queue:
            template = queue.pop()
            if template not in found:
                found.add(template)
                edges = self._edges.get(template)
                if edges is None:
                    edges = self._edges[template] = template_edges(self, template)
                queue.extend(edges)
        self._reached[wanted] = frozenset(found)
        return self._reached[wanted]

    def rank(self, entry: Entry) -> Iterator[tuple[tree.Order, bool]]:
        """The orders that name the rule: as one of the upper part (True) or of the lower (False)."""
        for order in self.orders:
            if any(covers(self, item, entry.rule.id, entry.rule.statements) for item in order.over):
                yield order, True
            if any(covers(self, item, entry.rule.id, entry.rule.statements) for item in order.under):
                yield order, False

    def overrules(self, winner: object, loser: object) -> bool:
        """Whether a rule that stands keeps another out whatever becomes of the other's condition."""
        if not isinstance(winner, Entry) or not isinstance(loser, Entry):
            return False
        return any(rival is winner for rival, _ in loser.rivals) or self.beats(winner, loser) is not None

    def beats(self, winner: Entry, loser: Entry) -> tree.Order | None:
        """The order by which one rule stands against another, if there is one."""
        above = [order for order, upper in self.rank(winner) if upper]
        below = [order for order, upper in self.rank(loser) if not upper]
        return next((order for order in above if order in below), None)


def template_edges(program: Program, template: str) -> frozenset[str]:
    """The templates of which the rules of a template, and what defeats them, speak."""
    found: set[str] = {apart.other for apart in program.apart.get(template, ())}
    for entry in program.by_template.get(template, ()):
        found.update(mentioned(entry.rule.condition))
        if isinstance(entry.rule.conclusion, tree.SetFigure):
            found.update(in_amount(entry.rule.conclusion.amount))
        for rival, _ in entry.rivals:
            found.add(rival.atom.template)
            found.update(mentioned(rival.rule.condition))
        queue = [exemption for exemption, _ in entry.withdrawals]
        while queue:
            exemption = queue.pop()
            found.update(mentioned(exemption.item.condition))
            queue.extend(other for other, _ in exemption.withdrawals)
    return frozenset(found)


def mentioned(condition: tree.Condition) -> Iterator[str]:
    """The templates of which a condition speaks."""
    if isinstance(condition, tree.Holds):
        yield condition.atom.template
    elif isinstance(condition, tree.Compare):
        yield from in_amount(condition.left)
        yield from in_amount(condition.right)
    elif isinstance(condition, tree.Exists | tree.ButFor | tree.Widened):
        yield from mentioned(condition.part)
    elif not isinstance(condition, tree.Differ):
        for part in condition.parts:
            yield from mentioned(part)


def in_amount(amount: tree.Amount) -> Iterator[str]:
    """The templates of which an amount speaks."""
    if isinstance(amount, tree.Figure):
        yield amount.atom.template
    elif isinstance(amount, tree.Arithmetic):
        yield from in_amount(amount.left)
        yield from in_amount(amount.right)
    elif isinstance(amount, tree.Whole):
        yield from in_amount(amount.amount)
    elif isinstance(amount, tree.Chosen | tree.Count | tree.Extreme):
        yield from mentioned(amount.among.where)
        if isinstance(amount, tree.Extreme):
            yield amount.of.atom.template


def rule_number(statement: str) -> str:
    """The rule that a statement belongs to: G13.4-s3 -> G13.4."""
    head, _, tail = statement.partition(" #")[0].rpartition("-")
    return head if head and tail[:1] in "sxemn" and tail[1:].isdigit() else statement.partition(" #")[0]


def covers(program: Program, item: str, rule_id: str, statements: Sequence[str]) -> bool:
    """Whether an id as written in a rules file names this rule: by number, statement, #part, or as one of a range."""
    low, between, high = item.partition(" to ")
    if between:
        first, last = program.positions.get(low.strip()), program.positions.get(high.strip())
        if first is None or last is None:
            return False
        return any(first <= program.positions.get(s, -1) <= last for s in statements)
    return _names(item, rule_id, tuple(statements))


# The same few ids are held against all rules again and again: whenever one changed sentence makes another program.
@functools.lru_cache(maxsize=1 << 17)
def _names(item: str, rule_id: str, statements: tuple[str, ...]) -> bool:
    wanted = item.replace(" #", "#").strip()
    label = rule_id.partition(" row ")[0].replace(" #", "#")
    if "#" in wanted:
        base, _, part = wanted.partition("#")
        return label.partition("#")[2] == part and base in statements
    return wanted in statements or any(rule_number(s) == wanted for s in statements)


def build_program(
    vocabulary: Vocabulary,
    items: Sequence[
        tree.Rule | tree.Withdrawal | tree.Widening | tree.Order | tree.Tie | tree.Record | tree.Reading
    ],
    axioms: Sequence[tree.Rule],
    apart: Mapping[str, Sequence[Apart]],
    statements: Sequence[str],
) -> tuple[Program, list[Diagnostic]]:
    """The program of these items and axioms, and what is wrong between them: targets that do not exist or do not fit."""
    program = Program(vocabulary, apart={name: list(found) for name, found in apart.items()})
    program.statements = list(statements)
    program.positions = {statement: position for position, statement in enumerate(statements)}
    found: list[Diagnostic] = []
    rules = _within_genus(axioms, [item for item in items if isinstance(item, tree.Rule)])
    for rule in (
        *axioms,
        *rules,
        *_permitted(vocabulary, rules),
        *_histories(vocabulary),
        *_final_rolls(vocabulary),
        *_normal(vocabulary),
        *_as_in_general(vocabulary),
    ):
        if rule.instead_of or rule.conclusion.atom.template in vocabulary.in_general:
            rule = _of_any(vocabulary, rule)
        entry = Entry(rule, len(program.entries), free=_free(rule))
        found.extend(_never(rule))
        found.extend(_too_soon(vocabulary, rule))
        program.entries.append(entry)
        program.by_template.setdefault(entry.atom.template, []).append(entry)
    for item in items:
        if isinstance(item, tree.Order):
            program.orders.append(item)
            for name, targets in _targets(program, (*item.over, *item.under)):
                if not targets:
                    found.append(_no_target(name, item.file, item.line, "the order"))
        elif isinstance(item, tree.Record):
            program.records.append(item)
            for name in item.touches:
                program.touched.setdefault(name, []).append(item)
        elif isinstance(item, tree.Widening):
            program.widenings.append(item)
            found.extend(_widen(program, item))
        elif isinstance(item, tree.Withdrawal):
            program.exemptions.append(Exemption(item))
    aimed_at = _aiming(program)
    _pass_on(program, aimed_at)
    for exemption in program.exemptions:
        found.extend(_aim_withdrawal(program, exemption, aimed_at))
    for entry in program.entries:
        found.extend(_aim_rival(program, entry))
    _hide_general(program)
    found.extend(_tie(program, [item for item in items if isinstance(item, tree.Tie)]))
    for name in (
        *(e.rule.id for e in program.entries),
        *(w.item.id for w in program.exemptions),
        *(w.id for w in program.widenings),
    ):
        base, _, part = name.partition(" row ")[0].partition(" #")
        if part:
            program.parts[base] = max(program.parts.get(base, 0), int(part))
    _define(program)
    program.total = _total_tables(program)
    found.extend(_leave_out(program))
    return program, found


def _leave_out(program: Program) -> Iterator[Diagnostic]:
    """Work out which rules count in which world; errors where an "after R" names what is not left out anyway."""
    sentences: list[tree.Rule | tree.Withdrawal] = [entry.rule for entry in program.entries]
    sentences.extend(each.item for each in program.exemptions)
    but_for = [tuple(but_fors(sentence.condition)) for sentence in sentences]
    without = [entry.number for entry, found in zip(program.entries, but_for, strict=False) if found]
    left_out = [frozenset[int](), frozenset(without)]
    for sentence, found in zip(sentences, but_for, strict=True):
        for after in dict.fromkeys(each.after for each in found if each.after):
            place = Place(sentence.file, sentence.line, 1)
            kept: set[int] = set()
            for name, targets in _targets(program, after):
                if not targets:
                    yield _no_target(name, sentence.file, sentence.line, sentence.id)
                elif any(entry.rule is sentence for entry in targets):
                    yield Diagnostic(
                        "but-for-after",
                        "error",
                        f"{sentence.id} comes after {name}, which is the same rule",
                        place,
                        "name another rule, or one sentence of the statement by its number: 'after F1.1-s1 #2'",
                    )
                elif not left_out[1] & {entry.number for entry in targets}:
                    yield Diagnostic(
                        "but-for-after",
                        "error",
                        f"{sentence.id} comes after {name}, which has no 'but for this rule' and is never left out",
                        place,
                        f"leave out 'after {name}'",
                    )
                else:
                    kept.update(entry.number for entry in targets)
            if after not in program.worlds:
                program.worlds[after] = len(left_out)
                left_out.append(left_out[1] - kept)
    program.left_out = tuple(left_out)


def _species(axioms: Sequence[tree.Rule]) -> dict[str, frozenset[str]]:
    """For each noun, those of which an axiom, or several in a chain, say that they are one of it."""
    direct: dict[str, set[str]] = {}
    for axiom in axioms:
        said, asked = axiom.conclusion, axiom.condition
        for part in asked.parts if isinstance(asked, tree.AnyOf) else (asked,):
            if not (isinstance(said, tree.Conclude) and isinstance(part, tree.Holds)):
                continue
            if said.positive and part.positive and part.atom.args == said.atom.args:
                direct.setdefault(said.atom.template, set()).add(part.atom.template)
    found: dict[str, frozenset[str]] = {}
    for noun in direct:
        below: set[str] = set()
        queue = [noun]
        while queue:
            queue.extend(new := direct.get(queue.pop(), set()) - below)
            below |= new
        found[noun] = frozenset(below)
    return found


def _of_any(vocabulary: Vocabulary, rule: tree.Rule) -> tree.Rule:
    """The rule about any thing that is the one it names: "hex 5 is dry, instead of R" stands instead of R for hex 5 alone."""
    said, slots = rule.conclusion, vocabulary.templates[rule.conclusion.atom.template].slots
    named = [place for place, arg in enumerate(said.atom.args) if isinstance(arg, tree.Const)]
    if not named or isinstance(said, tree.Missing):
        return rule
    shifted: dict[int, tree.Term] = {
        index: tree.Var(index + len(named)) for index in range(len(rule.variables))
    }
    args = [shifted[arg.index] if isinstance(arg, tree.Var) else arg for arg in said.atom.args]
    same: list[tree.Condition] = []
    for index, place in enumerate(named):
        same.append(tree.NoneOf((tree.Differ(tree.Var(index), args[place]),)))
        args[place] = tree.Var(index)
    conclusion = replace(said, atom=replace(said.atom, args=tuple(args)))
    if isinstance(conclusion, tree.SetFigure):
        amounts = substitute(tree.Compare("is", conclusion.amount, conclusion.amount), shifted)
        assert isinstance(amounts, tree.Compare)
        conclusion = replace(conclusion, amount=amounts.left)
    old = substitute(rule.condition, shifted)
    parts = old.parts if isinstance(old, tree.AllOf) else (old,)
    return replace(
        rule,
        conclusion=conclusion,
        condition=tree.AllOf((*same, *parts)),
        variables=(*(tree.Variable(slots[place], "'", slots[place]) for place in named), *rule.variables),
        universal=rule.universal + len(named),
    )


def _within_genus(axioms: Sequence[tree.Rule], rules: Sequence[tree.Rule]) -> list[tree.Rule]:
    """The rules, the denying half of each "exactly if" without the nouns that what it denies has by axiom.

    "An OCEAN hex is an Ocean hex exactly if the water is ocean", where every Ocean hex is an OCEAN hex: if the water is
    not ocean, there is no Ocean hex. To ask first whether the hex is OCEAN would let the denial rest on what it denies
    where something else makes the hex an Ocean hex, and through that alone OCEAN. Where nothing else does, there is no
    such loop, and the question is asked, for it is the better reason.
    """
    species = _species(axioms)
    concluding: dict[str, set[str]] = {}
    for each in (*axioms, *rules):
        if isinstance(each.conclusion, tree.Conclude) and each.conclusion.positive:
            concluding.setdefault(each.conclusion.atom.template, set()).add(each.id)
    found: list[tree.Rule] = []
    for rule in rules:
        said, parts = rule.conclusion, rule.condition
        if (
            isinstance(said, tree.Conclude)
            and not said.positive
            and concluding.get(said.atom.template, set()) - {rule.id}
            and isinstance(parts, tree.AllOf)
            and parts.parts
            and isinstance(parts.parts[-1], tree.NoneOf)
        ):
            kept = tuple(
                part
                for part in parts.parts
                if not (
                    isinstance(part, tree.Holds)
                    and part.positive
                    and part.atom.args == said.atom.args
                    and said.atom.template in species.get(part.atom.template, ())
                )
            )
            if len(kept) < len(parts.parts):
                rule = replace(rule, condition=kept[0] if len(kept) == 1 else tree.AllOf(kept))
        found.append(rule)
    return found


def _never(rule: tree.Rule) -> Iterator[Diagnostic]:
    """An error where a rule asks for something and for its opposite."""
    parts = rule.condition.parts if isinstance(rule.condition, tree.AllOf) else ()
    for part in parts:
        if isinstance(part, tree.Holds) and tree.Holds(part.atom, not part.positive) in parts:
            yield Diagnostic(
                "never",
                "error",
                f"{rule.id} can never fire: it asks for '{part.atom.template}' and for its opposite",
                Place(rule.file, rule.line, 1),
            )
            return


def _permitted(vocabulary: Vocabulary, rules: Sequence[tree.Rule]) -> Iterator[tree.Rule]:
    """For each action that a rule makes a duty: who must do it may do it."""
    duties = {
        r.conclusion.atom.template
        for r in rules
        if vocabulary.templates[r.conclusion.atom.template].kind == "must"
    }
    for duty in sorted(duties):
        template = vocabulary.templates[duty]
        args = tuple(tree.Var(index) for index in range(len(template.slots)))
        yield tree.Rule(
            "what must be done may be done",
            (),
            tree.Conclude(tree.Atom(f"may: {duty.removeprefix('must: ')}", args)),
            tree.Holds(tree.Atom(duty, args)),
            tuple(tree.Variable(slot, "", slot) for slot in template.slots),
            len(template.slots),
            (),
            "what must be done may be done",
            "",
            0,
        )


def _free(rule: tree.Rule) -> tuple[int, ...]:
    """The variables of a conclusion that what it is about does not name."""
    args = rule.conclusion.atom.args
    return tuple(index for index in range(rule.universal) if tree.Var(index) not in args)


def _too_soon(vocabulary: Vocabulary, rule: tree.Rule) -> Iterator[Diagnostic]:
    """An error where what becomes so is taken to be so already: an effect may only lead to further effects."""
    if rule.conclusion.atom.template in vocabulary.effects:
        return
    for name in mentioned(rule.condition):
        if name in vocabulary.effects:
            yield Diagnostic(
                "effect-too-soon",
                "error",
                f"{rule.id} concludes what is so from '{name}', which is only so afterwards",
                Place(rule.file, rule.line, 1),
                "conclude that something becomes so, or make its condition what already is",
            )
            return


def _histories(vocabulary: Vocabulary) -> Iterator[tree.Rule]:
    """What was done this phase was done this MPh, and so on outwards."""
    for windows in vocabulary.histories.values():
        for narrow, wide in pairwise(windows):
            template = vocabulary.templates[wide]
            args = tuple(tree.Var(index) for index in range(len(template.slots)))
            yield tree.Rule(
                f"{narrow}, so {wide}",
                (),
                tree.Conclude(tree.Atom(wide, args)),
                tree.Holds(tree.Atom(narrow, args)),
                tuple(tree.Variable(slot, "", slot) for slot in template.slots),
                len(args),
                (),
                f"{wide} if {narrow}",
                "",
                0,
            )


def _final_rolls(vocabulary: Vocabulary) -> Iterator[tree.Rule]:
    """For each roll: its final result is the original one and its modifier."""
    for original, roll in vocabulary.rolls.items():
        if original != roll.original:
            continue
        slots = vocabulary.templates[roll.final].slots
        args = tuple(tree.Var(index) for index in range(len(slots)))
        text = f"the Final {roll.name} is the Original {roll.name} and its modifier"
        yield tree.Rule(
            text,
            (),
            tree.SetFigure(
                tree.Atom(roll.final, args),
                tree.Arithmetic(
                    "plus",
                    tree.Figure(tree.Atom(original, args)),
                    tree.Figure(tree.Atom(roll.modifier, args)),
                ),
            ),
            tree.ALWAYS,
            tuple(tree.Variable(slot, "", slot) for slot in slots),
            len(slots),
            (),
            text,
            "",
            0,
        )


def _normal(vocabulary: Vocabulary) -> Iterator[tree.Rule]:
    """For each figure of which a rule outside gives the normal value: it is that, where nothing here says otherwise."""
    for template in vocabulary.templates.values():
        if template.normal is None or template.outside is None:
            continue
        args = tuple(tree.Var(index) for index in range(len(template.slots)))
        text = f"{template.id} is {template.normal}"
        yield tree.Rule(
            template.outside,
            (template.outside,),
            tree.SetFigure(tree.Atom(template.id, args), tree.Figure(tree.Atom(template.normal, args))),
            tree.ALWAYS,
            tuple(
                tree.Variable(slot, letter, slot)
                for slot, letter in zip(template.slots, template.letters, strict=True)
            ),
            len(args),
            (),
            text,
            "",
            0,
            outside=template.outside,
        )


def _as_in_general(vocabulary: Vocabulary) -> Iterator[tree.Rule]:
    """For each template that says something for a thing: for the thing it is as in general, where nothing says otherwise."""
    for name, general in vocabulary.in_general.items():
        template = vocabulary.templates[name]
        args = tuple(tree.Var(index) for index in range(len(template.slots)))
        atom, other = tree.Atom(name, args), tree.Atom(general, args[:-1])
        said: list[tuple[str, tree.Conclude | tree.SetFigure, tree.Condition]]
        if template.kind == "figure":
            said = [("is", tree.SetFigure(atom, tree.Figure(other)), tree.ALWAYS)]
        else:
            said = [
                ("holds", tree.Conclude(atom), tree.Holds(other)),
                ("does not hold", tree.Conclude(atom, False), tree.Holds(other, False)),
            ]
        for verb, conclusion, condition in said:
            yield tree.Rule(
                f"{name} {verb} as in general",
                (),
                conclusion,
                condition,
                tuple(
                    tree.Variable(slot, letter, slot)
                    for slot, letter in zip(template.slots, template.letters, strict=True)
                ),
                len(args),
                (),
                f"{name} {verb} as in general",
                "",
                0,
            )


def _hide_general(program: Program) -> None:
    """Let what is said for a thing stand instead of the opposite, or another value, in general; lines of a sum do not."""
    for name in program.vocabulary.in_general:
        entries = program.by_template[name]
        general = [entry for entry in entries if entry.rule.id.endswith(" as in general")]
        for entry in entries:
            said = entry.rule.conclusion
            if entry in general or (isinstance(said, tree.SetFigure) and said.mode != "base"):
                continue
            for other in general:
                if _opposes(program, entry, other):
                    other.rivals.append((entry, _rival_binding(program.vocabulary, entry.rule, other.rule)))


def _total_tables(program: Program) -> frozenset[str]:
    """The tables of which some row fits every key: by listed values, or open at both ends (gaps are refused at load)."""
    ends: dict[str, set[str]] = {}
    for entry in program.entries:
        condition = entry.rule.condition
        if entry.rule.table is not None and isinstance(condition, tree.Compare):
            listed = isinstance(condition.right, tree.Symbol)
            ends.setdefault(entry.rule.table, set()).add("listed" if listed else condition.op)
    return frozenset(
        table for table, ops in ends.items() if "listed" in ops or {"at most", "at least"} <= ops
    )


def _define(program: Program) -> None:
    """Find the definitions: pairs of a rule and its converse under one id, with one simple condition apart from guards."""
    positive = [
        e
        for e in program.entries
        if isinstance(e.rule.conclusion, tree.Conclude) and e.rule.conclusion.positive
    ]
    # An axiom of which something stands "instead" may leave the species without its genus.
    species = _species([e.rule for e in positive if e.axiom and not e.rivals and not e.withdrawals])
    genera = _species([e.rule for e in positive if e.axiom])
    for entry in positive:
        rule = entry.rule
        parts = rule.condition.parts if isinstance(rule.condition, tree.AllOf) else (rule.condition,)
        if not parts:
            continue
        last = parts[-1]
        converse = tree.NoneOf((last,))
        twin = any(
            other.rule.id == rule.id
            and other.rule.conclusion == tree.Conclude(rule.conclusion.atom, False)
            and (
                other.rule.condition.parts
                if isinstance(other.rule.condition, tree.AllOf)
                else (other.rule.condition,)
            )[-1]
            == converse
            for other in program.by_template[entry.atom.template]
        )
        if not twin:
            continue
        sign = 1
        value: Fraction | str = ""
        guards = tuple(part.atom for part in parts[:-1] if isinstance(part, tree.Holds) and part.positive)
        if isinstance(last, tree.Holds):
            sign, about = (1 if last.positive else -1), last.atom
            if not all(isinstance(arg, tree.Const) or arg in entry.atom.args for arg in about.args):
                continue
            index = program.definitions
        elif isinstance(last, tree.Compare) and last.op == "is" and isinstance(last.left, tree.Figure):
            if not isinstance(last.right, tree.Symbol | tree.Number):
                continue
            value = last.right.name if isinstance(last.right, tree.Symbol) else last.right.value
            about, index = last.left.atom, program.figure_definitions
        else:
            continue
        found = index.setdefault(about.template, [])
        found.append(Definition(entry, entry.atom, about.args, sign, guards, value))
        for noun in sorted(species.get(entry.atom.template, ())):
            head = replace(entry.atom, template=noun)
            # What is of the species is of the genus in which the other is defined.
            asked = tuple(
                g for g in guards if not (g.args == head.args and noun in genera.get(g.template, ()))
            )
            found.append(Definition(entry, head, about.args, sign, asked, value, through=True))


def _targets(program: Program, ids: Sequence[str]) -> Iterator[tuple[str, list[Entry]]]:
    for item in ids:
        named = program.entries if " to " in item else _named(program, item)
        yield item, [e for e in named if covers(program, item, e.rule.id, e.rule.statements)]


def _named(program: Program, item: str) -> list[Entry]:
    """The rules of a statement, or of a rule's number: those that an id which is no range can name."""
    if program.named_for != len(program.entries):
        program.named = _by_name((entry, entry.rule) for entry in program.entries)
        program.named_for = len(program.entries)
    return program.named.get(_base(item), [])


def _by_name(sentences: Iterable[tuple[_T, tree.Rule | tree.Withdrawal]]) -> dict[str, list[_T]]:
    """What stands for each sentence, by every id that can name the sentence."""
    found: dict[str, list[_T]] = {}
    for one, sentence in sentences:
        labels = (sentence.id, *sentence.statements, *map(rule_number, sentence.statements))
        for name in dict.fromkeys(labels):
            found.setdefault(name, []).append(one)
    return found


def _base(item: str) -> str:
    return item.partition("#")[0].strip()


AimedAt = Callable[[Exemption, str], list[Exemption]]
"""The other withdrawals that a target of a withdrawal names."""


def _aiming(program: Program) -> AimedAt:
    named = _by_name((exemption, exemption.item) for exemption in program.exemptions)

    def aimed_at(exemption: Exemption, target: str) -> list[Exemption]:
        among = program.exemptions if " to " in target else named.get(_base(target), ())
        return [
            other
            for other in among
            if other is not exemption and covers(program, target, other.item.id, other.item.statements)
        ]

    return aimed_at


def _aim_rival(program: Program, entry: Entry) -> Iterator[Diagnostic]:
    rule = entry.rule
    for item, targets in _targets(program, rule.instead_of):
        relevant = [t for t in targets if t is not entry and t.rule.id != rule.id]
        if not relevant:
            yield _no_target(item, rule.file, rule.line, rule.id)
            continue
        opposed = [t for t in relevant if _opposes(program, entry, t)]
        own = _named(program, rule.id.partition("#")[0]) or program.entries
        same = [e for e in own if e.rule.id == rule.id and e.rule.instead_of == rule.instead_of]
        if not opposed and not any(_opposes(program, other, t) for other in same for t in relevant):
            yield Diagnostic(
                "idle-instead",
                "error",
                f"{rule.id} is 'instead of' {item}, but the two do not disagree",
                Place(rule.file, rule.line, 1),
                "name a rule that concludes the opposite, another value, or what an axiom holds apart",
            )
        for target in opposed:
            target.rivals.append((entry, _rival_binding(program.vocabulary, rule, target.rule)))


def _tie(program: Program, ties: Sequence[tree.Tie]) -> Iterator[Diagnostic]:
    """Let each line that is not cumulative with another stand instead of it where it is the larger.

    Lines are compared by the numbers that they add, of two negative ones the more negative counts; of two that are equal,
    the one named first. What a sentence says is cumulative after all is left alone.
    """
    lines = [e for e in program.entries if _adds(e) is not None]
    together: set[tuple[int, int]] = set()
    for tie in sorted(ties, key=lambda each: not each.cumulative):
        mine: list[Entry] = []
        for name in (*tie.lines, *tie.others):
            named = [e for e in program.entries if covers(program, name, e.rule.id, e.rule.statements)]
            fit = [e for e in named if _adds(e) is not None]
            if not named:
                yield _no_target(name, tie.file, tie.line, tie.id)
            elif not fit:
                yield Diagnostic(
                    "not-a-line",
                    "error",
                    f"{tie.id} speaks of {name}, which adds no number to a figure",
                    Place(tie.file, tie.line, 1),
                    "name lines like 'add 2 to FIGURE if …'",
                )
            mine.extend(e for e in fit if name in tie.lines)
        theirs = [
            e
            for e in lines
            if (not tie.others and (_adds(e) or 0) > 0)
            or any(covers(program, name, e.rule.id, e.rule.statements) for name in tie.others)
        ]
        for one in mine:
            for other in theirs:
                pair = (min(one.number, other.number), max(one.number, other.number))
                same = one.atom.template == other.atom.template and one.atom.purpose == other.atom.purpose
                if one is other or not same or pair in together:
                    continue
                together.add(pair)
                if not tie.cumulative:
                    winner, loser = (one, other) if _size(one) >= _size(other) else (other, one)
                    binding = _rival_binding(program.vocabulary, winner.rule, loser.rule)
                    loser.rivals.append((winner, binding))


def _adds(entry: Entry) -> Fraction | None:
    """The number that a line adds to its figure, if it is one."""
    conclusion = entry.rule.conclusion
    if isinstance(conclusion, tree.SetFigure) and conclusion.mode == "add":
        return conclusion.amount.value if isinstance(conclusion.amount, tree.Number) else None
    return None


def _size(entry: Entry) -> tuple[bool, Fraction]:
    value = _adds(entry) or Fraction(0)
    return value >= 0, abs(value)


def _opposes(program: Program, entry: Entry, target: Entry) -> bool:
    """Whether "instead of" makes sense: the same atom with another answer, or nouns that an axiom holds apart."""
    one, other = entry.rule.conclusion, target.rule.conclusion
    if one.atom.purpose is not None and one.atom.purpose != other.atom.purpose:
        return False  # what is said for one purpose leaves alone what is said for others, or for none
    if one.atom.template == other.atom.template:
        if isinstance(one, tree.Conclude) and isinstance(other, tree.Conclude):
            return one.positive != other.positive
        return True
    if not (isinstance(one, tree.Conclude) and isinstance(other, tree.Conclude)):
        return False
    if not (one.positive and other.positive):
        return False
    parents = program.vocabulary.parents
    ups = {one.atom.template, *parents.get(one.atom.template, ())}
    others = {other.atom.template, *parents.get(other.atom.template, ())}
    return any(apart.other in others for up in ups for apart in program.apart.get(up, ()))


def _rival_binding(vocabulary: Vocabulary, rule: tree.Rule, target: tree.Rule) -> Binding:
    one, other = rule.conclusion.atom, target.conclusion.atom
    pairs: dict[int, int | str] = {}
    if one.template == other.template:
        for mine, theirs in zip(one.args, other.args, strict=True):
            if isinstance(mine, tree.Var):
                pairs[mine.index] = theirs.index if isinstance(theirs, tree.Var) else theirs.name
        return tuple(pairs.items())
    for index, variable in enumerate(rule.variables[: rule.universal]):
        found = match_variables(
            vocabulary, target.variables[: target.universal], variable.noun, variable.letter
        )
        if not found:
            found = match_variables(
                vocabulary, target.variables[: target.universal], variable.kind, variable.letter
            )
        if len(found) == 1:
            pairs[index] = found[0]
    if not pairs and len(one.args) == len(other.args) == 1 and isinstance(one.args[0], tree.Var):
        # Two nouns that an axiom holds apart are said of one thing, whatever it is called.
        [theirs] = other.args
        pairs[one.args[0].index] = theirs.index if isinstance(theirs, tree.Var) else theirs.name
    return tuple(pairs.items())


def _pass_on(program: Program, aimed_at: AimedAt) -> None:
    """Let a withdrawal pass on the nouns of its target to a withdrawal that aims at it and speaks of them."""
    aims = [
        (
            exemption,
            dict.fromkeys(
                other for target in exemption.item.targets for other in aimed_at(exemption, target)
            ),
        )
        for exemption in program.exemptions
    ]
    changed = True
    while changed:
        changed = False
        for exemption, others in aims:
            item = exemption.item
            bound = bound_variables(item.condition)
            shared = [v for index, v in enumerate(item.variables) if index not in bound]
            for other in others:
                for variable in shared:
                    known = other.item.variables
                    if not match_variables(program.vocabulary, known, variable.noun, variable.letter):
                        other.item = replace(other.item, variables=(*known, variable))
                        changed = True


def _aim_withdrawal(program: Program, exemption: Exemption, aimed_at: AimedAt) -> Iterator[Diagnostic]:
    """Tie a withdrawal to the rules and withdrawals that it names, its shared nouns bound to theirs."""
    item = exemption.item
    for name, targets in _targets(program, item.targets):
        others = aimed_at(exemption, name)
        if not targets and not others:
            yield _no_target(name, item.file, item.line, item.id)
        for target in targets:
            binding, problems = _shared(
                program, item, target.rule.id, target.rule.variables[: target.rule.universal]
            )
            yield from problems
            target.withdrawals.append((exemption, binding))
        for other in others:
            binding, problems = _shared(program, item, other.item.id, other.item.variables)
            yield from problems
            other.withdrawals.append((exemption, binding))


def _shared(
    program: Program, item: tree.Withdrawal, target: str, variables: Sequence[tree.Variable]
) -> tuple[Binding, list[Diagnostic]]:
    """How the nouns that a withdrawal shares with its target are the target's variables."""
    bound = bound_variables(item.condition)
    pairs: list[tuple[int, int | str]] = []
    problems: list[Diagnostic] = []
    for index, variable in enumerate(item.variables):
        if index in bound:
            continue
        found = match_variables(program.vocabulary, variables, variable.noun, variable.letter)
        if len(found) == 1:
            pairs.append((index, found[0]))
            continue
        problems.append(
            Diagnostic(
                "unshared-noun",
                "error",
                f"'the {variable.noun}' is no noun of {target}, at which {item.id} aims",
                Place(item.file, item.line, 1),
                f"its nouns are: {', '.join(v.noun for v in variables) or 'none'}",
            )
        )
    return tuple(pairs), problems


def _widen(program: Program, item: tree.Widening) -> Iterator[Diagnostic]:
    changed = False
    for name, targets in _targets(program, item.targets):
        if not targets:
            yield _no_target(name, item.file, item.line, item.id)
            changed = True  # one finding is enough
        for target in targets:
            rewrite = _widened if item.figure is None else _read_otherwise
            widened = rewrite(target.rule.condition, item, target.rule)
            if isinstance(widened, tuple):
                target.rule = replace(target.rule, condition=widened[0], variables=widened[1])
                target.widened.append(item)
                changed = True
    if not changed:
        yield Diagnostic(
            "idle-widening",
            "error",
            f"{item.id} widens '{item.noun}', which no rule that it names asks for"
            if item.figure is None
            else f"{item.id} reads '{item.figure}', to which no rule about a {item.kind} that it names compares anything",
            Place(item.file, item.line, 1),
            "name what the rule's condition has",
        )


def _widened(
    condition: tree.Condition, item: tree.Widening, rule: tree.Rule
) -> tuple[tree.Condition, tuple[tree.Variable, ...]] | tree.Condition:
    """The condition with each "X is a NOUN" opened to "or X is a KIND under C"; the condition itself if nothing changed."""
    variables = list(rule.variables)
    changed = False

    def walk(part: tree.Condition) -> tree.Condition:
        nonlocal changed
        if isinstance(part, tree.Holds) and part.positive and part.atom.template == item.noun:
            changed = True
            shift = len(variables)
            variables.extend(item.variables[1:])
            subject = part.atom.args[0]
            mapping: dict[int, tree.Term] = {0: subject}
            for index in range(1, len(item.variables)):
                mapping[index] = tree.Var(shift + index - 1)
            other = substitute(item.condition, mapping)
            marked = tree.Holds(tree.Atom(item.kind, (subject,)))
            extra = other if _mentions(other, item.kind) else tree.AllOf((marked, other))
            return tree.AnyOf((part, tree.Widened(extra, item.id)))
        if isinstance(part, tree.AllOf | tree.AnyOf | tree.NoneOf | tree.OneOf):
            return replace(part, parts=tuple(walk(p) for p in part.parts))
        if isinstance(part, tree.Exists | tree.ButFor | tree.Widened):
            return replace(part, part=walk(part.part))
        return part

    result = walk(condition)
    return (result, tuple(variables)) if changed else condition


def _read_otherwise(
    condition: tree.Condition, item: tree.Widening, rule: tree.Rule
) -> tuple[tree.Condition, tuple[tree.Variable, ...]] | tree.Condition:
    """The condition with each comparison of a figure made with another value where the widening's condition holds."""
    assert item.amount is not None
    kind = item.variables[0].kind
    subjects = [
        i for i, v in enumerate(rule.variables[: rule.universal]) if v.kind == kind or v.noun == item.kind
    ]
    if len(subjects) != 1:
        return condition
    variables = (*rule.variables, *item.variables[1:])
    mapping: dict[int, tree.Term] = {0: tree.Var(subjects[0])}
    for index in range(1, len(item.variables)):
        mapping[index] = tree.Var(len(rule.variables) + index - 1)
    holds = tree.Widened(substitute(item.condition, mapping), item.id)
    changed = False

    def walk(part: tree.Condition) -> tree.Condition:
        nonlocal changed
        if isinstance(part, tree.Compare) and isinstance(part.left, tree.Figure):
            if part.left.atom.template == item.figure and item.amount is not None:
                changed = True
                read = tree.Compare(part.op, item.amount, part.right)
                return tree.AnyOf((tree.AllOf((holds, read)), tree.AllOf((tree.NoneOf((holds,)), part))))
        elif isinstance(part, tree.AllOf | tree.AnyOf | tree.NoneOf | tree.OneOf):
            return replace(part, parts=tuple(walk(each) for each in part.parts))
        elif isinstance(part, tree.Exists | tree.ButFor | tree.Widened):
            return replace(part, part=walk(part.part))
        return part

    result = walk(condition)
    return (result, variables) if changed else condition


def _mentions(condition: tree.Condition, template: str) -> bool:
    if isinstance(condition, tree.Holds):
        return condition.atom.template == template
    if isinstance(condition, tree.AllOf | tree.AnyOf):
        return any(_mentions(part, template) for part in condition.parts)
    return False


def bound_variables(condition: tree.Condition) -> frozenset[int]:
    """The variables that an existential of the condition binds."""
    if isinstance(condition, tree.Exists):
        return frozenset(condition.variables) | bound_variables(condition.part)
    if isinstance(condition, tree.ButFor | tree.Widened):
        return bound_variables(condition.part)
    if isinstance(condition, tree.Holds | tree.Compare | tree.Differ):
        return frozenset()
    return frozenset[int]().union(*(bound_variables(part) for part in condition.parts))


def has_but_for(condition: tree.Condition) -> bool:
    """Whether a "but for this rule" stands anywhere in a condition."""
    return next(but_fors(condition), None) is not None


def but_fors(condition: tree.Condition) -> Iterator[tree.ButFor]:
    """Each "but for this rule" of a condition."""
    if isinstance(condition, tree.ButFor):
        yield condition
    if isinstance(condition, tree.Exists | tree.Widened | tree.ButFor):
        yield from but_fors(condition.part)
    elif not isinstance(condition, tree.Holds | tree.Compare | tree.Differ):
        for part in condition.parts:
            yield from but_fors(part)


def _no_target(item: str, file: str, line: int, label: str) -> Diagnostic:
    return Diagnostic(
        "no-target",
        "error",
        f"{label} aims at {item}, but no rule has that id",
        Place(file, line, 1),
        "name a statement that is encoded",
    )
