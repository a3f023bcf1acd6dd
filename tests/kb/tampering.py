"""Proofs tampered with: every way in which one step of a proof can be bent, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from kb.reason.possible import Possible, Value, only
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


def _twins(step: Step) -> list[Step]:
    """Absences among the premises of a step that are shown more than once."""
    absent = [premise for premise in step.because if premise.kind == "absent"]
    return [one for one in absent if sum(other.data == one.data for other in absent) > 1]


def _left_out_of_alternatives(step: Step, removed: Step) -> bool:
    """Whether a premise shows one of several alternatives, each of which is enough, and another is shown as well."""
    if step.kind != "rule" or not isinstance(step.entry, Entry):
        return False
    shown = {premise.key[0] for premise in step.because if premise is not removed and premise.key is not None}
    for parts in _alternatives(step.entry.rule.condition):
        said = [{atom.template for atom in _atoms(part)} for part in parts]
        if removed.key is not None:
            one_of_them = any(removed.key[0] in each for each in said)
        else:
            one_of_them = removed.kind == "compare" and any(part is removed.data[0] for part in parts)
        if one_of_them and any(each and each <= shown for each in said):
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
    """Every change of one thing in one step. What the root is about, and under which facts, is for who asked to see."""
    twins = {id(twin) for step in steps_of(root) for twin in _twins(step)}
    for step in steps_of(root):
        yield from _attribute("verdict", step, "verdict", {YES: NO, NO: YES, UNKNOWN: YES}[step.verdict])
        for number in range(len(step.because)):
            rest = [*step.because[:number], *step.because[number + 1 :]]
            removed = step.because[number]
            again = id(step) in twins or id(removed) in twins or any(other is removed for other in rest)
            if again or _left_out_of_alternatives(step, removed):
                continue  # with one alternative less it is a proof still, and with what is shown twice shown once
            yield from _attribute("premise removed", step, "because", rest)
        for number in range(len(step.exceptions)):
            fewer = [*step.exceptions[:number], *step.exceptions[number + 1 :]]
            yield from _attribute("exception removed", step, "exceptions", fewer)
        for look in looks_of(step.exceptions):
            yield from _attribute("exception turned round", step, "applies", -look.applies or YES, look)
        yield from _passed_over(step)
        yield from _data(step, claimed=step is root)
        if step is not root:
            yield from _about(step)
        if isinstance(step.entry, Entry):
            place = program.entries.index(step.entry)
            yield from _attribute("rule swapped", step, "entry", program.entries[place - 1])


def _passed_over(step: Step) -> Iterator[Change]:
    """What was passed over left out: a rule for the other side, a line that was not counted, a choice, a case ruled out."""
    against = {YES: NO, NO: YES}.get(step.verdict)
    for number, other in enumerate(step.considered):
        rest = [*step.considered[:number], *step.considered[number + 1 :]]
        if other.kind in ("ruled out", "assumed"):
            yield from _attribute("case or choice removed", step, "considered", rest)
        elif not isinstance(other.entry, Entry) or other.kind not in ("failed", "beaten"):
            continue
        elif isinstance(other.entry.rule.conclusion, tree.SetFigure):
            if step.kind == "figure" and other.entry.rule.conclusion.mode != "base":
                yield from _attribute("line removed", step, "considered", rest)
        elif step.kind in ("silence", "rule", "verdict") and _side(other.entry) == against:
            yield from _attribute("rule passed over removed", step, "considered", rest)


def _side(entry: Entry) -> int:
    conclusion = entry.rule.conclusion
    return NO if isinstance(conclusion, tree.Conclude) and not conclusion.positive else YES


def _data(step: Step, *, claimed: bool) -> Iterator[Change]:
    """Numbers, limits, roundings, chances, things picked out and suppositions changed; not those that are what is claimed."""
    data = step.data
    if isinstance(data, Possible):
        value = Fraction(41) if not isinstance(data.known, Fraction) else data.known + 1
        yield from _attribute("number changed", step, "data", only(value))
        if data.options is not None and len(data.options) > 1:
            fewer = Possible(frozenset(sorted(data.options, key=str)[1:]))
            yield from _attribute("option removed", step, "data", fewer)
    elif step.kind == "compare":
        condition, left, right, env = data
        for name, bent in (
            ("left", (condition, only(Fraction(41)), right, env)),
            ("right", (condition, left, only(Fraction(41)), env)),
        ):
            yield from _attribute(f"{name} side changed", step, "data", bent)
    elif step.kind == "line":
        mode, value = data
        yield from _attribute("line changed", step, "data", (mode, only(Fraction(41))))
        other = "multiply" if mode == "add" else "add"
        yield from _attribute("line worked in otherwise", step, "data", (other, value))
    elif step.kind == "rounded":
        yield from _attribute("rounded otherwise", step, "data", (data[0], only(Fraction(41))))
    elif step.kind == "outcome":
        yield from _attribute("chance changed", step, "data", data / 2)
    elif step.kind == "among":
        for number, (thing, truth) in enumerate(data.things):
            turned = (*data.things[:number], (thing, -truth or YES), *data.things[number + 1 :])
            yield from _attribute("thing picked out otherwise", step, "data", replace(data, things=turned))
        yield from _attribute("others ruled out", step, "data", replace(data, others=NO - data.others))
    elif step.kind == "extreme":
        yield from _attribute("another extreme", step, "data", (*data[:2], only(Fraction(41))))
        bent_amount = replace(data[0], most=not data[0].most)
        yield from _attribute("the other extreme", step, "data", (bent_amount, *data[1:]))
    elif step.kind in ("assumed", "ruled out") and data and not claimed:
        first = data[0]
        if first.kind == "figure":
            changed: Value = first.value + 1 if isinstance(first.value, Fraction) else "nothing of the sort"
            bent_fact = replace(first, value=changed)
        else:
            bent_fact = replace(first, positive=not first.positive)
        yield from _attribute("supposition changed", step, "data", (bent_fact, *data[1:]))
        yield from _attribute("supposition removed", step, "data", data[1:])


def _about(step: Step) -> Iterator[Change]:
    """The same said of another thing."""
    if step.key is not None and step.key[1]:
        name, things, purpose = step.key
        yield from _attribute("about another thing", step, "key", (name, ("Ely", *things[1:]), purpose))


def _attribute(what: str, step: Step, name: str, value: object, where: object = None) -> Iterator[Change]:
    target = where if where is not None else step
    before = getattr(target, name)
    yield what, step, lambda: setattr(target, name, value), lambda: setattr(target, name, before)
