"""Names: which variable of a rule, or which thing, each noun phrase of a sentence stands for.

`a N` opens a variable, `the N` is the one opened before, N being its noun or what its noun is a kind of; a capital letter
keeps two of one noun apart. A variable opened in the conclusion is universal, one opened in a condition existential and
bound at the level of the conditions it stands in. In a withdrawal or widening the nouns belong to the rule it aims at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ingest.late_dataclasses import dataclass, field, replace
from kb.rulelang import tree
from kb.rulelang.sentence import (
    Combined,
    Compared,
    Listed,
    Measured,
    Named,
    Phrase,
    Predicated,
    Quantity,
    RawAmount,
    Reading,
    Said,
)
from kb.rulelang.vocabulary import Vocabulary
from kb.rulelang.words import with_article


class BindingError(Exception):
    """A noun phrase that stands for nothing, or for more than one thing; the message says which. So is what cannot be
    concluded, under the code "conclusion"."""

    def __init__(self, message: str, code: str = "unbound") -> None:
        super().__init__(message)
        self.code = code


_HIDDEN = tree.Variable("", "'", "")
"""A variable that no noun and no letter finds."""


@dataclass
class Scope:
    """The variables of one rule while it is read. `shared` lets "the N" open a variable that the target binds; those that
    are `hidden`, or bound inside a condition that has `ended`, can no longer be meant."""

    vocabulary: Vocabulary
    shared: bool = False
    variables: list[tree.Variable] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)
    guards: list[tree.Condition] = field(default_factory=list)
    hidden: range = range(0)
    ended: set[int] = field(default_factory=set)

    def term(self, phrase: Phrase, slot: str, *, opening: bool) -> tree.Term:
        """The term for a phrase in a slot; guards for what the phrase says beyond the slot are collected."""
        if phrase.items:
            index = self._open(slot, "", slot)
            parts = tuple(tree.Holds(tree.Atom(item, (tree.Var(index),))) for item in phrase.items)
            self.guards.append(parts[0] if len(parts) == 1 else tree.AnyOf(parts))
            return tree.Var(index)
        letter = phrase.name if len(phrase.name) == 1 and phrase.name.isupper() else ""
        if phrase.name and not letter:
            return tree.Const(phrase.name)
        noun = phrase.noun or slot
        if phrase.determiner in ("a", "an", "another", "no", "any") or (
            phrase.many and not phrase.determiner
        ):
            if not opening:
                raise BindingError(f"'{written(phrase)}' opens a variable where none can be opened")
            index = self._open(noun, letter, self._kind(noun))
            if phrase.determiner == "another":
                self.apart(index)
            self._guard(phrase, index, slot)
            return tree.Var(index)
        found = self.find(noun, letter)
        if len(found) > 1:
            raise BindingError(
                f"'{written(phrase)}' could be any of {len(found)} things; give them capital letters"
            )
        if found:
            self._guard_modifiers(phrase, found[0])
            return tree.Var(found[0])
        if self.shared:
            index = self._open(noun, letter, self._kind(noun))
            self.opened.remove(index)
            self._guard_modifiers(phrase, index)
            return tree.Var(index)
        first = f"{with_article(noun)} {letter}".rstrip()
        raise BindingError(f"'{written(phrase)}' has not been opened: nothing before it says '{first}'")

    def apart(self, index: int) -> None:
        """Keep a variable apart from the others that could be the same thing: "another hex", "each other craft"."""
        kind = self.variables[index].kind
        for other, variable in enumerate(self.variables):
            if other != index and self.meant(other) and self.vocabulary.related(variable.kind, kind):
                self.guards.append(tree.Differ(tree.Var(index), tree.Var(other)))

    def meant(self, index: int) -> bool:
        """Whether a variable can still be meant here: one that a way of an `any of` names is nothing to the other ways."""
        return index not in self.hidden and index not in self.ended

    def find(self, noun: str, letter: str) -> list[int]:
        """The variables that "the N" can mean: opened as N if there is one, else as a kind of N."""
        seen = [variable if self.meant(i) else _HIDDEN for i, variable in enumerate(self.variables)]
        exact = [i for i, v in enumerate(seen) if v.letter == letter and v.noun == noun]
        if exact:
            return exact
        return match_variables(self.vocabulary, seen, noun, letter)

    def _kind(self, noun: str) -> str:
        return self.vocabulary.base_kind(self.vocabulary.templates[noun])

    def _open(self, noun: str, letter: str, kind: str) -> int:
        self.variables.append(tree.Variable(noun, letter, kind))
        self.opened.append(len(self.variables) - 1)
        return len(self.variables) - 1

    def _guard(self, phrase: Phrase, index: int, slot: str) -> None:
        if phrase.noun is not None:
            template = self.vocabulary.templates[phrase.noun]
            implied = template.kind == "kind" and self.vocabulary.is_a(slot, phrase.noun)
            if not implied:
                self.guards.append(tree.Holds(tree.Atom(phrase.noun, (tree.Var(index),))))
        self._guard_modifiers(phrase, index)

    def _guard_modifiers(self, phrase: Phrase, index: int) -> None:
        for modifier in phrase.modifiers:
            self.guards.append(tree.Holds(tree.Atom(modifier, (tree.Var(index),))))

    # -- sentences --------------------------------------------------------------------------------------------

    def condition(self, reading: Reading) -> tree.Condition:
        """The condition that a reading states, without the existentials opened on the way (see `take_opened`)."""
        before = len(self.guards)
        core: tree.Condition
        absent = any(phrase.determiner == "no" for phrase in _phrases(reading))
        if isinstance(reading, Said):
            args = self.args(reading.template, reading.args)
            core = tree.Holds(tree.Atom(reading.template, args, reading.purpose), reading.positive)
        elif isinstance(reading, Predicated):
            core = self._predicated(reading)
        else:
            core = self._compared(reading)
        guards = self.guards[before:]
        del self.guards[before:]
        result = tree.AllOf((*guards, core)) if guards else core
        if absent:
            inside = tuple(index for index in self.opened if uses(result, index))
            for index in inside:
                self.opened.remove(index)
            return tree.NoneOf((tree.Exists(inside, result, self.kinds(inside)),))
        return result

    def _predicated(self, reading: Predicated) -> tree.Condition:
        kind = self.vocabulary.base_kind(self.vocabulary.templates[reading.predicates[0]])
        subject = self.term(reading.subject, kind, opening=True)
        parts = tuple(
            tree.Holds(tree.Atom(predicate, (subject,), reading.purpose)) for predicate in reading.predicates
        )
        whole: tree.Condition
        if len(parts) == 1:
            return tree.Holds(parts[0].atom, reading.positive)
        whole = tree.AnyOf(parts) if reading.mode == "one of" else tree.AllOf(parts)
        return whole if reading.positive else tree.NoneOf((whole,))

    def _compared(self, reading: Compared) -> tree.Condition:
        left = self.amount(reading.left)
        if reading.purpose is not None and isinstance(left, tree.Figure):
            left = tree.Figure(replace(left.atom, purpose=reading.purpose))
        rights = [self.amount(amount) for amount in reading.right]
        if len(rights) == 1:
            return tree.Compare(reading.op, left, rights[0])
        parts = tuple(tree.Compare("is", left, right) for right in rights)
        return tree.AnyOf(parts) if reading.op == "is" else tree.NoneOf(parts)

    def amount(self, raw: RawAmount) -> tree.Amount:
        """The amount that a raw amount states, its phrases bound."""
        if isinstance(raw, Quantity):
            return tree.Number(raw.value, raw.unit)
        if isinstance(raw, Listed):
            return tree.Symbol(raw.name)
        if isinstance(raw, Measured):
            return tree.Figure(tree.Atom(raw.template, self.args(raw.template, raw.args)))
        if isinstance(raw, Named):
            kind = self._kind(raw.phrase.noun) if raw.phrase.noun is not None else "thing"
            return tree.Thing(self.term(raw.phrase, kind, opening=True))
        assert isinstance(raw, Combined)
        return tree.Arithmetic(raw.op, self.amount(raw.left), self.amount(raw.right))

    def args(self, template: str, phrases: Sequence[Phrase]) -> tuple[tree.Term, ...]:
        """The terms for the phrases in a template's slots."""
        slots = self.vocabulary.templates[template].slots
        return tuple(
            self.term(phrase, slot, opening=True) for phrase, slot in zip(phrases, slots, strict=True)
        )

    def conclusions(self, reading: Reading) -> list[tree.Conclude | tree.SetFigure]:
        """The conclusions of a reading: one, or one for each predicate of "is each of A and B". "No unit may" concludes that a
        unit may not."""
        none = [written(phrase) for phrase in _phrases(reading) if phrase.determiner == "no"]
        if none:
            if isinstance(reading, Compared) or not reading.positive or len(none) > 1:
                raise BindingError(
                    f"'{none[-1]}' cannot stand there in a conclusion: say what is not so of 'a …'",
                    "conclusion",
                )
            reading = replace(reading, positive=False)
        if isinstance(reading, Said):
            atom = tree.Atom(reading.template, self.args(reading.template, reading.args), reading.purpose)
            return [tree.Conclude(atom, reading.positive)]
        if isinstance(reading, Predicated):
            if reading.mode == "one of" or (not reading.positive and len(reading.predicates) > 1):
                raise BindingError(
                    "a conclusion says each thing for itself: write one sentence for each", "conclusion"
                )
            kind = self.vocabulary.base_kind(self.vocabulary.templates[reading.predicates[0]])
            subject = self.term(reading.subject, kind, opening=True)
            return [
                tree.Conclude(tree.Atom(predicate, (subject,), reading.purpose), reading.positive)
                for predicate in reading.predicates
            ]
        if reading.op != "is" or len(reading.right) != 1 or not isinstance(reading.left, Measured):
            raise BindingError(
                "a conclusion about a figure gives it one value: 'FIGURE is VALUE'", "conclusion"
            )
        args = self.args(reading.left.template, reading.left.args)
        atom = tree.Atom(reading.left.template, args, reading.purpose)
        return [tree.SetFigure(atom, self.amount(reading.right[0]))]

    def kinds(self, variables: Sequence[int]) -> tuple[str, ...]:
        """The classes of these variables."""
        return tuple(self.variables[index].kind for index in variables)

    def take_guards(self) -> list[tree.Condition]:
        """The guards collected so far, which are then forgotten."""
        taken, self.guards = self.guards, []
        return taken

    def take_opened(self) -> tuple[int, ...]:
        """The variables opened since the last call."""
        taken, self.opened = tuple(self.opened), []
        return taken


