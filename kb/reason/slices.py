"""The slice of a program that a question can come to: its nodes, what each rests on, and which of them can loop.

A question is taken by its shape: what it asks, with the things asked about as places 0, 1, ... A node is a verdict on an atom,
what asserts an atom, the status of a rule under a binding, or a figure, each about places and constants only. What a slice
cannot foresee (a rule about any thing, a rule for a purpose) is a node that is `dynamic`: whoever comes to it leaves the
question to the interpreter. No code is made here, so that any back end can start from a slice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, overload

from ingest.late_dataclasses import dataclass, field
from kb.reason.program import Binding, Definition, Entry, Program
from kb.rulelang import tree

SOMETHING = "something else"
"""The name of a thing of which nothing is told, for "is there such a thing?"."""

Term = int | str | None
"""A place of the question, a constant, or nothing bound."""

Terms = tuple[Term, ...]

VERDICT, ASSERTED, STATUS, FIGURE = "verdict", "asserted", "status", "figure"

NodeKey = tuple[str, object, Terms, str | None, int]
"""What kind of node, the template or rule number, the things, the purpose, the world."""

MOST_NODES = 12_000
"""How many nodes a slice may have."""


class TooLarge(Exception):
    """The slice has too many nodes to be worth its making."""


@dataclass(eq=False, slots=True)
class Node:
    """One node; `rests_on` are those it can come to; `bit` is set where it can come to itself."""

    number: int
    key: NodeKey
    rests_on: tuple[int, ...] = ()
    dynamic: bool = False
    bit: int = 0


@dataclass(eq=False)
class Slice:
    """The nodes of a question of one shape, the root first; `classes` are those of the slots that its places fill."""

    program: Program
    classes: tuple[str, ...]
    nodes: list[Node] = field(default_factory=list)
    by_key: dict[NodeKey, Node] = field(default_factory=dict)

    @property
    def places(self) -> int:
        """How many places the question has."""
        return len(self.classes)

    def node(self, key: NodeKey) -> Node:
        """The node of a key, made where it is new."""
        found = self.by_key.get(key)
        if found is None:
            if len(self.nodes) == MOST_NODES:
                raise TooLarge
            found = self.by_key[key] = Node(len(self.nodes), key)
            self.nodes.append(found)
        return found


def slice_of(program: Program, key: NodeKey, places: int) -> Slice:
    """The slice of a question. Raises `TooLarge`."""
    made = Slice(program, _classes(program, key, places))
    made.node(key)
    position = 0
    while position < len(made.nodes):
        node = made.nodes[position]
        position += 1
        keys: dict[NodeKey, None] = {}
        try:
            for other in _rests_on(program, node.key, made):
                keys[other] = None
        except _Dynamic:
            node.dynamic = True
        node.rests_on = tuple(made.node(other).number for other in keys)
    _find_loops(made)
    return made


def _classes(program: Program, key: NodeKey, places: int) -> tuple[str, ...]:
    """The class of each place of a question, "thing" where anything may be asked about."""
    _, name, args, _, _ = key
    template = program.vocabulary.templates[str(name)]
    slots = template.slots if template.kind != "kind" else ()
    known = {arg: slot for arg, slot in zip(args, slots, strict=False) if isinstance(arg, int)}
    return tuple([known.get(place, "thing") for place in range(places)])


class _Dynamic(Exception):
    pass


def constants_of(program: Program) -> frozenset[str]:
    """Every name that a rule or an exception mentions: a question about one of these has it in place of a place."""
    found: set[str] = {SOMETHING}
    for entry in program.entries:
        found.update(arg.name for arg in entry.atom.args if isinstance(arg, tree.Const))
        found.update(_constants(entry.rule.condition))
        if isinstance(entry.rule.conclusion, tree.SetFigure):
            found.update(_amount_constants(entry.rule.conclusion.amount))
        for _, binding in (*entry.rivals, *entry.withdrawals):
            found.update(theirs for _, theirs in binding if isinstance(theirs, str))
    for exemption in program.exemptions:
        found.update(_constants(exemption.item.condition))
        for _, binding in exemption.withdrawals:
            found.update(theirs for _, theirs in binding if isinstance(theirs, str))
    return frozenset(found)


def _constants(condition: tree.Condition) -> Iterator[str]:
    if isinstance(condition, tree.Holds):
        yield from _names(condition.atom.args)
    elif isinstance(condition, tree.Compare):
        yield from _amount_constants(condition.left)
        yield from _amount_constants(condition.right)
    elif isinstance(condition, tree.Differ):
        yield from _names((condition.left, condition.right))
    elif isinstance(condition, tree.Exists | tree.ButFor | tree.Widened):
        yield from _constants(condition.part)
    else:
        for part in condition.parts:
            yield from _constants(part)


def _amount_constants(amount: tree.Amount) -> Iterator[str]:
    if isinstance(amount, tree.Figure):
        yield from _names(amount.atom.args)
    elif isinstance(amount, tree.Thing):
        yield from _names((amount.term,))
    elif isinstance(amount, tree.Arithmetic):
        yield from _amount_constants(amount.left)
        yield from _amount_constants(amount.right)
    elif isinstance(amount, tree.Whole):
        yield from _amount_constants(amount.amount)
    elif isinstance(amount, tree.Chosen | tree.Count | tree.Extreme):
        yield from _constants(amount.among.where)
        if isinstance(amount, tree.Extreme):
            yield from _names(amount.of.atom.args)


def _names(terms: Sequence[tree.Term]) -> Iterator[str]:
    return (term.name for term in terms if isinstance(term, tree.Const))


# -- bindings ---------------------------------------------------------------------------------------------------


@overload
def things(terms: Sequence[tree.Term], env: Sequence[str | None]) -> tuple[str, ...]: ...


@overload
def things(terms: Sequence[tree.Term], env: Terms) -> Terms: ...


def things(terms: Sequence[tree.Term], env: Sequence[Term]) -> Terms:
    """What the terms of a rule stand for; something else where a variable is not bound."""
    return tuple(
        term.name
        if isinstance(term, tree.Const)
        else SOMETHING
        if env[term.index] is None
        else env[term.index]
        for term in terms
    )


def matched(entry: Entry, args: Terms) -> Terms | None:
    """The rule's variables bound so that its conclusion is about these things, or None."""
    return _bound(entry.atom.args, args, len(entry.rule.variables))


