"""Ways to look at the derivation of an answer: its line of reasoning, what was looked at, what was passed over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Answer = Mapping[str, Any]
Record = Mapping[str, Any]


def line(answer: Answer, root: str | None = None) -> list[str]:
    """The steps that a verdict rests on, conclusions first, each once: what it says and its statement or "given".

    A step that only gathers one other step's verdict under the same sentence is left out for that step.
    """
    steps = answer["derivation"]["steps"]
    found: dict[str, None] = {}
    queue = [root or answer["derivation"]["root"]]
    while queue:
        step = steps[queue.pop(0)]
        gathers = [steps[name]["sentence"] for name in step["because"]] == [step["sentence"]]
        if not gathers:
            found[f"{step['sentence']} [{_source(step)}]"] = None
        queue = [*step["because"], *queue]
    return list(found)


def _source(step: Record) -> str:
    if "statement" in step:
        return str(step["statement"])
    return "given" if "given" in step else str(step["kind"])


def looked(answer: Answer) -> dict[str, str]:
    """Every exception that the derivation looked at, with whether it applies; sorted by statement. Exceptions to
    exceptions are among them.

    An exception that applies to one thing and not to another shows both, as in "no, yes".
    """
    found: dict[str, set[str]] = {}
    queue = [look for record in records(answer) for look in record.get("exceptions", ())]
    for look in queue:
        found.setdefault(look["statement"], set()).add(look["applies"])
        queue.extend(look.get("exceptions", ()))
    return {statement: ", ".join(sorted(found[statement])) for statement in sorted(found)}


def passed_over(answer: Answer, root: str | None = None) -> list[str]:
    """The statements of the rules that the last step considered and that do not stand."""
    step = answer["derivation"]["steps"][root or answer["derivation"]["root"]]
    return [record["statement"] for record in step.get("considered", ())]


def records(answer: Answer) -> Iterator[Record]:
    """Every step, and every rule that a step considered."""
    for step in answer.get("derivation", {}).get("steps", {}).values():
        yield step
        yield from step.get("considered", ())


def deciding(answer: Answer) -> list[tuple[list[str], str]]:
    """The sets of facts that decide, each with its answer."""
    return [(case["facts"], case["answer"]) for case in answer["deciding"]]


def split(answer: Answer) -> dict[str, str]:
    """The answer for each kind of thing."""
    return {row["class"]: row["answer"] for row in answer["split"]}
