"""Proofs tampered with: every way in which one step of a proof can be bent, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from kb.reason.possible import Possible, Value, only
from kb.reason.program import Entry, Program
from kb.reason.proof import NO, UNKNOWN, YES, Looked, Step
from kb.reason.slices import SOMETHING
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


def _still_entailed(step: Step, removed: Step) -> bool:
    """Whether the premises that are left of a rule that stands, or of one that is beaten, are enough for its condition: one
    of several alternatives was removed, or one of several reasons why no thing is such."""
    if step.kind not in ("rule", "beaten") or not isinstance(step.entry, Entry):
        return False
    left = [premise for premise in step.because if premise is not removed]
    if step.kind == "beaten" and any(premise.verdict == UNKNOWN for premise in left):
        return False
    return _worth(step.entry.rule.condition, list(step.env), left, step.because) == YES


def _worth(
    condition: tree.Condition, env: list[str | None], left: Sequence[Step], shown: Sequence[Step]
) -> int:
    """What a condition is worth by what is left of its premises, for the things that any of them is about."""
    if isinstance(condition, tree.Holds):
        about = _about_of(condition.atom, env)
        verdicts = {premise.verdict for premise in left if premise.key and premise.key[:2] == about}
        if len(verdicts) != 1:
            return UNKNOWN
        return verdicts.pop() * (YES if condition.positive else NO)
    if isinstance(condition, tree.Compare):
        same = [p for p in left if p.kind == "compare" and p.data[0] is condition and list(p.data[3]) == env]
        return same[0].verdict if same else UNKNOWN
    if isinstance(condition, tree.Exists):
        absent = [premise for premise in left if premise.kind == "absent" and premise.data is condition]
        reasons = [*left, *(reason for step in absent for reason in step.because)]
        spoken_of = {premise.key[:2] for premise in shown if premise.key}
        named = sorted({thing for _, args in spoken_of for thing in args} - {SOMETHING})
        worth = []
        for things in product([*named, SOMETHING], repeat=len(condition.variables)):
            filled = list(env)
            for index, thing in zip(condition.variables, things, strict=True):
                filled[index] = thing
            # Of somebody else beside a thing that is named a proof may say nothing: what it says of anybody holds of both.
            others = all(thing == SOMETHING for thing in things)
            if others or any(_about_of(atom, filled) in spoken_of for atom in _atoms(condition.part)):
                worth.append(_worth(condition.part, filled, reasons, shown))
        return max(worth)
    if isinstance(condition, tree.AllOf | tree.AnyOf | tree.NoneOf):
        worth = [_worth(part, env, left, shown) for part in condition.parts]
        if isinstance(condition, tree.AllOf):
            return min(worth, default=YES)
        return max(worth, default=NO) * (YES if isinstance(condition, tree.AnyOf) else NO)
    return UNKNOWN


def _about_of(atom: tree.Atom, env: Sequence[str | None]) -> tuple[str, tuple[str, ...]]:
    things = (
        term.name if isinstance(term, tree.Const) else env[term.index] or SOMETHING for term in atom.args
    )
    return atom.template, tuple(things)


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
            again = (
                id(step) in twins or id(removed) in twins or any(_shows_the_same(e, removed) for e in rest)
            )
            if again or _still_entailed(step, removed):
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
            other = program.entries[program.entries.index(step.entry) - 1]
            if not _as_well(step, step.entry, other):
                yield from _attribute("rule swapped", step, "entry", other)


def _as_well(step: Step, entry: Entry, other: Entry) -> bool:
    """Whether a rule that stands could be the other as well: both conclude the same, and what is shown is enough for both.
    "Common to hex A and a hex B" and "common to a hex B and hex A" are one where A is B."""
    return (
        step.kind == "rule"
        and entry.rule.conclusion == other.rule.conclusion
        and len(step.env) == len(other.rule.variables)
        and _worth(other.rule.condition, list(step.env), step.because, step.because) == YES
    )


def _passed_over(step: Step) -> Iterator[Change]:
    """What was passed over left out: a rule for the other side, a line that was not counted, a choice, a case ruled out."""
    against = {YES: NO, NO: YES}.get(step.verdict)
    # What stands instead of a fact stands instead of the rules that agree with the fact.
    instead = any(other.kind == "beaten" and other.data == "given" for other in step.considered)
    for number, other in enumerate(step.considered):
        rest = [*step.considered[:number], *step.considered[number + 1 :]]
        if other.kind in ("ruled out", "assumed"):
            yield from _attribute("case or choice removed", step, "considered", rest)
        elif not isinstance(other.entry, Entry) or other.kind not in ("failed", "beaten"):
            continue
        elif isinstance(other.entry.rule.conclusion, tree.SetFigure):
            if step.kind == "figure" and other.entry.rule.conclusion.mode != "base":
                yield from _attribute("line removed", step, "considered", rest)
        elif step.kind in ("silence", "rule", "verdict") and _side(other.entry) == against and not instead:
            yield from _attribute("rule passed over removed", step, "considered", rest)


def _shows_the_same(one: Step, other: Step) -> bool:
    """Whether two premises are one, or two of the same: "next to" asked both ways of a hex and itself."""
    alike = one.kind == other.kind and one.key == other.key and one.verdict == other.verdict
    return one is other or (alike and one.key is not None)


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
