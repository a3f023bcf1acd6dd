"""Conditions of a claim: which of the situations that a row stands for it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Situation = Mapping[str, str]
"""One situation: the value of each of its aspects."""


@dataclass(frozen=True, slots=True, order=True)
class Atom:
    """An aspect has one of these values; of a `derived` one that is asked of the rules, in the situation at hand."""

    aspect: str
    values: tuple[str, ...]
    derived: bool = False
    negated: bool = False

    def __str__(self) -> str:
        sign = "!=" if self.negated else "="
        return f"{self.aspect}{'?' if self.derived else ''}{sign}{'|'.join(sorted(self.values))}"


@dataclass(frozen=True, slots=True)
class Joined:
    """Conditions of which all or any must hold; of none there is nothing to fail, or nothing that holds."""

    how: Literal["all", "any"]
    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        word = " & " if self.how == "all" else " | "
        return f"({word.join(sorted(map(str, self.parts)))})"


@dataclass(frozen=True, slots=True)
class Not:
    """A condition that must not hold."""

    part: Condition

    def __str__(self) -> str:
        return f"!{self.part}"


Condition = Atom | Joined | Not

ALWAYS = Joined("all", ())
NEVER = Joined("any", ())

Told = Callable[[str, Situation], str]
"""The value that the rules give a derived aspect in a situation."""


def holds(condition: Condition, situation: Situation, told: Told) -> bool:
    """Whether the condition holds in a situation."""
    if isinstance(condition, Atom):
        value = (
            told(condition.aspect, situation) if condition.derived else situation.get(condition.aspect, "")
        )
        return (value in condition.values) is not condition.negated
    if isinstance(condition, Not):
        return not holds(condition.part, situation, told)
    of = all if condition.how == "all" else any
    return of(holds(part, situation, told) for part in condition.parts)


def atoms(condition: Condition) -> Iterator[Atom]:
    """The atoms of a condition, in its order."""
    if isinstance(condition, Atom):
        yield condition
    elif isinstance(condition, Not):
        yield from atoms(condition.part)
    else:
        for part in condition.parts:
            yield from atoms(part)


def both(one: Condition, other: Condition) -> Condition:
    """The condition that both hold."""
    if one == ALWAYS:
        return other
    if other == ALWAYS:
        return one
    return Joined("all", (one, other))


def either(one: Condition, other: Condition) -> Condition:
    """The condition that one of them holds."""
    if one == NEVER:
        return other
    if other == NEVER:
        return one
    return Joined("any", (one, other))


def merged(parts: list[Atom]) -> Condition:
    """Atoms as they stand beside each other: those of one aspect are alternatives, and each aspect must fit."""
    by_aspect: dict[tuple[str, bool, bool], list[str]] = {}
    for atom in parts:
        by_aspect.setdefault((atom.aspect, atom.derived, atom.negated), []).extend(atom.values)
    found = [
        Atom(aspect, tuple(dict.fromkeys(values)), derived, negated)
        for (aspect, derived, negated), values in by_aspect.items()
    ]
    return found[0] if len(found) == 1 else Joined("all", tuple(found))


def narrowed(condition: Condition, universe: Mapping[str, Sequence[str]]) -> Condition:
    """The condition without atoms that leave nothing of a universe out."""
    if isinstance(condition, Atom):
        whole = universe.get(condition.aspect)
        free = bool(whole) and not condition.derived and not condition.negated
        return ALWAYS if free and set(whole or ()) <= set(condition.values) else condition
    if isinstance(condition, Not) or condition.how == "any":
        return condition
    parts = tuple(part for each in condition.parts if (part := narrowed(each, universe)) != ALWAYS)
    return parts[0] if len(parts) == 1 else Joined("all", parts)
