"""Lines of a function of a compiled slice, and the names that stand in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.reason.slices import VERDICT, Node, Terms, is_leaf

if TYPE_CHECKING:
    from kb.reason.compiled import Compiled


class Source:
    """The lines of the function of one node as they are written."""

    def __init__(self, compiled: Compiled, node: Node) -> None:
        self.c = compiled
        self.node = node
        self.program = compiled.program
        self.vocabulary = compiled.vocabulary
        self.lines: list[str] = []
        self.depth = 1
        self._count = 0

    def put(self, line: str) -> None:
        """Write a line."""
        self.lines.append(" " * self.depth + line)

    def new(self, letter: str) -> str:
        """A variable that no other line uses."""
        self._count += 1
        return f"{letter}{self._count}_"

    def number(self, sort: str, name: object, terms: Terms, purpose: str | None, world: int) -> Node:
        """The node of this key."""
        return self.c.slice.by_key[sort, name, terms, purpose, world]

    def call(self, node: Node) -> str:
        """The step of a node: what is kept of it, else what its function finds. For what asserts an atom call the function."""
        return f"(m[{self.c.slot(node.number)}] or {self.c.function(node.number)}(r))"

    def made(
        self,
        step: str,
        kind: str,
        verdict: int | str,
        key: str,
        because: str,
        *,
        closed: str = "False",
        env: str = "()",
        entry: str = "None",
        exceptions: str = "()",
        considered: str = "()",
        data: str = "None",
        standing: int | None = None,
        keep: str = "",
    ) -> None:
        """Write what makes a step, and keeps it; all but its kind, verdict and standing is source."""
        self.put(
            f"{step} = {f'{keep} = ' if keep else ''}Made(); {step}.kind = {kind!r}; {step}.verdict = {verdict}"
        )
        self.put(
            f"{step}.key = {key}; {step}.because = {because}; {step}.closed = {closed}; {step}.env = {env}"
        )
        self.put(
            f"{step}.entry = {entry}; {step}.exceptions = {exceptions}; {step}.considered = {considered}"
        )
        self.put(f"{step}.data = {data}")
        if standing is not None:
            self.put(f"{step}.standing = {standing}")

    def purpose(self, purpose: str | None) -> str:
        """A purpose as it stands in a key."""
        return "None" if purpose is None else self.c.value(purpose)

    def is_leaf(self, node: Node) -> bool:
        """Whether a node is an atom that is told or not, and nothing else."""
        sort, name, terms, purpose, world = node.key
        return (
            sort == VERDICT and not node.dynamic and is_leaf(self.program, str(name), terms, world, purpose)
        )