def _phrases(reading: Reading | RawAmount) -> Iterator[Phrase]:
    """The phrases of a sentence, or of an amount in it."""
    if isinstance(reading, Said | Measured):
        yield from reading.args
    elif isinstance(reading, Predicated):
        yield reading.subject
    elif isinstance(reading, Named):
        yield reading.phrase
    elif isinstance(reading, Combined):
        yield from (*_phrases(reading.left), *_phrases(reading.right))
    elif isinstance(reading, Compared):
        for amount in (reading.left, *reading.right):
            yield from _phrases(amount)


def match_variables(
    vocabulary: Vocabulary, variables: Sequence[tree.Variable], noun: str, letter: str
) -> list[int]:
    """The variables with this letter whose noun is, or is a kind of, this noun."""
    exact = [i for i, v in enumerate(variables) if v.letter == letter and noun in (v.noun, v.kind)]
    if exact:
        return exact
    wider = [
        i
        for i, v in enumerate(variables)
        if v.letter == letter and (vocabulary.is_a(v.kind, noun) or vocabulary.is_a(v.noun, noun))
    ]
    if wider:
        return wider
    target = vocabulary.templates.get(noun)
    if target is None:
        return []
    kind = vocabulary.base_kind(target)
    return [
        i
        for i, v in enumerate(variables)
        if v.letter == letter and (vocabulary.is_a(kind, v.kind) or vocabulary.is_a(v.kind, kind))
    ]


