"""The proof as data: what each step rests on. Words and ids are made when a proof is shown, not when it is found."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import TYPE_CHECKING, Any

YES = 1
NO = -1
UNKNOWN = 0

CAUSES = ("", "undetermined", "not encoded", "conflict", "ill-founded")
"""Why something is unknown, mildest first; an index into this tuple is a step's `cause`."""

BEATEN, OTHER = 1 << 8, 1 << 16
"""What a step counts for when rules are weighed in haste: see `Step.standing`."""

Key = tuple[str, tuple[str, ...], str | None]
"""An atom about things: template, arguments, purpose."""


class Step:
    """One step of a proof.

    `kind` says what it is: given (a fact), kind (a fact through the taxonomy), rule, verdict (several supporters), silence,
    open (nothing told), conflict, failed and beaten (a rule that does not stand), compare, figure, line, rounded, told against
    (bounds that are told of a figure and leave out what rules give it), bounded (the same, where these may give it what is
    left), rolled (what dice can show), among (which things a condition picks out), extreme (the least or greatest figure of
    them), chosen (several of them, of which one is to be chosen), widening, absent (no such thing), cases (every completion
    agrees),
    assumed (one case of them), ruled out (a case in which the rules stand against what was told), odds (all outcomes that
    chance leaves), outcome (one of them, with how likely it is in `data`), and of a question together, asked figure and
    kinds. `verdict` is 1, -1 or 0, for the atom `key`; `because` are its premises, `exceptions` what was looked at and
    could have defeated it, `considered` rules that do not stand. `closed` says whether it rests on somebody's silence.
    `asked` is what only a question says: of a "together" whether any or all, and each part's side and key; of an "asked
    figure" the comparison and its values; of the "kinds" of a class what is supposed for each.
    """

    # Slots of one class are what a compiled rule reads and writes soonest.
    __slots__ = (
        "asked", "because", "cause", "closed", "considered", "data", "entry", "env", "exceptions", "key", "kind", "standing",
        "verdict",
    )  # fmt: skip

    kind: str
    verdict: int
    key: Key | None
    because: Sequence[Step]
    entry: Any
    env: Sequence[str | None]
    exceptions: Sequence[Looked]
    considered: Sequence[Step]
    closed: bool
    cause: int
    data: Any
    asked: Any
    standing: int
    """For whoever weighs rules in haste: 0 for a rule that failed, 1 for one that stands, or `BEATEN`; `OTHER` has to be looked
    at. They can be added up. Only the status of a rule has it for sure."""

    def __init__(
        self,
        kind: str,
        verdict: int,
        key: Key | None = None,
        because: Sequence[Step] = (),
        *,
        entry: Any = None,
        env: Sequence[str | None] = (),
        exceptions: Sequence[Looked] = (),
        considered: Sequence[Step] = (),
        closed: bool = False,
        cause: int = 0,
        data: Any = None,
    ) -> None:
        self.kind = kind
        self.verdict = verdict
        self.key = key
        self.because = because
        self.entry = entry
        self.env = env
        self.exceptions = exceptions
        self.considered = considered
        self.closed = closed
        self.cause = cause
        self.data = data
        self.asked = None
        self.standing = OTHER

    def passing_over(self, other: Step) -> Step:
        """This step with one more step among those considered; other proofs may hold this one as it is."""
        return self._but((*self.considered, other), closed=self.closed)

    def resting_on_silence(self) -> Step:
        """This step as one that rests on somebody's silence; other proofs may hold this one as it is."""
        return self._but(self.considered, closed=True)

    def _but(self, considered: Sequence[Step], *, closed: bool) -> Step:
        return Step(
            self.kind,
            self.verdict,
            self.key,
            self.because,
            entry=self.entry,
            env=self.env,
            exceptions=self.exceptions,
            considered=considered,
            closed=closed,
            cause=self.cause,
            data=self.data,
        )


class Looked:
    """An exception that was looked at: what it is, whether it applies (1, -1, 0), and why.

    A withdrawal has `exceptions` of its own: what was looked at that could have restored the rule.
    """

    __slots__ = ("applies", "because", "by", "effect", "exceptions")

    by: Any
    effect: str
    applies: int
    because: Sequence[Step]
    exceptions: Sequence[Looked]

    def __init__(
        self,
        by: Any,
        effect: str,
        applies: int,
        because: Sequence[Step],
        exceptions: Sequence[Looked] = (),
    ) -> None:
        self.exceptions = exceptions
        self.by = by
        self.effect = effect
        self.applies = applies
        self.because = because


class Made(Step):
    """A step that a compiled rule makes: it is told one thing after the other. What is known has no cause."""

    __slots__ = ("of", "parts", "sketch")
    __init__ = object.__init__
    asked = None
    cause = 0

    of: Any
    parts: Any
    sketch: Any


def _filled_in(name: str, known: Callable[[Any], Any] | None = None) -> Any:
    """An attribute that a sketched step has as soon as somebody asks for it, or that its sketch knows; who changes it changes
    a step that is filled in."""

    def get(step: Any) -> Any:
        step.sketch.fill(step)
        return getattr(step, name)

    def change(step: Any, value: Any) -> None:
        step.sketch.fill(step)
        setattr(step, name, value)

    return property(known or get, change)


