"""Bends: the ways in which a condition, an amount or a conclusion can be a little different, each with words for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from kb.rulelang import tree
from kb.rulelang.render import Renderer, amount
from kb.rulelang.vocabulary import Vocabulary

_T = TypeVar("_T")

_STRICTER: dict[tree.Comparator, tree.Comparator] = {
    "at least": "more than",
    "more than": "at least",
    "at most": "less than",
    "less than": "at most",
}
_DENIED: dict[tree.Comparator, tree.Comparator] = {
    "is": "is not",
    "is not": "is",
    "at least": "less than",
    "less than": "at least",
    "at most": "more than",
    "more than": "at most",
}
_OTHER_OP = {"plus": "minus", "minus": "plus", "times": "plus", "divided by": "times"}
_OTHER_OP |= {"lesser": "greater", "greater": "lesser"}
_OTHER_MODE = {"at most": "at least", "at least": "at most"}


@dataclass(frozen=True, slots=True)
class Bent(Generic[_T]):
    """Something bent: the kind of bend, what it is in words, and what stands there instead."""

    kind: str
    words: str
    new: _T


class Bends:
    """Bends what is said in one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.renderer = Renderer(vocabulary)

    def whole(
        self, condition: tree.Condition, variables: Sequence[tree.Variable]
    ) -> Iterator[Bent[tree.Condition]]:
        """The condition of a rule with one thing in it, or all of it, left out, denied or bent."""
        if not isinstance(condition, tree.AllOf):
            yield Bent("condition", f"“{self.said(condition, variables)}” left out", tree.ALWAYS)
        yield from self.condition(condition, variables)

    def condition(
        self, condition: tree.Condition, variables: Sequence[tree.Variable]
    ) -> Iterator[Bent[tree.Condition]]:
        """The condition with one thing in it left out, denied or bent."""
        said = self.said(condition, variables)
        if isinstance(condition, tree.Holds):
            denied = replace(condition, positive=not condition.positive)
            yield Bent("negated", f"“{said}” denied", denied)
        elif isinstance(condition, tree.Compare):
            yield from self._compare(condition, said, variables)
        elif isinstance(condition, tree.Differ):
            yield Bent("negated", f"“{said}” denied", tree.NoneOf((condition,)))
        elif isinstance(condition, tree.Exists):
            yield Bent("negated", f"“{said}” denied", tree.NoneOf((condition,)))
            for bent in self.condition(condition.part, variables):
                yield replace(bent, new=replace(condition, part=bent.new))
        elif isinstance(condition, tree.ButFor):
            yield Bent("but for", "“but for this rule” left out", condition.part)
            if condition.after:
                words = f"“after {' + '.join(condition.after)}” left out"
                yield Bent("but for", words, tree.ButFor(condition.part))
            for bent in self.condition(condition.part, variables):
                yield replace(bent, new=replace(condition, part=bent.new))
        elif isinstance(condition, tree.Widened):
            return
        else:
            yield from self._several(condition, variables)

    def _several(
        self,
        condition: tree.AllOf | tree.AnyOf | tree.NoneOf | tree.OneOf,
        variables: Sequence[tree.Variable],
    ) -> Iterator[Bent[tree.Condition]]:
        parts = condition.parts
        if isinstance(condition, tree.AllOf) and len(parts) > 1:
            yield Bent("connective", "“and” made “or”", tree.AnyOf(parts))
        elif isinstance(condition, tree.AnyOf) and len(parts) > 1:
            yield Bent("connective", "“or” made “and”", tree.AllOf(parts))
        elif isinstance(condition, tree.NoneOf):
            yield Bent("negated", "“none of” made “any of”", tree.AnyOf(parts))
        elif isinstance(condition, tree.OneOf):
            yield Bent("connective", "“exactly one of” made “any of”", tree.AnyOf(parts))
        for place, part in enumerate(parts):
            before, after = parts[:place], parts[place + 1 :]
            if len(parts) > 1 or isinstance(condition, tree.AllOf):
                words = f"“{self.said(part, variables)}” left out"
                yield Bent("condition", words, replace(condition, parts=(*before, *after)))
            for bent in self.condition(part, variables):
                yield replace(bent, new=replace(condition, parts=(*before, bent.new, *after)))

    def _compare(
        self, condition: tree.Compare, said: str, variables: Sequence[tree.Variable]
    ) -> Iterator[Bent[tree.Condition]]:
        yield Bent("negated", f"“{said}” denied", replace(condition, op=_DENIED[condition.op]))
        if condition.op in _STRICTER:
            other = _STRICTER[condition.op]
            words = f"“{condition.op}” made “{other}” in “{said}”"
            yield Bent("comparison", words, replace(condition, op=other))
        figure = _figure_of(condition.left) or _figure_of(condition.right)
        for bent in self.amount(condition.left, figure, variables):
            yield Bent(bent.kind, f"{bent.words} in “{said}”", replace(condition, left=bent.new))
        for bent in self.amount(condition.right, figure, variables):
            yield Bent(bent.kind, f"{bent.words} in “{said}”", replace(condition, right=bent.new))

    def conclusion(
        self, conclusion: tree.SetFigure, variables: Sequence[tree.Variable]
    ) -> Iterator[Bent[tree.SetFigure]]:
        """What is concluded about a figure, bent."""
        for bent in self.amount(conclusion.amount, conclusion.atom.template, variables):
            yield replace(bent, new=replace(conclusion, amount=bent.new))  # type: ignore[arg-type, misc]
        other = _OTHER_MODE.get(conclusion.mode)
        if other is not None:
            yield Bent("comparison", f"“{conclusion.mode}” made “{other}”", replace(conclusion, mode=other))

    def amount(
        self, old: tree.Amount, figure: str | None, variables: Sequence[tree.Variable]
    ) -> Iterator[Bent[tree.Amount]]:
        """The amount bent; `figure` is the template whose values the listed ones among it are."""
        if isinstance(old, tree.Number):
            for step in (1, -1):
                new = replace(old, value=old.value + step)
                yield Bent("number", f"{old.value} made {new.value}", new)
        elif isinstance(old, tree.Symbol):
            values = [value.name for value in self.vocabulary.templates[figure].values] if figure else []
            if old.name in values and len(values) > 1:
                other = values[(values.index(old.name) + 1) % len(values)]
                yield Bent("value", f"{old.name} made {other}", tree.Symbol(other))
        elif isinstance(old, tree.Arithmetic):
            if old.op in _OTHER_OP:
                words = f"“{old.op}” made “{_OTHER_OP[old.op]}”"
                yield Bent("operation", words, replace(old, op=_OTHER_OP[old.op]))
            for bent in self.amount(old.left, figure, variables):
                yield replace(bent, new=replace(old, left=bent.new))
            for bent in self.amount(old.right, figure, variables):
                yield replace(bent, new=replace(old, right=bent.new))
        elif isinstance(old, tree.Whole):
            for step in (1, -1):
                by = replace(old.by, value=old.by.value + step)
                if by.value > 0:
                    yield Bent("number", f"each full {old.by.value} made {by.value}", replace(old, by=by))
        elif isinstance(old, tree.Chosen | tree.Count | tree.Extreme):
            if isinstance(old, tree.Extreme):
                words = f"“{_extreme(old.most)}” made “{_extreme(not old.most)}”"
                yield Bent("operation", words, replace(old, most=not old.most))
            if isinstance(old, tree.Chosen):
                other_chooser = None if old.chooser is not None else "the opponent"
                words = f"chosen {_chosen(old.chooser)} made chosen {_chosen(other_chooser)}"
                yield Bent("value", words, replace(old, chooser=other_chooser))
            for where in self.condition(old.among.where, variables):
                yield Bent(where.kind, where.words, replace(old, among=replace(old.among, where=where.new)))

    # -- words --------------------------------------------------------------------------------------------------------

    def said(self, condition: tree.Condition, variables: Sequence[tree.Variable]) -> str:
        """A condition in words, nouns standing for their variables: "the hex is shallow"."""
        if isinstance(condition, tree.Holds):
            atom = condition.atom
            names = [_name(arg, variables, atom.template) for arg in atom.args]
            return self.renderer.sentence(atom.template, names, condition.positive, atom.purpose)
        if isinstance(condition, tree.Compare):
            figure = _figure_of(condition.left) or _figure_of(condition.right)
            left, right = (
                self._amount_said(side, figure, variables) for side in (condition.left, condition.right)
            )
            verb = condition.op if condition.op.startswith("is") else f"is {condition.op}"
            return f"{left} {verb} {right}"
        if isinstance(condition, tree.Differ):
            return f"{_name(condition.left, variables)} is not {_name(condition.right, variables)}"
        if isinstance(condition, tree.ButFor):
            after = f"after {' + '.join(condition.after)}, " if condition.after else ""
            return f"but for this rule, {after}{self.said(condition.part, variables)}"
        if isinstance(condition, tree.Exists | tree.Widened):
            return self.said(condition.part, variables)
        word = {"AllOf": ", and ", "AnyOf": ", or "}.get(type(condition).__name__, "; ")
        joined = word.join(self.said(part, variables) for part in condition.parts)
        lead = {"NoneOf": "none of: ", "OneOf": "exactly one of: "}.get(type(condition).__name__, "")
        return f"{lead}{joined}"

    def _amount_said(self, side: tree.Amount, figure: str | None, variables: Sequence[tree.Variable]) -> str:
        if isinstance(side, tree.Number):
            return amount(side.value, side.unit)
        if isinstance(side, tree.Symbol):
            return side.name
        if isinstance(side, tree.Figure):
            names = [_name(arg, variables) for arg in side.atom.args]
            return self.renderer.figure(side.atom.template, names)
        if isinstance(side, tree.Arithmetic):
            left = self._amount_said(side.left, figure, variables)
            return f"{left} {side.op} {self._amount_said(side.right, figure, variables)}"
        if isinstance(side, tree.Thing):
            return _name(side.term, variables)
        if isinstance(side, tree.Extreme):
            of = self._amount_said(side.of, None, variables)
            return f"the {_extreme(side.most)} {of.removeprefix('the ')}"
        return "the amount"


