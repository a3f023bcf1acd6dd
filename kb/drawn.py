"""A derivation as a tree of lines to show: what the page and the terminal draw.

The answer holds its derivation as a graph of steps that may share premises. Here each step is drawn in full where it
first stands; where it stands again, one line says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ingest.late_dataclasses import dataclass


class Line(NamedTuple):
    """One line of a drawn derivation and the lines below it."""

    sentence: str
    """What the step says; of a rule that was looked at, what the rule says."""
    verdict: str = ""
    rule: str | None = None
    statement: str | None = None
    says: str | None = None
    """The encoding's own sentence for the rule behind the step."""
    quote: str | None = None
    given: str | None = None
    """The fact that was told, if this step is one or follows from one alone."""
    exception: str | None = None
    """For an exception that was looked at: whether it applies: yes, no or unknown."""
    passed_over: str | None = None
    """For another rule that was looked at: why it does not decide."""
    assumes: tuple[str, ...] = ()
    repeated: bool = False
    """This step has been drawn before; its premises stand there."""
    below: tuple[Line, ...] = ()
    kind: str = ""
    """What kind of step it is: rule, given, compare, line (of a sum), silence, …"""

    @property
    def told(self) -> str | None:
        """For a given step, `given`, with the fact as it was told where that reads otherwise."""
        if self.given is None:
            return None
        same = self.given.rstrip(".").casefold() == self.sentence.casefold()
        return "given" if same else f"given: {self.given}"


@dataclass(frozen=True, slots=True)
class Drawn:
    """One derivation of an answer; `of` says what it is about where an answer has several."""

    of: str | None
    root: Line


def draw(answer: Mapping[str, Any]) -> tuple[Drawn, ...]:
    """The derivations of an answer: the main one first, then those of a split, of purposes, of odds."""
    derivation = answer.get("derivation") or {}
    steps: Mapping[str, Mapping[str, Any]] = derivation.get("steps") or {}
    seen: set[str] = set()
    drawn = []
    for of, root in _roots(answer, derivation):
        if root in steps:
            drawn.append(Drawn(of, _line(root, steps, seen)))
    return tuple(drawn)


def _roots(answer: Mapping[str, Any], derivation: Mapping[str, Any]) -> list[tuple[str | None, Any]]:
    named: list[tuple[str | None, Any]] = [
        (f"{part.get('class')}: {part.get('answer')}", part.get("root")) for part in answer.get("split") or ()
    ]
    named += [
        (f"{part.get('thing')}: {part.get('answer')}", part.get("root"))
        for part in answer.get("members") or ()
    ]
    named += [
        (f"for {part.get('for')}: {part.get('value', part.get('answer'))}", part.get("root"))
        for part in answer.get("purposes") or ()
    ]
    named += [
        (f"{part.get('outcome')}: {part.get('p')}", part.get("root")) for part in answer.get("odds") or ()
    ]
    main = derivation.get("root")
    return named if main is None or main in [root for _, root in named] else [(None, main), *named]


_Steps = Mapping[str, Mapping[str, Any]]


def _line(step_id: str, steps: _Steps, seen: set[str]) -> Line:
    step = steps[step_id]
    behind = _rule_behind(step_id, steps)
    shown = steps[behind]
    said: dict[str, Any] = {
        "sentence": str(step.get("sentence", "")),
        "verdict": str(step.get("verdict", "")),
        "kind": str(shown.get("kind", "")),
        "rule": shown.get("rule"),
        "statement": shown.get("statement"),
        "given": step.get("given"),
    }
    parts = [step] if behind == step_id else [shown, step]
    if step_id in seen and any(part.get(kind) for part in parts for kind in _BELOW):
        return Line(**said, repeated=True)
    seen.update((step_id, behind))
    below = _premises(shown, steps, seen)
    for part in parts:
        below += [_exception(exception, steps, seen) for exception in part.get("exceptions") or ()]
        below += [
            _passed_over(other, steps, seen)
            for other in part.get("considered") or ()
            if other.get("says") != shown.get("says")  # the other half of an "exactly if"
        ]
    assumes = tuple(_sentence(assumed) for assumed in step.get("assumes") or ())
    return Line(**said, says=shown.get("says"), quote=shown.get("quote"), assumes=assumes, below=tuple(below))


_BELOW = ("because", "exceptions", "considered")


def _rule_behind(step_id: str, steps: _Steps) -> str:
    """The step of the rule that alone stands for a verdict and says the same, to be drawn as one line with it."""
    step = steps[step_id]
    premises = list(step.get("because") or ())
    if len(premises) == 1 and premises[0] in steps and "rule" not in step and "given" not in step:
        only = steps[premises[0]]
        if "rule" in only and (only.get("sentence"), only.get("verdict")) == (
            step.get("sentence"),
            step.get("verdict"),
        ):
            return str(premises[0])
    return step_id


def _exception(exception: Mapping[str, Any], steps: _Steps, seen: set[str]) -> Line:
    said: dict[str, Any] = {
        "sentence": str(exception.get("says", "")),
        "rule": exception.get("rule"),
        "statement": exception.get("statement"),
        "quote": exception.get("quote"),
        "exception": str(exception.get("applies", "unknown")),
    }
    again = [premise for premise in exception.get("because") or () if premise in steps]
    if len(again) == 1 and again[0] in seen and steps[again[0]].get("says") == exception.get("says"):
        return Line(**said, repeated=True)
    return Line(**said, below=(*_premises(exception, steps, seen), *_further(exception, steps, seen)))


def _further(exception: Mapping[str, Any], steps: _Steps, seen: set[str]) -> list[Line]:
    """The exceptions to an exception: its own, and those of the one step that only says again what it says."""
    own = [_exception(other, steps, seen) for other in exception.get("exceptions") or ()]
    premises = [premise for premise in exception.get("because") or () if premise in steps]
    if len(premises) != 1 or steps[premises[0]].get("says") != exception.get("says"):
        return own
    return [*own, *(_exception(other, steps, seen) for other in steps[premises[0]].get("exceptions") or ())]


def _passed_over(other: Mapping[str, Any], steps: _Steps, seen: set[str]) -> Line:
    exceptions = [_exception(exception, steps, seen) for exception in other.get("exceptions") or ()]
    return Line(
        sentence=str(other.get("says", "")),
        rule=other.get("rule"),
        statement=other.get("statement"),
        quote=other.get("quote"),
        passed_over=str(other.get("why", "")),
        below=(*_premises(other, steps, seen), *exceptions),
    )


def _premises(of: Mapping[str, Any], steps: _Steps, seen: set[str]) -> list[Line]:
    """The premises, drawn; one that only says again what `of` says gives way to its own premises."""
    premises = [premise for premise in of.get("because") or () if premise in steps]
    if len(premises) == 1 and "applies" in of and steps[premises[0]].get("says") == of.get("says"):
        seen.add(premises[0])
        return _premises(steps[premises[0]], steps, seen)
    return [_line(premise, steps, seen) for premise in premises]


def _sentence(assumed: Any) -> str:
    return (
        str(assumed["sentence"]) if isinstance(assumed, Mapping) and "sentence" in assumed else str(assumed)
    )
