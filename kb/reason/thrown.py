"""What facts say of dice that nobody told: of a counter that is reversed exactly if the dr is odd, that it was odd."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from kb.reason.engine import Engine
from kb.reason.program import Entry, bind_terms
from kb.reason.situation import Situation
from kb.reason.slices import things
from kb.rulelang import tree
from kb.rulelang.vocabulary import Roll


def with_throws(engine: Engine, situation: Situation) -> Situation:
    """The situation in which rolls are bounded, too, by what is told of what they alone decide, where that leaves a throw."""
    inner = situation.copy()
    rolls = engine.vocabulary.rolls
    for (template, args), (held, source) in situation.told.items():
        for entry in engine.program.by_template.get(template, ()):
            read = _rolled(entry, rolls) if _is_defined(engine, entry) else None
            env = read and bind_terms(entry.atom.args, args, len(entry.rule.variables))
            if read and env is not None:
                figure, values = read
                key = figure.template, things(figure.args, env)
                before = inner.figures.get(key, ())
                inner.figures[key] = (*before, ("is" if held else "is not", values, source))
                if not inner.throws(rolls[figure.template], key[1]):
                    inner.figures[key] = before
    return inner


def _rolled(entry: Entry, rolls: Mapping[str, Roll]) -> tuple[tree.Atom, frozenset[Fraction | str]] | None:
    """The roll that a rule's whole condition asks for, and the values of which it asks whether it is one."""
    condition = entry.rule.condition
    parts = condition.parts if isinstance(condition, tree.AnyOf) else (condition,)
    found = list(_compared(parts))
    figures = {figure for figure, _ in found}
    if len(found) < len(parts) or len(figures) != 1:
        return None
    figure = figures.pop()
    roll = rolls.get(figure.template)
    if roll is None or roll.original != figure.template or not set(figure.args) <= set(entry.atom.args):
        return None
    return figure, frozenset(value for _, value in found)


def _compared(parts: tuple[tree.Condition, ...]) -> Iterator[tuple[tree.Atom, Fraction]]:
    for part in parts:
        if (
            isinstance(part, tree.Compare)
            and part.op == "is"
            and isinstance(part.left, tree.Figure)
            and isinstance(part.right, tree.Number)
        ):
            yield part.left.atom, part.right.value


def _is_defined(engine: Engine, entry: Entry) -> bool:
    """Whether a rule is one half of an "exactly if", the one that says when something is so."""
    rule = entry.rule
    if not isinstance(rule.conclusion, tree.Conclude) or not rule.conclusion.positive:
        return False
    denied = tree.Conclude(rule.conclusion.atom, False)
    others = (other.rule for other in engine.program.by_template[entry.atom.template])
    return any(
        other.id == rule.id
        and other.conclusion == denied
        and other.condition == tree.NoneOf((rule.condition,))
        for other in others
    )
