"""Proofs tampered with: every way in which one step of a proof can be bent, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from kb.reason.possible import Possible, only
from kb.reason.program import Entry, Program
from kb.reason.proof import NO, UNKNOWN, YES, Looked, Step
from kb.rulelang import tree

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


def _left_out_of_alternatives(step: Step, removed: Step) -> bool:
    """Whether a premise shows one of several alternatives, each of which is enough, and another is shown as well."""
    if step.kind != "rule" or not isinstance(step.entry, Entry) or removed.key is None:
        return False
    shown = {premise.key[0] for premise in step.because if premise is not removed and premise.key is not None}
    for parts in _alternatives(step.entry.rule.condition):
        said = [{atom.template for atom in _atoms(part)} for part in parts]
        if any(removed.key[0] in each for each in said) and any(each and each <= shown for each in said):
            return True
    return False


def _alternatives(condition: tree.Condition) -> Iterator[tuple[tree.Condition, ...]]:
    if isinstance(condition, tree.AnyOf):
        yield condition.parts
    if isinstance(condition, tree.NoneOf):  # "none of none of" is any of
        yield from (part.parts for part in condition.parts if isinstance(part, tree.NoneOf))
    if isinstance(condition, tree.AllOf | tree.AnyOf | tree.NoneOf | tree.OneOf):
        for part in condition.parts:
            yield from _alternatives(part)
    elif isinstance(condition, tree.Exists | tree.ButFor):
        yield from _alternatives(condition.part)


def _atoms(condition: tree.Condition) -> Iterator[tree.Atom]:
    """The atoms that a condition asks for; none of a comparison."""
    if isinstance(condition, tree.Holds):
        yield condition.atom
    elif isinstance(condition, tree.AllOf | tree.AnyOf | tree.NoneOf | tree.OneOf):
        for part in condition.parts:
            yield from _atoms(part)
    elif isinstance(condition, tree.Exists | tree.ButFor):
        yield from _atoms(condition.part)


def changes(root: Step, program: Program) -> Iterator[Change]:
    """Every change of one thing in one step."""
    for step in steps_of(root):
        yield from _attribute("verdict", step, "verdict", {YES: NO, NO: YES, UNKNOWN: YES}[step.verdict])
        for number in range(len(step.because)):
            rest = [*step.because[:number], *step.because[number + 1 :]]
            if _left_out_of_alternatives(step, step.because[number]):
                continue  # with one alternative less it is a proof still
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
