"""The shipped cases of a rulebook: questions with their facts and the answers that its rules give, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.diagnostics import Diagnostic, HexlawError, Place


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its facts, by its id, and the answer that is recorded for it.

    `cites` are the rules that the answer cites, `example` the rule, or the example in it, whose worked example this is.
    """

    id: str
    facts: tuple[Any, ...]
    question: str
    answer: str | None = None
    value: Any = None
    unit: str | None = None
    cites: tuple[str, ...] = ()
    example: str | None = None
    file: str = ""

    def request(self, rulebook: str) -> dict[str, Any]:
        """The case as something to ask of its rulebook."""
        return {"rulebook": rulebook, "facts": list(self.facts), "question": self.question}


def shipped_cases(folder: Path) -> tuple[Case, ...]:
    """The cases in `cases/*.jsonl` of a rulebook's folder. Raises `HexlawError` for a line that is no case."""
    found: list[Case] = []
    wrong: list[Diagnostic] = []
    for path in sorted((folder / "cases").glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                case = json.loads(line)
                found.append(_case(case, path.stem))
            except (ValueError, KeyError, TypeError):
                wrong.append(
                    Diagnostic(
                        "case-malformed",
                        "error",
                        "the line is no case",
                        Place(f"cases/{path.name}", number, 1),
                        'write {"id": "…", "facts": ["…"], "question": "…", …}',
                    )
                )
    if wrong:
        raise HexlawError(*wrong)
    return tuple(found)


def _case(case: Mapping[str, Any], file: str) -> Case:
    return Case(
        str(case["id"]),
        tuple(case["facts"]),
        str(case["question"]),
        case.get("answer"),
        case.get("value"),
        case.get("unit"),
        tuple(case.get("cites", ())),
        case.get("example") or case.get("from_example"),
        file,
    )