@overload
def passed_on(binding: Binding, env: Sequence[str | None], count: int) -> tuple[str | None, ...]: ...


@overload
def passed_on(binding: Binding, env: Terms, count: int) -> Terms: ...


def passed_on(binding: Binding, env: Sequence[Term], count: int) -> Terms:
    """The variables of an exception, bound as those of its target are: to places, or to things."""
    inner: list[Term] = [None] * count
    for mine, theirs in binding:
        inner[mine] = env[theirs] if isinstance(theirs, int) else theirs
    return tuple(inner)


def general_rules(
    program: Program, template: str, args: Terms, world: int, purpose: str | None = None
) -> list[tuple[Entry, Terms]]:
    """The rules about an atom or figure, for this purpose alone, each with its binding."""
    found = []
    for entry in program.by_template.get(template, ()):
        if entry.atom.purpose != purpose or entry.number in program.left_out[world]:
            continue
        env = matched(entry, args)
        if env is not None:
            found.append((entry, env))
    return found


def rivals_of(program: Program, entry: Entry, env: Terms, world: int) -> list[tuple[Entry, Terms]]:
    """The rules "instead of" a rule, each with its binding. Raises `_Dynamic` where one may be about any thing."""
    found = []
    for rival, binding in entry.rivals:
        if rival.number in program.left_out[world]:
            continue
        inner = passed_on(binding, env, len(rival.rule.variables))
        if any(inner[index] is None for index in range(rival.rule.universal)):
            raise _Dynamic
        found.append((rival, inner))
    return found


def is_leaf(program: Program, template: str, args: Terms, world: int, purpose: str | None) -> bool:
    """Whether a verdict is a fact or silence and nothing else."""
    entry = program.vocabulary.templates[template]
    return (
        entry.kind not in ("kind", "figure")
        and not program.apart.get(template)
        and not program.definitions.get(template)
        and not any(e.atom.purpose == purpose for e in program.by_template.get(template, ()) if purpose)
        and not general_rules(program, template, args, world)
        and not any(e.free for e in program.by_template.get(template, ()))
    )


# -- edges ------------------------------------------------------------------------------------------------------


