"""Two proofs held against each other, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from kb.reason.proof import Looked, Step

SAME = ("kind", "verdict", "key", "closed", "cause")


def difference(one: Step, other: Step) -> str:
    """Where two proofs differ first, and in what; "" where they are the same. `one` may show a step several times as one."""
    return _Pairs().step(one, other, "root")


class _Pairs:
    def __init__(self) -> None:
        self.seen: set[tuple[int, int]] = set()

    def step(self, one: Step, other: Step, path: str) -> str:
        if (id(one), id(other)) in self.seen:
            return ""
        self.seen.add((id(one), id(other)))
        for name in SAME:
            if getattr(one, name) != getattr(other, name):
                return f"{path}: {name} {getattr(one, name)!r}, not {getattr(other, name)!r}"
        if one.entry is not other.entry:
            return f"{path}: another rule"
        if tuple(one.env) != tuple(other.env):
            return f"{path}: env {one.env}, not {other.env}"
        found = self.data(one, other, path)
        found = found or self.steps(one.because, other.because, f"{path}, because")
        found = found or self.steps(one.considered, other.considered, f"{path}, considered")
        return found or self.looks(one.exceptions, other.exceptions, path)

    def data(self, one: Step, other: Step, path: str) -> str:
        if isinstance(one.data, tuple) and one.data and isinstance(one.data[0], Step):
            return self.steps(one.data, other.data, f"{path}, data")
        return "" if one.data == other.data else f"{path}: data {one.data}, not {other.data}"

    def steps(self, ones: Sequence[Step], others: Sequence[Step], path: str) -> str:
        if len(ones) != len(others):
            return f"{path}: {[step.key for step in ones]}, not {[step.key for step in others]}"
        for number, (one, other) in enumerate(zip(ones, others, strict=True)):
            found = self.step(one, other, f"{path} {number}")
            if found:
                return found
        return ""

    def looks(self, ones: Sequence[Looked], others: Sequence[Looked], path: str) -> str:
        if [id(look.by) for look in ones] != [id(look.by) for look in others]:
            return f"{path}: other exceptions"
        for number, (one, other) in enumerate(zip(ones, others, strict=True)):
            if (one.applies, one.effect) != (other.applies, other.effect):
                return f"{path}: exception {number} {one.effect} {one.applies}, not {other.effect} {other.applies}"
            found = self.steps(one.because, other.because, f"{path}, exception {number}")
            found = found or self.looks(one.exceptions, other.exceptions, f"{path}, exception {number}")
            if found:
                return found
        return ""
