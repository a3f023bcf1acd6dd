"""Pieces of an answer-set program: terms, literals with three values, amounts, and the chunks that rules are written in.

Whatever can be true, false or unknown is a *node*: four predicates with the same arguments. `n_x` says that somebody needs it,
`y_x` that it is surely so, `m_x` that it may be so, and `w_x` adds why it is not known (1 undetermined, 2 not encoded, 3
conflict). An amount has `v_x` for each value that it may have, `a_x` where it may have any, and `w_x`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from kb.rulelang import tree

CONTEXT = "S,W,D,U"
"""Which scenario; which world, 0 with all rules; 1 where silence says nothing; which fact is left out."""

STRANGER = '"something else"'
"""The thing that nobody has named."""


class CannotExport(Exception):
    """A construct that has no translation; the message names it and the rule."""


def quoted(text: str) -> str:
    """A text as a constant of clingo."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def term(value: tree.Term) -> str:
    """A variable or a thing's name."""
    return f"V{value.index}" if isinstance(value, tree.Var) else quoted(value.name)


def terms(values: Iterable[tree.Term]) -> str:
    """Several, with commas."""
    return ",".join(term(value) for value in values)


def joined(*parts: str) -> str:
    """Arguments with commas between, empty ones left out."""
    return ",".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Node:
    """A node as used in a rule: its name, its arguments there, and whether it or its opposite is meant."""

    name: str
    args: str
    sign: int = 1

    @property
    def needed(self) -> str:
        """That somebody needs it."""
        return f"n_{self.name}({self.args})"

    @property
    def sure(self) -> str:
        """That it is surely so."""
        return f"y_{self.name}({self.args})" if self.sign == 1 else f"not m_{self.name}({self.args})"

    @property
    def may(self) -> str:
        """That it may be so."""
        return f"m_{self.name}({self.args})" if self.sign == 1 else f"not y_{self.name}({self.args})"

    @property
    def why(self) -> str:
        """That it is not known, for the cause C."""
        return f"w_{self.name}({self.args},C)"

    def opposite(self) -> Node:
        """The node for its opposite."""
        return Node(self.name, self.args, -self.sign)

    def at(self, context: str) -> Node:
        """The same in another context."""
        return Node(self.name, context + self.args[len(CONTEXT) :], self.sign)


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount as used in a rule: a fixed value, or a node with values."""

    name: str
    args: str
    fixed: str | None = None

    def value(self, variable: str) -> str:
        """That it may have this value."""
        if self.fixed is not None:
            return f"{variable}={self.fixed}"
        return f"v_{self.name}({self.args},{variable})"

    @property
    def anything(self) -> str | None:
        """That it may have any value; None where it is fixed."""
        return None if self.fixed is not None else f"a_{self.name}({self.args})"

    @property
    def why(self) -> str | None:
        """Why it is not known; None where it is fixed."""
        return None if self.fixed is not None else f"w_{self.name}({self.args},C)"

    @property
    def needed(self) -> str | None:
        """That somebody needs it; None where it is fixed."""
        return None if self.fixed is not None else f"n_{self.name}({self.args})"


@dataclass(slots=True)
class Chunk:
    """The rules for one template, the templates on which they rest, the kinds among whose things they look."""

    rules: list[str] = field(default_factory=list)
    templates: set[tuple[str, str | None]] = field(default_factory=set)
    asserted: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)

    def add(self, head: str, *body: str | None) -> None:
        """Add a rule; parts of its body that are None are left out."""
        parts = [part for part in body if part]
        if head.startswith(("w_", "cw_", "wp_", "wn_", "wi_")):
            parts.append("D=0")  # why something is not known matters only where silence speaks
        self.rules.append(f"{head} :- {', '.join(parts)}." if parts else f"{head}.")

    def note(self, text: str) -> None:
        """Add a line that says what follows."""
        self.rules.append("% " + text.replace("\n", " "))


@dataclass(frozen=True, slots=True)
class Scale:
    """Numbers as whole ones: each times `by`."""

    by: int

    def number(self, value: Fraction) -> str:
        """A number as clingo has it. Raises `CannotExport` where it is finer than the scale."""
        scaled = value * self.by
        if scaled.denominator != 1:
            raise CannotExport(f"the number {value}, which is finer than 1/{self.by}")
        return str(int(scaled))

    def read(self, value: int) -> Fraction:
        """A number of clingo's as it is meant."""
        return Fraction(value, self.by)


def floor_to(value: str, step: str) -> str:
    """The greatest multiple of a positive step that is no more than a value; clingo's own division cuts towards zero."""
    return f"({value})-((({value})\\{step})+{step})\\{step}"


def differs(one: Sequence[str], other: Sequence[str]) -> str:
    """A literal that two rows of arguments are not the same."""
    return f"({','.join(one)},)!=({','.join(other)},)"
