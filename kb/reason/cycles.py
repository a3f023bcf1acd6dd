"""Loops in a program: what depends on itself through an exception or a negation has no meaning, and is refused.

A loop through conditions that hold is harmless (a genus and its species): nothing holds because of itself. A loop through a
condition that must fail, or through an exception, has no such reading, and "but for this rule" is the way out of it. The
loops are the strongly connected components of the graph of templates (Tarjan 1972) that have such an edge inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ingest.diagnostics import Diagnostic, Place
from kb.reason.program import Exemption, Program
from kb.rulelang import tree

Node = tuple[str, int]
"""A template in a world, as `Program.left_out` numbers them."""

_Worlds = Mapping[tuple[str, ...], int]


def loops(program: Program) -> Iterator[Diagnostic]:
    """An error for each loop through an exception or a negation, and for rules that are each instead of the other."""
    yield from _rivals(program)
    edges = _edges(program)
    told: set[str] = set()  # a loop that "but for" does not touch is one in each world, and is told once
    for component in _components({node: {other for other, _, _ in found} for node, found in edges.items()}):
        inside = [
            (node, other, rule)
            for node in sorted(component)
            for other, harmful, rule in edges.get(node, ())
            if harmful and other in component
        ]
        if inside:
            node, other, rule = inside[0]
            names = sorted({name for name, _ in component})
            if rule.id in told:
                continue
            told.add(rule.id)
            yield Diagnostic(
                "loop",
                "error",
                f"{rule.id} makes '{node[0]}' depend on '{other[0]}' failing, which depends on it in turn",
                Place(rule.file, rule.line, 1),
                "write 'but for this rule, …' before the condition that leads back; the loop runs through: "
                + ", ".join(names),
            )


def _rivals(program: Program) -> Iterator[Diagnostic]:
    graph = {
        (entry.rule.id, entry.number): {(rival.rule.id, rival.number) for rival, _ in entry.rivals}
        for entry in program.entries
    }
    for component in _components(graph):
        if len(component) > 1:
            rules = [program.entries[number].rule for _, number in sorted(component)]
            yield Diagnostic(
                "loop",
                "error",
                f"{' and '.join(rule.id for rule in rules)} are each instead of the other",
                Place(rules[0].file, rules[0].line, 1),
                "say of one of them only that it is instead of the other",
            )


def _edges(program: Program) -> dict[Node, list[tuple[Node, bool, tree.Rule | tree.Withdrawal]]]:
    """For each template what its verdict depends on, whether through something that must fail, and by which sentence."""
    found: dict[Node, list[tuple[Node, bool, tree.Rule | tree.Withdrawal]]] = {}
    uses: dict[tuple[int, int], tuple[Node, ...]] = {}  # of rivals: many rules have the same
    for entry in program.entries:
        rule = entry.rule
        for world, left_out in enumerate(program.left_out):
            if entry.number in left_out:
                continue
            head = found.setdefault((entry.atom.template, world), [])
            head.extend(
                (node, harmful, rule) for node, harmful in _used(rule.condition, program.worlds, world, False)
            )
            if isinstance(rule.conclusion, tree.SetFigure):
                spoken = _spoken_of(rule.conclusion.amount, program.worlds, world, False)
                head.extend((node, harmful, rule) for node, harmful in spoken)
            for rival, _ in entry.rivals:
                if rival.number not in left_out:
                    used = uses.get((rival.number, world))
                    if used is None:
                        nodes = (node for node, _ in _used(rival.rule.condition, program.worlds, world, True))
                        used = uses[rival.number, world] = tuple(dict.fromkeys(nodes))
                    head.extend((node, True, rival.rule) for node in used)
            for exemption, _ in entry.withdrawals:
                head.extend(_withdrawn(exemption, program.worlds, world))
    return found


def _withdrawn(
    exemption: Exemption, worlds: _Worlds, world: int
) -> Iterator[tuple[Node, bool, tree.Withdrawal]]:
    for node, _ in _used(exemption.item.condition, worlds, world, True):
        yield node, True, exemption.item
    for other, _ in exemption.withdrawals:
        yield from _withdrawn(other, worlds, world)


def _spoken_of(
    amount: tree.Amount, worlds: _Worlds, world: int, harmful: bool
) -> Iterator[tuple[Node, bool]]:
    """What an amount is worked out from. Which things a condition picks out can be wrong by any of them that is left out."""
    if isinstance(amount, tree.Figure):
        yield (amount.atom.template, world), harmful
    elif isinstance(amount, tree.Arithmetic):
        yield from _spoken_of(amount.left, worlds, world, harmful)
        yield from _spoken_of(amount.right, worlds, world, harmful)
    elif isinstance(amount, tree.Whole):
        yield from _spoken_of(amount.amount, worlds, world, harmful)
    elif isinstance(amount, tree.Chosen | tree.Count | tree.Extreme):
        yield from _used(amount.among.where, worlds, world, True)
        if isinstance(amount, tree.Extreme):
            yield from _spoken_of(amount.of, worlds, world, True)


def _used(
    condition: tree.Condition, worlds: _Worlds, world: int, harmful: bool
) -> Iterator[tuple[Node, bool]]:
    if isinstance(condition, tree.Holds):
        yield (condition.atom.template, world), harmful or not condition.positive
    elif isinstance(condition, tree.Compare):
        yield from _spoken_of(condition.left, worlds, world, harmful)
        yield from _spoken_of(condition.right, worlds, world, harmful)
    elif isinstance(condition, tree.ButFor):
        yield from _used(condition.part, worlds, worlds[condition.after], harmful)
    elif isinstance(condition, tree.Exists | tree.Widened):
        yield from _used(condition.part, worlds, world, harmful)
    elif isinstance(condition, tree.AllOf | tree.AnyOf | tree.NoneOf | tree.OneOf):
        turned = isinstance(condition, tree.NoneOf | tree.OneOf)
        for part in condition.parts:
            yield from _used(part, worlds, world, harmful or turned)


def _components(graph: dict[Node, set[Node]]) -> Iterator[set[Node]]:
    """The strongly connected components, without recursion, for a rulebook may nest deeply."""
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    on_stack: set[Node] = set()
    for start in graph:
        if start in index:
            continue
        work = [(start, iter(sorted(graph.get(start, ()))))]
        index[start] = low[start] = len(index)
        stack.append(start)
        on_stack.add(start)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(graph.get(other, ())))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component: set[Node] = set()
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.add(member)
                        if member == node:
                            break
                    yield component
