"""Sketches: what a compiled function knows of a step before any question, and how the step is filled in from it.

A function notes of a step what it was made of, and leaves the rest to its sketch: what the step is about, its rule, how its
parts are premises, exceptions looked at, or rules passed over. Nothing is worked out when a step is filled in; it is only
spelt out. A step that is the same in every question (nobody told this, so that rule fails) is made once, when the function is
written, and spelt out with the names of a question's things only where a proof shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kb.reason.proof import (
    NO,
    OTHER,
    UNKNOWN,
    YES,
    Doubt,
    Key,
    Look,
    Looked,
    Made,
    Sketched,
    SketchedDoubt,
    Step,
    reasons_of,
)
from kb.rulelang import tree

State = Any
"""One question being answered: the `run` it belongs to and the things it is about (`args`, and under numbers the tuples of
them, `a0`, ...); what is known of each node (`m`), `busy` and `seen` as in a run; what is `told`, the `figures` and `kinds`,
what is told as the bits of a number (`f`), and which things may be of a kind (`candidates`); and for steps that are filled in,
what its things are called (`names`) and which `settled` steps are in use."""

Terms = tuple[int | str | None, ...]

Raw = Any
"""What a status notes of an exception that it looked at: the status of a rule "instead of" it; whether a withdrawal applies,
and why; or a look with what restores."""


new: Callable[[], Sketched] = Sketched
"""A step of which nothing is told yet."""


def named(of: State, terms: Terms) -> tuple[Any, ...]:
    """The things that terms stand for in a question."""
    found: tuple[Any, ...] | None = of.names.get(terms)
    if found is None:
        args = of.args
        found = of.names[terms] = tuple([args[term] if term.__class__ is int else term for term in terms])
    return found


def settled(step: Step, of: State) -> Step:
    """A step as one of this question, if it is one of every question."""
    if not isinstance(step, Sketched) or step.of is not None:
        return step
    found: Sketched | None = of.settled.get(step)
    if found is None:
        found = of.settled[step] = new()
        found.sketch, found.parts, found.of = step.sketch, step.parts, of
        found.verdict, found.closed, found.standing = step.verdict, step.closed, step.standing
        # At once, so that what a question keeps does not lead back to it.
        step.sketch.fill(found)
    return found


def all_settled(steps: Sequence[Step], of: State) -> list[Step]:
    """Steps as ones of this question."""
    return [settled(step, of) for step in steps]


def looked_at(step: Step) -> list[Any]:
    """By what a rule was looked at, without filling the step in."""
    if isinstance(step, Sketched | SketchedDoubt):
        return [by for by, _ in step.sketch.looks] if isinstance(step.sketch, OfRule) else []
    return [look.by for look in step.exceptions]


def applies(status: Step) -> int:
    """Whether a rule "instead of" another does apply: it stands, may stand or does not."""
    if not status.standing:
        return NO
    return UNKNOWN if status.verdict == UNKNOWN else YES if status.standing == 1 else NO


def reasons(raw: Raw) -> Sequence[Step]:
    """Why an exception applies or does not."""
    if raw.__class__ is tuple:
        because: Sequence[Step] = raw[1]
        return because
    if isinstance(raw, Looked):
        return [*raw.because, *(step for inner in raw.exceptions for step in reasons(inner))]
    return (raw,)


def _settle_look(look: Looked, of: State) -> None:
    look.because = tuple(all_settled(look.because, of))
    for inner in look.exceptions:
        _settle_look(inner, of)


class Sketch:
    """What a step is about: a template and its terms, for a purpose. `fill` spells a step out.

    This is the one of a fact (`given`, its parts nothing) and of silence (its parts the rules that fail). `named` are the
    things that it names whatever is asked about; of a step that is the same in every question `told` are the facts that it
    rests on.
    """

    __slots__ = ("entry", "kind", "named", "purpose", "template", "terms", "told")

    entry: Any
    told: tuple[tuple[str, Terms], ...]

    def __init__(self, kind: str, template: str, terms: Terms, purpose: str | None = None) -> None:
        self.kind = kind
        self.template = template
        self.terms = terms
        self.purpose = purpose
        self.entry = None
        self.named = tuple(term for term in terms if isinstance(term, str))
        self.told = ()

    def content(self) -> tuple[object, ...]:
        """What it knows: two sketches with the same content are the same."""
        return self.__class__, self.kind, self.template, self.terms, self.purpose, id(self.entry)

    def key(self, of: State) -> Key:
        """What the step is about in a question."""
        return self.template, named(of, self.terms), self.purpose

    def fill(self, step: Any) -> None:
        """Spell a step of a question out."""
        of = step.of
        step.__class__ = Made
        step.kind = self.kind
        step.key = (self.template, named(of, self.terms), self.purpose)
        step.because = step.env = step.exceptions = ()
        step.entry = None
        step.data = of.told[step.key[:2]][1] if self.kind == "given" else None
        step.considered = [settled(each, of) for each in step.parts]
        step.standing = OTHER
        step.of = step.sketch = step.parts = None


class OfRule(Sketch):
    """The status of a rule: its parts are the premises, and what was noted of each exception in `looks`."""

    __slots__ = ("env", "looks")

    def __init__(
        self,
        kind: str,
        template: str,
        terms: Terms,
        purpose: str | None,
        entry: Any,
        env: Terms,
        looks: tuple[tuple[Any, str], ...] = (),
    ) -> None:
        super().__init__(kind, template, terms, purpose)
        self.entry = entry
        self.env = env
        self.looks = looks
        self.named += tuple(term for term in env if isinstance(term, str))

    def content(self) -> tuple[object, ...]:
        """What it knows."""
        return *super().content(), self.env, tuple((id(by), effect) for by, effect in self.looks)

    def looked(self, raws: Sequence[Raw], of: State) -> tuple[Looked, ...]:
        """The exceptions looked at, spelt out."""
        found = []
        for (by, effect), raw in zip(self.looks, raws, strict=True):
            if isinstance(raw, Looked):
                _settle_look(raw, of)
                found.append(raw)
                continue
            look = Look()
            look.by, look.effect, look.exceptions = by, effect, ()
            if raw.__class__ is tuple:
                look.applies, because = raw
                look.because = tuple([settled(each, of) for each in because])
            else:
                look.applies = applies(raw)
                look.because = (settled(raw, of),)
            found.append(look)
        return tuple(found)

    def fill(self, step: Any) -> None:
        """Spell a step of a question out."""
        of = step.of
        step.__class__ = Made
        step.kind = self.kind
        step.key = (self.template, named(of, self.terms), self.purpose)
        step.entry = self.entry
        step.env = named(of, self.env)
        step.considered = ()
        because, raws = step.parts
        step.because = tuple([settled(each, of) for each in because])
        step.data = None
        step.exceptions = self.looked(raws, of) if raws else ()
        if self.kind == "beaten":
            looks = step.exceptions
            if len(looks) == 1 and not looks[0].exceptions:
                step.data = looks[0].because
            else:
                step.data = tuple([each for look in looks if look.applies == YES for each in look.because])
        step.of = step.sketch = step.parts = None


class OfDoubt(OfRule):
    """The status of a rule of which it is not known whether it stands, or what it says: its parts are those of a rule."""

    __slots__ = ()

    def fill(self, step: Any) -> None:
        """Spell a step of a question out."""
        of = step.of
        because, raws = step.parts
        step.__class__ = Doubt
        step.kind, step.key, step.entry, step.env = self.kind, self.key(of), self.entry, named(of, self.env)
        step.considered = ()
        because = all_settled(because, of)
        step.exceptions = self.looked(raws, of)
        if self.kind == "unknown":
            unknown = [each for each in because if each.verdict == UNKNOWN]
            for look in step.exceptions:
                if look.applies == UNKNOWN:
                    unknown.extend(each for each in reasons_of(look) if each.verdict == UNKNOWN)
            because = unknown or because
        step.because = tuple(because)
        step.of = step.sketch = step.parts = None


class OfAxiom(Sketch):
    """An axiom that denies a noun because the other one, its part, is asserted."""

    __slots__ = ()

    def __init__(self, template: str, terms: Terms, apart: Any) -> None:
        super().__init__("rule", template, terms)
        self.entry = apart

    def fill(self, step: Any) -> None:
        """Spell a step of a question out."""
        of = step.of
        step.__class__ = Made
        step.kind, step.key, step.entry = "rule", self.key(of), self.entry
        step.env = step.exceptions = step.considered = ()
        step.because = (settled(step.parts, of),)
        step.data = NO
        step.of = step.sketch = step.parts = None


class OfVerdict(Sketch):
    """Rules that stand beside others that do not: its parts are the winners, and the others. `silence` is what the step is
    where none stands, `open` where silence says nothing, `unknown` where some may stand, `overruled` the fact instead of which
    a rule is said."""

    __slots__ = ("open", "overruled", "silence", "unknown")

    def __init__(self, template: str, terms: Terms, purpose: str | None) -> None:
        super().__init__("verdict", template, terms, purpose)
        self.silence = Sketch("silence", template, terms, purpose)
        self.open = OfUnknown("open", template, terms, purpose)
        self.unknown = OfUnknown("unknown", template, terms, purpose)
        self.overruled = OfOverruled(template, terms)

    def fill(self, step: Any) -> None:
        """Spell a step of a question out."""
        of = step.of
        step.__class__ = Made
        step.kind = "verdict"
        step.key = (self.template, named(of, self.terms), self.purpose)
        step.entry = step.data = None
        step.env = step.exceptions = ()
        winners, passed = step.parts
        step.because = tuple([settled(each, of) for each in winners])
        step.considered = [settled(each, of) for each in passed]
        step.standing = OTHER
        step.of = step.sketch = step.parts = None


class OfOverruled(Sketch):
    """A fact instead of which a rule, its part, says something else."""

    __slots__ = ()

    def __init__(self, template: str, terms: Terms) -> None:
        super().__init__("beaten", template, terms)

    def fill(self, step: Any) -> None:
        """Spell a step of a question out."""
        of = step.of
        step.__class__ = Made
        step.kind, step.key, step.entry = "beaten", self.key(of), None
        step.env = step.exceptions = step.considered = ()
        step.because = (settled(step.parts, of),)
        step.data = "given"
        step.standing = OTHER
        step.of = step.sketch = step.parts = None


class OfFigure(Sketch):
    """A figure by one row of a table, its part; its value is told at once. `silence` is what the step is where none stands."""

    __slots__ = ("silence",)

    def __init__(self, template: str, terms: Terms) -> None:
        super().__init__("figure", template, terms)
        self.silence = OfUnknown("open figure", template, terms)

    def fill(self, step: Any) -> None:
        """Spell a step of a question out."""
        of = step.of
        step.__class__ = Made
        step.kind, step.key, step.entry = "figure", self.key(of), None
        step.env = step.exceptions = step.considered = ()
        step.because = (settled(step.parts, of),)
        step.standing = OTHER
        step.of = step.sketch = step.parts = None


class OfUnknown(Sketch):
    """What rules leave open, an atom or a figure: its parts are those that may stand, and those that do not. What a figure may
    be is told at once."""

    __slots__ = ()

    def fill(self, step: Any) -> None:
        """Spell a step of a question out."""
        of = step.of
        step.__class__ = Doubt
        step.kind, step.key, step.entry = self.kind, self.key(of), None
        step.env = step.exceptions = ()
        because, failing = step.parts
        step.because, step.considered = tuple(all_settled(because, of)), all_settled(failing, of)
        step.of = step.sketch = step.parts = None


class OfTold(Sketch):
    """A figure by the one sentence, its part, that tells it; its value is told at once."""

    __slots__ = ()

    def __init__(self, template: str, terms: Terms) -> None:
        super().__init__("given figure", template, terms)

    def fill(self, step: Any) -> None:
        """Spell a step of a question out."""
        step.__class__ = Made
        step.kind, step.key, step.entry = "given figure", self.key(step.of), None
        step.because = step.exceptions = step.considered = ()
        step.env = (step.parts,)
        step.standing = OTHER
        step.of = step.sketch = step.parts = None


class OfKind(Sketch):
    """Whether a thing is of a kind, by the kind, its part, that is told of it."""

    __slots__ = ()

    def __init__(self, kind: str, terms: Terms) -> None:
        super().__init__("kind", kind, terms)

    def fill(self, step: Any) -> None:
        """Spell a step of a question out."""
        of, known = step.of, step.parts
        step.__class__ = Made
        step.kind, step.key, step.entry = "kind", self.key(of), None
        step.because = step.env = step.exceptions = step.considered = ()
        step.data = (known, of.kinds[step.key[1][0]][known])
        step.standing = OTHER
        step.of = step.sketch = step.parts = None


class OfCondition(Sketch):
    """What a step says of a condition, about no atom."""

    __slots__ = ("condition",)

    def __init__(self, kind: str, terms: Terms, condition: Any) -> None:
        super().__init__(kind, "", terms)
        self.condition = condition

    def content(self) -> tuple[object, ...]:
        """What it knows."""
        return *super().content(), id(self.condition)

    def key(self, of: State) -> Any:
        """It is about no atom."""

    def spell_out(self, step: Any, because: Sequence[Step], data: Any) -> None:
        """Spell a step of a question out that rests on these."""
        of = step.of
        step.__class__ = Made
        step.kind, step.key, step.entry = self.kind, None, None
        step.env = step.exceptions = step.considered = ()
        step.because = tuple([settled(each, of) for each in because])
        step.data = data
        step.standing = OTHER
        step.of = step.sketch = step.parts = None


class OfComparison(OfCondition):
    """A comparison: its parts are the steps of its figures, and both values. `of_things` is whether things are compared."""

    __slots__ = ("of_things",)

    def __init__(self, condition: Any, env: Terms) -> None:
        super().__init__("compare", env, condition)
        self.of_things = compares_things(condition)

    def fill(self, step: Any) -> None:
        """Spell a step of a question out."""
        because, left, right = step.parts
        self.spell_out(step, because, (self.condition, left, right, named(step.of, self.terms)))


class OfAbsence(OfCondition):
    """That no thing told of is one that a condition looks for: its parts are the reasons why one of which nothing is told is
    not."""

    __slots__ = ()

    def __init__(self, condition: Any) -> None:
        super().__init__("absent", (), condition)

    def fill(self, step: Any) -> None:
        """Spell a step of a question out."""
        self.spell_out(step, step.parts, self.condition)


def compares_things(condition: Any) -> bool:
    """Whether a comparison is about things, which are then told by what they are called."""
    return any(isinstance(side, tree.Extreme | tree.Thing) for side in (condition.left, condition.right))


def fixed(sketch: Sketch, verdict: int, closed: bool, parts: Any, standing: int = OTHER) -> Sketched:
    """A step that is the same in every question that comes to it; its sketch is its own."""
    below = parts[0] if isinstance(sketch, OfRule) else parts
    told = [(sketch.template, sketch.terms)] if sketch.kind == "given" else []
    sketch.told = tuple(dict.fromkeys([*told, *(each for part in below for each in part.sketch.told)]))
    sketch.named = tuple(
        dict.fromkeys([*sketch.named, *(name for part in below for name in part.sketch.named)])
    )
    step = new()
    step.sketch, step.parts, step.of = sketch, parts, None
    step.verdict, step.closed, step.standing = verdict, closed, standing
    return step
