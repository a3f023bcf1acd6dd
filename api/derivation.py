"""A derivation as a tree of lines to show: what the page and the terminal draw.

The answer holds its derivation as a graph of steps that may share premises. Here each step is drawn in full where it
first stands; where it stands again, one line says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a drawn derivation and the lines below it."""

    sentence: str
    """What the step says; of a rule that was looked at, what the rule says."""
    verdict: str = ""
    rule: str | None = None
    statement: str | None = None
    says: str | None = None
    """The encoding's own sentence for the rule behind the step."""
    quote: str | None = None
    given: bool = False
    """A fact that was told."""
    exception: str | None = None
    """For an exception that was looked at: whether it applies: yes, no or unknown."""
    passed_over: str | None = None
    """For another rule that was looked at: why it does not decide."""
    assumes: tuple[str, ...] = ()
    repeated: bool = False
    """This step has been drawn before; its premises stand there."""
    below: tuple[Line, ...] = ()


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
        (f"for {part.get('for')}: {part.get('answer')}", part.get("root"))
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
    line = Line(
        sentence=str(step.get("sentence", "")),
        verdict=str(step.get("verdict", "")),
        rule=step.get("rule"),
        statement=step.get("statement"),
        given="given" in step,
    )
    if step_id in seen and any(step.get(part) for part in ("because", "exceptions", "considered")):
        return replace(line, repeated=True)
    seen.add(step_id)
    below = _premises(step, steps, seen)
    below += [_exception(exception, steps, seen) for exception in step.get("exceptions") or ()]
    below += [_passed_over(other, steps, seen) for other in step.get("considered") or ()]
    assumes = tuple(_sentence(assumed) for assumed in step.get("assumes") or ())
    return replace(line, says=step.get("says"), quote=step.get("quote"), assumes=assumes, below=tuple(below))


def _exception(exception: Mapping[str, Any], steps: _Steps, seen: set[str]) -> Line:
    return Line(
        sentence=str(exception.get("says", "")),
        rule=exception.get("rule"),
        statement=exception.get("statement"),
        quote=exception.get("quote"),
        exception=str(exception.get("applies", "unknown")),
        below=tuple(_premises(exception, steps, seen)),
    )


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
    return [_line(premise, steps, seen) for premise in of.get("because") or () if premise in steps]


def _sentence(assumed: Any) -> str:
    return (
        str(assumed["sentence"]) if isinstance(assumed, Mapping) and "sentence" in assumed else str(assumed)
    )