def _rests_on(program: Program, key: NodeKey, made: Slice) -> Iterator[NodeKey]:
    sort, name, args, purpose, world = key
    if sort == STATUS:
        assert isinstance(name, int)
        yield from _status_edges(program, program.entries[name], args, world, made)
        return
    assert isinstance(name, str)
    if sort == FIGURE:
        yield from _figure_edges(program, name, args, world, made)
        return
    if program.vocabulary.templates[name].kind == "kind":
        if sort == ASSERTED:
            yield (VERDICT, name, args, None, world)
            return
        for apart in program.apart.get(name, ()):
            yield (ASSERTED, apart.other, args, None, world)
        return
    for definition in program.definitions.get(name, ()):
        env = _bound(definition.args, args, len(definition.entry.rule.variables))
        if env is None:
            continue
        for guard in definition.guards:
            if all(not isinstance(arg, tree.Var) or env[arg.index] is not None for arg in guard.args):
                yield (VERDICT, guard.template, things(guard.args, env), None, world)
    entries = program.by_template.get(name, ())
    if any(e.free for e in entries) or (purpose and any(e.atom.purpose == purpose for e in entries)):
        raise _Dynamic
    for entry, env in general_rules(program, name, args, world):
        positive = isinstance(entry.rule.conclusion, tree.Conclude) and entry.rule.conclusion.positive
        if sort == ASSERTED and not positive and not isinstance(entry.rule.conclusion, tree.Missing):
            continue
        yield (STATUS, entry.number, env, None, world)
        for rival, inner in rivals_of(program, entry, env, world):
            yield (STATUS, rival.number, inner, None, world)
    if sort == VERDICT:
        for apart in program.apart.get(name, ()):
            yield (ASSERTED, apart.other, args, None, world)


def _bound(patterns: Sequence[tree.Term], args: Terms, count: int) -> Terms | None:
    env: list[Term] = [None] * count
    for pattern, arg in zip(patterns, args, strict=True):
        if isinstance(pattern, tree.Const):
            if pattern.name != arg:
                return None
        elif env[pattern.index] is not None and env[pattern.index] != arg:
            return None
        else:
            env[pattern.index] = arg
    return tuple(env)


bound = _bound


def guards_of(definition: Definition, told: Terms) -> list[NodeKey]:
    """What must hold for a figure to be read back from a fact about these things, as far as the fact says of what."""
    if len(definition.head.args) != len(told):
        return []
    env = _bound(definition.head.args, told, len(definition.entry.rule.variables))
    return [
        (VERDICT, guard.template, things(guard.args, env), None, 0)
        for guard in definition.guards
        if env is not None
        and all(not isinstance(arg, tree.Var) or env[arg.index] is not None for arg in guard.args)
    ]


def _status_edges(program: Program, entry: Entry, env: Terms, world: int, made: Slice) -> Iterator[NodeKey]:
    yield from _condition_edges(program, entry.rule.condition, env, world, made)
    for exemption, binding in entry.withdrawals:
        queue = [(exemption, passed_on(binding, env, len(exemption.item.variables)))]
        while queue:
            each, inner = queue.pop()
            yield from _condition_edges(program, each.item.condition, inner, world, made)
            for other, pairs in each.withdrawals:
                queue.append((other, passed_on(pairs, inner, len(other.item.variables))))
    for rival, inner in rivals_of(program, entry, env, world):
        yield (STATUS, rival.number, inner, None, world)


def _condition_edges(
    program: Program, condition: tree.Condition, env: Terms, world: int, made: Slice
) -> Iterator[NodeKey]:
    if isinstance(condition, tree.Holds):
        atom = condition.atom
        yield (VERDICT, atom.template, things(atom.args, env), atom.purpose, world)
    elif isinstance(condition, tree.Compare):
        yield from _amount_edges(condition.left, env, world)
        yield from _amount_edges(condition.right, env, world)
    elif isinstance(condition, tree.ButFor):
        yield from _condition_edges(program, condition.part, env, program.worlds[condition.after], made)
    elif isinstance(condition, tree.Widened):
        yield from _condition_edges(program, condition.part, env, world, made)
    elif isinstance(condition, tree.Exists):
        bindings = foreseen(condition, env, made)
        for inner in () if bindings is None else (*bindings.known, bindings.strange, *bindings.beside):
            yield from _condition_edges(program, condition.part, inner, world, made)
    elif not isinstance(condition, tree.Differ):
        for part in condition.parts:
            yield from _condition_edges(program, part, env, world, made)


MOST_FORESEEN = 8
"""Under how many bindings to things of the question a condition that looks for something is foreseen."""