def uses(condition: tree.Condition | tree.Amount | tree.Atom, index: int) -> bool:
    """Whether a variable occurs in a condition."""
    if isinstance(condition, tree.Atom):
        return tree.Var(index) in condition.args
    if isinstance(condition, tree.Holds):
        return uses(condition.atom, index)
    if isinstance(condition, tree.Compare | tree.Arithmetic):
        return uses(condition.left, index) or uses(condition.right, index)
    if isinstance(condition, tree.Figure):
        return uses(condition.atom, index)
    if isinstance(condition, tree.Number | tree.Symbol):
        return False
    if isinstance(condition, tree.Thing):
        return condition.term == tree.Var(index)
    if isinstance(condition, tree.Differ):
        return tree.Var(index) in (condition.left, condition.right)
    if isinstance(condition, tree.Whole):
        return uses(condition.amount, index)
    if isinstance(condition, tree.Chosen | tree.Count):
        return uses(condition.among.where, index)
    if isinstance(condition, tree.Extreme):
        return uses(condition.among.where, index) or uses(condition.of, index)
    if isinstance(condition, tree.Exists | tree.ButFor | tree.Widened):
        return uses(condition.part, index)
    return any(uses(part, index) for part in condition.parts)


def substitute(condition: tree.Condition, mapping: Mapping[int, tree.Term]) -> tree.Condition:
    """The condition with its variables replaced by these terms."""

    def term(old: tree.Term) -> tree.Term:
        return mapping.get(old.index, old) if isinstance(old, tree.Var) else old

    def atom(old: tree.Atom) -> tree.Atom:
        return replace(old, args=tuple(term(arg) for arg in old.args))

    def amount(old: tree.Amount) -> tree.Amount:
        if isinstance(old, tree.Figure):
            return tree.Figure(atom(old.atom))
        if isinstance(old, tree.Arithmetic):
            return tree.Arithmetic(old.op, amount(old.left), amount(old.right))
        if isinstance(old, tree.Thing):
            return tree.Thing(term(old.term))
        if isinstance(old, tree.Whole):
            return tree.Whole(amount(old.amount), old.by)
        if isinstance(old, tree.Chosen | tree.Count):
            return replace(old, among=among(old.among))
        if isinstance(old, tree.Extreme):
            return replace(old, among=among(old.among), of=tree.Figure(atom(old.of.atom)))
        return old

    def among(old: tree.Among) -> tree.Among:
        variable = term(tree.Var(old.variable))
        assert isinstance(variable, tree.Var)
        return replace(old, variable=variable.index, where=substitute(old.where, mapping))

    if isinstance(condition, tree.Differ):
        return tree.Differ(term(condition.left), term(condition.right))
    if isinstance(condition, tree.Holds):
        return tree.Holds(atom(condition.atom), condition.positive)
    if isinstance(condition, tree.Compare):
        return tree.Compare(condition.op, amount(condition.left), amount(condition.right))
    if isinstance(condition, tree.Exists):
        inner = tuple(t.index for i in condition.variables if isinstance(t := term(tree.Var(i)), tree.Var))
        return tree.Exists(inner, substitute(condition.part, mapping), condition.kinds)
    if isinstance(condition, tree.ButFor | tree.Widened):
        return replace(condition, part=substitute(condition.part, mapping))
    return replace(condition, parts=tuple(substitute(part, mapping) for part in condition.parts))


def written(phrase: Phrase) -> str:
    """A phrase in words again, for messages."""
    parts = (phrase.determiner, *phrase.modifiers, phrase.noun or "", phrase.name)
    return " ".join(part for part in parts if part)
