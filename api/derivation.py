"""A derivation as a tree of lines to show: what the page and the terminal draw.

The answer holds its derivation as a graph of steps that may share premises. Here each step is drawn in full where it
first stands; where it stands again, one line says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a drawn derivation and the lines below it."""

    sentence: str
    verdict: str
    rule: str | None = None
    statement: str | None = None
    quote: str | None = None
    exception: str | None = None
    """For an exception that was looked at: whether it applies: yes, no or unknown."""
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


def _line(step_id: str, steps: Mapping[str, Mapping[str, Any]], seen: set[str]) -> Line:
    step = steps[step_id]
    parts: dict[str, Any] = {
        "sentence": str(step.get("sentence", "")),
        "verdict": str(step.get("verdict", "")),
        "rule": step.get("rule"),
        "statement": step.get("statement"),
    }
    premises = step.get("because") or ()
    exceptions = step.get("exceptions") or ()
    if step_id in seen and (premises or exceptions):
        return Line(**parts, repeated=True)
    seen.add(step_id)
    below = [_line(premise, steps, seen) for premise in premises if premise in steps]
    below += [_exception(exception, steps, seen) for exception in exceptions]
    assumes = tuple(_sentence(assumed) for assumed in step.get("assumes") or ())
    return Line(**parts, quote=step.get("quote"), assumes=assumes, below=tuple(below))


def _exception(exception: Mapping[str, Any], steps: Mapping[str, Mapping[str, Any]], seen: set[str]) -> Line:
    return Line(
        sentence=str(exception.get("sentence", "")),
        verdict="",
        rule=exception.get("rule"),
        statement=exception.get("statement"),
        quote=exception.get("quote"),
        exception=str(exception.get("applies", "unknown")),
        below=tuple(
            _line(premise, steps, seen) for premise in exception.get("because") or () if premise in steps
        ),
    )


def _sentence(assumed: Any) -> str:
    return (
        str(assumed["sentence"]) if isinstance(assumed, Mapping) and "sentence" in assumed else str(assumed)
    )