def _kind(step: Any) -> Any:
    return step.sketch.kind


def _key(step: Any) -> Any:
    return step.sketch.key(step.of)


def _entry(step: Any) -> Any:
    return step.sketch.entry


class SketchedFigure(Made):
    """A figure that a compiled rule makes, in shorthand until somebody looks at it.

    `verdict`, `closed` and its value, `data`, are told at once. `sketch` says what the step is and `parts` what it was made of;
    all else is filled in from these when it is first asked for, and the step is then `Made`. `of` is the question that it
    belongs to.
    """

    # Slots that are read as often as these may not be behind a `__getattr__`: it would make all of them slow.
    __slots__ = ()

    if not TYPE_CHECKING:
        # What it is and what about, the sketch can say by itself.
        kind, key, entry = _filled_in("kind", _kind), _filled_in("key", _key), _filled_in("entry", _entry)
        because, env, exceptions, considered = map(_filled_in, ("because", "env", "exceptions", "considered"))


class Sketched(SketchedFigure):
    """The same of a step that is no figure: its `data` is filled in with the rest; the status of a rule is told its `standing`.

    `of` is None for a step that is the same in every question that comes to it: `kb.reason.sketches.settled` makes it one of a
    question.
    """

    __slots__ = ()

    if not TYPE_CHECKING:
        data = _filled_in("data")


class Doubt(Made):
    """What is not known, as a compiled rule makes it: with the cause."""

    # A slot of its own: that of every step is hidden where what is known has no cause.
    __slots__ = ("cause",)


class SketchedDoubt(Doubt):
    """The same in shorthand: `verdict`, `closed`, `cause`, `standing` and `data`, the side that a rule takes or what a figure
    may be, are told at once."""

    __slots__ = ()

    if not TYPE_CHECKING:
        kind, key, entry = _filled_in("kind", _kind), _filled_in("key", _key), _filled_in("entry", _entry)
        because, env, exceptions, considered = map(_filled_in, ("because", "env", "exceptions", "considered"))


class Look(Looked):
    """What a compiled rule makes of an exception: it is told one thing after the other."""

    __slots__ = ()
    __init__ = object.__init__


def reasons_of(look: Looked) -> list[Step]:
    """Why an exception applies or does not, with what was looked at that could have restored the rule."""
    return [*look.because, *(step for inner in look.exceptions for step in reasons_of(inner))]


def any_closed(steps: Sequence[Step]) -> bool:
    """Whether one of the steps rests on silence."""
    for step in steps:  # noqa: SIM110 - this is faster than any()
        if step.closed:
            return True
    return False


def silent(step: Step) -> bool:
    """Whether what says so rests on silence, whatever else silence keeps from saying the opposite, or something else."""
    if not step.closed or step.kind not in ("verdict", "figure", "compare") or not step.because:
        return step.closed
    if step.kind == "verdict":
        return all(winner.closed for winner in step.because)
    if step.kind == "compare":
        return any(silent(figure) for figure in step.because)
    # Each rule that gives the figure its value, with what that was worked out from.
    found: list[bool] = []
    for each in step.because:
        if each.kind == "rule" or not found:
            found.append(False)
        found[-1] = found[-1] or silent(each)
    return all(found)


def out_by_silence(step: Step) -> bool:
    """Whether a rule does not stand, as far as its step says by silence alone."""
    return step.closed and step.kind in ("failed", "beaten")


def kept_out_by_silence(looked: Sequence[Looked]) -> bool:
    """Whether one of the exceptions that do not apply is kept from it by somebody's silence."""
    return any(look.applies == NO and any_closed(reasons_of(look)) for look in looked)


def beaten_by_silence(looked: Sequence[Looked]) -> bool:
    """Whether each of the exceptions that apply rests on somebody's silence."""
    for look in looked:
        if look.applies == YES:
            for step in reasons_of(look) if look.exceptions else look.because:
                if step.closed:
                    break
            else:
                return False
    return True


def in_doubt(step: Step, doubted: Container[tuple[str, tuple[str, ...]]]) -> bool:
    """Whether what a step leaves open comes, at whatever depth, down to one of the atoms or figures in `doubted`."""
    seen: set[int] = set()
    waiting = [step]
    while waiting:
        found = waiting.pop()
        if found.verdict != UNKNOWN or id(found) in seen:
            continue
        if found.key is not None and found.key[:2] in doubted:
            return True
        seen.add(id(found))
        waiting.extend(found.because)
        waiting.extend(
            each for look in found.exceptions if look.applies == UNKNOWN for each in reasons_of(look)
        )
    return False


def made(kind: str, verdict: int, key: Key | None, because: Sequence[Step], closed: bool = False) -> Made:
    """A step of which nothing else is to be said so far."""
    step: Made = Made()
    step.kind = kind
    step.verdict = verdict
    step.key = key
    step.because = because
    step.closed = closed
    step.env = step.exceptions = step.considered = ()
    step.entry = step.data = None
    step.standing = OTHER
    return step


def worst(steps: Sequence[Step]) -> int:
    """The worst cause among steps that are unknown."""
    found = 0
    for step in steps:  # this is faster than max()
        if step.verdict == UNKNOWN and step.cause > found:
            found = step.cause
    return found
