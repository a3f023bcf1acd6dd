"""Asking many questions of one rulebook: what was asked once is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kb.answer import Outcome, answer_of, outcome_of
from kb.reason.engine import Timeout
from kb.rulebook import Rulebook

_MOST = 10_000
"""How many answers are kept."""


class Asker:
    """A rulebook with the answers it has given. One may serve many checks."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.deadline: Callable[[], bool] | None = None
        self._outcomes: dict[tuple[tuple[str, ...], str], Outcome] = {}
        self._answers: dict[tuple[tuple[str, ...], str], dict[str, Any]] = {}
        self._rules: dict[tuple[tuple[str, ...], str], frozenset[str]] = {}

    def in_time(self) -> None:
        """Raise `Timeout` where the deadline has come."""
        if self.deadline is not None and self.deadline():
            raise Timeout

    def outcome(self, facts: tuple[str, ...], question: str) -> Outcome:
        """What the answer comes to; where facts or question make no sense together, that is no possible situation.

        Raises `Timeout` where the deadline has come.
        """
        key = (facts, question)
        found = self._outcomes.get(key)
        if found is None:
            if len(self._outcomes) > _MOST:
                self._outcomes.clear()
            found = outcome_of(self.book, facts, question, self.deadline)
            if found.answer == "not understood":  # such as the room of a unit that is no craft
                found = replace(found, possible=False)
            self._outcomes[key] = found
        return found

    def answer(self, facts: tuple[str, ...], question: str) -> dict[str, Any]:
        """The whole answer with its derivation; what would flip it is left out."""
        key = (facts, question)
        found = self._answers.get(key)
        if found is None:
            if len(self._answers) > _MOST // 20:
                self._answers.clear()
            found = self._answers[key] = answer_of(self.book, facts, question, explain=False)
        return found

    def rules(self, facts: tuple[str, ...], question: str) -> frozenset[str]:
        """The rules that the answer rests on, exceptions that apply among them."""
        key = (facts, question)
        found = self._rules.get(key)
        if found is None:
            found = self._rules[key] = frozenset(rules_in(self.answer(facts, question)))
        return found


def rules_in(answer: dict[str, Any]) -> Iterator[str]:
    """Every rule that an answer rests on: cited, standing in its derivation, or taken out of one by an exception."""
    yield from answer.get("cites", ())
    for flag in answer.get("flags", ()):
        yield flag["statement"]
    for statement in deciding_statements(answer):
        yield from (part.partition("-")[0].partition(" ")[0] for part in statement.split(" + "))


def looked_at(answer: dict[str, Any]) -> Iterator[str]:
    """The rules that were looked at for an answer that rests on none."""
    for step in answer.get("derivation", {}).get("steps", {}).values():
        yield from (each["rule"] for each in step.get("considered", ()) if each.get("rule"))


def deciding_statements(answer: dict[str, Any]) -> list[str]:
    """The statements of the rules that stand in an answer and of the exceptions that apply, nearest the root first."""
    found: dict[str, None] = {}
    steps = answer.get("derivation", {}).get("steps", {})
    for step in steps.values():
        for name in _standing(step):
            found[name] = None
    return list(found)


def _standing(step: dict[str, Any]) -> Iterator[str]:
    if step.get("statement") and step.get("kind") not in ("failed", "beaten"):
        yield step["statement"]
    yield from _applying(step.get("exceptions", ()))
    for each in step.get("considered", ()):
        yield from _applying(each.get("exceptions", ()))


def _applying(looks: Sequence[dict[str, Any]]) -> Iterator[str]:
    for look in looks:
        if look.get("applies") == "yes" and look.get("statement"):
            yield look["statement"]
        yield from _applying(look.get("exceptions", ()))
