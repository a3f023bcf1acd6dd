"""Whether something could hold at all, as far as facts and rules tell that speak of it: "no" is sure, "yes" is not.

What nobody tells, about which silence says no, and which no rule concludes whose condition could hold, does not. Exceptions,
comparisons and denials are not looked at; whatever depends on itself alone could not hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from kb.reason.program import Program, bind_terms
from kb.reason.situation import Situation
from kb.rulelang import tree

Things = tuple[str, ...]


def could_hold(
    program: Program,
    situation: Situation,
    template: str,
    args: Things,
    asked: frozenset[tuple[str, Things]] = frozenset(),
) -> bool:
    """Whether an atom could hold; `asked` are those for whose sake it is asked."""
    about = template, args
    if about in asked:
        return False
    entry = program.vocabulary.templates[template]
    if entry.kind == "kind" or entry.silence != "no" or about in situation.unsettled:
        return True
    if about in situation.told or program.touched.get(template) or _read_back(program, situation, about):
        return True
    asked = asked | {about}
    for rule in program.by_template.get(template, ()):
        conclusion = rule.rule.conclusion
        if not isinstance(conclusion, tree.Conclude) or conclusion.positive:
            env = bind_terms(rule.atom.args, args, len(rule.rule.variables))
            if env is not None and _could(program, situation, rule.rule.condition, env, asked):
                return True
    return False


def _read_back(program: Program, situation: Situation, about: tuple[str, Things]) -> bool:
    """Whether something is told of what an "exactly if" defines by it."""
    for definition in program.definitions.get(about[0], ()):
        env = definition.match(about[1])
        if env is None:
            continue
        head = [arg.name if isinstance(arg, tree.Const) else env[arg.index] for arg in definition.head.args]
        if any(
            name == definition.head.template
            and all(thing in (None, other) for thing, other in zip(head, things, strict=True))
            for name, things in situation.told
        ):
            return True
    return False


def _could(
    program: Program,
    situation: Situation,
    condition: tree.Condition,
    env: Sequence[str | None],
    asked: frozenset[tuple[str, Things]],
) -> bool:
    if isinstance(condition, tree.AllOf):
        return all(_could(program, situation, part, env, asked) for part in condition.parts)
    if isinstance(condition, tree.AnyOf):
        return any(_could(program, situation, part, env, asked) for part in condition.parts)
    if isinstance(condition, tree.Holds):
        found = [arg.name if isinstance(arg, tree.Const) else env[arg.index] for arg in condition.atom.args]
        things = tuple(thing for thing in found if thing is not None)
        if condition.positive and len(things) == len(found):
            return could_hold(program, situation, condition.atom.template, things, asked)
    return True
