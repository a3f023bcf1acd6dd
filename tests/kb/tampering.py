"""Proofs tampered with: every way in which one step of a proof can be bent, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from kb.reason.possible import Possible, only
from kb.reason.program import Entry, Program
from kb.reason.proof import NO, UNKNOWN, YES, Looked, Step

Change = tuple[str, Step, Callable[[], None], Callable[[], None]]
"""What is changed, in which step, how it is done and how it is undone."""


def steps_of(root: Step) -> list[Step]:
    """All that a proof shows, each step once; the reasons for exceptions and for rules passed over included."""
    found: dict[int, Step] = {}
    queue = [root]
    while queue:
        step = queue.pop()
        if id(step) not in found:
            found[id(step)] = step
            queue.extend((*step.because, *step.considered))
            queue.extend(reason for look in looks_of(step.exceptions) for reason in look.because)
    return list(found.values())


def looks_of(exceptions: Sequence[Looked]) -> Iterator[Looked]:
    """The exceptions looked at, and what was looked at that withdraws them."""
    for look in exceptions:
        yield look
        yield from looks_of(look.exceptions)


def changes(root: Step, program: Program) -> Iterator[Change]:
    """Every change of one thing in one step."""
    for step in steps_of(root):
        yield from _attribute("verdict", step, "verdict", {YES: NO, NO: YES, UNKNOWN: YES}[step.verdict])
        for number in range(len(step.because)):
            rest = [*step.because[:number], *step.because[number + 1 :]]
            yield from _attribute("premise removed", step, "because", rest)
        for number in range(len(step.exceptions)):
            fewer = [*step.exceptions[:number], *step.exceptions[number + 1 :]]
            yield from _attribute("exception removed", step, "exceptions", fewer)
        for look in looks_of(step.exceptions):
            yield from _attribute("exception turned round", step, "applies", -look.applies or YES, look)
        if isinstance(step.data, Possible):
            value = Fraction(41) if not isinstance(step.data.known, Fraction) else step.data.known + 1
            yield from _attribute("number changed", step, "data", only(value))
        if step.kind == "compare":
            condition, left, right, env = step.data
            for name, data in (
                ("left", (condition, only(Fraction(41)), right, env)),
                ("right", (condition, left, only(Fraction(41)), env)),
            ):
                yield from _attribute(f"{name} side changed", step, "data", data)
        if isinstance(step.entry, Entry):
            place = program.entries.index(step.entry)
            yield from _attribute("rule swapped", step, "entry", program.entries[place - 1])


def _attribute(what: str, step: Step, name: str, value: object, where: object = None) -> Iterator[Change]:
    target = where if where is not None else step
    before = getattr(target, name)
    yield what, step, lambda: setattr(target, name, value), lambda: setattr(target, name, before)
