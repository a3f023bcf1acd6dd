"""The rule numbers that an answer rests on.

A rule that stands is cited, with what its premises cite. What was looked at and refused is cited only where a rule refuses
it: an exception that fails because nobody told its condition says nothing about the answer, one that a further rule
withdraws does. A "no" by silence cites the rules that would have said yes and were kept from it by a fact or a rule.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from kb.reason.program import Apart, Entry, rule_number
from kb.reason.proof import NO, UNKNOWN, YES, Looked, Step, silent
from kb.rulelang import tree
from kb.rulelang.telling import is_telling


def cited_statements(root: Step) -> tuple[str, ...]:
    """The statements that a step rests on, in the order in which the proof comes to them."""
    return tuple(dict.fromkeys(_Citer().of(root)))


def cited_rules(root: Step) -> tuple[str, ...]:
    """The rule numbers that a step rests on, sorted as in the rulebook's numbering."""
    return tuple(sorted({_number(statement) for statement in cited_statements(root)}, key=rule_order))


_number = functools.lru_cache(maxsize=1 << 16)(rule_number)


@functools.lru_cache(maxsize=1 << 16)
def rule_order(number: str) -> tuple[str, int, str]:
    """A sort key for rule numbers: chapter, section, then digit by digit."""
    head, _, tail = number.partition(".")
    letters = head.rstrip("0123456789")
    digits = head[len(letters) :]
    return letters, int(digits or 0), tail


class _Citer:
    """Finds the statements behind steps, each step once. Statements may come twice: who asks takes each once."""

    def __init__(self) -> None:
        self._known: dict[int, Sequence[str]] = {}

    def of(self, step: Step) -> Sequence[str]:
        known = self._known.get(id(step))
        if known is None:
            self._known[id(step)] = ()
            found: list[str] = []
            self._of(step, found)
            known = self._known[id(step)] = tuple(dict.fromkeys(found)) if len(found) > 1 else found
        return known

    def _all(self, steps: Sequence[Step], found: list[str]) -> None:
        known = self._known
        for step in steps:
            if step.because or step.considered or step.kind not in _LEAVES:
                found += known.get(id(step)) or self.of(step)

    def _of(self, step: Step, found: list[str]) -> None:
        kind = step.kind
        if kind in _STANDING:
            found += statements_of(step.entry)
            self._all(step.because, found)
            for look in step.exceptions:
                self._refused(look, found)
            self._considered(step.considered, found, only_beaten=True)
        elif kind == "widening":
            found.append(str(step.data).partition(" #")[0])
            self._all(step.because, found)
        elif kind in _NOT_TOLD:
            self._all(step.because, found)
            self._considered(step.considered, found, only_beaten=kind == "figure")
        elif kind in ("cases", "odds"):
            self._all(step.because, found)
            self._all(step.considered, found)
        elif kind == "unknown" and step.entry is not None:
            found += statements_of(step.entry)
            self._all(step.because, found)
        elif kind == "failed":
            self._failed(step, found)
        elif kind == "told against":
            pass  # it is as it is told to be: what the rules say of it is shown, and nothing rests on it
        elif kind == "not encoded":
            found += step.data.statements if isinstance(step.data, tree.Record) else statements_of(step.entry)
            self._all(step.because, found)
        else:
            self._all(step.because, found)
            self._considered(step.considered, found, only_beaten=True)

    def _refused(self, look: Looked, found: list[str]) -> None:
        if look.applies != NO:
            return
        for inner in look.exceptions:
            if inner.applies == YES:
                found += statements_of(look.by)
                found += statements_of(inner.by)
                self._all(inner.because, found)
            else:
                self._refused(inner, found)
        for step in look.because:
            if step.kind == "beaten":
                found += statements_of(look.by)
                self._beaten(step, found)
            elif step.kind == "failed":
                self._all(step.because, found)
            else:
                found += self.of(step)

    def _considered(self, steps: Sequence[Step], found: list[str], *, only_beaten: bool) -> None:
        for step in steps:
            if step.kind == "beaten":
                self._beaten(step, found)
            elif not only_beaten:
                self._failed(step, found)

    def _beaten(self, step: Step, found: list[str]) -> None:
        """A rule kept from standing by an exception: the exception counts, with what it rests on."""
        if step.entry is not None and any(
            look.applies == YES and isinstance(look.by, tree.Withdrawal) for look in step.exceptions
        ):
            found += statements_of(step.entry)
        for look in step.exceptions:
            if look.applies == YES:
                found += statements_of(look.by)
                self._all(look.because, found)
                for inner in look.exceptions:
                    self._refused(inner, found)
        if isinstance(step.data, tree.Order) and step.data.by != "convention":
            found.append(step.data.by)
        if not step.exceptions:
            self._all(step.because, found)

    def _failed(self, step: Step, found: list[str]) -> None:
        """A rule whose condition fails: cited with the reason where that is a fact or a rule.

        Mere silence is no reason to cite it, nor that the thing asked about is of another kind than the rule is for, nor that
        something was told.
        """
        inner: list[str] = []
        self._all(step.because, inner)
        if inner or any(
            not silent(premise)
            and premise.verdict != UNKNOWN
            and premise.kind not in ("kind", "silence")
            and not (premise.key is not None and is_telling(premise.key[0]))
            for premise in step.because
        ):
            found += statements_of(step.entry)
            found += inner


_STANDING = frozenset({"rule", "line", "read back"})
_LEAVES = frozenset({"given", "given figure", "kind", "silence", "open", "open figure", "absent"})
"""The kinds of step behind which there is nothing but what they show."""

_NOT_TOLD = frozenset({"silence", "open", "open figure", "absent", "figure"})


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
