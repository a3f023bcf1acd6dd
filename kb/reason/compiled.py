"""A slice made to run: a Python function for each node, written the first time that a question comes to it.

What a function finds is what the interpreter (`kb.reason.engine`) finds, step by step: a test holds both against each other.
It is faster because what the rulebook says is settled when the function is written: which rules conclude a thing, what stands
instead of them, what silence means, what can loop. A fact is a bit, a rule that surely fails costs no step unless a proof shows
it, and what nobody told anything of is known not to hold without being asked. Nothing of a question is kept.

Only text that was read from a rulebook's files comes into the functions, and only as values beside them: the source holds
numbers and names made here.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from functools import partial
from types import CodeType
from typing import TYPE_CHECKING, Any

from kb.reason.proof import Step
from kb.reason.running import RUNTIME, Function, Kinship
from kb.reason.sketches import Sketch, State, settled
from kb.reason.slices import Node, Slice, Terms
from kb.reason.writer import Writer

if TYPE_CHECKING:
    from kb.reason.engine import Engine, Run


_AHEAD = 64
"""For so many functions at a time there is place for what facts settle in them: a question for which functions are written need
not start again for each."""

_PATTERNS = 256
"""Of so many patterns of facts it is kept what they settle."""

_VALUE = re.compile(r"\bk\d+\b(?!\()")
"""The name of a value beside the source, where it is not called."""


class NewPlace(Exception):
    """A function that was just written needs more of the state than the state has: the question starts again."""


class Compiled:
    """The functions of a slice. `answer` is the step for its root."""

    def __init__(self, engine: Engine, made: Slice) -> None:
        self.engine = engine
        self.slice = made
        self.program = engine.program
        self.vocabulary = engine.vocabulary
        self.names: dict[str, Any] = dict(RUNTIME)
        self.tuples: dict[Terms, int] = {}
        self._bits: dict[tuple[Terms, str], tuple[int, int]] = {}
        self._anywhere: dict[str, int] = {}
        self._fixed: dict[object, str] = {}
        self._sketches: dict[object, str] = {}
        self.ways: dict[int, Sequence[Any]] = {}
        self._slots: dict[object, int] = {}
        self._tests: dict[str, int] = {}
        self._loop_bits: dict[int, int] = {}
        self._kinships: dict[str, Kinship] = {}
        self._writing = threading.RLock()
        self.function(0)
        self._start: Callable[[Run, tuple[str, ...]], State] | None = None

    def answer(self, run: Run, args: tuple[str, ...]) -> Step:
        """The step for the root, the things asked about being these. Raises `Declined`."""
        start = self._start
        while True:
            if start is None:
                with self._writing:
                    start = self._start = self._start or self._starter()
            try:
                state = start(run, args)
                step: Step = self.names["n0"](state)
            except (NewPlace, AttributeError, IndexError):
                if self._start is start:
                    raise
            else:
                if self._start is start:
                    # What is left of it the proof is filled in from: neither leads back to the proof.
                    state.m = state.run = None
                    return settled(step, state)
            # A function that was written meanwhile, maybe by another thread, needs more of a state than this one had.
            start = self._start

    # -- values beside the source -----------------------------------------------------------------------------------

    def place(self, terms: Terms) -> int:
        """The number under which a state keeps these things, and what is told of them."""
        found = self.tuples.get(terms)
        if found is None:
            found = self.tuples[terms] = len(self.tuples)
        return found

    def value(self, value: object) -> str:
        """The name of a value that the functions use."""
        name = f"k{len(self.names)}"
        self.names[name] = value
        return name

    def bits(self, terms: Terms, template: str) -> tuple[int, int]:
        """The bits by which a state has it that this is told, and that it is told not to be so."""
        found = self._bits.get((terms, template))
        if found is None:
            first = self._next_bit
            found = self._bits[terms, template] = first, first << 1
        return found

    def anywhere(self, template: str) -> int:
        """The bit by which a state has it that this is told of anything."""
        found = self._anywhere.get(template)
        if found is None:
            found = self._anywhere[template] = self._next_bit
        return found

    @property
    def _next_bit(self) -> int:
        return 1 << (2 * len(self._bits) + len(self._anywhere))

    def sketch(self, sketch: Sketch) -> str:
        """The name of a sketch: one of each content, so that steps of one content have one sketch."""
        content = sketch.content()
        found = self._sketches.get(content)
        if found is None:
            found = self._sketches[content] = self.value(sketch)
        return found

    def fixed(self, what: object, make: Callable[[], object]) -> str:
        """The name of a value, most often a step, that is the same in every question: made once of each that is asked for."""
        found = self._fixed.get(what)
        if found is None:
            found = self._fixed[what] = self.value(make())
        return found

    def kinship(self, kind: str) -> Kinship:
        """How a kind is to those that are told of things."""
        found = self._kinships.get(kind)
        if found is None:
            found = self._kinships[kind] = Kinship(self.vocabulary, kind)
        return found

    def slot(self, what: object) -> int:
        """The place in the memory of a question where what was found of something is kept: of a node by its number."""
        return self._slots.setdefault(what, len(self._slots))

    def loop_bit(self, node: Node) -> int:
        """The bit of a node that can come to itself, handed out as functions are written: what is come to often has a
        low one."""
        return self._loop_bits.setdefault(node.number, 1 << len(self._loop_bits))

    def tests(self, function: str) -> int:
        """The place where a state has what facts alone settle in the function of this name."""
        return self._tests.setdefault(function, len(self._tests))

    @property
    def _size(self) -> tuple[int, ...]:
        return (
            len(self.tuples),
            len(self._bits),
            len(self._anywhere),
            len(self._slots),
            self._places,
        )

    @property
    def _places(self) -> int:
        """How many functions a state has place for, for what facts settle in them."""
        return -(-len(self._tests) // _AHEAD) * _AHEAD

    # -- functions --------------------------------------------------------------------------------------------------

    def function(self, number: int, *, told: bool = False) -> str:
        """The name of the function of the node with this number, which is there from now on: written when it is first called.

        Of the nodes of a slice few are ever come to, so that only one that another mentions has a function.
        """
        name = f"{'g' if told else 'n'}{number}"
        if name not in self.names:
            self.names[name] = self._stub(self.slice.nodes[number], name, told=told)
        return name

    def _stub(self, node: Node, name: str, *, told: bool) -> Function:
        def first(state: State) -> Any:
            with self._writing:
                before = self._size
                source = "\n".join(Writer(self, node, state).function(told))
                grown = before != self._size
                if grown:
                    # Whoever is at work on a smaller state notices, and starts again.
                    self._start = None
                self._run(source)
                if grown:
                    raise NewPlace
            return self.names[name](state)

        return first

    def _starter(self) -> Callable[[Run, tuple[str, ...]], State]:
        slots = ["run", "args", "m", "busy", "seen", "told", "figures", "kinds", "f"]
        slots += ["names", "settled", "candidates", "t"]
        slots += [f"a{number}" for number in self.tuples.values()]
        # Under names of their own, so that what was made for a smaller state goes; a place once given out keeps its number.
        self.names["State"] = type("State", (), {"__slots__": tuple(slots)})
        # Of one thing by its place in the question, or its name; of several by a tuple of those.
        one: dict[str, dict[object, tuple[int, int]]] = {}
        more: dict[str, dict[object, tuple[int, int]]] = {}
        for (terms, template), (held, denied) in self._bits.items():
            if len(terms) == 1:
                one.setdefault(template, {})[terms[0]] = denied, held
            else:
                more.setdefault(template, {})[terms] = denied, held
        for template, bit in self._anywhere.items():
            # As a place it is any that is not told apart.
            told = one if len(self.vocabulary.templates[template].slots) == 1 else more
            ways = told.setdefault(template, {})
            told[template] = {place: (denied, held | bit) for place, (denied, held) in ways.items()} | {
                -1: (0, bit)
            }
        patterns: dict[int, list[tuple[Any, ...] | None]] = {}
        places = self._places

        def first(facts: int) -> list[tuple[Any, ...] | None]:
            if len(patterns) >= _PATTERNS:
                patterns.clear()
            made = patterns[facts] = [None] * places
            return made

        lines = [
            "def start(run, args):",
            " situation = run.situation",
            " if situation.closed or situation.unsettled: raise Declined",
            " r = State()",
            " r.run = run; r.args = args; r.figures = situation.figures; r.kinds = situation.kinds",
            f" r.m = [None] * {len(self._slots)}; r.busy = r.seen = 0; r.names = {{}}; r.settled = {{}}",
            " r.candidates = {}",
            " r.told = told = situation.told; f = 0",
        ]
        if self.slice.places:
            lines.append(f" {', '.join(f'p{n}' for n in range(self.slice.places))}, = args")

        def source(terms: Terms) -> str:
            parts = [
                f"p{t}" if isinstance(t, int) else "None" if t is None else self.fixed(t, partial(str, t))
                for t in terms
            ]
            return f"({''.join(f'{part}, ' for part in parts)})"

        lines += [f" r.a{number} = {source(terms)}" for terms, number in self.tuples.items()]
        places_of = ", ".join(f"p{place}: {place}" for place in range(self.slice.places))
        lines += [
            f" at = {{{places_of}}}.get",
            " of_one = bits_of_one; of_more = bits_of_more",
            " for (template, things), (holds, _) in told.items():",
            "  bits = of_one(template)",
            "  if bits is not None:",
            "   thing = things[0]",
            "   of = bits.get(at(thing, thing)) or bits.get(-1)",
            "   if of is not None: f |= of[holds]",
            "  else:",
            "   bits = of_more(template)",
            "   if bits is not None:",
            "    of = bits.get(tuple([at(thing, thing) for thing in things])) or bits.get(-1)",
            "    if of is not None: f |= of[holds]",
            " r.f = f",
            " r.t = settled_of(f) or first_of(f)",
            " return r",
        ]
        self.names |= {
            "bits_of_one": one.get,
            "bits_of_more": more.get,
            "settled_of": patterns.get,
            "first_of": first,
        }
        self._run("\n".join(lines))
        started: Callable[[Run, tuple[str, ...]], State] = self.names["start"]
        return started

    def _run(self, source: str) -> None:
        # A constant of the code is there without a look into the names.
        code = compile(_VALUE.sub(r"'\g<0>'", source), "<compiled rules>", "exec")
        exec(self._with_values(code), self.names)

    def _with_values(self, code: CodeType) -> CodeType:
        """The code with the values in the place of their names."""
        return code.replace(co_consts=tuple(map(self._constant, code.co_consts)))

    def _constant(self, constant: object) -> object:
        if isinstance(constant, CodeType):
            return self._with_values(constant)
        if isinstance(constant, tuple):
            return tuple(map(self._constant, constant))
        if isinstance(constant, str) and _VALUE.fullmatch(constant):
            return self.names[constant]
        return constant
