"""Loops in a program: what depends on itself through an exception or a negation has no meaning, and is refused.

A loop through conditions that hold is harmless (a genus and its species): nothing holds because of itself. A loop through a
condition that must fail, or through an exception, has no such reading, and "but for this rule" is the way out of it. The
loops are the strongly connected components of the graph of templates (Tarjan 1972) that have such an edge inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ingest.diagnostics import Diagnostic, Place
from kb.reason.program import Entry, Exemption, Program
from kb.rulelang import tree

Node = tuple[str, int]
"""A template in a world, as `Program.left_out` numbers them."""

_Use = tuple[str, tuple[str, ...] | None, bool]
"""A template that a sentence uses, what stands behind "but for this rule, after" (None where that is not said), and whether
the template must fail."""

_Uses = tuple[_Use, ...]
_Graph = dict[Node, dict[Node, bool]]
"""What each node depends on, and whether through something that must fail."""


def loops(program: Program) -> Iterator[Diagnostic]:
    """An error for each loop through an exception or a negation, and for rules that are each instead of the other."""
    yield from LoopFinder().loops(program)


class LoopFinder:
    """Finds the loops of a program and of its variants: they share most sentences, and what each uses is looked for once."""

    def __init__(self) -> None:
        # By the identity of a sentence, which is kept so that no other gets it.
        self._uses: dict[int, tuple[tree.Rule | tree.Withdrawal, _Uses]] = {}

    def loops(self, program: Program) -> Iterator[Diagnostic]:
        """An error for each loop, as `loops` of this module has them."""
        yield from _rivals(program)
        graph = self._graph(program)
        found = [
            component
            for component in _components(graph)
            if any(
                harmful and other in component
                for node in component
                for other, harmful in graph.get(node, {}).items()
            )
        ]
        told: set[str] = set()  # a loop that "but for" does not touch is one in each world, and is told once
        for component in found:
            node, other, sentence = self._first(program, component)
            if sentence.id in told:
                continue
            told.add(sentence.id)
            yield Diagnostic(
                "loop",
                "error",
                f"{sentence.id} makes '{node[0]}' depend on '{other[0]}' failing, which depends on it in turn",
                Place(sentence.file, sentence.line, 1),
                "write 'but for this rule, …' before the condition that leads back; the loop runs through: "
                + ", ".join(sorted({name for name, _ in component})),
            )

    def _graph(self, program: Program) -> _Graph:
        """For each template in each world what its verdict depends on, and whether through something that must fail."""
        graph: _Graph = {}
        for entry in program.entries:
            leads = list(self._leads(entry))
            for world, left_out in enumerate(program.left_out):
                if entry.number in left_out:
                    continue
                head = graph.setdefault((entry.atom.template, world), {})
                for _, uses, against, number in leads:
                    if number in left_out:
                        continue
                    for template, after, harmful in uses:
                        node = template, world if after is None else program.worlds[after]
                        if against or harmful or node not in head:
                            head[node] = against or harmful
        return graph

    def _first(
        self, program: Program, component: set[Node]
    ) -> tuple[Node, Node, tree.Rule | tree.Withdrawal]:
        """The first dependence inside a component that is through something that must fail, and the sentence that makes it."""
        for node in sorted(component):
            template, world = node
            left_out = program.left_out[world]
            for entry in program.by_template[template]:
                if entry.number in left_out:
                    continue
                for sentence, uses, against, number in self._leads(entry):
                    for name, after, harmful in uses if number not in left_out else ():
                        other = name, world if after is None else program.worlds[after]
                        if (against or harmful) and other in component:
                            return node, other, sentence
        raise AssertionError("a component without such a dependence")

    def _leads(self, entry: Entry) -> Iterator[tuple[tree.Rule | tree.Withdrawal, _Uses, bool, int | None]]:
        """The sentences by which a rule's verdict depends on others: what each uses, whether all of that stands against the
        rule, and the number of the rule that it is, where it is another one."""
        yield entry.rule, self._used_by(entry.rule), False, None
        conclusion = entry.rule.conclusion
        if isinstance(conclusion, tree.SetFigure):
            yield entry.rule, tuple(_spoken_of(conclusion.amount, None, False)), False, None
        for rival, _ in entry.rivals:
            yield rival.rule, self._used_by(rival.rule), True, rival.number
        for exemption in _with_theirs(exemption for exemption, _ in entry.withdrawals):
            yield exemption.item, self._used_by(exemption.item), True, None

    def _used_by(self, sentence: tree.Rule | tree.Withdrawal) -> _Uses:
        known = self._uses.get(id(sentence))
        if known is None:
            uses = tuple(_used(sentence.condition, None, False))
            known = self._uses[id(sentence)] = sentence, uses
        return known[1]


def _with_theirs(exemptions: Iterable[Exemption]) -> Iterator[Exemption]:
    """Withdrawals, each followed by those that aim at it."""
    for exemption in exemptions:
        yield exemption
        yield from _with_theirs(other for other, _ in exemption.withdrawals)


def _rivals(program: Program) -> Iterator[Diagnostic]:
    graph = {
        (entry.rule.id, entry.number): {(rival.rule.id, rival.number) for rival, _ in entry.rivals}
        for entry in program.entries
        if entry.rivals
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


def _spoken_of(amount: tree.Amount, after: tuple[str, ...] | None, harmful: bool) -> Iterator[_Use]:
    """What an amount is worked out from. Which things a condition picks out can be wrong by any of them that is left out."""
    if isinstance(amount, tree.Figure):
        yield amount.atom.template, after, harmful
    elif isinstance(amount, tree.Arithmetic):
        yield from _spoken_of(amount.left, after, harmful)
        yield from _spoken_of(amount.right, after, harmful)
    elif isinstance(amount, tree.Whole):
        yield from _spoken_of(amount.amount, after, harmful)
    elif isinstance(amount, tree.Chosen | tree.Count | tree.Extreme):
        yield from _used(amount.among.where, after, True)
        if isinstance(amount, tree.Extreme):
            yield from _spoken_of(amount.of, after, True)


def _used(condition: tree.Condition, after: tuple[str, ...] | None, harmful: bool) -> Iterator[_Use]:
    if isinstance(condition, tree.Holds):
        yield condition.atom.template, after, harmful or not condition.positive
    elif isinstance(condition, tree.Compare):
        yield from _spoken_of(condition.left, after, harmful)
        yield from _spoken_of(condition.right, after, harmful)
    elif isinstance(condition, tree.ButFor):
        yield from _used(condition.part, condition.after, harmful)
    elif isinstance(condition, tree.Exists | tree.Widened):
        yield from _used(condition.part, after, harmful)
    elif isinstance(condition, tree.AllOf | tree.AnyOf | tree.NoneOf | tree.OneOf):
        turned = isinstance(condition, tree.NoneOf | tree.OneOf)
        for part in condition.parts:
            yield from _used(part, after, harmful or turned)


def _components(graph: Mapping[Node, Iterable[Node]]) -> Iterator[set[Node]]:
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
