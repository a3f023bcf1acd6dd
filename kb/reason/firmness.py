"""Whether what stands by silence may stand without it: what the steps of a proof show is one reason of several.

An "and" fails by the first part of which that is found, an "or" holds by any. Where such a reason rests on silence, another
that was not looked at may rest on none; only who looks closer can tell. Most often no other is possible, which is seen
here from the proof, the facts, and the verdicts on what else could be the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kb.reason.program import Entry, side_of
from kb.reason.proof import NO, YES, Looked, Step
from kb.reason.slices import SOMETHING, passed_on, things
from kb.rulelang import tree

if TYPE_CHECKING:
    from kb.reason.engine import Run

Env = Sequence[str | None]


class Firmness:
    """Looks at proofs by the facts of one run, which is asked for verdicts."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.program = run.program

    def possible(self, step: Step, world: int) -> bool:
        """Whether what a step says may hold for reasons that rest on nobody's silence; yes where that is not plain to see."""
        if not step.closed:
            return True
        if step.kind in ("silence", "loop"):
            return False
        if step.kind == "verdict":
            winners = [each for each in step.because if self.possible(each, world)]
            return bool(winners) and all(
                self._out(other, world)
                for other in step.considered
                if isinstance(other.entry, Entry)
                and side_of(other.entry) != step.verdict
                and not any(self.program.overrules(winner.entry, other.entry) for winner in winners)
            )
        if step.kind == "figure":
            return any(self.possible(each, world) for each in step.because)
        if step.kind == "compare" or (step.kind == "rule" and not isinstance(step.entry, Entry)):
            return all(self.possible(each, world) for each in step.because)
        if step.kind == "absent":
            # Any thing stands for each that is not known of here.
            blank = [SOMETHING] * (1 + max(step.data.variables, default=0))
            return not isinstance(step.data.part, tree.Holds) or self._fails(
                step.data.part, blank, step.because, world
            )
        if step.kind != "rule":
            return True
        return self._holds(step.entry.rule.condition, step.env, step.because, world) and all(
            self._kept_out(look, step.entry, step.env, world)
            for look in step.exceptions
            if look.applies == NO
        )

    def _kept_out(self, look: Looked, entry: Entry, env: Env, world: int) -> bool:
        """Whether an exception that does not apply may be kept from it by more than silence."""
        if look.exceptions:
            return True
        if isinstance(look.by, Entry):
            return self._out(look.because[0], world)
        for exemption, binding in entry.withdrawals:
            if exemption.item is look.by:
                inner = passed_on(binding, env, len(look.by.variables))
                return self._fails(look.by.condition, inner, look.because, world)
        return True

    def _out(self, status: Step, world: int) -> bool:
        """Whether a rule that does not stand may be out by more than silence."""
        if not status.closed or status.kind != "failed":
            return status.kind != "loop"
        if not status.env:
            return True
        return self._fails(status.entry.rule.condition, status.env, status.because, world)

    def _holds(
        self,
        condition: tree.Condition,
        env: Env,
        because: Iterable[Step],
        world: int,
        *,
        unsaid: bool = True,
    ) -> bool:
        """Whether a condition that holds, by these steps, may do so by more than silence; `unsaid` of what none of them is
        about."""
        if isinstance(condition, tree.Holds):
            step = self._found(condition, env, because)
            return unsaid if step is None else self.possible(step, world)
        if isinstance(condition, tree.AllOf):
            return all(self._holds(part, env, because, world) for part in condition.parts)
        if isinstance(condition, tree.AnyOf):
            return any(self._holds(part, env, because, world, unsaid=False) for part in condition.parts)
        if isinstance(condition, tree.NoneOf):
            return all(self._fails(part, env, because, world) for part in condition.parts)
        if isinstance(condition, tree.ButFor):
            return self._holds(condition.part, env, because, self.program.worlds[condition.after])
        return True

    def _fails(self, condition: tree.Condition, env: Env, because: Iterable[Step], world: int) -> bool:
        """Whether a condition that fails, by these steps, may do so by more than silence."""
        if isinstance(condition, tree.Holds):
            step = self._found(condition, env, because)
            if step is None:
                return self._says(condition, env, world)
            return self.possible(step, world)
        if isinstance(condition, tree.AllOf):
            return any(self._fails(part, env, because, world) for part in condition.parts)
        if isinstance(condition, tree.AnyOf):
            return all(self._fails(part, env, because, world) for part in condition.parts)
        if isinstance(condition, tree.NoneOf):
            return any(self._holds(part, env, because, world, unsaid=False) for part in condition.parts)
        if isinstance(condition, tree.ButFor):
            return self._fails(condition.part, env, because, self.program.worlds[condition.after])
        if isinstance(condition, tree.Exists):
            for step in because:
                if step.kind == "absent" and step.data is condition and step.closed:
                    blank = [
                        SOMETHING if index in condition.variables else thing
                        for index, thing in enumerate(env)
                    ]
                    return self._fails(condition.part, blank, step.because, world)
            return True
        truth, reasons = self.run.engine.check(condition)(self.run, list(env), world)
        return truth == NO and all(self.possible(step, world) for step in reasons)

    def _found(self, condition: tree.Holds, env: Env, because: Iterable[Step]) -> Step | None:
        key = (condition.atom.template, things(condition.atom.args, env), condition.atom.purpose)
        return next((step for step in because if step.key == key), None)

    def _says(self, condition: tree.Holds, env: Env, world: int) -> bool:
        """Whether a part that no step is about fails, by more than silence."""
        atom, args = condition.atom, things(condition.atom.args, env)
        if self.program.vocabulary.templates[atom.template].kind == "kind" and args[0] == SOMETHING:
            return False
        step = self.run.verdict(atom.template, args, atom.purpose, world)
        if step.kind == "conflict" and step.because[0].kind == "given":
            step = step.because[0]  # rules are held against one fact at a time
        return step.verdict == (NO if condition.positive else YES) and self.possible(step, world)
