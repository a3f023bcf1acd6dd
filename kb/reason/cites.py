"""The rule numbers that an answer rests on.

A rule that stands is cited, with what its premises cite. What was looked at and refused is cited only where a rule refuses
it: an exception that fails because nobody told its condition says nothing about the answer, one that a further rule
withdraws does. A "no" by silence cites the rules that would have said yes and were kept from it by a fact or a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.reason.program import Apart, Entry, rule_number
from kb.reason.proof import NO, UNKNOWN, YES, Looked, Step
from kb.rulelang import tree


def cited_statements(root: Step) -> tuple[str, ...]:
    """The statements that a step rests on, in the order in which the proof comes to them."""
    return tuple(dict.fromkeys(_Citer().of(root)))


def cited_rules(root: Step) -> tuple[str, ...]:
    """The rule numbers that a step rests on, sorted as in the rulebook's numbering."""
    return tuple(sorted({rule_number(statement) for statement in cited_statements(root)}, key=rule_order))


def rule_order(number: str) -> tuple[str, int, str]:
    """A sort key for rule numbers: chapter, section, then digit by digit."""
    head, _, tail = number.partition(".")
    letters = head.rstrip("0123456789")
    digits = head[len(letters) :]
    return letters, int(digits or 0), tail


class _Citer:
    def __init__(self) -> None:
        self._known: dict[int, tuple[str, ...]] = {}

    def of(self, step: Step) -> tuple[str, ...]:
        known = self._known.get(id(step))
        if known is None:
            self._known[id(step)] = ()
            known = tuple(dict.fromkeys(self._of(step)))
            self._known[id(step)] = known
        return known

    def _all(self, steps: Sequence[Step]) -> Iterator[str]:
        for step in steps:
            yield from self.of(step)

    def _of(self, step: Step) -> Iterator[str]:
        if step.kind in ("rule", "line", "read back"):
            yield from statements_of(step.entry)
            yield from self._all(step.because)
            for look in step.exceptions:
                yield from self._refused(look)
            yield from self._considered(step.considered, only_beaten=True)
        elif step.kind == "widening":
            yield str(step.data).partition(" #")[0]
            yield from self._all(step.because)
        elif step.kind in ("silence", "open", "open figure", "absent", "figure"):
            yield from self._all(step.because)
            yield from self._considered(step.considered, only_beaten=step.kind == "figure")
        elif step.kind in ("cases", "odds"):
            yield from self._all(step.because)
            yield from self._all(step.considered)
        elif step.kind == "unknown" and step.entry is not None:
            yield from statements_of(step.entry)
            yield from self._all(step.because)
        elif step.kind == "failed":
            yield from self._failed(step)
        elif step.kind == "not encoded":
            yield from (
                step.data.statements if isinstance(step.data, tree.Record) else statements_of(step.entry)
            )
            yield from self._all(step.because)
        else:
            yield from self._all(step.because)
            yield from self._considered(step.considered, only_beaten=True)

    def _refused(self, look: Looked) -> Iterator[str]:
        if look.applies == NO:
            for inner in look.exceptions:
                if inner.applies == YES:
                    yield from statements_of(look.by)
                    yield from statements_of(inner.by)
                    yield from self._all(inner.because)
                else:
                    yield from self._refused(inner)
            for step in look.because:
                if step.kind == "beaten":
                    yield from statements_of(look.by)
                    yield from self._beaten(step)
                elif step.kind == "failed":
                    yield from self._all(step.because)
                else:
                    yield from self.of(step)

    def _considered(self, steps: Sequence[Step], *, only_beaten: bool) -> Iterator[str]:
        for step in steps:
            if step.kind == "beaten":
                yield from self._beaten(step)
            elif not only_beaten:
                yield from self._failed(step)

    def _beaten(self, step: Step) -> Iterator[str]:
        """A rule kept from standing by an exception: the exception counts, with what it rests on."""
        if step.entry is not None and any(
            look.applies == YES and isinstance(look.by, tree.Withdrawal) for look in step.exceptions
        ):
            yield from statements_of(step.entry)
        for look in step.exceptions:
            if look.applies == YES:
                yield from statements_of(look.by)
                yield from self._all(look.because)
                for inner in look.exceptions:
                    yield from self._refused(inner)
        if isinstance(step.data, tree.Order) and step.data.by != "convention":
            yield step.data.by
        if not step.exceptions:
            yield from self._all(step.because)

    def _failed(self, step: Step) -> Iterator[str]:
        """A rule whose condition fails: cited with the reason where that is a fact or a rule.

        Mere silence is no reason to cite it, nor that the thing asked about is of another kind than the rule is for.
        """
        inner = list(self._all(step.because))
        told = any(
            not premise.closed and premise.verdict != UNKNOWN and premise.kind != "kind"
            for premise in step.because
        )
        if inner or told:
            yield from statements_of(step.entry)
            yield from inner


def statements_of(entry: object) -> tuple[str, ...]:
    """The statements behind a rule, an exception or an axiom."""
    if isinstance(entry, Entry):
        outside = entry.rule.outside
        if outside is not None and outside not in entry.rule.statements:
            return (*entry.rule.statements, outside)
        return entry.rule.statements
    if isinstance(entry, Apart | tree.Withdrawal):
        return entry.statements
    return ()