class Foreseen(NamedTuple):
    """The bindings under which a condition that looks for something is foreseen: to places of the question that may be of the
    kinds it looks for, in the order in which they are tried; to things that nothing is told of; and, where it looks for
    several, to some of either."""

    known: tuple[Terms, ...]
    strange: Terms
    beside: tuple[Terms, ...]


def foreseen(condition: tree.Exists, env: Terms, made: Slice) -> Foreseen | None:
    """The bindings under which a condition that looks for something is foreseen; None where they would be too many."""
    disjoint = made.program.vocabulary.disjoint
    kinds = condition.kinds or ("thing",) * len(condition.variables)
    may_be: list[list[Term]] = [
        [place for place in range(made.places) if not disjoint(made.classes[place], kind)] for kind in kinds
    ]
    if prod(map(len, may_be)) > MOST_FORESEEN:
        return None

    def bound(binding: Sequence[Term]) -> Terms:
        inner = list(env)
        for variable, term in zip(condition.variables, binding, strict=True):
            inner[variable] = term
        return tuple(inner)

    every: list[Terms] = list(product(*([*places, SOMETHING] for places in may_be)))
    return Foreseen(
        tuple(bound(each) for each in every if SOMETHING not in each),
        bound(every[-1]),
        tuple(bound(each) for each in every[:-1] if SOMETHING in each),
    )


def _amount_edges(amount: tree.Amount, env: Terms, world: int) -> Iterator[NodeKey]:
    if isinstance(amount, tree.Figure) and amount.atom.purpose is None:
        yield (FIGURE, amount.atom.template, things(amount.atom.args, env), None, world)
    elif isinstance(amount, tree.Arithmetic):
        yield from _amount_edges(amount.left, env, world)
        yield from _amount_edges(amount.right, env, world)
    elif isinstance(amount, tree.Whole):
        yield from _amount_edges(amount.amount, env, world)


def _figure_edges(program: Program, name: str, args: Terms, world: int, made: Slice) -> Iterator[NodeKey]:
    if name in program.vocabulary.rolls:
        return
    if any(e.free for e in program.by_template.get(name, ())):
        raise _Dynamic
    for definition in program.figure_definitions.get(name, ()):
        for place in range(made.places):
            yield from guards_of(definition, (place,))
    for entry, env in general_rules(program, name, args, world):
        said = entry.rule.conclusion
        if isinstance(said, tree.SetFigure):
            yield from worked_out(said.amount, env, world)
        yield (STATUS, entry.number, env, None, world)


def worked_out(amount: tree.Amount, env: Terms, world: int) -> list[NodeKey]:
    """The figures from which a rule works out its amount. Raises `_Dynamic` for what it finds otherwise."""
    if isinstance(amount, tree.Chosen | tree.Count | tree.Extreme | tree.Thing):
        raise _Dynamic
    if isinstance(amount, tree.Figure) and amount.atom.purpose is not None:
        raise _Dynamic
    if isinstance(amount, tree.Arithmetic):
        return [*worked_out(amount.left, env, world), *worked_out(amount.right, env, world)]
    if isinstance(amount, tree.Whole):
        return worked_out(amount.amount, env, world)
    return list(_amount_edges(amount, env, world))


# -- loops ------------------------------------------------------------------------------------------------------


def _find_loops(made: Slice) -> None:
    """Give every node that can come to itself a bit of its own,."""
    nodes = made.nodes
    low = [0] * len(nodes)
    number = [0] * len(nodes)
    stack: list[int] = []
    on_stack = [False] * len(nodes)
    count = bits = 0
    for start in range(len(nodes)):
        if number[start]:
            continue
        work = [(start, 0)]
        while work:
            at, place = work.pop()
            if place == 0:
                count += 1
                number[at] = low[at] = count
                stack.append(at)
                on_stack[at] = True
            edges = nodes[at].rests_on
            descended = False
            for position in range(place, len(edges)):
                other = edges[position]
                if not number[other]:
                    work.append((at, position + 1))
                    work.append((other, 0))
                    descended = True
                    break
                if on_stack[other]:
                    low[at] = min(low[at], number[other])
            if descended:
                continue
            if low[at] == number[at]:
                members = []
                while True:
                    member = stack.pop()
                    on_stack[member] = False
                    members.append(member)
                    if member == at:
                        break
                loops = len(members) > 1 or at in edges
                for member in members:
                    if loops:
                        nodes[member].bit = 1 << bits
                        bits += 1
            if work:
                parent = work[-1][0]
                low[parent] = min(low[parent], low[at])
