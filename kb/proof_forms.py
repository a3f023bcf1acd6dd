"""Forms of proofs: how a proof of one form is told, so that this is worked out once.

Two proofs have one form where they go by the same rules in the same way and come to the same values, whatever things they are
about and in whatever words these were told of. What is told of them then differs in the names of things and in the sentences
that were given, and in nothing else. As with the shapes of sentences (`kb.rulelang.shapes`), nothing of a question is kept but
what it has in common with every other of its form: the proof is found anew each time, its form is read off it, and what stands
in the holes is put in from the question that is asked.

How a form is told is found by telling a proof of it, with marks for the names; `kb.derivation` stays the one place that knows
how to tell anything. A proof that holds more than is read off here has no form, and is told by itself.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from kb.reason.engine import SOMETHING
from kb.reason.possible import Possible, Value
from kb.reason.proof import Key, Looked, Sketched, SketchedFigure, Step
from kb.reason.sketches import (
    OfAxiom,
    OfComparison,
    OfFigure,
    OfKind,
    OfRule,
    OfTold,
    OfVerdict,
    Sketch,
    named,
)
from kb.rulelang import tree
from kb.rulelang.render import Renderer

Telling = dict[str, Any]
"""What is told of a proof, as JSON has it; under "steps" its steps by their ids."""

_MOST = 2_048
"""How many forms are kept; then all are forgotten."""

_FIT = frozenset({
    "absent", "asked figure", "beaten", "compare", "failed", "figure", "given", "given figure", "kind", "open", "open figure",
    "rule", "silence", "together", "verdict",
})  # fmt: skip
"""The kinds of step of which everything that is told can be read off here."""

_UNTOLD = frozenset({"absent", "beaten"})
"""The kinds of step of which nothing else that they hold is told."""

_HOLE = "\ue000"
_HOLES = re.compile(f"{_HOLE}(.)")
_FIRST = 0xE100


class Read(NamedTuple):
    """A proof as far as its form goes: `shape` is equal for proofs of one form, `held` what stands in its holes: the things,
    then the sentences that told facts. `things` is how many of them are things, `by` what the shape
    knows by its identity alone."""

    shape: tuple[object, ...]
    held: tuple[str, ...]
    things: int
    by: Sequence[object]


class _Form(NamedTuple):
    """How proofs of one form are told: JSON in parts, every other one a hole, how it is read, and `at_holes` to put what stands
    in each of the holes in their order. It holds on to everything that the shape knows by its identity."""

    parts: list[str]
    loads: Callable[[str], Telling]
    at_holes: Callable[[Sequence[str]], tuple[str, ...]]
    by: Sequence[object]

    def filled(self, held: Sequence[str]) -> Telling:
        """What is told of a proof of this form that has this in its holes."""
        parts = self.parts.copy()
        parts[1::2] = self.at_holes(held)
        return self.loads("".join(parts))


class ProofForms:
    """The forms of proofs that were told by one rulebook, under one of its readings."""

    def __init__(self) -> None:
        # A proof that is the first of its form is told by itself: whoever asks once makes no forms.
        self._seen: dict[tuple[object, ...], Sequence[object]] = {}
        self._known: dict[tuple[object, ...], _Form | None] = {}

    def told(self, root: Step, renderer: Renderer, tell: Callable[[Renderer], Telling]) -> Telling:
        """What `tell` tells of a proof with this renderer: by the form of the proof, where it is known."""
        read = read_form(root, renderer)
        if read is None:
            return tell(renderer)
        form = self._known.get(read.shape)
        if form is not None:
            return form.filled(read.held)
        telling = tell(renderer)
        if read.shape in self._seen:
            form = _form(read, root, renderer, tell)
            # What a hole does not stand for would show here.
            self._known[read.shape] = form if form is not None and form.filled(read.held) == telling else None
            del self._seen[read.shape]
        elif read.shape not in self._known:
            if len(self._seen) + len(self._known) >= _MOST:
                self.forget()
            self._seen[read.shape] = read.by
        return telling

    def forget(self) -> None:
        """Forget all forms, so that each proof is told by itself again."""
        self._seen.clear()
        self._known.clear()


def read_form(root: Step, renderer: Renderer) -> Read | None:
    """The form of a proof; None for one that has none.

    Of a step in shorthand the form is its sketch and the form of its parts; of one that is the same in every question it is
    that step, and the sentences that told the facts it rests on.
    """
    at: dict[Step, int] = {root: 0}
    steps = [root]
    reading = _Reading()
    shape, fixed = reading.shape, reading.fixed
    for step in steps:  # it grows meanwhile
        below: Iterable[Step] | None = None
        if isinstance(step, SketchedFigure):
            of, sketch = step.of, step.sketch
            found = _PARTS[sketch.__class__](reading, step, step.parts, of)
            if found is not None:
                detail, below = found
                reading.of = of
                shape += (sketch, step.verdict, step.closed, detail)
                if sketch.named:
                    reading.things.update(dict.fromkeys(sketch.named))
        if below is None:
            below = reading.step(step)
            if below is None:
                return None
        for other in below:
            if isinstance(other, Sketched) and other.of is None:
                shape.append(other)
                fixed.append(other)
                continue
            place = at.get(other)
            if place is None:
                at[other] = place = len(steps)
                steps.append(other)
            shape.append(place)
    return reading.form(renderer)


class _Reading:
    """The form of a proof as far as it was read: what it knows by its identity alone in `by`; the atoms of steps that are spelt
    out, and the sentences and values of all."""

    def __init__(self) -> None:
        self.shape: list[object] = []
        self.by: list[object] = []
        self.fixed: list[Sketched] = []
        self.of: Any = None
        self.things: dict[str, None] = {}
        self._atoms: dict[Key | None, int] = {}
        self._told: dict[str, int] = {}
        self._names: list[Value] = []

    def step(self, step: Step) -> Iterable[Step] | None:
        """Read a step that is spelt out; returns what it rests on and shows, None where it has no form."""
        kind, data, atoms, told = step.kind, step.data, self._atoms, self._told
        if kind not in _FIT:
            return None
        if kind == "given":
            data = told.setdefault(data, len(told))
        elif kind == "kind":
            of, source = data
            data = of if source is None else told.setdefault(source, len(told))
        elif kind == "given figure":
            source = step.env[0] if step.env else ""
            data = told.setdefault(source or "", len(told)), self.value(data)
        elif data is not None:
            data = self.value(data)
            if data is None and kind not in _UNTOLD:
                return None
        because, looked, considered = step.because, step.exceptions, step.considered
        self.shape += (
            kind, step.verdict, atoms.setdefault(step.key, len(atoms)), id(step.entry), step.closed, data,
            len(because), len(looked), len(considered),
        )  # fmt: skip
        self.by += (step.entry, step.data)
        if looked:
            because = [*because]
            self._look(looked, because)
        if considered:
            because = [*because, *considered] if because else considered
        return because

    def _look(self, looked: Iterable[Looked], because: list[Step]) -> None:
        """Read off the exceptions that were looked at; `because` is added to."""
        for look in looked:
            self.shape += (id(look.by), look.effect, look.applies, len(look.because), len(look.exceptions))
            self.by.append(look.by)
            because += look.because
            if look.exceptions:
                self._look(look.exceptions, because)

    def source(self, sentence: str) -> int:
        """Which of the sentences that told something this is."""
        return self._told.setdefault(sentence, len(self._told))

    def value(self, data: object) -> object:
        """What a step holds beside what it rests on, as far as it is told; None where it is nothing that is read off here."""
        return _value(data, self._atoms, self._names)

    def form(self, renderer: Renderer) -> Read | None:
        """The form of all that was read."""
        shape, of = self.shape, self.of
        things: dict[str, int] = {}
        if of is not None:
            names = dict.fromkeys(of.args) | self.things
            for step in self.fixed:
                sketch = step.sketch
                if sketch.told:
                    for template, terms in sketch.told:
                        shape.append(self.source(of.told[template, named(of, terms)][1]))
                if sketch.named:
                    names.update(dict.fromkeys(sketch.named))
            things = {thing: place for place, thing in enumerate(names)}
        for atom in self._atoms:
            if atom is not None:
                template, args, purpose = atom
                shape += (template, purpose, len(args))
                for thing in args:
                    shape.append(things.setdefault(thing, len(things)))
        if SOMETHING in things or not things.keys().isdisjoint(self._names):
            return None
        for thing in things:
            shape.append(_manner(thing, renderer))
        held = (*things, *self._told)
        for each in held:
            if '"' in each or "\\" in each or not each.isprintable():
                return None  # it stands otherwise in JSON
        return Read(tuple(shape), held, len(things), self.by)


_Found = tuple[object, Iterable[Step]] | None
"""What tells a step in shorthand apart beside its sketch, and its parts; None where it has to be spelt out."""


def _silence(reading: _Reading, step: Any, parts: Any, of: Any) -> _Found:
    if step.sketch.kind == "given":
        return None
    return len(parts), parts


def _of_rule(reading: _Reading, step: Any, parts: Any, of: Any) -> _Found:
    because, raws = parts
    if not raws:
        return len(because), because
    below = list(because)
    detail: list[object] = [len(because)]
    for raw in raws:
        if isinstance(raw, Looked):
            return None
        if raw.__class__ is tuple:
            detail += (raw[0], len(raw[1]))
            below += raw[1]
        else:
            below.append(raw)
    return tuple(detail), below


def _of_axiom(reading: _Reading, step: Any, parts: Any, of: Any) -> _Found:
    return None, (parts,)


def _of_verdict(reading: _Reading, step: Any, parts: Any, of: Any) -> _Found:
    winners, passed = parts
    return len(winners), (*winners, *passed)


def _of_told(reading: _Reading, step: Any, parts: Any, of: Any) -> _Found:
    return (reading.source(parts or ""), reading.value(step.data)), ()


def _of_kind(reading: _Reading, step: Any, parts: Any, of: Any) -> _Found:
    source = of.kinds[named(of, step.sketch.terms)[0]][parts]
    return (parts, None if source is None else reading.source(source)), ()


def _of_comparison(reading: _Reading, step: Any, parts: Any, of: Any) -> _Found:
    because, left, right = parts
    condition = step.sketch.condition
    if any(isinstance(side, tree.Extreme | tree.Thing) for side in (condition.left, condition.right)):
        return None
    return (reading.value(left), reading.value(right), len(because)), because


_PARTS: dict[type, Callable[[_Reading, Any, Any, Any], _Found]] = {
    Sketch: _silence,
    OfRule: _of_rule,
    OfAxiom: _of_axiom,
    OfVerdict: _of_verdict,
    OfFigure: _of_axiom,
    OfTold: _of_told,
    OfKind: _of_kind,
    OfComparison: _of_comparison,
}


def _value(data: object, atoms: dict[Key | None, int], names: list[Value]) -> object:
    """What a step holds beside what it rests on, as far as it is told; None where it is nothing that is read off here."""
    if isinstance(data, Possible):
        if data.known is None:
            return data
        names.append(data.known)
        return data.known if data.whole is None else data.whole
    if isinstance(data, tuple) and len(data) == 4 and isinstance(data[0], tree.Compare):
        condition, left, right, env = data
        sides = condition.left, condition.right
        if any(isinstance(side, tree.Extreme | tree.Thing) for side in sides):
            return None
        about = ("", tuple([thing or "" for thing in env]), None)
        values = _value(left, atoms, names), _value(right, atoms, names)
        return id(condition), *values, atoms.setdefault(about, len(atoms))
    if isinstance(data, tree.Order):
        return id(data)
    return data if isinstance(data, str | int) else None


def _manner(thing: str, renderer: Renderer) -> str | bool | None:
    """In which manner a thing is named, so that another one of the same manner could stand in its place: a thing that only
    stands for itself; True for one that has its noun already; else the noun of its place, None where the sentence says it."""
    if thing in renderer.vocabulary.singletons:
        return thing
    if renderer.by_itself(thing):
        return True
    return renderer.place(thing) if thing in renderer.kinds else None


# -- telling with marks -------------------------------------------------------------------------------------------


class _Marking(Renderer):
    """Names things by the marks of their holes, but for what only stands for itself. Raises `KeyError` for other things."""

    def __init__(self, renderer: Renderer, read: Read) -> None:
        super().__init__(renderer.vocabulary, renderer.kinds)
        self._marks = {thing: _mark(at) for at, thing in enumerate(read.held[: read.things])}

    def _named(self, thing: str, slot: str) -> str:
        named = super()._named(thing, slot)
        return (
            named if thing in self.vocabulary.singletons else named.removesuffix(thing) + self._marks[thing]
        )


def _mark(at: int) -> str:
    return f"{_HOLE}{chr(_FIRST + at)}"


def _form(read: Read, root: Step, renderer: Renderer, tell: Callable[[Renderer], Telling]) -> _Form | None:
    """The form of a proof; None where it cannot be told with marks."""
    import orjson  # one question by itself makes no form

    try:
        telling = tell(_Marking(renderer, read))
    except KeyError:
        return None
    given = {sentence: _mark(read.things + at) for at, sentence in enumerate(read.held[read.things :])}
    for step in telling["steps"].values():
        if step.get("given") in given:
            step["given"] = given[step["given"]]
    parts = _HOLES.split(orjson.dumps(telling).decode())
    places = [ord(hole) - _FIRST for hole in parts[1::2]]
    if len(places) < 2:
        return None  # there is nothing to speak of
    return _Form(parts, orjson.loads, operator.itemgetter(*places), read.by)
