"""Lines of a function of a compiled slice, and the names that stand in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.reason.sketches import Sketch, State
from kb.reason.slices import VERDICT, Node, Terms, is_leaf

if TYPE_CHECKING:
    from kb.reason.compiled import Compiled


class Source:
    """The lines of the function of one node as they are written."""

    def __init__(self, compiled: Compiled, node: Node, state: State | None = None) -> None:
        """With the `state` of the question that is at hand when it is written."""
        self.state = state
        self.c = compiled
        self.node = node
        self.program = compiled.program
        self.vocabulary = compiled.vocabulary
        self.lines: list[str] = []
        self.depth = 1
        self._count = 0
        self._by_facts: dict[str, int] = {}

    def put(self, line: str) -> None:
        """Write a line."""
        self.lines.append(" " * self.depth + line)

    def new(self, letter: str) -> str:
        """A variable that no other line uses."""
        self._count += 1
        return f"{letter}{self._count}_"

    def by_facts(self, source: str) -> str:
        """What facts alone settle (`f`), as source: worked out once for all questions in which the same is told."""
        return f"t[{self._by_facts.setdefault(source, len(self._by_facts))}]"

    def settled_by_facts(self, name: str) -> tuple[list[str], list[str]]:
        """The line by which the function of this name has what facts alone settle, and the function that works it out."""
        if not self._by_facts:
            return [], []
        place = f"r.t[{self.c.tests(name)}]"
        work = [
            f"def t{name}(r):",
            " f = r.f",
            f" t = {', '.join(self._by_facts)},",
            # Most patterns of facts settle the same: what few of them have stays near.
            f" t = {place} = {self.c.value({}.setdefault)}(t, t)",
            " return t",
        ]
        return [f" t = {place} or t{name}(r)"], work

    def number(self, sort: str, name: object, terms: Terms, purpose: str | None, world: int) -> Node:
        """The node of this key."""
        return self.c.slice.by_key[sort, name, terms, purpose, world]

    def call(self, node: Node) -> str:
        """The step of a node: what is kept of it, else what its function finds. For what asserts an atom call the function."""
        return self.find(node)

    def find(self, node: Node) -> str:
        """The same, where it is not settled beforehand."""
        return f"(m[{self.c.slot(node.number)}] or {self.c.function(node.number)}(r))"

    def made(
        self,
        step: str,
        sketch: Sketch,
        verdict: int | str,
        parts: str,
        *,
        closed: str = "False",
        data: str = "",
        standing: int | None = None,
        keep: str = "",
    ) -> None:
        """Write what notes a step of this question, and keeps it; all but its sketch and standing is source."""
        made = "SketchedFigure" if data else "Sketched"
        self.put(
            f"{step} = {f'{keep} = ' if keep else ''}{made}(); {step}.of = r; {step}.sketch = {self.c.sketch(sketch)}"
        )
        self.put(f"{step}.parts = {parts}; {step}.verdict = {verdict}; {step}.closed = {closed}")
        if data:
            self.put(f"{step}.data = {data}")
        if standing is not None:
            self.put(f"{step}.standing = {standing}")

    def about(self, terms: Terms) -> str:
        """The things that terms stand for."""
        if any(isinstance(term, int) for term in terms):
            return f"r.a{self.c.place(terms)}"
        return self.c.value(terms)

    def is_leaf(self, node: Node) -> bool:
        """Whether a node is an atom that is told or not, and nothing else."""
        sort, name, terms, purpose, world = node.key
        return (
            sort == VERDICT and not node.dynamic and is_leaf(self.program, str(name), terms, world, purpose)
        )
