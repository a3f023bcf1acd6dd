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
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from kb.reason.engine import SOMETHING
from kb.reason.possible import Possible
from kb.reason.proof import Key, Looked, SketchedFigure, Step
from kb.reason.sketches import (
    OfAbsence,
    OfAxiom,
    OfComparison,
    OfFigure,
    OfKind,
    OfOverruled,
    OfRule,
    OfTold,
    OfVerdict,
    Sketch,
    Terms,
    compares_things,
    named,
)
from kb.rulelang import tree
from kb.rulelang.recurring import Recurring
from kb.rulelang.render import Renderer

Telling = dict[str, Any]
"""What is told of a proof, as JSON has it; under "steps" its steps by their ids."""

_FIT = frozenset({
    "absent", "asked figure", "beaten", "compare", "failed", "figure", "given", "given figure", "kind", "not encoded",
    "open", "open figure", "rule", "silence", "together", "unknown", "verdict", "widening",
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


class _Parts(NamedTuple):
    """JSON in parts, every other one a hole, and `at_holes` to put what stands in each of the holes in their order."""

    parts: list[str]
    at_holes: Callable[[Sequence[str]], Sequence[str]]

    def filled(self, held: Sequence[str]) -> str:
        """The JSON with this in its holes."""
        parts = self.parts.copy()
        parts[1::2] = self.at_holes(held)
        return "".join(parts)


class _Form(NamedTuple):
    """How proofs of one form are told: the steps, and all else. It holds on to everything that the shape knows by its identity
    alone."""

    steps: _Parts
    rest: _Parts
    loads: Callable[[str], Telling]
    by: Sequence[object]

    def filled(self, held: Sequence[str], written: Callable[[str], Any] | None = None) -> Telling:
        """What is told of a proof of this form that has this in its holes."""
        telling = self.loads(self.rest.filled(held))
        telling["steps"] = (written or self.loads)(self.steps.filled(held))
        return telling

    def fits(self, held: Sequence[str], telling: Telling) -> bool:
        """Whether this is what is told of a proof of this form that has this in its holes."""
        steps, rest = _split(telling)
        return self.steps.filled(held) == steps and self.rest.filled(held) == rest


class ProofForms(Recurring[tuple[object, ...], _Form]):
    """The forms of proofs that were told by one rulebook, under one of its readings."""

    def told(
        self,
        root: Step,
        renderer: Renderer,
        tell: Callable[[Renderer], Telling],
        written: Callable[[str], Any] | None = None,
    ) -> Telling:
        """What `tell` tells of a proof with this renderer: by the form of the proof, where it is known. Its steps are then what
        `written` makes of them as JSON, if that is given."""
        read = read_form(root, renderer)
        if read is None:
            return tell(renderer)
        form = self.known(read.shape)
        if form is not None:
            return form.filled(read.held, written)
        telling = tell(renderer)
        if self.due(read.shape, read.by):
            form = _form(read, root, renderer, tell)
            # What a hole does not stand for would show here.
            self.keep(read.shape, form if form is not None and form.fits(read.held, telling) else None)
        return telling


def read_form(root: Step, renderer: Renderer) -> Read | None:
    """The form of a proof; None for one that has none.

    Of a step in shorthand the form is its sketch and the form of its parts; of one that is the same in every question it is
    that step, and the sentences that told the facts it rests on.
    """
    # What each step rests on and shows is noted by the step itself, and told by its place when every step has one.
    at: dict[Step, object] = {}
    steps = [root]
    reading = _Reading()
    shape, shown = reading.shape, reading.shown
    for step in steps:  # it grows meanwhile, and has a step as often as others rest on it
        if step in at:
            continue
        if isinstance(step, SketchedFigure):
            of = step.of
            if of is None:
                at[step] = step
                reading.fixed.append(step.sketch)
                continue
            sketch = step.sketch
            below = _PARTS[sketch.__class__](shape, step, sketch, step.parts, reading)
            if below is not None:
                at[step] = len(at)
                if reading.of is not of:
                    if reading.of is not None:
                        return None  # answers of several slices, each with its own count of the things
                    reading.of = of
                if sketch.named:
                    reading.things.update(dict.fromkeys(sketch.named))
                shown += below
                steps += below
                continue
        at[step] = len(at)
        below = reading.step(step)
        if below is None:
            return None
        shown += below
        steps += below
    return reading.form(renderer, map(at.__getitem__, shown))


class _Reading:
    """The form of a proof as far as it was read: in `shape` all but what steps rest on and show, which is in `shown`; what it
    knows by its identity alone in `by`; sketches of steps that are the same in every question in `fixed`; the atoms of steps
    that are spelt out, and the sentences and values of all."""

    __slots__ = ("atoms", "by", "fixed", "names", "of", "shape", "shown", "things", "told")

    def __init__(self) -> None:
        self.shape: list[object] = []
        self.shown: list[Step] = []
        self.by: list[object] = []
        self.fixed: list[Sketch] = []
        self.of: Any = None
        self.things: dict[str, None] = {}
        self.atoms: dict[Key | None, int] = {}
        self.told: dict[str, int] = {}
        self.names: list[str] = []

    def step(self, step: Step) -> Iterable[Step] | None:
        """Read a step that is spelt out; returns what it rests on and shows, None where it has no form."""
        kind, data, atoms, told = step.kind, step.data, self.atoms, self.told
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

    def value(self, data: object) -> object:
        """What a step holds beside what it rests on, as far as it is told; None where it is nothing that is read off here."""
        if isinstance(data, Possible):
            if data.whole is not None:
                return data.whole
            known = data.known
            if isinstance(known, str):
                self.names.append(known)
            return data if known is None else known
        if isinstance(data, tuple) and len(data) == 4 and isinstance(data[0], tree.Compare):
            condition, left, right, env = data
            if compares_things(condition):
                return None
            atoms = self.atoms
            about = ("", tuple([thing or "" for thing in env]), None)
            return id(condition), self.value(left), self.value(right), atoms.setdefault(about, len(atoms))
        if isinstance(data, tree.Order | tree.Record):
            return id(data)
        return data if isinstance(data, str | int) else None

    def form(self, renderer: Renderer, places: Iterable[object]) -> Read | None:
        """The form of all that was read, where the steps that others rest on and show have these places."""
        shape, of, told = self.shape, self.of, self.told
        shape += places
        things: dict[str, int] = {}
        if of is not None:
            names = {**dict.fromkeys(of.args), **self.things}
            facts: dict[tuple[str, Terms], None] = {}
            for sketch in self.fixed:
                if sketch.told:
                    facts.update(dict.fromkeys(sketch.told))
                if sketch.named:
                    names.update(dict.fromkeys(sketch.named))
            for template, terms in facts:
                shape.append(told.setdefault(of.told[template, named(of, terms)][1], len(told)))
            names.pop(SOMETHING, None)
            for thing in names:
                things[thing] = len(things)
        for atom in self.atoms:
            if atom is not None:
                template, args, purpose = atom
                shape += (template, purpose, len(args))
                for thing in args:
                    # "Something" is told as that, whatever the things are called.
                    shape.append(thing if thing == SOMETHING else things.setdefault(thing, len(things)))
        if not things.keys().isdisjoint(self.names) or any(map(_NO_NAME, things)):
            return None
        for thing in things:
            shape.append(_manner(thing, renderer))
        held = (*things, *told)
        written = "".join(held)
        if '"' in written or "\\" in written or not written.isprintable():
            return None  # it stands otherwise in JSON
        return Read(tuple(shape), held, len(things), self.by)


_NO_NAME = re.compile(r"something|nothing told|no .+ told").fullmatch
"""What is told in the place of a thing where there is none in particular."""

_Shown = Iterable[Step] | None
"""What a step in shorthand rests on and shows; None where it has to be spelt out."""


def _silence(shape: list[object], step: Any, sketch: Any, parts: Any, reading: _Reading) -> _Shown:
    return None if sketch.kind == "given" else _of_several(shape, step, sketch, parts, reading)


def _of_several(shape: list[object], step: Any, sketch: Any, parts: Any, reading: _Reading) -> _Shown:
    shape += (sketch, step.verdict, step.closed, len(parts))
    shown: Sequence[Step] = parts
    return shown


def _of_rule(shape: list[object], step: Any, sketch: Any, parts: Any, reading: _Reading) -> _Shown:
    because, raws = parts
    if not raws:
        shape += (sketch, step.verdict, step.closed, len(because))
        premises: Sequence[Step] = because
        return premises
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
    shape += (sketch, step.verdict, step.closed, tuple(detail))
    return below


def _of_one(shape: list[object], step: Any, sketch: Any, parts: Any, reading: _Reading) -> _Shown:
    shape += (sketch, step.verdict, step.closed)
    return (parts,)


def _of_verdict(shape: list[object], step: Any, sketch: Any, parts: Any, reading: _Reading) -> _Shown:
    winners, passed = parts
    shape += (sketch, step.verdict, step.closed, len(winners), len(passed))
    return (*winners, *passed)


def _of_told(shape: list[object], step: Any, sketch: Any, parts: Any, reading: _Reading) -> _Shown:
    told = reading.told
    shape += (
        sketch,
        step.verdict,
        step.closed,
        told.setdefault(parts or "", len(told)),
        reading.value(step.data),
    )
    return ()


def _of_kind(shape: list[object], step: Any, sketch: Any, parts: Any, reading: _Reading) -> _Shown:
    of, told = step.of, reading.told
    source = of.kinds[named(of, sketch.terms)[0]][parts]
    shape += (sketch, step.verdict, step.closed, parts, source and told.setdefault(source, len(told)))
    return ()


def _of_comparison(shape: list[object], step: Any, sketch: Any, parts: Any, reading: _Reading) -> _Shown:
    if sketch.of_things:
        return None
    because, left, right = parts
    shape += (sketch, step.verdict, step.closed, reading.value(left), reading.value(right), len(because))
    shown: Sequence[Step] = because
    return shown


_PARTS: dict[type, Callable[[list[object], Any, Any, Any, _Reading], _Shown]] = {
    Sketch: _silence,
    OfRule: _of_rule,
    OfAbsence: _of_several,
    OfAxiom: _of_one,
    OfOverruled: _of_one,
    OfVerdict: _of_verdict,
    OfFigure: _of_one,
    OfTold: _of_told,
    OfKind: _of_kind,
    OfComparison: _of_comparison,
}
"""Each adds to the shape what tells a step in shorthand apart."""


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
        if thing in self.vocabulary.singletons or _NO_NAME(thing):
            return named
        return named.removesuffix(thing) + self._marks[thing]


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
    steps, rest = map(_parts, _split(telling))
    if len(steps.parts) + len(rest.parts) < 6:
        return None  # there is nothing to speak of
    return _Form(steps, rest, orjson.loads, read.by)


def _split(telling: Telling) -> tuple[str, str]:
    """The steps of what is told, and all else, as JSON."""
    import orjson

    rest = {name: value for name, value in telling.items() if name != "steps"}
    return orjson.dumps(telling["steps"]).decode(), orjson.dumps(rest).decode()


def _parts(written: str) -> _Parts:
    """JSON with marks in it as parts with holes between them."""
    # Most of what stands between the holes of one form stands in others, too: kept once, forms take half as much memory.
    parts = [sys.intern(part) for part in _HOLES.split(written)]
    places = [ord(hole) - _FIRST for hole in parts[1::2]]
    if len(places) > 1:
        return _Parts(parts, operator.itemgetter(*places))
    return _Parts(parts, lambda held: [held[place] for place in places])