def _extreme(most: bool) -> str:
    return "greatest" if most else "least"


def _chosen(chooser: str | None) -> str:
    return "at random" if chooser is None else f"by {chooser}"


def _name(term: tree.Term, variables: Sequence[tree.Variable], of: str = "") -> str:
    """A thing by the noun that it was opened with, or by its kind where it is said to be `of` that noun, or as it."""
    if isinstance(term, tree.Const):
        return term.name
    variable = variables[term.index]
    if of in (variable.noun, variable.kind) and variable.noun == variable.kind:
        return "it"
    noun = variable.noun if variable.noun != of else variable.kind
    return f"the {noun} {variable.letter}" if variable.letter else f"the {noun}"


def _figure_of(side: tree.Amount) -> str | None:
    return side.atom.template if isinstance(side, tree.Figure) else None


def canonical(thing: tree.Rule | tree.Condition, vocabulary: Vocabulary) -> object:
    """A form that is the same for conditions, and for rules but for their names, that mean the same by their shape alone.

    Levels of one connective are flattened, their parts are in no order and none stands twice, a denial of one thing is the
    denied thing, and beside "is a truck" the condition "is a vehicle" is left out where the ontology makes trucks vehicles.
    """
    if isinstance(thing, tree.Rule):
        return thing.conclusion, canonical(thing.condition, vocabulary), thing.instead_of
    if isinstance(thing, tree.AllOf | tree.AnyOf | tree.NoneOf):
        flat = tree.AllOf if isinstance(thing, tree.AllOf) else tree.AnyOf
        parts: list[tree.Condition] = []
        queue = list(thing.parts)
        while queue:
            part = queue.pop()
            if isinstance(part, flat):
                queue.extend(part.parts)
            elif part not in parts:
                parts.append(part)
        if flat is tree.AllOf:
            parts = [p for p in parts if not any(_implies(q, p, vocabulary) for q in parts if q != p)]
        forms = frozenset(canonical(part, vocabulary) for part in parts)
        if len(forms) == 1:
            [form] = forms
            return _denied(form) if isinstance(thing, tree.NoneOf) else form
        return type(thing).__name__, forms
    if isinstance(thing, tree.OneOf):
        return "OneOf", tuple(sorted(repr(canonical(part, vocabulary)) for part in thing.parts))
    if isinstance(thing, tree.Exists):
        return "Exists", frozenset(thing.variables), canonical(thing.part, vocabulary), thing.kinds
    if isinstance(thing, tree.ButFor):
        return "ButFor", canonical(thing.part, vocabulary), thing.after
    if isinstance(thing, tree.Widened):
        return "Widened", canonical(thing.part, vocabulary)
    return thing


def _implies(one: tree.Condition, other: tree.Condition, vocabulary: Vocabulary) -> bool:
    """Whether the taxonomy alone makes the second condition hold where the first does."""
    if not isinstance(other, tree.Holds) or not other.positive:
        return False
    if isinstance(one, tree.AnyOf):
        return bool(one.parts) and all(_implies(part, other, vocabulary) for part in one.parts)
    if not isinstance(one, tree.Holds) or not one.positive or one.atom.args != other.atom.args:
        return False
    templates = vocabulary.templates
    return (
        templates[one.atom.template].kind == templates[other.atom.template].kind == "kind"
        and one.atom.template != other.atom.template
        and vocabulary.is_a(one.atom.template, other.atom.template)
    )


def _denied(form: object) -> object:
    if isinstance(form, tree.Holds):
        return replace(form, positive=not form.positive)
    if isinstance(form, tree.Compare):
        return replace(form, op=_DENIED[form.op])
    return "NoneOf", frozenset((form,))
